import Diagnostics
import YAMLSyntax

/// What is known while a spec is read; each section of the language is read by one extension.
struct SpecificationDecoder {
  let path: String
  let catalogue: Catalogue
  let settings: Settings
  /// Reads single nodes and collects the mistakes.
  var read = SyntaxReader()
  /// The language of generated labels, known once the head of the spec is read.
  var language: Language
  /// How many values the conditions read so far select.
  var selectedValues = 0

  init(path: String, catalogue: Catalogue, settings: Settings) {
    self.path = path
    self.catalogue = catalogue
    self.settings = settings
    language = settings.language ?? .english
  }

  /// How much of each thing a spec may hold: more is a mistake, or another kind of test.
  enum Limit {
    static let factors = 1_000
    static let values = 1_000
    static let rules = 10_000
    /// Of all factors together.
    static let allValues = 100_000
    /// Of all conditions together: what a few thousand rules on the largest factors need.
    static let selectedValues = 10_000_000
  }

  /// The keys of a spec.
  enum Key: String, CaseIterable {
    case specmatrix, id, feature, language, owner, links, traits, states, data, operations
    case dismissed, constraints, expectations, coverage
  }

  /// The whole spec: first what is declared, then what names it.
  mutating func specification(_ tree: SyntaxNode) -> Specification? {
    guard let fields = read.fields(of: tree, Key.self, subject: "the spec") else { return nil }
    let head = head(fields)
    let factors = factors(fields)
    let operations = operations(fields)
    let dismissed = dismissed(fields, selected: operations.items)
    let scope = NameScope(factors, operations)
    let resolved = resolve(factors.items, operations.items, in: scope)
    let constraints = constraints(fields, in: scope)
    let expectations = expectations(fields, in: scope)
    let coverage = coverage(fields, in: scope)
    guard let head, let section = fields.entry(.operations) else { return nil }
    return Specification(
      path: path,
      id: head.id,
      feature: head.feature,
      featureSpan: head.featureSpan,
      language: language,
      owner: head.owner,
      links: head.links,
      traits: head.traits,
      factors: resolved.factors,
      operations: resolved.operations,
      operationsSpan: section.keySpan,
      dismissed: dismissed,
      constraints: constraints,
      expectations: expectations,
      coverage: coverage,
      catalogue: catalogue
    )
  }

  /// A section that may be left out or left empty.
  func section(_ key: Key, of fields: Fields<Key>) -> SyntaxNode? {
    fields[key].flatMap { $0.isNull ? nil : $0 }
  }
}
