import Diagnostics
package import Specification
package import TestDesign

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
    if let example = finding.question?.example {
      text.heading("for example:")
      text.combination(example, of: specification)
    }
    rules(&text)
    if let suggestion = finding.question?.suggestion, !suggestion.isEmpty {
      text.heading("all neighbours agree on:")
      for result in suggestion { text.item(result) }
    }
    if let followUp = finding.question?.followUp {
      text.heading("often asked here:")
      text.item(followUp)
    }
    if !finding.help.isEmpty {
      text.heading("what to do:")
      for help in finding.help { text.item(help) }
    }
    if let stub = finding.stub {
      text.heading("to answer, add to `expectations`:")
      text.block(stub)
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
    if let combinations = finding.combinations {
      // Every digit: this is where somebody asks for the exact number.
      let whole = CombinationCount(counts.combinations)
      let part = CombinationCount(combinations)
      facts.append(
        (
          "stands for",
          "\(part.grouped) of \(whole.grouped) combinations (\(part.share(of: whole)))"
        )
      )
    }
    if let ask = finding.ask { facts.append(("ask", ask)) }
    return facts
  }

  private func rules(_ text: inout TerminalText) {
    if let nearest = finding.question?.nearest, let phrase = finding.question?.nearestRule {
      text.heading("nearest rule:")
      text.item(phrase)
      text.rule(nearest, of: specification)
    } else if !finding.rules.isEmpty {
      let disagree = finding.code == .contradictoryExpectations
      text.heading(disagree ? "rules that disagree:" : "rules:")
      for rule in finding.rules { text.rule(rule, of: specification) }
    } else {
      text.heading("no rule speaks of this operation")
    }
  }
}
