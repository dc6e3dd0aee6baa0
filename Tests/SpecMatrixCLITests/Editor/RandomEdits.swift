import Foundation
import TestSupport

/// Typical edits of an author, and some unlikely ones.
struct RandomEdits {
  private var random: SplitMix64
  private let original: String

  /// Returns the number of edits: `SPECMATRIX_EDITS` if set.
  static func count(usually few: Int) -> Int {
    ProcessInfo.processInfo.environment["SPECMATRIX_EDITS"].flatMap(Int.init) ?? few
  }

  init(of text: String, seed: UInt64) {
    original = text
    random = SplitMix64(seed: seed)
  }

  /// Returns the text after a random edit.
  mutating func next(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = random.below(lines.count)
    switch random.below(10) {
    case 0: lines.remove(at: line)
    case 1: lines.insert(lines[random.below(lines.count)], at: line)
    case 2: lines[line] = String(lines[line].dropLast(1 + random.below(6)))
    case 3: lines[line] += [":", " {", "]", " , x", "\"", "👨‍👩‍👧", " é", "\t"][random.below(8)]
    case 4: lines[line] = (random.below(2) == 0 ? "  " : "") + lines[line].trimmingPrefix(" ")
    case 5: lines.swapAt(line, random.below(lines.count))
    case 6:
      // Replaces a word by another.
      let words = original.split { !$0.isLetter && $0 != "_" }
      let old = lines[line].split { !$0.isLetter && $0 != "_" }
      guard !old.isEmpty, !words.isEmpty else { return text }
      let word = old[random.below(old.count)]
      lines[line] = lines[line].replacing(
        word,
        with: words[random.below(words.count)],
        maxReplacements: 1
      )
    case 7: lines.insert("  new_\(line): ", at: line)
    default: return original
    }
    return lines.isEmpty ? "x" : lines.joined(separator: "\n")
  }
}
