package import Diagnostics

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

    package init(text: String, span: SourceSpan) {
      self.text = text
      self.span = span
    }
  }

  /// By code of a finding.
  package var severities: [String: Level]
  /// The language of specs that name none.
  package var language: Language?
  /// The strength of suites whose spec asks for none, 1 to 6.
  package var strength: Int?
  /// Traits that every spec has besides its own.
  package var traits: [Name]
  /// The folder for what is generated, as written: a relative path begins at the settings' own folder.
  package var output: String?
  /// Files that add to the catalogue, as written.
  package var catalogue: [Name]

  package init(
    severities: [String: Level] = [:],
    language: Language? = nil,
    strength: Int? = nil,
    traits: [Name] = [],
    output: String? = nil,
    catalogue: [Name] = []
  ) {
    self.severities = severities
    self.language = language
    self.strength = strength
    self.traits = traits
    self.output = output
    self.catalogue = catalogue
  }

  /// The mistakes of traits that a catalogue does not have.
  package func unknownTraits(in catalogue: Catalogue) -> [Diagnostic] {
    var read = SyntaxReader()
    for trait in traits where !catalogue.traits.contains(trait.text) {
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
