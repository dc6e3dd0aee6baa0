import Diagnostics
import Text
import YAMLSyntax

/// Looks up the names in rules, and gives each its id.
extension SpecificationDecoder {
  /// The rules of the spec, in the order written, then those of packs that concern it.
  mutating func rules(_ written: WrittenSpec, in scope: NameScope) -> RuleList {
    var list = RuleList()
    list.isBroken = written.hidesRules
    var own = RuleNames(written.rules)
    for rule in written.rules {
      guard let resolved = resolved(rule, in: scope) else {
        list.isBroken = true
        continue
      }
      let id = own.id(of: rule, resolved.parts)
      if !id.isNew {
        read.report(
          .duplicateName,
          "the id `\(id.text)` is used twice"
            + (id.first.map { ", first in line \($0.start.line)" } ?? ""),
          at: rule.span,
          related: id.first.map { [Diagnostic.Related(span: $0, message: "first used here")] } ?? []
        )
      }
      var rule = self.rule(rule, id: id.text, resolved.when)
      rule.hasNumberedID = id.isNumbered
      list.append(rule)
    }
    var names = RuleNames(house.rules.map(\.written))
    for item in house.rules {
      guard var rule = houseRule(item.written, in: scope, &names) else { continue }
      rule.house = item.origin
      list.append(rule)
    }
    return list
  }

  private func rule(_ written: WrittenRule, id: String, _ when: Condition) -> Rule {
    Rule(
      id: id,
      hasOwnID: written.id != nil,
      span: written.span,
      path: written.path,
      when: when,
      outcome: written.outcome,
      source: written.source,
      priority: written.priority
    )
  }

  /// A rule's condition with its operations, and what its derived id consists of behind the operation.
  private mutating func resolved(
    _ written: WrittenRule,
    in scope: NameScope
  ) -> (when: Condition, parts: [String])? {
    let subject = "the condition of " + (written.id.map { "rule `\($0.text)`" } ?? "a rule")
    let context = ConditionContext(scope: scope, subject: subject)
    let operations = operations([written.operations], in: context)
    let alternatives = written.alternatives.compactMap { terms(of: $0, in: context) }
    guard let operations, alternatives.count == written.alternatives.count else { return nil }
    return (
      condition(written, operations, alternatives, at: written.operations.span, scope),
      zip(written.alternatives, alternatives).flatMap { idParts($0, $1, in: scope) }
    )
  }

  private func condition(
    _ written: WrittenRule,
    _ operations: [Int],
    _ alternatives: [[Term]],
    at span: SourceSpan,
    _ scope: NameScope
  ) -> Condition {
    let operation = Term(factor: scope.operationFactor, values: operations, span: span)
    return Condition(
      alternatives: alternatives.map {
        Conjunction([operation] + $0, operation: scope.operationFactor)
      },
      span: written.whenSpan
    )
  }

  /// What an alternative adds to a derived id: its values, by factor and within a factor in the order of declaration.
  private func idParts(_ written: [WrittenTerm], _ terms: [Term], in scope: NameScope) -> [String] {
    zip(written, terms).sorted { $0.1.factor < $1.1.factor }.flatMap { written, term in
      switch written.choice {
      case .others: return ["others"]
      case .operations: return []
      case .texts(let texts):
        // A list says the same as its items behind commas.
        let factor = scope.factors[term.factor]
        let parts = texts.flatMap { text in
          text.isNegated ? [text.text] : text.text.split(separator: ",").map(\.trimmed)
        }
        return parts.enumerated().sorted {
          let (left, right) = (factor.number(of: $0.element), factor.number(of: $1.element))
          return (left ?? .max, $0.offset) < (right ?? .max, $1.offset)
        }.map(\.element)
      }
    }
  }

  // MARK: Precedence

