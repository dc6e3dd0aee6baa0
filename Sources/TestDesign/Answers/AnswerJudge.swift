import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

/// Judges whether answers still fit the spec, and plans the changes that they ask for.
struct AnswerJudge {
  /// The decision about an answer.
  enum Verdict {
    /// No change is needed, or possible; the state is final.
    case settled(AnswerOutcome.State)
    /// The changes of the first possible way are to be made.
    ///
    /// The changes close the question with the id `closes`, unless it is put off. Only the combinations in `asked`, a set of the original spec, may change.
    case changes([Way], closes: String?, asked: Diagram)
    /// The same as for an earlier answer, by its index.
    case sameAs(Int)
  }

  private let analysed: AnalysedSpecification
  private let planner: AnswerPlanner
  private let earlier: EarlierAnswers
  private let questions: OpenQuestions

  init(
    _ analysed: AnalysedSpecification,
    _ editor: YAMLEditor,
    today: CalendarDate
  ) {
    self.analysed = analysed
    planner = AnswerPlanner(analysed, today: today)
    questions = OpenQuestions(analysed.analysis)
    earlier = EarlierAnswers(planner, editor)
  }

  func verdicts(on answers: [QuestionAnswer]) -> [Verdict] {
    let groups = groups(answers)
    let excluding = answers.filter { answer in
      answer.kind == .outOfScope && groups[id(of: answer)]?.other == nil
        && finding(of: answer).map { isCurrent(answer, $0) } ?? false
    }
    var planner = planner
    planner.leftOut = planner.dismissals(Dictionary(firstOf: excluding.map { (id(of: $0), $0) }))
    var taken: Set<String> = []
    return answers.indices.map { number -> Verdict in
      let answer = answers[number]
      do throws(AnswerReason) {
        if let (first, other) = groups[id(of: answer)] {
          if let other {
            let place = answers[answers[first].isEquivalent(to: answer) ? other : first].place
            throw "\(place) gives a different answer to the same question; keep one of the two"
          }
          if first < number { return .sameAs(first) }
        }
        let verdict = try verdict(on: answer, planner)
        guard case .changes(let ways, let closes, let asked) = verdict else { return verdict }
        // Two answers may lead to the same rule id.
        let renamed = ways.map { $0.renamed(taken) }
        for way in renamed { taken.formUnion(way.newIDs) }
        return .changes(renamed, closes: closes, asked: asked)
      } catch {
        return .settled(.refused(error))
      }
    }
  }

  /// Returns the index of the first answer to each question, and of the first one that contradicts it.
  private func groups(_ answers: [QuestionAnswer]) -> [String: (first: Int, other: Int?)] {
    Dictionary(grouping: answers.indices) { id(of: answers[$0]) }.mapValues { same in
      (same[0], same.first { !answers[same[0]].isEquivalent(to: answers[$0]) })
    }
  }

  /// Returns the open question of an answer, or `nil` if the spec no longer asks it.
  private func finding(of answer: QuestionAnswer) -> Finding? {
    questions[answer.question, answer.fingerprint]?.finding
  }

  private func id(of answer: QuestionAnswer) -> String {
    finding(of: answer)?.id ?? answer.question
  }

