import Diagnostics
import YAMLSyntax

extension SpecificationDecoder {
  /// A map of factors to what they may be, or a list of such maps.
  ///
  /// An empty map holds everywhere; it is a mistake unless the condition `mayBeEmpty`.
  mutating func condition(
    _ node: SyntaxNode,
    _ subject: String,
    in scope: NameScope,
    mayBeEmpty: Bool = false
  ) -> Condition? {
    var conjunctions: [Conjunction?]
    switch node.content {
    case .mapping(let entries):
      conjunctions = [
        conjunction(entries, of: node, subject, in: scope, mayBeEmpty: mayBeEmpty)
      ]
    case .sequence:
      guard let items = read.filledList(node, subject) else { return nil }
      conjunctions = []
      for item in items {
        let entries = read.mapping(item, "an alternative of \(subject)")
        conjunctions.append(
          entries.flatMap {
            conjunction($0, of: item, subject, in: scope, mayBeEmpty: mayBeEmpty)
          }
        )
      }
    case .scalar:
      read.wrongType(
        node,
        subject,
        expected: "a map of factors to values",
        help: mayBeEmpty
          ? ["for a rule that always holds leave it out, or write `{}`"]
          : ["for example `{\(scope.names.first ?? "plan"): …}`"]
      )
      return nil
    }
    let alternatives = conjunctions.compactMap { $0 }
    guard alternatives.count == conjunctions.count else { return nil }
    return Condition(alternatives: alternatives, span: node.span)
  }

  private mutating func conjunction(
    _ entries: [SyntaxEntry],
    of node: SyntaxNode,
    _ subject: String,
    in scope: NameScope,
    mayBeEmpty: Bool
  ) -> Conjunction? {
    if entries.isEmpty && !mayBeEmpty {
      read.report(.emptyCondition, "\(subject) must name at least one factor", at: node.span)
      return nil
    }
    let terms = entries.map { term($0, subject, in: scope) }
    let readable = terms.compactMap { $0 }
    return readable.count == terms.count ? Conjunction(terms: readable) : nil
  }

  private mutating func term(
    _ entry: SyntaxEntry,
    _ subject: String,
    in scope: NameScope
  ) -> Term? {
    guard let number = factor(entry.key, at: entry.keySpan, subject, in: scope) else { return nil }
    let factor = scope.factors[number]
    guard let choice = choice(entry.value, of: factor),
      isWithinLimit(choice, at: entry.keySpan)
    else { return nil }
    return Term(
      factor: number,
      values: choice.values,
      allowsNotApplicable: choice.allowsNotApplicable,
      span: entry.keySpan
    )
  }

  /// Whether the conditions of the spec stay within a size that fits into memory; reports the first that does not.
  private mutating func isWithinLimit(_ choice: Choice, at span: SourceSpan) -> Bool {
    let before = selectedValues
    selectedValues += choice.values.count
    if before <= Limit.selectedValues && selectedValues > Limit.selectedValues {
      read.report(
        .tooMany,
        "the conditions of a spec can select at most \(Limit.selectedValues) values together",
        at: span
      )
    }
    return selectedValues <= Limit.selectedValues
  }

  /// The number of a factor that is named.
  mutating func factor(
    _ name: String,
    at span: SourceSpan,
    _ subject: String,
    in scope: NameScope
  ) -> Int? {
    if let number = scope.number(of: name) { return number }
    if scope.hidesFactors { return nil }
    let isOperation = scope.factors[scope.operation].numbers[name] != nil
    read.report(
      .unknownFactor,
      "\(subject) names the factor `\(name)`, which is not declared",
      at: span,
      help: isOperation
        ? ["`\(name)` is an operation: write `operation: \(name)`"]
        : read.help(for: name, among: scope.names, called: "the factors")
    )
    return nil
  }

  /// The number of values that a single name stands for.
  mutating func values(
    _ node: SyntaxNode,
    of factor: NameScope.NamedFactor
  ) -> [Int]? {
    guard let scalar = node.writtenScalar else {
      read.wrongType(
        node,
        "a value of `\(factor.name)`",
        expected: "a name",
        help: node.isNull && !factor.isOperation
          ? ["where the factor does not apply write `{applies: false}`"] : []
      )
      return nil
    }
    if let numbers = factor.numbers[scalar.text] { return numbers }
    if !factor.mayHide(scalar.text) { reportUnknownValue(scalar.text, at: node.span, of: factor) }
    return nil
  }

  private mutating func reportUnknownValue(
    _ name: String,
    at span: SourceSpan,
    of factor: NameScope.NamedFactor
  ) {
    read.report(
      .unknownValue,
      factor.isOperation
        ? "the operation `\(name)` is not selected" : "`\(factor.name)` has no value `\(name)`",
      at: span,
      help: read.hasHelpLeft ? help(forValue: name, of: factor) : []
    )
  }

  private func help(forValue name: String, of factor: NameScope.NamedFactor) -> [String] {
    if factor.isOperation {
      if let variant = factor.ids.first(where: { $0.hasSuffix("/" + name) }) {
        return ["did you mean `\(variant)`?"]
      }
      return read.help(for: name, among: factor.operationNames, called: "the operations")
    }
    guard let scale = factor.scale, let number = scale.number(name) else {
      return read.help(for: name, among: factor.ids, called: "the values")
    }
    // No number is a slip of the pen for another one.
    let values = "the values are \(inWords(factor.ids))"
    let positions = factor.positions.compactMap { $0 }
    guard scale != .textLength, let least = positions.min(), let greatest = positions.max(),
      (least...greatest).contains(number)
    else { return [values] }
    return [values, "a range gives its boundaries; `pick: all` gives every value"]
  }
}
