/// A saved sheet that the program once wrote: which columns are whose, however people moved and renamed them.
struct SavedSheet {
  /// What a saved column is.
  enum Column: Hashable {
    case role(ReportColumn.Role)
    /// Was generated, and is no more.
    case gone
    /// The digests of each row.
    case digests
    /// People's own.
    case added(String)
    /// Nothing stands in it.
    case blank
  }

  let name: ReportTable.Name
  let saved: SavedTable
  /// The number of the row with the headings.
  let headingRow: Int
  let columns: [Column]
  /// By column: which of the columns that were written it is.
  let written: [Int?]
  private let metadata: ReportMetadata.Sheet?

  /// Headings may stand a few rows lower where people put rows above them.
  private static let rowsSearched = 20

  /// Recognises a table; `nil` where the sheet has not the columns that tell it from others.
  ///
  /// - Parameters:
  ///   - saved: The sheet as it was saved.
  ///   - name: Which table it may be.
  ///   - metadata: What was written on it.
  ///   - table: The table of today, which names its factors.
  ///   - oldHeadings: What factors were called before.
  init?(
    _ saved: SavedTable,
    as name: ReportTable.Name,
    metadata: ReportMetadata.Sheet?,
    today table: ReportTable?,
    oldHeadings: Set<String>
  ) {
    let recognition = HeadingRecognition(
      name: name,
      metadata: metadata,
      today: table,
      oldHeadings: oldHeadings
    )
    let candidates = saved.rows.indices.prefix(Self.rowsSearched).map { row in
      (row: row, columns: recognition.columns(of: saved, headingRow: row))
    }
    func score(_ columns: [HeadingRecognition.Found]) -> Int {
      columns.count {
        if case .role = $0.column { true } else { false }
      }
    }
    let best = candidates.max { (score($0.columns), $1.row) < (score($1.columns), $0.row) }
    guard let best, score(best.columns) > name.tellingRoles.count,
      name.tellingRoles.allSatisfy({ role in best.columns.contains { $0.column == .role(role) } })
    else { return nil }
    self.name = name
    self.saved = saved
    self.metadata = metadata
    headingRow = best.row
    columns = best.columns.map(\.column)
    written = best.columns.map(\.written)
  }

  /// How many columns are known, for choosing among several sheets that may be the same table.
  var knownColumns: Int {
    columns.count {
      if case .role = $0 { true } else { false }
    }
  }

  /// The rows below the headings in which anything stands.
  var rows: [Int] {
    saved.rows.indices.filter { row in
      row > headingRow && saved.rows[row].contains { !$0.isBlank }
    }
  }

  func column(_ role: ReportColumn.Role) -> Int? { columns.firstIndex(of: .role(role)) }

  func text(_ role: ReportColumn.Role, row: Int) -> String {
    column(role).map { saved[row: row, column: $0].plainText } ?? ""
  }

  /// What tells the row apart; `nil` where people left it out.
  func key(ofRow row: Int) -> [String]? {
    let key = name.keyRoles.map { TextDigest.trimmed(text($0, row: row)) }
    return key.allSatisfy(\.isEmpty) ? nil : key
  }

  /// The digest that a cell had when it was written.
  func digest(row: Int, column: Int) -> String? {
    guard let metadata, let written = written[column],
      let digests = columns.firstIndex(of: .digests)
    else { return nil }
    let pieces = ReportMetadata.pieces(of: saved[row: row, column: digests].plainText)
    let generated = metadata.columns.prefix(written).count(where: \.isGenerated)
    return metadata.columns[written].isGenerated && generated < pieces.count
      ? pieces[generated] : nil
  }

  /// Whether what was written is known, cell by cell.
  var hasDigests: Bool { metadata != nil && columns.contains(.digests) }

  /// Whether the program wrote the row; `nil` where that cannot be told.
  func isGenerated(row: Int) -> Bool? {
    columns.firstIndex(of: .digests).map { column in
      let digests = saved[row: row, column: column].plainText
      // A copy of the headings has theirs.
      return !digests.isEmpty && digests.allSatisfy(\.isHexDigit)
    }
  }

  /// What stands above a column.
  func heading(ofColumn column: Int) -> String {
    TextDigest.trimmed(saved[row: headingRow, column: column].plainText)
  }

  /// What was written above a column, where people changed it.
  func formerHeading(ofColumn column: Int) -> String? {
    guard let written = written[column], let was = metadata?.columns[written].heading,
      TextDigest.trimmed(was) != heading(ofColumn: column)
    else { return nil }
    return TextDigest.trimmed(was)
  }

  /// The width that people gave a column; `nil` where it has the one that was written.
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
