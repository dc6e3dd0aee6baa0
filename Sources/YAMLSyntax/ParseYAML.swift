package import Diagnostics

/// Reads a text as one YAML 1.2 document and gives its tree, every node with its place.
///
/// The tree is there unless a mistake makes it impossible or would make a part of it up; all mistakes that can be told
/// apart are reported at once. Aliases stand expanded, with the alias's own place. The tree is at most
/// `SyntaxLimits.depth` deep, so that walking it recursively is safe.
///
/// Errors: `yaml-syntax`, `tab`, `duplicate-key`, `non-scalar-key`, `unknown-tag`, `invalid-scalar`, `unknown-alias`,
/// `recursive-alias`, `alias-expansion`, `too-deep`, `too-large`, `multiple-documents`, `empty-document`,
/// `forbidden-character`.
package func parseYAML(_ file: SourceFile) -> Checked<SyntaxNode> {
  if file.text.utf8.count > SyntaxLimits.bytes { return Checked(nil, diagnostics: [.tooLarge]) }
  let text = SourceText(file.text)
  let forbidden = forbiddenCharacters(in: text)
  if !forbidden.isEmpty { return Checked(nil, diagnostics: forbidden) }

  var builder = SyntaxTreeBuilder(text)
  var tabs = TabCheck(text)
  let input = ParserInput(text)
  var parser = YAMLEventParser(input.text)
  do {
    while !builder.isFinished, let event = try parser.next() {
      tabs.see(event)
      builder.take(input.restored(event))
    }
  } catch {
    let diagnostics = builder.diagnostics + [error.diagnostic(in: text)]
    return Checked(nil, diagnostics: diagnostics.sortedByPlace())
  }
  var result = builder.result()
  result.diagnostics += builder.isFinished ? [] : tabs.diagnostics()
  result.diagnostics = result.diagnostics.sortedByPlace()
  return result
}
