extension SchemaDocument {
  /// The form of a project's settings.
  ///
  /// - Parameter findings: The codes of all findings.
  /// - Returns: The schema of `specmatrix.yaml`.
  package static func settings(findings: [String]) -> SchemaDocument {
    let levels = findings.map {
      SchemaMap.Property(name: $0, schema: .words(Settings.Level.self))
    }
    let root = Schema.map(SettingsDecoder.Key.self) { key in
      switch key {
      case .severities:
        .map(SchemaMap(properties: levels)).described("How much each finding weighs.")
      case .language: .words(Language.self).described("Of specs that name none.")
      case .strength: .integer(Coverage.strengths).described("Of suites whose spec asks for none.")
      case .traits:
        .list(.anyOf([.words(Catalogue.standard.traits), .name]), isFilled: false)
          .described("What every spec has besides its own.")
      case .output: Schema.name.described("The folder for what is generated, from here.")
      case .catalogue:
        .list(.name, isFilled: false).described("Files that add to the catalogue, from here.")
      }
    }
    return SchemaDocument(
      title: "The settings of a project with specs of specmatrix",
      root: .anyOf([root, .null]),
      definitions: []
    )
  }
}
