import Diagnostics
import Foundation
import Specification
import TestSupport
import Text
import YAMLSyntax

@testable import TestDesign

extension Tally {
  /// Compares the engine's results for a spec with brute force.
  ///
  /// `relaxationSize`, the node limit of a relaxation, keeps constraints separate as for a large spec.
  mutating func compareWithOracle(
    seed: UInt64,
    hasPack: Bool = false,
    relaxationSize: Int? = nil
  ) throws {
    let abstract = RandomSpec.make(seed: seed, hasPack: hasPack, hasPlaceholders: true)
    let oracle = Oracle(abstract)
    func differ(_ what: String) {
      self.differ("seed \(seed)\(hasPack ? " with a pack" : ""): \(what)")
    }
    count("specs")
    count("combinations", oracle.count)

    let read = ReadSpec(abstract)
    for mistake in read.mistakes { differ(mistake) }
    guard var specification = read.specification else { return }
    // A misread spec means something else.
    let misread = OracleReading(specification, oracle).differences
    for difference in misread { differ(difference) }
    guard misread.isEmpty else { return }
    specification.coverage.strength = abstract.strength
    let lowered = LoweredSpecification(specification)
    let space =
      if let relaxationSize {
        try SpecificationSpace(relaxing: lowered, size: relaxationSize)
      } else {
        try SpecificationSpace(lowered)
      }
    if !space.isJoined { count("specs apart") }
    let checked = try analyse(space, today: CalendarDate(number: 20_000))
    guard let analysed = checked.value else {
      count("invalid specs")
      let codes = checked.diagnostics.map(\.code)
      if oracle.isEmpty != codes.contains("no-combination") { differ("empty space: \(codes)") }
      if !oracle.isEmpty, oracle.isPrecedenceCircle != codes.contains("circular-precedence") {
        differ("circle: \(codes)")
      }
      return
    }
    if oracle.isEmpty || oracle.isPrecedenceCircle { return differ("an invalid spec was analysed") }
    let isCounted = space.isJoined
    var found = Self.differences(analysed.analysis, oracle, specification, isCounted)
    found += questionDifferences(analysed.analysis, oracle, isCounted)
    found += contradictionDifferences(analysed.analysis, oracle, isCounted)
    found += try caseDifferences(analysed, oracle)
    for difference in found { differ(difference) }
    let asked = Set(
      analysed.analysis.findings.filter { $0.code == .invalidLikeValid }.map(\.span)
    )
    let unnamed = unnamedInvalid(analysed.analysis, oracle, specification)
    count("factors with invalid values like valid ones", unnamed.count)
    if asked != Set(unnamed.map { specification.factors[$0].span }) {
      differ(
        "invalid values of the factors \(unnamed) are treated like valid ones, asked are \(asked)"
      )
    }
  }

  /// Returns the factors with an invalid value that no rule names, although a rule of the spec decides it, and no hole asks about.
  private func unnamedInvalid(
    _ analysis: Analysis,
    _ oracle: Oracle,
    _ specification: Specification
  ) -> [Int] {
    let last = oracle.factors.count - 1
    let combinations = oracle.combinations
    return oracle.factors.indices.dropLast().filter { factor in
      let values = oracle.values[factor]
      let invalid = values.indices.filter { values[$0].isInvalid }
      let isNamed = oracle.rules.flatMap(\.when.alternatives).joined().contains { entry in
        let mask = AbstractCondition.mask(entry.test, of: values, in: .rule)
        return entry.factor == oracle.factors[factor].name
          && invalid.contains { mask & (1 << UInt64($0)) != 0 }
      }
      let isAsked = analysis.findings.filter { $0.code == .undefinedCombination }
        .compactMap(\.cube).flatMap(\.literals).contains {
          $0.factor == factor && $0.values.contains(where: invalid.contains)
        }
      guard !isNamed, !isAsked else { return false }
      let reading = operationsReading(oracle.factors[factor].name, oracle, specification)
      return combinations.enumerated().contains { point, combination in
        let operation = oracle.operationOfValue[combination[last] ?? 0]
        return combination[factor].map(invalid.contains) ?? false
          && !specification.operations[operation].isEvent
          && (reading.isEmpty || reading.contains(operation))
          && oracle.winners(of: point).contains {
            $0 < oracle.spec.rules.count && !oracle.rules[$0].isOpen
          }
      }
    }
  }

