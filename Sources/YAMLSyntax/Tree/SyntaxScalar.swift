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

  package init(text: String, kind: Kind) {
    self.text = text
    self.kind = kind
  }
}
