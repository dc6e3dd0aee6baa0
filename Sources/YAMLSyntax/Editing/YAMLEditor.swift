import Diagnostics

/// Changes what a YAML text says by the smallest edits of it: everything else stays to the byte, comments, quotes and line breaks included.
///
/// The edits follow the places that the syntax tree gives, and the style of what stands around them. After each the new text is parsed, and what it
/// says is compared with what the old one said and what was asked: an edit that would change anything else, through an anchor for example, is
/// refused and leaves the text as it was.
package struct YAMLEditor: Sendable {
  /// The text with all edits so far.
  package private(set) var text: String
  private(set) var source: SourceText
  /// The tree of the text with all edits so far.
  package private(set) var root: SyntaxNode

  /// An editor of a text that is a map without mistakes; `nil` for any other.
  package init?(_ text: String) {
    let tree = parseYAML(SourceFile(path: "", text: text))
    guard let root = tree.value, !tree.hasErrors, case .mapping = root.content else { return nil }
    self.text = text
    self.root = root
    source = SourceText(text)
  }

  /// Adds an item to the list under a key of the root.
  ///
  /// - Parameters:
  ///   - item: What is written.
  ///   - key: The list's key; where it is missing, the list begins with this item.
  ///   - earlier: The keys that stand before it where it is missing.
  /// - Throws: `EditRefusal` where this would change something else.
  package mutating func append(
    _ item: NewItem,
    toListOf key: String,
    following earlier: [String]
  ) throws(EditRefusal) {
    guard !isAlias(root) else { throw EditRefusal("the spec is written as an alias") }
    var expected = root.meaning
    let meaning = item.meaning
    if case .list(let items) = expected[key] ?? .null {
      expected[key] = .list(items + [meaning])
    } else {
      expected[key] = .list([meaning])
    }
    let edits =
      if let entry = root.entry(key) {
        try appending(item, to: entry)
      } else {
        try beginning(key, with: item, following: earlier)
      }
    try apply(edits, expecting: expected)
  }

  /// Changes some keys of an item of the list under a key of the root.
  ///
  /// - Parameters:
  ///   - number: The item's number, from 0.
  ///   - key: The list's key.
  ///   - changes: At most one change of each key.
  /// - Throws: `EditRefusal` where this would change something else.
  package mutating func change(
    item number: Int,
    ofListOf key: String,
    _ changes: [FieldChange]
  ) throws(EditRefusal) {
    guard let list = root.entry(key)?.value, case .sequence(let items) = list.content,
      items.indices.contains(number), case .mapping(let entries) = items[number].content
    else { throw EditRefusal("item \(number + 1) of `\(key)` is not a map") }
    guard !isAlias(list), !isAlias(items[number]) else {
      throw EditRefusal("item \(number + 1) of `\(key)` is written as an alias")
    }
    let map = EditedMap(self, items[number], entries)
    let (edits, meaning) = try map.edits(changes)
    var expected = root.meaning
    if case .list(var meanings) = expected[key] ?? .null {
      meanings[number] = meaning
      expected[key] = .list(meanings)
    }
    try apply(edits, expecting: expected)
  }

  /// The lines, from 1, in which the items of the list under a key of the root begin.
  package func lines(ofItemsUnder key: String) -> [Int] {
    guard case .sequence(let items) = root.entry(key)?.value.content else { return [] }
    return items.map(\.span.start.line)
  }

  private mutating func apply(
    _ edits: [TextEdit],
    expecting expected: SyntaxMeaning
  ) throws(EditRefusal) {
    guard let text = source.applying(edits), let edited = Self(text),
      edited.root.meaning == expected
    else { throw EditRefusal("an edit of the text would change more than what was asked") }
    self = edited
  }
}

extension NewItem {
  /// What the item says once it is written.
  fileprivate var meaning: SyntaxMeaning {
    .map(Dictionary(fields.map { ($0.key, $0.value.meaning) }) { first, _ in first })
  }
}

extension NewValue {
  /// What the value says once it is written.
  var meaning: SyntaxMeaning {
    let meanings = parts.map { part -> SyntaxMeaning in
      guard case .flow = self else { return .scalar(part) }
      return parseYAML(SourceFile(path: "", text: part)).value?.meaning ?? .null
    }
    return meanings.count == 1 ? meanings[0] : .list(meanings)
  }
}

/// That a text cannot be edited without changing something else.
package struct EditRefusal: Error, Hashable, Sendable {
  /// One phrase: "`expectations` is written as an alias".
  package var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// What a tree says, whatever the places and the order of keys: what an edit may change is compared by it.
indirect enum SyntaxMeaning: Hashable {
  case null
  case scalar(String)
  case list([SyntaxMeaning])
  case map([String: SyntaxMeaning])

  /// The entry of a map.
  subscript(key: String) -> SyntaxMeaning? {
    get {
      guard case .map(let entries) = self else { return nil }
      return entries[key]
    }
    set {
      guard case .map(var entries) = self else { return }
      entries[key] = newValue
      self = .map(entries)
    }
  }
}

extension SyntaxNode {
  /// What the tree says.
  var meaning: SyntaxMeaning {
    switch content {
    case .scalar(let scalar): scalar.kind == .null ? .null : .scalar(scalar.text)
    case .sequence(let items): .list(items.map(\.meaning))
    case .mapping(let entries):
      .map(Dictionary(entries.map { ($0.key, $0.value.meaning) }) { first, _ in first })
    }
  }

  /// The entry of a map.
  func entry(_ key: String) -> SyntaxEntry? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }
  }
}
