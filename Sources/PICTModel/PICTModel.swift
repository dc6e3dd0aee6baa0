/// A model in the language of PICT, with all names resolved.
package struct PICTModel: Sendable {
  package var parameters: [PICTParameter]
  package var submodels: [PICTSubmodel]
  package var constraints: [PICTConstraint]
  /// Whether the text began with a byte-order mark; what is written from it then does too.
  package var hasByteOrderMark: Bool
  package var options: PICTSyntaxOptions

  package init(
    parameters: [PICTParameter],
    submodels: [PICTSubmodel] = [],
    constraints: [PICTConstraint] = [],
    hasByteOrderMark: Bool = false,
    options: PICTSyntaxOptions = PICTSyntaxOptions()
  ) {
    self.parameters = parameters
    self.submodels = submodels
    self.constraints = constraints
    self.hasByteOrderMark = hasByteOrderMark
    self.options = options
  }

  /// Indices of the parameters that are chosen, not those that state an expected result.
  package var inputs: [Int] { parameters.indices.filter { !parameters[$0].isResult } }

  /// Whether some value is negative.
  package var hasNegativeValues: Bool {
    parameters.contains { $0.values.contains(where: \.isNegative) }
  }

  /// The parameter of that name: of the same spelling, else of the same letters where case does not count.
  func parameter(named name: String, isCaseSensitive: Bool) -> Int? {
    if let same = parameters.firstIndex(where: {
      $0.name.unicodeScalars.elementsEqual(name.unicodeScalars)
    }) {
      return same
    }
    guard !isCaseSensitive else { return nil }
    let wanted = TextOrder.upper(name)
    return parameters.firstIndex { TextOrder.upper($0.name) == wanted }
  }
}
