import Diagnostics

/// What a model may have, so that a text of a few lines cannot fill the memory.
///
/// A value takes about 250 bytes, also where a reference (`<A>`) repeats it.
enum ModelLimits {
  static let parameters = 5_000
  /// Of one parameter.
  static let values = 200_000
  /// Of all parameters together.
  static let allValues = 500_000
  /// The most values that constraints may look at: each term at all values of its parameter, one that compares two parameters at all pairs.
  static let comparisons = 50_000_000
  /// How many mistakes are told with a name that may have been meant; to find it takes a look at all names.
  static let guesses = 100
}

extension [Diagnostic] {
  mutating func warn(_ code: String, _ message: String, _ span: SourceSpan?, _ help: [String] = [])
  {
    append(Diagnostic(code: code, severity: .warning, message: message, span: span, help: help))
  }

  /// Advice to write the nearest of some names, unless many were looked for already.
  func guess(_ name: String, among names: @autoclosure () -> [String]) -> [String] {
    guard count < ModelLimits.guesses, let near = NearestName.of(name, among: names())
    else { return [] }
    return ["did you mean `\(near)`?"]
  }
}

struct ParameterNames {
  private var exact: [[Unicode.Scalar]: Int] = [:]
  /// By name in capitals; the first of several.
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

  /// The parameter of that name: of the same spelling, else of the same letters where case does not count.
  func find(_ name: String, isCaseSensitive: Bool) -> Int? {
    let scalars = Array(name.unicodeScalars)
    if let same = exact[scalars] { return same }
    return isCaseSensitive ? nil : folded[scalars.map(TextOrder.upper)]
  }
}
