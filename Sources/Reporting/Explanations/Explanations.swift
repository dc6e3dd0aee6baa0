import Diagnostics
import Specification
package import TestDesign
import Text

/// The explanations of a spec's contents for the terminal.
package struct SpecExplanation {
  private let specification: Specification
  private let analysis: Analysis
  private var text: TerminalText

  package init(_ analysed: AnalysedSpecification, columns: Int, usesColor: Bool = false) {
    specification = analysed.specification
    analysis = analysed.analysis
    text = TerminalText(columns: columns, usesColor: usesColor)
  }

  private func say(_ phrase: Phrase) -> String { specification.language.say(phrase) }

  /// Appends a heading with a colon.
  private mutating func head(_ phrase: Phrase, _ style: TerminalStyle = .strong) {
    text.heading(say(phrase) + specification.language.choose(":", "："), style)
  }

  // MARK: Questions

  /// Returns the subject of a question and the possible answers, for `explain QUESTION-ID`.
  ///
  /// `cases` are the cases of the last generated suite that meet it.
  package mutating func question(_ finding: Finding, cases: [String]) -> String {
    text.heading("\(finding.id): \(finding.message)")
    text.pairs(facts(of: finding))
    for line in finding.circumstances(specification.language) { text.item(line) }
    let pairs = finding.disagreements(in: specification)
    if (finding.question?.disagreements.count ?? 0) > 1 {
      head("where they disagree")
      for pair in pairs { text.item(pair) }
    } else if let example = finding.question?.example {
      head("for example")
      text.combination(example, of: specification)
    }
    explainRules(of: finding)
    if let followUp = finding.question?.followUp {
      head("typical question")
      text.item(followUp)
    }
    if !finding.help.isEmpty {
      head("what to do")
      for help in finding.help { text.item(help) }
    }
    for stub in finding.stubsInPlace {
      head("\(stub.heading)")
      text.block(stub.text)
    }
    list(
      cases,
      one: "met by 1 case of the last generated suite",
      several: "met by \(cases.count) cases of the last generated suite"
    )
    return text.text
  }

  /// Returns where a question was answered, for `explain QUESTION-ID`, or `nil` if the spec records no answer to it.
  package mutating func answer(to id: String, in source: String) -> String? {
    // Matches only the notes that answers leave, such as `# Q-1382E8BC, Sato`, but not “as asked in Q-1382E8BC”.
    func isNamed(_ said: String?) -> Bool {
      let notes = said?.matches(
        of:
          #/(?:^ *|# |; | – |[(（]|(?:source|because): ?["']?)(Q-[0-9A-F]{8})(?=$|, | – |; |[)）}"'])/#
      )
      return notes?.contains { $0.output.1 == id } ?? false
    }
    let rules = specification.rules.indices.filter {
      isNamed(specification.rules[$0].source) || isNamed(specification.rules[$0].because)
    }
    let lines = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
      .filter { isNamed(String($1)) }
    guard !rules.isEmpty || !lines.isEmpty else { return nil }
    head("\(id) was answered")
    for rule in rules { text.rule(rule, of: specification) }
    for asked in specification.questions where isNamed(asked.source) {
      analysis.decisions.answer(to: asked).map { text.item($0.sentence) }
    }
    for (number, line) in lines {
      text.item("\(specification.path):\(number + 1): \(String(line).trimmed)")
    }
    return text.text
  }

  private func facts(of finding: Finding) -> [(String, String)] {
    var facts = [
      (say("is"), finding.code.rawValue),
      (say("at"), "\(specification.path):\(finding.span.start.line):\(finding.span.start.column)"),
    ]
    if let combinations = finding.combinations.flatMap(share) {
      facts.append((say("stands for"), combinations))
    }
    if let ask = finding.ask { facts.append((say("ask"), ask)) }
    if let until = finding.asked(in: specification)?.until {
      facts.append((say("until"), "\(until)"))
    }
    if let house = finding.teamQuestion(in: specification)?.house {
      facts.append((say("asked in"), "\(house.path):\(house.line)"))
    }
    return facts
  }

  /// Returns an exact share such as "1,024 of 4,096 combinations (25.0 %)", or `nil` if they are not counted.
  private func share(of combinations: String) -> String? {
    analysis.counts.combinations.map { all in
      let (part, whole) = (CombinationCount(combinations), CombinationCount(all))
      return say("\(part.grouped) of \(whole.grouped) combinations (\(part.share(of: whole)))")
    }
  }

  private mutating func explainRules(of finding: Finding) {
    if let nearest = finding.question?.nearest, let phrase = finding.question?.nearestRule {
      head("nearest rule")
      text.item(phrase)
      text.rule(nearest, of: specification)
    } else if !finding.rules.isEmpty {
      list(finding.code == .contradictoryRules ? "rules that disagree" : "rules", finding.rules)
    } else if finding.entries.isEmpty, finding.code != .openQuestion {
      text.heading(say("no rule speaks of this operation"))
    }
  }

  private mutating func list(_ heading: Phrase, _ rules: [Int]) {
    head(heading)
    for rule in rules { text.rule(rule, of: specification) }
  }

  /// Appends a heading with the cases of the last generated suite, if there are any.
  private mutating func list(_ cases: [String], one: Phrase, several: Phrase) {
    guard !cases.isEmpty else { return }
    head(cases.count == 1 ? one : several)
    text.item(cases.joined(separator: ", "))
  }

  private mutating func listTests(_ cases: [String]) {
    list(
      cases,
      one: "tested by 1 case of the last generated suite",
      several: "tested by \(cases.count) cases of the last generated suite"
    )
  }

  private mutating func listFindings(_ ids: some Collection<String>) {
    for finding in analysis.findings where ids.contains(finding.id) {
      text.item("\(finding.id) \(finding.message)")
    }
  }

  // MARK: Cases

  /// Returns why a case expects its results, for `explain CASE-ID`.
  ///
  /// There is one explanation, or one per part of the operation, each with its operation value.
  package mutating func testCase(
    _ stored: EarlierSuite.Case,
    _ combination: Combination,
    _ explanations: [(operationValue: Int, explanation: CaseExplanation)]
  ) -> String {
    text.heading("\(stored.id): \(specification.feature)")
    text.combination(combination, of: specification)
    let hasParts = specification.caseOperationOfValue[combination.operation].hasParts
    for (value, explanation) in explanations {
      if hasParts { text.heading(specification.operationValues[value].variantLabel ?? "") }
      explain(explanation)
    }
    let were =
      hasParts
      ? stored.parts.map { ($0.id, $0.status, $0.expected) }
      : [("", stored.status, stored.expected)]
    let are = explanations.map { value, explanation in
      (
        hasParts ? specification.operationValues[value].variant?.id ?? "" : "",
        explanation.status.rawValue, expected(explanation)
      )
    }
    if were.count != are.count || !zip(were, are).allSatisfy({ $0 == $1 }) {
      text.heading(
        say("The spec has changed since this case was generated; generate again."),
        .open
      )
    }
    return text.text
  }

  private mutating func explain(_ explanation: CaseExplanation) {
    switch explanation.status {
    case .undefined:
      text.heading(say("undefined: no rule matches"), .error)
    case .undecided:
      head("undecided by a rule", .open)
    case .contradictory:
      head(
        "contradictory: several rules match, none is an exception or comes first, and they disagree",
        .error
      )
    case .defined:
      let count = explanation.winners.count
      head(count == 1 ? "decided by" : "decided by \(count) rules that agree")
    }
    for rule in explanation.winners { text.rule(rule, of: specification) }
    if !explanation.additions.isEmpty { list("on top", explanation.additions) }
    listFindings(explanation.questions)
    if !explanation.overridden.isEmpty {
      head("also matches, but gives way")
      for beaten in explanation.overridden {
        let name = Wording(specification).name(ofRule: beaten.rule)
        text.rule(beaten.rule, of: specification, named: "\(name): \(reason(beaten))")
      }
    }
    if !explanation.near.isEmpty {
      head("almost matches")
      for near in explanation.near { text.item(near.phrase) }
    }
  }

  /// Returns the rules that replace an overridden rule, with the reasons.
  private func reason(_ overridden: CaseExplanation.Overridden) -> String {
    let reasons = overridden.by.map { by in
      let name = specification.rules[by.rule].nameInText
      return switch by.reason {
      case .isException:
        say("\(name) is the exception: on this operation it covers part of what this rule covers")
      case .comesFirst: say("\(name) comes before it in `precedence`")
      case .isOfSpec: say("\(name) is a rule of the spec, and those go before house rules")
      }
    }
    return reasons.joined(separator: "; ")
  }

  private func expected(_ explanation: CaseExplanation) -> [String] {
    guard explanation.status == .defined || explanation.status == .contradictory else { return [] }
    let rules = explanation.winners + (explanation.status == .defined ? explanation.additions : [])
    return rules.flatMap { specification.rules[$0].results ?? [] }.withoutRepetitions
  }

  // MARK: End-to-end cases

  /// Returns the steps with their deciding rules and the changes, for `explain POST-E2E-4KD`.
  package mutating func flow(_ flow: Flow) -> String {
    let wording = Wording(specification)
    text.heading(flow.id)
    for (place, step) in flow.steps.enumerated() {
      let operation = specification.caseOperationOfValue[step.combination.operation]
      text.heading(say("step \(place + 1): \(wording.caseOperation(operation))"))
      for rule in step.rules { text.rule(rule, of: specification) }
      text.pairs(
        step.becomes.sorted { $0.key < $1.key }.map { factor, value in
          (
            say("after"),
            "\(specification.factors[factor].label): \(wording.value(value, of: factor))"
          )
        }
      )
    }
    return text.text
  }

  // MARK: Rules

  /// Returns a rule, how often it wins, and the rules that it overrides or that override it, for `explain RULE-ID`.
  ///
  /// `cases` are the cases of the last generated suite that expect its results.
  package mutating func rule(
    _ number: Int,
    in analysed: AnalysedSpecification,
    cases: [String]
  ) -> String {
    head("rule")
    text.rule(number, of: specification)
    if !specification.rules[number].isAddition,
      let won = analysed.combinations(wonBy: number).flatMap(share)
    {
      text.heading(say("wins in \(won)"))
    }
    let (beaten, winners) = analysed.overrides(of: number)
    if !beaten.isEmpty { list("takes the place of", beaten) }
    if !winners.isEmpty { list("gives way to", winners) }
    listTests(cases)
    return text.text
  }

  // MARK: Operations

  /// Returns what decides the results of an operation, variant or part, for `explain show/name`.
  ///
  /// `cases` are the cases of the last generated suite that perform it.
  package mutating func operation(_ explanation: OperationExplanation, cases: [String]) -> String {
    let value = specification.operationValues[explanation.operationValue]
    let operation = specification.operations[value.operation]
    let wording = Wording(specification)
    let name = wording.operation(explanation.operationValue)
    text.heading("\(value.id): \(name)")
    let span = value.variant?.span ?? operation.span
    let reads = explanation.reads.map { specification.factors[$0].label }.joined(separator: ", ")
    var facts = [
      (say("at"), "\(specification.path):\(span.start.line):\(span.start.column)"),
      (
        say("reads"),
        explanation.reads.isEmpty ? say("nothing: the same whatever else is") : reads
      ),
    ]
    if operation.hasParts {
      facts.insert(
        (say("is"), say("a part of `\(operation.id)`: a case looks at all of them")),
        at: 0
      )
    }
    let limits = wording.limits(of: value.operation, among: [explanation.operationValue])
    if !limits.isEmpty { facts.append((say("limits"), limits.joined(separator: "; "))) }
    text.pairs(facts)
    if explanation.rules.isEmpty {
      text.heading(say("no rule decides on it"), .error)
    } else {
      list("decided by", explanation.rules)
    }
    if analysis.findings.contains(where: { explanation.questions.contains($0.id) }) {
      head("open", .open)
      listFindings(explanation.questions)
    }
    listTests(cases)
    return text.text
  }
}

