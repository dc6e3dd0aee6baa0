/// One combination of the space.
package struct Combination: Hashable, Sendable {
  /// By factor of the specification (states, then data): the number of the value, `nil` for not applicable.
  package var values: [Int?]
  /// The number in `Specification.operationValues`.
  package var operation: Int

  package init(values: [Int?], operation: Int) {
    self.values = values
    self.operation = operation
  }
}