  /// Which rules come first.
  mutating func precedence(_ fields: Fields<Key>, among rules: RuleList) -> [PrecedenceList] {
    guard let node = section(.precedence, of: fields),
      let items = read.filledList(node, "`precedence`")
    else { return [] }
    let lists = items.filter { $0.writtenScalar == nil }
    if let odd = lists.first(where: { if case .sequence = $0.content { false } else { true } }) {
      read.wrongType(
        odd,
        "a name in `precedence`",
        expected: "the id of a rule, or `others`",
        help: ["ids follow operation and values: `accept-expired`"]
      )
      return []
    }
    if lists.isEmpty { return precedenceList(items, of: node, among: rules).map { [$0] } ?? [] }
    if lists.count < items.count {
      read.report(
        .wrongType,
        "`precedence` mixes names and lists",
        at: lists[0].span,
        help: ["write one list of names, `[expired, others]`, or a list of such lists"]
      )
      return []
    }
    return lists.compactMap { list in
      read.filledList(list, "a list of `precedence`").flatMap {
        precedenceList($0, of: list, among: rules)
      }
    }
  }

  private mutating func precedenceList(
    _ items: [SyntaxNode],
    of node: SyntaxNode,
    among rules: RuleList
  ) -> PrecedenceList? {
    var names = UniqueNames()
    var entries: [PrecedenceList.Entry] = []
    for item in items {
      guard let name = read.name(item, "a name in `precedence`"),
        names.insert(name, at: item.span, called: "the name", reportingTo: &read)
      else { continue }
      if name == "others" {
        entries.append(PrecedenceList.Entry(rule: nil, span: item.span))
      } else if let rule = rules.numbers[name], !rules.numbered.contains(name) {
        entries.append(PrecedenceList.Entry(rule: rule, span: item.span))
      } else {
        reportUnknownRule(name, at: item.span, among: rules)
      }
    }
    guard entries.count == items.count else { return nil }
    if entries.count < 2 {
      read.report(
        .emptyList,
        "a list of `precedence` needs at least two names",
        at: node.span,
        help: names.inOrder == ["others"]
          ? ["`others` are the rules that the list does not name"]
          : ["for what comes before every other rule write `[\(names.inOrder[0]), others]`"]
      )
      return nil
    }
    return PrecedenceList(entries: entries, span: node.span)
  }

  private mutating func reportUnknownRule(
    _ name: String,
    at span: SourceSpan,
    among rules: RuleList
  ) {
    if rules.numbered.contains(name) {
      read.report(
        .unknownRule,
        "`precedence` names `\(name)`, whose number changes with the rules before it",
        at: span,
        help: ["give the rule an id of its own: `id: …`"]
      )
      return
    }
    if rules.houseIDs.contains(name) {
      read.report(
        .unknownRule,
        "`precedence` names the house rule `\(name)`: house rules always come after the spec's own",
        at: span
      )
      return
    }
    if rules.isBroken { return }
    guard read.hasHelpLeft else {
      read.report(
        .unknownRule,
        "`precedence` names the rule `\(name)`, which is not there",
        at: span
      )
      return
    }
    let ids = Array(rules.spec.map(\.id))
    let operation = rules.operations().filter { name.hasPrefix($0.id) }.max {
      $0.id.count < $1.id.count
    }
    var help: [String] = []
    if let operation {
      let own = operation.rules.map { rules.spec[$0].id }
      help = read.help(for: name, among: own, called: "the rules under `\(operation.key)`")
    } else {
      help = read.help(for: name, among: ids, called: "the rules")
    }
    read.report(
      .unknownRule,
      "`precedence` names the rule `\(name)`, which is not there",
      at: span,
      help: help + ["ids follow operation and values: `accept-expired`; an `id` of its own stays"]
    )
  }

  // MARK: House rules

  /// A rule of a pack as it holds for the spec; `nil` where it names something that the spec does not declare.
  mutating func houseRule(
    _ written: WrittenRule,
    in scope: NameScope,
    _ names: inout RuleNames
  ) -> Rule? {
    let before = read
    defer { read = before }
    var context = ConditionContext(scope: scope, subject: "a house rule")
    context.isOfHouse = true
    // Most rules of a large pack are for other specs: no name of theirs is looked for among those that are near.
    guard written.operations.selectors.allSatisfy({ scope.operation($0.operation) != nil }),
      written.alternatives.joined().allSatisfy({ scope.factor($0.factor) != nil })
    else { return nil }
    let operations = self.operations([written.operations], in: context)
    let alternatives = written.alternatives.compactMap { terms(of: $0, in: context) }
    guard let operations, let first = operations.first,
      alternatives.count == written.alternatives.count,
      let owner = scope.operations.last(where: { $0.first <= first }),
      let span = operationSpans[owner.id]
    else { return nil }
    let parts = zip(written.alternatives, alternatives).flatMap { idParts($0, $1, in: scope) }
    let id = names.id(of: written, parts).text
    // What selects nothing in the spec holds nowhere.
    let holding = alternatives.filter { terms in terms.allSatisfy { !$0.values.isEmpty } }
    if holding.isEmpty { return nil }
    var rule = rule(
      written,
      id: id,
      condition(written, operations, holding, at: span, scope)
    )
    rule.span = span
    rule.when.span = span
    rule.outcome.move(to: span)
    for alternative in rule.when.alternatives.indices {
      for term in rule.when.alternatives[alternative].terms.indices {
        rule.when.alternatives[alternative].terms[term].span = span
      }
    }
    return rule
  }
}

