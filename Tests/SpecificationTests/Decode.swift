import Diagnostics
import Specification
import Testing
import YAMLSyntax

/// Reads a text as a spec with the standard catalogue.
func decode(_ text: String, path: String = "spec.yaml") -> Checked<Specification> {
  let tree = parseYAML(SourceFile(path: path, text: text))
  guard let root = tree.value else { return Checked(nil, diagnostics: tree.diagnostics) }
  let checked = decodeSpecification(root, path: path, catalogue: .standard)
  // A tree is there in spite of duplicate keys, so that all mistakes of a file are told at once.
  let diagnostics = (tree.diagnostics + checked.diagnostics).sortedByPlace()
  return Checked(tree.hasErrors ? nil : checked.value, diagnostics: diagnostics)
}

/// Reads sections of a spec below a head that is right.
func decode(sections: String, language: Language = .english) -> Checked<Specification> {
  decode(
    """
    specmatrix: 1
    id: T
    feature: Test
    language: \(language.rawValue)
    \(sections)
    """
  )
}

/// Reads a spec that must be right.
func specification(
  sections: String,
  language: Language = .english,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Specification {
  let checked = decode(sections: sections, language: language)
  #expect(checked.diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
  return try #require(checked.value, sourceLocation: sourceLocation)
}
