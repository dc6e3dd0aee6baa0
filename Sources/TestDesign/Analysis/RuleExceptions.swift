import Combinatorics
import Specification

/// Which rule is an exception of which, operation by operation.
///
/// An exception covers a proper part of the combinations that the general rule covers there. It is asked only of parts that cover a common
/// row (`RuleIndex`); most of those are told apart by a second row. Rules of the spec and house rules are not exceptions of each other.
struct RuleExceptions {
  /// By part: its exceptions, ascending.
  let of: [[Int]]
  /// By part: the first level, besides that of the operation, at which its condition names a factor.
  let level: [Int]
  /// True if an exception may cover what its general rule does not: the end of a range to which that one counts.
  let mayCoverMore: Bool
  /// Cubes compared with rows, and pairs of parts compared with each other: what tests count.
  let steps: Int

  /// Finds the exceptions.
  ///
  /// - Parameters:
  ///   - covered: By part, what it covers of the space.
  ///   - index: The conditions of the same parts.
  ///   - space: The space.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit or the search for a row took too long.
  init(
    _ covered: [Diagram],
    index: RuleIndex,
    space: SpecificationSpace
  ) throws(LimitExceeded) {
    let parts = space.lowered.parts
    var exceptions: [[Int]] = Array(repeating: [], count: covered.count)
    var steps = 0
    for part in covered.indices {
      guard let first = try space.rows(of: covered[part]).someRow(),
        let last = try space.rows(of: covered[part]).someRow(prefersLast: true)
      else { continue }
      // Rows that the part covers: one that does not cover all of them does not hold the part.
      // Its first and its last row differ in every factor that it leaves free.
      var witnesses = [first]
      let before = steps
      let candidates = index.parts(matching: last, steps: &steps)
      try space.charge(comparisons: steps - before)
      for other in candidates {
        guard other != part, parts[other].isOfHouse == parts[part].isOfHouse,
          covered[other] != covered[part]
        else { continue }
        steps += 1
        try space.charge(comparisons: witnesses.count)
        guard witnesses.allSatisfy({ space.store.contains(covered[other], row: $0) }) else {
          continue
        }
        if !index.isWithin(part, other) {
          let outside = try space.store.difference(covered[part], covered[other])
          if let witness = try space.rows(of: outside).someRow() {
            witnesses.append(witness)
            continue
          }
        }
        // Apart, different diagrams may hold the same combinations.
        if !space.isJoined, try space.isWithin(covered[other], covered[part]) { continue }
        exceptions[other].append(part)
      }
    }
    of = exceptions
    level = parts.conditions.map {
      space.store.firstLevel(of: $0, besides: space.lowered.operationFactor)
    }
    mayCoverMore = space.lowered.writtenParts != nil
    self.steps = steps
  }

  /// The parts so that each stands behind its exceptions.
  ///
  /// An exception has fewer exceptions than its general rule, which has them all and it besides.
  var specialFirst: [Int] {
    of.indices.sorted { (of[$0].count, $0) < (of[$1].count, $1) }
  }

  /// The exceptions of a part without those of its exceptions, which stand for them.
  func direct(of part: Int) -> [Int] {
    var spared: Set<Int> = []
    var direct: [Int] = []
    // Those with most exceptions of their own come first.
    for exception in of[part].sorted(by: { (of[$1].count, $0) < (of[$0].count, $1) })
    where !spared.contains(exception) {
      direct.append(exception)
      spared.formUnion(of[exception])
    }
    return direct
  }
}

/// Why a rule that covers a combination gives way there to another.
package enum DefeatReason: String, CaseIterable, Sendable {
  /// The other is its exception: it covers a proper part of what the rule covers of the operation.
  case isException
  /// `precedence` puts the other first.
  case comesFirst
  /// The rule is a house rule, the other one of the spec.
  case isOfSpec
}

extension RuleRegions {
  /// Whom a rule gives way to in a row.
  ///
  /// - Parameters:
  ///   - rule: A rule that matches the row.
  ///   - row: A row of the space.
  /// - Returns: Where the rule is out of play the rules that put it out, else its exceptions that are in play; by number.
  func defeats(of rule: Int, in row: [Int]) -> [(rule: Int, reason: DefeatReason)] {
    let parts = space.lowered.parts
    let matching = index.parts(matching: row)
    guard let part = matching.first(where: { parts[$0].rule == rule }) else { return [] }
    func defeats(_ winners: [Int], _ reason: DefeatReason) -> [(rule: Int, reason: DefeatReason)] {
      winners.map { (parts[$0].rule, reason) }
    }
    if parts[part].isOfHouse {
      let ofSpec = matching.filter { !parts[$0].isOfHouse }
      if !ofSpec.isEmpty { return defeats(ofSpec, .isOfSpec) }
    }
    let first = matching.filter { precedence.comes($0, before: part) }
    if !first.isEmpty { return defeats(first, .comesFirst) }
    let exceptions = Set(exceptions.of[part])
    return defeats(
      matching.filter { exceptions.contains($0) && space.store.contains(inPlay[$0], row: row) },
      .isException
    )
  }

  /// True if a new rule for cubes of one question wins only where `precedence` says so.
  ///
  /// Where it covers a proper part of what each of the others covers, it is their exception, and nothing needs to be said unless one of them
  /// comes first by a list.
  func needsPrecedence(_ cubes: [Cube], in asked: Diagram) -> Bool {
    let (store, lowered) = (space.store, space.lowered)
    let specification = lowered.specification
    // A rule of the spec goes before all of the house.
    let rules = specification.rules.indices.filter { specification.rules[$0].house == nil }
    func mayMeet(_ rows: Diagram) -> Bool { cubes.contains { self.mayMeet(rows, $0) } }
    let leaders = specification.precedence.flatMap { $0.beforeOthers }
    if leaders.contains(where: { mayMeet(matches[$0]) }) { return true }
    let operations = Set(
      cubes.flatMap { $0.values(of: lowered.operationFactor) }
        .map { lowered.operationValues[$0].operation }
    )
    let winners = rules.filter { mayMeet(wins[$0]) }
    do {
      let rows = try store.intersection(asked, try store.diagram(of: cubes))
      for operation in operations.sorted() {
        let all = try store.diagram(of: lowered.cube(ofOperation: operation))
        let own = try store.intersection(rows, all)
        for rule in winners {
          let covered = try store.intersection(matches[rule], all)
          let isPart = try space.isWithin(own, covered)
          if try !isPart || space.isWithin(covered, own) { return true }
        }
      }
      return false
    } catch {
      return true
    }
  }
}
