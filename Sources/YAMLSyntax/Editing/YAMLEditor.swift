import Diagnostics

/// Changes the meaning of a YAML text by minimal edits that preserve everything else to the byte, including comments, quotes and line
/// breaks.
///
/// The edits are located by the spans of the syntax tree and follow the style of the surrounding text. The new text is parsed, and its
/// meaning is compared with the old meaning plus the requested change: an edit that would change anything else, for example through an
/// anchor, is refused and leaves the text unchanged.
package struct YAMLEditor: Sendable {
  /// The text with all edits so far.
  package private(set) var text: String
  private(set) var source: SourceText
  package private(set) var root: SyntaxNode

  /// Creates an editor for a text that is a map without mistakes; `nil` for any other.
  package init?(_ text: String) {
    let tree = parseYAML(SourceFile(path: "", text: text))
    guard let root = tree.value, !tree.hasErrors, case .mapping = root.content else { return nil }
    self.text = text
    self.root = root
    source = SourceText(text)
  }

  /// Makes changes, all or none.
  ///
  /// They are made on one tree if possible, else one after another; either way, their paths refer to the current tree.
  ///
  /// - Parameter changes: The changes; at most one for each field, and for each list that gets a first item or becomes an item.
  /// - Throws: `EditRefusal` if they would change anything else.
  package mutating func apply(_ changes: [TextChange]) throws(EditRefusal) {
    guard !changes.isEmpty else { return }
    guard !isAlias(root) else { throw EditRefusal("the spec is written as an alias") }
    // Values that become items or follow a new item have a different path afterwards, so these changes come last.
    let ordered = changes.filter { !$0.movesItsValue } + changes.filter(\.movesItsValue)
    do throws(EditRefusal) {
      self = try edited(ordered)
    } catch {
      guard ordered.count > 1 else { throw error }
      var editor = self
      for change in ordered { editor = try editor.edited([change]) }
      self = editor
    }
  }

  private func edited(_ changes: [TextChange]) throws(EditRefusal) -> Self {
    var edits: [TextEdit] = []
    var expected = root.meaning
    for change in changes { edits += try self.edits(change, &expected) }
    guard let text = source.applying(edits), let edited = Self(text),
      edited.root.meaning == expected
    else { throw EditRefusal("an edit of the text would change more than what was asked") }
    return edited
  }

  /// Returns the edits that make a change, which is also applied to `meaning`.
  private func edits(
    _ change: TextChange,
    _ meaning: inout SyntaxMeaning
  ) throws(EditRefusal) -> [TextEdit] {
    switch change {
    case .addKey(let field, let earlier):
      meaning[field.key] = field.value.meaning
      return try adding(field, following: earlier)
    case .addEntry(let field, let path):
      meaning.update(path) { $0.add(field) }
      return try adding(field, to: try place(path))
    case .append(let items, let path):
      meaning.update(path) { $0 = .list($0.items + items.map(\.meaning)) }
      return try appending(items, to: try place(path))
    case .insert(let items, behind: let number, of: let path):
      meaning.update(path) { list in
        var all = list.items
        all.insert(contentsOf: items.map(\.meaning), at: min(number + 1, all.count))
        list = .list(all)
      }
      return try inserting(items, behind: number, in: try place(path))
    case .prepend(let items, let path):
      meaning.update(path) { $0 = .list(items.map(\.meaning) + $0.items) }
      return try prepending(items, to: try place(path))
    case .enlist(let path, let key, let items):
      meaning.update(path) { old in
        let first = key.map { SyntaxMeaning.map([$0: old]) } ?? old
        old = .list([first] + items.map(\.meaning))
      }
      return enlisting(try place(path), under: key, before: items)
    case .changeFields(let path, let changes):
      let node = try node(path)
      guard case .mapping(let entries) = node.content else {
        throw EditRefusal("\(path.inWords) is not a map")
      }
      // Keeps other changes of the map that are made on the same tree.
      var changed = SyntaxMeaning.null
      meaning.update(path) { changed = $0 }
      let edits = try EditedMap(self, node, entries).edits(changes, &changed)
      meaning.update(path) { $0 = changed }
      return edits
    case .removeItem(let path, let number):
      guard case .sequence(let items) = try node(path).content, items.indices.contains(number),
        items.count > 1
      else { throw EditRefusal("\(path.inWords) has no other item than \(number + 1)") }
      meaning.update(path) { list in
        var left = list.items
        left.remove(at: number)
        list = .list(left)
      }
      return [removing(number, of: items, in: try node(path))]
    }
  }

  /// A value at a key or in a list, with its context.
  struct Place {
    var node: SyntaxNode
    /// The map that contains the key, or the list that contains the item.
    var parent: SyntaxNode
    /// The span of the key or, for an item, of the item.
    var keySpan: SourceSpan
    var name: String
  }

  private func place(_ path: [SyntaxStep]) throws(EditRefusal) -> Place {
    let node = try node(path)
    guard let step = path.last, let parent = root[path.dropLast()] else {
      throw EditRefusal("\(path.inWords) is missing")
    }
    switch step {
    case .key(let key):
      guard let entry = parent.entry(key) else { throw EditRefusal("`\(key)` is missing") }
      return Place(node: node, parent: parent, keySpan: entry.keySpan, name: key)
    case .item(let number):
      return Place(node: node, parent: parent, keySpan: node.span, name: "item \(number + 1)")
    }
  }

  /// Returns the node at a path that leads through no alias.
  private func node(_ path: [SyntaxStep]) throws(EditRefusal) -> SyntaxNode {
    var way: [SyntaxStep] = []
    for step in path.dropLast() {
      way.append(step)
      if let node = root[way], isAlias(node) {
        throw EditRefusal("\(way.inWords) is written as an alias")
      }
    }
    guard let node = root[path] else { throw EditRefusal("\(path.inWords) is missing") }
    return node
  }
}

package enum TextChange: Hashable, Sendable {
  /// Adds a key that the root does not have after the last of some other keys.
  case addKey(NewField, following: [String])
  /// Appends an entry to the map at a path, creating a missing map.
  case addEntry(NewField, to: [SyntaxStep])
  /// Appends items to the list at a path, creating a missing list.
  case append([NewValue], to: [SyntaxStep])
  /// Inserts items after one of the list at a path; of several insertions in one list, those after later items come first.
  case insert([NewValue], behind: Int, of: [SyntaxStep])
  /// Inserts items before the first one of the list at a path.
  case prepend([NewValue], to: [SyntaxStep])
  /// Makes the value at a path the first item of a list, under a key if one is given, followed by other items.
  case enlist([SyntaxStep], under: String?, before: [NewValue])
  /// Changes keys of the map at a path, each at most once.
  case changeFields([SyntaxStep], [FieldChange])
  /// Removes an item of the list at a path with the comments in it; it must not be the only item.
  case removeItem([SyntaxStep], Int)

  /// True if the value at the path has a different path afterwards.
  fileprivate var movesItsValue: Bool {
    switch self {
    case .enlist, .insert, .removeItem: true
    case .addKey, .addEntry, .append, .prepend, .changeFields: false
    }
  }
}

/// The reason why a text cannot be edited without changing something else.
package struct EditRefusal: Error, Hashable, Sendable {
  /// The reason as a phrase: "`rules` is written as an alias".
  package var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

extension [SyntaxStep] {
  /// The path as shown in messages: `rules` › `accept` › item 2.
  fileprivate var inWords: String {
    map { step in
      switch step {
      case .key(let key): "`\(key)`"
      case .item(let number): "item \(number + 1)"
      }
    }.joined(separator: " › ")
  }
}
