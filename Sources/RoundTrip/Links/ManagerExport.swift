package import Reporting
package import Text
package import Workbooks

/// A case or an issue as a tool exports it.
package struct ManagerEntry: Hashable, Sendable {
  /// The tool's id, as written there.
  package var entry: String
  package var title: String
  /// True if it is an issue that is closed.
  package var isClosed = false

  package init(_ entry: String, _ title: String, isClosed: Bool = false) {
    (self.entry, self.title, self.isClosed) = (entry, title, isClosed)
  }
}

/// Reading what a tool exports: the ids that it gives, and the titles that we find our own in.
package enum ManagerExport {
  /// Reads a table, of a workbook the first sheet with the columns.
  ///
  /// - Parameters:
  ///   - profile: The tool.
  ///   - saved: What it exported.
  /// - Returns: Its rows with an id and a title.
  /// - Throws: `FormatMismatch` if no table has its columns.
  package static func entries(
    of profile: ExportProfile,
    in saved: SavedWorkbook
  ) throws(FormatMismatch) -> [ManagerEntry] {
    let names = profile.export
    for table in saved.tables {
      // Some tools write a few lines above the headings.
      for (number, row) in table.rows.prefix(20).enumerated() {
        let headings = row.map { $0.words.lowercased() }
        guard let entry = headings.firstIndex(where: names.entry.contains),
          let title = headings.firstIndex(where: names.title.contains)
        else { continue }
        return (number + 1..<table.rows.count).compactMap { row in
          let cells = (table[row: row, column: entry].words, table[row: row, column: title].words)
          // Rows of steps have neither.
          return cells.0.isEmpty || cells.1.isEmpty ? nil : ManagerEntry(cells.0, cells.1)
        }
      }
    }
    let wanted = "“\(names.shown.entry)” and “\(names.shown.title)”"
    throw FormatMismatch(
      "no row has the headings \(wanted) of an export of \(profile.toolName)"
    )
  }

  /// Reads the XML that TestRail exports of a suite.
  package static func entries(xml bytes: [UInt8]) throws(FormatMismatch) -> [ManagerEntry] {
    try XMLRecords.read("case", in: bytes).compactMap { record in
      guard let entry = record["id"], let title = record["title"] else { return nil }
      return ManagerEntry(entry.trimmed, title.trimmed)
    }
  }

  /// Reads the Markdown that `check-tests pull` of testomat.io writes, or `push` wrote ids into.
  package static func entries(markdown text: String) -> [ManagerEntry] {
    var entries: [ManagerEntry] = []
    var entry: String?
    var isInside = false
    var isTest = false
    for line in text.withPlainLineBreaks.split(separator: "\n").map(\.trimmed) {
      if line.hasPrefix("<!-- test") || line.hasPrefix("<!-- suite") {
        isTest = line.hasPrefix("<!-- test")
        isInside = !line.hasSuffix("-->")
        entry = nil
      } else if isInside {
        if line == "-->" { isInside = false }
        if line.hasPrefix("id:") { entry = line.dropFirst(3).trimmed }
      } else if line.hasPrefix("#"), isTest {
        if let entry { entries.append(ManagerEntry(entry, line.drop { $0 == "#" }.trimmed)) }
        isTest = false
      }
    }
    return entries
  }

  /// Reads what `gh issue list --json number,title,state,body` prints.
  package static func entries(json bytes: [UInt8]) throws(FormatMismatch) -> [ManagerEntry] {
    try JSONNode(json: bytes).map { (issue) throws(FormatMismatch) in try entry(of: issue) }
  }

  private static func entry(of issue: JSONNode) throws(FormatMismatch) -> ManagerEntry {
    // The hidden mark outlives a new title.
    let body = issue.optional("body")?.value.string ?? ""
    let mark = body.firstMatch(of: /<!-- specmatrix:(Q-[0-9A-F]{8}) -->/)
    let title = try issue.member("title").string()
    return ManagerEntry(
      String(try issue.member("number").integer()),
      mark.map { String($0.output.1) } ?? title,
      isClosed: issue.optional("state")?.value.string == "CLOSED"
    )
  }
}
