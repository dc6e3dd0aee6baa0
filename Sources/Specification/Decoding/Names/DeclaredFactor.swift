import Diagnostics
import YAMLSyntax

/// A factor as far as it can be read before the names of all factors are known.
struct DeclaredFactor {
  var name: String
  var kind: Factor.Kind
  var label: String
  var values: DeclaredValues
  /// Read only when every name is known, since it may name factors declared later.
  var onlyWhen: SyntaxEntry?
  var note: String?
  var span: SourceSpan
}
