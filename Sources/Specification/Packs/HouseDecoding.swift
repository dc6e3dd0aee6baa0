import Diagnostics
import YAMLSyntax

/// A decoder for the parts of a pack other than entries, traits and words.
struct HouseDecoder {
  let path: String
  let catalogue: Catalogue
  let read: SyntaxReader
  /// The factors that the pack declares, by name; their order is in `factorNames`.
  var factors: [String: NamedValues] = [:]
  var factorNames: [String] = []
  /// The entry named by `is`, by operation.
  var likes: [String: (id: String, span: SourceSpan)] = [:]
  var onlyWhen: [String: WrittenCondition] = [:]

  /// Decodes the shared parts and checks the names that the pack itself knows; the declarations are checked by a spec's decoder.
  mutating func house(
    _ tree: SyntaxNode,
    _ declarations: [(entry: SyntaxEntry, kind: CatalogueEntry.Kind)],
    _ spec: SpecificationDecoder
  ) -> House {
    for (entry, kind) in declarations { check(entry, kind, spec) }
    reportCircles()
    var house = House()
    if let node = tree.entry("dismissed")?.value {
      house.dismissed = read.dismissals(node, among: catalogue.listings.map(\.id)).map {
        ($0.id, $0.reason, origin($0.span))
      }
    }
    if let node = tree.entry("impossible")?.value {
      let written = read.impossible(node)
      for terms in written.flatMap(\.when.alternatives) { check(terms) }
      house.impossible = written.map { House.Item(written: $0, origin: origin($0.span)) }
    }
    if let node = tree.entry("questions")?.value {
      house.questions = read.teamQuestions(node).map { asked in
        var asked = asked
        asked.house = origin(asked.question.span)
        return asked
      }
    }
    if let node = tree.entry("rules")?.value { house.rules = rules(node) }
    return house
  }

  private mutating func check(
    _ entry: SyntaxEntry,
    _ kind: CatalogueEntry.Kind,
    _ spec: SpecificationDecoder
  ) {
    let name = entry.key
    if kind == .operation {
      _ = spec.operation(name, entry.value, at: entry.keySpan, "operation `\(name)`")
      if let like = entry.value.entry("is")?.value, let id = like.writtenScalar?.text {
        likes[name] = (id, like.span)
      }
    } else if spec.isFactorName(name, at: entry.keySpan) {
      let declared = spec.factor(entry, kind == .state ? .state : .data)
      onlyWhen[name] = declared.onlyWhen
      factors[name] = NamedValues(name, declared.values)
      factorNames.append(name)
    }
  }

  /// Reports cycles of `is` between operations, and of `only_when` between factors of the pack.
  private func reportCircles() {
    read.reportCircles(of: likes.keys.sorted(), .circularIs, "is") { name in
      likes[name].map { [($0.id, $0.span)] } ?? []
    } rule: { _ in
      "one of them must be an entry of the catalogue, or have a question of its own"
    }
    read.reportCircles(of: factorNames, .circularCondition, "only_when") { name in
      (onlyWhen[name]?.alternatives ?? []).joined().map { ($0.factor, $0.span) }
    } rule: { _ in
      "none of them could apply before the others do"
    }
  }

  // MARK: What specs share

  /// Reads the house rules, whose operations must be known to the catalogue or a pack, as otherwise no spec could select them.
  private func rules(_ node: SyntaxNode) -> [House.Item<WrittenRule>] {
    var ids = UniqueNames()
    return RuleShapes(node, names: nil, read).rules.map { rule in
      if rule.rule.hasOwnID {
        ids.insert(rule.rule.id, at: rule.rule.span, called: "the id", read)
      }
      for terms in rule.alternatives { check(terms) }
      for selector in rule.operations.selectors {
        let id = selector.operation
        guard catalogue.operation(id) == nil else {
          check(selector, at: rule.operations.span)
          continue
        }
        read.report(
          .unknownOperation,
          "a house rule names the operation `\(id)`, which is not in the catalogue or the pack",
          at: rule.operations.span,
          help: read.near(id, among: catalogue.operationIDs)
            + ["declare it under `operations` of the pack, so that specs can select it"]
        )
      }
      return House.Item(written: rule, origin: origin(rule.rule.span))
    }
  }

  private func origin(_ span: SourceSpan) -> HouseOrigin {
    HouseOrigin(path: path, line: span.start.line)
  }

  // MARK: Slips of the pen, told from names that only specs declare

  private func check(_ terms: [WrittenTerm]) {
    for term in terms {
      if let text = term.conditionTexts.first(where: { $0.comparison != nil }) {
        read.report(
          .unreadableCondition,
          "a pack cannot compare two factors, as in `\(text.text)`",
          at: text.span,
          help: ["write the rule in the specs that have both"]
        )
      }
      switch term.choice {
      case .operations(let texts):
        for text in texts {
          for selector in text.selectors { check(selector, at: text.span) }
        }
      case .others, .texts, .unreadable: check(term.conditionTexts, term)
      }
    }
  }

  private func check(_ texts: [ConditionText], _ term: WrittenTerm) {
    for text in texts { checkBounds(text, of: term.factor) }
    guard let factor = factors[term.factor] else {
      read.reportNear(
        .unknownFactor,
        "the pack declares no factor `\(term.factor)`",
        at: term.span,
        term.factor,
        among: factorNames,
        help: ["a factor that only specs declare needs another name"]
      )
      return
    }
    guard !factor.isBroken, factor.scale == nil else { return }
    let scope = NameScope(Declared(), Declared())
    let context = ConditionContext(scope: scope, subject: "a pack", isOfHouse: true)
    for text in texts {
      let lookup = ValueLookup(factor: factor, context: context, span: text.span, read: read)
      for item in text.items where item != .word(.others) { _ = lookup.values(of: item) }
    }
  }

  /// Reports bounds that are numbers of no scale: no factor of any spec could compare them.
  private func checkBounds(_ text: ConditionText, of factor: String) {
    for case .interval(let from, let to) in text.items {
      for bound in [from, to].compactMap(\.self)
      where Scale.all.allSatisfy({ $0.position(bound) == nil }) {
        let message = "a bound of `\(factor)` is `\(bound)`, which is not a number of any kind"
        read.report(
          .invalidRange,
          message,
          at: text.span,
          help: ["write an integer, a day as `YYYY-MM-DD` or a time as `HH:MM`"]
        )
      }
    }
  }

  /// Reports an operation or a variant whose name is similar to one of the catalogue or the pack.
  private func check(_ selector: OperationText.Selector, at span: SourceSpan) {
    let id = selector.operation
    guard let entry = catalogue.operation(id) else {
      let message = "neither the catalogue nor the pack has the operation `\(id)`"
      read.reportNear(.unknownOperation, message, at: span, id, among: catalogue.operationIDs)
      return
    }
    guard case .name(let name) = selector.variant else { return }
    let known = (entry.variants + entry.otherVariants).map(\.id)
    let message = "`\(entry.id)` has no variant `\(name)`"
    read.reportNear(.unknownValue, message, at: span, name, among: known)
  }
}
