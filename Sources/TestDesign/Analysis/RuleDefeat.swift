import Combinatorics

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
}
