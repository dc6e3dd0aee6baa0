import Combinatorics
import Specification
import Text

/// The most ordinary circumstances for an operation value, which people leave unsaid when they speak of it.
struct OrdinarySetup {
  /// A row of the space.
  let row: [Int]
  /// The costs of values: a changed factor costs 1, an invalid value more than all changes together, and *not applicable* nothing.
  let costs: ValueCosts

  /// Of rows with equal costs, the first in the declared order of factors and values is used.
  fileprivate init(row: [Int], of lowered: LoweredSpecification) {
    self.row = row
    costs = lowered.costs { factor, declared in
      let isAbsent = row[factor] == lowered.notApplicable(factor)
      return (usual: isAbsent ? declared.usual : row[factor], change: declared.change)
    }
  }
}

/// The costs of changing a factor from its usual value, the lowest first.
private enum Change {
  static let no = 1 << 20
  static let listedState = 1 << 21
  static let start = 1 << 22
  static let given = 1 << 30
}

extension RuleRegions {
  /// The score of a rule that refuses nothing, which outweighs any number of rules that refuse.
  private static let help = 1 << 20

  /// Sets the usual values of factors for which none was written, such that they occur together.
  ///
  /// A factor's usual value is the one with which the most rules decide without overriding another. Of listed states it is the one with the
  /// most rules that are not among `refusals`; of `actors` who can do mostly the same, only rules for that count. Ties go to the value with
  /// the fewest open operations, among persons of those who can do no less, then to the declared usual one. The result is the possible
  /// combination closest to these values; the `no` of a statement changes before listed states do, and before `start`. A number may also
  /// take any value with fewer open operations. Finally, what was given returns unless something besides operations forbids it. Throws
  /// `LimitExceeded` if the search for a row takes too long.
  func settleUsualValues(_ refusals: Set<Int>, actors: Set<Int>) throws(LimitExceeded) {
    guard let undisputed else { return }
    let factors = space.lowered.specification.factors
    let variants = actors.isEmpty ? [] : space.lowered.variants
    let reached = try variants.map { (variants) throws(LimitExceeded) in
      try space.rows.support(in: Cube(space.lowered.domains, factors.count, in: variants))
    }
    // The operations possible with each candidate for the acting person.
    let able = factors.enumerated().map { number, factor in
      Dictionary(
        firstOf: (actors.contains(number) ? factor.candidates : []).map { value in
          (
            value,
            Set(reached.indices.filter { reached[$0]?.contains(value, factor: number) == true })
          )
        }
      )
    }
    // What all of them can do, if that is most of it; `nil` is everything.
    let counted = able.map { able -> Set<Int>? in
      guard let first = able.values.first else { return nil }
      let shared = able.values.dropFirst().reduce(first) { $0.intersection($1) }
      return 2 * shared.count > reached.count ? shared : nil
    }
    var scores = factors.map { Array(repeating: 0, count: $0.values.count + 1) }
    for rule in wins.indices where resultNumbers[rule] != nil {
      let plain = try space.store.intersection(wins[rule], undisputed)
      guard
        let support = try space.rows(of: plain).support(in: Cube(full: space.lowered.domains))
      else { continue }
      let operations = space.lowered.operations(ofRule: rule)
      for (factor, declared) in factors.enumerated()
      where !support.isFull(factor)
        && (counted[factor].map { operations.contains(where: $0.contains) } ?? true)
      {
        let isHelp = declared.isListedState && !refusals.contains(rule)
        for value in support.values(of: factor) { scores[factor][value] += isHelp ? Self.help : 1 }
      }
    }
    let candidates = factors.enumerated().map { number, factor in
      if factor.isUsualGiven { return [factor.usual] }
      let most = factor.candidates.map { scores[number][$0] }.max() ?? 0
      return factor.candidates.filter { scores[number][$0] == most }
    }
    let costs = space.lowered.costs { number, factor in
      (
        usual: candidates[number].first ?? factor.usual,
        change: factor.isUsualGiven
          ? factor.isYesNo && factor.values[factor.usual].id == "no" ? Change.no : Change.given
          : factor.start != nil
            ? Change.start : factor.isListedState ? Change.listedState : factor.change
      )
    }
    var row = try space.rows.cheapestRow(in: Cube(full: space.lowered.domains), costs) ?? []
    let decided = try space.store.union(defined ?? [])
    var open = openOperations(in: row, decided) ?? 0
    for (factor, others) in candidates.enumerated()
    where row.indices.contains(factor) && others.contains(row[factor]) {
      let numbers = factors[factor].isUsualGiven ? [] : factors[factor].validNumbers
      func reach(_ value: Int) -> Int { able[factor][value]?.count ?? 0 }
      for value in others + numbers where open > 0 && reach(value) >= reach(row[factor]) {
        var other = row
        other[factor] = value
        if let fewer = openOperations(in: other, decided), fewer < open {
          (row, open) = (other, fewer)
        }
      }
    }
    for (factor, declared) in factors.enumerated()
    where row.indices.contains(factor) && declared.isUsualGiven && row[factor] != declared.usual {
      var given = row
      given[factor] = declared.usual
      if isConceivable(given) { row = given }
    }
    for (factor, value) in row.prefix(factors.count).enumerated()
    where value != space.lowered.notApplicable(factor) && !factors[factor].values[value].isInvalid {
      space.lowered.specification.factors[factor].usual = value
    }
  }

