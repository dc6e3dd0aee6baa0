/// Suggests the name that was probably meant by a misspelled one.
package enum NearestName {
  /// Returns the nearest candidate, the first of equally near ones, or `nil` if none is near.
  ///
  /// The measure is the restricted Damerau–Levenshtein distance over grapheme clusters, ignoring case: insertions, deletions, replacements
  /// and swaps of neighbours. A candidate is near if the distance is at most a third of the longer name's length (1 for a short name; names
  /// that begin and end alike count as one longer) and less than that length. A candidate with too few letters in common is rejected in
  /// time linear in its length; any other takes O(n·m).
  package static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Letters(name)
    guard wanted.codes.count <= longestName else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      // A candidate longer than one and a half times the longest name is near to none.
      let letters = wanted.codes(of: candidate.prefix(longestName * 3 / 2 + 1))
      let longer = max(wanted.codes.count, letters.count)
      let isAlike =
        letters.count > 2 && wanted.codes.starts(with: letters.prefix(2))
        && (wanted.codes.last == letters.last || wanted.codes.starts(with: letters))
      var limit = min((isAlike ? longer + 1 : max(longer, 3)) / 3, longer - 1)
      if let best { limit = min(limit, best.distance - 1) }
      guard limit >= 0, longer - wanted.common(with: letters) <= limit,
        let distance = distance(wanted.codes, letters, limit: limit),
        !isOpposite(name, candidate)
      else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// True if one name negates the other: `inactive` and `active`, 無効 and 有効, `≠ free` and `free`, `logged_out` and `logged_in`.
  private static func isOpposite(_ left: String, _ right: String) -> Bool {
    let (left, right) = (parted(left), parted(right))
    return left.stem == right.stem && left.isDenied != right.isDenied
  }

  /// Prefixes and suffixes that negate a name, and the opposites of some of them.
  private static let affixes: [(text: String, isLead: Bool, denies: Bool)] =
    [
      "without", "not", "non", "un", "in", "im", "il", "ir", "dis", "de", "no", "off", "非", "未",
      "不", "無",
    ]
    .map { ($0, true, true) } + ["with", "on", "有"].map { ($0, true, false) }
    + ["以外", "ではない", "でない", "なし", "未満", "超", "out", "off"].map { ($0, false, true) }
    + ["in", "on"].map { ($0, false, false) }

  /// Returns the letters of a name without its affix, and whether it is negated.
  private static func parted(_ name: String) -> (stem: String, isDenied: Bool) {
    let name = name.lowercased()
    let isSigned = name.hasPrefix("-") || name.contains { "!≠~¬".contains($0) }
    let letters = name.filter { $0.isLetter || $0.isNumber }
    for affix in affixes
    where affix.isLead ? letters.hasPrefix(affix.text) : letters.hasSuffix(affix.text) {
      let count = affix.text.count
      let stem = affix.isLead ? letters.dropFirst(count) : letters.dropLast(count)
      return (String(stem), affix.denies != isSigned)
    }
    return (letters, isSigned)
  }

  /// The length of the longest name that is compared; longer ones are texts and would take too long.
  private static let longestName = 100

  /// The lower-case letters of a name, numbered for fast comparison.
  private struct Letters {
    private var numbers: [Character: Int] = [:]
    /// The number of occurrences of each letter.
    private var counts: [Int] = []
    private(set) var codes: [Int] = []

    init(_ name: String) {
      for letter in name.lowercased() {
        let code = numbers[letter, default: counts.count]
        if code == counts.count {
          numbers[letter] = code
          counts.append(0)
        }
        counts[code] += 1
        codes.append(code)
      }
    }

    /// Returns the letters of another name by these numbers, -1 for a letter that this name does not have.
    func codes(of other: Substring) -> [Int] { other.lowercased().map { numbers[$0] ?? -1 } }

    /// Returns the number of letters that both names have, wherever they occur; all others must be edited.
    func common(with codes: [Int]) -> Int {
      var left = counts
      var common = 0
      for code in codes where code >= 0 && left[code] > 0 {
        left[code] -= 1
        common += 1
      }
      return common
    }
  }

  /// Returns the edit distance between two texts, or `nil` if it exceeds the limit.
  private static func distance(_ left: [Int], _ right: [Int], limit: Int) -> Int? {
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
      // A swap reaches back two rows: once both exceed the limit, so do all later ones.
      guard current.contains(where: { $0 <= limit }) || last.contains(where: { $0 <= limit })
      else { return nil }
      before = last
      last = current
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
