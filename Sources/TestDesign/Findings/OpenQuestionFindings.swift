import Combinatorics
import Diagnostics
import Specification
import Text

/// Questions that people have written down themselves.
extension FindingWriter {
  /// The open questions of the rules, of those that win somewhere.
  ///
  /// Where one wins together with other rules, it asks too which comes first.
  mutating func undecidedFindings() throws(LimitExceeded) -> [(
    rule: Int, sharing: [Int], finding: Finding
  )] {
    var findings: [(rule: Int, sharing: [Int], finding: Finding)] = []
    for (rule, declaredRule) in specification.rules.enumerated() {
      guard let question = declaredRule.openQuestion, regions.wins[rule] != .empty else { continue }
      let sharing = try regions.sharing(withQuestion: rule)
      let message = wording.undecidedQuestion(rule, sharing: sharing)
      let place =
        declaredRule.house.map { " in \($0.path):\($0.line), or write a rule here," } ?? ""
      findings.append(
        (
          rule, sharing,
          Finding(
            code: .undecidedRule,
            severity: isDeferred(question) ? .warning : .error,
            id: ids.next(
              "Q",
              ["undecided", specification.id, idPart(ofRule: rule), question.text]
            ),
            message: message,
            span: question.span,
            help: help(question) + ["replace `question` with `then`\(place) once decided"]
              + order(ofQuestion: rule, sharing),
            cube: try exactCube(ofRule: rule),
            combinations: space.decimalCount([regions.wins[rule]]),
            ask: question.ask ?? specification.owner,
            rules: [rule],
            question: QuestionDetail(
              operation: try singleOperation(ofRule: rule),
              condition: wording.condition(of: declaredRule.when),
              example: try example(of: regions.wins[rule], in: Cube(full: lowered.domains)),
              choices: wording.orderChoices(ofQuestionSharing: sharing),
              fingerprint: fingerprint(message, idParts(declaredRule.when), rules: [])
            )
          )
        )
      )
    }
    return findings
  }

  /// What the team asks itself beside the matrix.
  mutating func openQuestions() -> [Finding] {
    specification.questions.map { asked in
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
          "once it is answered, write what follows from it and remove it from `questions`\(place)"
        ],
        ask: question.ask ?? specification.owner,
        question: QuestionDetail(
          condition: "",
          fingerprint: fingerprint(message, [], rules: [])
        )
      )
    }
  }

  /// How to say which comes first, where other rules win together with a question rule of the spec.
  private func order(ofQuestion rule: Int, _ sharing: [Int]) -> [String] {
    guard !sharing.isEmpty, specification.rules[rule].house == nil else { return [] }
    let shown = names(ofRules: Array(sharing.prefix(4)))
    let more = sharing.count > 4 ? " and \(sharing.count - 4) more" : ""
    return [
      "\(shown)\(more) win\(sharing.count == 1 ? "s" : "") together with it: list in `precedence` what comes first"
    ]
  }

  private func isDeferred(_ question: Rule.OpenQuestion) -> Bool {
    question.until.map { today <= $0 } ?? false
  }

  /// Until when the question may wait, and the answers to choose from.
  private func help(_ question: Rule.OpenQuestion) -> [String] {
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
