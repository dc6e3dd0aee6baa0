package import Combinatorics
package import Diagnostics
package import Specification
package import Text

/// A specification with its analysis, ready to be expanded into cases.
///
/// A class because some forty types hold it: as a struct, the code that copies its fields made up a tenth of the module.
package final class AnalysedSpecification {
  package let specification: Specification
  package let analysis: Analysis

  let regions: RuleRegions
  let wording: Wording
  /// The reachable states, or `nil` if no rule changes a factor.
  let reach: Reach?
  /// The combinations that a case may use, possibly together with impossible ones; see `RuleRegions.rowsOfCases(_:)`.
  let rowsOfCases: Diagram
  let questions: [QuestionRegion]
  /// The id of each question's finding, parallel to `questions`.
  let questionIDs: [String]
  let contradictions: [Contradiction]
  /// The id of each contradiction's finding, parallel to `contradictions`.
  let contradictionIDs: [String]
  /// The overrides of the spec's own rules.
  let overrides: [Override]
  /// The overrides as pairs of rules, sorted by winner.
  let overridePairs: [(pair: OverridePair, rows: Diagram)]
  /// Invalid values that no rule names, with the ids of their findings.
  let unnamedInvalid: [(unnamed: UnnamedInvalid, id: String)]
  /// The id of the finding of each undecided rule that wins somewhere.
  let undecidedIDs: [Int: String]
  /// The rules that an undecided rule shares combinations with and asks to be ordered against.
  let sharing: [Int: [Int]]
  let steps: Steps

  /// The cost of the analysis, which tests bound.
  struct Steps {
    /// Comparisons of conditions with rows, with each other and with questions.
    var comparisons: Int
    /// Diagram nodes combined and searched.
    var diagramWork: Int
  }

  /// Analyses a space that is not empty, under an acyclic precedence.
  init(
    _ space: SpecificationSpace,
    _ precedence: Precedence,
    today: CalendarDate,
    ledger: AgreementLedger?
  ) throws(LimitExceeded) {
    regions = try RuleRegions(space, precedence: precedence)
    try regions.settleUsualValues(space.lowered.refusals, actors: space.lowered.actors)
    specification = regions.space.lowered.specification
    let finder = try QuestionFinder(regions)
    questions = try finder.questions()
    var contradictionFinder = ContradictionFinder(regions)
    contradictions = try contradictionFinder.contradictions()
    reach = regions.reachability()
    var writer = FindingWriter(regions: regions, today: today, ledger: ledger)
    writer.reached = reach?.rowsOfCases ?? .full
    let questionFindings = try writer.findings(of: questions, finder.plain.setups)
    let contradictory = try writer.findings(of: contradictions, finder.plain.setups)
    let undecided = try writer.undecidedFindings()
    var overrideFinder = OverrideFinder(regions)
    overrides = try overrideFinder.overrides()
    let lowered = regions.space.lowered
    var spoken: SpokenWords?
    let unnamed = try regions.unnamedInvalid(questions) { factor in
      let words = spoken ?? SpokenWords(lowered)
      spoken = words
      return words.operation(speakingOf: factor)
    }
    let invalid = try writer.findings(of: unnamed)
    let (settled, objections) = try writer.decisions(
      overrides,
      unnamed.filter { !$0.isNamedNowhere },
      try regions.unnamedZeros(regions.undefined),
      try ResultMentions(lowered).mentions(regions, in: writer.reached),
      reach?.settled
    )
    let flow = try writer.flowFindings(reach)
    var findings =
      questionFindings + contradictory + (try writer.findings(of: settled))
      + undecided.map(\.finding)
      + writer.openQuestions(besides: flow) + (try writer.draftedFindings())
      + invalid + writer.unconsidered() + (try writer.unreachableRules())
      + (try writer.partlyDeadRules())
      + (try writer.impossibleValues()) + (try writer.redundantConstraints())
      + (try writer.unreadCombinations()) + (try writer.hiddenControls())
      + flow + writer.impossibleDays() + writer.unnamedTriggers()
      + writer.unreadFactors(besides: unnamed)
      + writer.vagueResults()
    for number in findings.indices { findings[number].ask(specification.owner) }
    analysis = Analysis(
      counts: regions.counts,
      decisions: settled,
      settledObjections: objections,
      // Findings at the same place stay in the order in which they were found.
      findings: findings.sorted { $0.span.start < $1.span.start },
      incomplete: Set(contradictionFinder.incomplete).sorted()
    )
    rowsOfCases = regions.rowsOfCases(reach)
    wording = writer.wording
    questionIDs = questionFindings.map(\.id)
    contradictionIDs = contradictory.map(\.id)
    overridePairs = overrideFinder.pairs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    unnamedInvalid = zip(unnamed.filter(\.isNamedNowhere), invalid).map { ($0, $1.id) }
    undecidedIDs = Dictionary(uniqueKeysWithValues: undecided.map { ($0.rule, $0.finding.id) })
    sharing = Dictionary(uniqueKeysWithValues: undecided.map { ($0.rule, $0.sharing) })
    steps = Steps(
      comparisons: precedence.size + regions.exceptions.steps + overrideFinder.steps
        + writer.comparedRules,
      diagramWork: space.store.work
    )
  }
}

