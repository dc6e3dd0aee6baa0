import Combinatorics
import Diagnostics
package import Specification
import Text
import YAMLSyntax

/// Plans answers that put a question off.
extension AnswerPlanner {
  /// Keeps a question open until a day.
  func deferral(_ answer: QuestionAnswer, of question: AskedQuestion) throws(AnswerReason) -> [Way]
  {
    let day = try deferralDay(answer)
    let remark = remark(of: answer)
    if let rule = question.rule, specification.rules[rule].house == nil {
      let asked = specification.rules[rule]
      guard asked.until != day else { return [] }
      let said = asked.isAddition ? "adds" : "then"
      let last =
        asked.openQuestion == nil
        ? asked.until == nil ? said : "until" : Self.lastKey(of: asked.openQuestion)
      let fields: [FieldChange] = [
        .set("until", .text(day.description), behind: last),
        mention(answer.note(remark), besides: asked.source, behind: last),
      ]
      return .changes([.changeRule(rule, fields)], say("rule \(asked.id) is deferred until \(day)"))
    }
    guard let cubes = question.cubes else { throw elsewhere }
    let open = openFields(question) + [.init("until", .text(day.description))]
    let rules = newRules(question, cubes, open, answer, remark: remark)
    let ids = rules.map(\.id).joined(separator: ", ")
    return .changes(
      rules.map { .addRule($0) },
      say("rule \(ids) added, open until \(day)")
    )
  }

  /// Plans an answer to an entry of `questions`, which is independent of rules.
  func plan(_ answer: QuestionAnswer, toEntry entry: Int) throws(AnswerReason) -> [Way] {
    let asked = specification.questions[entry]
    if let house = asked.house {
      throw "\(house.path):\(house.line) asks this; answer it there"
    }
    let answer = answer.written(wording.language)
    switch answer.kind {
    case .asWritten:
      let option = asked.question.options.first(where: answer.says)
      let results = option ?? answer.results
      guard !results.isEmpty else { throw .empty }
      if option == nil,
        let reason = reasonAgainst(results, toQuestion: asked.question.text, asked.question.options)
      {
        throw reason
      }
      guard !asked.isDecided || results != asked.decision else {
        throw
          "this is the answer that somebody disagrees with; if it is right after all, agree to it where it is listed as a decision"
      }
      let last = lastKey(ofEntry: entry)
      let fields: [FieldChange] = [
        .set("then", .texts(results), behind: last),
        // The source of an earlier answer is replaced.
        asked.decision.isEmpty
          ? note(answer, inPlaceOf: asked.source, behind: last)
          : .set("source", .text(answer.note()), behind: last),
        .remove("until"),
      ]
      return .changes(
        [.changeQuestion(entry, fields)],
        say("the question is decided, and no rule was changed; write the rules that follow from it")
      )
    case .later:
      return try deferral(answer, deferred, ofEntry: entry)
    case .nothing, .notPossible, .outOfScope, .depends, .select, .dismiss:
      throw
        "this question belongs to no rule: answer it as written, or choose “Decide later” with a date"
    }
  }

  /// Returns why texts do not decide a question of the team, or `nil` if they do; a date may be an answer.
  func reasonAgainst(
    _ texts: [String],
    toQuestion question: String,
    _ options: [[String]]
  ) -> AnswerReason? {
    var said = texts
    if options.isEmpty, YesNoQuestion.isOne(question) {
      if texts.count == 1, let reply = BareReply(texts[0]), reply != .acknowledgement { return nil }
      said = YesNoQuestion.behindReply(texts) ?? texts
    }
    if PartChoice(said, inAnyForm: true).map({ $0.excludes && !$0.text.isEmpty }) == true {
      return nil
    }
    if let text = said.first(where: { NonResult($0) == .placeholder(.excluded) }) {
      return
        "`\(text.onOneLine)` gives no reason; add one: “Cannot happen because …” or “Out of scope: …”"
    }
    return reasonAgainst(
      said.filter { ![.date, .name, .conditional, .fact].contains(NonResult($0)) }
    )
  }

  /// Sets another deadline for an entry of `questions`, or adds an entry with the given fields.
  func deferral(
    _ answer: QuestionAnswer,
    _ phrase: String,
    ofEntry entry: Int?,
    _ asking: [NewField] = []
  ) throws(AnswerReason) -> [Way] {
    let day = try deferralDay(answer)
    let phrase = say("\(phrase) until \(day)")
    guard let entry else {
      let source = NewField("source", .text(answer.note(remark(of: answer))))
      let until = NewField("until", .text(day.description))
      return .changes([.putOff(asking + [until, source])], phrase)
    }
    guard specification.questions[entry].question.until != day else { return [] }
    let last = lastKey(ofEntry: entry)
    let fields: [FieldChange] = [
      .set("until", .text(day.description), behind: last),
      mention(
        answer.note(remark(of: answer)),
        besides: specification.questions[entry].source,
        behind: last
      ),
    ]
    return .changes([.changeQuestion(entry, fields)], phrase)
  }

  var deferred: String { say("the question is deferred") }

  /// Returns the last key that belongs to the question in an entry of `questions`.
  func lastKey(ofEntry entry: Int) -> String {
    Self.lastKey(of: specification.questions[entry].question)
  }

  /// Returns the text of an answer unless it is only the deadline, which goes to `until`.
  func remark(of answer: QuestionAnswer) -> String {
    WrittenDate.isAlone(answer.text) ? "" : answer.text
  }

