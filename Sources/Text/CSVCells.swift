/// Sets fields of a UTF-8 CSV document, leaving all other bytes unchanged.
package enum CSVCells {
  /// Returns the document with some fields set; `nil` if it is not UTF-8, if a quote is never closed, or if a row is missing.
  ///
  /// Rows and columns count from 0. A column beyond the end of a record is appended to it.
  package static func setting(
    _ cells: [(row: Int, column: Int, text: String)],
    in bytes: [UInt8]
  ) -> [UInt8]? {
    guard !cells.isEmpty else { return bytes }
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let text = String(validating: bytes[mark...], as: UTF8.self),
      let records = try? CSVRecords(text, cellLimit: .max)
    else { return nil }
    let separator = Character(Unicode.Scalar(records.separator))
    var writer = CSVWriter(encoding: .utf8, separator: separator)
    var result: [UInt8] = []
    var copied = 0
    let sorted = cells.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    for cell in sorted {
      guard records.places.indices.contains(cell.row), let last = records.places[cell.row].last
      else { return nil }
      let row = records.places[cell.row]
      let isThere = cell.column < row.count
      result += bytes[copied..<mark + (isThere ? row[cell.column].lowerBound : last.upperBound)]
      copied = mark + (isThere ? row[cell.column].upperBound : last.upperBound)
      if !isThere {
        let missing = cell.column - row.count + 1
        result += [UInt8](repeating: records.separator, count: missing)
      }
      result += Array(writer.quoted(writer.safe(cell.text)).utf8)
    }
    return result + bytes[copied...]
  }
}
