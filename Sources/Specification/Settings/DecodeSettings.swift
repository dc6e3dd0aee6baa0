package import Diagnostics
package import YAMLSyntax

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
    case severities, language, strength, traits, output, catalogue
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
    if let node = fields[.strength] {
      settings.strength = read.integer(node, "`strength`", in: Coverage.strengths)
    }
    settings.traits = names(.traits, of: fields, "a trait")
    settings.output = fields[.output].flatMap { read.name($0, "`output`") }
    settings.catalogue = names(.catalogue, of: fields, "the path of a catalogue pack")
    return settings
  }

  private mutating func severities(_ node: SyntaxNode) -> [String: Settings.Level] {
    var levels: [String: Settings.Level] = [:]
    for entry in read.mapping(node, "`severities`") ?? [] {
      guard findings.contains(entry.key) else {
        read.report(
          .unknownKey,
          "there is no finding `\(entry.key)`",
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
