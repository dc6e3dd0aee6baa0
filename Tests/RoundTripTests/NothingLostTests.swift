import Foundation
import Reporting
import TestSupport
import Testing

@testable import Workbooks

/// Every word that people wrote survives into the next workbook and the one after it.
@Suite struct NothingLostTests {
  /// `SPECMATRIX_TRIALS=500` in release mode makes the long run.
  private static let trials =
    ProcessInfo.processInfo.environment["SPECMATRIX_TRIALS"].flatMap(Int.init) ?? 6

  @Test func everyNoteIsInTheNextWorkbook() throws {
    var notes = 0
    for seed in 0..<UInt64(Self.trials) { notes += try trial(seed) }
    #expect(notes > 10 * Self.trials)
    print("nothing lost: \(Self.trials) trials, \(notes) notes followed")
  }

  /// Trials that once lost something: a note over the digests of a row, and a row mistaken for edited headings.
  @Test(arguments: [373, 417] as [UInt64]) func nothingIsLostAgain(seed: UInt64) throws {
    #expect(try trial(seed) > 0)
  }

  /// Comments stay with their cells, whatever happens to the rows around.
  @Test func commentsOnCellsAreKept() throws {
    let first = try #require(try Generated(RandomSpec.make(seed: 3).yaml()))
    var saved = first.saved
    let cases = try #require(
      saved.tables.firstIndex { ["Cases", "テストケース"].contains($0.name) }
    )
    let below = saved.tables[cases].headingRow + 1
    let id = saved.tables[cases][row: below, column: 0].plainText
    saved.tables[cases].comments = [
      SavedComment(row: below, column: 0, text: "why?"),
      SavedComment(row: 0, column: 40, text: "far"),
    ]
    let second = try first.next(RandomSpec.make(seed: 3).yaml(), saved)
    #expect(second.report[.setAside] == nil)
    let table = try #require(second.saved.tables.first { $0.name == saved.tables[cases].name })
    #expect(table.comments.map(\.text).sorted() == ["far", "why?"])
    let row = try #require(table.comments.first { $0.text == "why?" }?.row)
    #expect(table[row: row, column: 0].plainText == id)
    let third = try second.next(RandomSpec.make(seed: 3).yaml(), second.saved)
    #expect(third.saved.tables.flatMap(\.comments).map(\.text).sorted() == ["far", "why?"])
  }

  /// Returns how many notes were tracked.
  private func trial(_ seed: UInt64) throws -> Int {
    var random = SplitMix64(seed: seed)
    let spec = RandomSpec.make(seed: random.next())
    guard let first = try Generated(spec.yaml()) else { return 0 }
    var scribbler = Scribbler(seed: random.next())
    let saved = scribbler.scribble(on: first.saved)

    let edited = edit(spec, &random)
    let isFresh = random.chance(15)
    guard var second = try Generated(edited.yaml(), after: isFresh ? nil : first.earlier)
    else { return 0 }
    _ = second.carry(saved, before: first)
    let secondSaved = second.saved
    let lost = missing(scribbler.written, in: secondSaved)
    #expect(lost.isEmpty, "seed \(seed): lost \(lost.map { place(of: $0, in: saved) })")

    guard var third = try Generated(edit(edited, &random).yaml(), after: second.earlier)
    else { return scribbler.written.count }
    _ = third.carry(secondSaved, before: second)
    let lostLater = missing(scribbler.written, in: third.saved)
    #expect(
      lostLater.isEmpty,
      "seed \(seed): lost in the third generation \(lostLater.map { place(of: $0, in: secondSaved) })"
    )
    return scribbler.written.count
  }

  private func missing(_ written: [String], in book: SavedWorkbook) -> [String] {
    let there = Set(
      book.tables.filter { $0.name != ReportMetadata.name }
        .flatMap { $0.rows.joined().map(\.plainText) }
    )
    // An answer to a changed question is part of a remark.
    let pieces = there.flatMap {
      $0.replacing("\n", with: ": ").replacing("：", with: ": ").replacing(" – ", with: ": ").split(
        separator: ": "
      ).map(
        String.init
      )
    }
    return written.filter { note in
      if there.contains(note) || pieces.contains(note) { return false }
      // A remark has its line breaks, or spaces instead.
      let words = note.replacing("\n", with: " ")
      return words == note || !there.contains { $0.replacing("\n", with: " ").contains(words) }
    }
  }

  /// Returns the location of a note, for the failure message.
  private func place(of note: String, in book: SavedWorkbook) -> String {
    for table in book.tables {
      for (row, cells) in table.rows.enumerated() {
        for (column, cell) in cells.enumerated() where cell.plainText == note {
          let heading = table[row: 0, column: column].plainText
          return "\(note) (\(table.name), row \(row), column \(column) “\(heading)”)"
        }
      }
    }
    return note
  }

  /// Returns a spec as its author may have edited it.
  private func edit(_ spec: AbstractSpec, _ random: inout SplitMix64) -> AbstractSpec {
    var edited = spec
    switch random.below(6) {
    case 0: break
    case 1:
      edited = spec.withoutRules { _ in random.chance(30) }
    case 2: edited.impossible.removeAll { _ in random.chance(50) }
    case 3:
      for number in edited.rules.indices where random.chance(40) {
        edited.rules[number].outcome = .then(["Something else is shown \(number)"])
      }
    case 4: edited.language = spec.language == "ja" ? "en" : "ja"
    default:
      edited = RandomSpec.make(seed: random.next())
      edited.id = spec.id
    }
    return edited
  }
}
