import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

/// What is to be decided later.
extension AnswerPlanner {
  /// An open question with a last day.
  func deferral(_ answer: QuestionAnswer, of question: AskedQuestion) -> AnswerPlan {
    let day: CalendarDate
    switch deferralDay(answer) {
    case .success(let found): day = found
    case .failure(let reason): return .refused(reason.text)
    }
    let remark = remark(of: answer)
    if let rule = question.rule, specification.rules[rule].house == nil {
      let asked = specification.rules[rule]
      guard asked.until != day else { return .known }
      let said = asked.isAddition ? "adds" : "then"
      let last =
        asked.openQuestion == nil
        ? asked.until == nil ? said : "until" : Self.lastKey(of: asked.openQuestion)
      return .changes(
        [
          .changeRule(
            rule,
            [
              .set("until", .text(day.description), behind: last),
              .mention("source", answer.note(remark), behind: last),
            ]
          )
        ],
        "rule \(asked.id) is deferred until \(day)"
      )
    }
    guard let cubes = question.cubes else { return .refused(elsewhere(question)) }
    let open = openFields(question) + [.init("until", .text(day.description))]
    let groups = byOperations(cubes)
    let rules = groups.map { cubes in
      newRule(newID(for: answer, cubes), question, cubes, open, answer, remark: remark)
    }
    let ids = rules.map(\.id).joined(separator: ", ")
    return .changes(rules.map { .addRule($0) }, "rule \(ids) added, open until \(day)")
  }

  /// An answer to an entry of `questions`, beside the matrix.
  func plan(_ answer: QuestionAnswer, toEntry entry: Int) -> AnswerPlan {
    let asked = specification.questions[entry]
    if let house = asked.house {
      return .refused(
        .init(
          "\(house.path):\(house.line) asks this; answer it there",
          "\(house.path)の\(house.line)行目で確認している事項です。そちらで回答してください"
        )
      )
    }
    switch answer.kind {
    case .asWritten:
      let option = asked.question.options.first(where: answer.says)
      let results = option ?? answer.results
      guard !results.isEmpty else { return .refused(.empty) }
      if option == nil,
        let reason = reasonAgainst(results, toQuestion: asked.question.text, asked.question.options)
      {
        return .refused(reason)
      }
      let last = Self.lastKey(of: asked.question)
      return .changes(
        [
          .changeQuestion(
            entry,
            [
              .set("then", .texts(results), behind: last),
              note(answer, inPlaceOf: asked.source, behind: last),
            ]
          )
        ],
        "the question is decided, and no rule was changed; write the rules that follow from it"
      )
    case .later:
      switch deferralDay(answer) {
      case .failure(let reason): return .refused(reason.text)
      case .success(let day):
        return deferral(answer, ofEntry: entry, until: day, "the question is deferred until \(day)")
      }
    case .notPossible, .outOfScope, .depends, .select, .dismiss:
      return .refused(
        .init(
          "this question stands beside the rules: answer it as written, or choose “Decide later” with a date",
          "個別のルールに関する質問ではないため、この選択はできません。回答を文章で書くか、「後日決定」を選んで期日を書いてください"
        )
      )
    }
  }

  /// Why texts do not decide a question of the team, which a date may; `nil` where they do.
  func reasonAgainst(
    _ texts: [String],
    toQuestion question: String,
    _ options: [[String]]
  ) -> AnswerReason? {
    if texts.count == 1, let reply = BareReply(texts[0]), reply != .acknowledgement,
      options.isEmpty, YesNoQuestion.isOne(question)
    {
      return nil
    }
    return reasonAgainst(texts.filter { ![.date, .conditional].contains(NonResult($0)) })
  }

