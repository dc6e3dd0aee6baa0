package import Specification
package import Text
package import Workbooks
import YAMLSyntax

/// A table of the report: named columns, rows that other tables can link to, and the rows above the headings.
package struct ReportTable: Sendable {
  /// The language-independent name of a table.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    case questions, decisions, outcomes, cases, flows, progress, changes, rules, factors, setAside
  }

  /// A row above the headings.
  package enum HeadRow: Hashable, Sendable {
    /// A sentence that runs across the table.
    case line(String)
    /// A label and a cell for people, which applies to every row that is empty in the column with the role.
    case entry(ReportColumn.Role, label: String, cell: ReportCell)
    /// A row of a saved sheet that people wrote.
    case kept
  }

  /// A row, with one cell per column.
  package struct Row: Sendable {
    /// The row's name within the table, for links.
    package var key: String
    package var cells: [ReportCell]
    /// True if people wrote the row.
    package var isAdded: Bool
    /// True if the subject of the row was removed, so that it is collapsed in its place, with the reason in the column `state`.
    package var isGone = false
    /// True if a picture is anchored to the row, as LibreOffice moves the pictures of collapsed rows.
    package var hasDrawing = false
    /// True if the row heads the rows below it.
    package var isHeading = false
    /// The id of the case that the row is about, and the remark for the column `standing` if it has earlier results.
    package var standing: (caseID: String, cell: ReportCell)?
    /// True if the row is collapsed into the last row above that is not.
    package var isFolded = false
    /// True if people fill their columns in this row.
    package var takesEntries = true
    /// The choices of this row by column, where they differ from those of the whole column.
    package var choices: [ReportColumn.Role: [String]]

    package init(
      key: String,
      cells: [ReportCell],
      isAdded: Bool = false,
      choices: [ReportColumn.Role: [String]] = [:]
    ) {
      self.key = key
      self.cells = cells
      self.isAdded = isAdded
      self.choices = choices
    }
  }

  package var name: Name
  package var title: String
  /// The rows above the headings, in formats that have room for them.
  package var head: [HeadRow]
  package var columns: [ReportColumn]
  package var rows: [Row]
  /// The number of empty rows added for people, in formats that have them.
  package var emptyRows = 0
  /// The number of rows of a saved sheet below these that are cleared.
  package var clearedRows = 0
  /// The mapping of rows and columns to a saved sheet, or `nil` for a new sheet and in CSV.
  package var overlay: SheetOverlay?

  package init(
    name: Name,
    title: String,
    head: [HeadRow] = [],
    columns: [ReportColumn],
    rows: [Row]
  ) {
    precondition(
      rows.allSatisfy { $0.cells.count == columns.count },
      "every row has one cell per column"
    )
    self.name = name
    self.title = title
    self.head = head
    self.columns = columns
    self.rows = rows
  }

  /// The index of the row with the headings, counted from the first of the head.
  package var headingRow: Int { head.count }

  package func index(of role: ReportColumn.Role) -> Int? {
    columns.firstIndex { $0.role == role }
  }

  package func row(named key: String) -> Int? {
    rows.firstIndex { $0.key == key }
  }
}

extension ReportTable.Name {
  /// Returns the title of the table, which is also the name of its sheet.
  package func title(_ language: Language) -> String { words("title", language) }

  /// Returns the purpose of the table in one line above its headings, since readers may open any sheet first.
  package func purpose(_ language: Language) -> String { words("purpose", language) }

  private static let entries = tree(ofResource: "Words/tables.yaml")

  private var entry: SyntaxNode? { Self.entries[[.key(rawValue)]] }

  private func words(_ key: String, _ language: Language) -> String {
    entry?.entry(key)?.value.text(language.rawValue) ?? ""
  }

  /// The colour of the sheet's tab as `0xRRGGBB`.
  var tabColor: Int? { entry?.text("tab").flatMap { Int($0, radix: 16) } }

