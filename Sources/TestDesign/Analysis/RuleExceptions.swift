import Combinatorics
import Specification
import Text

/// The exceptions of each rule, per operation.
///
/// An exception covers a proper subset of the combinations that its general rule covers on an operation. Only parts that cover a common row
/// (`RuleIndex`) are compared, and a second row rules out most of these. Rules of the spec and house rules are never exceptions of each
/// other.
struct RuleExceptions {
  /// The exceptions of each part, ascending.
  let of: [[Int]]
  /// The first diagram level, apart from that of the operation, at which each part's condition names a factor.
  let level: [Int]
  /// True if an exception may cover rows outside its general rule: the end of a range that the general rule counts towards.
  let mayCoverMore: Bool
  /// The comparisons of cubes with rows and of parts with each other, which tests bound.
  let steps: Int

  /// Finds the exceptions among parts.
  ///
  /// `covered` has the rows that each part covers, and `index` the conditions of the same parts. Throws `LimitExceeded` if the diagrams
  /// outgrow their limit or the search for a row takes too long.
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
      // Rows that the part covers; a part that does not cover them all cannot contain it. The first and the last row differ in every factor
      // that the part leaves free.
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
        // In a space that is not joined, different diagrams may contain the same combinations.
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

  /// The parts in an order in which each follows its exceptions.
  ///
  /// An exception has fewer exceptions than its general rule, which has all of them and the exception itself.
  var specialFirst: [Int] {
    of.indices.sorted { (of[$0].count, $0) < (of[$1].count, $1) }
  }

  /// Returns the exceptions of a part that are not also exceptions of another one of them, which would represent them.
  func direct(of part: Int) -> [Int] {
    var spared: Set<Int> = []
    var direct: [Int] = []
    // Those with the most exceptions of their own come first.
    for exception in of[part].sorted(by: { (of[$1].count, $0) < (of[$0].count, $1) })
    where !spared.contains(exception) {
      direct.append(exception)
      spared.formUnion(of[exception])
    }
    return direct
  }
}

/// The reason why a rule that covers a combination gives way there to another.
package enum DefeatReason: String, CaseIterable, Sendable {
  /// The other rule is an exception: it covers a proper subset of what the rule covers on the operation.
  case isException
  /// `precedence` puts the other rule first.
  case comesFirst
  /// The rule is a house rule, and the other one belongs to the spec.
  case isOfSpec
}

extension RuleRegions {
  /// Returns the rules to which a rule that matches a row gives way there, with the reason.
  ///
  /// If the rule is out of play, these are the rules that put it out; otherwise its exceptions that are in play.
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

  /// True if a new rule for cubes of one question needs `precedence` to win.
  ///
  /// It needs none if it covers a proper subset of what each other rule covers, which makes it their exception, unless one of these is
  /// listed before `others`.
  func needsPrecedence(_ cubes: [Cube], in asked: Diagram) -> Bool {
    let (store, lowered) = (space.store, space.lowered)
    let specification = lowered.specification
    // Rules of the spec always come before house rules.
    let rules = specification.rules.indices.filter { specification.rules[$0].house == nil }
    func mayMeet(_ rows: Diagram) -> Bool { cubes.contains { self.mayMeet(rows, $0) } }
    let leaders = specification.precedence.flatMap { $0.beforeOthers }
    if leaders.contains(where: { mayMeet(matches[$0]) }) { return true }
    // Exceptions are compared per operation, or per part of a screen.
    let compared = cubes.flatMap { $0.values(of: lowered.operationFactor) }.map { value in
      let operation = lowered.operationValues[value].operation
      return specification.operations[operation].hasParts
        ? lowered.cube(ofValue: value) : lowered.cube(ofOperation: operation)
    }
    let winners = rules.filter { mayMeet(wins[$0]) }
    do {
      let rows = try store.intersection(asked, try store.diagram(of: cubes))
      for cube in compared.withoutRepetitions {
        let all = try store.diagram(of: cube)
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
