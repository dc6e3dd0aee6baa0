import Diagnostics
import YAMLSyntax

extension SyntaxReader {
  /// Reads `becomes` of a rule: a map from factors to new values.
  func moves(_ fields: Fields<RuleKey>) -> [WrittenMove] {
    guard let entry = fields.entry(.becomes) else { return [] }
    let subject = fields.name(.becomes)
    if fields[.then] == nil, !fields.written(of: [.adds, .question]).isEmpty {
      let help = "write it beside the `then` that decides what happens there"
      fields.reportAlone(.becomes, without: .then, help: help)
      return []
    }
    let help = ["for example `becomes: {transfer: accepted}`"]
    guard let entries = mapping(entry.value, subject, help: help) else { return [] }
    if entries.isEmpty {
      report(.emptyCondition, "\(subject) must name at least one factor", at: entry.value.span)
    }
    return entries.compactMap { entry in
      guard let text = entry.value.writtenScalar?.text else {
        return wrongType(
          entry.value,
          "what `\(entry.key)` becomes",
          expected: "one value",
          help: ["write a value, `any`, or for a range `+1` or `-1`"]
        )
      }
      return WrittenMove(
        factor: entry.key,
        text: text,
        span: entry.keySpan,
        valueSpan: entry.value.span
      )
    }
  }

  /// Reads `start` of a factor: a value, or a list of values.
  func start(_ node: SyntaxNode, ofFactor name: String, at span: SourceSpan) -> WrittenTerm? {
    let subject = "`start` of factor `\(name)`"
    return oneOrMore(node, subject)?.mapAll { item in
      self.name(item, subject).map { ConditionText(items: [.name($0)], text: $0, span: item.span) }
    }.map { WrittenTerm(factor: name, choice: .texts($0), span: span) }
  }
}

extension SpecificationDecoder {
  /// Returns the moves of a rule, or `nil` if a name is wrong.
  func moves(
    _ written: WrittenRule,
    in context: ConditionContext
  ) -> [Rule.Move]? {
    var context = context
    context.subject = "`becomes` of \(written.subject)"
    return written.becomes.mapAll { move($0, in: context) }?.sorted { $0.factor < $1.factor }
  }

  private func move(_ written: WrittenMove, in context: ConditionContext) -> Rule.Move? {
    let scope = context.scope
    guard let number = scope.factor(written.factor) else {
      reportUnknownFactor(written.factor, at: written.span, in: context)
      return nil
    }
    let factor = scope.factors[number]
    func move(_ target: Rule.Move.Target) -> Rule.Move {
      Rule.Move(factor: number, target: target, span: written.span)
    }
    if written.text == "any" { return move(.any) }
    if let step = written.step, factor.scale.map({ $0.digits == 0 }) ?? factor.isBroken {
      return move(.step(step))
    }
    if written.step != nil || isNotOne(written.text, of: factor) {
      return read.reject(
        .invalidValue,
        "`\(factor.name)` cannot become `\(written.text)`",
        at: written.valueSpan,
        help: [
          "write a value, `any`, or for a range of whole numbers `+1` or `-1`", factor.listOfValues,
        ]
      )
    }
    let item = ConditionText.Item.name(written.text)
    let values = lookup(factor, in: context, at: written.valueSpan).values(of: item)
    let subject = "what `\(factor.name)` becomes"
    return valid(values, of: factor, subject, at: written.valueSpan)?.first.map { move(.value($0)) }
  }

