/// The proof that a workbook was written whole: it is read back.
///
/// libxlsxwriter puts each part together in temporary files and notices neither a write that the disk refuses nor a read that fails:
/// the archive then holds less, with a checksum that is right.
struct WorkbookProof {
  let plan: WorkbookPlan

  /// Makes sure that every part of a file is XML from its beginning to its end, and that every cell came out as planned.
  ///
  /// - Throws: `WorkbookError` for a file that is not whole; one beyond the limits of reading passes.
  func expect(at path: String) throws(WorkbookError) {
    let saved: SavedWorkbook
    do throws(WorkbookProblem) {
      saved = try Self.workbook(at: path)
    } catch {
      if case .tooLarge = error { return }
      throw .refused(step: "check", reason: "\(error)")
    }
    guard saved.tables.count == plan.sheets.count else {
      throw .refused(step: "check", reason: "a sheet is missing in what was written")
    }
    for (sheet, table) in zip(plan.sheets, saved.tables) {
      for (number, row) in sheet.rows.enumerated() {
        for (column, cell) in row.cells.enumerated()
        where cell.plainText != table[row: number, column: column].plainText {
          let place = "\(sheet.name), row \(number + 1), column \(column + 1)"
          throw .refused(step: "check", reason: "\(place) is not what was written")
        }
      }
    }
  }

  /// What a file says, all of whose parts are XML to their ends: those that the reader of cells does not look at are read by themselves.
  static func workbook(at path: String) throws(WorkbookProblem) -> SavedWorkbook {
    var archive = try ZipArchive(path: path, limits: .standard)
    for name in archive.names where name.hasSuffix(".xml") || name.hasSuffix(".rels") {
      guard !name.hasPrefix("xl/worksheets/sheet") else { continue }
      try archive.forEachEvent(of: name, limits: .standard) { _ in }
    }
    var reader = try WorkbookReader(path: path, limits: .standard)
    return try reader.workbook()
  }
}

extension CellPlan {
  /// What stands in the cell when it is read back.
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
    return ShownNumber(number, format, .from1900).cell.plainText
  }
}
