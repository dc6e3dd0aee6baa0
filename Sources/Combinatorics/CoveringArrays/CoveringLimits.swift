/// How much memory and how many steps a covering array may take; a step is a look-up of a tuple or of a node.
package struct CoveringLimits: Hashable, Sendable {
  /// The most tuples of values that are kept account of, at up to 5 bytes each.
  package var tuples = 50_000_000
  /// The most places that factors have in all subsets to be covered, at up to 40 bytes each.
  package var places = 12_000_000
  /// The most values in all rows together.
  package var cells = 50_000_000
  /// Steps after which the work is given up: some minutes, of which `CoveringEstimate` warns.
  package var steps = 100_000_000_000
  /// Steps up to which impossible tuples are looked for before any row is made.
  ///
  /// What is left is found when the tuple is drawn for a row; by then most tuples are in rows and need no proof.
  package var earlySteps = 50_000_000
  /// About how many steps go into choosing among candidates; each row has at least one.
  package var candidateSteps = 500_000_000
  /// The most tuples of values with which a suite is made smaller by search, at 12 bytes more each.
  package var searchTuples = 16_000_000
  /// Steps of the search that no effort goes beyond.
  package var searchSteps = Int.max
  /// Steps of the search after which it pays to find out whether a smaller suite can be had at all, see `SplitBound`.
  package var stepsBeforeSplitBound = 1_000_000
  /// The most candidates for a row.
  package var candidates = 16

  package init() {}
}
