import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

extension FindingWriter {
  /// Returns one finding per question about undefined combinations.
  mutating func findings(
    of questions: [QuestionRegion],
    _ setups: [OrdinarySetup?]
  ) throws(LimitExceeded) -> [Finding] {
    try questions.map { (question) throws(LimitExceeded) in
      try undefinedFinding(question, setups)
    }
  }

  private mutating func undefinedFinding(
    _ question: QuestionRegion,
    _ setups: [OrdinarySetup?]
  ) throws(LimitExceeded) -> Finding {
    let plainest = try plainest(question.rows, setups)
    let operations = question.operations(lowered)
    let condition = lowered.named(question.condition)
    let asked = try asked(question)
    let parts = question.parts.map(lowered.named)
    // Rules that never win explain nothing.
    let rules = wording.rules(about: Set(operations)).filter { regions.wins[$0] != .empty }
    comparedRules += rules.count
    // Comparing conditions means comparing many words.
    try space.charge(comparisons: 10 * rules.count)
    let nearest = wording.nearest(condition, among: rules)
    let (settled, disputed) = try decided(inside: question, rules, setups)
    let unsaid = try unsaid(
      question.rows,
      in: question.condition,
      beside: settled.map { $0.filter { $0.factor != specification.operationFactor } }
    )
    let narrowed = try narrowed(asked, settled, question)
    let alsoSettled = settled.filter { !excludes(narrowed.literals + unsaid.assumed, $0) }
    var reach: [Int] = []
    for factor in factors(
      toldApartBy: (nearest.map { [$0.rule] } ?? []) + rules,
      for: question.condition,
      among: unsaid.free
    ) where try isEverywhere(question, factor, apartFrom: settled + disputed) {
      reach.append(factor)
    }
    let region = parts.map { idParts($0).joined(separator: "\u{1E}") }.sorted()
    let isReached = try store.meet(question.rows, reached)
    return Finding(
      code: .undefinedCombination,
      ownSeverity: isReached ? nil : .note,
      id: ids.next("Q", ["undefined", specification.id] + idParts(condition)),
      message: wording.undefinedQuestion(narrowed),
      span: specification.operations[operations[0]].span,
      help: whereNeighboursCannotOccur(asked)
        + (isReached
          ? [] : [say("no steps lead there: `start` and `becomes` say where cases can be")])
        + (question.isWhole ? [] : [say("the stub answers part of it; the rest is asked again")]),
      cube: condition,
      combinations: space.decimalCount([question.rows]),
      rules: nearest.map { [$0.rule] } ?? [],
      stub: wording.stub(parts),
      stubsInPlace: wording.stubsInPlace(parts),
      question: QuestionDetail(
        operation: operations.count == 1 ? operations[0] : nil,
        condition: wording.condition(conditions(asked)),
        asked: asked,
        example: plainest.map { lowered.combination($0.row) },
        distance: plainest?.cost ?? 0,
        region: parts,
        nearestRule: nearest?.phrase,
        nearest: nearest?.rule,
        nearestCondition: nearest?.condition ?? "",
        followUp: operations.count == 1 ? wording.followUp(operation: operations[0]) : nil,
        settled: wording.settled(settled),
        disputed: wording.settled(disputed),
        alsoSettled: wording.settled(alsoSettled),
        assumed: wording.assumed(unsaid.assumed.filter { !narrowed.literals.contains($0) }),
        reach: wording.reach(reach),
        fingerprint: Self.fingerprint(["undefined"], of: region)
      )
    )
  }

  /// True if no rule decides inside the question at other values of a factor, except under circumstances that do not name the factor.
  private func isEverywhere(
    _ question: QuestionRegion,
    _ factor: Int,
    apartFrom circumstances: [[NamedCube.Literal]]
  ) throws(LimitExceeded) -> Bool {
    let values = question.condition.values(of: factor).filter {
      $0 != lowered.notApplicable(factor) && !specification.factors[factor].values[$0].isInvalid
    }
    let valid = question.condition.restricted(factor, to: values)
    let elsewhere = try store.intersection(
      try store.difference(try store.forgetting(factor, in: question.rows), regions.undefined),
      valid
    )
    let others = circumstances.filter { !$0.contains { $0.factor == factor } }.map {
      $0.reduce(into: question.condition) { $0.restrict($1.factor, to: $1.values) }
    }
    return try space.possible(try store.difference(elsewhere, try store.diagram(of: others)))
      == .empty
  }

