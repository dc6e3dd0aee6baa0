import Combinatorics
package import Specification

/// What each rule covers and where it wins, and what the spec says of every combination.
struct RuleRegions {
  let space: Space
  /// By rule: what it covers of the space.
  let covered: [Diagram]
  let overrides: Overrides
  /// By rule: where it covers and no covering rule overrides it.
  let wins: [Diagram]

  let undefined: Diagram
  let undecided: Diagram
  let contradictory: Diagram
  let defined: Diagram

  private var store: DiagramStore { space.store }
  private var expectations: [Expectation] { space.lowered.specification.expectations }

  /// Finds the regions.
  ///
  /// - Parameters:
  ///   - covered: By rule: what it covers of the space.
  ///   - overrides: Without a circle.
  init(
    space: Space,
    covered: [Diagram],
    overrides: Overrides
  ) throws(LimitExceeded) {
    self.space = space
    self.covered = covered
    self.overrides = overrides
    let store = space.store
    let expectations = space.lowered.specification.expectations

    var wins: [Diagram] = []
    for rule in covered.indices {
      let stronger = try store.union(overrides.over[rule].map { covered[$0.rule] })
      wins.append(try store.difference(covered[rule], stronger))
    }
    self.wins = wins

    undefined = try store.difference(space.all, try store.union(covered))
    undecided = try store.union(
      expectations.indices.filter { expectations[$0].results == nil }.map { wins[$0] }
    )
    var once = Diagram.empty
    var twice = Diagram.empty
    for group in Self.rulesByResult(expectations) {
      let region = try store.union(group.map { wins[$0] })
      twice = try store.union(twice, try store.intersection(once, region))
      once = try store.union(once, region)
    }
    contradictory = try store.difference(twice, undecided)
    defined = try store.difference(once, try store.union(undecided, contradictory))
  }

  /// What each rule covers of a space.
  static func covered(_ space: Space) throws(LimitExceeded) -> [Diagram] {
    var covered: [Diagram] = []
    for cubes in space.lowered.rules {
      covered.append(try space.store.intersection(space.all, try space.store.diagram(of: cubes)))
    }
    return covered
  }

  /// The decided rules, those that say the same together, in the order of declaration.
  static func rulesByResult(_ expectations: [Expectation]) -> [[Int]] {
    var groupOf: [[String]: Int] = [:]
    var groups: [[Int]] = []
    for (rule, expectation) in expectations.enumerated() {
      guard let results = expectation.results else { continue }
      if let group = groupOf[results] {
        groups[group].append(rule)
      } else {
        groupOf[results] = groups.count
        groups.append([rule])
      }
    }
    return groups
  }

  /// The rules that win in a row, in the order of declaration.
  func winners(_ row: [Int]) -> [Int] {
    wins.indices.filter { store.contains(wins[$0], row: row) }
  }

  /// What the spec says of a row of the space.
  func status(_ row: [Int]) -> TestCase.Status {
    if store.contains(undefined, row: row) { return .undefined }
    if store.contains(undecided, row: row) { return .undecided }
    return store.contains(contradictory, row: row) ? .contradictory : .defined
  }
}

extension Expectation {
  /// The texts of `then`; `nil` for a rule that is undecided.
  package var results: [String]? {
    switch outcome {
    case .then(let results): results.map(\.text)
    case .undecided: nil
    }
  }

  /// The open question; `nil` for a rule that is decided.
  package var openQuestion: OpenQuestion? {
    switch outcome {
    case .then: nil
    case .undecided(let question): question
    }
  }
}
