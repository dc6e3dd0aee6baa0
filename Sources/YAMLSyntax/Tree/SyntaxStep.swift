/// A step from a node of the tree to one inside it.
package enum SyntaxStep: Hashable, Sendable {
  /// To the value behind a key of a map.
  case key(String)
  /// To an item of a list, from 0.
  case item(Int)
}

extension SyntaxNode {
  /// The node at the end of a way; `nil` if the tree has no such way.
  package subscript(path: some Sequence<SyntaxStep>) -> SyntaxNode? {
    var node = self
    for step in path {
      switch step {
      case .key(let key):
        guard let entry = node.entry(key) else { return nil }
        node = entry.value
      case .item(let number):
        guard node.items.indices.contains(number) else { return nil }
        node = node.items[number]
      }
    }
    return node
  }
}
