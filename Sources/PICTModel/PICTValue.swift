/// A value under one or several names.
package struct PICTValue: Hashable, Sendable {
  /// The names, at least one; constraints know the value by the first.
  package var names: [String]
  /// How much it is preferred where coverage leaves the choice, from 1.
  package var weight: Int
  /// Whether the tested system must refuse it, so that no row has two such values.
  package var isNegative: Bool

  package init(names: [String], weight: Int = 1, isNegative: Bool = false) {
    self.names = names
    self.weight = weight
    self.isNegative = isNegative
  }

  /// The first name.
  package var name: String { names.first ?? "" }
}
