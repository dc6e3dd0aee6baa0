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
        "the conditions of a spec can select at most \(Limit.selectedValues) values in total",
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

extension SpecificationDecoder {
  /// The forms in which a condition says what a factor may be, besides a value and a list.
  enum ChoiceKey: String, CaseIterable {
    case not, only, from, to, applies
  }

  /// Which of a factor's values are meant.
  enum Validity: String, CaseIterable {
    case valid, invalid
  }

  /// What a factor may be.
  struct Choice {
    /// Ascending.
    var values: [Int]
    var allowsNotApplicable = false
  }

  /// What stands behind a factor in a condition.
  mutating func choice(_ node: SyntaxNode, of factor: NameScope.NamedFactor) -> Choice? {
    switch node.content {
    case .scalar, .sequence: return namedValues(node, of: factor).map { Choice(values: $0) }
    case .mapping: break
    }
    let subject = "the condition on `\(factor.name)`"
    guard let fields = read.fields(of: node, ChoiceKey.self, subject: subject) else { return nil }
    let written = fields.written(of: ChoiceKey.allCases)
    if written.isEmpty {
      if !fields.hasUnknownKeys {
        read.report(
          .emptyCondition,
          "\(subject) says nothing",
          at: fields.span,
          help: ["the forms are \(inWords(ChoiceKey.allCases.map(\.rawValue)))"]
        )
      }
      return nil
    }
    if written.count > 1 && written != [.from, .to] {
      conflict(fields, written)
      return nil
    }
    if fields.hasUnknownKeys { return nil }
    switch written[0] {
    case .not: return fields[.not].flatMap { complement($0, of: factor) }
    case .only: return fields[.only].flatMap { validity($0, of: factor) }
    case .from, .to: return interval(fields, of: factor, at: node.span)
    case .applies: return fields[.applies].flatMap { applicability($0, of: factor) }
    }
  }

  /// One value, or a list of some.
  private mutating func namedValues(
    _ node: SyntaxNode,
    of factor: NameScope.NamedFactor
  ) -> [Int]? {
    guard case .sequence = node.content else { return values(node, of: factor) }
    guard let items = read.filledList(node, "the values of `\(factor.name)`") else { return nil }
    var numbers: Set<Int> = []
    var isReadable = true
    for item in items {
      guard let values = values(item, of: factor) else {
        isReadable = false
        continue
      }
      numbers.formUnion(values)
    }
    return isReadable ? numbers.sorted() : nil
  }

  private mutating func complement(
    _ node: SyntaxNode,
    of factor: NameScope.NamedFactor
  ) -> Choice? {
    if case .mapping = node.content {
      read.wrongType(node, "`not` of `\(factor.name)`", expected: "a value or a list of values")
      return nil
    }
    guard let excluded = namedValues(node, of: factor).map(Set.init), !factor.mayHideValues else {
      return nil
    }
    let values = factor.ids.indices.filter { !excluded.contains($0) }
    if values.isEmpty {
      read.report(
        .selectsNothing,
        "`not` leaves no value of `\(factor.name)`",
        at: node.span,
        help: [listOfValues(factor)]
      )
      return nil
    }
    return Choice(values: values)
  }

  private mutating func validity(
    _ node: SyntaxNode,
    of factor: NameScope.NamedFactor
  ) -> Choice? {
    guard let validity = read.word(node, "`only` of `\(factor.name)`", Validity.self),
      !factor.mayHideValues
    else { return nil }
    let values = factor.ids.indices.filter { factor.isInvalid[$0] == (validity == .invalid) }
    if values.isEmpty {
      read.report(
        .selectsNothing,
        "`\(factor.name)` has no \(validity.rawValue) value",
        at: node.span,
        help: [listOfValues(factor)]
      )
      return nil
    }
    return Choice(values: values)
  }

  private mutating func interval(
    _ fields: Fields<ChoiceKey>,
    of factor: NameScope.NamedFactor,
    at span: SourceSpan
  ) -> Choice? {
    guard let scale = factor.scale else {
      if !factor.mayHideValues {
        read.report(
          .invalidValue,
          "`\(factor.name)` has no numbers that `from` and `to` could compare",
          at: span,
          help: ["only values from `range`, `date` and the length of `text` can be compared"]
        )
      }
      return nil
    }
    var ends: [ChoiceKey: Int] = [:]
    for key in fields.written(of: [.from, .to]) {
      guard let node = fields[key] else { continue }
      ends[key] = bound(node, scale, "`\(key.rawValue)` of `\(factor.name)`")
      if ends[key] == nil { return nil }
    }
    let from = ends[.from] ?? .min
    let to = ends[.to] ?? .max
    if from > to {
      read.report(
        .backwardsRange,
        "\(fields.subject) runs backwards from \(scale.written(from)) to \(scale.written(to))",
        at: span
      )
      return nil
    }
    guard !factor.mayHideValues else { return nil }
    let values = factor.ids.indices.filter { value in
      factor.positions[value].map { from <= $0 && $0 <= to } ?? false
    }
    if values.isEmpty {
      let lower = ends[.from].map { " from \(scale.written($0))" } ?? ""
      let upper = ends[.to].map { " to \(scale.written($0))" } ?? ""
      read.report(
        .selectsNothing,
        "`\(factor.name)` has no value\(lower)\(upper)",
        at: span,
        help: [listOfValues(factor)]
      )
      return nil
    }
    return Choice(values: values)
  }

  private mutating func applicability(
    _ node: SyntaxNode,
    of factor: NameScope.NamedFactor
  ) -> Choice? {
    guard let applies = read.boolean(node, "`applies` of `\(factor.name)`") else { return nil }
    if applies { return Choice(values: Array(factor.ids.indices)) }
    if factor.isOperation {
      read.report(.selectsNothing, "`operation` always applies", at: node.span)
      return nil
    }
    return Choice(values: [], allowsNotApplicable: true)
  }

  private func listOfValues(_ factor: NameScope.NamedFactor) -> String {
    "the values of `\(factor.name)` are \(inWords(factor.ids))"
  }
}
