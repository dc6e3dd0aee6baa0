package import Diagnostics
package import YAMLSyntax

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
  /// Where the operations are selected and the factors declared: the place of what packs say of them.
  var operationSpans: [String: SourceSpan] = [:]
  var factorSpans: [String: SourceSpan] = [:]
  /// What the spec dismisses.
  var dismissedIDs: Set<String> = []
  /// What packs declare.
  var house: House { catalogue.house }

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
    case specmatrix, id, feature, language, owner, source, traits, states, data, operations
    case dismissed, impossible, precedence, rules, questions, cases

    /// Those that describe the feature; without any of them it is planned.
    static let described: [Key] = [
      .states, .data, .operations, .dismissed, .impossible, .precedence, .rules, .questions, .cases,
    ]
  }

  /// The whole spec: first what is declared, then what names it; between them every range is cut at the numbers that are named.
  mutating func specification(_ tree: SyntaxNode) -> Specification? {
    guard let fields = read.fields(of: tree, Key.self, subject: "the spec") else { return nil }
    let head = head(fields)
    if let head, !fields.hasUnknownKeys, fields.written(of: Key.described).isEmpty {
      return planned(head)
    }
    var factors = factors(fields)
    for factor in factors.items { factorSpans[factor.name] = factor.span }
    var operations = operations(fields)
    let dismissed = dismissed(fields, selected: operations.items)
    let written = written(fields, among: NameScope(factors, operations))
    let scope = cut(&factors, &operations, by: written)
    checkNumberOfValues(factors.items)
    checkNumberOfValues(operations.items)
    let resolved = resolve(factors.items, operations.items, in: scope)
    let impossible = impossible(written.impossible, in: scope)
    let rules = rules(written, in: scope)
    let precedence = precedence(fields, among: rules)
    let questions = questions(fields, selected: operations.items)
    let coverage = cases(written.cases, in: scope)
    guard let head, let section = fields.entry(.operations) else { return nil }
    var specification = planned(head)
    specification.factors = resolved.factors
    specification.operations = resolved.operations
    specification.operationsSpan = section.keySpan
    specification.dismissed = dismissed
    specification.impossible = impossible
    specification.rules = rules.rules
    specification.precedence = precedence
    specification.questions = questions
    specification.coverage = coverage
    return specification
  }

  /// What the spec says with conditions.
  private mutating func written(_ fields: Fields<Key>, among names: NameScope) -> WrittenSpec {
    var written = WrittenSpec()
    written.impossible = writtenImpossible(fields)
    written.cases = writtenCases(fields)
    guard let node = section(.rules, of: fields) else { return written }
    var shapes = RuleShapes(reporting: read, limit: Limit.rules, names: names)
    shapes.read(node)
    read = shapes.read
    written.rules = shapes.rules
    written.hidesRules = shapes.isBroken
    return written
  }

  /// A feature with a head and nothing else.
  private func planned(_ head: Head) -> Specification {
    Specification(
      path: path,
      id: head.id,
      feature: head.feature,
      featureSpan: head.featureSpan,
      language: language,
      owner: head.owner,
      sources: head.sources,
      traits: head.traits,
      factors: [],
      operations: [],
      operationsSpan: head.featureSpan,
      dismissed: [],
      impossible: [],
      rules: [],
      precedence: [],
      questions: [],
      coverage: Coverage(settings),
      catalogue: catalogue
    )
  }

  /// A section that may be left out or left empty.
  func section(_ key: Key, of fields: Fields<Key>) -> SyntaxNode? {
    fields[key].flatMap { $0.isNull ? nil : $0 }
  }
}

