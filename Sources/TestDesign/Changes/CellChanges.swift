package import Combinatorics
package import Specification
import Text

/// The combinations for which two versions of a spec say different things.
///
/// # Chapter: comparing two versions on every combination
///
/// **Problem.** The versions have different rules, thresholds and operations, and more combinations than can be listed.
///
/// **Idea.** Partition the space of each version by outcome. Copy the sets of both into one space (`SharedSpace`), then intersect the
/// combinations that each outcome has lost with those that the others have gained.
///
/// **Worked example.** Before, `a` was expected on 4 combinations and 2 were undefined; now `a` is expected on 3 and `b` on 3. `a` has lost
/// 1 to `b`, and the undefined ones 2 to `b`: 3 combinations have changed, in two ways.
///
/// **Not a change.** The addition or removal of an operation, a value or a factor. A combination that appears because a value is no longer
/// invalid, or disappears because it now is, has no other result: nobody decided that two invalid values do not occur together.
///
/// **Cost.** One intersection for each pair of an outcome that has lost combinations and one that has gained some; the number of pairs is
/// limited.
package struct CellChanges: Sendable {
  package struct Outcome: Hashable, Sendable {
    package enum Status: String, Sendable {
      case defined, undefined, undecided, contradictory
      /// Excluded by the spec.
      case impossible
    }

    package var status: Status
    /// The expected results or the questions: a list for each distinct statement of the rules, and one for each addition.
    package var texts: [[String]] = []
    /// The transitions in names and ids: a list for each set of transitions; empty for open combinations.
    package var becomes: [[String]] = []
  }

  package struct Change: Sendable {
    /// The label of the operation.
    package var operation: String
    package var before: Outcome
    package var after: Outcome
    /// The number of combinations, in decimal.
    package var count: String
    /// One of the combinations, in terms of `specification`.
    package var example: Combination
    /// The values of the example, by label: “Plan: Free / Photos: 3”.
    package var setup: String
    /// The factors of which only some values occur in the combinations, with these values in words.
    package var place: [(factor: String, values: String)]
    /// True if the combinations are all those with these values.
    package var isWholePlace: Bool
  }

  /// By operation, then by earlier outcome.
  package private(set) var changes: [Change] = []
  /// The number of all changed combinations, in decimal.
  package private(set) var count = "0"

  /// The maximum number of pairs of an outcome that has lost combinations and one that has gained some.
  private static let maxPairs = 20_000

  /// The factors, values and operations that are compared: those of the new version, then those that only the old one has.
  package let specification: Specification

  /// Compares two versions.
  ///
  /// Fails if combinations are not counted, numbers cannot be matched, or too much has changed. Throws `LimitExceeded` if the diagrams
  /// outgrow their limit.
  package init?(
    from before: AnalysedSpecification,
    to after: AnalysedSpecification
  ) throws(LimitExceeded) {
    guard let compared = try ComparedRegions(before, after) else { return nil }
    let (space, store) = (compared.space, compared.store)
    specification = space.specification
    guard let regions = try compared.regions(limit: Self.maxPairs) else { return nil }
    let wording = Wording(specification)
    let full = Cube(full: store.domains)
    let operationFactor = specification.operationFactor
    let operationOf = specification.operationValues.map(\.operation)
    var wholes: [Int: (rows: Diagram, support: Cube)] = [:]
    var found: [(operation: Int, change: Change)] = []
    for region in regions {
      let values = store.support(of: region.rows, in: full)?.values(of: operationFactor) ?? []
      for (operation, values) in values.gathered(by: { operationOf[$0] })
        .map({ (operationOf[$0[0]], $0) })
      {
        let cube = full.restricted(operationFactor, to: values)
        let own = try store.intersection(region.rows, cube)
        guard let support = store.support(of: own, in: full),
          let row = try store.firstRow(of: own, in: full, preferring: space.preference)
        else { continue }
        if wholes[operation] == nil {
          let all = operationOf.indices.filter { operationOf[$0] == operation }
          let rows = try store.intersection(
            compared.all,
            full.restricted(operationFactor, to: all)
          )
          wholes[operation] = (rows, store.support(of: rows, in: full) ?? full)
        }
        let whole = wholes[operation] ?? (compared.all, full)
        var place = support
        let isWhole = try store.intersection(whole.rows, place) == own
        for factor in specification.factors.indices {
          let wider = place.released(factor)
          let rows = isWhole ? try store.intersection(whole.rows, wider) : .empty
          let isAll = support.values(of: factor) == whole.support.values(of: factor)
          if isAll || rows == own { place = wider }
        }
        let words = place.namedFactors.filter { $0 < operationFactor }.map { factor in
          let shown = Set(support.values(of: factor).map { space.values[factor][$0].shown })
          return (
            factor: specification.factors[factor].label.onOneLine,
            values: wording.cell(shown.sorted(), of: factor)
          )
        }
        let example = space.combination(row)
        let change = Change(
          operation: specification.operations[operation].label,
          before: region.before,
          after: region.after,
          count: store.decimalCount([own]),
          example: example,
          setup: example.setting(in: specification),
          place: words,
          isWholePlace: isWhole
        )
        found.append((operation, change))
      }
    }
    changes = found.sorted { $0.operation < $1.operation }.map(\.change)
    count = store.decimalCount(regions.map(\.rows))
  }
}

