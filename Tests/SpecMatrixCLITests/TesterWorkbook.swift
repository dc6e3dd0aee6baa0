import Foundation
import Reporting
import Specification
import Testing
import Workbooks

@testable import SpecMatrixCLI

/// A generated workbook used by a tester: cells are found by case id and column heading, as a person does.
final class TesterWorkbook {
  let path: String
  private var last: (bytes: Data, workbook: SavedWorkbook)?

  init(path: String) { self.path = path }

  func text(_ id: String, _ role: ReportColumn.Role, on sheet: String = "Cases") throws -> String {
    let (table, row, column) = try place(id, role, on: sheet)
    return table[row: row, column: column].plainText
  }

  func enter(
    _ entries: [(id: String, role: ReportColumn.Role, text: String)],
    on sheet: String = "Cases"
  ) throws {
    let texts = try entries.map { entry in
      let (_, row, column) = try place(entry.id, entry.role, on: sheet)
      return (row, column, entry.text)
    }
    try Self.set(texts, on: sheet, in: path)
  }

  /// Sets cells of a sheet by row and column, from 0.
  static func set(
    _ texts: [(row: Int, column: Int, text: String)],
    on sheet: String,
    in workbook: String
  ) throws {
    let edits = texts.map { row, column, text in
      CellEdit(
        sheet: sheet,
        position: CellPosition(row: row, column: column),
        cell: .text(text)
      )
    }
    let copy = workbook + ".new"
    try editWorkbook(workbook, edits, to: copy, scratch: nil)
    try FileManager.default.removeItem(atPath: workbook)
    try FileManager.default.moveItem(atPath: copy, toPath: workbook)
  }

  func ids(on sheet: String = "Cases") throws -> [String] {
    let table = try table(sheet)
    return table.rows.compactMap { $0.first?.plainText }
      .filter { $0.wholeMatch(of: /[A-Z]+-[2-9A-Z]+/) != nil }
  }

  func sheets() throws -> [String] {
    try saved().tables.filter { !$0.isHidden }.map(\.name)
  }

  func table(_ sheet: String) throws -> SavedTable {
    try #require(saved().tables.first { $0.name == sheet })
  }

  /// Returns the current workbook, read again only if its bytes have changed.
  private func saved() throws -> SavedWorkbook {
    let bytes = try Data(contentsOf: URL(filePath: path))
    if let last, last.bytes == bytes { return last.workbook }
    let workbook = try SavedWorkbook(path: path)
    last = (bytes, workbook)
    return workbook
  }

  private func place(
    _ id: String,
    _ role: ReportColumn.Role,
    on sheet: String
  ) throws -> (SavedTable, row: Int, column: Int) {
    let table = try table(sheet)
    let heading = ReportTable.Name.cases.column(role, .english).heading
    let headings = try #require(
      table.rows.firstIndex { row in row.contains { $0.plainText == heading } }
    )
    let column = try #require(table.rows[headings].firstIndex { $0.plainText == heading })
    let row = try #require(table.rows.firstIndex { $0.first?.plainText == id })
    return (table, row, column)
  }
}
