/// A YAML document before it is written.
indirect enum YAMLNode: Hashable {
  /// An integer or a Boolean: never quoted.
  case word(String)
  case null
  /// Any other text, quoted if its style or its characters require it.
  case text(String)
  case list([YAMLNode])
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
