package import Diagnostics

/// A value of a YAML document with its span.
package struct SyntaxNode: Sendable {
  package enum Content: Sendable {
    case scalar(SyntaxScalar)
    case sequence([SyntaxNode])
    /// The entries in document order; keys are scalars and distinct.
    case mapping([SyntaxEntry])
  }

  package var content: Content
  /// The span from the first to after the last character; for an alias, the span of the alias itself (`*name`).
  ///
  /// Quotes, brackets, anchors and tags belong to the node; trailing comments and blank lines do not. The nodes inside an expanded alias
  /// keep the spans of the anchored value. A missing value has an empty span after its colon or dash.
  package var span: SourceSpan

  package init(content: Content, span: SourceSpan) {
    self.content = content
    self.span = span
  }
}

/// A key and its value in a mapping.
package struct SyntaxEntry: Sendable {
  /// The text of the key with quotes and escapes resolved.
  package var key: String
  /// The span of the key, including quotes.
  package var keySpan: SourceSpan
  package var value: SyntaxNode

  package init(key: String, keySpan: SourceSpan, value: SyntaxNode) {
    self.key = key
    self.keySpan = keySpan
    self.value = value
  }
}

/// A scalar's text and its kind in the YAML 1.2 core schema.
package struct SyntaxScalar: Hashable, Sendable {
  /// The kind to which the core schema resolves a plain scalar; a quoted one is always text.
  package enum Kind: Hashable, Sendable {
    /// `null`, `Null`, `NULL`, `~` or a missing value.
    case null
    /// `true`, `True`, `TRUE`, `false`, `False` or `FALSE`; `no`, `yes` and `on` are text.
    case bool(Bool)
    /// An integer such as `0`, `-12`, `0o17` or `0x1F` that fits into 64 bits.
    case int(Int)
    /// A number such as `1.5`, `1e3`, `.inf` or `.nan`, or an integer that does not fit into 64 bits.
    case float
    case text
  }

  /// The text with quotes and escapes resolved and folded lines joined.
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

  /// Returns the entry with a key, or `nil` if the key is missing or this is not a map.
  package func entry(_ key: String) -> SyntaxEntry? { entries.first { $0.key == key } }

  /// The scalar, or `nil` for a list, a map or a null value.
  package var writtenScalar: SyntaxScalar? {
    guard case .scalar(let scalar) = content, scalar.kind != .null else { return nil }
    return scalar
  }

  /// True if the value is null or missing, as in `key:`.
  package var isNull: Bool {
    if case .scalar(let scalar) = content { scalar.kind == .null } else { false }
  }
}

/// A step from a node of the tree to a child.
package enum SyntaxStep: Hashable, Sendable {
  /// The value of a key of a map.
  case key(String)
  /// The item of a list with an index, starting at 0.
  case item(Int)
}

extension SyntaxNode {
  /// The node at the end of a path, or `nil` if the tree has no such path.
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
