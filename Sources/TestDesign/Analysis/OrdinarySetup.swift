import Combinatorics
import Specification
import Text

/// The most ordinary circumstances of a value of the operation: what people leave unsaid when they speak of it.
struct OrdinarySetup {
  /// A row of the space.
  let row: [Int]
  /// A change of a factor costs 1, an invalid value more than all changes together; *not applicable* is never a change.
  let costs: ValueCosts

  /// Among rows that cost the same, the first ones by factor in the order of declaration.
  fileprivate init(row: [Int], of lowered: LoweredSpecification) {
    self.row = row
    costs = lowered.costs { factor, declared in
      let isAbsent = row[factor] == lowered.notApplicable(factor)
      return (usual: isAbsent ? declared.usual : row[factor], change: declared.change)
    }
  }
}

extension RuleRegions {
  /// Gives the factors usual values, where nobody wrote them, that are found together.
  ///
  /// Of each factor it is the value with which most rules decide that beat no other; of equals the one with which fewest operations are open, then the
  /// declared usual one; then the possible combination nearest to these. A number may be any with which fewer operations are open.
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  func settleUsualValues() throws(LimitExceeded) {
    guard let undisputed else { return }
    let factors = space.lowered.specification.factors
    var scores = factors.map { Array(repeating: 0, count: $0.values.count + 1) }
    for rule in wins.indices where resultNumbers[rule] != nil {
      let plain = try space.store.intersection(wins[rule], undisputed)
      guard
        let support = try space.rows(of: plain).support(in: Cube(full: space.lowered.domains))
      else { continue }
      for factor in factors.indices where !support.isFull(factor) {
        for value in support.values(of: factor) { scores[factor][value] += 1 }
      }
    }
    let candidates = factors.enumerated().map { number, factor in
      let most = factor.candidates.map { scores[number][$0] }.max()
      return factor.isUsualGiven
        ? [factor.usual] : factor.candidates.filter { scores[number][$0] == most }
    }
    let costs = space.lowered.costs { number, factor in
      (
        usual: candidates[number].first ?? factor.usual,
        change: factor.isUsualGiven ? 1 << 20 : factor.change
      )
    }
    var row = try space.rows.cheapestRow(in: Cube(full: space.lowered.domains), costs) ?? []
    let decided = try space.store.union(defined ?? [])
    var open = openOperations(in: row, decided) ?? 0
    for (factor, others) in candidates.enumerated()
    where row.indices.contains(factor) && others.contains(row[factor]) {
      let numbers = factors[factor].isUsualGiven ? [] : factors[factor].validNumbers
      for value in others + numbers where open > 0 {
        var other = row
        other[factor] = value
        if let fewer = openOperations(in: other, decided), fewer < open {
          (row, open) = (other, fewer)
        }
      }
    }
    for (factor, value) in row.prefix(factors.count).enumerated()
    where value != space.lowered.notApplicable(factor) && !factors[factor].values[value].isInvalid {
      space.lowered.specification.factors[factor].usual = value
    }
  }

  /// How many values of the operation have no one result in a row, of those that are possible; `nil` if none is.
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

  /// By value of the operation: its ordinary setup; `nil` for one that cannot occur.
  ///
  /// It is the combination with the fewest changes from the usual values that is decided by rules that beat no other. A usual value that
  /// somebody wrote, and the `no` of a statement, stay as long as anything else can move.
  /// - Throws: `LimitExceeded` if the search for a row took too long.
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
  /// Costs by which one value of each factor is free and every other valid one costs the same.
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
  /// What a change costs: rather than how two numbers compare, both of them are changed.
  fileprivate var change: Int { comparison == nil ? 1 : 3 }

  /// Of a number the valid values; what rules move begins where it starts.
  fileprivate var validNumbers: [Int] {
    start == nil ? numberedValues.filter { !values[$0].isInvalid } : []
  }

  /// The values that may be the usual one where nobody wrote which, the declared one first: of what rules move those with which it may start;
  /// of numbers 0, else the first valid one.
  ///
  /// Values that a note calls artefacts are left out, unless all are.
  fileprivate var candidates: [Int] {
    let valid = values.indices.filter { !values[$0].isInvalid }
    if let start { return start.filter(valid.contains) }
    guard line == nil else {
      return [usual] + valid.filter { values[$0].number == 0 } + valid.prefix(1)
    }
    let proper = valid.filter { value in
      let note = values[value].note?.folded ?? ""
      return !artefacts.contains(where: note.contains)
    }
    let all = proper.isEmpty ? valid : proper
    return all.contains(usual) ? [usual] + all : all
  }
}

/// Words by which a note says that a value should not be there.
private let artefacts = wordTable("Wording/common.yaml")["artefacts", default: []]
