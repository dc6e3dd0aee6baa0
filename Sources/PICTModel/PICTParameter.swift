package import Diagnostics

/// A parameter: a name and the values that it may have.
package struct PICTParameter: Hashable, Sendable {
  package var name: String
  package var values: [PICTValue]
  /// The order written behind the name, `Name @ 3: …`.
  package var order: Int?
  /// Where the name stands.
  package var span: SourceSpan

  package init(name: String, values: [PICTValue], order: Int? = nil, span: SourceSpan) {
    self.name = name
    self.values = values
    self.order = order
    self.span = span
  }

  /// Whether it states an expected result, which follows from the other values: its name begins with `$`.
  package var isResult: Bool { name.unicodeScalars.first == "$" }

  /// Whether it is compared as a number: the first name of each value is one.
  var isNumeric: Bool { values.allSatisfy { NumberText.number($0.name) != nil } }
}
