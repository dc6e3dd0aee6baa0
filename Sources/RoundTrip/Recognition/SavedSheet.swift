import Reporting
import Specification
import Text
import Workbooks

/// A saved sheet with a table of the report in it, or one like it: which columns mean what, however people moved and renamed them.
///
/// The only recogniser of saved sheets. Headings are looked for in the first rows, since people put titles above them; a column is
/// known by its heading in any language, by the heading that the hidden sheet says was written there, or by its neighbours.
struct SavedSheet {
  enum Column: Hashable {
    case role(ReportColumn.Role)
    /// Was generated, and is no more.
    case gone
    case digests
    /// People's own.
    case added(String)
    case blank
  }

  let name: ReportTable.Name
  let saved: SavedTable
  /// The rows to which people pinned comments or pictures.
  let pinnedRows: Set<Int>
  /// The number of the row with the headings.
  let headingRow: Int
  let columns: [Column]
  /// By column: which of the columns that were written it is.
  private let written: [Int?]
  let metadata: ReportMetadata.Sheet?
  let digestColumn: Int?
  /// By column: which of its row's digests is that of its cell.
  private let digestPlaces: [Int?]

  /// Headings may stand a few rows lower where people put rows above them.
  static let rowsSearched = 30

  /// Recognises a table; `nil` if no row of headings has roles that tell it from others.
  init?(
    _ saved: SavedTable,
    _ vocabulary: Vocabulary,
    metadata: ReportMetadata.Sheet?,
    isEnough: (Set<ReportColumn.Role>) -> Bool
  ) {
    let recognition = HeadingRecognition(saved, vocabulary, metadata)
    let candidates = saved.rows.indices.prefix(Self.rowsSearched).map { row in
      (row: row, columns: recognition.columns(headingRow: row))
    }
    // Beside one another the cells of any full row could be edited headings: what they say comes first.
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

  /// Recognises a table that the program wrote, by the columns that tell it from the others.
  init?(_ saved: SavedTable, _ vocabulary: Vocabulary, metadata: ReportMetadata.Sheet?) {
    let identifying = vocabulary.table.identifyingRoles
    self.init(saved, vocabulary, metadata: metadata) { roles in
      roles.count > identifying.count && roles.isSuperset(of: identifying)
    }
  }

  /// How many columns are known, for choosing among several sheets that may be the same table.
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

  func text(_ role: ReportColumn.Role, row: Int) -> String {
    column(role).map { saved[row: row, column: $0].plainText } ?? ""
  }

  /// What tells the row apart; `nil` if people left it out.
  func key(ofRow row: Int) -> [String]? {
    let key = name.keyRoles.map { text($0, row: row).withSingleBlanks }
    return key.allSatisfy(\.isEmpty) ? nil : key
  }

  /// The digest that a cell had when it was written.
  func digest(row: Int, column: Int) -> String? {
    guard let place = digestPlaces[column], let digests = digestColumn else { return nil }
    return ReportMetadata.piece(place, of: saved[row: row, column: digests].plainText)
  }

  /// True if a person changed what the program wrote in a cell.
  func isEdited(row: Int, column: Int) -> Bool {
    digest(row: row, column: column).map {
      $0 != TextDigest.cell(saved[row: row, column: column].plainText)
    } ?? false
  }

  /// True if what was written is known, cell by cell.
  var hasDigests: Bool { metadata != nil && digestColumn != nil }

  /// True if the program wrote the row; `nil` if unknown.
  func isGenerated(row: Int) -> Bool? {
    digestColumn.map { column in
      let digests = saved[row: row, column: column].plainText
      // A copy of the headings has theirs.
      return !digests.isEmpty && digests.allSatisfy(\.isHexDigit)
    }
  }

  /// The cells of some columns that are merged with a cell above, each with the one that has the text.
  func merged(_ roles: [ReportColumn.Role]) -> [CellPosition: CellPosition] {
    var merged: [CellPosition: CellPosition] = [:]
    for merge in saved.merges {
      let first = max(merge.first.row, headingRow) + 1
      let below = (first..<max(first, merge.last.row + 1)).clamped(to: saved.rows.indices)
      let columns = merge.first.column...merge.last.column
      for column in roles.compactMap(column) where columns ~= column && !below.isEmpty {
        // Many can lie on each other.
        guard merged.count + below.count <= 100_000 else { return merged }
        for row in below { merged[CellPosition(row: row, column: column)] = merge.first }
      }
    }
    return merged
  }

  /// Those of the columns that testers fill in.
  var mergedEntries: [CellPosition: CellPosition] {
    merged(results + [.tester, .testedOn, .recheck])
  }

  /// The first few of those cells: `Cases!H4, Cases!H9 and 3 more`; `nil` for none.
  var mergedCells: String? {
    let cells = mergedEntries.firstCells
    guard !cells.isEmpty else { return nil }
    let named = cells.prefix(5).map { "\(saved.name)!\($0)" }.joined(separator: ", ")
    return named + (cells.count > 5 ? " and \(cells.count - 5) more" : "")
  }

  /// The columns for people in which something stands in a row; `nil` for those that people added.
  func entries(ofRow row: Int) -> [ReportColumn.Role?] {
    columns.indices.compactMap { column -> ReportColumn.Role?? in
      guard !saved[row: row, column: column].isBlank, isForPeople(column) else { return nil }
      return .some(columns[column].role)
    }
  }

  /// True if what the row is about was gone when it was written.
  func isGone(row: Int) -> Bool { !text(.state, row: row).isEmpty }

  /// The rows, those last of which the subject was gone when they were written.
  var rowsByState: [Int] {
    rows.filter { !isGone(row: $0) } + rows.filter(isGone)
  }

  /// True if somebody wrote over the digests of a row; a copy of the headings has theirs.
  func isWrittenOver(_ row: Int, _ column: Int) -> Bool {
    let text = saved[row: row, column: column].plainText
    return text != ReportMetadata.name && !text.allSatisfy(\.isHexDigit)
  }

  func heading(ofColumn column: Int) -> String {
    saved[row: headingRow, column: column].plainText.withSingleBlanks
  }

  /// What was written above a column, where people changed it.
  func formerHeading(ofColumn column: Int) -> String? {
    guard let written = written[column], let was = metadata?.columns[written].heading,
      was.withSingleBlanks != heading(ofColumn: column)
    else { return nil }
    return was.withSingleBlanks
  }

  /// The key with which the program wrote a column for the results on a device.
  func deviceKey(ofColumn column: Int) -> String? {
    written[column].flatMap { metadata?.columns[$0].key }
      .flatMap { $0.hasPrefix(ReportColumn.Role.deviceKey) ? $0 : nil }
  }

  /// The width that people gave a column; `nil` if it has the one that was written.
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
  /// The same where nothing stands that follows from the answers.
  fileprivate func withoutStatus(_ columns: [SavedSheet.Column], below heading: Int) -> Self {
    guard let status = columns.firstIndex(of: .role(.refusal)) else { return self }
    var table = self
    for row in rows.indices where row > heading && rows[row].indices.contains(status) {
      if AnswerStatus.isWord(rows[row][status].plainText) { table.rows[row][status] = .empty }
    }
    return table
  }

  /// The rows in which headings are looked for.
  var head: SavedTable {
    var head = self
    head.rows = Array(rows.prefix(SavedSheet.rowsSearched))
    return head
  }
}

extension [CellPosition: CellPosition] {
  /// The cells with the texts, in the order of the sheet.
  var firstCells: [CellPosition] {
    Set(values).sorted { ($0.row, $0.column) < ($1.row, $1.column) }
  }
}

extension SavedSheet.Column {
  var role: ReportColumn.Role? {
    if case .role(let role) = self { role } else { nil }
  }
}

/// Finds out what the columns below a row of headings are.
private struct HeadingRecognition {
  /// A column, and which of those that were written it is.
  struct Found {
    var column: SavedSheet.Column
    var written: Int?
    /// True if its neighbours tell, and not its heading.
    var isByPlace = false
  }

