import Diagnostics
import YAMLSyntax

extension Catalogue {
  /// The catalogue that the program brings along.
  package static let standard: Catalogue = {
    let words = CatalogueWords(texts: [
      (.operation, text(PackageResources.network_yaml)),
      (.operation, text(PackageResources.server_yaml)),
      (.operation, text(PackageResources.text_yaml)),
      (.operation, text(PackageResources.actions_yaml)),
      (.operation, text(PackageResources.device_yaml)),
      (.state, text(PackageResources.states_yaml)),
      (.data, text(PackageResources.data_yaml)),
    ])
    let file = SourceFile(path: "catalogue.yaml", text: text(PackageResources.catalogue_yaml))
    let tree = parseYAML(file)
    let checked = tree.value.map { decodeCatalogue($0, words: words) }
    guard let catalogue = checked?.value else {
      let messages = (tree.diagnostics + (checked?.diagnostics ?? [])).map(\.message)
      preconditionFailure("the embedded catalogue is malformed: \(messages)")
    }
    return catalogue
  }()

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
