import Diagnostics
import Specification
import TestSupport
import Testing
import Text
import YAMLSyntax

@testable import TestDesign

/// Small specs, each with its recorded views.
@Suite struct RecordedSpecTests {
  @Test(arguments: try RecordedCases.all(in: "Specs"))
  func `a spec gives what is recorded`(cases: RecordedCases) throws {
    try cases.check(ReadInputs.views) { inputs, view in try ReadInputs(inputs).lines(view) }
  }
}

/// The inputs of a case, parsed as far as they are valid.
struct ReadInputs {
  /// The views; for invalid specs, all of these show the errors.
  static let views = [
    "absence", "absolute", "answered", "assumptions", "beside", "cell", "cell-changes", "changed",
    "changes", "clause", "codes", "combinations", "complaints", "condition", "counts", "decisions",
    "features", "findings", "fingerprints", "flow", "generated", "ids", "impossible-day",
    "japanese-statement", "labels", "ledger", "messages", "mistakes", "nearest", "non-result",
    "objects", "outcomes", "polite", "question", "questions", "read", "remarks", "rows",
    "selectors", "statement", "stub", "successor", "titles", "vague", "value-text", "values",
    "walks", "written",
  ]

  let inputs: RecordedCases.Inputs
  let text: String
  private(set) var catalogue = Catalogue.standard
  private(set) var mistakes: [Diagnostic] = []
  private(set) var specification: Specification?
  private(set) var analysed: AnalysedSpecification?

  init(_ inputs: RecordedCases.Inputs) throws {
    self.inputs = inputs
    let written = inputs["yaml"]
    text = written.hasPrefix("specmatrix:") ? written : spec(written)
    let pack = inputs["yaml pack"]
    if !pack.isEmpty {
      guard let root = tree(pack, "company.yaml") else { return }
      let added = catalogue.adding(root, path: "company.yaml")
      mistakes += added.diagnostics
      guard let value = added.value else { return }
      catalogue = value
    }
    guard let root = tree(text, "spec.yaml") else { return }
    let decoded = decodeSpecification(root, path: "spec.yaml", catalogue: catalogue)
    mistakes += decoded.diagnostics
    specification = decoded.value
    guard let specification else { return }
    let today =
      inputs["today"].isEmpty ? testDay : try #require(CalendarDate(inputs["today"].trimmed))
    let checked = try analyse(specification, today: today)
    mistakes += checked.diagnostics
    analysed = checked.value
  }

  private mutating func tree(_ text: String, _ path: String) -> SyntaxNode? {
    let tree = parseYAML(SourceFile(path: path, text: text))
    mistakes += tree.diagnostics
    return tree.value
  }

  /// Returns a view, or the errors.
  func lines(_ view: String) throws -> [String] {
    if view == "features" { return featureLines }
    if let words = Self.words(view, inputs["value"]) { return [words] }
    if let specification, let phrases = phrases(view, specification) { return phrases }
    guard let analysed, !mistakes.contains(where: { $0.severity == .error }) else {
      return mistakes.flatMap(rendered)
    }
    if let lines = try suiteLines(view, analysed) { return lines }
    return switch view {
    case "mistakes": mistakes.flatMap(rendered)
    case "remarks": (mistakes.map(\.remark) + analysed.analysis.findings.map(\.remark)).orNone
    case "codes": analysed.analysis.findings.map(\.code.rawValue).sorted().orNone
    case "messages":
      analysed.analysis.findings.map { "\($0.severity) \($0.code.rawValue): \($0.message)" }.orNone
    case "findings": analysed.analysis.findings.flatMap { lines($0) }.orNone
    case "questions": analysed.analysis.questions.flatMap { lines($0, more: true) }.orNone
    case "counts": [analysed.analysis.counts.inWords]
    case "combinations": analysed.combinationLines
    case "decisions": analysed.analysis.decisions.map { analysed.line($0) }.orNone
    case "assumptions": try analysed.assumptionLines.orNone
    case "outcomes": try analysed.outcomeLines
    case "values": analysed.valueLines
    case "rows": try analysed.rowLines
    case "answered": answered(analysed)
    case "changed":
      answered(analysed).filter { line in
        // The context of a change is not part of it.
        line.first.map { !" @".contains($0) } ?? false
      }
    case "read": readings(analysed)
    case "beside": [beside(analysed)]
    default: throw RecordedCases.Mistake.unknownView(view)
    }
  }