  private let saved: SavedTable
  private let vocabulary: Vocabulary
  private let metadata: ReportMetadata.Sheet?
  /// By column: the last row that is not empty; `nil` for none.
  private let lastRows: [Int?]
  /// By heading: which of the columns that were written have it.
  private let writtenByHeading: [String: [Int]]

  init(_ saved: SavedTable, _ vocabulary: Vocabulary, _ metadata: ReportMetadata.Sheet?) {
    self.saved = saved
    self.vocabulary = vocabulary
    self.metadata = metadata
    var lastRows = [Int?](repeating: nil, count: saved.rows.map(\.count).max() ?? 0)
    for (number, row) in saved.rows.enumerated() {
      for (column, cell) in row.enumerated() where !cell.isBlank { lastRows[column] = number }
    }
    self.lastRows = lastRows
    writtenByHeading = Dictionary(
      grouping: metadata?.columns.indices.map { $0 } ?? [],
      by: { metadata?.columns[$0].heading.withSingleBlanks ?? "" }
    )
  }

  func columns(headingRow: Int) -> [Found] {
    var taken: Set<SavedSheet.Column> = []
    var takenWritten: Set<Int> = []
    var found = lastRows.indices.map { number -> Found in
      guard let last = lastRows[number], last >= headingRow else {
        return Found(column: .blank, written: nil)
      }
      let text = saved[row: headingRow, column: number].plainText
      let heading = text.withSingleBlanks
      let written =
        heading.isEmpty ? nil : writtenByHeading[heading]?.first { !takenWritten.contains($0) }
      var column = column(heading: heading, written: written)
      // The first of two columns with the same heading is ours.
      if case .added = column {
        column = .added(text)
      } else if column != .gone, !taken.insert(column).inserted {
        return Found(column: .added(text), written: nil)
      }
      if let written { takenWritten.insert(written) }
      return Found(column: column, written: written)
    }
    recogniseByPlace(&found, taken: &taken)
    return found
  }

