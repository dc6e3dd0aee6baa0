/// What is read of a workbook at most.
///
/// People's workbooks stay far below; what is above was made to stop programs. All of it is counted, nothing is timed, so that a file
/// is read or refused alike on every machine.
package struct ReadingLimits: Hashable, Sendable {
  /// Of the file itself.
  package var fileBytes = 64 << 20
  /// Of all parts that are read, once they are uncompressed: a zip bomb ends here, whatever its ratio.
  package var bytes = 48 << 20
  /// Files in the archive.
  package var entries = 10_000
  package var sheets = 1_000
  /// Rows count as one cell each, and so do the empty cells in front of a filled one, since these take memory too.
  package var cells = 2_000_000
  /// Of formulas that a file has once for many cells, in all of these.
  package var formulaBytes = 4 << 20
  /// Of one text, in bytes of UTF-8.
  package var textBytes = 1 << 20
  /// Of one tag with its attributes, or one comment.
  package var tagBytes = 1 << 18
  /// Elements inside one another.
  package var depth = 100

  package static let standard = Self()

  package init() {}
}