  /// True if nothing but its operation is impossible in a row.
  private func isConceivable(_ row: [Int]) -> Bool {
    zip(space.lowered.constraints, space.statements).allSatisfy { constraint, rows in
      if case .operationPossible = constraint.origin { return true }
      return space.store.contains(rows, row: row)
    }
  }

  /// Returns the number of operation values that are possible in a row but have no single result, or `nil` if none is possible.
  private func openOperations(in row: [Int], _ decided: Diagram) -> Int? {
    guard let operation = row.indices.last else { return nil }
    let all = space.rows
    let possible = space.lowered.operationValues.indices.map { value in
      var row = row
      row[operation] = value
      return row
    }
    .filter(all.contains(row:))
    return possible.isEmpty ? nil : possible.count { !space.store.contains(decided, row: $0) }
  }

  /// Returns the ordinary setup of each operation value; `nil` for one that cannot occur.
  ///
  /// The setup is the combination with the fewest changes from the usual values that is decided by rules that override no other. Usual
  /// values that an author wrote, and the `no` of statements, change only if nothing else can. Throws `LimitExceeded` if the search for a
  /// row takes too long.
  func ordinarySetups() throws(LimitExceeded) -> [OrdinarySetup?] {
    let lowered = space.lowered
    let costs = lowered.costs { _, declared in
      (usual: declared.usual, change: declared.isUsualGiven ? 1 << 20 : declared.change)
    }
    let decided = space.store.attempt(nodeShare: 0.6) { () throws(LimitExceeded) in
      try space.store.union(defined ?? [])
    }
    let sets = [undisputed, decided, space.all]
    var setups: [OrdinarySetup?] = []
    for value in lowered.operationValues.indices {
      var row: [Int]?
      for case let rows? in sets where row == nil {
        row = try space.rows(of: rows).cheapestRow(in: lowered.cube(ofValue: value), costs)
      }
      setups.append(row.map { OrdinarySetup(row: $0, of: lowered) })
    }
    return setups
  }
}

extension LoweredSpecification {
  /// Returns costs with which one value of each factor is free and all other valid values cost the same.
  fileprivate func costs(_ weights: (Int, Factor) -> (usual: Int, change: Int)) -> ValueCosts {
    ValueCosts(
      domains.sizes.enumerated().map { factor, size in
        guard factor < operationFactor else { return Array(repeating: 0, count: size) }
        let declared = specification.factors[factor]
        let (usual, change) = weights(factor, declared)
        return (0..<size).map { value in
          guard value != notApplicable(factor) else { return 0 }
          if declared.values[value].isInvalid { return 1 << 40 }
          return value == usual ? 0 : change
        }
      }
    )
  }
}

extension Factor {
  fileprivate var isListedState: Bool { kind == .state && !isYesNo }

  /// The cost of a change; changing the result of a comparison costs more than changing both numbers.
  fileprivate var change: Int { comparison == nil ? 1 : 3 }

  /// The valid values of a number; empty if the factor has start values.
  fileprivate var validNumbers: [Int] {
    start == nil ? numberedValues.filter { !values[$0].isInvalid } : []
  }

  /// The candidates for the usual value where none was written, the declared one first.
  ///
  /// They are the start values of a moving factor; for numbers 0 and the first valid value; otherwise the valid values except those whose
  /// notes call them artefacts, unless all do.
  fileprivate var candidates: [Int] {
    let valid = values.indices.filter { !values[$0].isInvalid }
    if let start { return start.filter(valid.contains) }
    guard line == nil else {
      return [usual] + valid.filter { values[$0].number == 0 } + valid.prefix(1)
    }
    let proper = valid.filter { value in
      guard let note = values[value].note?.folded else { return true }
      return !artefacts.contains(where: note.contains)
    }
    let all = proper.isEmpty ? valid : proper
    return all.contains(usual) ? [usual] + all : all
  }
}

/// Words in a note that mark a value as an artefact.
private let artefacts = wordTable("Wording/common.yaml")["artefacts", default: []]
