import Specification
import Text

extension Wording {
  /// The question what should happen in combinations that no rule covers.
  func undefinedQuestion(_ cube: NamedCube) -> String {
    let condition = topic(cube.literals)
    switch language {
    case .english:
      let asked = condition.isEmpty ? "what should happen?" : "what should happen \(condition)?"
      return (clauses(cube) + [asked]).joined(separator: ", ").capitalisedAtStart
    case .japanese:
      return (clauses(cube) + [condition, "どうなるべきですか?"])
        .filter { !$0.isEmpty }.joined(separator: "、")
    }
  }

  /// The question which result is right where rules (numbers in `Specification.rules`) disagree.
  func contradictionQuestion(_ cube: NamedCube, rules: [Int]) -> String {
    let condition = topic(cube.literals)
    let outcomes = outcomes(of: rules)
    switch language {
    case .english:
      let asked = condition.isEmpty ? "which is right" : "which is right \(condition)"
      let choice = EnglishGrammar.list(outcomes, "or")
      return (clauses(cube) + [asked]).joined(separator: ", ").capitalisedAtStart + ": \(choice)?"
    case .japanese:
      let choice = outcomes.joined(separator: "と")
      let asked = outcomes.count > 2 ? "のどれが正しいですか?" : "のどちらが正しいですか?"
      return (clauses(cube) + [condition, choice + asked])
        .filter { !$0.isEmpty }.joined(separator: "、")
    }
  }

  /// A rule's own open question, behind the words for where it arises.
  func undecidedQuestion(_ rule: Int) -> String {
    let declaredRule = specification.rules[rule]
    let text = outcome(of: declaredRule)
    let alternatives = declaredRule.when.alternatives
    let context =
      if let only = alternatives.first, alternatives.count == 1 {
        phrase(only.literals, asTopic: true)
      } else {
        condition(of: declaredRule.when)
      }
    guard !context.isEmpty else { return text }
    switch language {
    case .english: return "\(context.capitalisedAtStart): \(text)"
    case .japanese:
      let isAsked = ["か", "か?", "か？"].contains { text.hasSuffix($0) }
      return context + (isAsked ? "、" : "：") + text
    }
  }

  /// What a rule says, its results on one line.
  func outcome(of declaredRule: Rule) -> String {
    switch declaredRule.outcome {
    case .undecided(let question): return question.text.onOneLine
    case .then(let results):
      return results.map(\.text.onOneLine.withoutFullStop)
        .joined(separator: language == .english ? "; " : "、")
    }
  }

  private func clauses(_ cube: NamedCube) -> [String] {
    cube.literals.filter { $0.factor == specification.operationFactor }.map(operationClause)
  }

  /// The different results, each with the rules that say it.
  private func outcomes(of rules: [Int]) -> [String] {
    var outcomes: [(text: String, rules: [String])] = []
    for rule in rules {
      let declaredRule = specification.rules[rule]
      let text = outcome(of: declaredRule)
      if let known = outcomes.firstIndex(where: { $0.text == text }) {
        outcomes[known].rules.append(declaredRule.id)
      } else {
        outcomes.append((text, [declaredRule.id]))
      }
    }
    return outcomes.map { outcome in
      switch language {
      case .english:
        let word = outcome.rules.count == 1 ? "rule" : "rules"
        return quoted(outcome.text) + " (\(word) \(outcome.rules.joined(separator: ", ")))"
      case .japanese:
        return quoted(outcome.text) + "（ルール\(outcome.rules.joined(separator: "・"))）"
      }
    }
  }
}
