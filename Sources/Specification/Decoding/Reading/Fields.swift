import Diagnostics
import YAMLSyntax

/// The entries of a map whose keys are known beforehand.
struct Fields<Key: RawRepresentable & CaseIterable & Hashable> where Key.RawValue == String {
  /// What the map describes, as a message names it: ``factor `plan` ``.
  let subject: String
  /// Where a missing key is reported: the first key of the map, or the map itself when it is empty.
  let span: SourceSpan
  /// Whether the map holds a key that it must not hold.
  let hasUnknownKeys: Bool
  private let entries: [Key: SyntaxEntry]

  init(subject: String, span: SourceSpan, hasUnknownKeys: Bool, entries: [Key: SyntaxEntry]) {
    self.subject = subject
    self.span = span
    self.hasUnknownKeys = hasUnknownKeys
    self.entries = entries
  }

  /// The value of a key; `nil` where the key is missing.
  subscript(key: Key) -> SyntaxNode? { entries[key]?.value }

  /// The key and its value; `nil` where the key is missing.
  func entry(_ key: Key) -> SyntaxEntry? { entries[key] }

  /// Those of some keys that are written, in the order of declaration.
  func written(of keys: [Key]) -> [Key] { keys.filter { entries[$0] != nil } }

  /// How a message names the value of a key: ``label` of factor `plan` ``.
  func name(_ key: Key) -> String { "`\(key.rawValue)` of \(subject)" }
}
