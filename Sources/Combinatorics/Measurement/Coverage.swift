/// The coverage of a space by a suite.
package struct Coverage: Hashable, Sendable {
  /// Coverage of one group of factors at its strength.
  package struct Group: Hashable, Sendable {
    /// How many tuples of asked values some row of the space has.
    package var possible = 0
    /// How many of them some valid row of the suite has.
    package var covered = 0
    /// Possible tuples that no valid row has, in lexicographic order of factors and values, as many as were to be listed.
    package var uncovered: [ValueTuple] = []
    /// By row of the suite: how many possible tuples it has that no row before it has; 0 for an invalid row.
    package var newTuples: [Int]
  }

  /// A row that cannot be run, and therefore covers nothing.
  package struct InvalidRow: Hashable, Sendable {
    /// The index of the row in the suite.
    package var row: Int
    /// No row of the space has all these values of the row; it has one with all but any one of them.
    package var values: ValueTuple
  }

  /// By group, in the order in which they were asked for; a single one if they were measured together.
  package var groups: [Group]
  /// Ascending.
  package var invalid: [InvalidRow]
}

/// Measures which tuples of values a suite has, of those that the space has at all.
///
/// A row may leave cells open: what is not known covers nothing, and the row is valid when some row of the space agrees with the rest.
///
/// - Parameters:
///   - rows: Rows × factors, value indices; `nil` if the value is not known.
///   - space: The rows that are allowed.
///   - groups: What is measured: factors, and a strength from 1 to 8.
///   - together: True if the groups are measured as one; a choice of factors that several groups share counts once.
///   - listing: The most uncovered tuples that are listed of each group; all are counted.
///   - isCounted: True if a tuple counts; `nil` for all.
///   - limits: What it may take.
/// - Returns: Exact numbers, the same as trying all rows of the space would give.
/// - Throws: `LimitExceeded` if the tuples or the steps are too many.
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
        // No tuple need be made where it is neither listed nor asked about.
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

/// The values because of which a row covers nothing; `nil` for a valid one.
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
  // Leave out whatever may be left out, from the last to the first.
  for factor in factors.reversed() {
    let others = factors.filter { $0 != factor }
    if try !space.intersects(tuple(others).cube(domains)) { factors = others }
  }
  return tuple(factors)
}
