import Diagnostics
import YAMLSyntax

/// An operation as far as it can be read before the names of all factors are known.
struct DeclaredOperation {
  var id: String
  var label: String
  var hasOwnLabel: Bool
  var variants: DeclaredValues
  var catalogueEntry: CatalogueEntry?
  /// Read only when every name is known.
  var onlyWhen: SyntaxEntry?
  var note: String?
  var span: SourceSpan
}
