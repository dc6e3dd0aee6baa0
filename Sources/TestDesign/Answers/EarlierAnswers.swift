import Diagnostics
import Specification
import Text
import YAMLSyntax

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
  private func rules(mentioning answer: QuestionAnswer) -> [Expectation] {
    let expectations = specification.expectations
    let id = answer.ruleID
    let found = expectations.filter {
      $0.id == id || $0.id.hasPrefix(id + "-") || $0.source?.contains(answer.question) ?? false
    }
    guard found.isEmpty else { return found }
    // A rule with a source of its own has the answer's as a comment.
    let question = answer.question.lowercased()
    guard let line = lines.firstIndex(where: { $0.contains("# " + question) }),
      let rule = starts.lastIndex(where: { $0 <= line + 1 })
    else { return [] }
    return [expectations[rule]]
  }
}