  private func verdict(
    on answer: QuestionAnswer,
    _ planner: AnswerPlanner
  ) throws(AnswerReason) -> Verdict {
    if answer.question == QuestionAnswer.owner {
      guard PlaceholderKind(of: answer.text) == nil else {
        throw "write who owns the spec"
      }
      let way = Way(
        [.addOwner(answer.text)],
        planner.say("the owner is \(answer.text)")
      )
      return .changes([way], closes: nil, asked: .empty)
    }
    if let refusal = answer.refusal {
      // If the question is closed, it only matters whether it was closed this way.
      if finding(of: answer) != nil || answer.ownQuestion != nil {
        throw refusal
      }
      return .settled(earlier.state(of: answer))
    }
    if answer.ownQuestion != nil, !planner.asksAlready(answer) {
      let ways = try planner.plan(addingQuestionOf: answer)
      return ways.isEmpty ? .settled(.known) : .changes(ways, closes: nil, asked: .empty)
    }
    if answer.ownQuestion != nil, answer.kind == .asWritten, answer.text.onOneLine.isEmpty {
      return .settled(.known)
    }
    guard let finding = finding(of: answer),
      let question = AskedQuestion(finding, in: analysed)
    else { return .settled(earlier.state(of: answer)) }
    guard isCurrent(answer, finding) else {
      // A question that was put off, and is put off again in the same way, is known.
      if case .known = earlier.state(of: answer) { return .settled(.known) }
      let now = AnswerReason("the spec now asks: \(finding.message.onOneLine)")
      return .settled(.stale(now: now))
    }
    if answer.kind != .later, StatedReason.limits(answer.comment) {
      throw
        "the comment `\(answer.comment.onOneLine)` may limit the answer; write what always happens, and a comment without exceptions"
    }
    let ways = try planner.plan(naming(answer, finding), to: question)
    guard !ways.isEmpty else { return .settled(.known) }
    let staysOpen =
      question.isWritten || question.unconsidered != nil || finding.code == .unreachedValue
    // A state or data that matters stays a question until it is declared.
    let isPrompt = question.unconsidered.map { $0.kind != .operation } ?? false
    let isPutOff =
      staysOpen
      && (answer.kind == .later || isPrompt && [.asWritten, .select].contains(answer.kind))
    return .changes(
      ways,
      closes: isPutOff ? nil : finding.id,
      asked: planner.asked(ways, question)
    )
  }

  /// Returns an answer to an objection with the name of the objection before its comment.
  private func naming(_ answer: QuestionAnswer, _ finding: Finding) -> QuestionAnswer {
    guard finding.code == .contestedDecision, answer.kind == .asWritten else { return answer }
    let objected = analysed.analysis.decisions.first { decision in
      FindingWriter.fingerprint(["settled"], of: [decision.fingerprint])
        == finding.question?.fingerprint
    }
    guard let objection = objected?.state.objection else { return answer }
    var named = answer
    named.comment = [objection.mark, answer.comment].filter { !$0.isEmpty }.joined(separator: " – ")
    return named
  }

  /// True if the question has not changed since it was answered.
  private func isCurrent(_ answer: QuestionAnswer, _ finding: Finding) -> Bool {
    if let fingerprint = answer.fingerprint {
      return fingerprint == finding.question?.fingerprint
    }
    // Options and notes may follow the sentence.
    return answer.sentence.map { $0.folded.hasPrefix(finding.message.folded) } ?? true
  }
}

extension QuestionAnswer {
  /// True if each of the texts is a line of the answer, or follows the name of a part.
  fileprivate func endsLines(with texts: [String]) -> Bool {
    let said = results.flatMap { line in
      [line] + line.ranges(of: /[:：]/).map { line[$0.upperBound...].trimmed }
    }
    return !texts.isEmpty && texts.allSatisfy(said.contains)
  }

  /// True if both answers to a question have the same kind and text.
  fileprivate func isEquivalent(to other: QuestionAnswer) -> Bool {
    kind == other.kind && text == other.text
  }
}

/// Finds the effects of earlier answers in a spec, by the question ids in rules, reasons and comments.
struct EarlierAnswers {
  private let planner: AnswerPlanner
  /// The lines of the text in lower case.
  private let lines: [String]
  /// The lines, from 1, in which rules of the spec begin, with the indices of the rules.
  private let starts: [(line: Int, rule: Int)]
  private var specification: Specification { planner.specification }

  init(_ planner: AnswerPlanner, _ editor: YAMLEditor) {
    self.planner = planner
    lines = SourceLines(editor.text).lines.map { $0.lowercased() }
    starts = planner.specification.rules.enumerated().compactMap { number, rule in
      guard rule.house == nil, let node = editor.root[rule.path] else { return nil }
      return (node.span.start.line, number)
    }
  }

