/// A place between two Unicode scalars of a text.
///
/// Lines and columns count from 1; a column counts Unicode scalars, as libyaml's marks and SARIF's `unicodeCodePoints` do.
package struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
