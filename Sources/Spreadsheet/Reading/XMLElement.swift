/// A tag that opens an element.
struct XMLElement {
  struct Attribute {
    var name: XMLName
    var value: String
  }

  var name: XMLName
  var attributes: [Attribute]

  /// The attribute's value, of one without a prefix unless told otherwise.
  subscript(local: String, namespace: XMLNamespace = .none) -> String? {
    attributes.first { $0.name.local == local && $0.name.namespace == namespace }?.value
  }

  /// Whether the attribute says so; `nil` where it says nothing.
  func flag(_ local: String) -> Bool? {
    switch self[local] {
    case "1", "true", "on": true
    case "0", "false", "off": false
    default: nil
    }
  }
}
