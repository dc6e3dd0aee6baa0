extension SavedCell {
  /// Why a person's entry cannot be taken from the cell; `nil` where it can.
  var refusal: String? {
    switch self {
    case .formula: "is a formula; write the text itself"
    case .error(let name): "shows the error \(name); write the text itself"
    case .empty, .text, .number, .boolean, .day: nil
    }
  }
}
