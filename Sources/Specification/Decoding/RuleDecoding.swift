import Diagnostics
import Text
import YAMLSyntax

/// Resolution of the names in rules, and of their ids.
extension SpecificationDecoder {
  /// Returns the rules of the spec in the order written, then those of packs that concern it.
  func rules(_ written: WrittenSpec, in scope: NameScope) -> RuleList {
    var list = RuleList()
    list.isBroken = written.hidesRules
    var own = RuleNames(written.rules)
    for written in written.rules {
      let subject = "the condition of \(written.subject)"
      let context = ConditionContext(scope: scope, subject: subject)
      guard let (rule, first) = rule(written, in: context, &own) else {
        list.isBroken = true
        continue
      }
      if let first { read.reportTwice("the id `\(rule.id)`", at: rule.span, first: first) }
      list.rules.append(rule)
    }
    var names = RuleNames(house.rules.map(\.written))
    for item in house.rules {
      guard var rule = houseRule(item.written, in: scope, &names) else { continue }
      rule.house = item.origin
      list.rules.append(rule)
    }
    return list
  }

  /// Resolves a rule; also returns the place of an earlier rule with the same id.
  private func rule(
    _ written: WrittenRule,
    in context: ConditionContext,
    _ names: inout RuleNames
  ) -> (Rule, first: SourceSpan?)? {
    let factor = context.scope.operationFactor
    let operations = operations([written.operations], in: context)
    let alternatives = written.alternatives.mapAll { terms(of: $0, in: context) }
    guard let operations, !operations.isEmpty, let alternatives,
      let becomes = moves(written, in: context)
    else { return nil }
    let operation = Term(factor: factor, values: operations, span: written.operations.span)
    let choices = written.alternatives.flatMap { self.choices($0, in: context.scope) }
    let selector = written.operations.selectors[0].text
    var rule = written.rule
    let first = names.name(&rule, selector, choices.flatMap { idParts($0, in: context.scope) })
    rule.when.alternatives = alternatives.map { terms in
      Conjunction(
        [operation] + self.terms(terms, withRoomFor: becomes, in: context.scope),
        operation: factor
      )
    }
    rule.choices = [Rule.Choice(factor: factor, texts: [selector])] + choices
    rule.becomes = becomes
    return (rule, first)
  }

  /// Returns what an alternative says about each factor, in the order of declaration.
  private func choices(_ written: [WrittenTerm], in scope: NameScope) -> [Rule.Choice] {
    let terms = written.compactMap { term in scope.factor(term.factor).map { (term, $0) } }
    return terms.sorted { $0.1 < $1.1 }.compactMap { written, factor in
      switch written.choice {
      case .others: return Rule.Choice(factor: factor, texts: ["others"])
      case .operations, .unreadable: return nil
      case .texts(let texts):
        // A list is equivalent to its items separated by commas.
        let items = texts.flatMap { text in
          text.isNegated ? [text.text] : text.text.split(separator: ",").map(\.trimmed)
        }
        return Rule.Choice(factor: factor, texts: items)
      }
    }
  }

  /// Returns the parts that a choice adds to a derived id, in the order of declaration.
  private func idParts(_ choice: Rule.Choice, in scope: NameScope) -> [String] {
    let factor = scope.factors[choice.factor]
    let sorted = choice.texts.enumerated().sorted {
      let (left, right) = (factor.number(of: $0.element), factor.number(of: $1.element))
      return (left ?? .max, $0.offset) < (right ?? .max, $1.offset)
    }
    return scope.idParts(sorted.map(\.element), of: choice.factor)
  }

  /// Resolves a rule of a pack, or returns `nil` if it names something that the spec does not declare.
  func houseRule(
    _ written: WrittenRule,
    in scope: NameScope,
    _ names: inout RuleNames
  ) -> Rule? {
    // Most rules of a large pack concern other specs; rejecting them here avoids the search for similar names.
    guard written.operations.selectors.allSatisfy({ scope.operation($0.operation) != nil }),
      written.alternatives.joined().allSatisfy({ scope.factor($0.factor) != nil }),
      written.becomes.allSatisfy({ scope.factor($0.factor) != nil })
    else { return nil }
    let context = ConditionContext(scope: scope, subject: "a house rule", isOfHouse: true)
    let read = read.silently { rule(written, in: context, &names) }
    guard var (rule, _) = read else { return nil }
    // An alternative that selects nothing in the spec never applies.
    rule.when.alternatives.removeAll { $0.terms.contains { $0.values.isEmpty } }
    guard let operation = rule.when.alternatives.first?.terms.first?.values.first,
      let owner = scope.owner(of: operation), let span = operationSpans[owner.id]
    else { return nil }
    rule.move(to: span)
    // No `precedence` can name it, so its number does not matter.
    rule.hasNumberedID = false
    return rule
  }

  // MARK: Precedence

  /// Returns the lists of `precedence`, then those of `first`.
  func precedence(_ fields: Fields<Key>, among rules: RuleList) -> [PrecedenceList] {
    var lists = writtenPrecedence(fields, among: rules)
    var places: [SourceSpan: Int] = [:]
    for (number, rule) in rules.spec.enumerated() {
      guard let order = rule.order, !rule.isAddition else { continue }
      let entry = PrecedenceList.Entry(rule: number, span: rule.span)
      if let place = places[order.span] {
        lists[place].entries.append(entry)
      } else {
        places[order.span] = lists.count
        lists.append(PrecedenceList(entries: [entry], span: order.span, isUnderFirst: true))
      }
    }
    return lists.filter { $0.entries.count > 1 }
  }

