extension AbstractSpec {
  /// Returns the spec as YAML that is valid by the page; `styleSeed` decides everything without meaning.
  ///
  /// With `keepsIDs`, derived ids and the order of the sections are the same in every style.
  package func yaml(keepsIDs: Bool = false) -> String {
    write { builder in builder.root(of: self, keepsIDs: keepsIDs) }
  }

  /// Returns the pack of the project as YAML, or `nil` without one.
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