  /// Returns the special circumstances under which rules decide inside a condition, and those under which they only contradict each other.
  ///
  /// A circumstance consists of the unusual values that such a rule names in addition.
  private func decided(
    inside question: QuestionRegion,
    _ rules: [Int],
    _ setups: [OrdinarySetup?]
  ) throws(LimitExceeded) -> (settled: [[NamedCube.Literal]], disputed: [[NamedCube.Literal]]) {
    guard let defined = regions.defined, let ordinary = setups[question.holes[0].value]?.row
    else { return ([], []) }
    var settled: [[NamedCube.Literal]] = []
    var disputed = settled
    var known: Set<[NamedCube.Literal]> = []
    // If the question is about several operations, a circumstance must say to which of them it applies.
    let operations =
      question.operations(lowered).count > 1
      ? question.condition.values(of: specification.operationFactor) : []
    for rule in rules {
      guard let result = regions.resultNumbers[rule] else { continue }
      for cube in lowered.rules[rule] where !cube.intersection(question.condition).isEmpty {
        let inside = try store.intersection(
          regions.wins[rule],
          try store.diagram(of: cube.intersection(question.condition))
        )
        guard try space.possible(inside) != .empty else { continue }
        let isSettled = try space.isWithin(inside, defined[result])
        let narrower = lowered.named(cube).literals.filter { literal in
          let factor = literal.factor
          return factor != specification.operationFactor
            && !question.condition.values(of: factor).allSatisfy {
              cube.contains($0, factor: factor)
            }
        }
        var others = narrower.filter { literal in
          !question.condition.isFull(literal.factor)
            || !cube.contains(ordinary[literal.factor], factor: literal.factor)
        }
        var circumstances = question.condition
        for literal in others {
          circumstances.restrict(literal.factor, to: cube.values(of: literal.factor))
        }
        // Ordinary values are omitted unless the question asks about the rest of them.
        if try space.meet(question.rows, try store.diagram(of: circumstances)) { others = narrower }
        guard !others.isEmpty else { continue }
        let operation = lowered.named(cube).literals[0]
        let isOfAll = operations.allSatisfy { operation.values.contains($0) }
        if !isOfAll { others.insert(operation, at: 0) }
        guard known.insert(others).inserted else { continue }
        if isSettled {
          settled.append(others)
        } else if try !store.meet(inside, defined[result]) {
          disputed.append(others)
        }
      }
    }
    return (try broadest(settled), try broadest(disputed))
  }

  /// Returns the circumstances that are not implied by others.
  private func broadest(
    _ all: [[NamedCube.Literal]]
  ) throws(LimitExceeded) -> [[NamedCube.Literal]] {
    // Most comparisons end at the first literal.
    try space.charge(comparisons: all.count * all.count / 8)
    return all.filter { circumstances in
      !all.contains { $0 != circumstances && $0.allSatisfy(circumstances.contains) }
    }
  }

  /// Returns what the sentence of a question omits.
  ///
  /// `assumed` are ordinary values that all its combinations share and that no circumstance of `settled` explains. They include invalid
  /// values that occur, and the case that a factor does not apply, so that an answer decides no more than the question says. `free` are the
  /// factors with every valid value in the question, with the values that a rule for it would cover.
  func unsaid(
    _ rows: Diagram,
    in condition: Cube,
    beside settled: [[NamedCube.Literal]] = []
  ) throws(LimitExceeded) -> (assumed: [NamedCube.Literal], free: [Int: [Int]]) {
    try space.charge(comparisons: specification.factors.count + settled.count)
    guard let own = try space.rows(of: rows).support(in: condition),
      let all = try space.rows.support(in: condition)
    else { return ([], [:]) }
    // The values of circumstances that name a single factor, by factor.
    var said: [Int: Set<Int>] = [:]
    for literals in settled {
      guard let factor = literals.first?.factor, literals.allSatisfy({ $0.factor == factor })
      else { continue }
      for literal in literals { said[factor, default: []].formUnion(literal.values) }
    }
    // No combination has two invalid values, but a rule for one covers all others.
    let isOfInvalid = condition.namedFactors.contains { named in
      condition.values(of: named).allSatisfy { lowered.isInvalid($0, of: named) }
    }
    var assumed: [NamedCube.Literal] = []
    var free: [Int: [Int]] = [:]
    for factor in specification.factors.indices where condition.isFull(factor) {
      let values = specification.factors[factor].values
      func isValid(_ value: Int) -> Bool {
        values.indices.contains(value) && !values[value].isInvalid
      }
      let had = own.values(of: factor)
      let missing = all.values(of: factor).filter { isValid($0) && !had.contains($0) }
      if missing.isEmpty, had.contains(where: isValid) {
        free[factor] = values.indices.filter {
          had.contains($0) || isOfInvalid && values[$0].isInvalid
        }
      }
      // A comparison states which numbers of a class are meant.
      let classes = Set(had.compactMap { values.indices.contains($0) ? values[$0].numbers : nil })
      let mates = values.indices.filter { values[$0].numbers.map(classes.contains) == true }
      let explained = said[factor, default: []].union(mates)
      guard had.contains(where: isValid), !explained.isSuperset(of: missing) else { continue }
      let told = Set(had + mates).sorted()
      assumed += lowered.named(Cube(lowered.domains, factor, in: told)).literals.filter {
        $0.factor == factor
      }
    }
    return (assumed, free)
  }

