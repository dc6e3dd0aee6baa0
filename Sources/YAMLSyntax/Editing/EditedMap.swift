import Diagnostics

/// A change of one key in a map.
package enum FieldChange: Hashable, Sendable {
  /// Replaces a key and its value.
  case replace(String, by: String, NewValue)
  /// Sets the value of a key; a missing key is inserted after another one.
  case set(String, NewValue, behind: String)
  /// Removes the key if it exists.
  case remove(String)
  /// Adds a note: as the value of the key if it is missing, else as a comment after another key.
  ///
  /// In flow style, which has no room for a comment, the note is appended to the value instead. An earlier note with the same name is
  /// removed.
  case mention(String, String, behind: String)
}

struct EditedMap {
  private let editor: YAMLEditor
  private let entries: [SyntaxEntry]
  private let isFlow: Bool
  private var source: SourceText { editor.source }

  init(_ editor: YAMLEditor, _ node: SyntaxNode, _ entries: [SyntaxEntry]) {
    self.editor = editor
    self.entries = entries
    isFlow = editor.isFlow(node)
  }

  /// Returns the edits that make the changes, which are also applied to `meaning`.
  func edits(
    _ changes: [FieldChange],
    _ meaning: inout SyntaxMeaning
  ) throws(EditRefusal) -> [TextEdit] {
    var edits: [TextEdit] = []
    var removed: Set<String> = []
    for change in changes {
      switch change {
      case .replace(let key, let other, let value):
        edits += try replacing(key, by: other, value)
        meaning[key] = nil
        meaning[other] = value.meaning
      case .set(let key, let value, let neighbour):
        meaning[key] = value.meaning
        edits += try setting(key, value, behind: neighbour)
      case .mention(let key, let text, let neighbour):
        guard let old = entry(key), case .scalar(let scalar) = old.value.content else {
          meaning[key] = .scalar(text)
          edits += try setting(key, .text(text), behind: neighbour)
          break
        }
        if isFlow {
          let value = NewValue.text(scalar.text + "; " + text)
          meaning[key] = value.meaning
          edits += try setting(key, value, behind: neighbour)
        } else {
          edits.append(adding("# " + text, behind: try existing(neighbour)))
          edits += removingNotes("# " + text.prefix { !" ,".contains($0) })
        }
      case .remove(let key):
        removed.insert(key)
        meaning[key] = nil
      }
    }
    return edits + (try removing(removed))
  }

  private func entry(_ key: String) -> SyntaxEntry? { entries.first { $0.key == key } }

  private func existing(_ key: String) throws(EditRefusal) -> SyntaxEntry {
    guard let entry = entry(key) else { throw EditRefusal("`\(key)` is missing") }
    return entry
  }

  private func start(of entry: SyntaxEntry) -> Int { source.index(of: entry.keySpan.start) }

  private func end(of entry: SyntaxEntry) -> Int { editor.end(of: entry.value) }

  // MARK: Replacing values

  private func replacing(
    _ key: String,
    by other: String,
    _ value: NewValue
  ) throws(EditRefusal) -> [TextEdit] {
    let entry = try existing(key)
    let keyRange = start(of: entry)..<source.index(of: entry.keySpan.end)
    let quote = source[keyRange.lowerBound].map(String.init) ?? ""
    let isQuoted = quote == "\"" || quote == "'"
    return [TextEdit(keyRange, isQuoted ? quote + other + quote : other)]
      + (try replacing(entry, by: value))
  }

  private func replacing(
    _ entry: SyntaxEntry,
    by value: NewValue
  ) throws(EditRefusal) -> [TextEdit] {
    let range = source.index(of: entry.value.span.start)..<end(of: entry)
    let isText = if case .scalar = entry.value.content { true } else { false }
    if !isText { try refuseComments(in: range) }
    guard !isFlow else { return [TextEdit(range, editor.writer.flow(value))] }
    let margin = String(repeating: " ", count: entry.keySpan.start.column - 1)
    let first = source[range.lowerBound]
    var comment = ""
    if first == "|" || first == ">" {
      let header = source[
        range.lowerBound..<min(range.upperBound, editor.lineEnd(at: range.lowerBound))
      ]
      comment = header.firstIndex(of: "#").map { "  " + header[$0...] } ?? ""
    }
    let written = editor.writer.behindKey(value, margin: margin)
    if written.hasPrefix(" ") { return [TextEdit(range, written.dropFirst() + comment)] }
    let isBesideKey = source.position(at: range.lowerBound).line == entry.keySpan.end.line
    guard isBesideKey else {
      guard !isText else { return [TextEdit(range, editor.writer.flow(value) + comment)] }
      // A value on lines of its own is replaced by new lines.
      let margin = String(repeating: " ", count: source.position(at: range.lowerBound).column - 1)
      return [TextEdit(range, editor.writer.lines(of: value, margin: margin))]
    }
    // A block list begins on the line below, after the comment that followed the value.
    var blank = range.lowerBound
    while blank > 0, source[blank - 1] == " " { blank -= 1 }
    return [
      TextEdit(blank..<range.upperBound, comment),
      TextEdit(at: editor.lineEnd(at: range.upperBound), written),
    ]
  }

