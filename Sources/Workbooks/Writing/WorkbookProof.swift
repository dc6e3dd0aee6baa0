import Text

/// The verification of a written workbook, which compares every cell read back with the plan or with the saved workbook.
///
/// libxlsxwriter assembles each part in temporary files, and notices neither a failed write to the disk nor a failed read. The archive is
/// then incomplete, but with a matching checksum.
struct WorkbookProof {
  let plan: WorkbookPlan
  /// The workbook before the change, or `nil` for a new one.
  var saved: SavedWorkbook?

  /// Checks that every part of a file is complete XML and that every cell is present.
  ///
  /// - Throws: `WorkbookError` for an incomplete file; a new file beyond the limits of reading passes.
  func expect(at path: String) throws(WorkbookError) {
    let written: SavedWorkbook
    do throws(WorkbookProblem) {
      written = try Self.workbook(at: path)
    } catch {
      if saved == nil, case .tooLarge = error { return }
      throw .refused(step: "check", reason: "\(error)")
    }
    guard saved != nil || written.tables.count == plan.sheets.count else {
      throw .refused(step: "check", reason: "a sheet is missing in what was written")
    }
    let tables = Dictionary(firstOf: written.tables.map { ($0.name, $0) })
    for (number, sheet) in plan.sheets.enumerated() {
      let table = saved == nil ? written.tables[number] : tables[sheet.name]
      for (row, cells) in sheet.rows.enumerated() {
        for (column, cell) in cells.cells.enumerated() where saved == nil || cell.isPlain {
          guard table?[row: row, column: column].plainText == cell.plainText else {
            throw Self.failure(sheet.name, CellPosition(row: row, column: column))
          }
        }
      }
    }
    let planned = Dictionary(firstOf: plan.sheets.map { ($0.name, $0) })
    for table in saved?.tables ?? [] {
      let sheet = planned[table.name]
      if sheet == nil || sheet?.overlay != nil { try expect(table, sheet, in: tables) }
    }
  }

  /// Checks that people's cells on a sheet are still in their places.
  private func expect(
    _ saved: SavedTable,
    _ plan: SheetPlan?,
    in tables: [String: SavedTable]
  ) throws(WorkbookError) {
    guard let table = tables[saved.name] else {
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

  /// Reads a file after checking that all its parts are complete XML, including those that the reader of cells does not need.
  private static func workbook(at path: String) throws(WorkbookProblem) -> SavedWorkbook {
    var archive = try ZipArchive(path: path, limits: .standard)
    for name in archive.names where name.hasSuffix(".xml") || name.hasSuffix(".rels") {
      guard !name.hasPrefix("xl/worksheets/sheet") else { continue }
      _ = try archive.tree(of: name) { _, around in around.count > 1 }
    }
    var reader = try WorkbookReader(path: path, limits: .standard)
    return try reader.workbook()
  }
}

extension CellPlan {
  /// True if the text of the cell does not depend on its format.
  fileprivate var isPlain: Bool {
    switch content {
    case .blank, .text, .number: true
    case .formula, .share, .saved, .kept: false
    }
  }
}

extension CellPlan {
  /// The text of the cell when it is read back.
  package var plainText: String {
    switch content {
    case .blank, .kept: ""
    case .text(let text): text
    case .number(let number): SavedCell.number(Double(number)).plainText
    case .share(let share): shown(share)
    case .formula(_, .number(let number)), .saved(.number(let number)),
      .saved(.formula(_, .number(let number))):
      shown(number)
    case .formula(_, let value): value.plainText
    case .saved(let cell): cell.plainText
    }
  }

  private func shown(_ number: Double) -> String {
    let format = CellLook(style).numberFormat.map { NumberFormat(code: $0) } ?? .plain
    return format.shown(number, .from1900).plainText
  }
}
