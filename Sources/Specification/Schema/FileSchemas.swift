extension SchemaDocument {
  /// The form of a spec; which names are declared and used, only the decoder knows.
  package static let specification = SchemaDocument(
    title: "A feature spec of specmatrix",
    root: .specification,
    definitions: [
      Definition(name: "factor", schema: .factor),
      Definition(name: "operation", schema: .operation),
      Definition(name: "values", schema: .values),
      Definition(name: "value", schema: .value),
      Definition(name: "condition", schema: .condition),
      Definition(name: "choice", schema: .choice),
      Definition(name: "results", schema: .results),
      Definition(name: "rules", schema: .rules),
      Definition(name: "rule", schema: .rule),
      Definition(name: "tree", schema: .tree),
      Definition(name: "options", schema: .options),
    ]
  )
}

extension Schema {
  fileprivate static var specification: Schema {
    .map(SpecificationDecoder.Key.self, required: [.specmatrix, .id, .feature]) { key in
      switch key {
      case .specmatrix: .integer(1...1).described("The version of the spec language.")
      case .id:
        .string(pattern: "^[A-Z][A-Z0-9-]*$")
          .described("The prefix of case numbers: `POST` gives `POST-001`.")
      case .feature: text.described("The title that people read.")
      case .language:
        words(Language.self).described("The language of headings and questions in exports.")
      case .owner: text.described("Who answers questions unless a rule says otherwise.")
      case .source:
        .anyOf([text, list(text, isFilled: false)]).orNothing
          .described("The design, the wiki page, the ticket.")
      case .traits:
        list(.anyOf([.words(Catalogue.standard.traits), name]), isFilled: false).orNothing
          .described(
            "What kind of feature this is; decides which catalogue entries to consider. `[]` calls for none."
          )
      case .states: factors.orNothing.described("Who the user is: factors and their values.")
      case .data:
        factors.orNothing.described("What the screen, the account or the server holds.")
      case .operations:
        operations.described("What happens: operations of the catalogue, of a pack, or your own.")
      case .dismissed:
        dismissed.orNothing.described("What was considered and left out, each with a reason.")
      case .impossible:
        list(impossible, isFilled: false).orNothing.described("What cannot happen.")
      case .precedence:
        .anyOf([list(name, isFilled: true), list(list(name, isFilled: true), isFilled: true)])
          .orNothing
          .described(
            "Which of several rules wins: ids in the order in which they come first, `others` for all that are not listed."
          )
      case .rules:
        rulesByOperation.orNothing
          .described("What happens, by operation. An exception beats the general rule.")
      case .questions:
        list(teamQuestion, isFilled: false).orNothing
          .described("What the team asks itself beside the matrix.")
      case .cases:
        list(cases, isFilled: false).orNothing.described("What the suite of cases must hold.")
      }
    }
  }

  private static var factors: Schema {
    .map(SchemaMap(others: .reference("factor"), names: factorPattern))
  }

  private static var operations: Schema {
    let entries = SchemaMap(
      properties: catalogue(of: [.operation], .reference("operation")),
      others: .reference("operation"),
      names: idPattern,
      isFilled: true
    )
    return .anyOf([.list(id, isFilled: true), .map(entries)])
  }

  private static var dismissed: Schema {
    let entries = catalogue(of: CatalogueEntry.Kind.allCases, text)
    return .map(SchemaMap(properties: entries, others: text, names: namePattern))
  }

  /// The entries of the catalogue as keys, each with its question.
  private static func catalogue(
    of kinds: [CatalogueEntry.Kind],
    _ schema: Schema
  ) -> [SchemaMap.Property] {
    Catalogue.standard.entries.filter { kinds.contains($0.kind) }.map { entry in
      let words = "\(entry.label(.english)): \(entry.question(.english))"
      return SchemaMap.Property(name: entry.id, schema: schema.described(words))
    }
  }
}

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
      case .language: .words(Language.self).described("The language of specs that name none.")
      case .depth:
        .words(Depth.self).described(
          "How much suites hold: each rule once, also what it depends on, or every pair."
        )
      case .strength: .integer(Coverage.strengths).described("The strength of suites.")
      case .traits:
        .list(.anyOf([.words(Catalogue.standard.traits), .name]), isFilled: false)
          .described("Traits that every spec has besides its own.")
      case .output: Schema.name.described("The folder for generated files, relative to this one.")
      case .packs:
        .list(.name, isFilled: false).described(
          "Files with what the specs of the project share, relative to this one."
        )
      }
    }
    return SchemaDocument(
      title: "The settings of a project with specs of specmatrix",
      root: .anyOf([root, .null]),
      definitions: []
    )
  }
}
