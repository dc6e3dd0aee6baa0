#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The records of a CSV text (RFC 4180), as Excel and others write them.
///
/// Records end with LF, CR LF or CR; a quote counts where a field begins with it. Separated by comma, semicolon or tab, whichever the
/// first record has most of.
package struct CSVRecords {
  package private(set) var rows: [[String]] = []
  private let bytes: [UInt8]
  /// Where the fields of each record stand in the bytes of the text, quotes included.
  private(set) var places: [[Range<Int>]] = []
  let separator: UInt8
  private var place = 0
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// - Throws: `CSVReadError` for a quote that never closes, and beyond `cellLimit` rows and cells together.
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

  /// The separator that occurs most often outside of quotes in the first record, else the comma.
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
          // Text between the closing quote and the end is kept, since somebody wrote it.
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

/// The text of a CSV file, whichever program saved it.
package enum CSVText {
  /// UTF-8, UTF-16 with its byte-order mark; else Shift_JIS as Windows has it, if that is beyond doubt.
  package static func decoded(_ bytes: [UInt8]) throws(CSVReadError) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), lowByteFirst: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), lowByteFirst: false) }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let unmarked = isMarked ? bytes.dropFirst(3) : bytes[...]
    if let text = String(validating: unmarked, as: UTF8.self) { return text }
    // Western text can pass for Shift_JIS, but has none of its syllables.
    if !isMarked, let text = shiftJIS(bytes), hasSyllables(text) { return text }
    throw .unknownEncoding(line: lineOfFirstMistake(in: bytes))
  }

  /// The text that Japanese Windows means by the bytes (code page 932); `nil` for any other bytes, and if the system has no such table.
  private static func shiftJIS(_ bytes: [UInt8]) -> String? {
    let converter = unsafe iconv_open("UTF-8", "CP932")
    // What POSIX returns for a failure.
    guard unsafe converter != iconv_t(bitPattern: -1) else { return nil }
    defer { unsafe iconv_close(converter) }
    // A byte becomes at most three: half-width kana are one byte there and three here.
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

  /// True if there is hiragana or full-width katakana.
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

/// Why bytes are not read as comma-separated values, with what to do about it.
package enum CSVReadError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLarge(String)
  /// Neither UTF-8 nor, beyond doubt, the encoding of Japanese Windows; the line of the first byte that UTF-8 does not have.
  case unknownEncoding(line: Int)
  /// The quote that opens in this line never closes.
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