  /// Returns a view of a text by itself.
  private static func words(_ view: String, _ text: String) -> String? {
    func both(_ phrase: (Bool) -> String?) -> String {
      "\(phrase(true) ?? "–") / \(phrase(false) ?? "–")"
    }
    return switch view {
    case "statement": both { EnglishStatement.clause(text, isTrue: $0) }
    case "japanese-statement": both { JapaneseStatement.attributive(text, isTrue: $0) }
    case "polite": JapaneseGrammar.polite(text)
    case "impossible-day": ImpossibleDay.first(in: text) ?? "–"
    case "absolute": AbsoluteWords.word(text, .absolute) ?? "–"
    case "vague": VagueWords.first(in: text) ?? "–"
    case "non-result": NonResult(text).map { "\($0)" } ?? "a result"
    case "objects": StatedReason.objects(text) ? "objects" : "a comment"
    case "ledger": ledger(text.replacing("⏎", with: "\n"))
    default: nil
    }
  }

  private static func ledger(_ text: String) -> String {
    do {
      return "\(try AgreementLedger(csv: Array(text.utf8)).entries.count) entries"
    } catch {
      return "\(error)"
    }
  }

  private func rendered(_ diagnostic: Diagnostic) -> [String] {
    DiagnosticRenderer().render([diagnostic], in: SourceFile(path: "spec.yaml", text: text))
      .split(separator: "\n").map(String.init)
  }

  /// Returns the details of a finding; `more` adds what a reader sees beside a question.
  private func lines(_ finding: Finding, more: Bool = false) -> [String] {
    let diagnostic = Diagnostic(
      code: finding.code.rawValue,
      severity: finding.severity,
      message: finding.message,
      span: finding.span,
      help: finding.help,
      related: finding.related
    )
    let entries = finding.entries.joined(separator: ", ")
    var facts = [
      ("combinations", finding.combinations), ("asks", finding.ask),
      ("rules", finding.rules.isEmpty ? nil : "\(finding.rules)"),
      ("entries", entries.isEmpty ? nil : entries), ("overdue", finding.isOverdue ? "yes" : nil),
    ]
    facts += finding.stubsInPlace.map { ($0.heading, $0.text) }
    if finding.stubsInPlace.isEmpty { facts.append(("", finding.stub)) }
    if more, let question = finding.question {
      facts += [
        ("condition", question.condition), ("nearest", question.nearestRule),
        ("follow-up", question.followUp), ("settled", question.settled),
        ("disputed", question.disputed), ("reach", question.reach), ("assumed", question.assumed),
        ("choices", question.choices.joined(separator: " | ")),
        ("brief", question.briefChoices.joined(separator: " | ")),
      ]
      facts += question.disagreements.map {
        ("\($0.rules)", "\($0.combinations ?? "?") \($0.condition) / \($0.setup)")
      }
    }
    return rendered(diagnostic)
      + facts.compactMap { name, fact in
        guard let fact, !fact.isEmpty else { return nil }
        return fact.contains("\n") ? "   \(name)\n\(fact)" : "   \(name): \(fact)"
      } + [""]
  }

  // MARK: Answers

  /// Returns the effect of answers given together, the diff of the text, and the questions left.
  private func answered(_ analysed: AnalysedSpecification) -> [String] {
    var lines: [String] = []
    var answers: [QuestionAnswer] = []
    for fence in inputs.fences where fence.kind == "answer" {
      guard let (finding, kind, comment) = parsed(fence.arguments, analysed) else {
        return ["no such question: \(fence.arguments)"]
      }
      var answer = QuestionAnswer(
        question: finding.id,
        fingerprint: finding.question?.fingerprint,
        sentence: finding.message,
        text: String(fence.body.dropLast()),
        author: "Sato",
        day: "2026-11-20",
        comment: comment,
        place: "T.csv:\(answers.count + 2)"
      )
      if let kind {
        answer.kind = kind
      } else {
        switch read(answer.text, nil, to: finding, of: analysed) {
        case .said(let kind, let text): (answer.kind, answer.text) = (kind, text)
        case .refused(let reason):
          lines.append("refused as typed: \(words(reason))")
          continue
        }
        lines.append("\(answer.kind): \(answer.text.replacing("\n", with: #"\n"#))")
      }
      answers.append(answer)
    }
    guard !answers.isEmpty else { return lines }
    let result = analysed.answered(answers, in: text)
    lines += result.outcomes.map { words($0.state) }
    guard result.text != text else { return lines }
    lines += UnifiedDiff(path: "spec.yaml", old: text, new: result.text).text
      .split(separator: "\n").dropFirst(2).map(String.init)
    return lines + afterwards(result)
  }

