import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

extension Specification {
  /// Returns the index of the entry in the spec's `questions` whose text is the message of the question about an unreached value, or `nil`.
  func entry(puttingOff message: String) -> Int? {
    questions.firstIndex { $0.isPutOff && $0.question.text.onOneLine == message }
  }

  /// The texts of the questions that such entries put off.
  fileprivate var questionsPutOff: Set<String> {
    Set(questions.filter(\.isPutOff).map(\.question.text.onOneLine))
  }
}

extension TeamQuestion {
  fileprivate var isPutOff: Bool { house == nil && operation == nil && decision.isEmpty }
}

/// Findings on states and transitions.
extension FindingWriter {
  /// Returns findings on values that nothing leads to, transitions into impossible states and unreachable rules, or a note if reachability
  /// is unknown.
  mutating func flowFindings(_ reach: Reach?) throws(LimitExceeded) -> [Finding] {
    switch reach {
    case nil: return []
    case .known(let reach, let settled):
      let unreached = try unreachedValues(reach.states)
      let out = try rulesOutOfReach(reach)
      let (waiting, others) = waitingRules(out, for: unreached)
      var findings = try impossibleStart(reach)
      findings += others.map { neverReached($0.rules, $0.missing, reach) }
      for (number, asked) in unreached.enumerated() {
        findings.append(try question(of: asked, waiting: waiting[number].sorted()))
      }
      return try findings + breakingSteps(reach)
        + (settled == nil
          ? [
            entangled(
              say(
                "the states are too entangled to say which are final and which operations cross"
              )
            )
          ] : [])
    case .unknown:
      let note = entangled(say("the states are too entangled to say which of them are reached"))
      return try [note]
        + unreachedValues(nil).map { (asked) throws(LimitExceeded) in
          try question(of: asked, waiting: [])
        }
    }
  }

  private mutating func entangled(_ message: String) -> Finding {
    Finding(
      code: .neverReached,
      ownSeverity: .note,
      id: ids.next("F", ["unknown-reach", specification.id]),
      message: message,
      span: specification.rules.first { !$0.becomes.isEmpty }?.span ?? specification.featureSpan,
      help: [say("it is left out of the findings; all others are complete")]
    )
  }

  // MARK: Values

  private typealias Unreached = NamedCube.Literal

  /// The maximum number of values of a factor with a question each.
  private static let mostApart = 5

  /// Returns the values of moving factors that neither `start` nor a rule leads to, grouped by question.
  ///
  /// The numbers of a range share one question, as do many values of one factor, except those put off one by one.
  private func unreachedValues(_ states: Diagram?) throws(LimitExceeded) -> [Unreached] {
    let full = Cube(full: lowered.domains)
    let reached = states.flatMap { store.support(of: $0, in: full) }
    guard reached != nil || states == nil, let possible = try space.rows.support(in: full)
    else { return [] }
    let putOff = specification.questionsPutOff
    return specification.movingFactors.flatMap { factor in
      let declared = specification.factors[factor]
      let produced = valuesProduced(
        of: factor,
        from: reached?.values(of: factor) ?? declared.startValues
      )
      let unreached = declared.values.indices.filter { value in
        // Steps between numbers that one value stands for are not followed.
        let classmates = declared.values.classmates(of: value)
        let isFollowed = classmates.allSatisfy {
          declared.values.numbers(ofValue: $0)?.isOneNumber != false
        }
        return !declared.values[value].isInvalid && possible.contains(value, factor: factor)
          && !(isFollowed ? [value] : classmates).contains(where: produced.contains)
      }
      let alone =
        declared.line != nil
        ? []
        : unreached.filter {
          putOff.contains(wording.unreached(NamedCube.Literal(factor: factor, values: [$0])))
        }
      let others = unreached.filter { !alone.contains($0) }
      let areApart = declared.line == nil && others.count <= Self.mostApart
      return (alone.map { [$0] } + (areApart ? others.map { [$0] } : [others]))
        .filter { !$0.isEmpty }.map { Unreached(factor: factor, values: $0) }
    }
  }

