/// How many parameters are combined, as the caller said it.
package enum PICTStrength: Hashable, Sendable {
  /// Two, or fewer where the model has fewer parameters.
  case standard
  case number(Int)
  /// All parameters.
  case maximum
}
