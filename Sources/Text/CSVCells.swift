/// Sets fields of a CSV document in UTF-8, whose other bytes stay as they are.
package enum CSVCells {
  /// The document with some fields set.
  ///
  /// - Parameters:
  ///   - cells: Row, column and text of each, counted from 0; a column beyond a record's end is put behind it.
  ///   - bytes: The document.
  /// - Returns: `nil` for what is no UTF-8, and where a row is missing.
  package static func setting(
    _ cells: [(row: Int, column: Int, text: String)],
    in bytes: [UInt8]
  ) -> [UInt8]? {
    guard !cells.isEmpty else { return bytes }
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard String(validating: bytes[mark...], as: UTF8.self) != nil,
      let fields = fields(of: bytes, from: mark)
    else { return nil }
    var result: [UInt8] = []
    var copied = 0
    let sorted = cells.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    for cell in sorted {
      guard fields.rows.indices.contains(cell.row), let last = fields.rows[cell.row].last else {
        return nil
      }
      let row = fields.rows[cell.row]
      var writer = CSVWriter(encoding: .utf8)
      let safe = writer.safe(cell.text)
      let text = Array(quoted(safe, fields.separator).utf8)
      if cell.column < row.count {
        result += bytes[copied..<row[cell.column].lowerBound]
        copied = row[cell.column].upperBound
      } else {
        result += bytes[copied..<last.upperBound]
        copied = last.upperBound
        result += [UInt8](repeating: fields.separator, count: cell.column - row.count + 1)
      }
      result += text
    }
    return result + bytes[copied...]
  }

  private static func quoted(_ field: String, _ separator: UInt8) -> String {
    let special: Set<UInt8> = [0x22, 0x0A, 0x0D, separator]
    guard field.utf8.contains(where: special.contains) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// Where the fields of each record stand, quotes included; `nil` where a quote never closes.
  private static func fields(
    of bytes: [UInt8],
    from start: Int
  ) -> (rows: [[Range<Int>]], separator: UInt8)? {
    let separator = CSVRecords.separator(of: Array(bytes[start...]))
    var rows: [[Range<Int>]] = [[]]
    var place = start
    while place < bytes.count {
      let begin = place
      if bytes[place] == 0x22 {
        place += 1
        while true {
          guard place < bytes.count else { return nil }
          if bytes[place] == 0x22 {
            guard place + 1 < bytes.count, bytes[place + 1] == 0x22 else { break }
            place += 1
          }
          place += 1
        }
        place += 1
      }
      while place < bytes.count, ![separator, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
      rows[rows.count - 1].append(begin..<place)
      guard place < bytes.count else { break }
      let end = bytes[place]
      place += 1
      if end == separator {
        if place == bytes.count { rows[rows.count - 1].append(place..<place) }
        continue
      }
      if end == 0x0D, place < bytes.count, bytes[place] == 0x0A { place += 1 }
      if place < bytes.count { rows.append([]) }
    }
    return (rows, separator)
  }
}
