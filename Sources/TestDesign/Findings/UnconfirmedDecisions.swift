import Combinatorics
import Diagnostics
import Specification
import Text

/// Decisions that a spec makes without giving a reason, and the findings on them.
extension FindingWriter {
  /// Returns the decisions of a spec, the heaviest first, and the objections to decisions that no longer exist.
  ///
  /// `unnamed` are invalid values, and `zeros` zero amounts, that operations treat like any other value. `states` is `nil` if reachability
  /// is unknown. Throws `LimitExceeded` if an example or a digest takes too long.
  mutating func decisions(
    _ overrides: [Override],
    _ unnamed: [UnnamedInvalid],
    _ zeros: [UnnamedInvalid],
    _ mentions: [ResultMention],
    _ states: SettledStates?
  ) throws(LimitExceeded) -> (decisions: [Decision], settled: [AgreementLedger.Entry]) {
    var decisions: [Decision] = []
    for override in overrides { decisions.append(try decision(override)) }
    for unnamed in unnamed { decisions.append(try decision(unnamed, .invalid)) }
    for zero in zeros { decisions.append(try decision(zero, .zero)) }
    for mention in mentions { decisions.append(try decision(mention)) }
    for final in states?.finals ?? [] { decisions.append(try decision(final)) }
    if let crossings = states?.crossings, !crossings.isEmpty {
      decisions.append(try decision(crossings))
    }
    decisions += specification.questions.filter(\.isDecided).map { decision(on: $0) }
    // An answer to an open question may change these final states: their agreements are kept, but nobody is asked to confirm them.
    let known = Set(decisions.map(\.fingerprint))
    var unsure: Set<String> = []
    for final in states?.finalsAsWritten ?? [] {
      let decision = try decision(final)
      if known.contains(decision.fingerprint) { continue }
      unsure.insert(decision.id)
      if ledger?.decision(decision.fingerprint) != nil { decisions.append(decision) }
    }
    let settled = decisions.keepVerdicts(of: ledger) { decision, objection in
      specification.meets(decision, objection) || isAnswered(decision, objection)
    }
    // Otherwise, decisions about states may be missing.
    let isKnown = states != nil || specification.rules.allSatisfy(\.becomes.isEmpty)
    return (decisions.heaviestFirst, settled.filter { isKnown && !unsure.contains($0.operation) })
  }

  private mutating func decision(_ override: Override) throws(LimitExceeded) -> Decision {
    let winner = specification.rules[override.winner]
    let beaten = override.beaten.map(\.rule)
    let kinds = Set(override.beaten.map(\.kind))
    let order = kinds == [.first] ? winner.order : nil
    let fingerprint = fingerprint(override)
    let isBeside = !kinds.isDisjoint(with: [.addition, .beside])
    // An answer on which rule wins does not settle what else is shown.
    let question =
      "Q-" + FindingID.digits(idParts(ofContested: override.winner))
    let because = (order.map(\.because) ?? winner.because).flatMap {
      isBeside && !$0.hasPrefix(question) && $0.prefixMatch(of: /Q-[0-9A-F]{8}/) != nil ? nil : $0
    }
    let own = (winner.results ?? []).joined(separator: "\n")
    let texts = beaten.flatMap { specification.rules[$0].results ?? [] }
    let example = try example(of: override.rows, in: Cube(full: lowered.domains))
    return Decision(
      id: ids.next(
        "D",
        ["decision", specification.id, idPart(ofRule: override.winner)]
          + (order == nil ? [] : ["first"])
      ),
      kinds: Decision.Kind.allCases.filter(kinds.contains),
      operations: operations(of: override.rows),
      winner: override.winner,
      beaten: beaten,
      rules: order.map(rules) ?? [override.winner] + beaten,
      sentence: order.map { wording.order(rules(of: $0)) }
        ?? wording.override(override.winner, beaten, kinds.first ?? .exception),
      scene: example.map { scene($0, override) } ?? "",
      example: example,
      combinations: space.decimalCount([override.rows]),
      absoluteWord: kinds == [.beside]
        ? AbsoluteWords.word(own, .sole)
        : texts.lazy.compactMap { AbsoluteWords.word($0, .absolute) }.first,
      fingerprint: fingerprint,
      state: state(of: fingerprint, because),
      span: order?.span ?? winner.span
    )
  }