  /// Removes from a rule's terms the end of the range that the rule steps towards.
  ///
  /// Terms that say `any` are unchanged: at the end, the number then stays as it is.
  func terms(_ terms: [Term], withRoomFor moves: [Rule.Move], in scope: NameScope) -> [Term] {
    var terms = terms
    for move in moves {
      let factor = scope.factors[move.factor]
      guard case .step(let step) = move.target, let end = factor.line?.end(towards: step) else {
        continue
      }
      let place = terms.firstIndex { $0.factor == move.factor }
      if let place, terms[place].isAny { continue }
      let named = place.map { terms[$0].values } ?? Array(factor.values.indices)
      let values = named.filter { factor.values[$0].number != end }
      guard values != named else { continue }
      guard factor.valid.contains(where: values.contains) else {
        guard place != nil else { continue }
        read.report(
          .invalidValue,
          "`\(factor.name)` cannot become `\(step > 0 ? "+1" : "-1")`: the rule applies only at the end of its range",
          at: move.span,
          help: ["write the value that it becomes, or leave it out: then it stays"]
        )
        continue
      }
      if let place {
        terms[place].written = named
        terms[place].values = values
      } else {
        terms.append(Term(factor: move.factor, values: values, isImplied: true, span: move.span))
      }
    }
    return terms
  }

  /// True for a step of more than one, and for several numbers: `+2`, `1..2`.
  private func isNotOne(_ text: String, of factor: NamedValues) -> Bool {
    guard let scale = factor.scale else { return false }
    if text.hasPrefix("+"), scale.digits > 0 { return true }
    if factor.number(of: text) != nil { return false }
    if text.hasPrefix("+") || text.contains("..") { return true }
    return factor.meant(by: text).map { scale.number($0) == nil } ?? false
  }

  /// Reports moves of factors that cannot apply after the rule, steps of compared factors, and `start` of factors that no rule moves.
  func checkMoves(_ rules: RuleList, of factors: [Factor]) {
    for rule in rules.spec {
      for move in rule.becomes where !mayApply(factors[move.factor], behind: rule, factors) {
        let factor = factors[move.factor]
        read.report(
          .invalidValue,
          "rule `\(rule.id)` says what `\(factor.name)` becomes where it does not apply",
          at: move.span,
          help: ["leave it out, or say in `becomes` what makes it apply"],
          related: factor.onlyWhen.map {
            [Diagnostic.Related(span: $0.span, message: "`\(factor.name)` applies only here")]
          } ?? []
        )
      }
    }
    let compared = Set(
      factors.compactMap(\.comparison).flatMap { [$0.left, $0.right] }
    )
    for move in rules.rules.flatMap(\.becomes) where compared.contains(move.factor) {
      guard case .step(let step) = move.target, factors[move.factor].line?.few == nil else {
        continue
      }
      let name = factors[move.factor].name
      read.report(
        .invalidValue,
        "`\(name)` is compared: it can become `\(step > 0 ? "+1" : "-1")` only if its range has at most 100 numbers",
        at: move.span,
        help: ["write a shorter range, or a number that it becomes"]
      )
    }
    let moving = Set(rules.rules.flatMap(\.becomes).map(\.factor))
    guard !rules.isBroken else { return }
    for (number, factor) in factors.enumerated() where !moving.contains(number) {
      guard factor.start != nil, let place = factor.startSpan else { continue }
      read.report(
        .missingKey,
        "no rule says what `\(factor.name)` becomes, so its `start` only sets the usual value",
        at: place,
        severity: .warning,
        help: [
          "write `becomes: {\(factor.name): …}` beside the `then` that changes it; if nothing does, write `usual` in place of `start`"
        ]
      )
    }
  }

  /// True if a factor can apply after a rule, that is, if some alternative is consistent with its `only_when`.
  private func mayApply(_ factor: Factor, behind rule: Rule, _ factors: [Factor]) -> Bool {
    guard let condition = factor.onlyWhen else { return true }
    return rule.when.alternatives.contains { before in
      condition.alternatives.contains { after in
        after.terms.allSatisfy { term in
          switch rule.becomes.first(where: { $0.factor == term.factor })?.target {
          case .value(let value)?: return term.values.contains(value)
          case .any?, .step?: return true
          case nil: break
          }
          guard let known = before.terms.first(where: { $0.factor == term.factor }), !known.isAny
          else { return true }
          return known.values.contains(where: term.values.contains)
        }
      }
    }
  }
}
