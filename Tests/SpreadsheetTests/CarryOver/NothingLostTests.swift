import Foundation
import Reporting
import Spreadsheet
import TestSupport
import Testing

/// Whatever people do to a workbook and its spec, every word that they wrote is in the next workbook, and in the one after it.
@Suite struct NothingLostTests {
  /// `SPECMATRIX_TRIALS=500` in release makes the long run.
  private static let trials =
    ProcessInfo.processInfo.environment["SPECMATRIX_TRIALS"].flatMap(Int.init) ?? 6

  @Test func everyNoteIsInTheNextWorkbook() throws {
    var notes = 0
    for seed in 0..<UInt64(Self.trials) { notes += try trial(seed) }
    #expect(notes > 10 * Self.trials)
  }

  /// Returns how many notes were followed.
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
    #expect(lostLater.isEmpty, "seed \(seed): lost in the third generation \(lostLater)")
    return scribbler.written.count
  }

  private func missing(_ written: [String], in book: SavedWorkbook) -> [String] {
    let there = Set(
      book.tables.filter { $0.name != ReportMetadata.name }
        .flatMap { $0.rows.joined().map(\.plainText) }
    )
    return written.filter { !there.contains($0) }
  }

  /// Where a note was, for whoever mends what lost it.
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

  /// A spec as its author may have gone on with it.
  private func edit(_ spec: AbstractSpec, _ random: inout SplitMix64) -> AbstractSpec {
    var edited = spec
    switch random.below(6) {
    case 0: break
    case 1:
      edited.expectations.removeAll { _ in random.chance(30) }
      let ids = edited.expectations.map(\.id)
      for number in edited.expectations.indices {
        edited.expectations[number].overrides.removeAll { !ids.contains($0) }
      }
    case 2: edited.constraints.removeAll { _ in random.chance(50) }
    case 3:
      for number in edited.expectations.indices where random.chance(40) {
        edited.expectations[number].outcome = .then(["Something else is shown \(number)"])
      }
    case 4: edited.language = spec.language == "ja" ? "en" : "ja"
    default:
      edited = RandomSpec.make(seed: random.next())
      edited.id = spec.id
    }
    return edited
  }
}
