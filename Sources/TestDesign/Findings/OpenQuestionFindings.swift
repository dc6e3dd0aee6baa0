import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

/// Findings on questions that authors wrote down themselves, as such or as a placeholder.
extension FindingWriter {
  /// Returns the findings on open rules that win somewhere.
  ///
  /// An open rule that wins together with others also asks for their order.
  mutating func undecidedFindings() throws(LimitExceeded) -> [(
    rule: Int, sharing: [Int], finding: Finding
  )] {
    var findings: [(rule: Int, sharing: [Int], finding: Finding)] = []
    for (rule, declaredRule) in specification.rules.enumerated() where regions.wins[rule] != .empty
    {
      let sharing =
        declaredRule.results == nil ? try regions.sharing(withQuestion: rule) : []
      switch declaredRule.outcome {
      case .then: break
      case .question(let question):
        var finding = try openFinding(
          rule,
          id: ids.next("Q", ["undecided", specification.id, idPart(ofRule: rule), question.text]),
          message: wording.undecidedQuestion(rule) + wording.orderQuestion(sharing),
          sharing
        )
        finding.span = question.span
        finding.help =
          help(question) + [
            declaredRule.house.map {
              say(
                "replace `question` with `then` in \($0.path):\($0.line), or write a rule here, once decided"
              )
            } ?? say("replace `question` with `then` once decided")
          ]
          + order(ofQuestion: rule, sharing)
        finding.ask = question.ask
        findings.append((rule, sharing, finding))
      case .placeholder(let placeholder):
        // The id depends neither on the word used nor on a deferral.
        var finding = try openFinding(
          rule,
          id: ids.next("Q", ["placeholder", specification.id, idPart(ofRule: rule)]),
          message: wording.placeholderQuestion(rule, placeholder) + wording.orderQuestion(sharing),
          sharing
        )
        if placeholder.until == nil { finding.code = .placeholderResult }
        finding.span = placeholder.word.span
        finding.stubsInPlace = [wording.stubInPlace(rule, placeholder)].compactMap(\.self)
        finding.stub = finding.stubsInPlace.first?.text
        finding.help =
          deferral(placeholder.until) + [
            remedy(rule, placeholder, hasStub: finding.stub != nil)
          ] + order(ofQuestion: rule, sharing)
        findings.append((rule, sharing, finding))
      }
    }
    return findings
  }

  /// Creates the parts that all findings of open rules have in common.
  private func openFinding(
    _ rule: Int,
    id: String,
    message: String,
    _ sharing: [Int]
  ) throws(LimitExceeded) -> Finding {
    let declaredRule = specification.rules[rule]
    let rows = regions.shown(rule)
    return Finding(
      code: .undecidedRule,
      ownSeverity: isDeferred(declaredRule.until) ? .warning : nil,
      id: id,
      message: message,
      span: declaredRule.span,
      cube: try exactCube(ofRule: rule),
      combinations: space.decimalCount([rows]),
      rules: [rule],
      isOverdue: isOverdue(declaredRule.until),
      question: QuestionDetail(
        operation: try singleOperation(of: rows),
        condition: wording.condition(of: declaredRule.when),
        example: try example(of: rows, in: Cube(full: lowered.domains)),
        region: declaredRule.when.alternatives.map { NamedCube(literals: $0.literals) },
        choices: wording.orderChoices(ofQuestionSharing: sharing),
        fingerprint: Self.fingerprint(
          ["undecided", declaredRule.openQuestion?.text ?? ""],
          options: (declaredRule.openQuestion?.options ?? []) + wording.results(ofRules: sharing),
          of: idParts(declaredRule.when)
        )
      )
    )
  }