  /// Returns the reached values and those that any rule, even an unreached one, sets or counts to from them.
  private func valuesProduced(of factor: Int, from reached: [Int]) -> Set<Int> {
    var produced: Set<Int> = []
    var coming = reached
    var next: [[Int]] = specification.factors[factor].values.map { _ in [] }
    for (number, rule) in specification.rules.enumerated() {
      for move in rule.becomes where move.factor == factor {
        coming += values(of: move)
        guard case .step = move.target else { continue }
        let counted = Set(lowered.rules[number].flatMap { $0.values(of: factor) })
        for part in TransitionSystem.Change(move, of: specification.factors[factor]).parts {
          for value in part.from where counted.contains(value) { next[value] += part.to }
        }
      }
    }
    while let value = coming.popLast() {
      if produced.insert(value).inserted { coming += next[value] }
    }
    return produced
  }

  /// Returns the values that a move names; none for counting up or down.
  private func values(of move: Rule.Move) -> [Int] {
    switch move.target {
    case .value(let value): [value]
    case .any: specification.factors[move.factor].validValues
    case .step: []
    }
  }

  private mutating func question(
    of unreached: Unreached,
    waiting rules: [Int]
  ) throws(LimitExceeded) -> Finding {
    let (factor, values) = (unreached.factor, unreached.values)
    let declared = specification.factors[factor]
    let cube = Cube(lowered.domains, factor, in: values)
    let rows = try store.intersection(space.all, try store.diagram(of: cube))
    let text = declared.values[values[0]].id.asFlowScalar
    let name = declared.name.asFlowScalar
    let isGroup = declared.line == nil && values.count > 1
    let all = ValueText(values, of: declared.values, in: .rule).text
    let parts = idParts(NamedCube(literals: [unreached]))
    let message = wording.unreached(unreached)
    let open = specification.entry(puttingOff: message).map { specification.questions[$0].question }
    let detail = QuestionDetail(
      condition: wording.condition([unreached]),
      asked: NamedCube(literals: [unreached]),
      example: try example(of: rows, in: cube),
      region: [NamedCube(literals: [unreached])],
      fingerprint: Self.fingerprint(["unreached"], of: parts)
    )
    return Finding(
      code: .unreachedValue,
      ownSeverity: isDeferred(open?.until) ? .warning : nil,
      id: ids.next("Q", ["unreached", specification.id] + parts),
      message: message,
      span: open?.span ?? (declared.line == nil ? declared.values[values[0]].span : declared.span),
      help: (open.map(help) ?? [])
        + (isGroup ? [say("all of them: \("`\(name): \(all)`")")] : []) + [
          rules.isEmpty
            ? say("neither `start` nor the `becomes` of a rule leads to it")
            : say(
              "neither `start` nor the `becomes` of a rule leads to it; out of reach until then: \(names(ofRules: rules))"
            ),
          say(
            "write `becomes: {\(name): \(text)}` beside the `then` of what does, or name it in `start`"
          ),
        ],
      cube: lowered.named(cube),
      combinations: space.decimalCount([rows]),
      ask: open?.ask,
      rules: rules,
      isOverdue: isOverdue(open?.until),
      question: detail
    )
  }

  // MARK: Steps

  private mutating func impossibleStart(_ reach: Reachability) throws(LimitExceeded) -> [Finding] {
    guard reach.system.start == .empty,
      let first = reach.system.moving.first(where: { specification.factors[$0].start != nil })
    else { return [] }
    var cube = Cube(full: lowered.domains)
    for factor in reach.system.moving {
      cube.restrict(factor, to: specification.factors[factor].startValues)
    }
    let conflict = conflict(try space.minimalConflict(with: try store.diagram(of: cube)))
    return [
      Finding(
        code: .breaksImpossible,
        id: ids.next("F", ["breaks", specification.id, "start"]),
        message: say("no combination has the values with which it starts"),
        span: specification.factors[first].startSpan ?? specification.factors[first].span,
        help: conflict.notes + [say("change `start`, or what excludes it")],
        related: conflict.places
      )
    ]
  }

