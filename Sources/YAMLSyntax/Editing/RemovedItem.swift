import Diagnostics

/// An item that is taken out of a list.
extension YAMLEditor {
  /// The edit that takes an item out of a list of several.
  func removing(_ number: Int, of items: [SyntaxNode], in list: SyntaxNode) -> TextEdit {
    guard !isFlow(list) else {
      // With the comma behind it; of the last item with the one before.
      let isLast = number == items.count - 1
      let first = isLast ? end(of: items[number - 1]) : source.index(of: items[number].span.start)
      let last =
        isLast ? end(of: items[number]) : source.index(of: items[number + 1].span.start)
      return TextEdit(first..<last, "")
    }
    // From dash to dash: what stands between two items belongs to the one behind it.
    let margin = source.position(at: contentStart(of: list)).column
    let first = source.line(at: source.index(of: items[number].span.start)).lowerBound
    let last = lastLineEnd(at: end(of: items[number]), deeperThan: margin)
    return TextEdit(first..<(lineBreakEnd(at: last) ?? last), "")
  }
}