  /// Returns the state of an answer to a question that the spec no longer asks.
  func state(of answer: QuestionAnswer) -> AnswerOutcome.State {
    if let state = planner.consideration(of: answer) { return state }
    let lists = lists(mentioning: answer)
    let rules = rules(mentioning: answer)
    let reasons = specification.impossible.compactMap(\.because).filter {
      $0.contains(answer.question)
    }
    let dismissals = specification.dismissed.map(\.reason).filter { $0.contains(answer.question) }
    let isInParts = rules.count + reasons.count > 1
    let isKnown =
      switch answer.kind {
      case .asWritten:
        rules.contains { rule in
          rule.repeats(answer, isMade: isMade(rule, by: answer))
            || answer.endsLines(with: rule.results ?? [])
            || answer.isYes && !rule.isAddition
              && rule.when.alternatives.contains { $0.terms.contains(where: \.isAny) }
            || answer.isYes && rule.because?.contains(answer.question) ?? false
            || answer.isYes && isConfirmed(rule, by: answer)
            || isChoice(answer, madeInto: rule) || leads(answer, to: rule)
            || rule.isAddition && BareReply(answer.text) == .no
              && rule.because?.contains(answer.question) != true
        } || isDecided(answer) || isOrder(answer, of: lists, beside: rules)
          || answer.isYes && !(reasons + dismissals).isEmpty
          || isInParts && rules.isEmpty
      case .notPossible, .dismiss: reasons.contains(planner.reason(answer)) || isDecided(answer)
      case .outOfScope:
        reasons.contains(planner.reason(answer)) || isDecided(answer)
          || dismissals.contains { $0.contains(planner.reason(answer)) }
      case .later:
        if let day = try? planner.deferralDay(answer) {
          rules.contains { $0.until == day }
        } else {
          false
        }
      case .depends: isInParts || rules.contains { answer.endsLines(with: $0.results ?? []) }
      case .nothing, .select: false
      }
    if isKnown { return .known }
    let said =
      rules.map { "\(planner.wording.outcome(of: $0)) (\($0.id))" }
      + (reasons + dismissals).map(\.onOneLine)
      + lists.map { $0.map { specification.rules[$0].id }.joined(separator: " > ") }
    let isOpen = answer.results.contains {
      NonResult($0) == .placeholder(.open)
    }
    if said.isEmpty, answer.kind == .asWritten, isOpen,
      let reason = planner.reasonAgainst(answer.results)
    {
      return .refused(reason)
    }
    return .stale(
      now: said.isEmpty
        ? .init("the spec now asks this differently, or no longer; see the next sheet")
        : .init("the spec says: \(said.joined(separator: planner.told("; ", "；")))")
    )
  }

  /// Returns the `precedence` lists that an answer made, as rule indices: those with a comment naming the question, or else those of
  /// exactly the rules of the question.
  private func lists(mentioning answer: QuestionAnswer) -> [[Int]] {
    let mark = "# " + answer.question.lowercased()
    let lists = specification.precedence.map { $0.entries.compactMap(\.rule) }
    let marked = zip(specification.precedence, lists).filter { list, _ in
      let line = list.span.end.line
      return lines.indices.contains(line - 1) && lines[line - 1].contains(mark)
    }.map(\.1)
    guard marked.isEmpty else { return marked }
    let writer = FindingWriter(regions: planner.analysed.regions, today: planner.today)
    func isAboutAll(_ lists: [[Int]]) -> Bool {
      let rules = Set(lists.joined()).sorted()
      return "Q-" + FindingID.digits(writer.idParts(ofContradiction: rules)) == answer.question
    }
    if let list = lists.first(where: { isAboutAll([$0]) }) { return [list] }
    // If one rule was put first, there is a list for each of the others.
    let heads = Set(lists.compactMap(\.first)).sorted()
    return heads.map { head in lists.filter { $0.first == head } }.first(where: isAboutAll) ?? []
  }

  /// True if an answer gives the order of `precedence` lists, possibly after results that are rules.
  private func isOrder(_ answer: QuestionAnswer, of lists: [[Int]], beside rules: [Rule]) -> Bool {
    // The line with the order follows the results.
    let lines = answer.results
    let named = Set(specification.precedence.flatMap { $0.entries.compactMap(\.rule) })
      .map { specification.rules[$0].id }
    if rules.contains(where: { rule in
      named.contains(rule.id)
        && rule.results.map { lines.count > $0.count && lines.starts(with: $0) } ?? false
    }) {
      return true
    }
    guard !lists.isEmpty else { return false }
    // The numbering of the options is lost with the question.
    if ChoiceWords.number(answer.text) != nil { return true }
    if answer.says([planner.wording.othersComeFirst]) {
      return lists.count > 1 && Set(lists.compactMap(\.last)).count == 1
    }
    let outcomes = planner.wording.outcomes(of: Set(lists.joined()).sorted())
    let chosen = outcomes.filter { lines.first?.holds($0.name) ?? false }
    guard lines.allSatisfy(Wording.isOrder),
      lines.count > 1 || answer.says([planner.wording.comesFirst(chosen)])
    else { return false }
    return lists.allSatisfy { $0.first.map(chosen.flatMap(\.rules).contains) ?? false }
  }

