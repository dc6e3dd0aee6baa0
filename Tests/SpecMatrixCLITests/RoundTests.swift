import Foundation
import Reporting
import Testing
import Workbooks

@testable import SpecMatrixCLI

/// Testers' rounds: each has a sheet, and finished ones are records.
@Suite struct RoundTests {
  private let folder: TemporaryFolder
  private let book: TesterWorkbook

  init() throws {
    folder = try TemporaryFolder()
    book = TesterWorkbook(path: folder("out/DONE.xlsx"))
    try folder.write(SampleSpecs.complete, to: "done.yaml")
    try generate()
  }

  private func generate(_ more: String...) throws {
    let run = CommandRun(arguments: ["generate", folder("done.yaml"), "-o", folder("out")] + more)
    #expect(run.status == .success, "\(run.errors)")
  }

  @Test func aRoundGetsASheetAndTheOneBeforeStays() throws {
    let ids = try book.ids()
    try book.enter([(ids[0], .result, "OK"), (ids[1], .result, "NG")])
    try generate("--round", "2: iOS 19")
    #expect(try book.sheets().contains("2 iOS 19"))
    #expect(try book.text(ids[1], .result) == "NG")
    #expect(try book.text(ids[1], .result, on: "2 iOS 19") == "")

    // The spec changes: the record stays, the current round follows.
    let before = try book.table("Cases").rows
    try book.enter([(ids[0], .result, "OK")], on: "2 iOS 19")
    let text = SampleSpecs.complete.replacing("The form is sent", with: "The form flies")
    try folder.write(text, to: "done.yaml")
    try generate()
    #expect(try book.table("Cases").rows == before)
    let flown = try book.ids(on: "2 iOS 19").filter {
      try book.text($0, .expected, on: "2 iOS 19") == "The form flies"
    }
    #expect(!flown.isEmpty)
    for id in flown where try book.text(id, .result, on: "2 iOS 19") == "OK" {
      #expect(try book.text(id, .recheck, on: "2 iOS 19") == "Void: test again")
    }
    let summary = try book.table("Summary").rows.map { $0.map(\.plainText) }
    #expect(summary.contains { $0.first == "Test results – 2 iOS 19" })
    let over = try #require(summary.firstIndex { $0.first == "Test results – Cases" })
    #expect(summary[over...].contains { $0.prefix(2) == ["NG", "1"] })
  }

  @Test func generatingAgainChangesNoByteAfterARound() throws {
    try generate("--round", "2")
    let bytes = try folder.bytes("out/DONE.xlsx")
    try generate()
    #expect(try folder.bytes("out/DONE.xlsx") == bytes)
  }

  @Test func aLaterResultSettlesCheckAgain() throws {
    let id = try #require(
      try book.ids().first { try book.text($0, .expected) == "The form is sent" }
    )
    try book.enter([(id, .result, "OK"), (id, .testedOn, "2026-11-01")])
    let text = SampleSpecs.complete.replacing("The form is sent", with: "The form flies")
    try folder.write(text, to: "done.yaml")
    try generate()
    #expect(try book.text(id, .recheck) == "Void: test again (tested 2026-11-01)")
    try generate()
    #expect(try book.text(id, .recheck) == "Void: test again (tested 2026-11-01)")
    try book.enter([(id, .result, "OK"), (id, .testedOn, "2026-11-02")])
    try generate()
    #expect(try book.text(id, .recheck) == "")
    // A choice from the list belongs to the result beside it.
    try book.enter([(id, .recheck, "Check again")])
    try generate()
    #expect(try book.text(id, .recheck) == "Check again (tested 2026-11-02)")
  }
}
