/// The records of a CSV text (RFC 4180), as Excel and others write them.
///
/// Records end with LF, CR LF or CR; a quote counts where a field begins with it. Separated by comma, semicolon or tab, whichever the
/// first record has most of.
struct CSVRecords {
  private(set) var rows: [[String]] = []
  private let bytes: [UInt8]
  private let separator: UInt8
  private var place = 0
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  init(_ text: String, cellLimit: Int) throws(CSVReadError) {
    bytes = Array(text.utf8)
    separator = Self.separator(of: bytes)
    var cells = 0
    while place < bytes.count {
      var row: [String] = []
      repeat { row.append(try field()) } while endOfField()
      rows.append(row == [""] ? [] : row)
      cells += row.count + 1
      guard cells <= cellLimit else { throw .tooLarge("\(cellLimit) rows and cells") }
    }
  }

  /// What stands most often outside of quotes in the first record, the comma where none does.
  private static func separator(of bytes: [UInt8]) -> UInt8 {
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in bytes {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == lineFeed || byte == carriageReturn { break }
      if let index = separators.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return separators[counts.firstIndex(of: most) ?? 0]
  }

  /// Reads a field up to what ends it.
  private mutating func field() throws(CSVReadError) -> String {
    guard place < bytes.count, bytes[place] == Self.quote else { return unquoted() }
    let opening = line
    var field: [UInt8] = []
    place += 1
    while place < bytes.count {
      let byte = bytes[place]
      if byte == Self.quote {
        guard place + 1 < bytes.count, bytes[place + 1] == Self.quote else {
          place += 1
          // What stands between the closing quote and the end is kept, since somebody wrote it.
          return String(decoding: field, as: UTF8.self) + unquoted()
        }
        place += 1
      }
      if byte == Self.lineFeed
        || byte == Self.carriageReturn
          && !(place + 1 < bytes.count && bytes[place + 1] == Self.lineFeed)
      {
        line += 1
      }
      field.append(byte)
      place += 1
    }
    throw .unterminatedQuote(line: opening)
  }

  private mutating func unquoted() -> String {
    let start = place
    while place < bytes.count, bytes[place] != separator, bytes[place] != Self.lineFeed,
      bytes[place] != Self.carriageReturn
    {
      place += 1
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Goes over what ends a field, and tells whether another follows in the same record.
  private mutating func endOfField() -> Bool {
    guard place < bytes.count else { return false }
    let end = bytes[place]
    place += 1
    if end == separator { return true }
    line += 1
    if end == Self.carriageReturn, place < bytes.count, bytes[place] == Self.lineFeed { place += 1 }
    return false
  }
}
