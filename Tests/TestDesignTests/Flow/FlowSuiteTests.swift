import Specification
import TestSupport
import Testing

@testable import TestDesign

/// End-to-end cases, step by step against the list of all states.
@Suite struct FlowSuiteTests {
  /// A rule at one value of the operation, and the former values of its factors.
  private struct Step: Hashable {
    var rule: Int
    var operationValue: Int
    var before: [Int]
  }

  /// The steps covered by the flows, and those to cover.
  private struct Coverage {
    var steps: Set<Step> = []
    var pairs: Set<[Step]> = []
  }

  @Test(arguments: [false, true]) func `flows take every step, or every two`(inPairs: Bool) throws {
    var counts: [Int: Int] = [:]
    for seed in 0..<Seeds.count {
      guard let (text, analysed) = try FlowSpecs.analysed(seed: UInt64(seed)) else { continue }
      let oracle = FlowOracle(analysed.specification)
      var matrix = TestMatrix(strength: 1, cases: [], retired: [])
      try analysed.addFlows(to: &matrix, inPairs: inPairs, by: FlowWriter(analysed))
      var taken = Coverage()
      for flow in matrix.flows { try walk(flow, oracle, &taken, text) }
      let all = coverage(oracle)
      #expect(taken.steps == all.steps, "\(text)")
      if inPairs { #expect(taken.pairs == all.pairs, "\(text)") }
      #expect(Set(matrix.flows.map(\.id)).count == matrix.flows.count)
      counts[min(matrix.flows.count, 2), default: 0] += 1
    }
    #expect(counts[1, default: 0] > 0 && counts[2, default: 0] > 0)
  }

  @Test func `a setup is brought about from the start`() throws {
    var count = 0
    for seed in 0..<Seeds.count {
      guard let (text, analysed) = try FlowSpecs.analysed(seed: UInt64(seed)) else { continue }
      let oracle = FlowOracle(analysed.specification)
      let matrix = try analysed.cases(earlier: nil)
      let depths = certainDepths(oracle)
      for testCase in matrix.cases {
        let row = testCase.combination.values.enumerated().map { factor, value in
          value ?? analysed.specification.factors[factor].values.count
        }
        let shown = oracle.states(shownBy: row)
        let least = shown.compactMap { depths[$0] }.min() ?? 0
        let steps = matrix.ways[testCase.id] ?? []
        #expect(steps.isEmpty == (least == 0), "\(testCase.id) \(text)")
        guard !steps.isEmpty else { continue }
        count += 1
        var taken = Coverage()
        let end = try walk(
          Flow(id: testCase.id, code: "", title: "", steps: steps),
          oracle,
          &taken,
          text
        )
        #expect(shown.contains(end))
        // A few more steps are acceptable if no input has to change on the way.
        let steady = certainDepths(oracle, holding: row)[end].flatMap { $0 > least + 4 ? nil : $0 }
        #expect(steps.count == steady ?? least, "\(testCase.id) \(text)")
      }
    }
    #expect(count > 20)
  }

  @Test func `no input changes on the way to a setup, and a step expects what every part shows`()
    throws
  {
    let analysed = try SpecText.analysed(
      """
      specmatrix: 1
      id: LOCK
      feature: A parcel locker
      data:
        locker: {values: [closed, paying, open], start: closed}
        amount: {label: Amount, values: {none: Nothing, some: 5 EUR}}
      operations:
        code: {label: Enter the code, only_when: {locker: closed}, parts: [screen, door]}
        pay: {label: Pay, only_when: {locker: paying}}
        take: {label: Take the parcel, only_when: {locker: open}}
      rules:
        code/screen:
          amount:
            none: {then: “Take it” is shown, becomes: {locker: open}}
            some: {then: The amount is shown, becomes: {locker: paying}}
        code/door:
          amount: {none: It opens, some: It stays closed}
        pay: {then: It opens, becomes: {locker: open}}
        take:
          amount: {none: “Thank you” is shown, some: A receipt is printed}
      """
    )
    let matrix = try analysed.cases(earlier: nil)
    let receipt = try #require(matrix.cases.first { $0.expected == ["A receipt is printed"] })
    let way = try #require(matrix.ways[receipt.id])
    #expect(way.map { $0.combination.values[1] } == [1, 1])
    #expect(
      way.map(\.expected)
        == [["Screen: The amount is shown", "Door: It stays closed"], ["It opens"]]
    )
  }

  /// No case asks for states that steps do not reach, and everything else is as without steps; an unreachable value is still covered.
  @Test func `a walk begins in the usual of several starts`() throws {
    let analysed = try SpecText.analysed(
      """
      specmatrix: 1
      id: LOAN
      feature: Loan
      states:
        plan: {values: [basic, plus, staff], usual: plus, start: [basic, plus]}
        loan: {values: [none, open], start: none}
      operations: [borrow, bring, downgrade]
      rules:
        borrow: {then: The tool is lent, becomes: {loan: open}}
        bring: {then: The tool is back, becomes: {loan: none}}
        downgrade: {then: The member is basic, becomes: {plan: basic}}
      """
    )
    var matrix = TestMatrix(strength: 1, cases: [], retired: [])
    try analysed.addFlows(to: &matrix, inPairs: false, by: FlowWriter(analysed))
    let plan = try #require(analysed.specification.factors.firstIndex { $0.name == "plan" })
    let begins = matrix.flows.map { $0.steps[0].combination.values[plan] }
    #expect(begins.first == 1 && !begins.contains(2), "\(begins)")
  }