  /// Returns the questions left, the effect of the same answers once more, unless they are known, and of those in `again` instead.
  private func afterwards(_ result: AnsweredText) -> [String] {
    guard let after = (try? TestDesignTests.analysed(result.text)) else { return ["broken"] }
    let again = after.answered(result.outcomes.map(\.answer), in: result.text)
    let states = zip(result.outcomes, again.outcomes).filter {
      $0.state.isApplied && $1.state != .known
    }.map { "again: \(words($1.state))" }
    let later = inputs["again"].split(separator: "\n").flatMap { said in
      let answers = result.outcomes.map { $0.answer.saying(String(said)) }
      return after.answered(answers, in: result.text).outcomes
        .map { "then “\(said)”: \(words($0.state))" }
    }
    let codes = Dictionary(grouping: after.analysis.questions, by: \.code.rawValue)
    let open = codes.map { "\($0.key) ×\($0.value.count)" }.sorted().joined(separator: ", ")
    return states + later + (again.text == result.text ? [] : ["again: the text changes"]) + [
      "open: \(open)"
    ]
  }

  /// Returns the readings of the answers, whichever kind of answer is chosen.
  private func readings(_ analysed: AnalysedSpecification) -> [String] {
    inputs.fences.filter { $0.kind == "answer" }.map { fence in
      guard let (finding, kind, _) = parsed(fence.arguments, analysed) else {
        return "no such question: \(fence.arguments)"
      }
      return words(read(String(fence.body.dropLast()), kind, to: finding, of: analysed))
    }
  }

  /// Returns the reading of the value `option | text beside it` for the first rule, or `–` if it chooses none.
  private func beside(_ analysed: AnalysedSpecification) -> String {
    let parts = inputs["value"].split(separator: "|", omittingEmptySubsequences: false)
    guard let finding = analysed.analysis.findings.first(where: { $0.code == .undecidedRule })
    else { return "no question" }
    return AnswerReader(analysed.specification.language).read(
      parts.dropFirst().joined(separator: "|").trimmed,
      beside: parts[0].trimmed,
      to: setting(finding, analysed)
    ).map(words) ?? "–"
  }

  /// Parses the arguments of an answer.
  ///
  /// The question is `CODE`, `CODE:2` for the second of a kind or `CODE:ENTRY` for one about an entry of the catalogue; then follow the
  /// kind of the answer, if chosen, and after `|` the text beside it.
  private func parsed(
    _ arguments: String,
    _ analysed: AnalysedSpecification
  ) -> (Finding, QuestionAnswer.Kind?, comment: String)? {
    let parts = arguments.split(separator: "|", maxSplits: 1).map { $0.trimmed }
    let words = parts[0].split(separator: " ").map(String.init)
    let name = words[0].split(separator: ":").map(String.init)
    let found = analysed.analysis.questions.filter { finding in
      finding.code.rawValue == name[0]
        && (name.count == 1 || Int(name[1]) != nil || finding.entries == [name[1]])
    }
    let number = name.count > 1 ? Int(name[1]) ?? 1 : 1
    guard found.indices.contains(number - 1) else { return nil }
    let kind = words.count > 1 ? QuestionAnswer.Kind(rawValue: words[1]) : nil
    return (found[number - 1], kind, parts.count > 1 ? parts[1] : "")
  }

  private func read(
    _ answer: String,
    _ kind: QuestionAnswer.Kind?,
    to finding: Finding,
    of analysed: AnalysedSpecification
  ) -> AnswerReading {
    AnswerReader(analysed.specification.language).read(
      answer,
      kind: kind,
      to: setting(finding, analysed)
    )
  }

  private func setting(_ finding: Finding, _ analysed: AnalysedSpecification) -> AnswerSetting {
    let asked =
      finding.code == .undecidedRule
      ? finding.rules.first.flatMap { analysed.specification.rules[$0].openQuestion }
      : analysed.specification.questions.first { $0.question.span == finding.span }?.question
    let options = asked?.options ?? (finding.question?.choices ?? []).map { [$0] }
    return AnswerSetting(finding, options: options, in: analysed.specification)
  }

  private func words(_ reading: AnswerReading) -> String {
    switch reading {
    case .said(let kind, let text): "\(kind): \(text.replacing("\n", with: #"\n"#))"
    case .refused(let reason): "refused: \(words(reason))"
    }
  }

  private func words(_ state: AnswerOutcome.State) -> String {
    switch state {
    case .applied(let phrase): "applied: \(phrase)"
    case .known: "known"
    case .stale(let reason): "stale: \(words(reason))"
    case .refused(let reason): "refused: \(words(reason))"
    }
  }

