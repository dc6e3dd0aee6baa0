/// The name that was probably meant where another one was written.
package enum NearestName {
  /// The candidate nearest to the name, the first of equally near ones, or `nil` where none is near.
  ///
  /// Near means, upper and lower case aside, at most a third of the longer name's characters (one for a short
  /// name) inserted, left out, replaced or swapped with a neighbour, and something of the name left: the
  /// restricted Damerau-Levenshtein distance over grapheme clusters. O(n·m) for a near candidate; one that is far
  /// is given up after the first letters.
  package static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased())
    guard wanted.count <= longestName else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      // A candidate half as long again as the longest name is near to none.
      let letters = Array(candidate.prefix(longestName * 3 / 2 + 1).lowercased())
      let longer = max(wanted.count, letters.count)
      var limit = min(max(longer, 3) / 3, longer - 1)
      if let best { limit = min(limit, best.distance - 1) }
      guard limit >= 0, abs(wanted.count - letters.count) <= limit,
        let distance = distance(wanted, letters, limit: limit)
      else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// The longest name that is compared: what is longer is a text, and comparing would take too long.
  private static let longestName = 100

  /// The fewest insertions, deletions, replacements and swaps of neighbours that turn one text into the other; `nil` above the limit.
  private static func distance(_ left: [Character], _ right: [Character], limit: Int) -> Int? {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      // A swap reaches back two rows: what is beyond the limit in both stays there.
      guard current.contains(where: { $0 <= limit }) || last.contains(where: { $0 <= limit })
      else { return nil }
      before = last
      last = current
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