  private func writtenPrecedence(
    _ fields: Fields<Key>,
    among rules: RuleList
  ) -> [PrecedenceList] {
    guard let node = fields[filled: .precedence],
      let items = read.filledList(node, fields.name(.precedence))
    else { return [] }
    let lists = items.filter { if case .sequence = $0.content { true } else { false } }
    if let odd = items.first(where: { $0.writtenScalar == nil }), lists.count < items.count {
      return read.reject(
        .wrongType,
        "`precedence` must be a list of the ids of rules, or a list of such lists",
        at: odd.span,
        help: ["ids follow operation and condition: `[accept-expired, others]`"]
      ) ?? []
    }
    let numbers = Dictionary(firstOf: rules.spec.enumerated().map { ($1.id, $0) })
    return (lists.isEmpty ? [node] : lists).compactMap { list in
      read.filledList(list, "a list of `precedence`").flatMap {
        precedenceList($0, of: list, numbers, among: rules)
      }
    }
  }

  private func precedenceList(
    _ items: [SyntaxNode],
    of node: SyntaxNode,
    _ numbers: [String: Int],
    among rules: RuleList
  ) -> PrecedenceList? {
    let names = read.names(items, "a name in `precedence`", called: "the name") { name, span in
      let rule = numbers[name]
      if name == "others" || rule.map({ !rules.rules[$0].hasNumberedID }) == true { return true }
      reportUnknownRule(name, at: span, among: rules)
      return false
    }
    guard names.count == items.count else { return nil }
    if names.count > 1 {
      let entries = names.map { PrecedenceList.Entry(rule: numbers[$0.text], span: $0.span) }
      return PrecedenceList(entries: entries, span: node.span)
    }
    return read.reject(
      .emptyList,
      "a list of `precedence` needs at least two names",
      at: node.span,
      help: ["for a rule before every other one write `[accept-expired, others]`"]
    )
  }

  private func reportUnknownRule(_ name: String, at span: SourceSpan, among rules: RuleList) {
    var help: [String] = []
    if rules.spec.contains(where: { $0.id == name && $0.hasNumberedID }) {
      help = ["its number changes with the rules before it: give the rule an `id` of its own"]
    } else if rules.rules.contains(where: { $0.id == name && $0.house != nil }) {
      help = ["house rules always come after the spec's own"]
    } else if rules.isBroken {
      return
    } else if read.hasHelpLeft {
      func operation(_ id: String) -> Substring { id.prefix { $0 != "-" } }
      let ids = rules.spec.map(\.id)
      let near = ids.filter { operation($0) == operation(name) }
      help =
        read.help(for: name, among: near.isEmpty ? ids : near, called: "the rules")
        + ["ids follow operation and condition: `accept-expired`; an `id` of its own stays"]
    }
    let isThere = rules.rules.contains { $0.id == name }
    let message =
      isThere ? "cannot name `\(name)`" : "names `\(name)`, which is not the id of a rule"
    read.report(.unknownRule, "`precedence` \(message)", at: span, help: help)
  }
}

extension Rule {
  fileprivate mutating func move(to place: SourceSpan) {
    func moved(_ results: [Result]) -> [Result] {
      results.map { Result(text: $0.text, span: place) }
    }
    (span, when.span) = (place, place)
    for alternative in when.alternatives.indices {
      for term in when.alternatives[alternative].terms.indices {
        when.alternatives[alternative].terms[term].span = place
      }
    }
    switch outcome {
    case .then(let results): outcome = .then(moved(results))
    case .placeholder(var placeholder):
      placeholder.results = moved(placeholder.results)
      outcome = .placeholder(placeholder)
    case .question(var question):
      question.span = place
      outcome = .question(question)
    }
  }
}

/// The spec's rules, followed by the house rules.
struct RuleList {
  var rules: [Rule] = []
  /// True if a mistake may have hidden a rule.
  var isBroken = false

  var spec: ArraySlice<Rule> { rules.prefix { $0.house == nil } }
}

/// The ids of rules: written ones stay, derived ones get a number if they are not unique.
struct RuleNames {
  private let written: Set<String>
  private var given: [String: SourceSpan] = [:]
  private var counts: [String: Int] = [:]

  init(_ rules: [WrittenRule]) {
    written = Set(rules.map(\.rule).filter(\.hasOwnID).map(\.id))
  }

  /// Assigns the next rule in file order its written or derived id; returns the place of an earlier rule with the same id.
  mutating func name(_ rule: inout Rule, _ operation: String, _ parts: [String]) -> SourceSpan? {
    // A factor named like the part before it, as in `show/amount`, is not repeated.
    let derived = parts.map(ConditionText.idPart).filter { !$0.isEmpty }
      .reduce(ConditionText.idPart(operation)) { $0.hasSuffix("-" + $1) ? $0 : $0 + "-" + $1 }
    if rule.hasOwnID {
      rule.isKnownByID = rule.id != derived
      return given.updateValue(rule.span, forKey: rule.id)
    }
    var id = derived
    while given[id] != nil || written.contains(id) {
      let count = max(2, counts[derived, default: 1] + 1)
      counts[derived] = count
      id = "\(derived)-\(count)"
    }
    given[id] = rule.span
    (rule.id, rule.hasNumberedID) = (id, id != derived)
    return nil
  }
}