/// The outcomes of two versions on their common combinations.
struct ComparedRegions {
  typealias Region = (before: CellChanges.Outcome, after: CellChanges.Outcome, rows: Diagram)
  private typealias Said = [(outcome: CellChanges.Outcome, rows: Diagram)]

  let space: SharedSpace
  let store: DiagramStore
  /// All combinations that are compared: those possible in both versions, and those possible in one and excluded by the other.
  let all: Diagram
  /// The outcomes of each version.
  private let said: [Said]

  /// Fails if the combinations of a version are not counted, or numbers cannot be matched.
  init?(
    _ before: AnalysedSpecification,
    _ after: AnalysedSpecification
  ) throws(LimitExceeded) {
    let versions = [before.regions, after.regions]
    guard versions.allSatisfy({ $0.space.isJoined }),
      let space = SharedSpace(from: before.specification, to: after.specification)
    else { return nil }
    let orders = versions.indices.map { version in
      versions[version].space.store.order.map { space.factors[version][$0] }
    }
    let store = DiagramStore(
      domains: Domains(sizes: space.values.map { max(1, $0.count) }),
      order: (orders[1] + orders[0]).withoutRepetitions,
      budget: StepBudget(limit: StepBudget.ofSpec / 10)
    )
    (self.space, self.store) = (space, store)
    guard !space.specification.operations.isEmpty else {
      (all, said) = (.empty, [[], []])
      return
    }
    func carried(_ rows: Diagram, _ version: Int) throws(LimitExceeded) -> Diagram {
      try store.copy(rows, of: versions[version].space.store, as: space.reading(version))
    }
    let possible = try versions.indices.map { (version) throws(LimitExceeded) in
      try carried(versions[version].space.all, version)
    }
    let both = try store.intersection(possible[0], possible[1])
    // The combinations possible in one version only, each represented once.
    let alone = try versions.indices.map { (version) throws(LimitExceeded) in
      let met = try store.spreading(both, over: space.classes(version))
      let rest = try store.difference(possible[version], met)
      let other = try carried(versions[1 - version].space.withOneInvalid, 1 - version)
      let one = space.oneEach(version, store.domains)
      return try store.intersection(try store.intersection(rest, other), one)
    }
    all = try store.union([both] + alone)
    var said: [Said] = []
    for (version, regions) in versions.enumerated() {
      var outcomes: Said = [(.init(status: .impossible), alone[1 - version])]
      for (outcome, rows) in try regions.outcomes(as: version == 0 ? space : nil) {
        outcomes.append((outcome, try store.intersection(try carried(rows, version), all)))
      }
      said.append(outcomes)
    }
    self.said = said
  }

  /// Returns the regions where the outcomes differ, or `nil` if there are more pairs of a losing and a gaining outcome than `limit`.
  func regions(limit: Int) throws(LimitExceeded) -> [Region]? {
    let (were, are) = (said[0], said[1])
    let same = Dictionary(firstOf: are.map { ($0.outcome, $0.rows) })
    let known = Dictionary(firstOf: were.map { ($0.outcome, $0.rows) })
    var gains: Said = []
    for (outcome, rows) in are {
      let rows = try store.difference(rows, known[outcome] ?? .empty)
      if rows != .empty { gains.append((outcome, rows)) }
    }
    var regions: [Region] = []
    var pairs = 0
    for (outcome, rows) in were {
      let lost = try store.difference(rows, same[outcome] ?? .empty)
      guard lost != .empty else { continue }
      pairs += gains.count
      guard pairs <= limit else { return nil }
      for (other, gained) in gains where other != outcome {
        let changed = try store.intersection(lost, gained)
        if changed != .empty { regions.append((outcome, other, changed)) }
      }
    }
    return regions
  }
}

extension SpecificationSpace {
  /// The rows with at most one invalid value.
  fileprivate var withOneInvalid: Diagram {
    zip(lowered.constraints, statements).first { $0.0.origin == .oneInvalid }?.1 ?? .full
  }
}