  private mutating func decision(_ mention: ResultMention) throws(LimitExceeded) -> Decision {
    let rule = mention.rules[0]
    let declared = specification.rules[rule]
    let factor = specification.factors[mention.factor]
    let texts = mention.rules.flatMap { specification.rules[$0].results ?? [] }
    let values =
      store.support(of: mention.rows, in: Cube(full: lowered.domains))?
      .values(of: mention.factor) ?? []
    let left = specification.valuesLeft(by: declared, mention.factor, among: values)
    let last =
      left.last ?? values.last { $0 < factor.values.count && !factor.values[$0].isInvalid }
    let told = mention.rules.filter { rule in
      guard let last else { return true }
      return store.intersects(regions.wins[rule], Cube(lowered.domains, mention.factor, in: [last]))
    }
    let terms = mention.rules.flatMap { specification.rules[$0].when.alternatives.flatMap(\.terms) }
    return try settled(
      .mention,
      mention.rows,
      by: mention.rules,
      sentence: wording.mention(told, of: mention.factor, last),
      id: [factor.name],
      reading: terms.map(\.factor),
      saying: ([factor.name], texts)
    )
  }

  private mutating func decision(
    _ unnamed: UnnamedInvalid,
    _ kind: Decision.Kind
  ) throws(LimitExceeded) -> Decision {
    let factor = specification.factors[unnamed.factor]
    let texts = kind == .zero ? specification.rules[unnamed.rule].results ?? [] : []
    return try settled(
      kind,
      unnamed.rows,
      by: [unnamed.rule],
      isReasoned: kind == .zero,
      sentence: kind == .zero
        ? wording.zeroLikeOthers(unnamed) : wording.invalidElsewhere(unnamed),
      id: [factor.name]
        + (unnamed.isBesideNamed ? unnamed.values.map { factor.values[$0].id } : []),
      reading: [unnamed.factor, lowered.operationFactor],
      saying: ([factor.name], texts),
      span: factor.span
    )
  }

  private mutating func decision(_ final: FinalStates) throws(LimitExceeded) -> Decision {
    let states = idParts(NamedCube(literals: final.literals))
    let isOne = final.literals.count == 1
    // Rows identify a final value only if an operation is possible in them and it is the only one.
    let isTold = final.rows != .empty && (!isOne || final.literals[0].values.count == 1)
    return try settled(
      .final,
      final.rows,
      by: final.rules,
      sentence: wording.final(final.literals),
      id: isOne ? [specification.factors[final.literals[0].factor].name] : states,
      reading: specification.movingFactors,
      saying: (["final"], isTold ? [] : states)
    )
  }

  private mutating func decision(_ crossings: [Crossing]) throws(LimitExceeded) -> Decision {
    let numbers = Set(crossings.flatMap(\.operations)).sorted()
    let operations = numbers.map { specification.operations[$0].id }
    let rules = Set(crossings.flatMap(\.rules)).sorted()
    var decision = try settled(
      .crossing,
      try store.union(crossings.map(\.rows)),
      by: rules,
      sentence: wording.crossings(crossings.groups),
      id: [],
      reading: specification.movingFactors,
      saying: (["crossing"] + operations, rules.flatMap { specification.rules[$0].results ?? [] }),
      span: specification.rules[crossings[0].rules[0]].span
    )
    decision.winner = crossings[0].rules[0]
    decision.beaten = rules.filter { $0 != decision.winner }
    decision.scene = decision.example.map { setup(of: $0, for: crossings[0].rules) } ?? ""
    return decision
  }

