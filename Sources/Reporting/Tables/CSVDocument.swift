package import Text
import Workbooks

/// A table of the report as comma-separated values.
package struct CSVDocument: Sendable {
  package var bytes: [UInt8]
  /// How many cells got a single quote in front.
  package var neutralised: Int

  /// The table with the factors' columns behind the setup, where they serve as filters.
  ///
  /// Numbers that the program counted stay numbers.
  package init(_ table: ReportTable, encoding: CSVEncoding = .utf8WithMark) {
    let order = Self.columnOrder(of: table)
    var writer = CSVWriter(encoding: encoding)
    writer.record(order.map { writer.safe(table.columns[$0].heading) })
    for row in table.rows {
      writer.record(
        order.map { column in
          switch row.cells[column].content {
          case .empty: ""
          case .text(let text): writer.safe(text)
          case .number(let number): String(number)
          case .tally(let tally): String(tally.counted)
          case .saved(let cell): writer.safe(cell.plainText)
          }
        }
      )
    }
    bytes = writer.bytes
    neutralised = writer.neutralised
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
}
