package import Diagnostics
package import YAMLSyntax

/// The settings of a project for all its specs, in `specmatrix.yaml`.
package struct Settings: Sendable {
  package enum Level: String, CaseIterable, Sendable {
    case error, warning, note, off

    package var severity: Severity? { Severity(rawValue: rawValue) }
  }

  package struct Name: Hashable, Sendable {
    package var text: String
    package var span: SourceSpan
  }

  package var severities: [String: Level] = [:]
  package var language: Language?
  package var depth: Depth?
  package var strength: Int?
  package var traits: [Name] = []
  /// The folder for generated files, as written; a relative path starts at the settings' folder.
  package var output: Name?
  /// The packs of the project, as written.
  package var packs: [Name] = []
  package var planning = Planning()

  package init() {}

  package func unknownTraits(in catalogue: Catalogue) -> [Diagnostic] {
    let read = SyntaxReader()
    for trait in traits { _ = read.isTrait(trait.text, at: trait.span, of: catalogue) }
    return read.diagnostics
  }
}

/// Decodes the settings of a project; an empty file gives the defaults.
///
/// Traits are checked later by `unknownTraits(in:)`, as packs may add some.
package func decodeSettings(_ tree: SyntaxNode, findings: [String]) -> Checked<Settings> {
  let decoder = SettingsDecoder(findings: findings)
  return decoder.read.checked(tree.isNull ? Settings() : decoder.settings(tree))
}

struct SettingsDecoder {
  let findings: [String]
  let read = SyntaxReader()

  enum Key: String, CaseIterable {
    case severities, language, depth, strength, traits, output, packs, estimate, columns
    case devices
    case ticketURL = "ticket_url"
  }

  fileprivate func settings(_ tree: SyntaxNode) -> Settings? {
    guard
      let fields = read.fields(of: tree, Key.self, subject: "the settings", isRoot: true)
    else { return nil }
    var settings = Settings()
    if let node = fields[.severities] { settings.severities = severities(node) }
    settings.language = fields.word(.language, Language.self)
    settings.depth = fields.word(.depth, Depth.self)
    settings.strength = fields[.strength].flatMap {
      read.integer($0, fields.name(.strength), in: Coverage.strengths)
    }
    settings.traits = names(.traits, of: fields, "a trait")
    settings.output = fields[.output].flatMap { name($0, fields.name(.output)) }
    settings.packs = names(.packs, of: fields, "the path of a pack")
    settings.planning = planning(fields)
    return settings
  }

  private func severities(_ node: SyntaxNode) -> [String: Settings.Level] {
    var levels: [String: Settings.Level] = [:]
    for entry in read.mapping(node, "`severities`") ?? [] {
      guard findings.contains(entry.key) else {
        read.report(
          .unknownKey,
          "unknown finding `\(entry.key)`",
          at: entry.keySpan,
          help: read.help(for: entry.key, among: findings, called: "the findings")
        )
        continue
      }
      let subject = "the severity of `\(entry.key)`"
      levels[entry.key] = read.word(entry.value, subject, Settings.Level.self)
    }
    return levels
  }

  private func name(_ node: SyntaxNode, _ subject: String) -> Settings.Name? {
    read.name(node, subject).map { Settings.Name(text: $0, span: node.span) }
  }

  func names(
    _ key: Key,
    of fields: Fields<Key>,
    _ subject: String
  ) -> [Settings.Name] {
    guard let node = fields[key], let items = read.list(node, fields.name(key)) else { return [] }
    return read.names(items, subject, called: subject).map {
      Settings.Name(text: $0.text, span: $0.span)
    }
  }
}

extension SyntaxReader {
  /// True if the catalogue has the trait; reports one that it does not have.
  func isTrait(_ name: String, at span: SourceSpan, of catalogue: Catalogue) -> Bool {
    if catalogue.traits.contains(name) { return true }
    report(
      .unknownTrait,
      "the catalogue has no trait `\(name)`",
      at: span,
      help: help(for: name, among: catalogue.traits, called: "the traits")
    )
    return false
  }
}
