package import Diagnostics
package import YAMLSyntax

/// Decodes a tree as a feature spec: names resolved, values generated, shorthands expanded.
///
/// The result has all mistakes of the file, ordered by place; there is a specification only if none is an error. The time is linear in the
/// size of the file and of the sets of values that its conditions select.
package func decodeSpecification(
  _ tree: SyntaxNode,
  path: String,
  catalogue: Catalogue,
  settings: Settings = Settings()
) -> Checked<Specification> {
  let decoder = SpecificationDecoder(path: path, catalogue: catalogue, settings: settings)
  let specification = decoder.specification(tree)
  return decoder.read.checked(specification)
}

/// The state of decoding a spec; each section of the language has an extension.
final class SpecificationDecoder {
  let path: String
  let catalogue: Catalogue
  let settings: Settings
  let read: SyntaxReader
  /// The language of generated labels, known after the head of the spec.
  private(set) var language: Language
  /// The number of values that the conditions read so far select.
  var selectedValues = 0
  /// The places of operations and factors in the spec, where mistakes in packs are reported.
  var operationSpans: [String: SourceSpan] = [:]
  private(set) var factorSpans: [String: SourceSpan] = [:]
  var dismissedIDs: Set<String> = []
  /// Misplaced rules under their operation's declaration, read so that their other mistakes are reported, too.
  var strayRules: [SyntaxEntry] = []
  /// The number lines of the factors read so far, for suggestions about malformed numbers.
  var lines: [String: NumberLine] = [:]
  var house: House { catalogue.house }

  init(
    path: String,
    catalogue: Catalogue,
    settings: Settings = Settings(),
    read: SyntaxReader = SyntaxReader()
  ) {
    self.path = path
    self.catalogue = catalogue
    self.settings = settings
    self.read = read
    language = settings.language ?? .english
  }

  /// The limits on a spec; exceeding them is a mistake, or calls for another kind of test.
  enum Limit {
    static let factors = 1_000
    static let values = 1_000
    static let rules = 10_000
    /// For all factors together.
    static let allValues = 100_000
    /// For all conditions together; enough for a few thousand rules on the largest factors.
    static let selectedValues = 10_000_000
  }

  enum Key: String, CaseIterable {
    case specmatrix, id, feature, language, owner, source, start, traits, states, data, operations
    case dismissed, impossible, precedence, rules, questions, cases

    /// The keys that describe the feature; without any of them, it is planned.
    static let described = Array(allCases.drop { $0 != .states })
  }

  /// Decodes the whole spec: first the declarations, then what refers to them; in between, ranges are cut at the numbers in conditions.
  fileprivate func specification(_ tree: SyntaxNode) -> Specification? {
    guard let fields = read.fields(of: tree, Key.self, subject: "the spec", isRoot: true) else {
      return nil
    }
    let head = head(fields)
    if let head, !fields.hasUnknownKeys, fields.written(of: Key.described).isEmpty { return head }
    var factors = factors(fields)
    for factor in factors.items { factorSpans[factor.factor.name] = factor.factor.span }
    if let (name, value) = factors.items.lazy.compactMap({ factor in
      factor.values.values.first { !$0.isInvalid }.map { (factor.factor.name, $0.id) }
    }).first {
      read.condition = "{\(name): \(value)}"
    }
    var operations = operations(fields)
    let dismissed = dismissed(fields, selected: operations.items)
    let written = written(fields, among: NameScope(factors, operations))
    let scope = cut(&factors, &operations, by: written)
    checkNumbers(of: factors.items, operations.items)
    let resolved = resolve(factors.items, operations.items, in: scope)
    let impossible = impossible(written.impossible, in: scope)
    let rules = rules(written, in: scope)
    checkMoves(rules, of: resolved.factors)
    let precedence = precedence(fields, among: rules)
    let questions = questions(
      fields,
      factors: Set(factorSpans.keys),
      selected: operations.items
    )
    let coverage = cases(written.cases, in: scope)
    guard var specification = head, let section = fields.entry(.operations) else { return nil }
    specification.factors = resolved.factors
    specification.operations = resolved.operations
    specification.operationsSpan = section.keySpan
    specification.dismissed = dismissed
    specification.impossible = impossible
    specification.rules = rules.rules
    specification.precedence = precedence
    specification.questions = questions
    specification.coverage = coverage
    specification.planning = settings.planning
    return specification
  }

  /// Reports the first factor, and the first operation, at which there are too many values.
  private func checkNumbers(of factors: [DeclaredFactor], _ operations: [DeclaredOperation]) {
    func check(_ counts: [(Int, SourceSpan)], _ limit: Int, _ message: String) {
      var count = 0
      for (number, span) in counts {
        count += number
        if count > limit { return read.report(.tooMany, message, at: span) }
      }
    }
    check(
      factors.map { ($0.values.values.count, $0.factor.span) },
      Limit.allValues,
      "the factors of a spec can have at most \(Limit.allValues) values in total"
    )
    check(
      operations.map { (max(1, $0.variants.values.count), $0.operation.span) },
      Limit.values,
      "a spec can have at most \(Limit.values) operations and variants"
    )
  }