/// Analyses a spec: finds the combinations with exactly one expected result, with none and with several.
///
/// - Parameters:
///   - specification: A spec without mistakes.
///   - today: The day that deferrals are measured against.
///   - ledger: The agreements of people; `nil` if there are none.
///   - progress: Called now and then with the steps taken so far and their limit.
/// - Returns: The analysed spec, or the mistakes that only the whole spec shows: an empty space, an impossible case, a circle of
///   precedence.
/// - Throws: `LimitExceeded` if the decision diagrams outgrow their limit, or if the step budget of a spec is used up.
package func analyse(
  _ specification: Specification,
  today: CalendarDate,
  ledger: AgreementLedger? = nil,
  progress: ((_ steps: Int, _ limit: Int) -> Void)? = nil
) throws(LimitExceeded) -> Checked<AnalysedSpecification> {
  let budget = StepBudget(limit: StepBudget.ofSpec)
  budget.progress = progress.map { progress in { progress($0, StepBudget.ofSpec) } }
  // Later stages report progress of their own.
  defer { budget.progress = nil }
  return try analyse(
    try SpecificationSpace(LoweredSpecification(specification), budget: budget),
    today: today,
    ledger: ledger
  )
}

/// Analyses a space that has been built already, joined or not.
func analyse(
  _ space: SpecificationSpace,
  today: CalendarDate,
  ledger: AgreementLedger? = nil
) throws(LimitExceeded) -> Checked<AnalysedSpecification> {
  let errors = SpecificationErrors(space: space)
  let precedence = Precedence(space.lowered)
  var mistakes = [
    PrecedenceCircle(precedence, space.lowered)?.diagnostic(space.lowered.specification),
    try errors.emptySpace(),
  ].compactMap(\.self)
  if mistakes.isEmpty { mistakes = try errors.impossibleIncludes() }
  guard mistakes.isEmpty else { return Checked(nil, diagnostics: mistakes) }

  return Checked(
    try AnalysedSpecification(space, precedence, today: today, ledger: ledger)
  )
}

extension AnalysedSpecification {
  /// Returns the number of combinations that a rule wins, in decimal, or `nil` if it was not counted.
  package func combinations(wonBy rule: Int) -> String? {
    regions.space.decimalCount([regions.wins[rule]])
  }

  /// Returns the rules with different results that a rule overrides somewhere, and those that override it.
  package func overrides(of rule: Int) -> (beaten: [Int], winners: [Int]) {
    let pairs = overridePairs.map(\.pair)
    return (
      pairs.filter { $0.winner == rule }.map(\.beaten),
      pairs.filter { $0.beaten == rule }.map(\.winner)
    )
  }

  /// The number of closest rules on either side against which a rule of a list under `first` is shown.
  private static let nextInOrder = 4

  /// The overrides that a suite shows one by one.
  ///
  /// In a long list under `first`, only those between rules close to each other are shown; the rest follows by transitivity.
  var shownOverrides: [(pair: OverridePair, rows: Diagram)] {
    let inOrder = overridePairs.map(\.pair).filter { pair in
      let orders = [pair.winner, pair.beaten].map { specification.rules[$0].order?.span }
      return orders[0] != nil && orders[0] == orders[1]
    }
    var far = Set(inOrder)
    for (pairs, key) in [(inOrder, \OverridePair.winner), (inOrder.reversed(), \.beaten)] {
      var counts: [Int: Int] = [:]
      for pair in pairs {
        counts[pair[keyPath: key], default: 0] += 1
        if counts[pair[keyPath: key], default: 0] <= Self.nextInOrder { far.remove(pair) }
      }
    }
    return overridePairs.filter { !far.contains($0.pair) }
  }

  /// The region of each open question, in the order of the findings.
  var questionRegions: [(id: String, rows: Diagram)] {
    var rows: [String: Diagram] = [:]
    for (question, id) in zip(questions, questionIDs) { rows[id] = question.rows }
    for (contradiction, id) in zip(contradictions, contradictionIDs) {
      rows[id] = contradiction.rows
    }
    for (rule, id) in undecidedIDs { rows[id] = regions.wins[rule] }
    return analysis.findings.compactMap { finding in
      rows[finding.id].map { (finding.id, $0) }
    }
  }

  /// The regions that cases must cover because they are open: every question, and every listed pair of every contradiction.
  var openTargets: [(id: String, rows: Diagram)] {
    zip(questions, questionIDs).map { ($1, $0.rows) }
      + zip(contradictions, contradictionIDs).flatMap { contradiction, id in
        contradiction.pairs.map { (id, $0.rows) }
      }
  }
}

extension LoweredSpecification {
  /// The listed states that say who acts.
  fileprivate var actors: Set<Int> {
    let factors = specification.factors
    return Set(
      factors.indices.filter {
        factors[$0].kind == .state && !factors[$0].isYesNo
          && ResultWords.meansActor(factors[$0].label)
      }
    )
  }

  /// The rules that turn somebody down: they say so, or they only show a message where other rules of their operations do something.
  var refusals: Set<Int> {
    let rules = specification.rules
    let said = rules.map { $0.results ?? [] }
    let refusing = said.indices.filter { said[$0].contains(where: AbsoluteWords.turnsDown) }
    let messages = said.indices.filter { rule in
      rules[rule].becomes.isEmpty && said[rule].allSatisfy(Self.isMessage)
    }
    let doing = Set(said.indices).subtracting(refusing).subtracting(messages)
    let done = Set(doing.flatMap(operations(ofRule:)))
    return Set(refusing).union(messages.filter { operations(ofRule: $0).allSatisfy(done.contains) })
  }

  /// True if a result only shows a text: “Pick a title” is shown, 「来店後に投稿できます」と表示される.
  private static func isMessage(_ result: String) -> Bool {
    let parts = VagueWords.unquoted(result)
    return unsafe ["shown", "appear", "display", "表示"].contains(where: parts.joined().holds)
      && parts[0].folded.contains(noun)
  }

  nonisolated(unsafe) private static let noun =
    /^(?:(?:the |an? )?(?:message|error|notice|hint) ?)?$/
}
