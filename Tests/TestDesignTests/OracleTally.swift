import Diagnostics
import Foundation
import Specification
import TestSupport
import Text
import YAMLSyntax

@testable import TestDesign

/// Compares specs one by one and counts what was compared.
struct OracleTally {
  /// True if the specs share a pack.
  var hasPack = false
  /// The most nodes of a relaxation, where what is impossible is kept apart as that of a large spec is; `nil` to join it.
  var relaxationSize: Int?
  /// Specs of which statements were kept apart.
  var apart = 0
  var specs = 0
  var combinations = 0
  var invalidSpecs = 0
  /// Questions asked, and the fewest possible, where brute force settles the minimum.
  var questions = 0
  var fewest = 0
  var unsettled = 0
  /// Questions that leave to earlier ones what no cube can leave.
  var withException = 0
  /// Regions of operations of which the engine says that it does not list all questions.
  var unlisted = 0
  /// Decisions asked, and the pairs of rules that disagree.
  var decisions = 0
  var disagreements = 0
  var cases = 0
  var differences: [String] = []

  static var seedCount: Int {
    ProcessInfo.processInfo.environment["SPECMATRIX_SEEDS"].flatMap(Int.init) ?? 200
  }

  var summary: String {
    "oracle: \(specs) specs, \(combinations) combinations, \(invalidSpecs) invalid; "
      + "\(questions) questions where \(fewest) are fewest (\(withException) with an exception, \(unsettled) not settled, \(unlisted) not listed), \(decisions) decisions about \(disagreements) pairs; "
      + "\(cases) cases; \(differences.count) differences"
  }

  mutating func compare(seed: UInt64) throws {
    let abstract = RandomSpec.make(seed: seed, hasPack: hasPack, hasPlaceholders: true)
    let oracle = Oracle(abstract)
    func differ(_ what: String) {
      differences.append("seed \(seed)\(hasPack ? " with a pack" : ""): \(what)")
    }
    specs += 1
    combinations += oracle.count

    let read = ReadSpec(abstract)
    for mistake in read.mistakes { differ(mistake) }
    guard var specification = read.specification else { return }
    // What was read otherwise means something else.
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
    if !space.isJoined { apart += 1 }
    let checked = try analyse(space, today: CalendarDate(number: 20_000))
    guard let analysed = checked.value else {
      invalidSpecs += 1
      let codes = checked.diagnostics.map(\.code)
      if oracle.isEmpty != codes.contains("no-combination") { differ("empty space: \(codes)") }
      if !oracle.isEmpty, oracle.isPrecedenceCircle != codes.contains("circular-precedence") {
        differ("circle: \(codes)")
      }
      return
    }
    if oracle.isEmpty || oracle.isPrecedenceCircle { return differ("an invalid spec was analysed") }
    let isCounted = space.isJoined
    for difference in Self.differences(analysed.analysis, oracle, specification, isCounted) {
      differ(difference)
    }
    for difference in questionDifferences(analysed.analysis, oracle, isCounted) {
      differ(difference)
    }
    for difference in decisionDifferences(analysed.analysis, oracle, isCounted) {
      differ(difference)
    }
    for difference in try caseDifferences(analysed, oracle) { differ(difference) }
  }

  /// Counts and the findings about rules, values and what is impossible.
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

  /// Questions: within their region, maximal, irredundant, covering it, and as few as can be.
  private mutating func questionDifferences(
    _ analysis: Analysis,
    _ oracle: Oracle,
    _ isCounted: Bool
  ) -> [String] {
    var found: [String] = []
    var findings = analysis.findings.filter { $0.code == .undefinedCombination }
    for region in oracle.undefinedRegions {
      let own = findings.filter { $0.question?.operation == region.operation }
      findings.removeAll { finding in own.contains { $0.id == finding.id } }
      let cubes = own.compactMap { $0.cube.flatMap(oracle.cube) }
      if cubes.count != own.count { found.append("a cube that is none") }
      if !cubes.allSatisfy({ oracle.isWithin($0, region) }) { found.append("outside") }
      // What is undefined is asked once: each question is maximal except for what others ask.
      let isMaximal = cubes.allSatisfy { cube in
        var held = region
        held.points = oracle.points(in: cube)
        return oracle.isMaximal(cube, held)
      }
      if !isMaximal { found.append("not maximal") }
      let exceptions = own.map { finding in
        finding.except.compactMap { exception in own.firstIndex { $0.id == exception.question } }
      }
      found += disjointDifferences(cubes, exceptions, oracle)
      let isListed = !analysis.incomplete.contains(region.operation)
      if !isListed { unlisted += 1 }
      if isListed, !oracle.isCover(cubes, region) { found.append("not covered") }
      if !oracle.isIrredundant(cubes, region) { found.append("redundant") }
      for (number, (cube, finding)) in zip(cubes, own).enumerated() {
        let points = exceptions[number].reduce(oracle.points(in: cube)) {
          $0.subtracting(oracle.points(in: cubes[$1]))
        }
        if finding.combinations != (isCounted ? String(points.count) : nil) {
          found.append("stands for \(finding.combinations ?? "-"), not \(points.count)")
        }
        let example = finding.question?.example.flatMap(oracle.point)
        if !(example.map(points.contains) ?? false) { found.append("no example") }
      }
      if isListed, let fewest = oracle.fewestCubes(region) {
        questions += cubes.count
        self.fewest += fewest
      } else {
        unsettled += 1
      }
    }
    if !findings.isEmpty { found.append("\(findings.count) questions of no region") }
    return found
  }

