/// Finds out what the columns below a row of headings are.
struct HeadingRecognition {
  /// A column, and which of those that were written it is.
  struct Found {
    var column: SavedSheet.Column
    var written: Int?
  }

  let name: ReportTable.Name
  let metadata: ReportMetadata.Sheet?
  let today: ReportTable?
  let oldHeadings: Set<String>

  func columns(of saved: SavedTable, headingRow: Int) -> [Found] {
    let count = saved.rows.map(\.count).max() ?? 0
    var taken: Set<SavedSheet.Column> = []
    var takenWritten: Set<Int> = []
    var found = (0..<count).map { number -> Found in
      let text = saved[row: headingRow, column: number].plainText
      let heading = TextDigest.trimmed(text)
      let isEmpty = saved.rows.indices.dropFirst(headingRow).allSatisfy {
        saved[row: $0, column: number].isBlank
      }
      if isEmpty { return Found(column: .blank, written: nil) }
      let written = metadata?.columns.indices.first {
        !takenWritten.contains($0)
          && TextDigest.trimmed(metadata?.columns[$0].heading ?? "") == heading && !heading.isEmpty
      }
      var column = column(heading: heading, written: written)
      // Of two columns with the same heading the first is ours.
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
    if heading.isEmpty { return .added("") }
    if heading == ReportMetadata.name { return .digests }
    if let written, let column = metadata?.columns[written] {
      if let role = ReportColumn.Role(key: column.key, in: name) { return .role(role) }
      if column.isGenerated { return factor(heading) ?? .gone }
      return .added(heading)
    }
    if let role = ReportColumn.Role(heading: heading, in: name) { return .role(role) }
    if let factor = factor(heading) { return factor }
    return oldHeadings.contains(heading) ? .gone : .added(heading)
  }

  private func factor(_ heading: String) -> SavedSheet.Column? {
    let column = today?.columns.first {
      if case .factor = $0.role { TextDigest.trimmed($0.heading) == heading } else { false }
    }
    return column.map { .role($0.role) }
  }

  /// A column whose heading was edited still stands between its neighbours.
  private func recogniseByPlace(_ found: inout [Found], taken: inout Set<SavedSheet.Column>) {
    guard let metadata else { return }
    for number in found.indices {
      guard case .added = found[number].column, found[number].written == nil else { continue }
      let left = number == 0 ? -1 : found[number - 1].written
      let right = number + 1 < found.count ? found[number + 1].written : metadata.columns.count
      guard let left, left + 1 < metadata.columns.count,
        !found.contains(where: { $0.written == left + 1 }),
        right == nil || right == left + 2
      else { continue }
      let written = metadata.columns[left + 1]
      guard written.isGenerated || ReportColumn.Role(key: written.key, in: name) != nil
      else { continue }
      // A column without a heading is nobody's edit of one.
      if case .added("") = found[number].column { continue }
      let column = column(heading: TextDigest.trimmed(written.heading), written: left + 1)
      guard column == .gone || taken.insert(column).inserted else { continue }
      found[number] = Found(column: column, written: left + 1)
    }
  }
}

extension TextDigest {
  /// A text with one blank where white space stands, and none at its ends.
  static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
