import Diagnostics

/// Values on the way to a factor: ids that differ, and not too many.
struct ValueCollection {
  let subject: String
  var isBroken = false
  private var values: [FactorValue] = []
  private var names = UniqueNames()

  init(subject: String) {
    self.subject = subject
  }

  /// Takes a value unless its id is taken.
  mutating func insert(_ value: FactorValue, reportingTo read: inout SyntaxReader) {
    let isNew = names.insert(
      value.id,
      at: value.span,
      called: "the value",
      reportingTo: &read
    )
    if isNew { values.append(value) } else { isBroken = true }
  }

  /// The values, at most as many as a factor may have.
  func declared(reportingTo read: inout SyntaxReader) -> DeclaredValues {
    let limit = SpecificationDecoder.Limit.values
    guard values.count > limit else { return DeclaredValues(values: values, isBroken: isBroken) }
    read.report(
      .tooMany,
      "\(subject) can have at most \(limit) values, not \(values.count)",
      at: values[limit].span
    )
    return .broken
  }
}
