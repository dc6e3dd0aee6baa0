import Diagnostics

/// Inserts map entries, and inserts or removes list items.
extension YAMLEditor {
  /// Returns the edits that append an entry to a map, creating the map if there is no value.
  func adding(_ field: NewField, to place: Place) throws(EditRefusal) -> [TextEdit] {
    guard !isAlias(place.node) else { throw EditRefusal("`\(place.name)` is written as an alias") }
    switch place.node.content {
    case .mapping(let entries):
      guard let last = entries.last else { return filling(place, with: .map([field])) }
      return adding(field, behind: last, of: entries, in: place.node)
    case .scalar(let scalar) where scalar.kind == .null:
      return filling(place, with: .map([field]))
    case .scalar, .sequence: throw EditRefusal("`\(place.name)` is not a map")
    }
  }

  /// Returns the edits that insert an entry after the last of some keys of the root or, without these, after all entries.
  func adding(_ field: NewField, following earlier: [String]) throws(EditRefusal) -> [TextEdit] {
    guard case .mapping(let entries) = root.content,
      let neighbour = entries.last(where: { earlier.contains($0.key) }) ?? entries.last
    else { throw EditRefusal("the spec is not a map") }
    return adding(field, behind: neighbour, of: entries, in: root)
  }

  /// Returns the edits that insert an entry after another one, in block style with an empty line between if other entries have one.
  private func adding(
    _ field: NewField,
    behind neighbour: SyntaxEntry,
    of entries: [SyntaxEntry],
    in map: SyntaxNode
  ) -> [TextEdit] {
    if isFlow(map) {
      let range = source.index(of: neighbour.keySpan.start)..<end(of: neighbour.value)
      return insertion(ofFlow: writer.flow(field), behind: range)
    }
    let column = neighbour.keySpan.start.column
    let margin = String(repeating: " ", count: column - 1)
    let isSpaced = zip(entries, entries.dropFirst()).contains {
      hasEmptyLine(from: end(of: $0.value), to: source.index(of: $1.keySpan.start))
    }
    let place = lastLineEnd(at: end(of: neighbour.value), deeperThan: column)
    let line = margin + writer.block(field, margin: margin)
    return [TextEdit(at: place, (isSpaced ? lineBreak : "") + lineBreak + line)]
  }

  /// Returns the edits that append items to a list, creating the list if there is no value.
  func appending(_ new: [NewValue], to place: Place) throws(EditRefusal) -> [TextEdit] {
    let node = place.node
    guard !isAlias(node) else { throw EditRefusal("`\(place.name)` is written as an alias") }
    switch node.content {
    case .sequence(let items) where !items.isEmpty:
      return try inserting(new, behind: items.count - 1, in: place)
    case .sequence: return filling(place, with: .list(new))
    case .scalar(let scalar) where scalar.kind == .null: return filling(place, with: .list(new))
    case .scalar, .mapping: throw EditRefusal("`\(place.name)` is not a list")
    }
  }

  func inserting(
    _ new: [NewValue],
    behind number: Int,
    in place: Place
  ) throws(EditRefusal) -> [TextEdit] {
    let node = place.node
    guard !isAlias(node) else { throw EditRefusal("`\(place.name)` is written as an alias") }
    guard case .sequence(let items) = node.content, items.indices.contains(number) else {
      throw EditRefusal("`\(place.name)` is not a list with \(number + 1) items")
    }
    guard isFlow(node) else { return try insertingBlock(new, behind: number, of: items, in: node) }
    return insertion(
      ofFlow: new.map { writer.flow($0) }.joined(separator: ", "),
      behind: source.index(of: items[number].span.start)..<end(of: items[number])
    )
  }

  func prepending(_ new: [NewValue], to place: Place) throws(EditRefusal) -> [TextEdit] {
    guard !isAlias(place.node) else { throw EditRefusal("`\(place.name)` is written as an alias") }
    guard case .sequence(let items) = place.node.content, let first = items.first else {
      throw EditRefusal("`\(place.name)` is not a list with items")
    }
    guard isFlow(place.node) else {
      let dash = contentStart(of: place.node)
      guard source[dash] == "-" else { throw EditRefusal("the list is written in a rare style") }
      let margin = String(repeating: " ", count: source.position(at: dash).column - 1)
      let lines = new.map { writer.block(item: $0, margin: margin) + lineBreak + margin }
      return [TextEdit(at: dash, lines.joined())]
    }
    let start = source.index(of: first.span.start)
    let margin = lineStart(before: start)
    let hasOwnLine = margin.allSatisfy { $0 == " " } && !margin.isEmpty
    let separator = hasOwnLine ? "," + lineBreak + margin : ", "
    return [TextEdit(at: start, new.map { writer.flow($0) + separator }.joined())]
  }

