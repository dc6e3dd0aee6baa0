import Diagnostics
import Text
import YAMLSyntax

/// A rule as it is written, whichever of the three shapes it has, before the names in it are looked up.
struct WrittenRule {
  /// The key under `rules`.
  var operations: OperationText
  /// What the keys of the tree above it say, then what its `when` says; each alternative holds where all its terms do.
  var alternatives: [[WrittenTerm]]
  var id: (text: String, span: SourceSpan)?
  var outcome: Rule.Outcome
  var source: String?
  var priority: Rule.Priority?
  /// The way to it from the root.
  var path: [SyntaxStep]
  /// Where its id stands, else its first key, or the key above its text.
  var span: SourceSpan
  /// Its `when`; its own place where it has none.
  var whenSpan: SourceSpan
}

/// The keys of a rule; a map that has one of them is a rule, every other one a tree.
enum RuleKey: String, CaseIterable {
  case when, then, question, options, ask, until, id, priority, source
}

/// What is known of names while the shapes of rules are read.
protocol KnownNames {
  /// Whether a name is a factor; `nil` where nobody knows.
  func isFactor(_ name: String) -> Bool?
  /// What was most probably meant by keys where a factor should stand; `nil` where nobody knows.
  func meaning(ofKeys keys: [String], under operations: OperationText) -> String?
}

/// Knows nothing: a pack does not know the factors of the specs.
struct UnknownNames: KnownNames {
  func isFactor(_ name: String) -> Bool? { nil }
  func meaning(ofKeys keys: [String], under operations: OperationText) -> String? { nil }
}
