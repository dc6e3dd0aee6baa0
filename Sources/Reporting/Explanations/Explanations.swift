import Diagnostics
package import Specification
package import TestDesign
import Text

/// What a question is about and what answers it, for `explain QUESTION-ID`.
package struct QuestionReport {
  private let specification: Specification
  private let counts: Analysis.Counts
  private let finding: Finding
  /// The cases of the suite generated last that meet it.
  private let cases: [String]

  package init(
    _ specification: Specification,
    _ analysis: Analysis,
    _ finding: Finding,
    cases: [String]
  ) {
    self.specification = specification
    counts = analysis.counts
    self.finding = finding
    self.cases = cases
  }

  /// The explanation within so many columns.
  package func text(columns: Int, usesColor: Bool = false) -> String {
    var text = TerminalText(columns: columns, usesColor: usesColor)
    text.heading("\(finding.id): \(finding.message)")
    text.pairs(facts)
    let pairs = finding.disagreements(in: specification)
    if (finding.question?.disagreements.count ?? 0) > 1 {
      text.heading("where they disagree:")
      for pair in pairs { text.item(pair) }
    } else if let example = finding.question?.example {
      text.heading("for example:")
      text.combination(example, of: specification)
    }
    rules(&text)
    if let followUp = finding.question?.followUp {
      text.heading("typical question:")
      text.item(followUp)
    }
    if !finding.help.isEmpty {
      text.heading("what to do:")
      for help in finding.help { text.item(help) }
    }
    for stub in finding.stubsInPlace {
      text.heading(stub.heading)
      text.block(stub.text)
    }
    if !cases.isEmpty {
      text.heading("met by \(counted(cases.count, "case")) of the suite generated last:")
      text.item(cases.joined(separator: ", "))
    }
    return text.text
  }

  private var facts: [(String, String)] {
    var facts = [
      ("is", finding.code.rawValue),
      ("at", "\(specification.path):\(finding.span.start.line):\(finding.span.start.column)"),
    ]
    if let combinations = finding.combinations, let all = counts.combinations {
      // Every digit: this is where somebody asks for the exact number.
      let whole = CombinationCount(all)
      let part = CombinationCount(combinations)
      facts.append(
        (
          "stands for",
          "\(part.grouped) of \(whole.grouped) combinations (\(part.share(of: whole)))"
        )
      )
    }
    if let ask = finding.ask { facts.append(("ask", ask)) }
    if let until = finding.asked(in: specification)?.until { facts.append(("until", "\(until)")) }
    if let house = finding.teamQuestion(in: specification)?.house {
      facts.append(("asked in", "\(house.path):\(house.line)"))
    }
    return facts
  }

  private func rules(_ text: inout TerminalText) {
    if let nearest = finding.question?.nearest, let phrase = finding.question?.nearestRule {
      text.heading("nearest rule:")
      text.item(phrase)
      text.rule(nearest, of: specification)
    } else if !finding.rules.isEmpty {
      let disagree = finding.code == .contradictoryRules
      text.heading(disagree ? "rules that disagree:" : "rules:")
      for rule in finding.rules { text.rule(rule, of: specification) }
    } else if finding.entries.isEmpty, finding.code != .openQuestion {
      text.heading("no rule speaks of this operation")
    }
  }
}

extension TerminalText {
  /// A rule: its name and place, its condition in words, and what it says.
  mutating func rule(_ number: Int, of specification: Specification, note: String? = nil) {
    let rule = specification.rules[number]
    item(rule.referenceInText + (note.map { ": \($0)" } ?? ""))
    item(Wording(specification).condition(of: rule.when), indent: 4, lead: "when  ")
    switch rule.outcome {
    case .then(let results):
      for (index, result) in results.enumerated() {
        let word = rule.isAddition ? "adds  " : "then  "
        item(result.text, indent: 4, lead: index == 0 ? word : "      ")
      }
    case .placeholder(let placeholder):
      for (index, result) in placeholder.results.enumerated() {
        item(result.text, indent: 4, lead: index == 0 ? "open  " : "      ")
      }
    case .question(let question):
      item(question.text, indent: 4, lead: "open  ")
      if let ask = question.ask ?? specification.owner { item(ask, indent: 4, lead: "ask   ") }
    }
    if let until = rule.until { item("\(until)", indent: 4, lead: "until ") }
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
    let operation = specification.caseOperationOfValue[combination.operation]
    pairs.append((text("Operation", "操作"), wording.caseOperation(operation)))
    self.pairs(pairs)
  }
}