  /// A request without objects cannot be answered after sending one with an object.
  @Test func `a value that only has to be somewhere contradicts no step`() throws {
    let analysed = try SpecText.analysed(
      """
      specmatrix: 1
      id: LOAN
      feature: Loan
      states: {request: {values: [none, sent], start: none}}
      data: {objects: {range: 0..2}, wait: {range: 0..5}}
      operations:
        form: Open the form
        send: {label: Send, only_when: {request: none}}
        answer: {label: Answer, only_when: {request: sent}}
      rules:
        form: A form is shown
        send:
          - {then: It is sent, becomes: {request: sent}}
          - {when: {objects: 0}, question: Can it be empty?}
        answer: [{when: {wait: ..3}, then: It is noted}]
      """
    )
    let matrix = try analysed.cases(earlier: nil)
    let defined = matrix.cases.filter { $0.status == .defined }
    #expect(defined.contains { $0.combination.values[1] == 0 })
    for testCase in matrix.cases {
      for step in matrix.ways[testCase.id] ?? [] {
        #expect(step.combination.values[1] == testCase.combination.values[1], "\(testCase.id)")
      }
    }
  }

  /// Even if it does not apply at the start: no setup asks for unneeded numbers or steps.
  @Test func `what does not apply at the start is as usual what it starts with`() throws {
    let level = try SpecText.analysed(
      """
      specmatrix: 1
      id: TV
      feature: A television
      data:
        power: {values: [off, on], start: off}
        level: {range: 0..5, start: 3, only_when: {power: on}}
        channel: {values: [one, two, three], start: three, only_when: {power: on}}
      operations:
        switch_on: {label: Switch on, only_when: {power: off}}
        up: {label: Up, only_when: {power: on}}
        zap: {label: Zap, only_when: {power: on}}
      rules:
        switch_on: {then: It is on, becomes: {power: on}}
        up: {level: {0..4: {then: It is louder, becomes: {level: +1}}, 5: Nothing happens}}
        zap: {channel: {three: {then: One, becomes: {channel: one}}, others: Nothing happens}}
      """
    )
    let factors = level.specification.factors
    #expect(factors.map { $0.values[$0.usual].id } == ["off", "3", "three"])
    let matrix = try level.cases(earlier: nil)
    let louder = matrix.cases.first { $0.expected == ["It is louder"] }
    #expect(louder.map { $0.combination.values[1] } == factors[1].usual)
    let zap = try #require(matrix.cases.first { $0.expected == ["One"] })
    #expect(matrix.ways[zap.id]?.count == 1)
  }

  /// A change is covered where it is visible, or once if it never is.
  @Test(arguments: [("", [1, 1]), (", only_when: {login: guest}", [0])])
  func `what changes of a factor is taken where it applies`(limit: String, logins: [Int]) throws {
    let analysed = try SpecText.analysed(
      """
      specmatrix: 1
      id: PLAN
      feature: Choose a plan
      states:
        login: {values: [guest, member]}
        plan: {values: [free, plus, paid], start: [free, plus], only_when: {login: member}}
      operations:
        gift: {label: A gift arrives\(limit)}
        look: Look
      rules:
        gift: {then: The gift is shown, becomes: {plan: paid}}
        look: The page is shown
      """
    )
    var matrix = TestMatrix(strength: 1, cases: [], retired: [])
    try analysed.addFlows(to: &matrix, inPairs: false, by: FlowWriter(analysed))
    #expect(matrix.flows.map { $0.steps[0].combination.values[0] } == logins)
  }

