import Diagnostics
import Specification
import TestDesign

extension CheckReport {
  /// What was found in all specs together: `2 specs checked: 3 errors, 1 note`.
  var totalLine: String {
    let known = specs.reduce(0) { $0 + $1.knownFindings }
    let rest = known > 0 ? "; \(counted(known, "known finding")) left out" : ""
    return "\(counted(specs.count, "spec")) checked: \(tally.phrase)\(rest)"
  }
}

extension SpecCheck {
  /// What the check says of the spec as a whole:
  /// `POST: 96 combinations, 83.3 % defined, 12 undefined, 4 undecided; 3 questions (2 undefined, 1 undecided)`.
  ///
  /// A spec without an answer has none.
  var summaryLine: String? {
    guard case .analysed(let specification, let analysis) = outcome else { return nil }
    let counts = analysis.counts
    let all = CombinationCount(counts.combinations)
    let defined = counts.defined.map(CombinationCount.init)
    var parts = ["\(all.readable) combination\(all.isOne ? "" : "s")"]
    if let defined {
      parts.append(all == defined ? "all defined" : "\(defined.share(of: all)) defined")
    } else {
      parts.append("defined and contradictory ones too entangled to count")
    }
    for (decimal, state) in [
      (counts.undefined, "undefined"), (counts.undecided, "undecided"),
      (counts.contradictory ?? "0", "contradictory"),
    ] {
      let count = CombinationCount(decimal)
      if !count.isZero { parts.append("\(count.readable) \(state)") }
    }
    return "\(specification.id): " + parts.joined(separator: ", ") + "; " + questionsPhrase
  }

  /// `3 questions (2 undefined, 1 undecided)`, or `no question`.
  private var questionsPhrase: String {
    let questions = findings.filter(\.isQuestion)
    let noun = knownFindings > 0 ? "new question" : "question"
    guard !questions.isEmpty else { return "no \(noun)s" }
    let kinds: [(FindingCode, String)] = [
      (.undefinedExpectation, "undefined"), (.undecidedExpectation, "undecided"),
      (.contradictoryExpectations, "contradictory"),
    ]
    let parts = kinds.compactMap { code, name in
      let number = questions.count { $0.code == code }
      return number > 0 ? "\(number) \(name)" : nil
    }
    return "\(counted(questions.count, noun)) (\(parts.joined(separator: ", ")))"
  }

  /// That not all questions are listed, where a budget was exceeded; the verdict on every combination stands all the same.
  var incompleteNote: Diagnostic? {
    guard case .analysed(let specification, let analysis) = outcome, !analysis.incomplete.isEmpty
    else { return nil }
    let operations = analysis.incomplete.map { specification.operations[$0].id }
    return Diagnostic(
      code: "incomplete-list",
      severity: .note,
      message: "not all questions listed for \(operations.joined(separator: ", "))",
      span: nil,
      help: ["the numbers of combinations are exact; answer some questions and check again"]
    )
  }
}
