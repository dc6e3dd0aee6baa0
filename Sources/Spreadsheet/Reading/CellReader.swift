import Reporting
import Specification

/// A cell in the making.
struct CellReader {
  let position: CellPosition
  private let type: String
  private let style: Int
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
    case "d": return CalendarDay(String(value.prefix(10))).map(SavedCell.day) ?? .text(value)
    default:
      // What is no number is kept as it stands: somebody may miss it.
      guard let number = Self.number(value) else { return .text(value) }
      guard context.showsDate.indices.contains(style), context.showsDate[style],
        let day = context.dateSystem.day(number)
      else { return .number(number) }
      return .day(day)
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