  /// Questions share no combination, unless they name the earlier questions with which they do.
  private mutating func disjointDifferences(
    _ cubes: [Oracle.Cube],
    _ exceptions: [[Int]],
    _ oracle: Oracle
  ) -> [String] {
    var found: [String] = []
    let held = cubes.map { oracle.points(in: $0) }
    for one in cubes.indices {
      if !exceptions[one].isEmpty { withException += 1 }
      let shared = cubes.indices.prefix(one).filter { !held[$0].isDisjoint(with: held[one]) }
      if shared != exceptions[one] {
        found.append("question \(one) meets \(shared), its exceptions are \(exceptions[one])")
      }
    }
    return found
  }

  /// Decisions: one for each component of the graph of rules that disagree, each pair with where it does.
  private mutating func decisionDifferences(
    _ analysis: Analysis,
    _ oracle: Oracle,
    _ isCounted: Bool
  ) -> [String] {
    var found: [String] = []
    var pairs: [[Int]: PointSet] = [:]
    for region in oracle.contradictoryPairs {
      pairs[region.rules, default: PointSet(capacity: oracle.count)].formUnion(region.points)
    }
    var components: [Set<Int>] = []
    for pair in pairs.keys {
      let joined = components.filter { !$0.isDisjoint(with: pair) }
      components.removeAll { !$0.isDisjoint(with: pair) }
      components.append(joined.reduce(Set(pair)) { $0.union($1) })
    }
    let findings = analysis.findings.filter { $0.code == .contradictoryRules }
    decisions += findings.count
    disagreements += pairs.count
    let expected = components.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    let asked = findings.map(\.rules).sorted { $0[0] < $1[0] }
    if asked != expected { found.append("decisions about \(asked), by brute force \(expected)") }
    for finding in findings {
      guard let question = finding.question else { continue }
      let own = pairs.filter { finding.rules.contains($0.key[0]) }
      let all = own.values.reduce(PointSet(capacity: oracle.count)) { $0.union($1) }
      if finding.combinations != (isCounted ? String(all.count) : nil) {
        found.append("a decision about \(finding.combinations ?? "-"), not \(all.count)")
      }
      if !(question.example.flatMap(oracle.point).map(all.contains) ?? false) {
        found.append("a decision without an example")
      }
      if question.disagreements.map(\.rules)
        != own.keys.sorted(by: { $0.lexicographicallyPrecedes($1) })
        || !question.listsAllDisagreements
      {
        found.append("pairs are \(question.disagreements.map(\.rules))")
      }
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

  /// The suite: complete, inside the space, every rule and question met.
  private mutating func caseDifferences(
    _ analysed: AnalysedSpecification,
    _ oracle: Oracle
  ) throws -> [String] {
    let matrix = try analysed.cases(earlier: nil)
    let verdict = try analysed.verify(matrix)
    var found = verdict.complaints
    if verdict.undecided > 0 { found.append("\(verdict.undecided) tuples are undecided") }
    cases += matrix.cases.count
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
    if !oracle.unmetIncludes(rows: points).isEmpty {
      found.append("a case that must stay is missing")
    }
    // Which tuples must be there `RequiredTuplesTests` knows.
    let isDefined = { oracle.status(of: $0) == .defined }
    let undisputed = Set((0..<oracle.count).filter(isDefined).flatMap(oracle.winners))
    let shown = Set(points.filter(isDefined).flatMap(oracle.winners))
    for rule in undisputed.subtracting(shown).sorted() {
      found.append("rule \(rule) is shown in no case")
    }
    let met = Set(matrix.cases.flatMap(\.questions))
    // What the team asks itself is beside the matrix, and so is what nothing depends on, and what is settled and only to be confirmed.
    for finding in analysed.analysis.findings
    where finding.isQuestion
      && ![
        .openQuestion, .unreadFactor, .unconfirmedDecision, .invalidLikeValid, .excludedRule,
        .fillerResult,
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
  /// What the case shows: one combination, or one for each part.
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
