/// A YAML document before it is written.
indirect enum YAMLNode: Hashable {
  /// An integer or a truth value: never quoted.
  case word(String)
  /// Nothing.
  case null
  /// Any other text, quoted where its style or its characters ask for it.
  case text(String)
  case list([YAMLNode])
  /// Keys and values in the order in which they are written.
  case map([Entry])
  /// A node that an alias will repeat.
  case anchored(String, YAMLNode)
  case alias(String)

  struct Entry: Hashable {
    var key: String
    var value: YAMLNode

    init(_ key: String, _ value: YAMLNode) {
      self.key = key
      self.value = value
    }
  }
}
