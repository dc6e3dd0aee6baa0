package import Diagnostics

/// A value of a YAML document with its place.
package struct SyntaxNode: Sendable {
  package enum Content: Sendable {
    case scalar(SyntaxScalar)
    case sequence([SyntaxNode])
    /// The entries in the order in which they stand; keys are scalars and differ from each other.
    case mapping([SyntaxEntry])
  }

  package var content: Content
  /// From the first character to behind the last; of an alias the alias itself (`*name`).
  ///
  /// Quotes, brackets, anchors and tags belong to the node, comments and blank lines behind it do not. The nodes inside an
  /// expanded alias keep the places of what it stands for. A value that is left out stands behind its colon or dash.
  package var span: SourceSpan

  package init(content: Content, span: SourceSpan) {
    self.content = content
    self.span = span
  }
}

/// A key and its value in a mapping.
package struct SyntaxEntry: Sendable {
  /// The key's text as it is meant (quotes and escapes resolved).
  package var key: String
  /// Where the key stands, quotes included.
  package var keySpan: SourceSpan
  package var value: SyntaxNode

  package init(key: String, keySpan: SourceSpan, value: SyntaxNode) {
    self.key = key
    self.keySpan = keySpan
    self.value = value
  }
}

/// A scalar's text and what the YAML 1.2 core schema takes it for.
package struct SyntaxScalar: Hashable, Sendable {
  /// The type that the core schema resolves a plain scalar to; a quoted one is always text.
  package enum Kind: Hashable, Sendable {
    /// `null`, `Null`, `NULL`, `~` or nothing at all.
    case null
    /// `true`, `True`, `TRUE`, `false`, `False`, `FALSE`; `no`, `yes`, `on` are text.
    case bool(Bool)
    /// `0`, `-12`, `0o17`, `0x1F` that fit into 64 bits.
    case int(Int)
    /// `1.5`, `1e3`, `.inf`, `.nan`, and integers that do not fit into 64 bits.
    case float
    case text
  }

  /// The text as it is meant: quotes and escapes resolved, folded lines joined.
  package var text: String
  package var kind: Kind
}

extension SyntaxNode {
  package static func text(_ text: String, at span: SourceSpan) -> SyntaxNode {
    SyntaxNode(content: .scalar(SyntaxScalar(text: text, kind: .text)), span: span)
  }

  /// The entries of a map; empty for anything else.
  package var entries: [SyntaxEntry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  /// The items of a list; empty for anything else.
  package var items: [SyntaxNode] {
    if case .sequence(let items) = content { items } else { [] }
  }

  /// The entry of a map; `nil` if the key is missing, or if this is not a map.
  package func entry(_ key: String) -> SyntaxEntry? { entries.first { $0.key == key } }

  /// The scalar; `nil` for a list, a map, and if nothing stands here.
  package var writtenScalar: SyntaxScalar? {
    guard case .scalar(let scalar) = content, scalar.kind != .null else { return nil }
    return scalar
  }

  /// True if nothing stands here: `key:` without a value.
  package var isNull: Bool {
    if case .scalar(let scalar) = content { scalar.kind == .null } else { false }
  }
}

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
