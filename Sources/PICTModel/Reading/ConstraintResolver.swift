import Combinatorics
import Diagnostics

/// Resolves the names in constraints and computes the values for which each term holds.
///
/// A statement that names an unknown parameter is omitted with a warning. IF … THEN … ELSE … is two statements, each of which may be
/// omitted on its own.
struct ConstraintResolver {
  /// The reason why a statement cannot be resolved.
  private enum Refusal: Error {
    case unknownParameter, mistake
  }

  private let model: PICTModel
  private let names: ParameterNames
  private(set) var constraints: [PICTConstraint] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of values that terms have looked at so far.
  private var comparisons = 0
  /// The values of each parameter as numbers, or `nil` if it is compared as text.
  private let numbers: [[Double]?]
  /// The values of each parameter as they are compared as text.
  private let texts: [[[Unicode.Scalar]]]

  init(model: PICTModel) {
    self.model = model
    names = ParameterNames(model.parameters)
    numbers = model.parameters.map { parameter in
      var numbers: [Double] = []
      for value in parameter.values {
        guard let number = NumberText.number(value.name) else { return nil }
        numbers.append(number)
      }
      return numbers
    }
    texts = model.parameters.map { parameter in
      parameter.values.map {
        TextOrder.key($0.name, isCaseSensitive: model.options.isCaseSensitive)
      }
    }
  }

  /// Adds the one or, with ELSE, two statements of a constraint.
  mutating func resolve(_ syntax: ConstraintSyntax) {
    add(syntax.condition, isNegated: false, syntax.consequence, syntax.span)
    if let alternative = syntax.alternative {
      add(syntax.condition, isNegated: true, alternative, syntax.span)
    }
  }

  private mutating func add(
    _ condition: PredicateSyntax?,
    isNegated: Bool,
    _ consequence: PredicateSyntax,
    _ span: SourceSpan
  ) {
    // Diagnostics about the condition are not repeated for ELSE.
    let before = diagnostics
    do {
      var given: PICTPredicate?
      if let condition {
        let resolved = try predicate(condition)
        given = isNegated ? .not(resolved) : resolved
      }
      if isNegated { diagnostics = before }
      let then = try predicate(consequence)
      constraints.append(PICTConstraint(condition: given, consequence: then, span: span))
    } catch {
      // The diagnostics already say why the statement is omitted.
      let new = diagnostics.dropFirst(before.count)
      diagnostics = before + new.filter { !before.contains($0) }
    }
  }

  private mutating func predicate(_ syntax: PredicateSyntax) throws(Refusal) -> PICTPredicate {
    switch syntax {
    case .term(let term): return try self.term(term)
    case .not(let part): return .not(try predicate(part))
    case .all(let parts): return .all(try predicates(parts))
    case .any(let parts): return .any(try predicates(parts))
    }
  }

  private mutating func predicates(_ parts: [PredicateSyntax]) throws(Refusal) -> [PICTPredicate] {
    try parts.map { (part) throws(Refusal) in try predicate(part) }
  }

  private mutating func term(_ term: TermSyntax) throws(Refusal) -> PICTPredicate {
    switch term.content {
    case .sign(let name, let isNegative): return try sign(name, isNegative, term.span)
    case .relation(let name, let relation, let constant, let isNegated):
      let parameter = try find(name)
      if relation == .like { try checkPattern(parameter, constant) }
      try checkType(of: constant, for: parameter)
      let key = key(constant)
      try count(
        valueCount(parameter) * (relation == .like ? 1 + length(of: key) / 8 : 1),
        term.span
      )
      let holds = values(of: parameter).map { compare($0, relation, key) != isNegated }
      warnIfConstant(holds, term, model.parameters[parameter])
      return .oneOf(parameter: parameter, values: holds)
    case .membership(let name, let constants, let isNegated):
      let parameter = try find(name)
      for constant in constants { try checkType(of: constant, for: parameter) }
      try count(valueCount(parameter) + constants.count, term.span)
      let keys = Set(constants.map(key))
      let holds = values(of: parameter).map { value in
        // NaN and infinity equal nothing, not even themselves.
        (compare(value, .equal, value) && keys.contains(value)) != isNegated
      }
      warnIfConstant(holds, term, model.parameters[parameter])
      return .oneOf(parameter: parameter, values: holds)
    case .comparison(let left, let relation, let right, let isNegated):
      return try comparison(left, relation, right, isNegated, term.span)
    }
  }

  private mutating func comparison(
    _ left: NameSyntax,
    _ relation: TermSyntax.Relation,
    _ right: NameSyntax,
    _ isNegated: Bool,
    _ span: SourceSpan
  ) throws(Refusal) -> PICTPredicate {
    let first = try find(left)
    if relation == .like, numbers[first] != nil {
      throw mistake("LIKE compares texts, and `\(left.text)` is numeric", left.span)
    }
    let second = try find(right)
    guard (numbers[first] == nil) == (numbers[second] == nil) else {
      let message = "`\(left.text)` is \(type(first)) and `\(right.text)` is \(type(second))"
      throw mistake(message, span, "only parameters of one type can be compared")
    }
    guard first != second else {
      throw mistake("`\(left.text)` is compared with itself", span, code: "self-comparison")
    }
    try count(valueCount(first).multipliedSaturated(by: valueCount(second)), span)
    let others = values(of: second)
    let holds = values(of: first).map { value in
      others.map { compare(value, relation, $0) != isNegated }
    }
    return .pair(first: first, second: second, values: holds)
  }

