import Reporting
import Text
import Workbooks

/// The recognition of the columns below a row of headings.
struct HeadingRecognition {
  /// A column with its index in the metadata.
  struct Found {
    var column: SavedSheet.Column
    var written: Int?
    /// True if the column was identified by its neighbours rather than by its heading.
    var isByPlace = false
  }

  private let saved: SavedTable
  private let vocabulary: Vocabulary
  private let metadata: ReportMetadata.Sheet?
  /// The last nonempty row of each column, or `nil` if there is none.
  private let lastRows: [Int?]
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

  /// The columns by heading, remembered because every row below the headings looks them up again.
  private var meanings: [String: SavedSheet.Column] = [:]

  mutating func columns(headingRow: Int) -> [Found] {
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
      var column =
        written.map { self.column(heading: heading, written: $0) } ?? meaning(of: heading)
      // The first of two columns with the same heading is the generated one.
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

  private mutating func meaning(of heading: String) -> SavedSheet.Column {
    if let known = meanings[heading] { return known }
    let column = column(heading: heading, written: nil)
    meanings[heading] = column
    return column
  }

  private func column(heading: String, written: Int?) -> SavedSheet.Column {
    // On a sheet, a column without a heading stays where it is.
    if heading.isEmpty { return saved.name.isEmpty ? .added("") : .blank }
    if heading == ReportMetadata.name { return .digests }
    // Comparing a text of megabytes with all names would take seconds, and no heading is that long.
    if heading.utf8.count > 10_000 { return .added(heading) }
    if let written, let column = metadata?.columns[written] {
      if let role = vocabulary.role(key: column.key) { return .role(role) }
      if column.isGenerated { return vocabulary.factor(heading).map { .role($0) } ?? .gone }
      // Results on a device are matched by heading, since the device may be new or be back.
      return vocabulary.device(heading).map { .role($0) } ?? .added(heading)
    }
    if let role = vocabulary.role(of: heading) { return .role(role) }
    return vocabulary.isFormer(heading) ? .gone : .added(heading)
  }

  /// Identifies a column with an edited heading by its neighbours.
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
