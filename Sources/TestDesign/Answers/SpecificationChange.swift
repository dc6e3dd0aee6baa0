import YAMLSyntax

/// A change of a spec's text.
enum SpecificationChange: Hashable {
  case addExpectation(NewItem)
  case addConstraint(NewItem)
  /// Of the expectation with this number.
  case changeExpectation(Int, [FieldChange])

  /// Makes the change.
  func apply(to editor: inout YAMLEditor) throws(EditRefusal) {
    switch self {
    case .addExpectation(let item):
      try editor.append(
        item,
        toListOf: "expectations",
        following: Self.head + ["states", "data", "operations", "dismissed", "constraints"]
      )
    case .addConstraint(let item):
      try editor.append(
        item,
        toListOf: "constraints",
        following: Self.head + ["states", "data", "operations", "dismissed"]
      )
    case .changeExpectation(let number, let changes):
      try editor.change(item: number, ofListOf: "expectations", changes)
    }
  }

  private static let head = [
    "specmatrix", "id", "feature", "language", "owner", "links", "traits",
  ]
}
