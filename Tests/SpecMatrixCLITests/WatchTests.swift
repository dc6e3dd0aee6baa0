import Foundation
import Testing

@testable import SpecMatrixCLI

/// `check --watch`, with a clock driven by the test in each pause.
@Suite struct WatchTests {
  /// A watch with an action in each pause; after the last it is asked to stop.
  struct Watched {
    var status = CommandStatus.failure
    /// The output up to each pause.
    var reports: [String] = []
    var errors = ""

    init(_ arguments: [String], isTerminal: Bool = false, _ pauses: [() throws -> Void]) {
      var output = ""
      var errors = ""
      var reports: [String] = []
      var number = 0
      var console = Console.ofTests(write: { output += $0 }, report: { errors += $0 })
      console.isTerminal = isTerminal
      console.stopRequests.areThere = { number > pauses.count }
      console.pause = { _ in
        reports.append(output)
        output = ""
        if number < pauses.count { try? pauses[number]() }
        number += 1
      }
      status = Program.run(arguments, on: console)
      self.reports = reports
      self.errors = errors
    }
  }

  @Test func aSaveIsCheckedAgainAndNothingElse() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "a.yaml")
    let watched = Watched(
      ["check", folder.path, "--watch"],
      [
        {},
        { try folder.write(SampleSpecs.complete, to: "a.yaml") },
        {},
        { try folder.write(SampleSpecs.gap, to: "b.yaml") },
        { try FileManager.default.removeItem(atPath: path) },
      ]
    )
    #expect(watched.status == .success)
    #expect(watched.reports.map(\.isEmpty) == [false, true, false, true, false, false])
    #expect(watched.reports[0].contains("GAP: "))
    #expect(watched.reports[2].contains("DONE: "))
    #expect(watched.reports[4].contains("2 specs checked"))
    #expect(watched.reports[5].contains("1 spec checked"))
    #expect(watched.errors.contains("\(path) is gone\n"))
  }

  @Test func aVanishedFileIsToldAndMayComeBack() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.complete, to: "a.yaml")
    let watched = Watched(
      ["check", path, "--watch"],
      [
        { try FileManager.default.removeItem(atPath: path) },
        { try folder.write(SampleSpecs.complete, to: "a.yaml") },
      ]
    )
    #expect(watched.status == .success)
    #expect(watched.errors.contains("\(path): No such file or directory\n"))
    #expect(watched.reports.last?.contains("DONE: ") == true)
  }

  @Test func aPackIsFollowedAndAMistakeInItSurvived() throws {
    let folder = try TemporaryFolder()
    try folder.write("packs: [specs/company.yaml]", to: "specmatrix.yaml")
    try folder.write("questions: [{question: Which font is used?}]", to: "specs/company.yaml")
    let path = try folder.write(SampleSpecs.complete, to: "specs/done.yaml")
    let watched = Watched(
      ["check", path, "--watch"],
      [
        {},
        { try folder.write("rules: [", to: "specs/company.yaml") },
        { try folder.write("rules: {back: The list is shown}", to: "specs/company.yaml") },
        { try folder.write("{}", to: "specmatrix.yaml") },
      ]
    )
    #expect(watched.status == .success)
    #expect(watched.reports.map(\.isEmpty) == [false, true, true, false, false])
    #expect(watched.errors.contains("company.yaml:1:"))
    #expect(watched.reports[0].contains("Which font is used?"))
    #expect(!watched.reports[3].contains("Which font is used?"))
  }

  @Test func theScreenIsClearedOnATerminalOnly() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.complete, to: "a.yaml")
    let clear = "\u{1B}[H\u{1B}[2J"
    #expect(!Watched(["check", path, "--watch"], []).reports[0].contains(clear))
    #expect(Watched(["check", path, "--watch"], isTerminal: true, []).reports[0].hasPrefix(clear))
  }

  @Test func standardInputCannotBeWatched() {
    let watched = Watched(["check", "-", "--watch"], [])
    #expect(watched.status == .invalid)
    #expect(watched.errors.contains("standard input cannot be watched"))
  }

  @Test func manySpecsHaveALineOfProgress() throws {
    let folder = try TemporaryFolder()
    for number in 0..<5 { try folder.write(SampleSpecs.complete, to: "\(number).yaml") }
    let run = StoppedRun(["check", folder.path, "--jobs", "1"], millisecondsPerLook: 600)
    #expect(run.errors.contains("\r2 of 5 specs checked\u{1B}[K"))
    #expect(run.errors.hasSuffix("\r\u{1B}[K"))
    #expect(StoppedRun(["check", folder.path], millisecondsPerLook: 1).errors == "")
  }
}
