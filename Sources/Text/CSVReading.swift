#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The records of a CSV text (RFC 4180), as written by Excel and other programs.
///
/// Records end with LF, CR LF or CR; a quote is special only at the beginning of a field. The separator is a comma, semicolon or tab,
/// whichever occurs most often in the first record.
package struct CSVRecords {
  package private(set) var rows: [[String]] = []
  private let bytes: [UInt8]
  /// The byte range of each field of each record, including quotes.
  private(set) var places: [[Range<Int>]] = []
  let separator: UInt8
  private var place = 0
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Parses a text.
  ///
  /// - Throws: `CSVReadError` if a quote is never closed, or if there are more than `cellLimit` rows and cells together.
  package init(_ text: String, cellLimit: Int) throws(CSVReadError) {
    bytes = Array(text.utf8)
    separator = Self.separator(of: bytes)
    var cells = 0
    while place < bytes.count {
      var row: [String] = []
      var ranges: [Range<Int>] = []
      repeat {
        let start = place
        row.append(try field())
        ranges.append(start..<place)
      } while endOfField()
      places.append(ranges)
      rows.append(row == [""] ? [] : row)
      cells += row.count + 1
      guard cells <= cellLimit else { throw .tooLarge("\(cellLimit) rows and cells") }
    }
  }

  /// Returns the separator that occurs most often outside quotes in the first record, the comma by default.
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
          // Keep the text between the closing quote and the separator rather than lose it.
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

  /// Consumes the end of a field; returns true if the record has another field.
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

/// Decodes the text of CSV files saved by various programs.
package enum CSVText {
  /// Decodes UTF-8, UTF-16 with a byte-order mark, or Shift_JIS as used by Windows if that is unmistakable.
  package static func decoded(_ bytes: [UInt8]) throws(CSVReadError) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), lowByteFirst: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), lowByteFirst: false) }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let unmarked = isMarked ? bytes.dropFirst(3) : bytes[...]
    if let text = String(validating: unmarked, as: UTF8.self) { return text }
    // Western text may be valid Shift_JIS, but does not contain kana.
    if !isMarked, let text = shiftJIS(bytes), hasSyllables(text) { return text }
    throw .unknownEncoding(line: lineOfFirstMistake(in: bytes))
  }

  /// Decodes Shift_JIS as used by Japanese Windows (code page 932); `nil` for invalid bytes and if the system lacks the table.
  private static func shiftJIS(_ bytes: [UInt8]) -> String? {
    let converter = unsafe iconv_open("UTF-8", "CP932")
    // The failure value of POSIX.
    guard unsafe converter != iconv_t(bitPattern: -1) else { return nil }
    defer { unsafe iconv_close(converter) }
    // A byte becomes at most three: half-width kana are one byte in CP932 and three in UTF-8.
    let capacity = bytes.count * 3
    var input = bytes.map(CChar.init(bitPattern:))
    let text = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      var room = capacity
      unsafe input.withUnsafeMutableBufferPointer { input in
        var source = input.baseAddress
        var left = input.count
        unsafe output.withMemoryRebound(to: CChar.self) { output in
          var target = output.baseAddress
          let isConverted = unsafe iconv(converter, &source, &left, &target, &room) != Int.max
          count = isConverted && left == 0 ? capacity - room : 0
        }
      }
    }
    return text.isEmpty && !bytes.isEmpty ? nil : String(validating: text, as: UTF8.self)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, lowByteFirst: Bool) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return lowByteFirst ? second << 8 | first : first << 8 | second
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// True if the text contains hiragana or full-width katakana.
  private static func hasSyllables(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0x3041...0x30FA).contains($0.value) }
  }

  private static func lineOfFirstMistake(in bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var line = 1
    while case .scalarValue(let scalar) = decoder.decode(&rest) {
      if scalar == "\n" { line += 1 }
    }
    return line
  }
}

/// An error in reading comma-separated values; the description says what to do about it.
package enum CSVReadError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLarge(String)
  /// The text is neither UTF-8 nor unmistakably Shift_JIS; `line` is that of the first byte that is invalid in UTF-8.
  case unknownEncoding(line: Int)
  /// The quote that opens on this line is never closed.
  case unterminatedQuote(line: Int)

  package var description: String {
    switch self {
    case .tooLarge(let what): "it has more than \(what), which exceeds the limit"
    case .unknownEncoding(let line):
      "line \(line) is not UTF-8, and the text is not clearly Shift_JIS; save it as “CSV UTF-8”"
    case .unterminatedQuote(let line):
      "the quote that opens in line \(line) never closes; close it, or write \"\" for a quote inside of quotes"
    }
  }
}