extension Rule.Outcome {
  /// Gives all that it says another place.
  fileprivate mutating func move(to span: SourceSpan) {
    switch self {
    case .then(var results):
      for number in results.indices { results[number].span = span }
      self = .then(results)
    case .placeholder(var placeholder):
      for number in placeholder.results.indices { placeholder.results[number].span = span }
      self = .placeholder(placeholder)
    case .question(var question):
      question.span = span
      self = .question(question)
    }
  }
}

/// The rules of a spec with their names.
struct RuleList {
  /// The spec's rules, then the house rules.
  private(set) var rules: [Rule] = []
  /// By id, of the spec's rules alone.
  private(set) var numbers: [String: Int] = [:]
  /// Derived ids with a number behind: nothing may name them.
  private(set) var numbered: Set<String> = []
  private(set) var houseIDs: Set<String> = []
  /// Whether a mistake may have hidden a rule.
  var isBroken = false

  /// The rules that the spec itself holds.
  var spec: ArraySlice<Rule> { rules.prefix { $0.house == nil } }

  /// The keys of `rules` with the operation that their derived ids begin with, and the rules below.
  func operations() -> [(id: String, key: String, rules: [Int])] {
    var found: [(id: String, key: String, rules: [Int])] = []
    for (number, rule) in spec.enumerated() {
      guard rule.path.count > 1, case .key(let key) = rule.path[1] else { continue }
      let first = String(key.prefix { !"/,、，".contains($0) }).trimmed
      if found.last?.key == key {
        found[found.count - 1].rules.append(number)
      } else {
        found.append((first, key, [number]))
      }
    }
    return found
  }

  mutating func append(_ rule: Rule) {
    if rule.house == nil {
      if numbers[rule.id] == nil { numbers[rule.id] = rules.count }
      if rule.hasNumberedID { numbered.insert(rule.id) }
    } else {
      houseIDs.insert(rule.id)
    }
    rules.append(rule)
  }
}

/// Gives rules their ids: written ones stay, derived ones get a number behind where two would be alike.
struct RuleNames {
  struct ID {
    var text: String
    var isNumbered = false
    /// Whether no rule before has it.
    var isNew = true
    /// Where the rule that has it already stands.
    var first: SourceSpan?
  }

  private let written: Set<String>
  private var given: [String: SourceSpan] = [:]
  /// How often a derived id came up.
  private var counts: [String: Int] = [:]

  init(_ rules: [WrittenRule]) {
    written = Set(rules.compactMap { $0.id?.text })
  }

  /// The id of the next rule in file order.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - parts: What its condition adds to a derived id.
  /// - Returns: The id, and whether another rule has it.
  mutating func id(of rule: WrittenRule, _ parts: [String]) -> ID {
    if let own = rule.id {
      let first = given.updateValue(own.span, forKey: own.text)
      return ID(text: own.text, isNew: first == nil, first: first)
    }
    let operation = rule.operations.selectors[0].text
    let derived = ([operation] + parts).map(ConditionText.idPart).filter { !$0.isEmpty }
      .joined(separator: "-")
    var id = ID(text: derived)
    while given[id.text] != nil || written.contains(id.text) {
      let count = max(2, counts[derived, default: 1] + 1)
      counts[derived] = count
      id = ID(text: "\(derived)-\(count)", isNumbered: true)
    }
    given[id.text] = rule.span
    return id
  }
}