  /// The columns that together identify a row.
  package var keyRoles: [ReportColumn.Role] {
    switch self {
    case .questions, .decisions, .outcomes, .cases, .flows, .rules, .changes, .setAside: [.id]
    case .progress: [.id, .kind]
    case .factors: [.factorID, .valueID]
    }
  }

  /// The columns by which the table is recognised, a combination that no other table has.
  package var identifyingRoles: [ReportColumn.Role] {
    switch self {
    case .rules: [.id, .relatedCases]
    case .setAside: [.id, .origin]
    case .decisions: [.id, .agreement, .question]
    case .outcomes: [.id, .agreement]
    case .flows: [.id, .after, .tester]
    case .progress: [.id, .left]
    case .questions, .cases, .factors, .changes: keyRoles
    }
  }

  /// True if entries are carried over from one generation to the next.
  package var keepsEntries: Bool {
    ![.progress, .changes, .setAside].contains(self)
  }
}

/// The format-independent content of a table's cell.
package struct ReportCell: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case empty
    case text(String)
    case number(Int)
    case tally(ReportTally)
    /// The share of one column's number that is not in another column, both in the same row.
    case share(Double, without: ReportColumn.Role, of: ReportColumn.Role)
    /// An entry of people other than text.
    case saved(SavedCell)
  }

  package enum Link: Hashable, Sendable {
    /// The row with the key in another table.
    case row(of: ReportTable.Name, key: String)
    /// An external address.
    case page(String)
  }

  package var content: Content
  /// The text for formats with narrow columns if the whole text is too long; the report has the whole text elsewhere.
  package var brief: String?
  package var link: Link?
  /// True for content such as any value or not applicable, which is shown subdued.
  package var isMuted: Bool
  /// True if the program marked a result that people entered for a device no longer in the settings.
  package var isRewritten = false

  package init(_ content: Content, brief: String? = nil, link: Link? = nil, isMuted: Bool = false) {
    self.content = content
    self.brief = brief
    self.link = link
    self.isMuted = isMuted
  }

  package static let empty = ReportCell(.empty)

  /// Returns a cell with text, or an empty cell for an empty text.
  package static func text(
    _ text: String,
    brief: String? = nil,
    link: Link? = nil,
    isMuted: Bool = false
  ) -> Self {
    Self(text.isEmpty ? .empty : .text(text), brief: brief, link: link, isMuted: isMuted)
  }

  /// Creates a cell from people's entry.
  package init(entered saved: SavedCell) {
    switch saved {
    case .empty: self = .empty
    case .text(let text): self = .text(text)
    case .number, .boolean, .day, .formula, .error: self.init(.saved(saved))
    }
  }

  /// The text as shown.
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

  /// The text without abbreviation.
  package var wholeText: String {
    if case .text(let text) = content { text } else { shownText }
  }

  package static func number(_ number: Int) -> Self { Self(.number(number)) }

  /// Returns a cell for a decimal number of any size.
  ///
  /// Beyond 15 digits, which not every spreadsheet preserves, it contains a text with thousands separators.
  package static func count(_ decimal: String) -> Self {
    guard decimal.utf8.count > 15 || Int(decimal) == nil else { return number(Int(decimal) ?? 0) }
    return text(CombinationCount(decimal).grouped)
  }
}

/// A table of the report as comma-separated values.
package struct CSVDocument: Sendable {
  package var bytes: [UInt8]
  /// The number of cells prefixed with a single quote.
  package var neutralised: Int

  /// Creates the document without the rows above the headings, in which counted numbers stay numbers.
  package init(_ table: ReportTable, encoding: CSVEncoding = .utf8WithMark) {
    var writer = CSVWriter(encoding: encoding)
    let columns = table.columns.indices.filter { table.columns[$0].hasContent }
    writer.record(columns.map { writer.safe(table.columns[$0].heading) })
    for row in table.rows {
      writer.record(
        columns.map { column in
          switch row.cells[column].content {
          case .number, .tally, .share: row.cells[column].shownText
          case .empty, .text, .saved: writer.safe(row.cells[column].wholeText)
          }
        }
      )
    }
    bytes = writer.bytes
    neutralised = writer.neutralised
  }
}
