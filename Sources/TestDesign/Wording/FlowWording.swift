import Diagnostics
import Specification
import Text

/// Sentences about states and transitions.
extension Wording {
  /// The maximum number of values of a long list that a question names.
  private static let maxValues = 3

  /// Asks what leads to some values, or what makes a statement true or false; names at most `maxValues` listed values.
  ///
  /// "What makes “Transfer” become “Expired”?", 「送金」が「期限切れ」になるのは、どのようなときですか？
  func unreached(_ all: NamedCube.Literal) -> String {
    let factor = specification.factors[all.factor]
    var literal = all
    if factor.line == nil { literal.values = Array(all.values.prefix(Self.maxValues)) }
    let more = all.values.count - literal.values.count
    switch language {
    case .english:
      if factor.isYesNo {
        let isTrue = factor.values[literal.values[0]].id == "yes"
        return "What makes “\(factor.label.onOneLine)” \(isTrue ? "true" : "no longer true")?"
      }
      let (subject, complement) = englishSides(literal)
      let others = more > 0 ? ", or one of \(more) more values" : ""
      return "What makes \(subject) become \(complement)\(others)?"
    case .japanese:
      let (words, endsInStatement) = japaneseParts([literal])
      return more > 0
        ? "\(words)など\(all.values.count)個の値になるのは、それぞれどのようなときですか？"
        : words + (endsInStatement ? "状態" : "") + "になるのは、どのようなときですか？"
    }
  }

  /// Returns the rules by their results; of rules with the same changes, only the first.
  func rulesBySaying(_ rules: [Int]) -> [[String]?: [Int]] {
    let distinct = rules.gathered { specification.rules[$0].effect }.map { $0[0] }
    return Dictionary(grouping: distinct) { specification.rules[$0].results }
  }

  /// Returns the results of a rule, followed by the changes in which it differs from other rules with the same results.
  func results(of rule: Rule, toldFrom others: [Int]) -> [String] {
    let alike = others.map { specification.rules[$0] }.filter { $0.results == rule.results }
    let moving = Set(([rule] + alike).flatMap { $0.becomes.map(\.factor) }).sorted()
    return (rule.results ?? [])
      + moving.filter { factor in
        alike.contains { $0.target(of: factor) != rule.target(of: factor) }
      }
      .map { change(of: $0, to: rule.target(of: $0)) }
  }

  /// "Door becomes Open", ドアが開になる.
  private func change(of factor: Int, to target: Rule.Move.Target?) -> String {
    let label = specification.factors[factor].label.onOneLine
    switch target {
    case nil: return language.choose("\(label) does not change", "\(label)は変わらない")
    case .any: return language.choose("\(label) becomes any value", "\(label)がいずれかの値になる")
    case .step(let step): return "\(label) \(step > 0 ? "+" : "")\(step)"
    case .value(let value):
      let value = self.value(value, of: factor)
      return specification.factors[factor].isYesNo
        ? language.choose("\(label): \(value)", "\(label)：\(value)")
        : language.choose("\(label) becomes \(value)", "\(label)が\(value)になる")
    }
  }

  /// "Once the stay is “Collected” or “Cancelled”, nothing changes it any more"; 滞在が終了または取消になったら、以後は変わらない.
  func final(_ literals: [NamedCube.Literal]) -> String {
    let factor = specification.factors[literals[0].factor]
    // The values of a single factor are all named, even if the missing ones would be shorter.
    let isList = literals.count == 1 && !factor.isYesNo && factor.line == nil
    let each =
      !isList
      ? [] : literals[0].values.map { NamedCube.Literal(factor: literals[0].factor, values: [$0]) }
    switch language {
    case .english:
      let sides = each.map { englishSides($0) }
      let states =
        isList
        ? "\(sides[0].subject) is \(either(sides.map(\.complement)))"
        : "\(condition(literals).trimmingPrefix("if "))"
      return "Once \(states), nothing changes \(literals.count > 1 ? "them" : "it") any more"
    case .japanese:
      let (words, endsInStatement) = japaneseParts(telling(literals))
      let labels = literals[0].values.map { factor.values[$0].label.onOneLine }
      let areNouns = labels.allSatisfy(JapaneseGrammar.isNounPhrase)
      let values = either(areNouns ? labels : labels.map(JapaneseGrammar.quoted))
      // 通知が送信済みである
      let state =
        words.hasSuffix("である")
        ? String(words.dropLast(3)) : words + (endsInStatement ? "状態" : "")
      return
        (isList ? "\(JapaneseGrammar.noun(factor.label.onOneLine))が\(values)" : state)
        + "になったら、以後は変わらない"
    }
  }

  /// The maximum number of groups of operations named.
  private static let maxGroups = 5

  /// "If these happen almost at the same moment, whichever comes first counts: “Accept” and “The link expires”".
  func crossings(_ groups: [[Int]]) -> String {
    let more = groups.count - Self.maxGroups
    var named = groups.prefix(Self.maxGroups).map { group in
      let labels = group.map { quoted(specification.operations[$0].label.onOneLine) }
      let isPair = labels.count == 2
      return language.choose(
        (isPair ? "" : "any two of ") + EnglishGrammar.list(labels, "and"),
        labels.joined(separator: isPair ? "と" : "") + (isPair ? "" : "のうち二つ")
      )
    }
    if more > 0 { named.append(language.choose("\(more) more", "ほか\(more)組")) }
    let all = named.joined(separator: language == .english ? "; " : "、")
    return say("If these happen almost at the same moment, whichever comes first counts: \(all)")
  }
}

extension Rule {
  /// Returns the new value of a factor, or `nil` if it stays unchanged.
  fileprivate func target(of factor: Int) -> Move.Target? {
    becomes.first { $0.factor == factor }?.target
  }
}
