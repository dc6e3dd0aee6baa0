import Combinatorics
import Diagnostics
import Specification
import YAMLSyntax

/// Finds what is shown beside a result that excludes other results: additions of rules, and results of other parts of the screen.
struct BesidesFinder {
  let regions: RuleRegions
  private var space: SpecificationSpace { regions.space }
  private var store: DiagramStore { regions.space.store }
  private var rules: [Rule] { regions.space.lowered.specification.rules }

  /// Returns one override per rule with questionable additions.
  ///
  /// These are additions to results that exclude others or say the opposite, and, if the rule also adds to other results, to refusals.
  func additions(_ steps: inout Int) throws(LimitExceeded) -> [Override] {
    guard !regions.additions.isEmpty else { return [] }
    let closed = winning { AbsoluteWords.word($0, .alone) != nil }
    let decided = winning { _ in true }.map { (rule: $0, rows: regions.wins[$0]) }
    let refusals = Set(rules.indices.filter(refuses))
    let refusing = decided.map(\.rule).filter(refusals.subtracting(closed).contains)
    let granting = try store.union(decided.filter { !refusals.contains($0.rule) }.map(\.rows))
    let opposites = Opposites(of: regions.additions + decided, rules)
    var overrides: [Override] = []
    for addition in regions.additions where rules[addition.rule].house == nil {
      var override = Override(winner: addition.rule, beaten: [], rows: .empty)
      // A rule that adds to results of both kinds was probably not written with the refusals in mind.
      let isForAll = try store.meet(addition.rows, granting)
      let others =
        (closed + (isForAll ? refusing : [])).map { (rule: $0, rows: regions.wins[$0]) }
        + opposites.of(addition.rule)
      for other in others {
        steps += 1
        let both = try store.intersection(addition.rows, other.rows)
        guard both != .empty, try space.possible(both) != .empty else { continue }
        // Of two additions, the question is about the more specific one.
        let isGeneral =
          rules[other.rule].isAddition
          && both == other.rows && (both != addition.rows || other.rule > addition.rule)
        if !isGeneral { try override.beat(other.rule, .addition, both, store) }
      }
      if !override.beaten.isEmpty { overrides.append(override) }
    }
    return overrides
  }

  /// Returns one override for each rule of a part whose result is the only one shown, with the results of other parts in the same
  /// combinations.
  func parts(_ steps: inout Int) throws(LimitExceeded) -> [Override] {
    let lowered = space.lowered
    let divided = lowered.specification.operations.indices.filter {
      lowered.specification.operations[$0].hasParts
    }
    guard !divided.isEmpty else { return [] }
    let sole = winning { AbsoluteWords.word($0, .sole) != nil }
    let showing = winning { AbsoluteWords.word($0, .absent) == nil }
    let factor = lowered.operationFactor
    let fields = rules.indices.map { Set(lowered.rules[$0].flatMap { $0.values(of: factor) }) }
    let sharing = Dictionary(grouping: rules.indices) { fields[$0] }
    var overrides: [Override] = []
    for winner in sole
    where rules[winner].house == nil && !boundsField(winner, sharing[fields[winner], default: []]) {
      var override = Override(winner: winner, beaten: [], rows: .empty)
      for operation in divided {
        let values = lowered.variants[operation]
        for value in values {
          // The cofactor does not depend on the operation, so it can be intersected with the other parts.
          let others = Cube(
            lowered.domains,
            lowered.operationFactor,
            in: values.filter { $0 != value }
          )
          let here = try store.intersection(
            store.cofactor(regions.wins[winner], ofFirst: value),
            try store.diagram(of: others)
          )
          guard here != .empty else { continue }
          for rule in showing where rule != winner {
            let parts = lowered.parts.of(rule: rule).map { lowered.parts[$0] }
            guard parts.contains(where: { $0.operation == operation }) else { continue }
            steps += 1
            let both = try store.intersection(here, regions.wins[rule])
            let own = try store.difference(both, regions.wins[winner])
            guard own != .empty, try space.possible(own) != .empty else { continue }
            try override.beat(rule, .beside, own, store)
          }
        }
      }
      if !override.beaten.isEmpty { overrides.append(override) }
    }
    return overrides
  }

  /// True if a rule says that a single part shows only a quoted text, and all others of that part have another text there.
  ///
  /// Such a rule says nothing about the other parts.
  private func boundsField(_ winner: Int, _ ofField: [Int]) -> Bool {
    let factor = space.lowered.operationFactor
    return (rules[winner].results ?? []).contains(where: AbsoluteWords.boundsQuotation)
      && Set(space.lowered.rules[winner].flatMap { $0.values(of: factor) }).count == 1
      && ofField.count > 1
      && ofField.allSatisfy { rule in
        rule == winner
          || (rules[rule].results ?? []).contains { VagueWords.unquoted($0).count > 1 }
      }
  }

  /// True if a rule refuses the action: “The request is refused”, or “It cannot be cancelled” on “Cancel the order”.
  private func refuses(_ rule: Int) -> Bool {
    let operations = space.lowered.specification.operations
    let labels = Set(space.lowered.operations(ofRule: rule)).map { operations[$0].label }
    return (rules[rule].results ?? []).contains { text in
      if AbsoluteWords.word(text, .refusing) != nil { return true }
      let words = ResultWords.words(of: text)
      guard ResultWords.isDenied(words, text) else { return false }
      let isUnable = AbsoluteWords.word(text, .unable) != nil
      let named = Set(isUnable ? words.filter { !ResultWords.isGrammar($0) } : [])
      return labels.contains { label in
        (isUnable || label.last?.isASCII == false)
          && ResultWords.says(text, whatIsDoneBy: label)
          || !named.isDisjoint(with: ResultWords.words(of: label))
      }
    }
  }

  /// Returns the rules that win somewhere and have a result that satisfies a predicate.
  private func winning(_ says: (String) -> Bool) -> [Int] {
    rules.indices.filter { rule in
      regions.wins[rule] != .empty && (rules[rule].results ?? []).contains(where: says)
    }
  }
}

extension RuleRegions {
  /// Returns the cubes in which a rule adds its results, without the rows of some other rules.
  ///
  /// Returns `nil` if nothing is left, or if the `when` of the rule cannot state what is left.
  func rest(ofAddition number: Int, beside others: [Int]) throws(LimitExceeded) -> [Cube]? {
    let lowered = space.lowered
    let rule = lowered.specification.rules[number]
    let isPlain = rule.path.dropFirst(2).allSatisfy { if case .item = $0 { true } else { false } }
    guard rule.isAddition, rule.house == nil, isPlain else { return nil }
    let beside = try space.store.union(others.map(shown))
    let rows = try space.store.difference(shown(number), beside)
    let operations = lowered.operations(ofRule: number)
    let (cubes, isComplete) = try RegionCover(space).cubes(of: rows, on: operations)
    let named = rule.when.alternatives.first?.terms.first { $0.factor == lowered.operationFactor }
    let isSayable =
      isComplete && !cubes.isEmpty
      && cubes.allSatisfy { $0.values(of: lowered.operationFactor) == named?.values }
    return isSayable ? cubes : nil
  }
}
