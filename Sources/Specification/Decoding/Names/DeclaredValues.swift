/// The values of a factor, or the variants of an operation, as far as they could be read.
struct DeclaredValues {
  var values: [FactorValue] = []
  /// The line on which generated values stand; `nil` for values written one by one.
  var scale: Scale?
  /// Whether a mistake may have hidden values: then a value that is not there is no second mistake.
  var isBroken = false

  static let broken = DeclaredValues(isBroken: true)
}
