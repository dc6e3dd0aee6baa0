import Reporting
import Specification
import Text
package import Workbooks

/// A layout of rows without ids, such as the front page and the rows above headings, over the saved ones, row on row.
///
/// Every cell that the program did not write belongs to people. It stays if nothing is planned in its place and its line still says the
/// same. Cells in the way of planned ones are set aside.
struct FreeCells {
  private let saved: SavedTable
  private let range: Range<Int>
  private let own: Set<CellPosition>
  private(set) var displaced: [CellPosition] = []

  /// Creates the overlay.
  ///
  /// `digests` are those of all cells that the program wrote in the range, or `nil` if only the program writes there.
  init(_ saved: SavedTable, _ range: Range<Int>, digests: [String]?) {
    self.saved = saved
    self.range = range.clamped(to: saved.rows.indices)
    own = Self.own(in: saved, self.range, digests)
  }

  /// Merges the saved cells into the planned rows, which start at the first row of the sheet.
  ///
  /// Where a line is replaced, `columns` cells are cleared of formatting.
  mutating func lie(under rows: inout [RowPlan], columns: Int) {
    while rows.count < range.upperBound { rows.append(RowPlan()) }
    for row in range {
      let isOtherLine = isOtherLine(row, than: rows[row])
      let width = saved.rows[row].count
      if isOtherLine {
        let missing = max(columns - rows[row].cells.count, 0)
        rows[row].cells += Array(repeating: CellPlan(style: .plain), count: missing)
      }
      let planned = rows[row].cells.map(\.content)
      while rows[row].cells.count < width {
        rows[row].cells.append(CellPlan(.kept, style: .plain))
      }
      for column in 0..<width where !saved.rows[row][column].isBlank {
        let place = CellPosition(row: row, column: column)
        let cell = saved.rows[row][column]
        let content = planned.indices.contains(column) ? planned[column] : nil
        if content == .kept { continue }
        if own.contains(place) {
          if content == nil { rows[row].cells[column] = CellPlan(style: .plain) }
        } else if content == .blank || content == nil {
          if isOtherLine { displaced.append(place) }
          rows[row].cells[column].content = isOtherLine ? .blank : .kept
        } else if !rows[row].cells[column].says(cell) {
          displaced.append(place)
        }
      }
    }
  }

  /// True if a generated line is replaced by a different one.
  private func isOtherLine(_ row: Int, than plan: RowPlan) -> Bool {
    guard own.contains(CellPosition(row: row, column: 0)) else { return false }
    return saved[row: row, column: 0].plainText != plan.cells.first?.plainText ?? ""
  }

  func note(_ place: CellPosition, _ language: Language) -> SetAsideNote {
    let (row, column) = (place.row + 1, place.column + 1)
    let line = CellPosition(row: place.row, column: 0)
    return SetAsideNote(
      subject: own.contains(line) ? saved[row: place.row, column: 0].plainText : "",
      origin: saved.name,
      reason: ReportText(language: language)(
        "Written in row \(row), column \(column)",
        "\(row)行\(column)列目への書き込み"
      ),
      cell: saved[row: place.row, column: place.column]
    )
  }

  /// Returns the index of the saved sheet written with these digests, which may have been renamed but has mostly the same contents.
  static func index(of sheet: ReportMetadata.Sheet, in saved: [SavedTable]) -> Int? {
    if let same = saved.firstIndex(where: { $0.name == sheet.title }) { return same }
    guard !sheet.digests.isEmpty else { return nil }
    return saved.indices.first { index in
      let table = saved[index]
      return own(in: table, table.rows.indices, sheet.digests).count * 10
        > sheet.digests.count * 6
    }
  }

  private static func own(
    in saved: SavedTable,
    _ range: Range<Int>,
    _ digests: [String]?
  ) -> Set<CellPosition> {
    var expected: [String: Int] = [:]
    for digest in digests ?? [] { expected[digest, default: 0] += 1 }
    var own: Set<CellPosition> = []
    for row in range {
      for (column, cell) in saved.rows[row].enumerated() where !cell.isBlank {
        if digests != nil {
          let digest = cell.writtenDigest
          guard let count = expected[digest], count > 0 else { continue }
          expected[digest] = count - 1
        }
        own.insert(CellPosition(row: row, column: column))
      }
    }
    return own
  }

  /// True if the program wrote any cell of the row.
  func isOwn(row: Int) -> Bool { own.contains { $0.row == row } }

  /// True if the program wrote the content of the cell.
  func isOwn(row: Int, column: Int) -> Bool { own.contains(CellPosition(row: row, column: column)) }
}

extension SavedCell {
  /// The digest of the cell's content, using the formula if there is one.
  var writtenDigest: String {
    guard case .formula(let formula, _) = self else { return TextDigest.cell(plainText) }
    return TextDigest.cell("=" + FormulaWords.comparable(formula))
  }
}

