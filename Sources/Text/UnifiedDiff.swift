/// The difference between two texts in the format of `git diff`, with three lines of context.
package struct UnifiedDiff: Sendable {
  private struct Line {
    var sign: Character
    /// The line, including its line break.
    var text: Substring
  }

  private static let context = 3
  private let lines: [Line]
  private let path: String

  package init(path: String, old: String, new: String) {
    self.path = path
    let (before, after) = (Self.lines(of: old), Self.lines(of: new))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < before.count || right < after.count {
      if removed.contains(left) {
        lines.append(Line(sign: "-", text: before[left]))
        left += 1
      } else if inserted.contains(right) {
        lines.append(Line(sign: "+", text: after[right]))
        right += 1
      } else {
        lines.append(Line(sign: " ", text: before[left]))
        left += 1
        right += 1
      }
    }
    self.lines = lines
  }

  package var text: String {
    let hunks = hunks
    guard !hunks.isEmpty else { return "" }
    let path = path.hasPrefix("/") ? path : "/" + path
    return "--- a\(path)\n+++ b\(path)\n" + hunks.map(text).joined()
  }

  /// The ranges of lines that are shown together.
  private var hunks: [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in lines.indices where lines[index].sign != " " {
      let start = max(0, index - Self.context)
      let end = min(lines.count, index + Self.context + 1)
      if let last = hunks.last, start <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    return hunks
  }

  private func text(of hunk: Range<Int>) -> String {
    func place(_ other: Character) -> String {
      let before = lines[..<hunk.lowerBound].count { $0.sign != other }
      let count = lines[hunk].count { $0.sign != other }
      // An empty side is located by the line before it.
      let start = count == 0 ? before : before + 1
      return count == 1 ? "\(start)" : "\(start),\(count)"
    }
    let body = lines[hunk].map { line in
      let hasBreak = line.text.utf8.last == UInt8(ascii: "\n")
      return "\(line.sign)\(line.text)" + (hasBreak ? "" : "\n\\ No newline at end of file\n")
    }
    return "@@ -\(place("+")) +\(place("-")) @@\n" + body.joined()
  }

  /// Splits a text into lines, including their line breaks (LF).
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var start = text.startIndex
    for index in text.utf8.indices where text.utf8[index] == UInt8(ascii: "\n") {
      let next = text.utf8.index(after: index)
      lines.append(text[start..<next])
      start = next
    }
    if start < text.endIndex { lines.append(text[start...]) }
    return lines
  }
}