  /// True if an answer to the question created the rule, rather than only deciding it.
  private func isMade(_ rule: Rule, by answer: QuestionAnswer) -> Bool {
    rule.id.hasPrefix(answer.ruleID)
      || planner.names.isNamed(rule)
        && [rule.source, rule.because].contains { $0?.hasPrefix(answer.question) ?? false }
  }

  /// True if the question was about a draft that is now confirmed.
  private func isConfirmed(_ rule: Rule, by answer: QuestionAnswer) -> Bool {
    guard let number = specification.rules.firstIndex(where: { $0.id == rule.id }),
      Draft.origin(rule.source) == nil
    else { return false }
    let writer = FindingWriter(regions: planner.analysed.regions, today: planner.today)
    return "Q-" + FindingID.digits(writer.idParts(ofDraft: number)) == answer.question
  }

  /// True if an answer only chose an option and the rule was made from that choice.
  private func isChoice(_ answer: QuestionAnswer, madeInto rule: Rule) -> Bool {
    if rule.isAddition, [2, 3].contains(where: { answer.says([planner.wording.allHappen($0)]) }) {
      return true
    }
    guard let results = rule.results, isMade(rule, by: answer) else { return false }
    let saying = specification.rules.indices.filter { specification.rules[$0].results == results }
    let others = saying.filter { specification.rules[$0].id != rule.id }
    // A result that no other rule has was not a choice.
    guard !others.isEmpty || results.count > 1 else { return false }
    // The numbering of the options is lost with the question.
    if ChoiceWords.number(answer.text) != nil { return true }
    let outcomes = planner.wording.outcomes(of: others)
    return answer.says([planner.wording.othersComeFirst])
      || outcomes.contains { answer.says([planner.wording.comesFirst($0.name)]) }
      || results.count > 1
        && [2, 3].contains { answer.says([planner.wording.allHappen($0)]) }
  }

  /// True if an answer to the question of what leads to a state names this rule, which now leads there.
  private func leads(_ answer: QuestionAnswer, to rule: Rule) -> Bool {
    !rule.becomes.isEmpty
      && specification.rules.firstIndex { $0.id == rule.id }
        .map { planner.isNamed($0, by: answer) } == true
  }

  /// True if a question of the team is decided as the answer says.
  private func isDecided(_ answer: QuestionAnswer) -> Bool {
    let answer = answer.written(specification.language)
    return specification.questions.contains { asked in
      let digits = FindingID.digits(["open", specification.id, asked.question.text])
      let isAbout =
        answer.question == "Q-" + digits || asked.source?.contains(answer.question) == true
      let isConfirmed = answer.isYes && asked.source?.hasPrefix(answer.question) == true
      return isAbout && (answer.says(asked.decision) || isConfirmed)
    }
  }

  /// Returns the rules that an answer to the question made or decided.
  private func rules(mentioning answer: QuestionAnswer) -> [Rule] {
    let id = answer.ruleID
    let found = specification.rules.filter {
      $0.id == id || $0.id.hasPrefix(id + "-") || $0.source?.contains(answer.question) ?? false
        || $0.because?.contains(answer.question) ?? false
    }
    guard found.isEmpty else { return found }
    // A rule with a source of its own has that of the answer as a comment.
    let question = answer.question.lowercased()
    let listed = Set(specification.precedence.map { $0.span.end.line - 1 })
    guard
      let line = lines.indices.first(where: {
        lines[$0].contains("# " + question) && !listed.contains($0)
      }),
      let start = starts.filter({ $0.line <= line + 1 }).max(by: { $0.line < $1.line })
    else { return [] }
    return [specification.rules[start.rule]]
  }
}
