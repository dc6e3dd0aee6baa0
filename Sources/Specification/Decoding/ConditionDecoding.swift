import Diagnostics

/// The context that the meaning of a condition depends on.
struct ConditionContext {
  let scope: NameScope
  /// The name of the condition in messages: "`when` of rule `accept`".
  var subject: String
  /// True if `not`, open ends and a bare operation include invalid values: in `impossible` and `only_when`.
  var takesInvalid = false
  /// True in a pack: numbers are clamped to the range of the spec, and a condition that then selects nothing is not a mistake.
  var isOfHouse = false
}

extension SpecificationDecoder {
  private struct Choice {
    var values: [Int]
    var isAny = false
  }

  func condition(_ written: WrittenCondition, in context: ConditionContext) -> Condition? {
    let alternatives = written.alternatives.mapAll { written in
      terms(of: written, in: context).map {
        Conjunction($0, operation: context.scope.operationFactor)
      }
    }
    return alternatives.map { Condition(alternatives: $0, span: written.span) }
  }

  /// Resolves the names of terms that hold together, in the order written.
  func terms(of written: [WrittenTerm], in context: ConditionContext) -> [Term]? {
    let terms = written.mapAll {
      $0.isCompared ? compared($0, in: context) : term($0, in: context).map { [$0] }
    }
    guard let all = terms?.flatMap(\.self) else { return nil }
    var known: Set<Int> = []
    guard let twice = all.first(where: { !known.insert($0.factor).inserted }) else { return all }
    return read.reject(
      .duplicateName,
      "\(context.subject) compares two factors twice",
      at: twice.span,
      help: ["one comparison says it: `same as`, or a list of maps of which one must hold"]
    )
  }

  private func term(_ written: WrittenTerm, in context: ConditionContext) -> Term? {
    let scope = context.scope
    let number: Int
    let choice: Choice?
    if case .operations(let texts) = written.choice {
      number = scope.operationFactor
      choice = operations(texts, in: context).map { Choice(values: $0) }
    } else if let factor = scope.factor(written.factor) {
      number = factor
      choice = self.choice(written.choice, of: scope.factors[factor], in: context)
    } else {
      reportUnknownFactor(written.factor, at: written.span, in: context)
      return nil
    }
    guard let choice, isWithinLimit(choice, at: written.span) else { return nil }
    var term = Term(factor: number, values: choice.values, isAny: choice.isAny, span: written.span)
    if case .texts(let texts) = written.choice {
      term.namesValues = texts.allSatisfy { text in
        !text.isNegated && !text.items.contains { if case .word = $0 { true } else { false } }
      }
      term.namesInvalid = texts.contains { text in
        !text.isNegated
          && text.items.contains { if case .word(.invalid) = $0 { true } else { false } }
      }
    }
    return term
  }

  /// True if the conditions of the spec are within the limit on selected values; reports the first that is not.
  private func isWithinLimit(_ choice: Choice, at span: SourceSpan) -> Bool {
    let before = selectedValues
    selectedValues += choice.values.count
    if before <= Limit.selectedValues && selectedValues > Limit.selectedValues {
      let message =
        "the conditions of a spec can select at most \(Limit.selectedValues) values in total"
      read.report(.tooMany, message, at: span)
    }
    return selectedValues <= Limit.selectedValues
  }

  func reportUnknownFactor(_ name: String, at span: SourceSpan, in context: ConditionContext) {
    let scope = context.scope
    if scope.hidesFactors { return }
    let shared = house.factors[name].map {
      "\($0.origin.path) declares it: select it by its id, `\(name):`"
    }
    read.report(
      .unknownFactor,
      "\(context.subject) names the factor `\(name)`, which is not declared",
      at: span,
      help: (scope.home(of: name) ?? shared).map { [$0] }
        ?? read.help(for: name, among: scope.factors.map(\.name), called: "the factors")
    )
  }

  // MARK: Values of a factor

  func lookup(
    _ factor: NamedValues,
    in context: ConditionContext,
    at span: SourceSpan
  ) -> ValueLookup {
    ValueLookup(factor: factor, context: context, span: span, read: read)
  }

  private func choice(
    _ written: WrittenTerm.Choice,
    of factor: NamedValues,
    in context: ConditionContext
  ) -> Choice? {
    func choices(_ texts: [ConditionText]) -> Choice? {
      guard let choices = texts.mapAll({ choice($0, lookup(factor, in: context, at: $0.span)) })
      else { return nil }
      return Choice(
        values: Set(choices.flatMap(\.values)).sorted(),
        isAny: choices.contains(where: \.isAny)
      )
    }
    switch written {
    case .operations, .unreadable: return nil
    case .texts(let texts): return choices(texts)
    case .others(let beside, let span):
      guard let covered = choices(beside).map({ Set($0.values) }), !factor.isBroken else {
        return nil
      }
      let left = factor.valid.filter { !covered.contains($0) }
      return lookup(factor, in: context, at: span).filled(
        left,
        "nothing is left for `others`: remove it, the keys beside it name every valid value"
      ).map { Choice(values: $0) }
    }
  }

  private func choice(_ text: ConditionText, _ lookup: ValueLookup) -> Choice? {
    var values: Set<Int> = []
    for item in text.items {
      guard let part = lookup.values(of: item) else { return nil }
      values.formUnion(part)
    }
    guard text.isNegated else {
      return Choice(values: values.sorted(), isAny: text.items.contains(.word(.any)))
    }
    let (factor, takesInvalid) = (lookup.factor, lookup.context.takesInvalid)
    if factor.isBroken { return nil }
    let candidates = takesInvalid ? Array(factor.values.indices) : factor.valid
    return lookup.filled(
      candidates.filter { !values.contains($0) },
      "`\(text.text)` leaves no \(takesInvalid ? "" : "valid ")value of `\(factor.name)`"
    ).map { Choice(values: $0) }
  }
}

extension Conjunction {
  /// Creates a conjunction of the terms in the order of declaration, the operation first, so that the written order makes no difference.
  init(_ terms: [Term], operation: Int) {
    self.init(
      terms: terms.sorted {
        ($0.factor == operation ? -1 : $0.factor) < ($1.factor == operation ? -1 : $1.factor)
      }
    )
  }
}