  /// Returns a decision that no rule gives way in.
  ///
  /// It counts as reasoned if all of its rules have a reason and `isReasoned` is true.
  private mutating func settled(
    _ kind: Decision.Kind,
    _ rows: Diagram,
    by rules: [Int],
    isReasoned: Bool = true,
    sentence: String,
    id parts: [String],
    reading factors: [Int],
    saying texts: (first: [String], last: [String]),
    span: SourceSpan? = nil
  ) throws(LimitExceeded) -> Decision {
    let region = RegionDigest(lowered)
      .digest(of: rows, reading: Set(factors).sorted(), in: space, ofRules: rules)
    let said = texts.first + [region] + texts.last
    let fingerprint = TextDigest.whole(said.joined(separator: "\u{1E}"))
    let reasons = isReasoned ? rules.compactMap { specification.rules[$0].because } : []
    return Decision(
      id: ids.next("D", [kind.rawValue, specification.id] + parts),
      kinds: [kind],
      operations: operations(of: rows),
      winner: rules[0],
      beaten: [],
      rules: rules,
      sentence: sentence,
      scene: "",
      example: try example(of: rows, in: Cube(full: lowered.domains)),
      combinations: space.decimalCount([rows]),
      absoluteWord: nil,
      fingerprint: fingerprint,
      state: state(of: fingerprint, reasons.count == rules.count ? reasons[0] : nil),
      span: span ?? specification.rules[rules[0]].span
    )
  }

  /// True if the reason of the winning rule names the objection, since the rule is an answer to it.
  private func isAnswered(_ decision: Decision, _ objection: AgreementLedger.Entry) -> Bool {
    decision.winner.flatMap { specification.rules[$0].because }?.contains(objection.mark) ?? false
  }

  func idParts(ofContested winner: Int) -> [String] {
    ["settled", specification.id, idPart(ofRule: winner)]
  }

  func state(of fingerprint: String, _ because: String?) -> Decision.State {
    guard let entry = ledger?.decision(fingerprint) else {
      return because.map(Decision.State.reasoned) ?? .open
    }
    return entry.isContested ? .contested(entry) : .agreed(entry)
  }

  /// Returns the rules of a list under `first`, from top to bottom.
  private func rules(of order: Rule.Order) -> [Int] {
    specification.rules.indices.filter { specification.rules[$0].order?.span == order.span }
  }

  private func operations(of rows: Diagram) -> [Int] {
    let support = store.support(of: rows, in: Cube(full: lowered.domains))
    let values = support?.values(of: lowered.operationFactor) ?? []
    return Set(values.map { lowered.operationValues[$0].operation }).sorted()
  }

  /// Returns the example's values of the factors that the rules name and the winner's condition does not fix.
  private func scene(_ example: Combination, _ override: Override) -> String {
    let rules = [override.winner] + override.beaten.map(\.rule)
    let said = specification.rules[override.winner].when.alternatives
    var open = example
    for factor in specification.factors.indices {
      let isSaid =
        said.count == 1
        && said[0].terms.contains { $0.factor == factor && $0.values.count == 1 }
      if isSaid { open.values[factor] = nil }
    }
    return setup(of: open, for: rules)
  }

  /// Returns the fingerprint of an override: the winner's own id, both sides' results, and the region.
  private func fingerprint(_ override: Override) -> String {
    let winner = specification.rules[override.winner]
    let rules = [override.winner] + override.beaten.map(\.rule)
    let terms = rules.flatMap { specification.rules[$0].when.alternatives.flatMap(\.terms) }
    let region = RegionDigest(lowered).digest(
      of: override.rows,
      reading: Set(terms.map(\.factor)).sorted(),
      in: space,
      ofRules: rules
    )
    let texts = rules.map { rule in
      wording.results(
        of: specification.rules[rule],
        toldFrom: rule == override.winner ? rules : [override.winner]
      ).joined(separator: "\u{1D}")
    }
    let parts = [winner.isKnownByID ? winner.id : "", texts[0], region]
    let isOrdered = override.beaten.allSatisfy { $0.kind == .first }
    let rest = isOrdered ? Array(texts.dropFirst()) : Set(texts.dropFirst()).sorted()
    return TextDigest.whole((parts + rest).joined(separator: "\u{1E}"))
  }
}

extension AgreementLedger.Entry {
  /// The name of an objection in the reason of a rule, `D-3F9A2C7D-1B60E2A4`; a later objection to the same decision has another one.
  var mark: String { operation + "-" + FindingID.digits([fingerprint, on, comment]) }

  /// Returns the marks of objections in a reason that a comment does not have.
  static func marks(in reason: String, besides comment: String) -> [String] {
    reason.matches(of: /D-[0-9A-F]{8}-[0-9A-F]{8}/).map { String($0.output) }
      .filter { !comment.contains($0) }
  }
}