  /// Returns the factors whose values the rules distinguish, those of the first rule first.
  ///
  /// Rules about other parts of a screen do not count.
  func factors(
    toldApartBy rules: [Int],
    for condition: Cube,
    among values: [Int: [Int]]
  ) -> [Int] {
    let asked = condition.values(of: specification.operationFactor)
    let hasParts = asked.contains {
      specification.operations[lowered.operationValues[$0].operation].hasParts
    }
    return rules.flatMap { rule in
      lowered.rules[rule].flatMap { cube in
        let isHere = asked.contains { cube.contains($0, factor: specification.operationFactor) }
        return hasParts && !isHere
          ? []
          : cube.namedFactors.filter { factor in
            let values = values[factor, default: []]
            let own = values.count { cube.contains($0, factor: factor) }
            return 0 < own && own < values.count
          }
      }
    }.withoutRepetitions
  }

  /// Returns what to write if a question is about numbers beyond a range that cannot occur, such as a balance that the system itself keeps.
  private func whereNeighboursCannotOccur(_ cube: NamedCube) -> [String] {
    conditions(cube).compactMap { literal in
      let factor = specification.factors[literal.factor]
      guard factor.line != nil, !literal.values.isEmpty,
        literal.values.allSatisfy({ factor.values[$0].isNeighbour })
      else { return nil }
      let numbers = ValueText(literal.values, of: factor.values, in: .impossible).flow
      return say(
        "if \(wording.quoted(factor.label.onOneLine)) is never outside its range, say so under `impossible`: `{when: {\(factor.name.asFlowScalar): \(numbers)}, because: …}`"
      )
    }
  }

  /// Returns the fingerprint of a question, by which answers are matched: the subject without labels, the options in their order, and the
  /// region.
  static func fingerprint(
    _ asked: [String],
    options: [[String]] = [],
    of region: [String]
  ) -> String {
    let options = options.map { $0.joined(separator: "\u{1D}") }
    return FindingID.digits(asked + [""] + options + [""] + region)
  }

  /// Returns a possible combination in a set and a cube, with usual values where there is a choice, or `nil`.
  func example(
    of rows: Diagram,
    in cube: Cube
  ) throws(LimitExceeded) -> Combination? {
    try space.rows(of: rows).anyRow(in: cube, preferring: preference).map(lowered.combination)
  }

  func conditions(_ cube: NamedCube) -> [NamedCube.Literal] {
    cube.literals.filter { $0.factor != specification.operationFactor }
  }

  /// Returns the condition of a question as its sentence states it; impossible values are added where that is shorter.
  func asked(_ question: QuestionRegion) throws(LimitExceeded) -> NamedCube {
    var said = question.condition
    var asked = lowered.named(said)
    for (place, literal) in asked.literals.enumerated()
    where literal.factor != specification.operationFactor && literal.values.count > 3 {
      let factor = literal.factor
      guard specification.factors[factor].line == nil else { continue }
      var wider = said
      for value in 0..<lowered.domains.sizes[factor] where !said.contains(value, factor: factor) {
        var slice = said
        slice.restrict(factor, to: [value])
        if try !space.rows.intersects(slice) { wider.insert(value, factor: factor) }
      }
      guard let loose = lowered.named(wider).literals.first(where: { $0.factor == factor }),
        loose != literal, wording.isShorter(loose, than: literal)
      else { continue }
      said = wider
      asked.literals[place] = loose
    }
    return asked
  }
}
