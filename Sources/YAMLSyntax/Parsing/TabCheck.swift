import Diagnostics

/// Finds tabs used as indentation or separators.
///
/// Tabs are allowed in texts and comments, at the end of a line, and inside `[]` and `{}`, so that JSON may be indented with them.
struct TabCheck {
  private let text: SourceText
  private let tabs: [Int]
  /// The ordered ranges in which tabs are part of a text; a plain text must not be indented by tabs.
  private var texts: [Range<Int>] = []
  private var plainTexts: [Range<Int>] = []
  /// The ordered ranges of the outermost bracketed collections, in which tabs may separate.
  private var brackets: [Range<Int>] = []
  /// The collections that have not ended.
  private var open: [(start: Int, isFlow: Bool)] = []

  init(_ text: SourceText) {
    self.text = text
    tabs = text.scalars.indices.filter { text.scalars[$0] == "\t" }
  }

  /// Records the range of an event.
  mutating func see(_ event: YAMLEvent) {
    guard !tabs.isEmpty else { return }
    switch event.kind {
    case .scalar(let scalar):
      if scalar.style == .plain {
        plainTexts.append(event.range)
      } else {
        texts.append(event.range)
      }
    case .collectionStart(let collection):
      open.append((event.range.lowerBound, collection.isFlow))
    case .collectionEnd:
      guard let ended = open.popLast(), ended.isFlow, open.last?.isFlow != true else { break }
      brackets.append(ended.start..<event.range.upperBound)
    default:
      break
    }
  }

  /// Returns one diagnostic at the first forbidden tab, which lists the lines of the others.
  func diagnostics() -> [Diagnostic] {
    let wrong = wrongTabs
    guard let first = wrong.first else { return [] }
    let line = text.position(at: first).line
    var others: [Int] = []
    for tab in wrong {
      let other = text.position(at: tab).line
      if other != line, others.last != other { others.append(other) }
    }
    return [.tab(at: first, in: text, otherLines: others)]
  }

  private var wrongTabs: [Int] {
    let start = text.scalars.prefix { $0.isYAMLWhiteSpace }.count
    let allowed = brackets.first?.lowerBound == start ? start : 0
    var line = 0..<0
    var (content, end) = (0, 0)
    var wrong: [Int] = []
    for tab in tabs where tab >= allowed {
      if tab >= line.upperBound {
        line = text.line(at: tab)
        content = text.firstContent(in: line)
        end = significantEnd(of: line)
      }
      let isText = contains(tab, texts) || content < tab && contains(tab, plainTexts)
      if tab < end, !isText, !contains(tab, brackets) { wrong.append(tab) }
    }
    return wrong
  }

  /// Returns the end of the line without a comment and trailing white space.
  private func significantEnd(of line: Range<Int>) -> Int {
    let comment = line.first { index in
      guard text[index] == "#", !contains(index, texts), !contains(index, plainTexts) else {
        return false
      }
      return index == line.lowerBound || text[index - 1]?.isYAMLWhiteSpace == true
    }
    return text.contentEnd(of: line.lowerBound..<(comment ?? line.upperBound))
  }

  private func contains(_ index: Int, _ ranges: [Range<Int>]) -> Bool { ranges.covers(index) }
}

extension [Range<Int>] {
  /// True if one of the ranges, which must be in order, contains the index.
  func covers(_ index: Int) -> Bool {
    let place = partitioningIndex { $0.upperBound > index }
    return place < count && self[place].contains(index)
  }
}

extension SourceText {
  /// The indentations with full-width or non-breaking spaces before a key or list item.
  var wideIndents: [Range<Int>] {
    let wide: Set<Unicode.Scalar> = ["\u{3000}", "\u{A0}"]
    var found: [Range<Int>] = []
    for start in scalars.indices where start == 0 || scalars[start - 1] == "\n" {
      let end = scalars[start...].firstIndex { $0 != " " && !wide.contains($0) } ?? start
      guard scalars[start..<end].contains(where: wide.contains) else { continue }
      let line = self[end..<self.line(at: end).upperBound]
      if line.prefixMatch(of: /(?:[A-Za-z_][A-Za-z0-9_\/-]*:|-)(?:\s|$)/) != nil {
        found.append(start..<end)
      }
    }
    return found
  }
}

extension Diagnostic {
  static func wideIndent(_ indents: [Range<Int>], in text: SourceText) -> Diagnostic {
    mistake(
      code: "yaml-syntax",
      "full-width spaces cannot indent YAML: use spaces",
      at: text.span(indents[0])
    ).advising("replace them with spaces")
      .advising(lines: indents.dropFirst().map { text.position(at: $0.lowerBound).line })
  }

  static func tab(at index: Int, in text: SourceText, otherLines: [Int] = []) -> Diagnostic {
    let line = text.line(at: index)
    let isIndentation = text.firstContent(in: line) > index
    let end = (index..<line.upperBound).first { text[$0] != "\t" } ?? line.upperBound
    return mistake(
      code: "tab",
      isIndentation
        ? "tabs cannot indent YAML: use spaces" : "a tab cannot separate here: use a space",
      at: text.span(index..<max(end, index + 1))
    ).advising("replace the tab with spaces").advising(lines: otherLines)
  }

  private func advising(lines: [Int]) -> Diagnostic {
    if lines.isEmpty { return self }
    let named = lines.prefix(5).map(String.init).joined(separator: ", ")
    let more = lines.count - 5
    return advising(
      lines.count == 1
        ? "the same in line \(named)"
        : more > 0 ? "the same in lines \(named) and \(more) more" : "the same in lines \(named)"
    )
  }
}
