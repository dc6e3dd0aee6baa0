package import Combinatorics
import Specification
import Text

/// Of which combinations a spec says something else than an edited text of it.
///
/// # Chapter: comparing what two versions say of every combination
///
/// **Problem.** The versions have rules, thresholds and operations of their own, and more combinations than can be listed.
///
/// **Idea.** Cut the space of each version by what it says: a set for each outcome. The sets of the old one are carried over into the numbers
/// of the new one. What an outcome has lost is then met with all other outcomes.
///
/// **Worked example.** Before, `a` was expected on 4 combinations and 2 were undefined; now `a` is on 3 and `b` on 3. `a` has lost 1, to `b`, and
/// what was undefined 2, to `b`: 3 combinations have changed, in two ways.
///
/// **Cost.** As many intersections as there are pairs of an outcome that has lost something and one that has gained something, which are limited.
package struct CellChanges: Sendable {
  package struct Outcome: Hashable, Sendable {
    package enum Status: String, Sendable {
      case defined, undefined, undecided, contradictory
      /// Excluded by the spec.
      case impossible
      /// The operation is not in the spec.
      case absent
    }

    package var status: Status
    /// What is expected or asked: a list for each side that says something of its own, and for what is added.
    package var texts: [[String]] = []
    /// What factors become, in names and ids: a list for each way; nothing changes where a combination is open.
    package var becomes: [[String]] = []
  }

  package struct Change: Sendable {
    /// The label of the operation.
    package var operation: String
    package var before: Outcome
    package var after: Outcome
    /// How many combinations, in decimal.
    package var count: String
    /// One of them, in the numbers of the new version; `nil` if its operation is gone.
    package var example: Combination?
    /// The values of the example, by label: “Plan: Free / Photos: 3”.
    package var setup: String?
  }

  /// By operation, then by what was said before.
  package private(set) var changes: [Change] = []
  /// All combinations that have changed, in decimal.
  package private(set) var count = "0"

  /// The maximum number of pairs of an outcome that has lost combinations and one that has gained some.
  private static let maxPairs = 20_000

  /// Compares two versions with the same factors.
  ///
  /// - Returns: `nil` if combinations are not counted, the factors are others, or too much has changed.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit.
  package init?(
    from before: AnalysedSpecification,
    to after: AnalysedSpecification
  ) throws(LimitExceeded) {
    let (old, new) = (before.specification, after.specification)
    guard before.regions.space.isJoined, after.regions.space.isJoined,
      let values = CarriedValues(from: old, to: new)
    else { return nil }
    let space = after.regions.space
    let store = space.store
    func carried(_ rows: Diagram) throws(LimitExceeded) -> Diagram {
      try store.copy(rows, of: before.regions.space.store, values: values.numbers)
    }
    var were: [(outcome: Outcome, rows: Diagram)] = []
    for (outcome, rows) in try before.regions.outcomes() {
      were.append((outcome, try carried(rows)))
    }
    let all = try carried(before.regions.space.all)
    let added = try store.diagram(of: values.newOperations(in: space.lowered))
    let gained = try store.difference(space.all, all)
    were.append((Outcome(status: .impossible), try store.difference(gained, added)))
    were.append((Outcome(status: .absent), try store.intersection(gained, added)))
    var are = try after.regions.outcomes()
    are.append((Outcome(status: .impossible), try store.difference(all, space.all)))
    let same = Dictionary(are.map { ($0.outcome, $0.rows) }) { first, _ in first }

    let known = Dictionary(were.map { ($0.outcome, $0.rows) }) { first, _ in first }
    var gains: [(outcome: Outcome, rows: Diagram)] = []
    for (outcome, rows) in are {
      let rows = try store.difference(rows, known[outcome] ?? .empty)
      if rows != .empty { gains.append((outcome, rows)) }
    }
    var found: [(operation: Int, change: Change)] = []
    var sets: [Diagram] = []
    var pairs = 0
    for (outcome, rows) in were {
      let lost = try store.difference(rows, same[outcome] ?? .empty)
      guard lost != .empty else { continue }
      pairs += gains.count
      guard pairs <= Self.maxPairs else { return nil }
      for (other, gained) in gains where other != outcome {
        let changed = try store.intersection(lost, gained)
        guard changed != .empty else { continue }
        sets.append(changed)
        let full = Cube(full: space.lowered.domains)
        let values = store.support(of: changed, in: full)?.values(of: new.operationFactor) ?? []
        for operation in Set(values.map { space.lowered.operationValues[$0].operation }).sorted() {
          let cube = space.lowered.cube(ofOperation: operation)
          let own = try store.intersection(changed, try store.diagram(of: cube))
          guard own != .empty else { continue }
          let row = try Space([own], in: store)
            .anyRow(in: full, preferring: space.lowered.preference)
          let change = Change(
            operation: new.operations[operation].label,
            before: outcome,
            after: other,
            count: store.decimalCount([own]),
            example: row.map(space.lowered.combination),
            setup: row.map { space.lowered.combination($0).setting(in: new) }
          )
          found.append((operation, change))
        }
      }
    }
    changes = found.sorted { $0.operation < $1.operation }.map(\.change)
    count = store.decimalCount(sets)
  }
}

