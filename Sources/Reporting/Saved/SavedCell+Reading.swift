import Specification

extension SavedCell {
  /// The cell as text; of a formula what it gave, of an error its name.
  package var plainText: String {
    switch self {
    case .empty: ""
    case .text(let text), .error(let text): text
    case .number(let number): Int(exactly: number).map { String($0) } ?? String(number)
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .day(let day): day.description
    case .formula(_, let value): value.plainText
    }
  }

  /// Whether nothing stands in the cell that anybody could miss.
  package var isBlank: Bool {
    switch self {
    case .empty: true
    case .text(let text): text.allSatisfy(\.isWhitespace)
    case .number, .boolean, .day, .formula, .error: false
    }
  }
}
