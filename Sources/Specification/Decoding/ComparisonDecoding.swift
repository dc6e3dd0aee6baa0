import Diagnostics
import Text

/// Decoding of comparisons between two factors.
extension SpecificationDecoder {
  /// A comparison where it is written first.
  private typealias Pair = (left: String, right: String, span: SourceSpan)

  /// Returns the comparisons in conditions, in the order written, each with the factor on the left that it was first written with.
  func comparisons(
    _ written: WrittenSpec,
    _ factors: [DeclaredFactor],
    _ operations: [DeclaredOperation],
    in scope: NameScope
  ) -> [Comparison] {
    let applicability = factors.compactMap(\.onlyWhen) + operations.flatMap(\.applicability)
    let conditions =
      written.rules.map(\.alternatives) + written.impossible.map(\.when.alternatives)
      + written.cases.compactMap(\.when?.alternatives)
      + applicability.map(\.alternatives)
    let pairs = conditions.joined().joined().flatMap { term in
      term.conditionTexts.compactMap { text in
        text.comparison.map { Pair(left: term.factor, right: $0.factor, span: text.span) }
      }
    }
    var found: [Comparison] = []
    var partners: [Int: Pair] = [:]
    var known: Set<Set<String>> = []
    var isRing = false
    for pair in pairs.sorted(by: { $0.span.start < $1.span.start }) {
      // An unknown factor on the left is reported where the condition is read.
      guard let left = scope.factor(pair.left), known.insert([pair.left, pair.right]).inserted,
        let comparison = comparison(pair, left, factors, in: scope)
      else { continue }
      if let first = partners[left] ?? partners[comparison.right] {
        // One message is enough for a ring.
        if !isRing { reportSecond(pair, first) }
        isRing = true
        continue
      }
      (partners[left], partners[comparison.right]) = (pair, pair)
      found.append(comparison)
    }
    return found
  }

  private func reportSecond(_ pair: Pair, _ first: Pair) {
    let shared = [first.left, first.right].contains(pair.left) ? pair.left : pair.right
    let others = [first, pair].map { $0.left == shared ? $0.right : $0.left }
    read.report(
      .conflictingKeys,
      "`\(shared)` is compared with \(inWords(others)): a factor can be compared with only one other",
      at: pair.span,
      help: ["what follows from the other comparison may be a statement: `fits: It fits`"],
      related: [Diagnostic.Related(span: first.span, message: "first compared here")]
    )
  }

  /// Returns `nil`, after reporting it, if the two cannot be compared.
  private func comparison(
    _ pair: Pair,
    _ left: Int,
    _ factors: [DeclaredFactor],
    in scope: NameScope
  ) -> Comparison? {
    guard let right = scope.factor(pair.right) else {
      let context = ConditionContext(scope: scope, subject: "the condition on `\(pair.left)`")
      reportUnknownFactor(pair.right, at: pair.span, in: context)
      return nil
    }
    if left == right {
      let message = "`\(pair.left)` is compared with itself"
      return read.reject(.unreadableCondition, message, at: pair.span)
    }
    let values = [left, right].map { factors[$0].values }
    if values.contains(where: \.isBroken) { return nil }
    if let plain = [left, right].first(where: { factors[$0].values.scale == nil }) {
      let factor = scope.factors[plain]
      let message = "`\(factor.name)` has no numbers to compare"
      return read.reject(.invalidValue, message, at: pair.span, help: [factor.listOfValues])
    }
    // Listed numbers take the unit of the other factor.
    let integers = NumberLine(scale: .integer)
    let lines = values.map { $0.line?.line }
    let measures = zip(lines, lines.reversed()).map { line, other -> (kind: String, steps: Int) in
      if let line { return line.measure }
      var line = integers
      line.unit = other?.unit
      return line.measure
    }
    guard measures[0].kind == measures[1].kind else {
      return reportMeasures(pair, lines.map { $0 ?? integers })
    }
    var (divisor, rest) = (measures[0].steps, measures[1].steps)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    let label = factors[right].factor.label.onOneLine
    let line = lines[0] ?? lines[1]
    // In Japanese, a count of days (日数) is compared as an amount, not as a duration.
    let isCount = factors[left].factor.label.hasSuffix("数")
    return Comparison(
      left: left,
      right: right,
      leftSteps: measures[0].steps / divisor,
      rightSteps: measures[1].steps / divisor,
      words: isCount ? .amounts : line?.comparatives ?? .amounts,
      noun: language.choose(Self.english(label), label)
    )
  }

  /// Reports two factors that cannot be compared because they count different things, and returns `nil`.
  private func reportMeasures(_ pair: Pair, _ lines: [NumberLine]) -> Comparison? {
    read.reject(
      .invalidValue,
      "`\(pair.left)` \(lines[0].counted) and `\(pair.right)` \(lines[1].counted): they cannot be compared",
      at: pair.span,
      help: [
        lines.allSatisfy(\.scale.takesUnit)
          ? "numbers of one unit can be compared; minutes, hours, days and weeks are converted"
          : "dates compare with dates, times with times, past midnight only with the same range"
      ]
    )
  }

