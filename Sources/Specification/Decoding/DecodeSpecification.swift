package import Diagnostics
package import YAMLSyntax

/// Reads a tree as a feature spec: names resolved, values made, shorthands unfolded.
///
/// All mistakes of the file are in the result, ordered by place; there is a specification only where there is none. The time is linear
/// in the size of the file and of the value sets that its conditions name.
///
/// - Parameters:
///   - tree: The spec.
///   - path: The path of the file, as people know it.
///   - catalogue: What operations, dismissals and traits may name.
///   - settings: What the project says of all its specs.
/// - Returns: The specification unless there is a mistake, and all mistakes.
package func decodeSpecification(
  _ tree: SyntaxNode,
  path: String,
  catalogue: Catalogue,
  settings: Settings = Settings()
) -> Checked<Specification> {
  var decoder = SpecificationDecoder(path: path, catalogue: catalogue, settings: settings)
  let specification = decoder.specification(tree)
  let diagnostics = decoder.read.diagnostics.sortedByPlace()
  return Checked(diagnostics.isEmpty ? specification : nil, diagnostics: diagnostics)
}
