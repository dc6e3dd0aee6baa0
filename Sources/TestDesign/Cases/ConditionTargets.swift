import Combinatorics
import Diagnostics
package import Specification

/// Rows that show a condition of a rule at work.
///
/// # Chapter: the effect of each condition
///
/// **Problem.** A rule that is tested once, in its plainest setup, may ignore a condition, be off by one at a bound, or implement only the
/// first of several alternatives, and nobody notices.
///
/// **Idea.** One row just outside each condition: it alone fails, and the expected result differs. For numbers, one row on each side of
/// each bound. One row for each alternative in which it alone holds, and one with the least usual value of each factor that the rule calls
/// `any`.
///
/// **Cost.** A few diagram operations for each condition, bound and alternative.
package struct ConditionTarget: Sendable {
  package enum Kind: Sendable {
    /// The condition on the factor fails, and the expected result differs.
    case fails(factor: Int)
    /// The condition fails with the number just beyond a bound, and the expected result differs.
    case beyondBound(factor: Int, value: Int)
    /// The rule decides, with the last number before a bound.
    case atBound(factor: Int, value: Int)
    /// The rule decides, with the least usual value of a factor that it calls `any`.
    case leastUsual(factor: Int)
    /// The rule decides, and only this alternative holds; an index into `Condition.alternatives`.
    case alternative(Int)
  }

  /// An index into `Specification.rules`.
  package var rule: Int
  package var kind: Kind
  var rows: Diagram

  /// Returns a phrase for what the rows show of the rule: “depends on Amount”.
  package func words(_ specification: Specification) -> String {
    func name(_ factor: Int) -> String { VisibleText.line(specification.factors[factor].name) }
    func setting(_ factor: Int, _ value: Int) -> String {
      "\(name(factor)): \(specification.factors[factor].values[value].id)"
    }
    let (english, japanese) =
      switch kind {
      case .fails(let factor): ("depends on \(name(factor))", "\(name(factor))による")
      case .beyondBound(let factor, let value):
        ("does not apply with \(setting(factor, value))", "\(setting(factor, value))では当てはまらない")
      case .atBound(let factor, let value):
        ("applies with \(setting(factor, value))", "\(setting(factor, value))でも当てはまる")
      case .leastUsual(let factor):
        ("applies with any \(name(factor))", "どの\(name(factor))でも当てはまる")
      case .alternative(let number):
        ("applies if only its alternative \(number + 1) holds", "\(number + 1)番目の条件だけでも当てはまる")
      }
    return specification.language.choose(english, japanese)
  }
}

extension AnalysedSpecification {
  /// Returns the targets of all rules that have a result: bounds, then conditions, then alternatives and `any`, each in order of
  /// declaration.
  func conditionTargets() throws(LimitExceeded) -> [ConditionTarget] {
    guard let defined = regions.defined else { return [] }
    let store = regions.space.store
    let decided = try regions.additions.isEmpty ? .empty : store.union(defined)
    var search = ConditionTargetSearch(
      specification: specification,
      space: regions.space,
      rowsOfCases: rowsOfCases
    )
    for (rule, declared) in specification.rules.enumerated()
    where declared.house == nil && declared.results != nil {
      let shown = regions.shown(rule)
      let result = regions.resultNumbers[rule].map { defined[$0] } ?? .empty
      let decides = try store.intersection([
        shown, declared.isAddition ? decided : result, rowsOfCases,
      ])
      guard decides != .empty else { continue }
      try search.add(
        rule,
        deciding: decides,
        expectingTheSame: declared.isAddition ? shown : result
      )
    }
    return search.bounds + search.conditions + search.others
  }
}

private struct ConditionTargetSearch {
  let specification: Specification
  let space: SpecificationSpace
  let rowsOfCases: Diagram
  var bounds: [ConditionTarget] = []
  var conditions: [ConditionTarget] = []
  var others: [ConditionTarget] = []
  private var store: DiagramStore { space.store }

