/// A tag that opens an element.
struct XMLElement {
  struct Attribute {
    var name: XMLName
    var value: String
  }

  var name: XMLName
  var attributes: [Attribute]

  /// The attribute's value, of one without a prefix unless told otherwise.
  subscript(word: XMLWord, namespace: XMLNamespace = .none) -> String? {
    for attribute in attributes
    where attribute.name.word == word && attribute.name.namespace == namespace {
      return attribute.value
    }
    return nil
  }

  /// Whether the attribute says so; `nil` where it says nothing.
  func flag(_ word: XMLWord) -> Bool? {
    switch self[word] {
    case "1", "true", "on": true
    case "0", "false", "off": false
    default: nil
    }
  }
}
