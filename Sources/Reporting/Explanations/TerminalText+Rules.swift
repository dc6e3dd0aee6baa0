import Diagnostics
import Specification
import TestDesign

extension TerminalText {
  /// A rule: its name and place, its condition in words, and what it says.
  mutating func rule(_ number: Int, of specification: Specification, note: String? = nil) {
    let rule = specification.expectations[number]
    let place = "`\(rule.id)` (line \(rule.span.start.line))"
    item(place + (note.map { ": \($0)" } ?? ""))
    item(Wording(specification).condition(of: rule.when), indent: 4, lead: "when  ")
    switch rule.outcome {
    case .then(let results):
      for (index, result) in results.enumerated() {
        item(result.text, indent: 4, lead: index == 0 ? "then  " : "      ")
      }
    case .undecided(let question):
      item(question.text, indent: 4, lead: "open  ")
      if let ask = question.ask ?? specification.owner { item(ask, indent: 4, lead: "ask   ") }
      if let until = question.until { item("\(until)", indent: 4, lead: "until ") }
    }
    if let source = rule.source { item(source, indent: 4, lead: "from  ") }
  }

  /// A combination: each factor that applies with its value and how the spec names it, the operation last.
  mutating func combination(_ combination: Combination, of specification: Specification) {
    let wording = Wording(specification)
    let text = ReportText(language: specification.language)
    var pairs: [(String, String)] = []
    for (number, factor) in specification.factors.enumerated() {
      guard let value = combination.values[number] else { continue }
      pairs.append((factor.label, wording.value(value, of: number)))
    }
    pairs.append((text("Operation", "操作"), wording.operation(combination.operation)))
    self.pairs(pairs)
  }
}
