/// The signs of the language that a caller may choose, and how texts are compared.
package struct PICTSyntaxOptions: Hashable, Sendable {
  /// Stands between the values of a parameter.
  package var valueSeparator: Unicode.Scalar
  /// Stands between the names of one value.
  package var aliasSeparator: Unicode.Scalar
  /// Stands before a value that the tested system must refuse.
  package var negativePrefix: Unicode.Scalar
  /// Whether upper and lower case differ, in names and in constraints.
  package var isCaseSensitive: Bool

  package init(
    valueSeparator: Unicode.Scalar = ",",
    aliasSeparator: Unicode.Scalar = "|",
    negativePrefix: Unicode.Scalar = "~",
    isCaseSensitive: Bool = false
  ) {
    self.valueSeparator = valueSeparator
    self.aliasSeparator = aliasSeparator
    self.negativePrefix = negativePrefix
    self.isCaseSensitive = isCaseSensitive
  }
}
