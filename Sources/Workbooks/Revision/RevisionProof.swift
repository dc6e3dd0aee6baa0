/// The proof that a revised workbook is whole: it is read back, and every cell compared with the plan or with what was saved.
struct RevisionProof {
  private let revision: WorkbookRevision
  private let saved: SavedWorkbook
  private let places: PlannedPlaces
  private let map: ReferenceMap
  private let touched: [Set<CellPosition>]?

  init(
    _ revision: WorkbookRevision,
    saved: SavedWorkbook,
    _ places: PlannedPlaces,
    _ map: ReferenceMap,
    touched: [Set<CellPosition>]?
  ) {
    self.revision = revision
    self.saved = saved
    self.places = places
    self.map = map
    self.touched = touched
  }

  /// Makes sure that every part that a program reads is XML from its beginning to its end, and that every cell is there.
  func expect(at path: String) throws(WorkbookError) {
    let result: SavedWorkbook
    do throws(WorkbookProblem) {
      var archive = try ZipArchive(path: path, limits: .standard)
      for name in archive.names where name.hasSuffix(".xml") || name.hasSuffix(".rels") {
        guard !name.hasPrefix("xl/worksheets/sheet") else { continue }
        try archive.forEachEvent(of: name, limits: .standard) { _ in }
      }
      var reader = try WorkbookReader(path: path, limits: .standard)
      result = try reader.workbook()
    } catch {
      throw .refused(step: "check", reason: "\(error)")
    }
    var tables: [String: SavedTable] = [:]
    for table in result.tables { tables[table.name] = table }
    for (number, sheet) in revision.plan.sheets.enumerated() {
      try expect(sheet, number, in: tables[places.names[number]])
    }
    for table in saved.tables where !map.removed.contains(table.name.lowercased()) {
      try expect(table, in: tables[table.name])
    }
  }

  /// What is planned stands in its place.
  private func expect(
    _ plan: SheetPlan,
    _ number: Int,
    in table: SavedTable?
  ) throws(WorkbookError) {
    let layout = places.layouts[number]
    for (row, cells) in plan.rows.enumerated() {
      for (column, cell) in cells.cells.enumerated() {
        if let touched, !touched[number].contains(CellPosition(row: row, column: column)) {
          continue
        }
        let expected: String
        switch cell.content {
        case .blank: expected = ""
        case .text(let text): expected = text
        case .number(let number): expected = SavedCell.number(Double(number)).plainText
        // How these read depends on how they look.
        case .formula, .share, .saved: continue
        }
        let place = CellPosition(
          row: layout.plannedRows[row],
          column: layout.plannedColumns[column]
        )
        let found = table?[row: place.row, column: place.column].plainText
        guard found == expected else { throw Self.failure(places.names[number], place) }
      }
    }
  }

  /// What people have on a sheet stands where it stood, or where its row went.
  private func expect(_ saved: SavedTable, in table: SavedTable?) throws(WorkbookError) {
    guard let table else {
      throw .refused(step: "check", reason: "the sheet '\(saved.name)' is missing")
    }
    let layout = map.layout(of: saved.name) ?? SheetLayout()
    var plannedCells: [Int: Set<Int>] = [:]
    if let number = revision.sheets.firstIndex(where: { $0?.saved == saved.name }),
      let alignment = revision.sheets[number]
    {
      for (row, place) in alignment.rows.enumerated() {
        guard let place else { continue }
        let cells = revision.plan.sheets[number].rows[row].cells.indices
        plannedCells[place] =
          Set(cells.compactMap { alignment.columns[$0] }).union(alignment.clearedColumns)
      }
    }
    for (row, cells) in saved.rows.enumerated() {
      guard let final = layout.row(row) else { continue }
      for (column, cell) in cells.enumerated() {
        if case .formula = cell { continue }
        if plannedCells[row]?.contains(column) == true { continue }
        guard table[row: final, column: column] == cell else {
          throw Self.failure(saved.name, CellPosition(row: final, column: column))
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

/// Copies a file over another.
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
