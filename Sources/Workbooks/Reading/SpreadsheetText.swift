import Text

/// The encoding of texts in the parts of a workbook.
enum SpreadsheetText {
  /// Returns a text with characters written as `_xHHHH_` (ECMA-376-1, 22.9.2.19) decoded, and with LF line breaks.
  static func decoded(_ text: String) -> String {
    (text.utf8.contains(UInt8(ascii: "_")) ? unescaped(text) : text).withPlainLineBreaks
  }

  /// Returns the text of an item or an inline text, without formats and reading aids.
  static func plain(of item: XMLTree) -> String { plain(item.elements) }

  private static func plain(_ elements: [XMLTree]) -> String {
    var text = ""
    for element in elements {
      if element.word == "t" { text += element.text }
      if element.word == "r" { text += element.first("t")?.text ?? "" }
    }
    return text
  }

  /// Returns the text that is not struck through, or `nil` if nothing is struck through.
  static func unstruck(_ item: XMLTree) -> String? {
    let left = item.elements.filter { $0.first("rPr")?.isOn("strike") != true }
    return left.count == item.elements.count ? nil : decoded(plain(left))
  }

  /// Returns the decoded text of an item, including surrounding whitespace without `xml:space`, which openpyxl omits.
  static func decoded(_ item: XMLTree, _ limits: ReadingLimits) throws(WorkbookProblem) -> String {
    let text = plain(of: item)
    guard text.utf8.count <= limits.textBytes else {
      throw .tooLarge("\(limits.textBytes >> 10) KB in one text")
    }
    return decoded(text)
  }

  /// Returns the text of a number without surrounding whitespace.
  static func trimmed(_ text: String) -> String {
    func isWhite(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
    guard let first = text.utf8.first, let last = text.utf8.last, isWhite(first) || isWhite(last)
    else { return text }
    let start = text.utf8.firstIndex { !isWhite($0) } ?? text.endIndex
    let end = text.utf8.lastIndex { !isWhite($0) }.map { text.utf8.index(after: $0) } ?? start
    return String(text[start..<end])
  }

  private static func unescaped(_ text: String) -> String {
    let units = Array(text.utf16)
    var result: [UInt16] = []
    var place = 0
    while place < units.count {
      if let unit = escape(in: units, at: place) {
        result.append(unit)
        place += 7
      } else {
        result.append(units[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF16.self)
  }

  /// Returns the unit that an escape at the position stands for.
  private static func escape(in units: [UInt16], at place: Int) -> UInt16? {
    guard place + 7 <= units.count, units[place] == 0x5F, units[place + 1] == 0x78,
      units[place + 6] == 0x5F
    else { return nil }
    var value: UInt16 = 0
    for unit in units[place + 2..<place + 6] {
      guard let digit = Unicode.Scalar(unit).flatMap({ Character($0).hexDigitValue }), unit < 0x80
      else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
