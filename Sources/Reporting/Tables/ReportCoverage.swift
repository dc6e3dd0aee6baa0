/// Which pairs of values the cases hold, as a grid for the eye.
package struct ReportCoverage: Hashable, Sendable {
  /// What stands where a row and a column meet.
  package enum Cell: Hashable, Sendable {
    /// How many cases hold the pair.
    case cases(Int)
    /// How many of the pairs of two factors that can occur do.
    case share(covered: Int, possible: Int)
    case impossible
    /// The two are values of one factor.
    case same
  }

  /// What a row and the column of the same number stand for.
  package struct Line: Hashable, Sendable {
    package var factor: String
    /// `nil` where a line stands for a whole factor.
    package var value: String?
  }

  package var title: String
  /// What the grid says, in one or two sentences.
  package var caption: String
  package var lines: [Line]
  /// By row and column.
  package var cells: [[Cell]]

  package init(title: String, caption: String, lines: [Line], cells: [[Cell]]) {
    self.title = title
    self.caption = caption
    self.lines = lines
    self.cells = cells
  }
}
