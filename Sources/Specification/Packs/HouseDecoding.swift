import Diagnostics
import YAMLSyntax

/// Reads what a pack says beside entries, traits and words.
struct HouseDecoder {
  let path: String
  var read: SyntaxReader
  /// What the pack declares.
  let names: HouseNames

  mutating func dismissed(_ node: SyntaxNode, known: [String]) -> [(id: String, reason: String)] {
    (read.mapping(node, "`dismissed`") ?? []).compactMap { entry in
      if !known.contains(entry.key), let near = NearestName.of(entry.key, among: known) {
        read.report(
          .unknownOperation,
          "the catalogue has no entry `\(entry.key)` to dismiss",
          at: entry.keySpan,
          help: ["did you mean `\(near)`?"]
        )
      }
      return read.text(entry.value, "the reason to dismiss `\(entry.key)`").map { (entry.key, $0) }
    }
  }

  mutating func impossible(_ node: SyntaxNode) -> [House.Item<WrittenImpossibility>] {
    read.impossible(node).map { entry in
      for terms in entry.when.alternatives { names.check(terms, reportingTo: &read) }
      return House.Item(written: entry, origin: origin(entry.span))
    }
  }

  mutating func questions(_ node: SyntaxNode) -> [TeamQuestion] {
    read.teamQuestions(node).map { asked in
      var asked = asked
      asked.house = origin(asked.question.span)
      return asked
    }
  }

  /// The house rules; their operations must be known to the catalogue or to a pack, or no spec could ever mean them.
  mutating func rules(_ node: SyntaxNode, _ catalogue: Catalogue) -> [House.Item<WrittenRule>] {
    var shapes = RuleShapes(
      reporting: read,
      limit: SpecificationDecoder.Limit.rules,
      names: UnknownNames()
    )
    shapes.read(node)
    read = shapes.read
    let known = catalogue.listings.filter { $0.kind == .operation }.map(\.id)
    var ids = UniqueNames()
    return shapes.rules.map { rule in
      if let id = rule.id {
        ids.insert(id.text, at: id.span, called: "the id", reportingTo: &read)
      }
      for terms in rule.alternatives { names.check(terms, reportingTo: &read) }
      for selector in rule.operations.selectors {
        let id = selector.operation
        guard catalogue.operation(id) == nil else {
          names.check(selector, at: rule.operations.span, reportingTo: &read)
          continue
        }
        read.report(
          .unknownOperation,
          "a house rule names the operation `\(id)`, which is not in the catalogue or the pack",
          at: rule.operations.span,
          help: (NearestName.of(id, among: known).map { ["did you mean `\($0)`?"] } ?? [])
            + ["declare it under `operations` of the pack, so that specs can select it"]
        )
      }
      return House.Item(written: rule, origin: origin(rule.span))
    }
  }

  private func origin(_ span: SourceSpan) -> HouseOrigin {
    HouseOrigin(path: path, line: span.start.line)
  }
}

/// What a pack declares, to tell slips of the pen in its rules from names that only specs declare.
struct HouseNames {
  let catalogue: Catalogue
  private(set) var factors: [NamedValues] = []
  private var factorNumbers: [String: Int] = [:]
  /// By operation: what its `is` names.
  var likes: [String: (id: String, span: SourceSpan)] = [:]
  /// By factor or operation.
  var onlyWhen: [(name: String, condition: WrittenCondition)] = []

  init(catalogue: Catalogue) {
    self.catalogue = catalogue
  }

  /// Takes a factor that the pack declares.
  mutating func add(_ factor: NamedValues) {
    factorNumbers[factor.name] = factors.count
    factors.append(factor)
  }

  /// Reports values that a factor of the pack does not have, and factors that are spelled nearly like one.
  func check(_ terms: [WrittenTerm], reportingTo read: inout SyntaxReader) {
    for term in terms {
      switch term.choice {
      case .operations(let texts):
        for text in texts {
          for selector in text.selectors { check(selector, at: text.span, reportingTo: &read) }
        }
      case .others(let beside, _): check(beside, term, reportingTo: &read)
      case .texts(let texts): check(texts, term, reportingTo: &read)
      }
    }
  }

