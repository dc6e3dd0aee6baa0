/// How long a suite is made smaller after the greedy start.
///
/// Steps are counted, not seconds, so that the suite is the same on every machine; the times are those of one core of 2023.
package enum CoveringEffort: String, CaseIterable, Sendable {
  /// The greedy suite and a short search: tens of milliseconds.
  case quick
  /// Not noticed on a feature spec, seconds on models of a hundred factors.
  case normal
  /// Up to half a minute.
  case thorough

  /// The steps that the search may take.
  ///
  /// - Parameters:
  ///   - subsetCount: How many choices of factors are to be covered together; 190 are the pairs of 20 factors.
  ///   - size: The product of the numbers of rows and of tuples at the start.
  /// - Returns: About how many looks at tuples and cells.
  func searchSteps(subsetCount: Int, size: Int) -> Int {
    switch self {
    // What is small is found soon or not at all.
    case .quick: min(3_000_000, 700_000 + 8 * size)
    case .normal:
      switch subsetCount {
      case ...200: 16_000_000
      case ...1_000: 120_000_000
      default: 250_000_000
      }
    case .thorough: 5_000_000_000
    }
  }
}