  /// Returns the key after which `until` is written.
  private static func lastKey(of question: Rule.OpenQuestion?) -> String {
    guard let question else { return "question" }
    return question.until != nil
      ? "until" : question.ask != nil ? "ask" : question.options.isEmpty ? "question" : "options"
  }

  /// Returns the day until which an answer puts a question off.
  ///
  /// Throws the reason if the answer does not name a valid future date.
  func deferralDay(_ answer: QuestionAnswer) throws(AnswerReason) -> CalendarDate {
    let inAnswer = WrittenDate.all(in: answer.text)
    let found = inAnswer.isEmpty ? WrittenDate.all(in: answer.comment) : inAnswer
    let days = Set(found.compactMap(\.self))
    guard !found.contains(nil) else {
      throw "`\(answer.text.onOneLine)` is not a valid date; write it like 2027-01-31"
    }
    guard let day = days.first else {
      let written = [answer.text, answer.comment].map(\.onOneLine).first {
        $0.contains(where: \.isNumber)
      }
      if let written {
        throw "`\(written)` cannot be read as a date; write it like 2027-01-31"
      }
      throw "no date given; write one, for example 2027-01-31"
    }
    guard days.count == 1 else {
      let list = days.sorted().map(\.description).joined(separator: ", ")
      throw "several dates given: \(list); keep only the last"
    }
    guard day >= today else {
      throw "the day \(day) has passed; write a later one"
    }
    return day
  }

  /// Returns the fields of a rule that asks the question again, for a part of its combinations and the rules that meet there.
  func openFields(_ question: AskedQuestion, in part: [Cube]? = nil) -> [NewField] {
    let open = question.rule.flatMap { specification.rules[$0].openQuestion }
    var fields: [NewField] = [.init("question", .text(openText(question, in: part)))]
    if let options = open?.options, !options.isEmpty {
      fields.append(.init("options", .list(options.map(NewValue.texts))))
    }
    if let ask = question.finding.ask, ask != specification.owner {
      fields.append(.init("ask", .text(ask)))
    }
    return fields
  }

  private func openText(_ question: AskedQuestion, in part: [Cube]?) -> String {
    let isJapanese = wording.language == .japanese
    if let rule = question.rule, let open = specification.rules[rule].openQuestion {
      return open.text
    }
    guard question.finding.code == .contradictoryRules else {
      let placeholder = question.rule.flatMap { specification.rules[$0].placeholder }
      return wording.question(for: placeholder)
    }
    let regions = analysed.regions
    let rules = question.finding.rules.filter { rule in
      part?.contains { regions.mayMeet(regions.wins[rule], $0) } ?? true
    }.map { wording.nameOfHouseRule($0) ?? specification.rules[$0].id }
    return isJapanese
      ? "ルール\(rules.joined(separator: "・"))のどれが優先されますか？"
      : "Which rule comes first: \(EnglishGrammar.list(rules, "or"))?"
  }
}

/// Adds the questions that people write into the sheet to `questions`.
extension QuestionAnswer {
  /// Returns the id that the question will have in the spec.
  package static func id(ofOwnQuestion text: String, in specification: Specification) -> String {
    "Q-" + FindingID.digits(["open", specification.id, text])
  }
}

extension AnswerPlanner {
  /// Adds somebody's own question, with its answer if there is one.
  func plan(addingQuestionOf answer: QuestionAnswer) throws(AnswerReason) -> [Way] {
    guard let text = answer.ownQuestion else { return [] }
    if [.placeholder(.elsewhere), .bareReply].contains(NonResult(text)) {
      throw "`\(text.onOneLine)` asks nothing; write the question out"
    }
    var fields = [NewField("question", .text(text))]
    if !answer.ask.isEmpty, answer.ask != specification.owner {
      fields.append(NewField("ask", .text(answer.ask)))
    }
    var phrase = say("the question is added to `questions`")
    var hasAnswer = true
    switch answer.kind {
    case .later:
      let day = try deferralDay(answer)
      fields.append(NewField("until", .text(day.description)))
      phrase = say("the question is added to `questions`, open until \(day)")
    case .asWritten:
      let results = answer.results
      hasAnswer = !results.isEmpty
      if hasAnswer, let reason = reasonAgainst(results, toQuestion: text, []) {
        throw reason
      }
      if hasAnswer {
        fields.append(NewField("then", .texts(results)))
        phrase = say("the question is added to `questions` with its answer")
      }
    case .nothing, .notPossible, .outOfScope, .depends, .select, .dismiss:
      throw
        "a question of your own is answered as written, or postponed with “Decide later” and a day"
    }
    let source = [answer.author, answer.day, answer.comment].map(\.onOneLine)
      .filter { !$0.isEmpty }.joined(separator: ", ")
    if hasAnswer || !source.isEmpty {
      let note = answer.note(answer.kind == .later ? remark(of: answer) : "")
      fields.append(NewField("source", .text(hasAnswer ? note : source)))
    }
    return .changes([.addQuestion(fields)], phrase)
  }

  /// True if the spec already has the question, open or decided.
  func asksAlready(_ answer: QuestionAnswer) -> Bool {
    specification.questions.contains {
      QuestionAnswer.id(ofOwnQuestion: $0.question.text, in: specification) == answer.question
    }
  }
}
