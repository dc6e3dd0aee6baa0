import Diagnostics
import Specification
import Text
import YAMLSyntax

/// Says of answers whether they still fit the spec, and what they ask to be changed.
struct AnswerJudge {
  /// What is to be done about an answer.
  enum Verdict {
    /// Nothing: this is what became of it.
    case settled(AnswerOutcome.State)
    /// These changes are to be made; with them the question is closed unless it is put off.
    case changes([SpecificationChange], phrase: String, closes: String?)
    /// The same as of an earlier answer, of this number.
    case sameAs(Int)
  }

  private let analysed: AnalysedSpecification
  private let planner: AnswerPlanner
  private let earlier: EarlierAnswers

  init(_ analysed: AnalysedSpecification, _ editor: YAMLEditor, today: CalendarDay) {
    self.analysed = analysed
    planner = AnswerPlanner(analysed, today: today)
    earlier = EarlierAnswers(planner, editor)
  }

  /// A verdict on each of some answers.
  func verdicts(on answers: [QuestionAnswer]) -> [Verdict] {
    let byQuestion = Dictionary(grouping: answers.indices) { answers[$0].question }
    return answers.indices.map { number in
      let answer = answers[number]
      let same = byQuestion[answer.question] ?? []
      let others = same.filter {
        answers[$0].kind != answer.kind || answers[$0].text != answer.text
      }
      if let other = others.first {
        let place = answers[other].place
        return .settled(
          .refused("\(place) gives a different answer to the same question; keep one of the two")
        )
      }
      if let first = same.first, first < number { return .sameAs(first) }
      return verdict(on: answer)
    }
  }

  private func verdict(on answer: QuestionAnswer) -> Verdict {
    let finding = analysed.analysis.findings.first { $0.id == answer.question && $0.isQuestion }
    guard let finding, let question = AskedQuestion(finding, in: analysed) else {
      return .settled(earlier.state(of: answer))
    }
    guard isCurrent(answer, finding) else {
      // What was put off and put off again the same way is no news.
      if case .known = earlier.state(of: answer) { return .settled(.known) }
      return .settled(.stale(now: "the spec now asks: \(finding.message.onOneLine)"))
    }
    switch planner.plan(answer, to: question) {
    case .refused(let reason): return .settled(.refused(reason))
    case .known: return .settled(.known)
    case .changes(let changes, let phrase):
      let isPutOff = question.rule != nil && answer.kind == .later
      return .changes(changes, phrase: phrase, closes: isPutOff ? nil : finding.id)
    }
  }

  /// Whether the question is still the one that was answered.
  private func isCurrent(_ answer: QuestionAnswer, _ finding: Finding) -> Bool {
    if let fingerprint = answer.fingerprint {
      return fingerprint == finding.question?.fingerprint
    }
    return answer.sentence.map { $0.folded == finding.message.folded } ?? true
  }
}

/// Finds what earlier answers have become in a spec, by the ids of questions that rules, constraints and comments mention.
struct EarlierAnswers {
  private let planner: AnswerPlanner
  /// The text's lines in lower case.
  private let lines: [String]
  /// The lines in which the rules begin, by rule.
  private let starts: [Int]
  private var specification: Specification { planner.specification }

  init(_ planner: AnswerPlanner, _ editor: YAMLEditor) {
    self.planner = planner
    lines = SourceLines(editor.text).lines.map { $0.lowercased() }
    starts = editor.lines(ofItemsUnder: "expectations")
  }

  /// What is to be said of an answer to a question that the spec does not ask.
  func state(of answer: QuestionAnswer) -> AnswerOutcome.State {
    let rules = rules(mentioning: answer)
    let reasons = specification.constraints.compactMap(\.because).filter {
      $0.contains(answer.question)
    }
    let isKnown =
      switch answer.kind {
      case .asWritten: rules.contains { $0.results == answer.results }
      case .notPossible, .outOfScope: reasons.contains(planner.reason(answer))
      case .later:
        switch planner.deferralDay(answer) {
        case .success(let day): rules.contains { $0.openQuestion?.until == day }
        case .failure: false
        }
      case .depends: rules.count > 1
      }
    if isKnown { return .known }
    let said =
      rules.map { rule in
        "rule \(rule.id) says: "
          + (rule.results ?? [rule.openQuestion?.text ?? ""])
          .map(\.onOneLine).joined(separator: "; ")
      } + reasons.map { "a constraint says: \($0.onOneLine)" }
    return .stale(
      now: said.isEmpty ? "the spec no longer asks this" : said.joined(separator: "; ")
    )
  }

  /// The rules that an answer to the question made or decided.
  private func rules(mentioning answer: QuestionAnswer) -> [Rule] {
    let declaredRules = specification.rules
    let id = answer.ruleID
    let found = declaredRules.filter {
      $0.id == id || $0.id.hasPrefix(id + "-") || $0.source?.contains(answer.question) ?? false
    }
    guard found.isEmpty else { return found }
    // A rule with a source of its own has the answer's as a comment.
    let question = answer.question.lowercased()
    guard let line = lines.firstIndex(where: { $0.contains("# " + question) }),
      let rule = starts.lastIndex(where: { $0 <= line + 1 })
    else { return [] }
    return [declaredRules[rule]]
  }
}
