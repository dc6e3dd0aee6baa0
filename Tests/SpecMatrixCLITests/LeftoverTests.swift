import Foundation
import Testing

@testable import SpecMatrixCLI

/// The leftovers of a killed run, before runs that would change nothing.
@Suite struct LeftoverTests {
  private let folder: TemporaryFolder
  private let spec: String

  init() throws {
    folder = try TemporaryFolder()
    spec = try folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    #expect(CommandRun("generate", spec, "-o", folder("out")).status == .success)
  }

  /// Commands, with `@` before paths, and a folder in which they write.
  static let commands: [(arguments: [String], place: String)] = [
    (["results", "@specs/gap.yaml", "@r.xml", "--suite-folder", "@out", "--write"], "out"),
    (["merge-results", "@out/GAP.xlsx", "@b.xlsx"], "out"),
    (["merge-results", "@out/GAP.xlsx", "@b.xlsx", "-o", "@all/GAP.xlsx"], "all"),
    (["links", "@specs/gap.yaml", "@e.csv", "--tool=testrail", "--suite-folder", "@out"], "out"),
    (["answer", "@in/GAP.csv", "--spec", "@specs/gap.yaml"], "in"),
    (["answer", "@in/GAP.csv", "--spec", "@specs/gap.yaml"], "specs"),
    (["code", "@specs/gap.yaml", "--output", "@code"], "code"),
    (["generate", "@specs", "-o", "@out"], "out"),
  ]

  @Test(arguments: commands)
  func goesWithTheNextRunThatChangesNothing(arguments: [String], place: String) throws {
    try FileManager.default.copyItem(atPath: folder("out/GAP.xlsx"), toPath: folder("b.xlsx"))
    try folder.write(
      "<testsuite timestamp=\"2026-11-20T10:00:00\"><testcase name=\"GAP-6T7\"/></testsuite>",
      to: "r.xml"
    )
    try folder.write("\"ID\",\"Title\"\n\"C101\",\"GAP-6T7 submit\"\n", to: "e.csv")
    try folder.write(
      "Question,Result or reason,Your choice\r\nQ-45AA349E,The price is shown,\r\n",
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
}
