import Combinatorics
import Specification

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
