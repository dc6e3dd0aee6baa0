import Foundation
import Testing

@testable import SpecMatrixCLI

/// What a run leaves that is killed, before runs that would change nothing, or that look for files first.
@Suite struct LeftoverTests {
  private let folder: TemporaryFolder
  private let spec: String

  init() throws {
    folder = try TemporaryFolder()
    spec = try folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    #expect(CommandRun("generate", spec, "-o", folder("out")).status == .success)
  }

  /// Commands, with paths behind an `@`, and a folder in which they write.
  static let commands: [(arguments: [String], place: String)] = [
    (["results", "@specs/gap.yaml", "@r.xml", "--suite-folder", "@out", "--write"], "out"),
    (["merge-results", "@out/GAP.xlsx", "@b.xlsx"], "out"),
    (["merge-results", "@out/GAP.xlsx", "@b.xlsx", "-o", "@all/GAP.xlsx"], "all"),
    (["links", "@specs/gap.yaml", "@e.csv", "--tool=testrail", "--suite-folder", "@out"], "out"),
    (["answer", "@in/GAP.csv", "--spec", "@specs/gap.yaml"], "in"),
    (["answer", "@in/GAP.csv", "--spec", "@specs/gap.yaml"], "specs"),
    (["code", "@specs/gap.yaml", "--output", "@code"], "code"),
    (["check", "@specs", "--write-baseline", "@base/b.yaml"], "base"),
    (["generate", "@specs", "-o", "@out"], "out"),
  ]

  @Test(arguments: commands)
  func goesWithTheNextRunThatChangesNothing(arguments: [String], place: String) throws {
    try FileManager.default.copyItem(atPath: folder("out/GAP.xlsx"), toPath: folder("b.xlsx"))
    try folder.write(
      "<testsuite timestamp=\"2026-11-20T10:00:00\"><testcase name=\"GAP-001\"/></testsuite>",
      to: "r.xml"
    )
    try folder.write("\"ID\",\"Title\"\n\"C101\",\"GAP-001 submit\"\n", to: "e.csv")
    try folder.write(
      "Question,Answer,Kind of answer\r\nQ-45AA349E,The price is shown,\r\n",
      to: "in/GAP.csv"
    )
    for name in ["all", "code", "base"] { try folder.write("", to: name + "/.keep") }
    func run() -> CommandRun {
      CommandRun(
        arguments: arguments.map { $0.hasPrefix("@") ? folder(String($0.dropFirst())) : $0 }
      )
    }
    let first = run()
    #expect(first.status <= .findings, "\(first.errors)")
    let names = try folder.names(in: place)
    #expect(!names.contains { $0.hasPrefix(".specmatrix") })
    try folder.write("half a file", to: place + "/.specmatrix-1-0.tmp")
    try folder.write("half a sheet", to: place + "/.specmatrix-1-1.tmpd/sheet")
    let second = run()
    #expect(second.status == first.status, "\(second.errors)")
    #expect(try folder.names(in: place) == names)
  }

  /// Leaves a folder as a run does that dies behind the first of its files.
  private func dieHalfway(_ files: [(name: String, old: String?, new: String)]) throws {
    var entries: [String] = []
    for (number, file) in files.enumerated() {
      let temporary = ".specmatrix-1-\(number).tmp"
      let (placed, aside) = number == 0 ? (file.new, file.old) : (file.old, file.new)
      if let placed { try folder.write(placed, to: file.name) }
      let place = URL(fileURLWithPath: file.name).deletingLastPathComponent().relativePath
      if let aside { try folder.write(aside, to: "\(place)/\(temporary)") }
      func state(_ text: String?) -> String {
        text.flatMap { FileState(of: Array($0.utf8)).text }.map { "\"\($0)\"" } ?? "null"
      }
      entries.append(
        """
        {"folder": ".", "name": "\(URL(fileURLWithPath: file.name).lastPathComponent)", \
        "temporary": "\(temporary)", "old": \(state(file.old)), "new": \(state(file.new))}
        """
      )
    }
    let place = URL(fileURLWithPath: files[0].name).deletingLastPathComponent().relativePath
    try folder.write(
      "{\"version\": 1, \"id\": \"1-x\", \"files\": [\(entries.joined(separator: ", "))]}",
      to: place + "/.specmatrix-journal"
    )
  }

  @Test func theFirstBaselineIsWrittenAgainAtOnce() throws {
    func check() -> CommandRun {
      CommandRun(
        "check",
        spec,
        "--write-baseline",
        folder("base/b.yaml"),
        "--output",
        "json:" + folder("base/r.json")
      )
    }
    try folder.write("", to: "base/.keep")
    #expect(check().status == .success)
    let texts = try ["b.yaml", "r.json"].map { try folder.read("base/" + $0) }
    try FileManager.default.removeItem(atPath: folder("base/r.json"))
    try dieHalfway([("base/b.yaml", nil, texts[0]), ("base/r.json", nil, texts[1])])
    let run = check()
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.errors.contains("undid a run that was interrupted"))
    #expect(try ["b.yaml", "r.json"].map { try folder.read("base/" + $0) } == texts)
    #expect(try folder.names(in: "base") == [".keep", "b.yaml", "r.json"])
  }

  @Test(arguments: [[], ["--check"]])
  func codeThatIsHalfReplacedIsPutBackBeforeItIsRead(options: [String]) throws {
    func code(_ place: String, _ options: [String] = []) throws -> [String] {
      try FileManager.default.createDirectory(
        atPath: folder(place),
        withIntermediateDirectories: true
      )
      let run = CommandRun(
        arguments: [
          "code", spec, "--output", folder(place), "--style", "snapshots", "--suite-folder",
          folder("out"),
        ] + options
      )
      #expect(run.status == (options.isEmpty ? .success : .findings), "\(run.errors)")
      return try folder.names(in: place)
    }
    let names = try code("old")
    try #require(names.count > 1)
    try folder.write(SampleSpecs.gap.replacing("is sent", with: "was sent"), to: "specs/gap.yaml")
    #expect(try code("new") == names)
    try dieHalfway(
      try names.map {
        ("code/" + $0, try folder.read("old/" + $0), try folder.read("new/" + $0))
      }
    )
    #expect(try code("code", options) == names)
    let expected = options.isEmpty ? "new/" : "old/"
    for name in names { #expect(try folder.read("code/" + name) == folder.read(expected + name)) }
  }
}
