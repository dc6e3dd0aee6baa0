import Reporting
import Specification
import Text
import Workbooks

/// A saved sheet that contains a table of the report, or a similar one, with its columns identified however people moved and renamed them.
///
/// This is the only recogniser of saved sheets. Headings are searched in the first rows, since people add titles above. A column is
/// recognised by its heading in any language, by the heading recorded on the hidden sheet, or by its neighbours.
struct SavedSheet {
  enum Column: Hashable {
    case role(ReportColumn.Role)
    /// A column that was generated but no longer is.
    case gone
    case digests
    /// A column that people added.
    case added(String)
    case blank
  }

  let name: ReportTable.Name
  let saved: SavedTable
  /// The rows to which people anchored comments or pictures.
  let pinnedRows: Set<Int>
  let headingRow: Int
  let columns: [Column]
  /// The index in the metadata of each column.
  private let written: [Int?]
  let metadata: ReportMetadata.Sheet?
  let digestColumn: Int?
  /// The index of each column's digest among those of its row.
  private let digestPlaces: [Int?]

  /// The number of rows searched for headings, since people may insert rows above them.
  static let rowsSearched = 30

  /// Recognises a table, or returns `nil` if no row of headings has enough roles.
  init?(
    _ saved: SavedTable,
    _ vocabulary: Vocabulary,
    metadata: ReportMetadata.Sheet?,
    isEnough: (Set<ReportColumn.Role>) -> Bool
  ) {
    var recognition = HeadingRecognition(saved, vocabulary, metadata)
    let candidates = saved.rows.indices.prefix(Self.rowsSearched).map { row in
      (row: row, columns: recognition.columns(headingRow: row))
    }
    // Any full row could pass for edited headings between each other, so matching texts come first.
    func score(_ columns: [HeadingRecognition.Found]) -> (said: Int, known: Int) {
      let known = columns.filter { $0.column.role != nil }
      return (known.count { !$0.isByPlace }, known.count)
    }
    let best = candidates.map { ($0, score($0.columns)) }.max {
      ($0.1.said, $0.1.known, $1.0.row) < ($1.1.said, $1.1.known, $0.0.row)
    }?.0
    guard let best, isEnough(Set(best.columns.compactMap(\.column.role))) else { return nil }
    name = vocabulary.table
    self.saved = saved.withoutStatus(best.columns.map(\.column), below: best.row)
    pinnedRows = saved.pinnedRows
    self.metadata = metadata
    headingRow = best.row
    columns = best.columns.map(\.column)
    written = best.columns.map(\.written)
    digestColumn = columns.firstIndex(of: .digests)
    var generated = 0
    let places = (metadata?.columns ?? []).map { column -> Int? in
      guard column.isGenerated else { return nil }
      generated += 1
      return generated - 1
    }
    digestPlaces = written.map { $0.flatMap { places[$0] } }
  }

  /// Recognises a generated table by its identifying columns.
  init?(_ saved: SavedTable, _ vocabulary: Vocabulary, metadata: ReportMetadata.Sheet?) {
    let identifying = vocabulary.table.identifyingRoles
    self.init(saved, vocabulary, metadata: metadata) { roles in
      roles.count > identifying.count && roles.isSuperset(of: identifying)
    }
  }

  /// The number of recognised columns, for choosing among candidates for the same table.
  var knownColumns: Int { columns.count { $0.role != nil } }

  /// The rows below the headings that are not empty.
  var rows: [Int] {
    saved.rows.indices.filter { row in
      row > headingRow && saved.rows[row].contains { !$0.isBlank }
    }
  }

  func isForPeople(_ column: Int) -> Bool {
    guard columns.indices.contains(column) else { return true }
    return switch columns[column] {
    case .role(let role): name.isForPeople(role)
    case .added, .blank: true
    case .gone, .digests: false
    }
  }

  /// The language of a sheet of cases.
  var language: Language {
    let isJapanese = [ReportColumn.Role.result, .expected].contains { role in
      column(role).map(heading(ofColumn:))
        == ReportTable.Name.cases.column(role, .japanese).heading
    }
    return isJapanese ? .japanese : .english
  }