  /// Returns findings on rules that lead from a reachable into an impossible state, with the shortest way there.
  private mutating func breakingSteps(_ reach: Reachability) throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    var seen: Set<Int> = []
    for (number, transition) in reach.system.transitions.enumerated()
    where !seen.contains(transition.rule) {
      guard let (steps, end) = try reach.breakingWay(by: number) else { continue }
      seen.insert(transition.rule)
      let rule = specification.rules[transition.rule]
      var cube = Cube(full: lowered.domains)
      for factor in reach.system.moving { cube.restrict(factor, to: [end[factor]]) }
      let after = try reach.system.seen(try store.diagram(of: cube))
      let conflict = conflict(try space.minimalConflict(with: after))
      let finding = Finding(
        code: .breaksImpossible,
        id: ids.next("F", ["breaks", specification.id, idPart(ofRule: transition.rule)]),
        message: say("`\(rule.id)` leads to \(state(end, of: reach)), which is impossible"),
        span: rule.becomes[0].span,
        help: [
          say("the shortest way there: \(try way(steps, of: reach))"),
          say("narrow the rule, change its `becomes`, or change what excludes the state"),
        ] + conflict.notes,
        related: conflict.places,
        rules: [transition.rule]
      )
      findings.append(finding)
    }
    return findings
  }

  /// Returns a state as text: `transfer: accepted`, `identity: missing`.
  private func state(_ state: [Int], of reach: Reachability) -> String {
    reach.system.moving.map { factor in
      let declared = specification.factors[factor]
      return "`\(declared.name): \(declared.values[state[factor]].id)`"
    }.joined(separator: ", ")
  }

  /// Returns a way from the start as text: the operations, with the inputs that the rules name.
  private func way(
    _ steps: [Reachability.Step],
    of reach: Reachability
  ) throws(LimitExceeded) -> String {
    guard let first = steps.first else { return "" }
    var texts = ["\(state(first.state, of: reach))"]
    for step in steps {
      let transition = reach.system.transitions[step.transition]
      var text = wording.operation(transition.operationValue)
      if var example = try example(of: step, in: reach) {
        for factor in reach.system.moving { example.values[factor] = nil }
        let inputs = setup(of: example, for: [transition.rule])
        if !inputs.isEmpty { text += " (\(inputs))" }
      }
      texts.append(text)
    }
    return texts.joined(separator: " → ")
  }

  /// Returns a combination in which a step is taken.
  private func example(
    of step: Reachability.Step,
    in reach: Reachability
  ) throws(LimitExceeded) -> Combination? {
    let transition = reach.system.transitions[step.transition]
    var cube = Cube(lowered.domains, lowered.operationFactor, in: [transition.operationValue])
    for factor in reach.system.moving {
      cube.restrict(factor, to: [step.state[factor]])
      if let absent = lowered.notApplicable(factor) { cube.insert(absent, factor: factor) }
    }
    return try example(of: regions.wins[transition.rule], in: cube)
  }

  // MARK: Rules

  /// Returns the rules without a reachable combination, each with values of one factor that it needs and nothing leads to, if there are
  /// such.
  private func rulesOutOfReach(
    _ reach: Reachability
  ) throws(LimitExceeded) -> [(rule: Int, missing: Unreached?)] {
    guard reach.states != .empty else { return [] }
    let full = Cube(full: lowered.domains)
    let reached = store.support(of: reach.rows, in: full) ?? full
    var rules: [(rule: Int, missing: Unreached?)] = []
    for (number, rule) in specification.rules.enumerated() where rule.house == nil {
      let shown = regions.shown(number)
      guard shown != .empty, try !store.meet(shown, reach.rows) else { continue }
      let needed = store.support(of: shown, in: full) ?? full
      // A rule for numbers beyond a range is a precaution, so it need not be reachable.
      let isBeyondRange = reach.system.moving.contains { factor in
        needed.values(of: factor).allSatisfy { lowered.isInvalid($0, of: factor) }
      }
      guard !isBeyondRange else { continue }
      let factor = reach.system.moving.first { factor in
        !needed.values(of: factor).contains { reached.contains($0, factor: factor) }
      }
      rules.append(
        (number, factor.map { Unreached(factor: $0, values: needed.values(of: $0)) })
      )
    }
    return rules
  }

  /// Returns for each question the unreachable rules that its answer might make reachable.
  ///
  /// These rules need a value that the question asks about, or one that such a rule sets. The other rules are grouped by the values they
  /// need.
  ///
  /// Complexity: linear in rules and values.
  private func waitingRules(
    _ out: [(rule: Int, missing: Unreached?)],
    for questions: [Unreached]
  ) -> (waiting: [[Int]], others: [(rules: [Int], missing: Unreached?)]) {
    var needing: [[Int]: [Int]] = [:]
    for (rule, missing) in out {
      guard let missing else { continue }
      for value in missing.values { needing[[missing.factor, value], default: []].append(rule) }
    }
    var waiting: [[Int]] = questions.map { _ in [] }
    var seen: Set<Int> = []
    var coming = questions.enumerated().flatMap { number, asked in
      asked.values.map { (question: number, value: [asked.factor, $0]) }
    }[...]
    while let (question, value) = coming.popFirst() {
      for rule in needing.removeValue(forKey: value) ?? [] where seen.insert(rule).inserted {
        waiting[question].append(rule)
        for move in specification.rules[rule].becomes {
          coming += values(of: move).map { (question, [move.factor, $0]) }
        }
      }
    }
    var others: [(rules: [Int], missing: Unreached?)] = []
    var places: [Unreached: Int] = [:]
    for (rule, missing) in out where !seen.contains(rule) {
      if let missing, let place = places[missing] {
        others[place].rules.append(rule)
      } else {
        if let missing { places[missing] = others.count }
        others.append(([rule], missing))
      }
    }
    return (waiting, others)
  }

  private mutating func neverReached(
    _ rules: [Int],
    _ missing: Unreached?,
    _ reach: Reachability
  ) -> Finding {
    let declared = specification.rules[rules[0]]
    let reason = missing.map(self.missing) ?? together(rules[0], reach)
    return Finding(
      code: .neverReached,
      id: ids.next("F", ["never-reached", specification.id, idPart(ofRule: rules[0])]),
      message: rules.count == 1
        ? say("`\(declared.id)` is never reached: \(reason)")
        : say("\(rules.count) rules are never reached: \(reason)"),
      span: declared.span,
      help: (rules.count == 1 ? [] : [say("they are \(names(ofRules: rules))")])
        + [say("write the `becomes` that leads there, change `start`, or remove the rule")],
      rules: rules
    )
  }

  private func missing(_ missing: Unreached) -> String {
    let factor = specification.factors[missing.factor]
    let values = missing.values.filter { $0 < factor.values.count }
    guard !values.isEmpty else { return say("`\(factor.name)` always applies") }
    let text = ValueText(values, of: factor.values, in: .rule).text
    return say("nothing makes `\(factor.name)` become `\(text)`")
  }

  /// Says that no steps lead to the combination of values that a rule names.
  private func together(_ rule: Int, _ reach: Reachability) -> String {
    let full = Cube(full: lowered.domains)
    let needed = store.support(of: regions.shown(rule), in: full) ?? full
    let named = reach.system.moving.filter { needed.valueCount(of: $0) < full.valueCount(of: $0) }
    let names = (named.count > 1 ? named : reach.system.moving)
      .map { "`\(specification.factors[$0].name)`" }
    return say("no steps lead to its values of \(wording.listed(names)) together")
  }
}
