import Diagnostics

/// One more item of a list.
extension YAMLEditor {
  /// The edits that put an item at the end of a list, or begin the list where nothing stands.
  func appending(_ item: NewItem, to entry: SyntaxEntry) throws(EditRefusal) -> [TextEdit] {
    let node = entry.value
    guard !isAlias(node) else { throw EditRefusal("`\(entry.key)` is written as an alias") }
    switch node.content {
    case .sequence(let items):
      guard let last = items.last else { return filling(entry, with: item) }
      guard isFlow(node) else { return try appendingBlock(item, to: node, items) }
      return insertion(
        ofFlow: writer.flow(item),
        behind: source.index(of: last.span.start)..<end(of: last)
      )
    case .scalar(let scalar) where scalar.kind == .null:
      return filling(entry, with: item)
    case .scalar, .mapping:
      throw EditRefusal("`\(entry.key)` is not a list")
    }
  }

  /// The edits that begin a list under a key that the root does not have.
  func beginning(
    _ key: String,
    with item: NewItem,
    following earlier: [String]
  ) throws(EditRefusal) -> [TextEdit] {
    guard case .mapping(let entries) = root.content,
      let neighbour = entries.last(where: { earlier.contains($0.key) }) ?? entries.last
    else { throw EditRefusal("the spec is not a map") }
    let keyStart = source.index(of: neighbour.keySpan.start)
    if isFlow(root) {
      let entry = writer.scalar(key) + ": [" + writer.flow(item) + "]"
      return insertion(ofFlow: entry, behind: keyStart..<end(of: neighbour.value))
    }
    let column = neighbour.keySpan.start.column
    let place = lastLineEnd(at: end(of: neighbour.value), deeperThan: column)
    let margin = String(repeating: " ", count: column - 1)
    let below = margin + String(repeating: " ", count: writer.listIndentation)
    let lines = [margin + key.asFlowScalar + ":", writer.block(item, margin: below, offset: 2)]
    let isSpaced = zip(entries, entries.dropFirst()).contains {
      hasEmptyLine(from: end(of: $0.value), to: source.index(of: $1.keySpan.start))
    }
    return [
      TextEdit(at: place, ((isSpaced ? [""] : []) + lines).map { lineBreak + $0 }.joined())
    ]
  }

  /// The edits that put a list with one item where nothing, `null` or `[]` stands.
  private func filling(_ entry: SyntaxEntry, with item: NewItem) -> [TextEdit] {
    let node = entry.value
    let start = contentStart(of: node)
    let end = max(start, end(of: node))
    let written = source[start..<end]
    if isFlow(root) || written.contains("#") {
      guard written.hasPrefix("[") else {
        let blank = start == source.index(of: entry.keySpan.end) + 1 ? " " : ""
        return [TextEdit(start..<end, blank + "[" + writer.flow(item) + "]")]
      }
      return [TextEdit(at: end - 1, writer.flow(item))]
    }
    var blank = start
    while blank > 0, source[blank - 1] == " " { blank -= 1 }
    let margin = String(
      repeating: " ",
      count: entry.keySpan.start.column - 1 + writer.listIndentation
    )
    let lines = writer.block(item, margin: margin, offset: 2)
    return [
      TextEdit(start == end ? start..<end : blank..<end, ""),
      TextEdit(at: lineEnd(at: end), lineBreak + lines),
    ]
  }

  /// The edit that puts an item below the last one of a list with dashes.
  private func appendingBlock(
    _ item: NewItem,
    to node: SyntaxNode,
    _ items: [SyntaxNode]
  ) throws(EditRefusal) -> [TextEdit] {
    let dash = contentStart(of: node)
    let last = items[items.count - 1]
    guard source[dash] == "-" else { throw EditRefusal("the list is written in a rare style") }
    let margin = source.position(at: dash).column - 1
    let lastStart = source.index(of: last.span.start)
    let before = source[source.line(at: lastStart).lowerBound..<lastStart]
    let isBesideDash = before.contains("-")
    let offset = isBesideDash ? last.span.start.column - 1 - margin : 2
    let blanks = String(repeating: " ", count: margin)
    let written =
      if isFlow(last) {
        blanks + "- " + writer.flow(item)
      } else {
        writer.block(item, margin: blanks, offset: max(2, offset))
      }
    let isSpaced =
      items.count > 1 && hasEmptyLine(from: end(of: items[items.count - 2]), to: lastStart)
    let place = lastLineEnd(at: end(of: last), deeperThan: margin + 1)
    return [TextEdit(at: place, (isSpaced ? lineBreak : "") + lineBreak + written)]
  }

  /// The edits that put an entry into a collection with brackets, behind one that is there.
  ///
  /// Where the one before has a line of its own, the new one gets one, too, and a comma at the end where the others have it.
  func insertion(ofFlow entry: String, behind previous: Range<Int>) -> [TextEdit] {
    let margin = lineStart(before: previous.lowerBound)
    guard margin.allSatisfy({ $0 == " " }), previous.lowerBound > 0, !margin.isEmpty else {
      return [TextEdit(at: previous.upperBound, ", " + entry)]
    }
    let comma = nextContent(from: previous.upperBound)
    let hasComma = source[comma] == ","
    let place = hasComma ? comma + 1 : previous.upperBound
    let line = source.line(at: place)
    let rest = source.firstContent(in: place..<line.upperBound)
    let endsLine = rest == line.upperBound || source[rest] == "#"
    let lineEnd = endsLine ? line.upperBound : place
    guard !hasComma else { return [TextEdit(at: lineEnd, lineBreak + margin + entry + ",")] }
    return [
      TextEdit(at: previous.upperBound, ","), TextEdit(at: lineEnd, lineBreak + margin + entry),
    ]
  }
}
