import Foundation
import TestSupport
import Testing
import Workbooks

@testable import SpecMatrixCLI

/// Generating again without a change gives the same bytes, whatever the previous spec and depth.
@Suite struct SecondRunTests {
  private static let specs = [
    ("[free, premium, gold]", "[guest, member]", "{plan: free}"),
    ("[free, premium]", "[guest, member, owner, editor]", "{plan: free, login: member}"),
    ("[free]", "[guest, member]", "{login: guest}"),
    ("[gold, free, premium, trial]", "[owner]", "{plan: gold}"),
    ("[premium, free]", "[member, guest, owner]", "{plan: [free, premium]}"),
  ].map { plan, login, condition in
    """
    specmatrix: 1
    id: AGAIN
    feature: Again
    states: {plan: \(plan), login: \(login)}
    operations: [submit, look]
    traits: []
    rules:
      submit: The form is sent
      look:
        - {when: \(condition), then: The form is shown}
        - {when: {plan: any}, then: The list is shown}

    """
  }

  private struct Folder {
    let folder: TemporaryFolder

    /// Generates into a folder and returns its contents.
    func generate(_ place: String, _ depth: String) throws -> [String: [UInt8]] {
      let run = CommandRun("generate", folder("again.yaml"), "-o", folder(place), "--depth", depth)
      #expect(run.status == .success, "\(run.errors)")
      return try Dictionary(
        uniqueKeysWithValues: folder.names(in: place).map {
          ($0, try folder.bytes("\(place)/\($0)"))
        }
      )
    }

    /// Returns the texts of the grid of pairs by position.
    func grid(_ place: String) throws -> [CellPosition: String] {
      let book = try SavedWorkbook(path: folder("\(place)/AGAIN.xlsx"))
      let table = try #require(book.tables.first { $0.name == "Coverage" })
      var cells: [CellPosition: String] = [:]
      for (row, texts) in table.rows.enumerated() {
        for (column, cell) in texts.enumerated() where !cell.isBlank {
          cells[CellPosition(row: row, column: column)] = cell.plainText
        }
      }
      return cells
    }
  }

  @Test(arguments: 0..<Seeds.share(40)) func changesNoByte(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let folder = Folder(folder: try TemporaryFolder())
    for step in 0..<5 {
      let spec = Self.specs[random.below(Self.specs.count)]
      let depth = ["review", "relevant", "all"][random.below(3)]
      try folder.folder.write(spec, to: "again.yaml")
      let first = try folder.generate("out", depth)
      #expect(try folder.generate("out", depth) == first, "step \(step)")

      // The workbook has the contents of a new one.
      try folder.folder.write(folder.folder.read("out/AGAIN.json"), to: "new\(step)/AGAIN.json")
      _ = try folder.generate("new\(step)", depth)
      #expect(try folder.grid("out") == folder.grid("new\(step)"), "step \(step)")
    }
  }
}
