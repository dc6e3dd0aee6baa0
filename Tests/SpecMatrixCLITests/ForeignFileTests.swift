import Foundation
import Testing

@testable import SpecMatrixCLI

/// Nothing that others wrote is replaced, and no input.
@Suite struct ForeignFileTests {
  private let folder: TemporaryFolder
  private let spec: String

  init() throws {
    folder = try TemporaryFolder()
    spec = try folder.write(SampleSpecs.gap, to: "gap.yaml")
  }

  @Test(
    arguments: [
      ("GAP.csv", "date,amount\r\n2026-01-01,12\r\n"), ("GAP.csv", "a diary"),
      ("GAP.csv", "ID,Title\r\nBUG-1,It crashes\r\n"),
      ("GAP-questions.csv", "date,amount\r\n2026-01-01,12\r\n"), ("GAP-set-aside.csv", "a diary"),
      ("GAP.json", #"{"name": "gap", "private": true}"#), ("GAP.json", "[1, 2]"),
    ]
  )
  func aFileOfSomebodyElseIsLeftAlone(name: String, text: String) throws {
    try folder.write(text, to: "out/" + name)
    for options in [[], ["--fresh"]] {
      let run = CommandRun(arguments: ["generate", spec, "-o", folder("out")] + options)
      #expect(run.status == .invalid)
      #expect(run.errors.contains("/out/" + name))
      #expect(run.errors.contains("specmatrix did not write this") || name == "GAP.json")
      #expect(try folder.read("out/" + name) == text)
      #expect(try folder.names(in: "out") == [name])
    }
  }

  /// A workbook comes by mail, and its hidden sheet names a spec.
  @Test func aWorkbookChoosesNoSpecFarAway() throws {
    _ = CommandRun("generate", spec, "-o", folder("out"))
    let elsewhere = try TemporaryFolder()
    try FileManager.default.moveItem(atPath: folder("out"), toPath: elsewhere("out"))
    let run = CommandRun("answer", elsewhere("out/GAP.xlsx"))
    #expect(run.status == .invalid)
    #expect(!run.errors.contains("already applied") && !run.errors.contains("no answers"))
    let named = CommandRun("answer", elsewhere("out/GAP.xlsx"), "--spec", spec)
    #expect(named.errors.contains("it contains no answers"))
  }

  /// The tester's notes are in the workbook and the tables beside the suite.
  @Test(arguments: ["GAP.xlsx", "GAP.csv", "GAP-questions.csv"])
  func noReportTakesThePlaceOfAGeneratedFile(name: String) throws {
    _ = CommandRun("generate", spec, "-o", folder("out"))
    let before = try folder.bytes("out/" + name)
    let run = CommandRun("check", spec, "--output-file", folder("out/" + name))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("it is a generated file"))
    #expect(try folder.bytes("out/" + name) == before)
  }

  @Test func anEmptyFileIsNoneOfAnybody() throws {
    try folder.write("", to: "out/GAP.csv")
    #expect(CommandRun("generate", spec, "-o", folder("out")).status == .success)
  }

  @Test(arguments: ["GAP.json", "GAP.csv", "GAP.xlsx"])
  func noLinkLeadsOutOfTheFolder(name: String) throws {
    _ = CommandRun("generate", spec, "-o", folder("out"))
    let data = try folder.bytes("out/" + name)
    try FileManager.default.createDirectory(
      atPath: folder("elsewhere"),
      withIntermediateDirectories: true
    )
    try FileManager.default.moveItem(atPath: folder("out/" + name), toPath: folder("elsewhere/x"))
    try folder.link("out/" + name, to: folder("elsewhere/x"))
    let run = CommandRun("generate", spec, "-o", folder("out"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("it is a link that leads out of the folder"))
    #expect(try folder.bytes("elsewhere/x") == data)
    #expect(try folder.names(in: "out").count == 4)

    // Within the folder a link stays a link.
    try FileManager.default.removeItem(atPath: folder("out/" + name))
    try FileManager.default.moveItem(atPath: folder("elsewhere/x"), toPath: folder("out/real"))
    try folder.link("out/" + name, to: folder("out/real"))
    #expect(CommandRun("generate", spec, "-o", folder("out")).status == .success)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder("out/" + name))
        == folder("out/real")
    )
  }

  @Test(
    arguments: [
      ["check", "gap.yaml", "--output-file", "gap.yaml"],
      ["check", "gap.yaml", "--output-file", "link.yaml"],
      ["check", "gap.yaml", "--output", "sarif:gap.yaml"],
      ["check", "gap.yaml", "--config", "settings.yaml", "--output-file", "settings.yaml"],
      ["check", "gap.yaml", "--output-file", "out/GAP.json"],
      ["measure", "gap.yaml", "suite.csv", "--complete", "gap.yaml"],
      ["measure", "gap.yaml", "suite.csv", "--complete", "suite.csv"],
      ["diff", "gap.yaml", "other.yaml", "--output-file", "other.yaml"],
    ]
  )
  func anOutputIsNoInput(arguments: [String]) throws {
    _ = CommandRun("generate", spec, "-o", folder("out"))
    try folder.write("severities: {}\n", to: "settings.yaml")
    try folder.write("plan,operation\r\nfree,submit\r\n", to: "suite.csv")
    try folder.write(SampleSpecs.gap, to: "other.yaml")
    try folder.link("link.yaml", to: spec)
    let part = CommandRun("check", spec, "--format", "json")
    try folder.write(part.output, to: "part.json")
    let names = try folder.names()
    let before = names.map { try? folder.bytes($0) }
    let suite = try folder.bytes("out/GAP.json")
    let paths = arguments.map { word in
      let parts = word.split(separator: ":")
      guard word.contains("."), let name = parts.last else { return word }
      return parts.dropLast().map { $0 + ":" }.joined() + folder(String(name))
    }
    let run = CommandRun(arguments: paths)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("name another file"), "\(run.errors)")
    #expect(names.map { try? folder.bytes($0) } == before)
    #expect(try folder.bytes("out/GAP.json") == suite)
  }
}
