import Text

struct CellReader {
  let position: CellPosition
  private let type: String
  let style: Int
  private var value = ""
  private var inline: RichText?
  /// `nil` where the cell has none; empty for the later cells of a shared formula.
  private var formula: String?
  private var sharedFormula: String?
  private var collecting = Collecting.nothing
  private let limits: ReadingLimits

  private enum Collecting {
    case nothing, value, formula
  }

  init(_ element: XMLElement, at position: CellPosition, limits: ReadingLimits) {
    self.position = position
    self.limits = limits
    type = element[.t] ?? "n"
    style = element[.s].flatMap { Int($0) } ?? 0
  }

  mutating func take(_ event: XMLEvent) throws(WorkbookProblem) {
    switch event {
    case .start(let element):
      switch element.name {
      case .v: collecting = .value
      case .is: inline = RichText(limits: limits)
      case .f:
        collecting = .formula
        formula = ""
        if element[.t] == "shared" { sharedFormula = element[.si] }
      default: try inline?.take(event)
      }
    case .text(let piece):
      switch collecting {
      case .value: value += piece
      case .formula: formula?.append(piece)
      case .nothing: try inline?.take(event)
      }
      guard max(value.utf8.count, formula?.utf8.count ?? 0) <= limits.textBytes else {
        throw .tooLarge("\(limits.textBytes >> 10) KB in one cell")
      }
    case .end(.v), .end(.f): collecting = .nothing
    case .end: try inline?.take(event)
    }
  }

  /// The finished cell.
  ///
  /// `shared` is given the group, the place and the text of a formula that cells share, and gives back the text that holds there.
  mutating func finish(
    of part: String,
    in context: WorkbookContext,
    shared: (String, CellPosition, String) throws(WorkbookProblem) -> String
  ) throws(WorkbookProblem) -> SavedCell {
    let content = try content(of: part, in: context)
    guard let formula else { return content }
    var text = SpreadsheetText.decoded(formula)
    if let sharedFormula { text = try shared(sharedFormula, position, text) }
    return text.isEmpty ? content : .formula(text, content)
  }

  private mutating func content(
    of part: String,
    in context: WorkbookContext
  ) throws(WorkbookProblem) -> SavedCell {
    if type == "inlineStr" { return Self.text(inline?.finish() ?? "") }
    if type == "str" { return Self.text(SpreadsheetText.decoded(value)) }
    let value = SpreadsheetText.trimmed(value)
    guard !value.isEmpty else { return .empty }
    switch type {
    case "s":
      guard let number = Int(value), context.texts.indices.contains(number) else {
        throw .damaged(part: part, reason: "cell \(position) wants a text that is not there")
      }
      return Self.text(context.texts[number])
    case "b":
      switch value {
      case "1", "true": return .boolean(true)
      case "0", "false": return .boolean(false)
      default: return .text(value)
      }
    case "e": return .error(value)
    case "d":
      let time = value.dropFirst(10)
      let isDay = time.allSatisfy { "T0:.Z".contains($0) }
      return (isDay ? CalendarDate(String(value.prefix(10))).map(SavedCell.day) : nil)
        ?? .text(value)
    default:
      // Anything that is not a number is kept unchanged: somebody may miss it.
      guard let number = Self.number(value) else { return .text(value) }
      let formats = context.numberFormats
      let format = formats.indices.contains(style) ? formats[style] : .plain
      return ShownNumber(number, format, context.dateSystem).cell
    }
  }

  private static func text(_ text: String) -> SavedCell { text.isEmpty ? .empty : .text(text) }

  /// The number, not what else Swift takes for one: hexadecimal digits, infinity, and what is not a number.
  private static func number(_ text: String) -> Double? {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        break
      default: return nil
      }
    }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}

/// Text as the parts of a workbook write it.
enum SpreadsheetText {
  /// The text that is meant: characters written `_xHHHH_` (ECMA-376-1, 22.9.2.19) read, and LF for every line break.
  static func decoded(_ text: String) -> String {
    (text.utf8.contains(UInt8(ascii: "_")) ? unescaped(text) : text).withPlainLineBreaks
  }

  /// The text of a number without white space around it.
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

  /// The unit that an escape at the place stands for.
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
