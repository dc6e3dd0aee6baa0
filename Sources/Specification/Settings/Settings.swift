package import Diagnostics
package import YAMLSyntax

/// What a project says of all its specs, in `specmatrix.yaml`.
package struct Settings: Sendable {
  /// How much a finding weighs, or that it is not reported.
  package enum Level: String, CaseIterable, Sendable {
    case error, warning, note, off

    /// The severity, `nil` for none.
    package var severity: Severity? { Severity(rawValue: rawValue) }
  }

  /// A name with its place.
  package struct Name: Hashable, Sendable {
    package var text: String
    package var span: SourceSpan
  }

  /// By code of a finding.
  package var severities: [String: Level] = [:]
  /// The language of specs that name none.
  package var language: Language?
  /// How much suites hold; `nil` for what is usual.
  package var depth: Depth?
  /// The strength of suites, 1 to 6; `nil` for what is usual.
  package var strength: Int?
  /// Traits that every spec has besides its own.
  package var traits: [Name] = []
  /// The folder for what is generated, as written: a relative path begins at the settings' own folder.
  package var output: Name?
  /// Files with what the specs of the project share, as written.
  package var packs: [Name] = []

  /// Settings that say nothing.
  package init() {}

  /// The mistakes of traits that a catalogue does not have.
  package func unknownTraits(in catalogue: Catalogue) -> [Diagnostic] {
    var read = SyntaxReader()
    let known = Set(catalogue.traits)
    for trait in traits where !known.contains(trait.text) {
      read.report(
        .unknownTrait,
        "the catalogue has no trait `\(trait.text)`",
        at: trait.span,
        help: read.help(for: trait.text, among: catalogue.traits, called: "the traits")
      )
    }
    return read.diagnostics
  }
}

/// Reads a tree as the settings of a project.
///
/// - Parameters:
///   - tree: The file; nothing at all is settings that say nothing.
///   - findings: The codes of all findings.
/// - Returns: The settings where there is no mistake, and all mistakes ordered by place. Whether the catalogue has the traits is known
///   only when its packs are read.
package func decodeSettings(_ tree: SyntaxNode, findings: [String]) -> Checked<Settings> {
  var decoder = SettingsDecoder(findings: findings)
  let settings = tree.isNull ? Settings() : decoder.settings(tree)
  let diagnostics = decoder.read.diagnostics.sortedByPlace()
  return Checked(diagnostics.isEmpty ? settings : nil, diagnostics: diagnostics)
}

/// What is known while settings are read.
struct SettingsDecoder {
  let findings: [String]
  var read = SyntaxReader()

  enum Key: String, CaseIterable {
    case severities, language, depth, strength, traits, output, packs
  }

  init(findings: [String]) {
    self.findings = findings
  }

  mutating func settings(_ tree: SyntaxNode) -> Settings? {
    guard let fields = read.fields(of: tree, Key.self, subject: "the settings") else { return nil }
    var settings = Settings()
    if let node = fields[.severities] { settings.severities = severities(node) }
    if let node = fields[.language] {
      settings.language = read.word(node, "`language`", Language.self)
    }
    if let node = fields[.depth] { settings.depth = read.word(node, "`depth`", Depth.self) }
    if let node = fields[.strength] {
      settings.strength = read.integer(node, "`strength`", in: Coverage.strengths)
    }
    settings.traits = names(.traits, of: fields, "a trait")
    settings.output = fields[.output].flatMap { node in
      read.name(node, "`output`").map { Settings.Name(text: $0, span: node.span) }
    }
    settings.packs = names(.packs, of: fields, "the path of a pack")
    return settings
  }

  private mutating func severities(_ node: SyntaxNode) -> [String: Settings.Level] {
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

  private mutating func names(
    _ key: Key,
    of fields: Fields<Key>,
    _ subject: String
  ) -> [Settings.Name] {
    guard let node = fields[key], let items = read.list(node, "`\(key.rawValue)`") else {
      return []
    }
    var names = UniqueNames()
    return items.compactMap { item in
      guard let name = read.name(item, subject),
        names.insert(name, at: item.span, called: subject, reportingTo: &read)
      else { return nil }
      return Settings.Name(text: name, span: item.span)
    }
  }
}