  /// Returns the operations with a factor in a rule, or in the `only_when` of a user's operation.
  private func operationsReading(
    _ factor: String,
    _ oracle: Oracle,
    _ specification: Specification
  ) -> Set<Int> {
    let last = oracle.factors.count - 1
    var reading: Set<Int> = []
    for rule in oracle.rules
    where rule.when.alternatives.joined().contains(where: { $0.factor == factor }) {
      let key = [AbstractCondition.Text(rule.operations.map { .selector($0) })]
      let mask = AbstractCondition.mask(key, of: oracle.values[last], in: .rule)
      for (value, operation) in oracle.operationOfValue.enumerated()
      where mask & (1 << UInt64(value)) != 0 {
        reading.insert(operation)
      }
    }
    for (number, operation) in oracle.spec.operations.enumerated()
    where !specification.operations[number].isEvent {
      let limits = operation.onlyWhen?.alternatives.joined() ?? [].joined()
      if limits.contains(where: { $0.factor == factor }) { reading.insert(number) }
    }
    return reading
  }

  /// Compares counts and the findings about rules, values and impossibilities.
  private static func differences(
    _ analysis: Analysis,
    _ oracle: Oracle,
    _ specification: Specification,
    _ isCounted: Bool
  ) -> [String] {
    var found: [String] = []
    func expect<Value: Equatable>(_ what: String, _ ours: Value, _ theirs: Value) {
      if ours != theirs { found.append("\(what): \(ours), by brute force \(theirs)") }
    }
    func count(_ combinations: Int) -> String? { isCounted ? String(combinations) : nil }
    expect("combinations", analysis.counts.combinations, count(oracle.count))
    expect("undefined", analysis.counts.undefined, count(oracle.count(.undefined)))
    expect("undecided", analysis.counts.undecided, count(oracle.count(.undecided)))
    expect("contradictory", analysis.counts.contradictory, count(oracle.count(.contradictory)))
    expect("defined", analysis.counts.defined, count(oracle.count(.defined)))
    func rules(_ code: FindingCode) -> [Int] {
      analysis.findings.filter { $0.code == code }.compactMap(\.rules.first).sorted()
    }
    expect(
      "unreachable",
      (rules(.unreachableRule) + rules(.excludedRule)).sorted(),
      oracle.unreachableRules
    )
    expect("open rules", rules(.undecidedRule), oracle.openRules)
    expect("placeholders", rules(.placeholderResult), oracle.placeholderRules)
    expect(
      "questions of the team",
      analysis.findings.count { $0.code == .openQuestion },
      specification.questions.count
    )
    let facts = specification.impossible.indices.filter { number in
      analysis.findings.contains { finding in
        finding.code == .redundantConstraint
          && finding.span == specification.impossible[number].span
      }
    }
    expect("redundant", facts, oracle.redundantImpossibilities)
    let impossible = analysis.findings.filter { $0.code == .impossibleValue }.flatMap { finding in
      (finding.cube?.literals ?? []).filter { literal in
        (finding.cube?.literals.count ?? 0) == 1 || literal.factor != specification.operationFactor
      }.flatMap { literal in literal.values.map { "\(literal.factor)=\($0)" } }
    }
    expect(
      "impossible values",
      impossible.sorted(),
      oracle.impossibleValues.map { "\($0.factor)=\($0.value)" }.sorted()
    )
    for finding in analysis.findings
    where finding.code == .unreachableRule && finding.rules.count > 1 {
      if !oracle.isMinimalTaking(of: finding.rules[0], by: Array(finding.rules.dropFirst())) {
        found.append("takers of rule \(finding.rules[0]) are \(finding.rules.dropFirst())")
      }
    }
    return found
  }

  /// Compares questions: each covers undefined combinations only, no two overlap, and together they cover all.
  private mutating func questionDifferences(
    _ analysis: Analysis,
    _ oracle: Oracle,
    _ isCounted: Bool
  ) -> [String] {
    var found: [String] = []
    let undefined = Set((0..<oracle.count).filter { oracle.status(of: $0) == .undefined })
    var asked: Set<Int> = []
    for finding in analysis.findings where finding.code == .undefinedCombination {
      count("questions")
      let points = Set(
        (finding.question?.region ?? []).compactMap(oracle.cube).flatMap { cube in
          oracle.points(in: cube).members
        }
      )
      if !points.isSubset(of: undefined) { found.append("asked about what is not undefined") }
      if !points.isDisjoint(with: asked) { found.append("asked about twice") }
      asked.formUnion(points)
      if finding.combinations != (isCounted ? String(points.count) : nil) {
        found.append("stands for \(finding.combinations ?? "-"), not \(points.count)")
      }
      let example = finding.question?.example.flatMap(oracle.point)
      if !(example.map(points.contains) ?? false) { found.append("no example") }
    }
    if !analysis.incomplete.isEmpty { count("specs not listed") }
    if analysis.incomplete.isEmpty, asked != undefined { found.append("not covered") }
    return found
  }

