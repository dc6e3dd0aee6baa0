import Diagnostics

/// Limits on the size of a model, so that a text of a few lines cannot exhaust memory.
///
/// A value takes about 250 bytes, even if it is repeated by a reference (`<A>`).
enum ModelLimits {
  static let parameters = 5_000
  /// The maximum number of values of one parameter.
  static let values = 200_000
  /// The maximum number of values of all parameters together.
  static let allValues = 500_000
  /// The maximum number of values that constraints look at.
  ///
  /// Each term looks at all values of its parameter; one that compares two parameters looks at all pairs.
  static let comparisons = 50_000_000
  /// The maximum number of mistakes for which a similar name is suggested, since each suggestion compares all names.
  static let guesses = 100
}

extension [Diagnostic] {
  mutating func warn(_ code: String, _ message: String, _ span: SourceSpan?, _ help: [String] = [])
  {
    append(Diagnostic(code: code, severity: .warning, message: message, span: span, help: help))
  }

  /// Returns a suggestion of the nearest name, unless there are already many diagnostics.
  func guess(_ name: String, among names: @autoclosure () -> [String]) -> [String] {
    guard count < ModelLimits.guesses, let near = NearestName.of(name, among: names())
    else { return [] }
    return ["did you mean `\(near)`?"]
  }
}

struct ParameterNames {
  private var exact: [[Unicode.Scalar]: Int] = [:]
  /// The first parameter with each name, by name in upper case.
  private var folded: [[Unicode.Scalar]: Int] = [:]

  init(_ parameters: [PICTParameter] = []) {
    for parameter in parameters { add(parameter.name) }
  }

  mutating func add(_ name: String) {
    let index = count
    count += 1
    let scalars = Array(name.unicodeScalars)
    if exact[scalars] == nil { exact[scalars] = index }
    let capitals = scalars.map(TextOrder.upper)
    if folded[capitals] == nil { folded[capitals] = index }
  }

  private var count = 0

  /// Returns the parameter with the same spelling or else, unless names are case-sensitive, the first that differs only in case.
  func find(_ name: String, isCaseSensitive: Bool) -> Int? {
    let scalars = Array(name.unicodeScalars)
    if let same = exact[scalars] { return same }
    return isCaseSensitive ? nil : folded[scalars.map(TextOrder.upper)]
  }
}