extension RuleRegions {
  /// Partitions the possible combinations by outcome, in the names of a later version if one is given.
  fileprivate func outcomes(
    as later: SharedSpace?
  ) throws(LimitExceeded) -> [(
    outcome: CellChanges.Outcome, rows: Diagram
  )] {
    typealias Saying = (isOpen: Bool, texts: [String])
    let store = space.store
    let declared = space.lowered.specification.rules
    let alike = declared.indices.filter { wins[$0] != .empty }.gathered { rule in
      [declared[rule].results, declared[rule].results == nil ? declared[rule].openTexts : nil]
    }
    let sayings: [Saying] = alike.map { rules in
      let said = declared[rules[0]]
      return (said.results == nil, said.results ?? said.openTexts)
    }
    // The rows on which several distinct statements are made.
    var (once, twice) = (Diagram.empty, Diagram.empty)
    let rows = try alike.map { (rules) throws(LimitExceeded) in
      try store.union(rules.map { wins[$0] })
    }
    for set in rows {
      twice = try store.union(twice, try store.intersection(once, set))
      once = try store.union(once, set)
    }
    var joint: [(sayings: [Saying], rows: Diagram)] = twice == .empty ? [] : [([], twice)]
    var parts: [(sayings: [Saying], rows: Diagram)] = [([], undefined)]
    for (saying, set) in zip(sayings, rows) {
      parts.append(([saying], try store.difference(set, twice)))
      var cut: [(sayings: [Saying], rows: Diagram)] = []
      for part in joint {
        cut.append((part.sayings + [saying], try store.intersection(part.rows, set)))
        cut.append((part.sayings, try store.difference(part.rows, set)))
      }
      joint = cut.filter { $0.rows != .empty }
    }
    var outcomes: [(outcome: CellChanges.Outcome, rows: Diagram)] = []
    for (sayings, rows) in parts + joint where rows != .empty {
      let open = sayings.filter(\.isOpen).map(\.texts)
      let texts = (open.isEmpty ? sayings.map(\.texts) : open).sorted {
        $0.lexicographicallyPrecedes($1)
      }
      let status: CellChanges.Outcome.Status =
        !open.isEmpty
        ? .undecided : sayings.isEmpty ? .undefined : sayings.count == 1 ? .defined : .contradictory
      outcomes.append((.init(status: status, texts: texts), rows))
    }
    /// Splits the defined outcomes at a set and changes those within it.
    func extend(
      in shown: Diagram,
      _ change: (inout CellChanges.Outcome) -> Void
    ) throws(LimitExceeded) {
      var cut: [(outcome: CellChanges.Outcome, rows: Diagram)] = []
      for (outcome, rows) in outcomes {
        guard outcome.status == .defined,
          case let common = try store.intersection(rows, shown), common != .empty
        else {
          cut.append((outcome, rows))
          continue
        }
        var more = outcome
        change(&more)
        cut.append((more, common))
        let rest = try store.difference(rows, shown)
        if rest != .empty { cut.append((outcome, rest)) }
      }
      outcomes = cut
    }
    for (rule, shown) in additions {
      guard let added = declared[rule].results else { continue }
      try extend(in: shown) { $0.texts.append(added) }
    }
    var moving: [[String]: [Diagram]] = [:]
    for (rule, said) in declared.enumerated() where !said.becomes.isEmpty {
      moving[said.becomes.map { $0.names(in: space.lowered.specification, as: later) }, default: []]
        .append(wins[rule])
    }
    for (moves, sets) in moving.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      try extend(in: try store.union(sets)) { $0.becomes.append(moves) }
    }
    // Several sets of rules may lead to the same outcome.
    return try outcomes.gathered(by: \.outcome).map { (same) throws(LimitExceeded) in
      (same[0].outcome, try store.union(same.map(\.rows)))
    }
  }
}

extension Combination {
  /// Returns “Plan: free / Photos: 3”.
  fileprivate func setting(in specification: Specification) -> String {
    zip(specification.factors, values).compactMap { factor, value in
      value.map { "\(factor.label): \(factor.values[$0].label)" }
    }.joined(separator: " / ")
  }
}

extension Rule.Move {
  /// Returns "transfer: accepted" or "attempts: +1", in the names of a later version if one is given.
  func names(in specification: Specification, as later: SharedSpace? = nil) -> String {
    let declared = specification.factors[factor]
    let name = later?.name(of: declared) ?? declared.name
    switch target {
    case .value(let value):
      let value = declared.values[value]
      return "\(name): \(later?.id(of: value, declared) ?? value.id)"
    case .any: return "\(name): any"
    case .step(let step): return "\(name): \(step > 0 ? "+" : "")\(step)"
    }
  }
}
