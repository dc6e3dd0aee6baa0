import Diagnostics

/// The style in which the text is written.
extension YAMLEditor {
  /// Returns the index at which a node begins after its anchor and tag.
  func contentStart(of node: SyntaxNode) -> Int {
    var index = source.index(of: node.span.start)
    let end = end(of: node)
    while index < end, let sign = source[index], sign == "&" || sign == "!" {
      while let scalar = source[index], !scalar.isYAMLWhiteSpace { index += 1 }
      index = min(nextContent(from: index), end)
    }
    return index
  }

  /// Returns the index of the first scalar from `index` on that is neither white space nor part of a comment, or the end of the text.
  func nextContent(from index: Int) -> Int {
    var index = index
    while let scalar = source[index] {
      if scalar == "#" {
        index = source.line(at: index).upperBound
      } else if scalar.isYAMLWhiteSpace {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  func end(of node: SyntaxNode) -> Int { source.index(of: node.span.end) }

  /// Returns the end of the line that contains the index, before its line break.
  func lineEnd(at index: Int) -> Int { source.line(at: index).upperBound }

  func lineStart(before index: Int) -> String {
    source[source.line(at: index).lowerBound..<index]
  }

  /// True if a node is an alias.
  func isAlias(_ node: SyntaxNode) -> Bool { source[source.index(of: node.span.start)] == "*" }

  /// True if a list or map is written with brackets.
  func isFlow(_ node: SyntaxNode) -> Bool {
    let sign = source[contentStart(of: node)]
    return sign == "[" || sign == "{"
  }

  /// True if the whole text is JSON, judging by its first key.
  private var isJSON: Bool {
    guard isFlow(root), let first = root.entries.first else { return false }
    return source[source.index(of: first.keySpan.start)] == "\""
  }

  var lineBreak: String {
    guard let index = source.scalars.firstIndex(where: { $0 == "\n" || $0 == "\r" }) else {
      return "\n"
    }
    guard source.scalars[index] == "\r" else { return "\n" }
    return source[index + 1] == "\n" ? "\r\n" : "\r"
  }

  var writer: ItemWriter {
    ItemWriter(
      isJSON: isJSON,
      lineBreak: lineBreak,
      listIndentation: indentation { !$0.items.isEmpty },
      mapIndentation: max(1, indentation { !$0.entries.isEmpty })
    )
  }

  /// Returns the indentation of a collection relative to its key, as used by the first one in the root or one map below; 2 by default.
  private func indentation(of isMeant: (SyntaxNode) -> Bool) -> Int {
    let below = root.entries.filter { isBlock($0.value) }.flatMap(\.value.entries)
    let shown = (root.entries + below).first { isMeant($0.value) && isBlock($0.value) }
    return shown.map { entry in
      let column = source.position(at: contentStart(of: entry.value)).column
      return max(0, column - entry.keySpan.start.column)
    } ?? 2
  }

  func isBlock(_ node: SyntaxNode) -> Bool { !isFlow(node) && !isAlias(node) }

  /// Returns the end of the last line that belongs to what ends at the index.
  ///
  /// Includes the rest of its line and the comments below that are indented further than `column`.
  func lastLineEnd(at index: Int, deeperThan column: Int) -> Int {
    var end = lineEnd(at: index)
    while let next = lineBreakEnd(at: end), next < source.scalars.count {
      let line = source.line(at: next)
      let content = source.firstContent(in: line)
      guard content < line.upperBound, source[content] == "#",
        content - line.lowerBound + 1 > column
      else { break }
      end = line.upperBound
    }
    return end
  }

  /// Returns the index after the line break at the index, or `nil` if there is none.
  func lineBreakEnd(at index: Int) -> Int? {
    switch source[index] {
    case "\n": index + 1
    case "\r": source[index + 1] == "\n" ? index + 2 : index + 1
    default: nil
    }
  }

  func hasEmptyLine(from start: Int, to end: Int) -> Bool {
    var index = lineEnd(at: start)
    while let next = lineBreakEnd(at: index), next < end {
      let line = source.line(at: next)
      if line.upperBound < end, source.firstContent(in: line) == line.upperBound { return true }
      index = line.upperBound
    }
    return false
  }
}

struct TextEdit {
  /// The range to replace, as indices of the text's scalars.
  var range: Range<Int>
  var replacement: String

  init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  init(at index: Int, _ insertion: String) {
    self.init(index..<index, insertion)
  }
}

extension SourceText {
  /// Returns the text with all edits applied, those at one place in their order, or `nil` if edits overlap.
  func applying(_ edits: [TextEdit]) -> String? {
    var result = ""
    var index = 0
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    for (_, edit) in ordered {
      guard edit.range.lowerBound >= index else { return nil }
      result += self[index..<edit.range.lowerBound] + edit.replacement
      index = edit.range.upperBound
    }
    return result + self[index..<scalars.count]
  }
}
