import Diagnostics
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

  /// A rule's own open question, behind the words for where it arises; and which comes first where other rules win as well.
  func undecidedQuestion(_ rule: Int, sharing: [Int] = []) -> String {
    let question = undecidedQuestion(rule)
    return sharing.isEmpty ? question : question + " " + orderQuestion(sharing)
  }

  private func undecidedQuestion(_ rule: Int) -> String {
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
    case .question(let question): return question.text.onOneLine
    case .then(let results):
      return results.map(\.text.onOneLine.withoutFullStop)
        .joined(separator: language == .english ? "; " : "、")
    }
  }

  private func clauses(_ cube: NamedCube) -> [String] {
    cube.literals.filter { $0.factor == specification.operationFactor }.map(operationClause)
  }
}

/// What sentences call rules.
extension Wording {
  /// "`free` (line 41)", 「free」（41行目）; of a rule from a pack "house rule free (company.yaml:12)", 社内共通ルール free（company.yaml:12）.
  package func name(ofRule rule: Int) -> String {
    if let name = nameOfHouseRule(rule) { return name }
    let declaredRule = specification.rules[rule]
    let line = declaredRule.span.start.line
    switch language {
    case .english: return "`\(declaredRule.id)` (line \(line))"
    case .japanese: return "「\(declaredRule.id)」（\(line)行目）"
    }
  }

  /// What a rule from a pack is called; `nil` for a rule of the spec.
  package func nameOfHouseRule(_ rule: Int) -> String? {
    let declaredRule = specification.rules[rule]
    guard let house = declaredRule.house else { return nil }
    let place = bracketed("\(house.path):\(house.line)")
    switch language {
    case .english: return "house rule \(declaredRule.id)\(place)"
    case .japanese: return "社内共通ルール \(declaredRule.id)\(place)"
    }
  }
}