  /// Returns the edits that replace a missing, `null` or empty value by a collection.
  private func filling(_ place: Place, with value: NewValue) -> [TextEdit] {
    let node = place.node
    let start = contentStart(of: node)
    let end = max(start, end(of: node))
    let written = source[start..<end]
    if isFlow(place.parent) || written.contains("#") {
      let flow = writer.flow(value)
      guard written.hasPrefix("[") || written.hasPrefix("{") else {
        let blank = start == source.index(of: place.keySpan.end) + 1 ? " " : ""
        return [TextEdit(start..<end, blank + flow)]
      }
      return [TextEdit(at: end - 1, String(flow.dropFirst().dropLast()))]
    }
    var blank = start
    while blank > 0, source[blank - 1] == " " { blank -= 1 }
    let margin = String(repeating: " ", count: place.keySpan.start.column - 1)
    return [
      TextEdit(start == end ? start..<end : blank..<end, ""),
      TextEdit(at: lineEnd(at: end), writer.behindKey(value, margin: margin)),
    ]
  }

  /// Returns the edit that inserts items after one of a block-style list.
  private func insertingBlock(
    _ new: [NewValue],
    behind number: Int,
    of items: [SyntaxNode],
    in node: SyntaxNode
  ) throws(EditRefusal) -> [TextEdit] {
    let dash = contentStart(of: node)
    let item = items[number]
    guard source[dash] == "-" else { throw EditRefusal("the list is written in a rare style") }
    let margin = source.position(at: dash).column - 1
    let start = source.index(of: item.span.start)
    let before = source[source.line(at: start).lowerBound..<start]
    let isBesideDash = before.contains("-")
    let offset = isBesideDash ? item.span.start.column - 1 - margin : 2
    let blanks = String(repeating: " ", count: margin)
    let isFlowMap = if case .mapping = item.content { isFlow(item) } else { false }
    let written = new.map { item in
      let lines =
        isFlowMap
        ? "- " + writer.flow(item)
        : writer.block(item: item, margin: blanks, offset: max(2, offset))
      return (isSpaced(items, at: number) ? lineBreak : "") + lineBreak + blanks + lines
    }
    let place = lastLineEnd(at: end(of: item), deeperThan: margin + 1)
    return [TextEdit(at: place, written.joined())]
  }

  /// True if an empty line follows an item or, if it is the last one, precedes it.
  private func isSpaced(_ items: [SyntaxNode], at number: Int) -> Bool {
    let next = number + 1 < items.count ? number + 1 : number
    guard next > 0 else { return false }
    return hasEmptyLine(
      from: end(of: items[next - 1]),
      to: source.index(of: items[next].span.start)
    )
  }

  /// Returns the edits that insert an entry into a bracketed collection after an existing one.
  ///
  /// If the existing one is on a line of its own, so is the new one, with a trailing comma if the others have it.
  private func insertion(ofFlow entry: String, behind previous: Range<Int>) -> [TextEdit] {
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

  /// Returns the edit that removes an item from a list of several.
  func removing(_ number: Int, of items: [SyntaxNode], in list: SyntaxNode) -> TextEdit {
    guard !isFlow(list) else {
      // Remove the comma after the item or, for the last item, before it.
      let isLast = number == items.count - 1
      let first = isLast ? end(of: items[number - 1]) : source.index(of: items[number].span.start)
      let last =
        isLast ? end(of: items[number]) : source.index(of: items[number + 1].span.start)
      return TextEdit(first..<last, "")
    }
    // Remove from dash to dash: comments between two items belong to the second.
    let margin = source.position(at: contentStart(of: list)).column
    let first = source.line(at: source.index(of: items[number].span.start)).lowerBound
    let last = lastLineEnd(at: end(of: items[number]), deeperThan: margin)
    return TextEdit(first..<(lineBreakEnd(at: last) ?? last), "")
  }
}
