package import Workbooks

/// The content of one cell of a table, without any format.
package struct ReportCell: Hashable, Sendable {
  /// The kinds of content.
  package enum Content: Hashable, Sendable {
    case empty
    case text(String)
    case number(Int)
    case tally(ReportTally)
    /// The share of the number in a column of the row that is left without the one in another.
    case share(Double, without: ReportColumn.Role, of: ReportColumn.Role)
    /// What people entered, other than text.
    case saved(SavedCell)
  }

  /// Where a click leads.
  package enum Link: Hashable, Sendable {
    /// The row of another table that has the key.
    case row(of: ReportTable.Name, key: String)
    /// An address outside the report.
    case page(String)
  }

  package var content: Content
  /// What a format with narrow columns shows instead, where the whole would fill pages; the whole is elsewhere in the report.
  package var brief: String?
  package var link: Link?
  /// True if the cell says "nothing in particular here" (any value, not applicable) and should step back.
  package var isMuted: Bool

  package init(_ content: Content, brief: String? = nil, link: Link? = nil, isMuted: Bool = false) {
    self.content = content
    self.brief = brief
    self.link = link
    self.isMuted = isMuted
  }

  package static let empty = ReportCell(.empty)

  /// A cell with text; an empty text makes an empty cell.
  package static func text(
    _ text: String,
    brief: String? = nil,
    link: Link? = nil,
    isMuted: Bool = false
  ) -> Self {
    Self(text.isEmpty ? .empty : .text(text), brief: brief, link: link, isMuted: isMuted)
  }

  /// What people entered.
  package init(entered saved: SavedCell) {
    switch saved {
    case .empty: self = .empty
    case .text(let text): self = .text(text)
    case .number, .boolean, .day, .formula, .error: self.init(.saved(saved))
    }
  }

  /// What a reader sees.
  package var shownText: String {
    switch content {
    case .empty: ""
    case .text(let text): brief ?? text
    case .number(let number): String(number)
    case .tally(let tally): String(tally.counted)
    case .share(let share, _, _): "\(Int((share * 100).rounded()))%"
    case .saved(let cell): cell.plainText
    }
  }

  /// All that a reader could see, however narrow the column.
  package var wholeText: String {
    if case .text(let text) = content { text } else { shownText }
  }

  package static func number(_ number: Int) -> Self { Self(.number(number)) }

  /// A number in decimal of any size: as a number where every spreadsheet keeps all its digits, as text with grouped digits beyond.
  package static func count(_ decimal: String) -> Self {
    guard decimal.utf8.count > 15 || Int(decimal) == nil else { return number(Int(decimal) ?? 0) }
    return text(CombinationCount(decimal).grouped)
  }
}