/// Reads a tree as a feature spec: names resolved, values made, shorthands unfolded.
///
/// All mistakes of the file are in the result, ordered by place; there is a specification only where there is no error, warnings may stand
/// beside one. The time is linear
/// in the size of the file and of the value sets that its conditions name.
///
/// - Parameters:
///   - tree: The spec.
///   - path: The path of the file, as people know it.
///   - catalogue: What operations, dismissals and traits may name.
///   - settings: What the project says of all its specs.
/// - Returns: The specification unless there is a mistake, and all mistakes.
package func decodeSpecification(
  _ tree: SyntaxNode,
  path: String,
  catalogue: Catalogue,
  settings: Settings = Settings()
) -> Checked<Specification> {
  var decoder = SpecificationDecoder(path: path, catalogue: catalogue, settings: settings)
  let specification = decoder.specification(tree)
  let diagnostics = decoder.read.diagnostics.sortedByPlace()
  let hasErrors = diagnostics.contains { $0.severity == .error }
  return Checked(hasErrors ? nil : specification, diagnostics: diagnostics)
}

extension SpecificationDecoder {
  /// What stands at the top of a spec.
  struct Head {
    var id: String
    var feature: String
    var featureSpan: SourceSpan
    var owner: String?
    var sources: [String]
    var traits: [String]?
  }

  /// Reads the head and sets the language.
  mutating func head(_ fields: Fields<Key>) -> Head? {
    version(fields)
    if let node = fields[.language] {
      language = read.word(node, "`language`", Language.self) ?? language
    }
    let id = prefix(fields)
    let featureNode = read.required(
      .feature,
      of: fields,
      help: ["`feature` is the title that people read"]
    )
    let feature = read.text(featureNode, "`feature`")
    let owner = read.text(fields[.owner], "`owner`")
    let sources = sources(fields)
    let traits = traits(fields)
    guard let id, let feature, let featureNode else { return nil }
    return Head(
      id: id,
      feature: feature,
      featureSpan: featureNode.span,
      owner: owner,
      sources: sources,
      traits: traits
    )
  }

  private mutating func version(_ fields: Fields<Key>) {
    let help = ["write `specmatrix: 1`: the version of the language"]
    guard let node = read.required(.specmatrix, of: fields, help: help) else { return }
    guard case .scalar(let scalar) = node.content, case .int(let version) = scalar.kind else {
      read.wrongType(node, "`specmatrix`", expected: "a version number", help: help)
      return
    }
    guard version != 1 else { return }
    read.report(
      .unsupportedVersion,
      "version \(version) of the spec language is not supported",
      at: node.span,
      help: help
    )
  }

  private mutating func prefix(_ fields: Fields<Key>) -> String? {
    let help = ["`id` is the prefix of case numbers, such as `POST` for `POST-001`"]
    guard let node = read.required(.id, of: fields, help: help),
      let id = read.name(node, "`id`")
    else { return nil }
    if isPrefix(id) { return id }
    let capitals = id.uppercased()
    read.report(
      .invalidID,
      "`id` must be capital letters, digits and hyphens after a capital letter, not `\(id)`",
      at: node.span,
      help: (isPrefix(capitals) ? ["did you mean `\(capitals)`?"] : []) + help
    )
    return nil
  }

  private func isPrefix(_ id: String) -> Bool {
    id.utf8.first.map(isUpperCaseLetter) == true
      && id.utf8.allSatisfy { isUpperCaseLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  private func isUpperCaseLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// A source, or a list of some.
  private mutating func sources(_ fields: Fields<Key>) -> [String] {
    guard let node = section(.source, of: fields) else { return [] }
    guard case .sequence(let items) = node.content else {
      return read.text(node, "`source`").map { [$0] } ?? []
    }
    return items.compactMap { read.text($0, "a source") }
  }

  private mutating func traits(_ fields: Fields<Key>) -> [String]? {
    let ofProject = settings.traits.map(\.text)
    guard let node = section(.traits, of: fields), let items = read.list(node, "`traits`") else {
      return ofProject.isEmpty ? nil : ofProject
    }
    let known = Set(catalogue.traits)
    var names = UniqueNames()
    for item in items {
      guard let name = read.name(item, "a trait") else { continue }
      guard known.contains(name) else {
        read.report(
          .unknownTrait,
          "the catalogue has no trait `\(name)`",
          at: item.span,
          help: read.help(for: name, among: catalogue.traits, called: "the traits")
        )
        continue
      }
      names.insert(name, at: item.span, called: "the trait", reportingTo: &read)
    }
    return names.inOrder + ofProject.filter { !names.contains($0) }
  }
}
