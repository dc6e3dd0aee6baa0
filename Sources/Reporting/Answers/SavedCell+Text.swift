import Specification

extension SavedCell {
  /// The cell as text; of a formula what it gave, of an error its name.
  var plainText: String {
    switch self {
    case .empty: ""
    case .text(let text): text
    case .number(let number):
      Int(exactly: number).map(String.init) ?? String(number)
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .day(let day): day.description
    case .formula(_, let value): value.plainText
    case .error(let name): name
    }
  }

  /// Why a person's entry cannot be taken from the cell; `nil` where it can.
  var refusal: String? {
    switch self {
    case .formula: "is a formula; write the text itself"
    case .error(let name): "shows the error \(name); write the text itself"
    case .empty, .text, .number, .boolean, .day: nil
    }
  }
}