  /// The columns in which testers enter results.
  var results: [ReportColumn.Role] { columns.compactMap(\.role).results }

  func column(_ role: ReportColumn.Role) -> Int? { columns.firstIndex(of: .role(role)) }

  /// Returns the cell of a column, empty if the sheet has no such column.
  func cell(_ role: ReportColumn.Role, row: Int) -> SavedCell {
    column(role).map { saved[row: row, column: $0] } ?? .empty
  }

  func text(_ role: ReportColumn.Role, row: Int) -> String { cell(role, row: row).plainText }

  /// Returns the edit that writes a text into a cell, or empties it.
  func edit(row: Int, column: Int, _ text: String) -> CellEdit {
    let position = CellPosition(row: row, column: column)
    let cell: SavedCell = text.isEmpty ? .empty : .text(text)
    return CellEdit(sheet: saved.name, position: position, cell: cell)
  }

  /// Returns the key of a row, or `nil` if it is empty.
  func key(ofRow row: Int) -> [String]? {
    let key = name.keyRoles.map { text($0, row: row).withSingleBlanks }
    return key.allSatisfy(\.isEmpty) ? nil : key
  }

  /// Returns the digest recorded for a cell when it was written.
  func digest(row: Int, column: Int) -> String? {
    guard let place = digestPlaces[column], let digests = digestColumn else { return nil }
    return ReportMetadata.piece(place, of: saved[row: row, column: digests].plainText)
  }

  /// True if people changed the generated content of a cell.
  func isEdited(row: Int, column: Int) -> Bool {
    digest(row: row, column: column).map {
      $0 != TextDigest.cell(saved[row: row, column: column].plainText)
    } ?? false
  }

  /// True if the written content of each cell is known.
  var hasDigests: Bool { metadata != nil && digestColumn != nil }

  /// True if the program wrote the row, or `nil` if unknown.
  func isGenerated(row: Int) -> Bool? {
    digestColumn.map { column in
      let digests = saved[row: row, column: column].plainText
      // A copy of the headings also contains their text in this column.
      return !digests.isEmpty && digests.allSatisfy(\.isHexDigit)
    }
  }

  /// Returns the cells in the given columns that are merged with a cell above, each with the cell that contains the text.
  func merged(_ roles: [ReportColumn.Role]) -> [CellPosition: CellPosition] {
    var merged: [CellPosition: CellPosition] = [:]
    for merge in saved.merges {
      let first = max(merge.first.row, headingRow) + 1
      let below = (first..<max(first, merge.last.row + 1)).clamped(to: saved.rows.indices)
      let columns = merge.first.column...merge.last.column
      for column in roles.compactMap(column) where columns ~= column && !below.isEmpty {
        // Merged ranges may overlap many times.
        guard merged.count + below.count <= 100_000 else { return merged }
        for row in below { merged[CellPosition(row: row, column: column)] = merge.first }
      }
    }
    return merged
  }

  /// The merged cells in the columns for testers.
  var mergedEntries: [CellPosition: CellPosition] {
    merged(results + [.tester, .testedOn, .recheck])
  }

  /// The first of these cells, such as `Cases!H4, Cases!H9 and 3 more`, or `nil` if there are none.
  var mergedCells: String? {
    let cells = mergedEntries.firstCells
    guard !cells.isEmpty else { return nil }
    let named = cells.prefix(5).map { "\(saved.name)!\($0)" }.joined(separator: ", ")
    return named + (cells.count > 5 ? " and \(cells.count - 5) more" : "")
  }

  /// Returns the columns for people that are filled in a row, with `nil` for those that people added.
  func entries(ofRow row: Int) -> [ReportColumn.Role?] {
    columns.indices.compactMap { column -> ReportColumn.Role?? in
      guard !saved[row: row, column: column].isBlank, isForPeople(column) else { return nil }
      return .some(columns[column].role)
    }
  }

  /// Returns the key of a row, or its number if it has no key.
  private func place(ofRow row: Int) -> [String] { key(ofRow: row) ?? ["", "\(row)"] }

