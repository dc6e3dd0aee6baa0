/// The proof that a revised workbook is whole: it is read back, and every cell compared with the plan or with what was saved.
struct RevisionProof {
  let plan: WorkbookPlan
  let saved: SavedWorkbook

  /// Makes sure that every part that a program reads is XML from its beginning to its end, and that every cell is there.
  func expect(at path: String) throws(WorkbookError) {
    let result: SavedWorkbook
    do throws(WorkbookProblem) {
      result = try WorkbookProof.workbook(at: path)
    } catch {
      throw .refused(step: "check", reason: "\(error)")
    }
    var tables: [String: SavedTable] = [:]
    for table in result.tables { tables[table.name] = table }
    for sheet in plan.sheets { try expect(sheet, in: tables[sheet.name]) }
    let planned = Dictionary(plan.sheets.map { ($0.name, $0) }) { first, _ in first }
    for table in saved.tables { try expect(table, planned[table.name], in: tables[table.name]) }
  }

  /// What is planned stands in its place.
  private func expect(_ plan: SheetPlan, in table: SavedTable?) throws(WorkbookError) {
    for (row, cells) in plan.rows.enumerated() {
      for (column, cell) in cells.cells.enumerated() {
        let expected: String
        switch cell.content {
        case .blank: expected = ""
        case .text(let text): expected = text
        case .number(let number): expected = SavedCell.number(Double(number)).plainText
        // How these read depends on how they look.
        case .formula, .share, .saved, .kept: continue
        }
        guard table?[row: row, column: column].plainText == expected else {
          throw Self.failure(plan.name, CellPosition(row: row, column: column))
        }
      }
    }
  }

  /// What people have on a sheet stands where it stood.
  private func expect(
    _ saved: SavedTable,
    _ plan: SheetPlan?,
    in table: SavedTable?
  ) throws(WorkbookError) {
    guard let table else {
      throw .refused(step: "check", reason: "the sheet '\(saved.name)' is missing")
    }
    for (row, cells) in saved.rows.enumerated() {
      let planned = plan.flatMap { $0.rows.indices.contains(row) ? $0.rows[row].cells : nil } ?? []
      for (column, cell) in cells.enumerated() {
        if case .formula = cell { continue }
        if planned.indices.contains(column), planned[column].content != .kept { continue }
        guard table[row: row, column: column] == cell else {
          throw Self.failure(saved.name, CellPosition(row: row, column: column))
        }
      }
    }
  }

  private static func failure(_ sheet: String, _ place: CellPosition) -> WorkbookError {
    .refused(step: "check", reason: "\(place.qualified(by: sheet)) is not what was written")
  }
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

func copyFile(_ source: String, to target: String) throws(WorkbookError) {
  func failure(_ path: String) -> WorkbookError {
    .unwritable(path: path, reason: unsafe String(cString: strerror(errno)))
  }
  let input = unsafe open(source, O_RDONLY | O_CLOEXEC)
  guard input >= 0 else { throw failure(source) }
  defer { _ = close(input) }
  let output = unsafe open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  guard output >= 0 else { throw failure(target) }
  defer { _ = close(output) }
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(input, $0.baseAddress, $0.count)
    }
    if count < 0 { throw failure(source) }
    guard count > 0 else { return }
    var place = 0
    while place < count {
      let written = unsafe buffer.withUnsafeBytes { buffer in
        unsafe write(output, buffer.baseAddress.map { unsafe $0 + place }, count - place)
      }
      guard written > 0 else { throw failure(target) }
      place += written
    }
  }
}
