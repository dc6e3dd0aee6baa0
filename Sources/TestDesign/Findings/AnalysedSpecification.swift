package import Combinatorics
package import Diagnostics
package import Specification
package import Text

/// A specification with its analysis, ready to be expanded into cases.
///
/// A class, since some forty types hold it: as a struct, the code that copies its fields is a tenth of the module.
package final class AnalysedSpecification {
  package let specification: Specification
  package let analysis: Analysis

  let regions: RuleRegions
  let wording: Wording
  /// What is known of the states that are reached; `nil` if no rule moves anything.
  let reach: Reach?
  /// The combinations that a case may ask for, and others that cannot happen.
  let rowsOfCases: Diagram
  let questions: [QuestionRegion]
  /// By question: the id of its finding.
  let questionIDs: [String]
  let contradictions: [Contradiction]
  /// By contradiction: the id of its finding.
  let contradictionIDs: [String]
  /// What rules settle against each other.
  let overrides: [Override]
  /// The same, rule by rule, by winner.
  let overridePairs: [(pair: OverridePair, rows: Diagram)]
  /// Invalid values that no rule names, with the ids of their findings.
  let unnamedInvalid: [(unnamed: UnnamedInvalid, id: String)]
  /// By undecided rule that wins somewhere: the id of its finding.
  let undecidedIDs: [Int: String]
  /// By undecided rule: the rules that win together with it somewhere and that it asks to be put in order with.
  let sharing: [Int: [Int]]
  let steps: Steps

  /// The cost of the analysis, which tests count.
  struct Steps {
    /// Conditions compared with rows, with each other and with questions.
    var comparisons: Int
    /// Nodes of diagrams combined and searched.
    var diagramWork: Int
  }

  /// Analyses a space that has combinations, by a precedence without a circle.
  init(
    _ space: SpecificationSpace,
    _ precedence: Precedence,
    today: CalendarDate,
    ledger: AgreementLedger?
  ) throws(LimitExceeded) {
    regions = try RuleRegions(space, precedence: precedence)
    try regions.settleUsualValues()
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
      questionFindings + contradictory + writer.findings(of: settled) + undecided.map(\.finding)
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
      // Findings of one place stay in the order in which they were found.
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

/// Finds which combinations of a spec have exactly one expected result, and which have none or several.
///
/// - Parameters:
///   - specification: A spec without mistakes.
///   - today: The day that deferrals are measured against.
///   - ledger: What people agreed to; `nil` if there is none.
///   - progress: Called now and then with the steps taken so far, and the most that there may be.
/// - Returns: The analysed spec, or the mistakes that only the whole of it shows: a space without combinations, a case that cannot happen,
///   a circle of precedence.
/// - Throws: `LimitExceeded` if the decision diagrams outgrow their limit, or there is no answer within the steps of a spec.
package func analyse(
  _ specification: Specification,
  today: CalendarDate,
  ledger: AgreementLedger? = nil,
  progress: ((_ steps: Int, _ limit: Int) -> Void)? = nil
) throws(LimitExceeded) -> Checked<AnalysedSpecification> {
  let budget = StepBudget(limit: StepBudget.ofSpec)
  budget.progress = progress.map { progress in { progress($0, StepBudget.ofSpec) } }
  // What comes later has a progress of its own.
  defer { budget.progress = nil }
  return try analyse(
    try SpecificationSpace(LoweredSpecification(specification), budget: budget),
    today: today,
    ledger: ledger
  )
}

/// The same of a space that is made already, joined or apart.
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
  /// In how many combinations a rule wins, in decimal; `nil` if they are not counted.
  package func combinations(wonBy rule: Int) -> String? {
    regions.space.decimalCount([regions.wins[rule]])
  }

  /// The rules with different results that a rule overrides somewhere, and those that override it.
  package func overrides(of rule: Int) -> (beaten: [Int], winners: [Int]) {
    let pairs = overridePairs.map(\.pair)
    return (
      pairs.filter { $0.winner == rule }.map(\.beaten),
      pairs.filter { $0.beaten == rule }.map(\.winner)
    )
  }

  /// In a list under `first`, against how many of the next rules that it beats, and of those that beat it, a rule is shown.
  private static let nextInOrder = 4

  /// The overrides that a suite shows one by one: in a long list under `first`, those between rules near each other, from which the order of all follows.
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

  /// Where each question is asked, in the order of the findings.
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

  /// What some case must meet of what is open: each question, and of each contradiction every pair that is listed.
  var openTargets: [(id: String, rows: Diagram)] {
    zip(questions, questionIDs).map { ($1, $0.rows) }
      + zip(contradictions, contradictionIDs).flatMap { contradiction, id in
        contradiction.pairs.map { (id, $0.rows) }
      }
  }
}
