/// The coverage of a space by a suite.
package struct Coverage: Hashable, Sendable {
  /// The coverage of one group of factors at its strength.
  package struct Group: Hashable, Sendable {
    /// The number of counted tuples that some row of the space has.
    package var possible = 0
    /// The number of possible tuples that some valid row of the suite has.
    package var covered = 0
    /// The possible tuples that no valid row has, in lexicographic order of factors and values, up to the listing limit.
    package var uncovered: [ValueTuple] = []
    /// For each row of the suite, the number of possible tuples that no earlier row has; 0 for an invalid row.
    package var newTuples: [Int]
  }

  /// A row that cannot be run and therefore covers nothing.
  package struct InvalidRow: Hashable, Sendable {
    /// The index of the row in the suite.
    package var row: Int
    /// A minimal set of values of the row that no row of the space has together.
    package var values: ValueTuple
  }

  /// The measured groups in the order requested, or a single one if they were measured together.
  package var groups: [Group]
  /// The invalid rows in the order of the suite.
  package var invalid: [InvalidRow]
}

/// Measures which of the possible tuples of values a suite covers.
///
/// Rows may have unknown values: a tuple with an unknown value is not covered, and a row is valid if some row of the space agrees with its
/// known values.
///
/// - Parameters:
///   - rows: Value indices by row and factor, `nil` if the value is not known.
///   - space: The allowed rows.
///   - groups: The groups of factors to measure, with strengths from 1 to 8.
///   - together: True to measure the groups as one, counting a choice of factors shared by several groups once.
///   - listing: The maximum number of uncovered tuples to list for each group; all are counted.
///   - isCounted: True if a tuple counts, or `nil` to count all.
///   - limits: The limits on memory and steps.
/// - Returns: The exact coverage, as if all rows of the space had been tried.
/// - Throws: `LimitExceeded` if there are too many tuples or the search takes too many steps.
package func measureCoverage(
  of rows: [[Int?]],
  space: Space,
  groups: [CoveringRequest.Group],
  together: Bool = false,
  listing: Int = 1_000,
  where isCounted: ((ValueTuple) -> Bool)? = nil,
  limits: CoveringLimits = CoveringLimits()
) throws(LimitExceeded) -> Coverage {
  let sizes = space.store.domains.sizes
  var invalid: [Coverage.InvalidRow] = []
  var valid: [Int] = []
  var cells: [Int32] = []
  for (number, row) in rows.enumerated() {
    if let values = try neverTogether(row, space) {
      invalid.append(Coverage.InvalidRow(row: number, values: values))
    } else {
      valid.append(number)
      cells += row.map { $0.map(Int32.init) ?? TupleSurvey.unknown }
    }
  }
  var measured: [Coverage.Group] = []
  for groups in together ? [groups] : groups.map({ [$0] }) {
    var result = Coverage.Group(newTuples: Array(repeating: 0, count: rows.count))
    var survey = try TupleSurvey(space: space, groups: groups, limits: limits)
    try survey.run(rows: cells) { row, factors in
      let values = factors.map { Int(cells[row * sizes.count + $0]) }
      let counts = isCounted?(ValueTuple(factors: factors, values: values)) ?? true
      if counts { result.newTuples[valid[row]] += 1 }
    } visit: { factors, states in
      for (number, state) in states.enumerated()
      where state != TupleSurvey.State.impossible.rawValue {
        let isCovered = state == TupleSurvey.State.covered.rawValue
        // Skip building the tuple if it is neither listed nor passed to `isCounted`.
        if isCounted == nil, isCovered || result.uncovered.count >= listing {
          result.possible += 1
          result.covered += isCovered ? 1 : 0
          continue
        }
        let tuple = ValueTuple(number, of: factors, sizes: sizes)
        guard isCounted?(tuple) ?? true else { continue }
        result.possible += 1
        if isCovered {
          result.covered += 1
        } else if result.uncovered.count < listing {
          result.uncovered.append(tuple)
        }
      }
    }
    measured.append(result)
  }
  return Coverage(groups: measured, invalid: invalid)
}

/// Returns a minimal set of values that makes a row invalid, or `nil` if the row is valid.
private func neverTogether(_ row: [Int?], _ space: Space) throws(LimitExceeded) -> ValueTuple? {
  let domains = space.store.domains
  precondition(
    row.count == domains.count
      && row.indices.allSatisfy { (0..<domains.sizes[$0]).contains(row[$0] ?? 0) },
    "a row has a place for each factor, and values of its factors"
  )
  var factors = row.indices.filter { row[$0] != nil }
  func tuple(_ factors: [Int]) -> ValueTuple {
    ValueTuple(factors: factors, values: factors.compactMap { row[$0] })
  }
  guard try !space.intersects(tuple(factors).cube(domains)) else { return nil }
  // Leave out whatever can be left out, from the last to the first.
  for factor in factors.reversed() {
    let others = factors.filter { $0 != factor }
    if try !space.intersects(tuple(others).cube(domains)) { factors = others }
  }
  return tuple(factors)
}