  /// Returns "the free space" for "Free space"; other labels are quoted.
  private static func english(_ label: String) -> String {
    guard label.wholeMatch(of: /[A-Z]?[a-z]+( [a-z]+)*/) != nil else { return "“\(label)”" }
    return "the " + label.lowercased()
  }

  /// Returns the factor of a comparison, whose values are the possible relations.
  func relation(_ comparison: Comparison, of factors: [DeclaredFactor]) -> DeclaredFactor {
    let (left, right) = (factors[comparison.left], factors[comparison.right])
    let span = left.factor.span
    let valid = [left, right].map { declared in
      let values = declared.values.values
      return values.indices.filter { !values[$0].isInvalid && values[$0].number != nil }
    }
    let numbers = zip(valid, [left, right]).map { valid, declared in
      valid.map { declared.values.values[$0] }.sorted { $0.number ?? 0 < $1.number ?? 0 }
    }
    let ends = [numbers[0].first, numbers[0].last].compactMap(\.self)
    var relations = Set(
      numbers[1].flatMap { other in ends.compactMap { comparison.relation($0, other) } }
    )
    if numbers[0].contains(where: { one in
      numbers[1].contains { comparison.relation(one, $0) == .same }
    }) {
      relations.insert(.same)
    }
    let names = [left, right].map(\.factor.label.onOneLine)
    var factor = Factor(
      name: "\(left.factor.name) vs \(right.factor.name)",
      kind: .data,
      label: language.choose("\(names[0]) vs \(names[1])", "\(names[0])と\(names[1])"),
      comparison: comparison,
      span: span
    )
    factor.onlyWhen = Condition(
      alternatives: [
        Conjunction(
          [
            Term(factor: comparison.left, values: valid[0], span: span),
            Term(factor: comparison.right, values: valid[1], span: span),
          ],
          operation: .max
        )
      ],
      span: span
    )
    let values = Comparison.Relation.allCases.filter(relations.contains).map { relation in
      FactorValue(
        id: "\(relation)",
        label: comparison.phrase([relation], language),
        hasOwnLabel: false,
        number: relation.rawValue,
        span: span
      )
    }
    return DeclaredFactor(factor: factor, values: DeclaredValues(values: values))
  }

  // MARK: Conditions

  /// Returns the terms of a comparison and of values beside it, or `nil` after reporting a mistake.
  func compared(_ written: WrittenTerm, in context: ConditionContext) -> [Term]? {
    let scope = context.scope
    guard let factor = scope.factor(written.factor) else {
      reportUnknownFactor(written.factor, at: written.span, in: context)
      return nil
    }
    let texts = written.conditionTexts
    // If the comparison is missing, its mistake has been reported.
    guard let (number, meaning) = scope.comparisons[factor],
      texts.allSatisfy({ text in
        text.comparison.map { [meaning.left, meaning.right].contains(scope.factor($0.factor)) }
          ?? true
      })
    else { return nil }
    if texts.count > 1,
      let mixed = texts.first(where: { $0.comparison == nil || !$0.items.isEmpty })
    {
      return read.reject(
        .unreadableCondition,
        "a condition on `\(written.factor)` cannot mix values with a comparison such as `\(mixed.text)`",
        at: mixed.span,
        help: ["for an *or* write a list of maps, for both at once `5.. and more than …`"]
      )
    }
    let relations = texts.compactMap(\.comparison).reduce(into: Set<Comparison.Relation>()) {
      $0.formUnion($1.relations)
    }
    let values = scope.factors[number].values
    var chosen = values.indices.filter { place in
      let relation = (values[place].number ?? 0) * (factor == meaning.left ? 1 : -1)
      return relations.contains { $0.rawValue == relation }
    }
    if case .others = written.choice {
      chosen = values.indices.filter { !chosen.contains($0) }
    }
    guard !chosen.isEmpty else {
      let other = scope.factors[factor == meaning.left ? meaning.right : meaning.left]
      return read.reject(
        .selectsNothing,
        "`\(written.factor)` is never \(texts[0].comparison?.words.rawValue ?? "") `\(other.name)`",
        at: written.span,
        help: ["no pair of their values satisfies it"]
      )
    }
    let term = Term(factor: number, values: chosen, span: written.span)
    guard case .texts(let own) = written.choice, let text = own.first, !text.items.isEmpty else {
      return [term]
    }
    var plain = text
    plain.comparison = nil
    let beside = WrittenTerm(factor: written.factor, choice: .texts([plain]), span: written.span)
    return terms(of: [beside], in: context).map { $0 + [term] }
  }
}