  @Test(arguments: 0..<4) func `a suite holds what it must of what is reached`(part: Int) throws {
    var (count, left) = (0, 0)
    for seed in stride(from: part, to: Seeds.count, by: 4) {
      guard let (text, analysed) = try FlowSpecs.analysed(seed: UInt64(seed)) else { continue }
      let oracle = FlowOracle(analysed.specification)
      let reached = oracle.moving.indices.map { place in Set(oracle.depths.keys.map { $0[place] }) }
      let space = ReferenceSpace(analysed.specification, blocks: .whole) { row in
        let isStrange = zip(oracle.moving, reached).contains { factor, values in
          row[factor] < analysed.specification.factors[factor].values.count
            && !values.contains(row[factor])
        }
        return isStrange || oracle.states(shownBy: row).contains { oracle.depths[$0] != nil }
      }
      let reference = SuiteReference(space, analysed.analysis)
      left += oracle.points.count
      for value in analysed.specification.operationValues.indices {
        left -= space.points(value).count
      }
      for (depth, strength) in [
        (Depth.review, 2), (.relevant, 2), (.all, 2), (.relevant, 1 + seed % 3),
      ] {
        let matrix = try analysed.cases(earlier: nil, depth: depth, strength: strength)
        count += matrix.cases.count
        #expect(
          Array(reference.complaints(matrix, isFresh: false).prefix(3)) == [],
          "seed \(seed) \(depth)\n\(text)"
        )
        #expect(try analysed.verify(matrix).complaints == [], "seed \(seed) \(depth)\n\(text)")
      }
    }
    #expect(count > 20 && (left > 0 || Seeds.count < 100))
  }

  @Test func `too many states are walked through by nobody, which is said`() throws {
    for (factors, isTooMuch) in [(4, false), (7, true)] {
      let analysed = try analysed(FlowGrowthTests.text(factors: factors))
      var matrix = TestMatrix(strength: 1, cases: [], retired: [])
      try analysed.addFlows(to: &matrix, inPairs: false, by: FlowWriter(analysed))
      #expect(matrix.flows.isEmpty == isTooMuch)
      #expect(matrix.hasTooManyStates == isTooMuch)
    }
  }

  /// Follows a flow and returns its end.
  @discardableResult
  private func walk(
    _ flow: Flow,
    _ oracle: FlowOracle,
    _ taken: inout Coverage,
    _ text: String
  ) throws -> [Int] {
    let factors = oracle.specification.factors
    var states: Set<[Int]> = []
    var before: Set<Step> = []
    for (place, step) in flow.steps.enumerated() {
      let row = step.combination.values.enumerated().map { $1 ?? factors[$0].values.count }
      let shown = Set(oracle.states(shownBy: row))
      states = place == 0 ? shown.filter(oracle.isStart) : states.intersection(shown)
      let point = oracle.points.first { $0.row == row && $0.value == step.combination.operation }
      var now: Set<Step> = []
      var after: Set<[Int]> = []
      // Rules with the same result may win together, and a factor that does not apply may have one of several states.
      for rule in try #require(point, "\(text)").movers {
        let moved = oracle.specification.rules[rule].becomes.map(\.factor)
        let places = moved.compactMap { oracle.moving.firstIndex(of: $0) }
        for state in states {
          let images = oracle.images(of: rule, from: state)
          guard oracle.isCertain(rule, in: state), let image = images.first,
            Self.changes(oracle.moving, state, image) == step.becomes
          else { continue }
          now.insert(
            Step(
              rule: rule,
              operationValue: step.combination.operation,
              before: places.map { state[$0] }
            )
          )
          after.insert(image)
        }
      }
      #expect(!now.isEmpty, "\(flow.id) \(place) \(text)")
      taken.steps.formUnion(now)
      for one in before { taken.pairs.formUnion(now.map { [one, $0] }) }
      before = now
      states = after
    }
    return states.first ?? []
  }

  private static func changes(_ moving: [Int], _ before: [Int], _ after: [Int]) -> [Int: Int] {
    let changed = moving.indices.filter { before[$0] != after[$0] }
    return Dictionary(uniqueKeysWithValues: changed.map { (moving[$0], after[$0]) })
  }

  /// Returns the fewest deterministic steps to each state, optionally with inputs held at the values of a row.
  private func certainDepths(_ oracle: FlowOracle, holding row: [Int]? = nil) -> [[Int]: Int] {
    var depths: [[Int]: Int] = [:]
    var frontier = Set(oracle.allStates.filter(oracle.isStart))
    var depth = 0
    while !frontier.isEmpty {
      for state in frontier { depths[state] = depth }
      depth += 1
      frontier = Set(frontier.flatMap { state in steps(oracle, from: state, row).map(\.after) })
        .filter { depths[$0] == nil }
    }
    return depths
  }

  private func steps(
    _ oracle: FlowOracle,
    from state: [Int],
    _ held: [Int]? = nil
  ) -> [(step: Step, after: [Int])] {
    var known: Set<[Int]> = []
    let factors = oracle.specification.factors
    let points = (oracle.pointsOf[state] ?? []).map { oracle.points[$0] }.filter { point in
      factors.indices.allSatisfy { factor in
        guard let held, !oracle.moving.contains(factor) else { return true }
        let values = [point.row[factor], held[factor]]
        return values[0] == values[1] || values.contains(factors[factor].values.count)
      }
    }
    return points.flatMap { point in
      point.movers.compactMap { rule -> (step: Step, after: [Int])? in
        let images = oracle.images(of: rule, from: state)
        guard oracle.isCertain(rule, in: state), let image = images.first, image != state,
          oracle.isAllowed(image), known.insert([rule, point.value]).inserted
        else { return nil }
        let moved = oracle.specification.rules[rule].becomes.map(\.factor)
        let before = moved.compactMap { oracle.moving.firstIndex(of: $0) }.map { state[$0] }
        return (Step(rule: rule, operationValue: point.value, before: before), image)
      }
    }
  }

  private func coverage(_ oracle: FlowOracle) -> Coverage {
    var coverage = Coverage()
    for state in certainDepths(oracle).keys {
      for (step, after) in steps(oracle, from: state) {
        coverage.steps.insert(step)
        for (next, _) in steps(oracle, from: after) { coverage.pairs.insert([step, next]) }
      }
    }
    return coverage
  }
}
