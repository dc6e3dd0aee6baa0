import Combinatorics
import Diagnostics
import Specification
import Text

/// Questions that people have written down themselves.
extension FindingWriter {
  /// The open questions of the rules, of those that win somewhere.
  mutating func undecidedFindings() throws(LimitExceeded) -> [(rule: Int, finding: Finding)] {
    var findings: [(rule: Int, finding: Finding)] = []
    for (rule, declaredRule) in specification.rules.enumerated() {
      guard let question = declaredRule.openQuestion, regions.wins[rule] != .empty else { continue }
      let message = wording.undecidedQuestion(rule)
      let place =
        declaredRule.house.map { " in \($0.path):\($0.line), or write a rule here," } ?? ""
      findings.append(
        (
          rule,
          Finding(
            code: .undecidedRule,
            severity: isDeferred(question) ? .warning : .error,
            id: ids.next(
              "Q",
              ["undecided", specification.id, idPart(ofRule: rule), question.text]
            ),
            message: message,
            span: question.span,
            help: help(question) + ["replace `question` with `then`\(place) once decided"],
            cube: try exactCube(ofRule: rule),
            combinations: space.decimalCount([regions.wins[rule]]),
            ask: question.ask ?? specification.owner,
            rules: [rule],
            isOverdue: isOverdue(question),
            question: QuestionDetail(
              operation: try singleOperation(ofRule: rule),
              condition: wording.condition(of: declaredRule.when),
              example: try example(of: regions.wins[rule], in: Cube(full: lowered.domains)),
              fingerprint: fingerprint(message, idParts(declaredRule.when), rules: [])
            )
          )
        )
      )
    }
    return findings
  }

  /// What the team asks itself beside the matrix and has not decided; what puts an operation off is asked with the operation.
  mutating func openQuestions() -> [Finding] {
    specification.questions.filter { $0.operation == nil && $0.decision.isEmpty }.map { asked in
      let question = asked.question
      let message = question.text.onOneLine
      let place = asked.house.map { " in \($0.path):\($0.line)" } ?? ""
      return Finding(
        code: .openQuestion,
        severity: isDeferred(question) ? .warning : .error,
        id: ids.next("Q", ["open", specification.id, question.text]),
        message: message,
        span: question.span,
        help: help(question) + [
          "once it is answered, write what follows from it, and the answer as `then`\(place)"
        ],
        ask: question.ask ?? specification.owner,
        isOverdue: isOverdue(question),
        question: QuestionDetail(
          condition: "",
          fingerprint: fingerprint(message, [], rules: [])
        )
      )
    }
  }

  func isDeferred(_ question: Rule.OpenQuestion) -> Bool {
    question.until.map { today <= $0 } ?? false
  }

  private func isOverdue(_ question: Rule.OpenQuestion) -> Bool {
    question.until != nil && !isDeferred(question)
  }

  /// Until when the question may wait, and the answers to choose from.
  func help(_ question: Rule.OpenQuestion) -> [String] {
    var help: [String] = []
    if let until = question.until {
      help.append(
        isDeferred(question)
          ? "deferred until \(until): an error from the day after"
          : "the deferral ended on \(until)"
      )
    }
    if !question.options.isEmpty {
      let options = question.options.enumerated().map { number, results in
        "\(Self.circled(number + 1)) \(results.map(\.onOneLine).joined(separator: " / "))"
      }
      help.append("the options: " + options.joined(separator: "; "))
    }
    return help
  }

  /// ① to ⑳, then (21).
  private static func circled(_ number: Int) -> String {
    guard number <= 20, let digit = Unicode.Scalar(0x245F + UInt32(number)) else {
      return "(\(number))"
    }
    return String(digit)
  }

  /// The rule's condition as a cube, where the rule wins in all of it.
  private func exactCube(ofRule rule: Int) throws(LimitExceeded) -> NamedCube? {
    guard lowered.rules[rule].count == 1,
      try space.isWithin(regions.matches[rule], regions.wins[rule])
    else { return nil }
    return lowered.named(lowered.rules[rule][0])
  }

  /// The only operation for which a rule wins.
  private func singleOperation(ofRule rule: Int) throws(LimitExceeded) -> Int? {
    let support = try space.rows(of: regions.wins[rule]).support(in: Cube(full: lowered.domains))
    let operations = support?.values(of: lowered.operationFactor).map {
      lowered.operationValues[$0].operation
    }
    guard let first = operations?.first, operations?.allSatisfy({ $0 == first }) ?? false else {
      return nil
    }
    return first
  }
}