  /// Returns the comments that another sheet lacks in the same row and column, even if these were moved.
  func comments(besides other: SavedSheet) -> [SavedComment] {
    func identity(_ comment: SavedComment, on sheet: Self) -> [String] {
      let (column, heading) = (comment.column, sheet.heading(ofColumn: comment.column))
      let role = sheet.columns.indices.contains(column) ? sheet.columns[column].role : nil
      let name = role.map { [$0.key] } ?? ["", heading.isEmpty ? "\(column)" : heading]
      return sheet.place(ofRow: comment.row) + name + [comment.text]
    }
    let others = Set(other.saved.comments.map { identity($0, on: other) })
    return saved.comments.filter { !others.contains(identity($0, on: self)) }
  }

  /// Returns the pictures, charts and shapes that another sheet lacks in the same row, even if it was moved.
  func pictures(besides other: SavedSheet) -> [SavedPicture] {
    func identity(_ picture: SavedPicture, on sheet: Self) -> [String] {
      sheet.place(ofRow: picture.position.row) + [picture.identity]
    }
    let others = Set(other.saved.pictures.map { identity($0, on: other) })
    return saved.pictures.filter { !others.contains(identity($0, on: self)) }
  }

  /// True if the subject of the row had been removed when the sheet was written.
  func isGone(row: Int) -> Bool { !text(.state, row: row).isEmpty }

  /// The rows, with those whose subject had been removed last.
  var rowsByState: [Int] {
    rows.filter { !isGone(row: $0) } + rows.filter(isGone)
  }

  /// True if somebody overwrote the digests of a row, other than by copying the headings.
  func isWrittenOver(_ row: Int, _ column: Int) -> Bool {
    let text = saved[row: row, column: column].plainText
    return text != ReportMetadata.name && !text.allSatisfy(\.isHexDigit)
  }

  func heading(ofColumn column: Int) -> String {
    saved[row: headingRow, column: column].plainText.withSingleBlanks
  }

  /// Returns the written heading of a column if people changed it.
  func formerHeading(ofColumn column: Int) -> String? {
    guard let written = written[column], let was = metadata?.columns[written].heading,
      was.withSingleBlanks != heading(ofColumn: column)
    else { return nil }
    return was.withSingleBlanks
  }

  /// Returns the key with which the program wrote a column for the results on a device.
  func deviceKey(ofColumn column: Int) -> String? {
    written[column].flatMap { metadata?.columns[$0].key }
      .flatMap { $0.hasPrefix(ReportColumn.Role.deviceKey) ? $0 : nil }
  }

  /// Returns the width that people gave a column, or `nil` if it is as written.
  func width(ofColumn column: Int) -> Double? {
    guard saved.widths.indices.contains(column), let width = saved.widths[column], width > 0
    else { return nil }
    // Programs round widths to pixels of their own font.
    if let written = written[column], let was = metadata?.columns[written].width,
      abs(width - was) < 1
    {
      return nil
    }
    if case .role = columns[column], written[column] == nil { return nil }
    return width
  }
}

extension SavedTable {
  /// Returns the table without status texts derived from the answers.
  fileprivate func withoutStatus(_ columns: [SavedSheet.Column], below heading: Int) -> Self {
    guard let status = columns.firstIndex(of: .role(.refusal)) else { return self }
    var table = self
    for row in rows.indices where row > heading && rows[row].indices.contains(status) {
      if AnswerStatus.isWord(rows[row][status].plainText) { table.rows[row][status] = .empty }
    }
    return table
  }

  /// The table reduced to the rows in which headings are searched.
  var head: SavedTable {
    var head = self
    head.rows = Array(rows.prefix(SavedSheet.rowsSearched))
    return head
  }
}

extension [CellPosition: CellPosition] {
  /// The distinct cells that contain the texts, in the order of the sheet.
  var firstCells: [CellPosition] {
    Set(values).sorted { ($0.row, $0.column) < ($1.row, $1.column) }
  }
}

extension SavedSheet.Column {
  var role: ReportColumn.Role? {
    if case .role(let role) = self { role } else { nil }
  }
}
