import Diagnostics
import Specification
import Testing
import YAMLSyntax

/// Reads a text as a spec with the standard catalogue, or with one extended by packs.
func decode(
  _ text: String,
  path: String = "spec.yaml",
  catalogue: Catalogue = .standard
) -> Checked<Specification> {
  let tree = parseYAML(SourceFile(path: path, text: text))
  guard let root = tree.value else { return Checked(nil, diagnostics: tree.diagnostics) }
  let checked = decodeSpecification(root, path: path, catalogue: catalogue)
  // Duplicate keys still give a tree, so that all mistakes of a file are reported at once.
  let diagnostics = (tree.diagnostics + checked.diagnostics).sortedByPlace()
  return Checked(tree.hasErrors ? nil : checked.value, diagnostics: diagnostics)
}

/// Reads sections of a spec below a valid head.
func decode(
  sections: String,
  language: Language = .english,
  catalogue: Catalogue = .standard
) -> Checked<Specification> {
  decode(
    """
    specmatrix: 1
    id: T
    feature: Test
    language: \(language.rawValue)
    \(sections)
    """,
    catalogue: catalogue
  )
}

/// Reads a spec that must be valid.
func specification(
  sections: String,
  language: Language = .english,
  catalogue: Catalogue = .standard,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Specification {
  let checked = decode(sections: sections, language: language, catalogue: catalogue)
  #expect(checked.diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
  return try #require(checked.value, sourceLocation: sourceLocation)
}

func adding(
  _ pack: String,
  path: String = "company.yaml",
  to catalogue: Catalogue = .standard
) -> Checked<Catalogue> {
  let tree = parseYAML(SourceFile(path: path, text: pack))
  guard let root = tree.value else { return Checked(nil, diagnostics: tree.diagnostics) }
  let checked = catalogue.adding(root, path: path)
  let diagnostics = (tree.diagnostics + checked.diagnostics).sortedByPlace()
  return Checked(tree.hasErrors ? nil : checked.value, diagnostics: diagnostics)
}

/// Returns the standard catalogue extended by a pack that must be valid.
func catalogue(
  with pack: String,
  path: String = "company.yaml",
  to catalogue: Catalogue = .standard,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Catalogue {
  let checked = adding(pack, path: path, to: catalogue)
  #expect(checked.diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
  return try #require(checked.value, sourceLocation: sourceLocation)
}