  /// The parts of a spec with conditions, before the names in them are resolved.
  struct WrittenSpec {
    var impossible: [WrittenImpossibility]
    var cases: [WrittenCase]
    var rules: [WrittenRule] = []
    /// True if a mistake may have hidden a rule.
    var hidesRules = false
  }

  private func written(_ fields: Fields<Key>, among names: NameScope) -> WrittenSpec {
    var written = WrittenSpec(impossible: writtenImpossible(fields), cases: writtenCases(fields))
    let own = fields[filled: .rules]
    guard var node = own ?? fields.entry(.operations)?.value, own != nil || !strayRules.isEmpty
    else { return written }
    if !strayRules.isEmpty { node.content = .mapping((own?.entries ?? []) + strayRules) }
    let errors = read.errors
    written.rules = RuleShapes(node, names: names, on: lines, read).rules
    written.hidesRules = read.errors > errors
    return written
  }

  // MARK: The head

  /// Reads the head as a planned feature, and sets the language.
  private func head(_ fields: Fields<Key>) -> Specification? {
    version(fields)
    language = fields.word(.language, Language.self) ?? language
    let id = prefix(fields)
    let help = ["`feature` is the title that people read"]
    let featureNode = fields.required(.feature, help: help)
    let feature = read.text(featureNode, fields.name(.feature))
    let owner = fields.text(.owner)
    let sources = sources(fields)
    let besideValues = [
      "write where a factor begins beside its values: `transfer: {values: [none, sent], start: none}`"
    ]
    let isMap = fields[.start]?.entries.isEmpty == false
    let start = read.text(fields[.start], fields.name(.start), (isMap ? besideValues : [], nil))
    let traits = traits(fields)
    guard let id, let feature, let featureNode else { return nil }
    return Specification(
      path: path,
      id: id,
      feature: feature,
      featureSpan: featureNode.span,
      language: language,
      owner: owner,
      sources: sources,
      start: start,
      traits: traits,
      operationsSpan: featureNode.span,
      coverage: Coverage(settings),
      catalogue: catalogue
    )
  }

  private func version(_ fields: Fields<Key>) {
    let help = ["write `specmatrix: 1`: the version of the language"]
    guard let node = fields.required(.specmatrix, help: help), !fields.isMisnamed(.specmatrix)
    else { return }
    guard case .scalar(let scalar) = node.content, case .int(let version) = scalar.kind else {
      read.reportType(node, "`specmatrix`", expected: "a version number", help: help, right: "1")
      return
    }
    guard version != 1 else { return }
    let message = "version \(version) of the spec language is not supported"
    read.report(.unsupportedVersion, message, at: node.span, help: help)
  }

  private func prefix(_ fields: Fields<Key>) -> String? {
    let help = ["`id` is the prefix of case ids, such as `POST` for `POST-4KD`"]
    guard let node = fields.required(.id, help: help), let id = read.name(node, fields.name(.id))
    else { return nil }
    func isPrefix(_ id: String) -> Bool {
      id.utf8.first.map { (0x41...0x5A).contains($0) } == true
        && id.utf8.allSatisfy {
          (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
    }
    if isPrefix(id) { return id }
    let capitals = id.uppercased()
    return read.reject(
      .invalidID,
      "`id` must be capital letters, digits and hyphens after a capital letter, not `\(id)`",
      at: node.span,
      help: (isPrefix(capitals) ? ["did you mean `\(capitals)`?"] : []) + help
    )
  }

  private func sources(_ fields: Fields<Key>) -> [String] {
    guard let node = fields[filled: .source] else { return [] }
    guard case .sequence(let items) = node.content else {
      return read.text(node, fields.name(.source)).map { [$0] } ?? []
    }
    return items.compactMap { read.text($0, "a source") }
  }

  private func traits(_ fields: Fields<Key>) -> [String]? {
    let ofProject = settings.traits.map(\.text)
    if let node = fields[.traits], node.writtenScalar?.text.lowercased() == "none" {
      let help = ["no trait is an empty list: write `traits: []`"]
      return read.wrongType(node, fields.name(.traits), expected: "a list", help: help, right: "[]")
    }
    guard let node = fields[filled: .traits], let items = read.list(node, fields.name(.traits))
    else { return ofProject.isEmpty ? nil : ofProject }
    let names = read.names(items, "a trait", called: "the trait") {
      read.isTrait($0, at: $1, of: catalogue)
    }.map(\.text)
    // An empty list prevents all questions, whatever the traits of the project.
    guard !items.isEmpty else { return [] }
    return names + ofProject.filter { !names.contains($0) }
  }
}
