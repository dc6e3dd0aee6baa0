/// Follows the making of a covering array and may end it early.
///
/// It is asked after counted steps, so that whoever stops after a number of questions stops at the same place on every machine.
/// Without a monitor the same rows are made.
package struct CoveringMonitor {
  /// Where the work stands.
  package enum Progress: Hashable, Sendable {
    /// Nothing is built yet; this is about what it will take.
    case begins(CoveringEstimate)
    /// Rows are made until no tuple of values is open.
    case greedy(rows: Int, openTuples: Int, tuples: Int)
    /// A complete suite is made smaller, until so many steps are spent.
    case search(rows: Int, steps: Int, limit: Int)
  }

  /// Takes note of the progress and says whether the work goes on.
  ///
  /// A search that is ended gives the smallest suite found so far; before, there is none that is complete.
  package var goesOn: (Progress) -> Bool

  package init(goesOn: @escaping (Progress) -> Bool) {
    self.goesOn = goesOn
  }

  /// Steps of the search between two questions: some milliseconds.
  static let searchSteps = 2_000_000
}