  private func column(heading: String, written: Int?) -> SavedSheet.Column {
    // On a sheet it stays where it is without a name.
    if heading.isEmpty { return saved.name.isEmpty ? .added("") : .blank }
    if heading == ReportMetadata.name { return .digests }
    // To compare a text of megabytes with names takes seconds, and none is so long.
    if heading.utf8.count > 10_000 { return .added(heading) }
    if let written, let column = metadata?.columns[written] {
      if let role = vocabulary.role(key: column.key) { return .role(role) }
      if column.isGenerated { return vocabulary.factor(heading).map { .role($0) } ?? .gone }
      // The results on a device go by their heading: it may be new, or come back.
      return vocabulary.device(heading).map { .role($0) } ?? .added(heading)
    }
    if let role = vocabulary.role(of: heading) { return .role(role) }
    return vocabulary.isFormer(heading) ? .gone : .added(heading)
  }

  /// A column whose heading was edited still stands between its neighbours.
  private func recogniseByPlace(_ found: inout [Found], taken: inout Set<SavedSheet.Column>) {
    guard let metadata else { return }
    var placed = Set(found.compactMap(\.written))
    for number in found.indices {
      guard case .added(let heading) = found[number].column, found[number].written == nil,
        // A column without a heading is not an edited one.
        !heading.isEmpty
      else { continue }
      let left = number == 0 ? -1 : found[number - 1].written
      let right = number + 1 < found.count ? found[number + 1].written : metadata.columns.count
      guard let left, left + 1 < metadata.columns.count, !placed.contains(left + 1),
        right == nil || right == left + 2
      else { continue }
      let written = metadata.columns[left + 1]
      guard written.isGenerated || vocabulary.role(key: written.key) != nil else { continue }
      let column = column(heading: written.heading.withSingleBlanks, written: left + 1)
      guard column == .gone || taken.insert(column).inserted else { continue }
      placed.insert(left + 1)
      found[number] = Found(column: column, written: left + 1, isByPlace: true)
    }
  }
}
