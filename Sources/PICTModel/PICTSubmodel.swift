package import Diagnostics

/// Parameters that are combined among themselves first, at an order of their own.
package struct PICTSubmodel: Hashable, Sendable {
  /// Indices of its parameters, ascending.
  package var parameters: [Int]
  /// `nil` where the model's order counts.
  package var order: Int?
  package var span: SourceSpan

  package init(parameters: [Int], order: Int? = nil, span: SourceSpan) {
    self.parameters = parameters
    self.order = order
    self.span = span
  }
}
