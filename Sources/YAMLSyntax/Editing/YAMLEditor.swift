import Diagnostics

/// Changes what a YAML text says by the smallest edits of it: everything else stays to the byte, comments, quotes and line breaks included.
///
/// The edits follow the places that the syntax tree gives, and the style of what stands around them. The new text is parsed, and what it says
/// is compared with what the old one said and what was asked: an edit that would change anything else, through an anchor for example, is
/// refused and leaves the text as it was.
package struct YAMLEditor: Sendable {
  /// The text with all edits so far.
  package private(set) var text: String
  private(set) var source: SourceText
  package private(set) var root: SyntaxNode

  /// An editor of a text that is a map without mistakes; `nil` for any other.
  package init?(_ text: String) {
    let tree = parseYAML(SourceFile(path: "", text: text))
    guard let root = tree.value, !tree.hasErrors, case .mapping = root.content else { return nil }
    self.text = text
    self.root = root
    source = SourceText(text)
  }

  /// Makes changes, all or none.
  ///
  /// All of them are made on one tree if possible, else one after another; either way their paths are those of the tree as it is.
  ///
  /// - Parameter changes: At most one of each list that gets a first item or becomes an item, and of each field.
  /// - Throws: `EditRefusal` if this would change something else.
  package mutating func apply(_ changes: [TextChange]) throws(EditRefusal) {
    guard !changes.isEmpty else { return }
    guard !isAlias(root) else { throw EditRefusal("the spec is written as an alias") }
    // What becomes an item, or stands behind a new one, is found under another path from then on: it comes last.
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

  /// The edits that make a change, which is also made to a meaning.
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
      // Other changes of the map, which are made to the same tree, stay.
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

  /// A value behind a key, and what it stands in.
  struct Place {
    var node: SyntaxNode
    /// The map that holds the key, or the list that holds the item.
    var parent: SyntaxNode
    /// The key; of an item its first character.
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

  /// The node at the end of a way that leads through no alias.
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
  /// A key that the root does not have, behind the last of those that come before it.
  case addKey(NewField, following: [String])
  /// Another entry of the map at a path, behind the others; a missing map is begun.
  case addEntry(NewField, to: [SyntaxStep])
  /// More items at the end of the list at a path; a missing list is begun.
  case append([NewValue], to: [SyntaxStep])
  /// Items behind one of the list at a path. Of several in one list those behind a later item come first.
  case insert([NewValue], behind: Int, of: [SyntaxStep])
  /// Items in front of the first one of the list at a path.
  case prepend([NewValue], to: [SyntaxStep])
  /// The value at a path becomes the first item of a list, under a key if one is given, with others behind it.
  case enlist([SyntaxStep], under: String?, before: [NewValue])
  /// Some keys of the map at a path change, each at most once.
  case changeFields([SyntaxStep], [FieldChange])
  /// An item of the list at a path goes, with the comments in it; others are left.
  case removeItem([SyntaxStep], Int)

  /// True if what stands there is found under another path from then on.
  fileprivate var movesItsValue: Bool {
    switch self {
    case .enlist, .insert, .removeItem: true
    case .addKey, .addEntry, .append, .prepend, .changeFields: false
    }
  }
}

/// Why a text cannot be edited without changing something else.
package struct EditRefusal: Error, Hashable, Sendable {
  /// One phrase: "`rules` is written as an alias".
  package var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

extension [SyntaxStep] {
  /// The way as messages name it: `rules` › `accept` › item 2.
  fileprivate var inWords: String {
    map { step in
      switch step {
      case .key(let key): "`\(key)`"
      case .item(let number): "item \(number + 1)"
      }
    }.joined(separator: " › ")
  }
}
