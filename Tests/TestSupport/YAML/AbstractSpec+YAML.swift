extension AbstractSpec {
  /// The spec as YAML text that is valid by the page; `styleSeed` decides everything that has no meaning.
  ///
  /// On demand the ids that follow from the writing stay the same in every style too, and the sections in their order.
  package func yaml(keepsIDs: Bool = false) -> String {
    write { builder in builder.root(of: self, keepsIDs: keepsIDs) }
  }

  /// The pack of the project as YAML text; `nil` where it has none.
  package func packYAML(keepsIDs: Bool = false) -> String? {
    guard let pack else { return nil }
    return write { builder in builder.root(of: pack, in: self, keepsIDs: keepsIDs) }
  }

  private func write(_ root: (inout SpecNodeBuilder) -> YAMLNode) -> String {
    var random = SplitMix64(seed: styleSeed)
    var writer = YAMLWriter(random: SplitMix64(seed: random.next()))
    var builder = SpecNodeBuilder(random: random, allowsAliases: !writer.isJSON)
    return writer.document(root(&builder))
  }
}