  private func words(_ reason: AnswerReason) -> String {
    reason.text(specification?.language ?? .english)
  }
}

extension [String] {
  var orNone: [String] { isEmpty ? ["–"] : self }
}

extension Diagnostic {
  fileprivate var remark: String { ([message] + help).joined(separator: "; ") }
}

extension Finding {
  fileprivate var remark: String { ([message] + help).joined(separator: "; ") }
}

extension Analysis.Counts {
  fileprivate var inWords: String {
    let numbers = [
      (combinations, "combinations"), (defined, "defined"), (undecided, "undecided"),
      (contradictory, "contradictory"), (undefined, "undefined"),
    ]
    return numbers.map { "\($0 ?? "?") \($1)" }.joined(separator: ", ")
  }
}

extension AnalysedSpecification {
  /// All combinations of values, `nil` if a factor does not apply; the operation is last.
  private var everyCombination: [Combination] {
    var rows: [[Int?]] = [[]]
    for factor in specification.factors {
      let values: [Int?] =
        (factor.onlyWhen == nil ? [] : [nil]) + factor.values.indices.map(Optional.some)
      rows = rows.flatMap { row in values.map { row + [$0] } }
    }
    return specification.operationValues.indices.flatMap { operation in
      rows.map { Combination(values: $0, operation: operation) }
    }
  }

  /// The deciding and the overruled rules of each possible combination.
  fileprivate var combinationLines: [String] {
    let rules = specification.rules
    return everyCombination.compactMap { combination in
      guard let explanation = explanation(of: combination) else { return nil }
      let winners = explanation.winners.map { rules[$0].id }.joined(separator: ", ")
      let defeats = explanation.overridden.flatMap { loser in
        loser.by.map { "; \(rules[loser.rule].id) gives way to \(rules[$0.rule].id): \($0.reason)" }
      }
      return ids(of: combination) + ": " + (winners.isEmpty ? "–" : winners) + defeats.joined()
    }
  }

  private func ids(of combination: Combination) -> String {
    let values = zip(specification.factors, combination.values).map { factor, value in
      value.map { factor.values[$0].id } ?? "-"
    }
    return ([specification.operationValues[combination.operation].id] + values)
      .joined(separator: " ")
  }

  fileprivate func line(_ decision: Decision) -> String {
    let kinds = decision.kinds.map { "\($0)" }.joined(separator: "+")
    let asked = decision.isAsked ? "asked" : "listed"
    let rules = "\(decision.winner.map { "\($0)" } ?? "–") > \(decision.beaten)"
    let count = decision.combinations ?? "?"
    return "\(kinds) \(decision.state) \(asked) \(rules) ×\(count): \(decision.sentence)"
  }

  fileprivate var assumptionLines: [String] {
    get throws {
      let wording = Wording(specification)
      return assumptions(try unreadFactors()).map {
        "\(specification.operationValues[$0.operationValue].id): \(wording.assumption($0))"
      }
    }
  }

  /// The table of each operation, with the deciding and the overruled rules of each cell.
  fileprivate var outcomeLines: [String] {
    get throws {
      try specification.operations.indices.flatMap { operation in
        let table = try outcomeTable(of: operation)
        return [specification.operations[operation].id]
          + zip(table.lines(specification), table.cells).map { line, cell in
            "  \(line) | ×\(cell.combinations ?? "?") rules \(cell.rules) instead of \(cell.insteadOf)"
          }
      }
    }
  }

  /// The values of each factor, invalid ones with `!`, and the undecided numbers.
  fileprivate var valueLines: [String] {
    func line(_ name: String, _ values: [FactorValue], _ open: [ClosedRange<Int>]) -> String {
      let ids = values.map { $0.id + ($0.isInvalid ? "!" : "") }.joined(separator: " ")
      return "\(name): \(ids)" + (open.isEmpty ? "" : " (open: \(open))")
    }
    return specification.factors.map { line($0.name, $0.values, undefinedNumbers(of: $0.name)) }
      + specification.operations.filter { !$0.variants.isEmpty }.map {
        line($0.id, $0.variants, undefinedVariants)
      }
  }

  /// The cases of a suite of strength 1.
  fileprivate var rowLines: [String] {
    get throws {
      let matrix = try cases(earlier: nil, depth: .all, strength: 1)
      return (try verify(matrix).isCertified ? [] : ["not certified"])
        + matrix.cases.map { ids(of: $0.combination) }
    }
  }
}