extension CellPlan {
  /// True if a saved cell has the planned content, comparing formulas by their text and other cells as shown.
  fileprivate func says(_ saved: SavedCell) -> Bool {
    guard case .formula(let planned, _) = content, case .formula(let formula, _) = saved else {
      return plainText == saved.plainText
    }
    return FormulaWords.comparable(planned) == FormulaWords.comparable(formula)
  }
}

/// A text that people wrote in place of a generated cell, to be kept in a separate table.
struct SetAsideNote: Hashable {
  /// The row that it was about, or an empty text if unknown.
  var subject: String
  var origin: String
  var reason: String
  var cell: SavedCell
}

extension ReportTable {
  init(_ notes: [SetAsideNote], _ language: Language) {
    let name = Name.setAside
    self.init(
      name: name,
      title: name.title(language),
      head: [.line(name.purpose(language))],
      columns: name.statements.map { name.column($0.role, language) },
      rows: notes.map { note in
        Row(
          key: "",
          cells: [
            .text(note.subject), .text(note.origin), .text(note.reason),
            ReportCell(entered: note.cell),
          ]
        )
      }
    )
  }
}

/// The workbook of the report, placed over the saved one.
extension CarryOver {
  /// Returns the plan of the workbook for `reviseWorkbook`, arranged like the saved one.
  ///
  /// Cells that are in the way of planned ones are added to the table of entries set aside. `created` is in seconds since 1970, or `nil`
  /// for a fixed time.
  package mutating func workbook(created: Int?) -> WorkbookPlan {
    var plan = plan(created)
    let displaced = lay(&plan)
    if !displaced.isEmpty {
      setAside(displaced)
      plan = self.plan(created)
      _ = lay(&plan)
    }
    return plan
  }

  private func plan(_ created: Int?) -> WorkbookPlan {
    created.map { WorkbookPlan(report, created: $0) } ?? WorkbookPlan(report)
  }

  /// Places the rows without ids over the saved ones, and returns the cells in their way.
  private func lay(_ plan: inout WorkbookPlan) -> [SetAsideNote] {
    plan.sheets.indices.flatMap { number -> [SetAsideNote] in
      guard let (saved, rows, digests) = freeCells(of: plan.sheets[number]) else { return [] }
      var cells = FreeCells(saved, rows, digests: digests)
      let columns = plan.sheets[number].columns.count
      cells.lie(under: &plan.sheets[number].rows, columns: columns)
      if plan.sheets[number].overlay == nil {
        let width = saved.rows.map(\.count).max() ?? 0
        let columns = plan.sheets[number].columns.indices.dropFirst(width)
        plan.sheets[number].overlay = SheetOverlay(newColumns: Set(columns))
      }
      return cells.displaced.map { cells.note($0, report.language) }
    }
  }

  /// Returns the saved rows without ids under a planned sheet, with the digests of the generated cells, or `nil` for a new sheet.
  private func freeCells(of sheet: SheetPlan) -> (SavedTable, Range<Int>, digests: [String]?)? {
    func whole(_ part: ReportPart) -> (SavedTable, Range<Int>, [String]?)? {
      freeSheets[part].map { ($0, $0.rows.indices, digests(part)) }
    }
    if sheet.name == ReportMetadata.name {
      return saved.tables.first { $0.isHidden && $0.name == sheet.name }
        .map { ($0, $0.rows.indices, nil) }
    }
    if let table = report.tables.first(where: { $0.title == sheet.name }) {
      guard table.overlay != nil, let saved = saved.tables.first(where: { $0.name == sheet.name })
      else { return whole(.table(table.name)) }
      return (saved, 0..<table.headingRow, digests(.table(table.name)))
    }
    if let emptied = report.emptiedSheets.first(where: { $0.title == sheet.name }) {
      return whole(emptied.part)
    }
    if sheet.name == report.summary.title { return whole(.summary) }
    guard sheet.name == report.coverage?.title, let (saved, rows, digests) = whole(.coverage)
    else { return nil }
    // Programs save shares in different ways.
    let numbers = saved.rows.joined().filter(\.isShare).map(\.writtenDigest)
    return (saved, rows, (digests ?? []) + numbers)
  }

  private func digests(_ part: ReportPart) -> [String] {
    metadata?.sheets.first { $0.part == part }?.digests ?? []
  }
}

extension SavedCell {
  /// True if the cell looks like a share: a number up to 1, or a percentage.
  fileprivate var isShare: Bool {
    let text = plainText
    if text.hasSuffix("%") { return Double(text.dropLast()) != nil }
    return Double(text).map { (0...1).contains($0) } ?? false
  }
}
