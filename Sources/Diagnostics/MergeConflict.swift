/// The conflict markers that `git merge` leaves in a file.
package enum MergeConflict {
  private static let marks = ["<<<<<<< ", "||||||| ", ">>>>>>> "].map { Array($0.utf8) }

  /// Returns the number of the first line with a marker, starting at 1, or `nil` if there is none.
  package static func line(in bytes: [UInt8]) -> Int? {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .firstIndex { line in marks.contains { line.starts(with: $0) } }.map { $0 + 1 }
  }
}
