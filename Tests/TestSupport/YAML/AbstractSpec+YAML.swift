extension AbstractSpec {
  /// The spec as YAML text that is valid by the page; `styleSeed` decides everything that has no meaning.
  package func yaml() -> String {
    var random = SplitMix64(seed: styleSeed)
    var writer = YAMLWriter(random: SplitMix64(seed: random.next()))
    var builder = SpecNodeBuilder(random: random, allowsAliases: !writer.isJSON)
    return writer.document(builder.root(of: self))
  }
}