  /// Another last day for an entry of `questions`.
  func deferral(
    _ answer: QuestionAnswer,
    ofEntry entry: Int,
    until day: CalendarDate,
    _ phrase: String
  ) -> AnswerPlan {
    let question = specification.questions[entry].question
    guard question.until != day else { return .known }
    let last = Self.lastKey(of: question)
    return .changes(
      [
        .changeQuestion(
          entry,
          [
            .set("until", .text(day.description), behind: last),
            .remark(answer.note(), behind: last),
          ]
        )
      ],
      phrase
    )
  }

  /// What an answer says besides the day until which it puts a question off: a day alone goes to `until`.
  func remark(of answer: QuestionAnswer) -> String {
    WrittenDate.isAlone(answer.text) ? "" : answer.text
  }

  /// The key behind which `until` belongs.
  private static func lastKey(of question: Rule.OpenQuestion?) -> String {
    guard let question else { return "question" }
    return question.until != nil
      ? "until" : question.ask != nil ? "ask" : question.options.isEmpty ? "question" : "options"
  }

  /// The day until which an answer puts a question off.
  func deferralDay(_ answer: QuestionAnswer) -> Result<CalendarDate, Reason> {
    let inAnswer = WrittenDate.all(in: answer.text)
    let found = inAnswer.isEmpty ? WrittenDate.all(in: answer.comment) : inAnswer
    let days = Set(found.compactMap(\.self))
    guard !found.contains(nil) else {
      return .failure(
        Reason(
          text: .init(
            "there is no such day: \(answer.text.onOneLine)",
            "「\(answer.text.onOneLine)」という日付はありません。2027-01-31のように書いてください"
          )
        )
      )
    }
    guard let day = days.first else {
      let written = [answer.text, answer.comment].map(\.onOneLine).first {
        $0.contains(where: \.isNumber)
      }
      if let written {
        return .failure(
          Reason(
            text: .init(
              "`\(written)` cannot be read as a date; write it like 2027-01-31",
              "「\(written)」は日付として読めません。2027-01-31のように書いてください"
            )
          )
        )
      }
      return .failure(
        Reason(
          text: .init(
            "no date given; write one, for example 2027-01-31",
            "期日がありません。2027-01-31のように書いてください"
          )
        )
      )
    }
    guard days.count == 1 else {
      let list = days.sorted().map(\.description).joined(separator: ", ")
      return .failure(
        Reason(
          text: .init(
            "several dates given: \(list); keep only the last",
            "日付が複数あります（\(list)）。期日だけを残してください"
          )
        )
      )
    }
    guard day >= today else {
      return .failure(
        Reason(
          text: .init(
            "the day \(day) has passed; write a later one",
            "期日（\(day)）を過ぎています。今日以降の日付を書いてください"
          )
        )
      )
    }
    return .success(day)
  }

  /// The fields of a rule that asks what the question asks.
  func openFields(_ question: AskedQuestion) -> [NewField] {
    let open = question.rule.flatMap { specification.rules[$0].openQuestion }
    var fields: [NewField] = [.init("question", .text(openText(question)))]
    if let options = open?.options, !options.isEmpty {
      fields.append(.init("options", .list(options.map(NewValue.texts))))
    }
    if let ask = question.finding.ask, ask != specification.owner {
      fields.append(.init("ask", .text(ask)))
    }
    return fields
  }

  private func openText(_ question: AskedQuestion) -> String {
    let isJapanese = wording.language == .japanese
    if let rule = question.rule, let open = specification.rules[rule].openQuestion {
      return open.text
    }
    guard question.finding.code == .contradictoryRules else {
      let placeholder = question.rule.flatMap { specification.rules[$0].placeholder }
      return wording.question(for: placeholder)
    }
    let rules = question.finding.rules.map {
      wording.nameOfHouseRule($0) ?? specification.rules[$0].id
    }
    return isJapanese
      ? "ルール\(rules.joined(separator: "・"))のどれが優先されますか？"
      : "Which rule comes first: \(EnglishGrammar.list(rules, "or"))?"
  }

  /// Why an answer cannot be applied.
  struct Reason: Error {
    var text: AnswerReason
  }
}