  private func check(
    _ texts: [ConditionText],
    _ term: WrittenTerm,
    reportingTo read: inout SyntaxReader
  ) {
    for text in texts { checkBounds(text, of: term.factor, reportingTo: &read) }
    guard let factor = factorNumbers[term.factor].map({ factors[$0] }) else {
      if let near = NearestName.of(term.factor, among: factors.map(\.name)) {
        read.report(
          .unknownFactor,
          "the pack declares no factor `\(term.factor)`",
          at: term.span,
          help: ["did you mean `\(near)`?", "a factor that only specs declare needs another name"]
        )
      }
      return
    }
    guard !factor.isBroken else { return }
    for text in texts {
      for case .name(let name) in text.items
      where factor.number(of: name) == nil && factor.scale == nil {
        read.report(
          .unknownValue,
          "`\(factor.name)` has no value `\(name)`",
          at: text.span,
          help: read.help(for: name, among: factor.ids, called: "the values")
        )
      }
    }
  }

  /// Reports bounds of intervals that are neither integers nor days: no factor of any spec could compare them.
  private func checkBounds(
    _ text: ConditionText,
    of factor: String,
    reportingTo read: inout SyntaxReader
  ) {
    for case .interval(let from, let to) in text.items {
      for bound in [from, to].compactMap(\.self)
      where Scale.integer.number(bound) == nil && Scale.day.number(bound) == nil && bound != "empty"
      {
        read.report(
          .invalidRange,
          "a bound of `\(factor)` must be an integer or a day, not `\(bound)`",
          at: text.span
        )
      }
    }
  }

  /// Reports an operation, or a variant, that is spelled nearly like one of the catalogue or the pack.
  func check(
    _ selector: OperationText.Selector,
    at span: SourceSpan,
    reportingTo read: inout SyntaxReader
  ) {
    guard let entry = catalogue.operation(selector.operation) else {
      let known = catalogue.listings.filter { $0.kind == .operation }.map(\.id)
      guard let near = NearestName.of(selector.operation, among: known) else { return }
      read.report(
        .unknownOperation,
        "neither the catalogue nor the pack has the operation `\(selector.operation)`",
        at: span,
        help: ["did you mean `\(near)`?"]
      )
      return
    }
    guard case .name(let name) = selector.variant, entry.variant(name) == nil,
      let near = NearestName.of(name, among: (entry.variants + entry.otherVariants).map(\.id))
    else { return }
    read.report(
      .unknownValue,
      "`\(entry.id)` has no variant `\(name)`",
      at: span,
      help: ["did you mean `\(near)`?"]
    )
  }

  /// Reports operations that are each other by `is`, and factors of the pack that apply only where they apply themselves.
  func reportCircles(reportingTo spec: inout SpecificationDecoder) {
    let operations = likes.keys.sorted()
    let numbers = Dictionary(uniqueKeysWithValues: operations.enumerated().map { ($1, $0) })
    spec.reportCircles(
      of: operations.map { id in
        likes[id].flatMap { like in numbers[like.id].map { [(node: $0, span: like.span)] } } ?? []
      },
      names: operations,
      .circularIs,
      "circle of `is`"
    ) { _ in "one of them must be an entry of the catalogue, or have a question of its own" }
    let names = factors.map(\.name)
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    spec.reportCircles(
      of: names.map { name in
        var known: Set<Int> = []
        let terms = onlyWhen.first { $0.name == name }?.condition.alternatives.flatMap(\.self) ?? []
        return terms.compactMap { term in
          places[term.factor].flatMap {
            known.insert($0).inserted ? (node: $0, span: term.span) : nil
          }
        }
      },
      names: names,
      .circularCondition,
      "circle of `only_when`"
    ) { _ in "none of them could apply before the others do" }
  }
}
