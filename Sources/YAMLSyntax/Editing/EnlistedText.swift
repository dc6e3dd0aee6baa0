import Diagnostics

/// Turns a value into the first item of a list, so that others can be added after it.
extension YAMLEditor {
  /// Returns the edits that make a value the first item of a list, under a key if one is given, followed by other items.
  func enlisting(
    _ place: Place,
    under key: String?,
    before new: [NewValue]
  ) -> [TextEdit] {
    let node = place.node
    if isFlow(place.parent) { return enlistingFlow(node, under: key, before: new) }
    let isFilled = !node.items.isEmpty || !node.entries.isEmpty
    return isFilled && isBlock(node)
      ? enlistingBlock(place, under: key, before: new)
      : enlistingInline(place, under: key, before: new)
  }

  private func enlistingFlow(
    _ node: SyntaxNode,
    under key: String?,
    before new: [NewValue]
  ) -> [TextEdit] {
    let front = "[" + (key.map { "{" + writer.scalar($0) + ": " } ?? "")
    let items = new.map { ", " + writer.flow($0) }.joined()
    return [
      TextEdit(at: source.index(of: node.span.start), front),
      TextEdit(at: end(of: node), (key == nil ? "" : "}") + items + "]"),
    ]
  }

  /// Enlists a map or list on lines of its own, which are indented further, after the dash and the key.
  private func enlistingBlock(
    _ place: Place,
    under key: String?,
    before new: [NewValue]
  ) -> [TextEdit] {
    let start = contentStart(of: place.node)
    let margin = String(repeating: " ", count: source.position(at: start).column - 1)
    let shift = key == nil ? 2 : 4
    let front =
      key.map { "- " + $0.asBlockScalar + ":" + lineBreak + margin + "    " } ?? "- "
    let last = lastLineEnd(at: end(of: place.node), deeperThan: place.keySpan.start.column)
    return [TextEdit(at: start, front)] + indenting(from: start, to: last, by: shift)
      + [TextEdit(at: last, lines(new, margin: margin))]
  }

  /// Enlists a text or a bracketed collection, which moves to a line of its own, after the dash and the key.
  private func enlistingInline(
    _ place: Place,
    under key: String?,
    before new: [NewValue]
  ) -> [TextEdit] {
    let start = source.index(of: place.node.span.start)
    let keyColumn = place.keySpan.start.column
    let hasOwnLine = lineStart(before: start).allSatisfy { $0 == " " }
    let width =
      hasOwnLine
      ? source.position(at: start).column - 1 : keyColumn - 1 + writer.listIndentation
    let margin = String(repeating: " ", count: width)
    let front = "- " + (key.map { $0.asBlockScalar + ": " } ?? "")
    var blank = start
    while !hasOwnLine, blank > 0, source[blank - 1] == " " { blank -= 1 }
    let last = lastLineEnd(at: end(of: place.node), deeperThan: keyColumn)
    // Continuation lines of the value must be indented further than the key before it.
    let shift = width + 3 - keyColumn
    return [TextEdit(blank..<start, hasOwnLine ? front : lineBreak + margin + front)]
      + indenting(from: start, to: end(of: place.node), by: shift)
      + [TextEdit(at: last, lines(new, margin: margin))]
  }

  private func lines(_ new: [NewValue], margin: String) -> String {
    new.map { lineBreak + margin + writer.block(item: $0, margin: margin) }.joined()
  }

  /// Returns the edits that indent the lines that begin between two indices, except blank ones.
  private func indenting(from start: Int, to end: Int, by columns: Int) -> [TextEdit] {
    var edits: [TextEdit] = []
    var index = lineEnd(at: start)
    while let next = lineBreakEnd(at: index), next < end {
      let line = source.line(at: next)
      if source.firstContent(in: line) < line.upperBound {
        edits.append(TextEdit(at: next, String(repeating: " ", count: columns)))
      }
      index = line.upperBound
    }
    return edits
  }
}
