import Specification

/// What a pack can be told: what holds for every spec that declares what it names.
extension AnswerPlanner {
  /// What reports call the rule that an answer makes or decides.
  var noun: String { pack == nil ? "rule" : "house rule" }

  /// Why the answer to a question cannot go to the pack; `nil` where it can, or goes to the spec.
  func reasonAgainstPack(_ answer: QuestionAnswer, _ question: AskedQuestion) -> AnswerReason? {
    guard let pack else { return nil }
    let instead = "run without --pack"
    if let entry = question.entry {
      return specification.questions[entry].house == nil
        ? "this question stands under `questions` of the spec; \(instead)" : nil
    }
    if !question.unread.isEmpty { return "only the spec knows what it reads; \(instead)" }
    if answer.kind == .depends { return "only the spec can split its question; \(instead)" }
    // The nearest rule of what is undefined says nothing about it.
    guard question.finding.code != .undefinedCombination else { return nil }
    for rule in question.finding.rules {
      guard let house = specification.rules[rule].house else {
        return question.rule == nil
          ? "rules of the spec disagree; \(instead)" : "a rule of the spec asks this; \(instead)"
      }
      if question.rule != nil, house.path != pack {
        let name = wording.nameOfHouseRule(rule) ?? ""
        return "\(name) asks this; write --pack with the path of that pack, or \(instead)"
      }
    }
    return nil
  }

  /// Why a new rule cannot stand in the pack; `nil` where it can, or stands in the spec.
  func reasonAgainst(_ rule: AnswerRule) -> AnswerReason? {
    pack != nil && rule.goesFirst ? noException : nil
  }

  /// Why a rule that must come first cannot stand in a pack.
  var noException: AnswerReason {
    .init(
      "the rule would be no exception of the house rules that disagree, and nothing puts a "
        + "house rule first; narrow one of them by hand"
    )
  }
}
