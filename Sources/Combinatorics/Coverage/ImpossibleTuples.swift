/// Tuples of values that no row of a space has, though it has rows with each of the values.
package struct ImpossibleTuples: Hashable, Sendable {
  /// In lexicographic order of factors and values, as many as were to be listed.
  package var listed: [ValueTuple] = []
  /// How many there are, listed or not.
  package var count = 0

  /// Finds them all.
  ///
  /// - Parameters:
  ///   - space: The rows that are allowed.
  ///   - store: The store of the space.
  ///   - groups: Factors and strengths of the tuples.
  ///   - listing: The most tuples that are listed.
  ///   - isCounted: Whether a tuple counts.
  ///   - limits: What it may take.
  /// - Throws: `LimitExceeded` where the tuples or the steps are too many.
  package init(
    of space: Diagram,
    in store: DiagramStore,
    groups: [CoveringRequest.Group],
    listing: Int,
    where isCounted: (ValueTuple) -> Bool,
    limits: CoveringLimits = CoveringLimits()
  ) throws(LimitExceeded) {
    var survey = try TupleSurvey(space: space, in: store, groups: groups, limits: limits)
    let sizes = store.domains.sizes
    guard let possible = survey.possibleValues() else { return }
    var firstValue = [0]
    for size in sizes { firstValue.append((firstValue.last ?? 0) + size) }
    var found = (listed: [ValueTuple](), count: 0)
    try survey.run(rows: []) { factors, states in
      for (number, state) in states.enumerated()
      where state == TupleSurvey.State.impossible.rawValue {
        let tuple = ValueTuple(number, of: factors, sizes: sizes)
        let isInteresting = zip(tuple.factors, tuple.values).allSatisfy { factor, value in
          possible[firstValue[factor] + value]
        }
        guard isInteresting, isCounted(tuple) else { continue }
        found.count += 1
        if found.listed.count < listing { found.listed.append(tuple) }
      }
    }
    listed = found.listed
    count = found.count
  }
}