  private mutating func sign(
    _ name: NameSyntax?,
    _ isNegative: Bool,
    _ span: SourceSpan
  ) throws(Refusal) -> PICTPredicate {
    let parameters = try name.map { name throws(Refusal) in [try find(name)] } ?? model.inputs
    try count(parameters.reduce(0) { $0 + valueCount($1) }, span)
    let parts = parameters.map { parameter in
      let holds = model.parameters[parameter].values.map { $0.isNegative == isNegative }
      return PICTPredicate.oneOf(parameter: parameter, values: holds)
    }
    return isNegative ? .any(parts) : .all(parts)
  }

  // MARK: Values and types

  private func valueCount(_ parameter: Int) -> Int { model.parameters[parameter].values.count }

  /// Counts the values that a term is about to look at; throws, and reports once, if there are too many.
  private mutating func count(_ number: Int, _ span: SourceSpan) throws(Refusal) {
    let isTold = comparisons > ModelLimits.comparisons
    comparisons = min(comparisons, ModelLimits.comparisons).addingSaturated(number)
    guard comparisons > ModelLimits.comparisons || isTold else { return }
    comparisons = ModelLimits.comparisons + 1
    if isTold { throw .mistake }
    throw mistake(
      "from here on the constraints look at more than \(ModelLimits.comparisons.grouped) values",
      span,
      "name fewer values, or write fewer constraints",
      "a comparison looks at all values of its parameter; one of two parameters at all pairs of their values",
      code: "model-too-large"
    )
  }

  private func length(of key: Key) -> Int {
    if case .text(let text) = key { text.count } else { 0 }
  }

  /// A value to compare: a number or a text.
  private enum Key: Hashable {
    case number(Double)
    case text([Unicode.Scalar])
  }

  private func values(of parameter: Int) -> [Key] {
    numbers[parameter].map { $0.map(Key.number) } ?? texts[parameter].map(Key.text)
  }

  private func key(_ constant: ConstantSyntax) -> Key {
    switch constant.content {
    case .number(let number): .number(number)
    case .text(let text):
      .text(TextOrder.key(text, isCaseSensitive: model.options.isCaseSensitive))
    }
  }

  private func compare(_ left: Key, _ relation: TermSyntax.Relation, _ right: Key) -> Bool {
    let difference: Double
    switch (left, right) {
    case (.number(let left), .number(let right)): difference = left - right
    case (.text(let text), .text(let pattern)) where relation == .like:
      return WildcardPattern.matches(pattern, text)
    case (.text(let left), .text(let right)): difference = TextOrder.compare(left, right)
    default: return false
    }
    return switch relation {
    case .equal: difference == 0
    case .unequal: difference != 0
    case .less: difference < 0
    case .lessOrEqual: difference <= 0
    case .greater: difference > 0
    case .greaterOrEqual: difference >= 0
    case .like: false
    }
  }

  private func type(_ parameter: Int) -> String {
    numbers[parameter] == nil ? "compared as text" : "numeric"
  }

  // MARK: Messages

  private mutating func find(_ name: NameSyntax) throws(Refusal) -> Int {
    if let found = names.find(name.text, isCaseSensitive: model.options.isCaseSensitive) {
      return found
    }
    let help = diagnostics.guess(name.text, among: model.parameters.map(\.name))
    let message = "there is no parameter `\(name.text)`: the constraint is ignored"
    diagnostics.warn("unknown-parameter", message, name.span, help)
    throw .unknownParameter
  }

  private mutating func checkPattern(
    _ parameter: Int,
    _ constant: ConstantSyntax
  ) throws(Refusal) {
    if numbers[parameter] != nil {
      let name = model.parameters[parameter].name
      throw mistake("LIKE compares texts, and `\(name)` is numeric", constant.span)
    }
    if case .number = constant.content {
      let help = "write the pattern in double quotes, with * for any text and ? for any character"
      throw mistake("LIKE must be followed by a pattern, not a number", constant.span, help)
    }
  }

  private mutating func checkType(
    of constant: ConstantSyntax,
    for parameter: Int
  ) throws(Refusal) {
    let name = model.parameters[parameter].name
    switch constant.content {
    case .number where numbers[parameter] == nil:
      let odd = model.parameters[parameter].values.first { NumberText.number($0.name) == nil }
      throw mistake(
        "`\(name)` is compared as text, but this is a number",
        constant.span,
        "its value `\(odd?.name ?? "")` is not a number",
        "write the constant in double quotes to compare texts"
      )
    case .text where numbers[parameter] != nil:
      throw mistake(
        "`\(name)` is numeric, and this is a text",
        constant.span,
        "all its values are numbers",
        "write the constant without quotes"
      )
    default: break
    }
  }

  private mutating func warnIfConstant(
    _ holds: [Bool],
    _ term: TermSyntax,
    _ parameter: PICTParameter
  ) {
    let message: String
    if !holds.contains(true) {
      message = "no value of `\(parameter.name)` satisfies this"
    } else if !holds.contains(false) {
      message = "every value of `\(parameter.name)` satisfies this"
    } else {
      return
    }
    var help: [String] = []
    if case .relation(_, .equal, let constant, _) = term.content,
      case .text(let text) = constant.content, !holds.contains(true)
    {
      help = diagnostics.guess(text, among: parameter.values.map(\.name))
    }
    diagnostics.warn("constant-relation", message, term.span, help)
  }

  private mutating func mistake(
    _ message: String,
    _ span: SourceSpan,
    _ help: String...,
    code: String = "type-mismatch"
  ) -> Refusal {
    diagnostics.append(Diagnostic(code: code, message: message, span: span, help: help))
    return .mistake
  }
}