  /// Compares contradictions: each pair of rules that disagree is asked about once, with its combinations.
  private mutating func contradictionDifferences(
    _ analysis: Analysis,
    _ oracle: Oracle,
    _ isCounted: Bool
  ) -> [String] {
    var found: [String] = []
    var pairs: [[Int]: PointSet] = [:]
    for region in oracle.contradictoryPairs {
      pairs[region.rules, default: PointSet(capacity: oracle.count)].formUnion(region.points)
    }
    let findings = analysis.findings.filter { $0.code == .contradictoryRules }
    count("contradictions", findings.count)
    count("disagreements", pairs.count)
    let asked = findings.flatMap { $0.question?.disagreements.map(\.rules) ?? [] }
    if asked.sorted(by: { $0.lexicographicallyPrecedes($1) })
      != pairs.keys.sorted(by: { $0.lexicographicallyPrecedes($1) })
    {
      found.append("pairs are \(asked), by brute force \(pairs.keys)")
    }
    for finding in findings {
      guard let question = finding.question else { continue }
      let rules = question.disagreements.map(\.rules)
      let own = pairs.filter { rules.contains($0.key) }
      let all = own.values.reduce(PointSet(capacity: oracle.count)) { $0.union($1) }
      if finding.combinations != (isCounted ? String(all.count) : nil) {
        found.append("a contradiction about \(finding.combinations ?? "-"), not \(all.count)")
      }
      if !(question.example.flatMap(oracle.point).map(all.contains) ?? false) {
        found.append("a contradiction without an example")
      }
      if !question.listsAllDisagreements { found.append("pairs are missing") }
      for (number, pair) in question.disagreements.enumerated() {
        guard let points = own[pair.rules] else { continue }
        if pair.combinations != (isCounted ? String(points.count) : nil) {
          found.append("\(pair.rules) disagree in \(pair.combinations ?? "-"), not \(points.count)")
        }
        if !(pair.example.flatMap(oracle.point).map(points.contains) ?? false) {
          found.append("\(pair.rules) disagree without an example")
        }
        guard number < Disagreement.shownCount else { continue }
        let held = pair.cubes.compactMap(oracle.cube)
          .reduce(PointSet(capacity: oracle.count)) { $0.union(oracle.points(in: $1)) }
        if held.members != points.members {
          found.append("\(pair.rules) disagree elsewhere than said")
        }
      }
    }
    return found
  }

  /// Checks the suite: complete, inside the space, every rule and question met.
  private mutating func caseDifferences(
    _ analysed: AnalysedSpecification,
    _ oracle: Oracle
  ) throws -> [String] {
    let matrix = try analysed.cases(earlier: nil)
    let verdict = try analysed.verify(matrix)
    var found = verdict.complaints
    if verdict.undecided > 0 { found.append("\(verdict.undecided) tuples are undecided") }
    count("cases", matrix.cases.count)
    var points: [Int] = []
    for testCase in matrix.cases {
      for view in testCase.views {
        guard let point = oracle.point(of: view.combination) else {
          found.append("\(testCase.id) is outside the space")
          continue
        }
        points.append(point)
        if "\(oracle.status(of: point))" != view.status.rawValue {
          found.append("\(testCase.id) is \(view.status)")
        }
        if oracle.winners(of: point) != view.rules { found.append("\(testCase.id): winners") }
        if view.status != .defined, view.questions.isEmpty {
          found.append("\(testCase.id) meets no question")
        }
      }
    }
    if !oracle.unmetIncludes(
      rows: points,
      usual: analysed.specification.factors.map(\.usual)
    ).isEmpty {
      found.append("a case that must stay is missing")
    }
    // `RequiredTuplesTests` checks the required tuples.
    let isDefined = { oracle.status(of: $0) == .defined }
    let undisputed = Set((0..<oracle.count).filter(isDefined).flatMap(oracle.winners))
    let shown = Set(points.filter(isDefined).flatMap(oracle.winners))
    for rule in undisputed.subtracting(shown).sorted() {
      found.append("rule \(rule) is shown in no case")
    }
    let met = Set(matrix.cases.flatMap(\.questions))
    // The team's own questions have no cases, nor have topics, unread factors, and settled decisions to confirm.
    for finding in analysed.analysis.findings
    where finding.isQuestion
      && ![
        .openQuestion, .unreadFactor, .unconfirmedDecision, .invalidLikeValid, .excludedRule,
        .fillerResult, .unconsideredOperation,
      ]
      .contains(
        finding.code
      )
      && !met.contains(finding.id)
    {
      found.append("no case meets \(finding.id)")
    }
    return found
  }
}

extension TestCase {
  /// The views of the case: one combination, or one for each part.
  fileprivate var views: [TestCase.View] {
    guard !parts.isEmpty else {
      return [View(combination: combination, status: status, rules: rules, questions: questions)]
    }
    return parts.map { part in
      var combination = combination
      combination.operation = part.operationValue
      return View(
        combination: combination,
        status: part.status,
        rules: part.rules,
        questions: part.questions
      )
    }
  }

  fileprivate struct View {
    var combination: Combination
    var status: CombinationStatus
    var rules: [Int]
    var questions: [String]
  }
}