  private func setting(
    _ key: String,
    _ value: NewValue,
    behind neighbour: String
  ) throws(EditRefusal) -> [TextEdit] {
    if let old = entry(key) { return try replacing(old, by: value) }
    let neighbour = try existing(neighbour)
    let field = NewField(key, value)
    if isFlow {
      return [TextEdit(at: end(of: neighbour), ", " + editor.writer.flow(field))]
    }
    let margin = String(repeating: " ", count: neighbour.keySpan.start.column - 1)
    return [adding(editor.writer.block(field, margin: margin), behind: neighbour)]
  }

  private func adding(_ line: String, behind entry: SyntaxEntry) -> TextEdit {
    let margin = String(repeating: " ", count: entry.keySpan.start.column - 1)
    return TextEdit(at: editor.lineEnd(at: end(of: entry)), editor.lineBreak + margin + line)
  }

  // MARK: Removing keys

  private func removing(_ keys: Set<String>) throws(EditRefusal) -> [TextEdit] {
    guard let kept = entries.firstIndex(where: { !keys.contains($0.key) }) else {
      throw EditRefusal("nothing would be left of the item")
    }
    var edits: [TextEdit] = []
    if kept > 0 {
      let range = start(of: entries[0])..<start(of: entries[kept])
      try refuseComments(in: range)
      edits.append(TextEdit(range, ""))
    }
    for (previous, entry) in zip(entries, entries.dropFirst()).dropFirst(kept)
    where keys.contains(entry.key) {
      if isFlow {
        let range = end(of: previous)..<end(of: entry)
        try refuseComments(in: end(of: previous)..<start(of: entry))
        edits.append(TextEdit(range, ""))
      } else {
        edits.append(removing(entry))
      }
    }
    return edits
  }

  /// Returns the edit that removes the lines of a block-style entry; a comment on its last line keeps its line.
  private func removing(_ entry: SyntaxEntry) -> TextEdit {
    let start = start(of: entry)
    let line = source.line(at: end(of: entry))
    let rest = source.firstContent(in: end(of: entry)..<line.upperBound)
    if rest < line.upperBound { return TextEdit(start..<rest, "") }
    var before = source.line(at: start).lowerBound
    if before > 0 {
      let isPair = source[before - 1] == "\n" && source[before - 2] == "\r"
      before -= isPair ? 2 : 1
    }
    return TextEdit(before..<line.upperBound, "")
  }

  /// Returns the edits that remove earlier notes (`# Q-1382E8BC`, possibly followed by `, …` or ` – …`) on lines of their own.
  ///
  /// Only lines of the map with at least its indentation are considered.
  private func removingNotes(_ beginning: String) -> [TextEdit] {
    let margin = entries[0].keySpan.start.column - 1
    var edits: [TextEdit] = []
    var line = source.line(at: start(of: entries[0]))
    while let lineBreak = source[line.upperBound] {
      let isPair = lineBreak == "\r" && source[line.upperBound + 1] == "\n"
      let next = source.line(at: line.upperBound + (isPair ? 2 : 1))
      let start = source.firstContent(in: next)
      let content = source[start..<next.upperBound]
      guard content.hasPrefix("#") || next.lowerBound < end(of: entries[entries.count - 1]) else {
        break
      }
      let rest = content.dropFirst(beginning.count)
      if content.hasPrefix(beginning), start - next.lowerBound >= margin,
        rest.isEmpty || rest.hasPrefix(", ") || rest.hasPrefix(" – ")
      {
        edits.append(TextEdit(line.upperBound..<next.upperBound, ""))
      }
      line = next
    }
    return edits
  }

  private func refuseComments(in range: Range<Int>) throws(EditRefusal) {
    if source[range].contains("#") {
      throw EditRefusal("a comment stands between the keys of the item")
    }
  }
}
