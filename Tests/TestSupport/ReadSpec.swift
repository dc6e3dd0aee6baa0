import Diagnostics
package import Specification
import YAMLSyntax

/// A random spec, written and read again, with its pack if it has one.
package struct ReadSpec {
  package private(set) var specification: Specification?
  package private(set) var catalogue = Catalogue.standard
  /// The reader's errors; specs of the oracle have none.
  package private(set) var mistakes: [String] = []

  package init(_ spec: AbstractSpec, keepsIDs: Bool = false) {
    if let text = spec.packYAML(keepsIDs: keepsIDs) {
      guard let root = tree(text, "house.yaml") else { return }
      let added = catalogue.adding(root, path: "house.yaml")
      note(added.diagnostics, in: "house.yaml")
      guard let house = added.value else { return }
      catalogue = house
    }
    guard let root = tree(spec.yaml(keepsIDs: keepsIDs), "spec.yaml") else { return }
    let decoded = decodeSpecification(root, path: "spec.yaml", catalogue: catalogue)
    note(decoded.diagnostics, in: "spec.yaml")
    specification = decoded.value
  }

  private mutating func tree(_ text: String, _ path: String) -> SyntaxNode? {
    let tree = parseYAML(SourceFile(path: path, text: text))
    note(tree.diagnostics, in: path)
    return tree.value
  }

  private mutating func note(_ diagnostics: [Diagnostic], in path: String) {
    mistakes += diagnostics.map { "\(path):\($0.span?.start.line ?? 0): \($0.message)" }
  }
}