  /// Returns findings on unconfirmed drafts: rules that decide somewhere, decisions of the team, and reasons of exclusions and dismissals.
  mutating func draftedFindings() throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    for (rule, drafted) in specification.rules.enumerated()
    where drafted.isDrafted && regions.shown(rule) != .empty {
      var finding = try openFinding(
        rule,
        id: ids.next("Q", idParts(ofDraft: rule)),
        message: wording.draftQuestion(rule),
        []
      )
      finding.code = .draftedRule
      finding.help = draftHelp(drafted.source, drafted.until, place(in: drafted.house))
      finding.question?.fingerprint = Self.fingerprint(
        ["draft"],
        options: [drafted.results ?? []],
        of: idParts(drafted.when)
      )
      findings.append(finding)
    }
    for entry in specification.questions where entry.isDrafted {
      let parts = ["draft", specification.id, entry.question.text]
      let finding = Finding(
        code: .draftedRule,
        ownSeverity: isDeferred(entry.question.until) ? .warning : nil,
        id: ids.next("Q", parts),
        message: wording.draftQuestion(entry.question.text, entry.decision),
        span: entry.question.span,
        help: draftHelp(entry.source, entry.question.until, place(in: entry.house)),
        ask: entry.question.ask,
        isOverdue: isOverdue(entry.question.until),
        question: QuestionDetail(
          fingerprint: Self.fingerprint(parts, options: [entry.decision], of: [])
        )
      )
      findings.append(finding)
    }
    return findings + draftedReasons()
  }

  private mutating func draftedReasons() -> [Finding] {
    var findings: [Finding] = []
    for (number, entry) in specification.impossible.enumerated() {
      guard let text = Draft.origin(entry.because) else { continue }
      let map: [SyntaxStep] = [.key("impossible"), .item(number)]
      let reason = DraftedReason(map: map, key: "because", text: text, house: entry.house)
      let about = wording.cannotOccur(entry.when)
      let subject = ["impossible"] + idParts(entry.when)
      findings.append(finding(reason, about, at: entry.span, subject))
    }
    for entry in specification.dismissed {
      guard let text = Draft.origin(entry.reason) else { continue }
      let map: [SyntaxStep] = [.key("dismissed")]
      let reason = DraftedReason(map: map, key: entry.id, text: text, house: entry.house)
      let label = specification.catalogue[entry.id]?.label(specification.language)
      let about = wording.leftOut(label ?? entry.id)
      findings.append(finding(reason, about, at: entry.span, ["dismissed", entry.id]))
    }
    return findings
  }

  private mutating func finding(
    _ reason: DraftedReason,
    _ about: String,
    at span: SourceSpan,
    _ subject: [String]
  ) -> Finding {
    let parts = ["draft", specification.id] + subject
    return Finding(
      code: .draftedRule,
      id: ids.next("Q", parts),
      message: wording.draftQuestion(about, because: reason.text),
      span: span,
      help: [
        say(
          "once somebody confirms it, write the reason without `draft`\(place(in: reason.house))"
        ),
        say("otherwise remove it: `check` then asks what happens"),
      ],
      question: QuestionDetail(
        fingerprint: Self.fingerprint(parts, options: [[reason.text]], of: []),
        reason: reason
      )
    )
  }

  private func draftHelp(
    _ source: String?,
    _ until: CalendarDate?,
    _ place: String
  ) -> [String] {
    let origin = Draft.origin(source).flatMap {
      $0.isEmpty ? nil : [say("drafted from: \($0.onOneLine)")]
    }
    return deferral(until) + (origin ?? []) + [
      say(
        "once somebody confirms it, write who and where in place of `draft`\(place): `source: …`"
      ),
      say("otherwise correct it, or remove it"),
    ]
  }

  /// Returns what to do about a placeholder, apart from the stub.
  private func remedy(_ rule: Int, _ placeholder: Rule.Placeholder, hasStub: Bool) -> String {
    let word = "`\(placeholder.word.text.onOneLine)`"
    let place =
      specification.rules[rule].house.map {
        specification.language.choose(
          " in \($0.path):\($0.line), or write a rule here",
          "（\($0.path):\($0.line)。この仕様にルールを書いてもよい）"
        )
      } ?? ""
    switch placeholder.kind {
    case .open where PlaceholderKind.asks(placeholder.word.text):
      return say("write what is observed\(place); put what the screen asks in quotation marks")
    case .open: return say("replace \(word) with what is observed\(place)")
    case .elsewhere:
      return say(
        "write out what is observed\(place): nobody can look up \(word) from a test case"
      )
    case .excluded:
      if !place.isEmpty {
        return say(
          "write what is observed\(place); what cannot happen is `impossible`, and an operation left out on purpose is `dismissed`"
        )
      }
      guard !hasStub, let operation = wording.excludedOperation(rule) else {
        return say("replace \(word) with what is observed, if it can happen")
      }
      return say(
        "if nothing is expected of `\(operation.id)`, remove it from `operations`; otherwise replace \(word) with what is observed"
      )
    }
  }

  /// Returns the team's answer to a question of its own as a decision.
  mutating func decision(on asked: TeamQuestion) -> Decision {
    let fingerprint = fingerprint(of: asked)
    return Decision(
      id: ids.next("D", ["answer", specification.id, asked.question.text]),
      kinds: [.answer],
      operations: [],
      winner: nil,
      beaten: [],
      rules: [],
      sentence: wording.answered(asked),
      scene: "",
      fingerprint: fingerprint,
      state: state(of: fingerprint, asked.source ?? ""),
      span: asked.question.span,
      house: asked.house
    )
  }

  private func fingerprint(of asked: TeamQuestion) -> String {
    TextDigest.whole(([asked.question.text] + asked.decision).joined(separator: "\u{1E}"))
  }

  /// Returns the objection to the answer of a question, or `nil` if there is none.
  private func objection(to asked: TeamQuestion) -> AgreementLedger.Entry? {
    asked.isDecided ? state(of: fingerprint(of: asked), nil).objection : nil
  }

  /// Returns the team's own open questions, except those that postpone an operation or that another finding asks.
  ///
  /// An answer with an objection is open again.
  mutating func openQuestions(besides others: [Finding]) -> [Finding] {
    let asked = others.filter { $0.code == .unreachedValue }
      .compactMap { specification.entry(puttingOff: $0.message) }
    let open = specification.questions.enumerated().filter { number, entry in
      let isOpen =
        entry.decision.isEmpty ? entry.operation == nil : objection(to: entry) != nil
      return isOpen && !asked.contains(number)
    }
    return open.map { _, entry in
      let question = entry.question
      let message = question.text.onOneLine
      return Finding(
        code: .openQuestion,
        ownSeverity: isDeferred(question.until) ? .warning : nil,
        id: ids.next("Q", ["open", specification.id, question.text]),
        message: message,
        span: question.span,
        help: objected(entry) + help(question) + [
          say(
            "once it is answered, write what follows from it, and the answer as `then`\(place(in: entry.house))"
          )
        ],
        ask: question.ask,
        isOverdue: isOverdue(question.until),
        question: QuestionDetail(
          // The fingerprint includes a contested answer, so that it does not count as an answer again.
          fingerprint: Self.fingerprint(
            ["open", question.text] + entry.decision,
            options: question.options,
            of: []
          )
        )
      )
    }
  }

  /// Returns who objects to an answer, and what they want instead.
  private func objected(_ asked: TeamQuestion) -> [String] {
    guard let entry = objection(to: asked) else { return [] }
    let said = [entry.by, entry.on, entry.comment].map(\.onOneLine).filter { !$0.isEmpty }
    let answer = wording.answer(to: asked)
    let who = said.joined(separator: ", ")
    return [say("the answer was \(answer), and somebody disagrees (\(who))")]
  }

  /// Returns how to state the order, if other rules win together with an open rule of the spec.
  private func order(ofQuestion rule: Int, _ sharing: [Int]) -> [String] {
    guard !sharing.isEmpty, specification.rules[rule].house == nil else { return [] }
    let shown = names(ofRules: Array(sharing.prefix(4)))
    let more = sharing.count > 4 ? wording.more(sharing.count - 4) : ""
    return [
      sharing.count == 1
        ? say("\(shown) wins together with it: list in `precedence` what comes first")
        : say("\(shown)\(more) win together with it: list in `precedence` what comes first")
    ]
  }

  /// Returns the place in the pack to edit; empty for the spec itself.
  private func place(in house: HouseOrigin?) -> String {
    house.map { house in
      let place = "\(house.path):\(house.line)"
      return specification.language.choose(" in \(place)", "（\(place)）")
    } ?? ""
  }

  func isDeferred(_ until: CalendarDate?) -> Bool {
    until.map { today <= $0 } ?? false
  }

  /// True if a question was put off until a day that has passed.
  func isOverdue(_ until: CalendarDate?) -> Bool { until != nil && !isDeferred(until) }

  /// Returns a note on the end of a deferral, if there is one.
  private func deferral(_ until: CalendarDate?) -> [String] {
    until.map {
      isDeferred($0)
        ? [say("deferred until \($0): an error from the day after")]
        : [say("the deferral ended on \($0)")]
    } ?? []
  }

  /// Returns the end of the deferral and the options of a question.
  func help(_ question: Rule.OpenQuestion) -> [String] {
    var help = deferral(question.until)
    if !question.options.isEmpty {
      let options = question.options.enumerated().map { number, results in
        "\((number + 1).asChoice) \(results.map(\.onOneLine).joined(separator: " / "))"
      }
      help.append(say("the options: \(options.joined(separator: "; "))"))
    }
    return help
  }

  /// Returns the rule's condition as a cube, or `nil` if it takes several or the rule does not win in all of it.
  private func exactCube(ofRule rule: Int) throws(LimitExceeded) -> NamedCube? {
    guard lowered.rules[rule].count == 1,
      try space.isWithin(regions.matches[rule], regions.wins[rule])
    else { return nil }
    return lowered.named(lowered.rules[rule][0])
  }

  /// Returns the operation of the combinations, or `nil` if there are several.
  private func singleOperation(of rows: Diagram) throws(LimitExceeded) -> Int? {
    let support = try space.rows(of: rows).support(in: Cube(full: lowered.domains))
    let operations = support?.values(of: lowered.operationFactor).map {
      lowered.operationValues[$0].operation
    }
    guard let first = operations?.first, operations?.allSatisfy({ $0 == first }) ?? false else {
      return nil
    }
    return first
  }
}