extension TerminalText {
  /// Appends a rule: its name and place, its condition in words, and its outcome.
  mutating func rule(_ number: Int, of specification: Specification, named name: String? = nil) {
    let rule = specification.rules[number]
    let wording = Wording(specification)
    item(name ?? wording.name(ofRule: number))
    let condition = wording.condition(of: rule.when).trimmingPrefix("when ")
    item(String(condition), indent: 4, lead: "when  ")
    switch rule.outcome {
    case .then(let results):
      for (index, result) in results.enumerated() {
        let word = rule.isAddition ? "adds  " : "then  "
        item(result.text, indent: 4, lead: index == 0 ? word : "      ")
      }
    case .placeholder(let placeholder):
      for (index, result) in placeholder.results.enumerated() {
        item(result.text, indent: 4, lead: index == 0 ? "open  " : "      ")
      }
    case .question(let question):
      item(question.text, indent: 4, lead: "open  ")
      if let ask = question.ask ?? specification.owner { item(ask, indent: 4, lead: "ask   ") }
    }
    if let until = rule.until { item("\(until)", indent: 4, lead: "until ") }
    if let source = rule.source { item(source, indent: 4, lead: "from  ") }
  }

  /// Appends a combination: each factor that applies with its value in words, and the operation last.
  mutating func combination(_ combination: Combination, of specification: Specification) {
    let wording = Wording(specification)
    let text = ReportText(language: specification.language)
    var pairs: [(String, String)] = []
    for (number, factor) in specification.factors.enumerated() {
      guard let value = combination.values[number] else { continue }
      pairs.append((factor.label, wording.value(value, of: number)))
    }
    let operation = specification.caseOperationOfValue[combination.operation]
    pairs.append((text("Operation", "操作"), wording.caseOperation(operation)))
    self.pairs(pairs)
  }
}
