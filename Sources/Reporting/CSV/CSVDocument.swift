/// A table as comma-separated values (RFC 4180), safe to open in a spreadsheet.
///
/// Records end with CRLF, line breaks inside a cell are LF, so that CRLF only ever ends a record; quotes are doubled. Any text cell that a spreadsheet could take for a
/// formula gets a single quote in front, as OWASP ("CSV Injection") advises: those that begin with `=`, `+`, `-`, `@`, their
/// full-width forms (Japanese Excel reads these as formulas too), a tab, a line break or NUL. A text such as `-1` is no exception: OWASP
/// makes none, and a rule without exceptions is one that people can check. Numbers that the program counted are numbers and stay.
package struct CSVDocument: Sendable {
  package var bytes: [UInt8]
  /// How many cells got a single quote in front.
  package var neutralised: Int

  /// The table with the factors' columns behind the setup, where they serve as filters.
  package init(_ table: ReportTable, encoding: CSVEncoding = .utf8WithMark) {
    let order = Self.columnOrder(of: table)
    var text = encoding == .utf8WithMark ? "\u{FEFF}" : ""
    var neutralised = 0
    func record(_ cells: [String]) {
      text += cells.map(Self.quoted).joined(separator: ",") + "\r\n"
    }
    func safe(_ cell: String) -> String {
      guard Self.isFormulaLike(cell) else { return cell }
      neutralised += 1
      return "'" + cell
    }
    record(order.map { safe(table.columns[$0].heading.withPlainLineBreaks) })
    for row in table.rows {
      record(
        order.map { column in
          switch row.cells[column].content {
          case .empty: ""
          case .text(let text): safe(text.withPlainLineBreaks)
          case .number(let number): String(number)
          case .tally(let tally): String(tally.counted)
          case .saved(let cell): safe(cell.plainText)
          }
        }
      )
    }
    bytes = Array(text.utf8)
    self.neutralised = neutralised
  }

  private static func columnOrder(of table: ReportTable) -> [Int] {
    guard let setup = table.index(of: .setup) else { return Array(table.columns.indices) }
    func isFactor(_ column: Int) -> Bool {
      if case .factor = table.columns[column].role { true } else { false }
    }
    let others = table.columns.indices.filter { !isFactor($0) }
    return others.filter { $0 <= setup } + table.columns.indices.filter(isFactor)
      + others.filter { $0 > setup }
  }

  /// Whether a spreadsheet could take the text for a formula.
  static func isFormulaLike(_ cell: some StringProtocol) -> Bool {
    switch cell.unicodeScalars.first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠": true
    default: false
    }
  }

  private static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard needsQuotes else { return cell }
    var result = "\""
    for scalar in cell.unicodeScalars {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
