import Foundation

/// The text of a CSV file, whichever program saved it.
enum CSVText {
  /// UTF-8, UTF-16 with its byte-order mark; else Shift_JIS as Windows has it, where that is beyond doubt.
  static func decoded(_ bytes: [UInt8]) throws(CSVReadError) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), lowByteFirst: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), lowByteFirst: false) }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let unmarked = isMarked ? bytes.dropFirst(3) : bytes[...]
    if let text = String(validating: unmarked, as: UTF8.self) { return text }
    // Foundation's Shift_JIS is Windows' (code page 932). Western text can pass for it, but has none of its syllables.
    if !isMarked, let text = String(bytes: bytes, encoding: .shiftJIS), hasSyllables(text) {
      return text
    }
    throw .unknownEncoding(line: lineOfFirstMistake(in: bytes))
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, lowByteFirst: Bool) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return lowByteFirst ? second << 8 | first : first << 8 | second
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Whether there is hiragana or full-width katakana.
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
