import Diagnostics
import Specification
import Text

extension FindingWriter {
  /// Returns findings on labels and results that name a day that does not exist; invalid values may do so.
  mutating func impossibleDays() -> [Finding] {
    var texts: [(text: String, span: SourceSpan)] = []
    for factor in specification.factors {
      texts.append((factor.label, factor.span))
      texts += labels(of: factor.values)
    }
    for operation in specification.operations {
      texts.append((operation.label, operation.span))
      texts += labels(of: operation.variants)
    }
    for rule in specification.rules where rule.house == nil {
      guard case .then(let results) = rule.outcome else { continue }
      texts += results.map { ($0.text, $0.span) }
    }
    return texts.compactMap { text, span in
      guard let day = ImpossibleDay.first(in: text) else { return nil }
      let neighbours = ImpossibleDay.neighbours(of: day)
      return Finding(
        code: .noSuchDay,
        id: ids.next("Q", ["day", specification.id, text]),
        message: wording.dayQuestion(day, neighbours),
        span: span,
        help: [
          say("correct the day; if it is meant to be wrong, mark the value `invalid: true`")
        ],
        question: QuestionDetail(
          choices: neighbours,
          fingerprint: Self.fingerprint(["day"], of: [text])
        )
      )
    }
  }

  /// Returns the labels that an author wrote, without generated numbers and days.
  private func labels(of values: [FactorValue]) -> [(text: String, span: SourceSpan)] {
    values.filter { $0.hasOwnLabel && !$0.isInvalid && $0.number == nil }.map {
      ($0.label, $0.span)
    }
  }
}

extension Wording {
  /// Asks which day is meant, as in "There is no 31 June: 30 June or 1 July?".
  fileprivate func dayQuestion(_ day: String, _ neighbours: [String]) -> String {
    neighbours.isEmpty
      ? say("There is no \(day): which day is meant?")
      : say("There is no \(day): \(neighbours[0]) or \(neighbours[1])?")
  }

  /// Asks which one holds: a rule, or the entry of `impossible` that excludes it.
  func whichHolds(_ rule: Int, _ impossibility: Int) -> String {
    let rule = specification.rules[rule]
    let entry = specification.impossible[impossibility]
    let condition = condition(of: rule.when)
    let result = outcome(of: rule)
    let excluded = entry.because ?? cannotOccur(entry.when)
    let said = language.choose("\(condition.capitalisedAtStart): ", "\(condition)、") + result
    return say("Which of the two holds: \(quoted(said)) or \(quoted(excluded.onOneLine))?")
  }
}
