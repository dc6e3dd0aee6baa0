import Diagnostics
import YAMLSyntax

extension Catalogue {
  /// The catalogue that the program brings along, read once, when it is first asked for.
  package static let standard: Catalogue = {
    let file = SourceFile(
      path: "catalogue.yaml",
      text: String(decoding: PackageResources.catalogue_yaml, as: UTF8.self)
    )
    let tree = parseYAML(file)
    let checked = tree.value.map(decodeCatalogue)
    guard let catalogue = checked?.value else {
      let messages = (tree.diagnostics + (checked?.diagnostics ?? [])).map(\.message)
      preconditionFailure("the embedded catalogue is malformed: \(messages)")
    }
    return catalogue
  }()
}