extension RuleRegions {
  /// The possible combinations by what is said of them; no two sets share any.
  fileprivate func outcomes() throws(LimitExceeded) -> [(
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
    // Where more than one is said.
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
    /// Says more of what is defined in a set.
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
      moving[said.becomes.map { $0.names(in: space.lowered.specification) }, default: []]
        .append(wins[rule])
    }
    for (moves, sets) in moving.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      try extend(in: try store.union(sets)) { $0.becomes.append(moves) }
    }
    // Several ways may lead to the same.
    return try outcomes.gathered(by: \.outcome).map { (same) throws(LimitExceeded) in
      (same[0].outcome, try store.union(same.map(\.rows)))
    }
  }
}

extension Combination {
  /// “Plan: free / Photos: 3”.
  fileprivate func setting(in specification: Specification) -> String {
    zip(specification.factors, values).compactMap { factor, value in
      value.map { "\(factor.label): \(factor.values[$0].label)" }
    }.joined(separator: " / ")
  }
}

extension Rule.Move {
  /// "transfer: accepted", "attempts: +1".
  func names(in specification: Specification) -> String {
    let name = specification.factors[factor].name
    switch target {
    case .value(let value): return "\(name): \(specification.factors[factor].values[value].id)"
    case .any: return "\(name): any"
    case .step(let step): return "\(name): \(step > 0 ? "+" : "")\(step)"
    }
  }
}

/// The values of a spec by those of an earlier text: of numbers the one that stood for them.
private struct CarriedValues {
  /// By factor, the operation last, by value: its number before; `nil` if it was not there.
  let numbers: [[Int?]]

  /// `nil` if the factors are others, or their new values cannot be told by the old ones.
  init?(from old: Specification, to new: Specification) {
    guard old.factors.map(\.name) == new.factors.map(\.name) else { return nil }
    var numbers: [[Int?]] = []
    for (before, now) in zip(old.factors, new.factors) {
      var values = now.values.map { Self.number(of: $0, in: before.values) }
      if now.onlyWhen != nil, before.onlyWhen != nil { values.append(before.values.count) }
      guard (now.onlyWhen == nil) == (before.onlyWhen == nil), !values.contains(nil) else {
        return nil
      }
      // What compares two numbers holds of those that stand for others, and not of all.
      guard now.comparison == nil || values.count == before.values.count else {
        return nil
      }
      numbers.append(values)
    }
    let compared = new.factors.flatMap { factor in
      factor.comparison.map { [$0.left, $0.right] } ?? []
    }
    guard
      compared.allSatisfy({ old.factors[$0].values.map(\.id) == new.factors[$0].values.map(\.id) })
    else { return nil }
    let known = old.operationValues
    numbers.append(
      new.operationValues.map { value in
        if let same = known.firstIndex(where: { $0.id == value.id }) { return same }
        let id = new.operations[value.operation].id
        guard let operation = old.operations.firstIndex(where: { $0.id == id }),
          let variant = value.variant,
          let place = Self.number(of: variant, in: old.operations[operation].variants)
        else { return nil }
        return known.firstIndex { $0.operation == operation }.map { $0 + place }
      }
    )
    self.numbers = numbers
  }

  private static func number(of value: FactorValue, in before: [FactorValue]) -> Int? {
    before.firstIndex { $0.id == value.id } ?? value.number.flatMap(before.standing)
  }

  /// The combinations of operations that were not there.
  func newOperations(in lowered: LoweredSpecification) -> Cube {
    let values = numbers[numbers.count - 1]
    return Cube(
      lowered.domains,
      lowered.operationFactor,
      in: values.indices.filter { values[$0] == nil }
    )
  }
}