  mutating func add(
    _ rule: Int,
    deciding rows: Diagram,
    expectingTheSame same: Diagram
  ) throws(LimitExceeded) {
    let alternatives = specification.rules[rule].when.alternatives
    let cubes = alternatives.map(space.lowered.cube(of:))
    let several = try rowsOfSeveral(cubes)
    for (number, cube) in cubes.enumerated() {
      let decides = try store.intersection(rows, cube)
      for term in alternatives[number].terms where term.factor != specification.operationFactor {
        if term.isAny {
          guard let value = specification.factors[term.factor].leastUsual else { continue }
          let rows = try having([value], of: term.factor, decides)
          add(rule, .leastUsual(factor: term.factor), rows, to: &others)
        } else {
          try add(rule, term.factor, cube, deciding: decides, expectingTheSame: same)
        }
      }
      if cubes.count > 1 {
        add(rule, .alternative(number), try store.difference(decides, several), to: &others)
      }
    }
  }

  private func add(
    _ rule: Int,
    _ kind: ConditionTarget.Kind,
    _ rows: Diagram,
    to targets: inout [ConditionTarget]
  ) {
    if rows != .empty { targets.append(ConditionTarget(rule: rule, kind: kind, rows: rows)) }
  }

  /// Adds the targets for the condition on a factor.
  private mutating func add(
    _ rule: Int,
    _ factor: Int,
    _ cube: Cube,
    deciding rows: Diagram,
    expectingTheSame same: Diagram
  ) throws(LimitExceeded) {
    let fulfilled = cube.values(of: factor)
    func beside(_ rows: Diagram, _ values: [Int]) throws(LimitExceeded) -> Diagram {
      var changed = try having(values, of: factor, try space.forgetting(factor, in: rows))
      // Factors that change together with this one still meet their own conditions.
      for mate in space.lowered.factors(changingWith: factor) where mate != factor {
        changed = try having(cube.values(of: mate), of: mate, changed)
      }
      return try store.intersection(rowsOfCases, try store.difference(changed, same))
    }
    let near = try near(factor)
    func nearest(_ rows: Diagram) throws(LimitExceeded) -> Diagram {
      let nearest = try store.intersection(rows, near)
      return nearest == .empty ? rows : nearest
    }
    var inner: Set<Int> = []
    for (last, next) in specification.factors[factor].bounds(of: Set(fulfilled)) {
      let inside = try having([last], of: factor, rows)
      let beyond = try nearest(try beside(inside, [next]))
      add(rule, .beyondBound(factor: factor, value: next), beyond, to: &bounds)
      guard inner.insert(last).inserted else { continue }
      add(rule, .atBound(factor: factor, value: last), try nearest(inside), to: &bounds)
    }
    let failing = Set(0..<store.domains.sizes[factor]).subtracting(fulfilled).sorted()
    add(rule, .fails(factor: factor), try beside(rows, failing), to: &conditions)
  }

  /// Returns the rows in which nothing lies between the two numbers of a comparison.
  private func near(_ factor: Int) throws(LimitExceeded) -> Diagram {
    guard let comparison = specification.factors[factor].comparison else { return .full }
    let pairs = try store.diagram(of: space.lowered.nearPairs(factor, comparison))
    return try store.intersection(space.all, pairs)
  }

  private func having(
    _ values: [Int],
    of factor: Int,
    _ rows: Diagram
  ) throws(LimitExceeded) -> Diagram {
    try store.intersection(rows, Cube(store.domains, factor, in: values))
  }

  /// Returns the rows contained in at least two of the cubes.
  private func rowsOfSeveral(_ cubes: [Cube]) throws(LimitExceeded) -> Diagram {
    var (any, several) = (Diagram.empty, Diagram.empty)
    for cube in cubes {
      let rows = try store.diagram(of: cube)
      several = try store.union(several, try store.intersection(any, rows))
      any = try store.union(any, rows)
    }
    return several
  }
}

extension Factor {
  /// The last valid value that is not the usual one.
  fileprivate var leastUsual: Int? {
    values.indices.last { $0 != usual && !values[$0].isInvalid }
  }

  /// Returns pairs of neighbouring numbers of which only the first is among the given values, in ascending order of the lesser one.
  fileprivate func bounds(of fulfilled: Set<Int>) -> [(last: Int, next: Int)] {
    zip(numberedValues, numberedValues.dropFirst()).compactMap { one, other in
      switch (fulfilled.contains(one), fulfilled.contains(other)) {
      case (true, false): (one, other)
      case (false, true): (other, one)
      default: nil
      }
    }
  }
}
