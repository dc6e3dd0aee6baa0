package import Specification
import Text

/// What a question offers and asks for, as far as it decides how an answer to it is read.
package struct AnswerSetting: Sendable {
  /// What its choices say, as its reader saw them, each with its lines.
  package var options: [[String]] = []
  /// Whether it asks which of some rules comes first.
  package var isDecision = false
  /// Whether it asks whether an entry of the catalogue matters, or whether nothing depends on some factors.
  package var isConfirmation = false
  /// Whether somebody wrote the question down, so that a day or a number may answer it.
  package var isWritten = false
  /// Whether it stands under `questions`, beside the rules: its answer is text.
  package var isBesideRules = false
  /// Whether it asks if an entry of the catalogue matters.
  var isConsideration = false
  /// Whether it asks for a day, so that one may answer it.
  package var asksDay = false
  /// The rules that it is about.
  package var rules: [Int] = []

  /// The setting of a question that is no longer asked, by what its row shows.
  package init(options: [[String]]) {
    self.options = options
    isDecision = options.contains { $0.contains { OrderReader.isTogether($0) } }
  }

  /// The setting of a question that the spec asks.
  package init(_ finding: Finding, options: [[String]]) {
    self.options = options
    isDecision = finding.code == .contradictoryRules
    isConfirmation = finding.code == .unreadFactor || finding.code == .unconsideredOperation
    isWritten = finding.code == .openQuestion || finding.code == .undecidedRule
    isBesideRules = finding.code == .openQuestion
    isConsideration = finding.code == .unconsideredOperation
    rules = finding.rules
    let asked = finding.message.folded
    asksDay =
      isWritten
      && [
        "when ", "which day", "what day", "until when", "which date", "what date", "by when", "いつ",
        "何日", "何月", "期限", "日付",
      ]
      .contains { asked.contains($0) }
  }

  /// The number of choices without the one that has all of them happen.
  var sides: Int {
    options.count { option in !option.contains { OrderReader.isTogether($0) } }
  }
}

/// What the cells of an answer say.
package enum AnswerReading: Hashable, Sendable {
  /// An answer of a kind. `text` is the result, the reason, the day or what it depends on; `link` what stood in it beside that: an address, a
  /// reason for the result.
  case said(QuestionAnswer.Kind, text: String, link: String?)
  /// The same as something else says.
  case same(AnswerReference)
  /// Why it is no answer, with what to do.
  case refused(AnswerReason)
}

/// Reads answers as people write them.
///
/// What a person does not say in the cell of the kind is taken from the text: “Not possible” alone, 対象外（理由）, a day with “decide by”,
/// results for the values of a factor. What asks back, points elsewhere or talks about the answer is none.
package struct AnswerReader: Sendable {
  let specification: Specification
  private let language: Language

  package init(_ specification: Specification) {
    self.specification = specification
    language = specification.language
  }

  /// What an answer says.
  ///
  /// - Parameters:
  ///   - text: With LF between its lines.
  ///   - kind: What the person chose; `nil` where they chose nothing.
  ///   - comment: What stands beside it.
  ///   - setting: What it answers.
  /// - Returns: What it says, or why it says nothing that can be taken.
  package func read(
    _ text: String,
    kind: QuestionAnswer.Kind?,
    comment: String = "",
    to setting: AnswerSetting
  ) -> AnswerReading {
    switch kind {
    case nil:
      let reading = read(text, to: setting, infersKind: true)
      // Without a reason nobody knows what is out of scope, and why; where somebody chose the kind, they know.
      if case .said(.outOfScope, "", _) = reading, comment.onOneLine.isEmpty {
        return .said(.asWritten, text: text, link: nil)
      }
      return reading
    case .asWritten: return read(text, to: setting, infersKind: false)
    case .select:
      // What stands beside it is a result.
      let reading = read(text, to: setting, infersKind: false)
      guard case .said(_, let result, let link) = reading else { return reading }
      return .said(.select, text: result, link: link)
    case .notPossible, .outOfScope, .dismiss:
      // The reason, without the words that the kind says already.
      if let (_, reason) = AnswerWords.exclusion(text) {
        return .said(kind ?? .outOfScope, text: reason, link: nil)
      }
      return .said(kind ?? .outOfScope, text: text, link: nil)
    case .later, .depends: return .said(kind ?? .later, text: text, link: nil)
    }
  }

  private func read(
    _ text: String,
    to setting: AnswerSetting,
    infersKind: Bool
  ) -> AnswerReading {
    let asWritten = AnswerReading.said(.asWritten, text: text, link: nil)
    guard !text.onOneLine.isEmpty else { return asWritten }
    let choices = ChoiceReader(setting, language: language)
    if let choice = choices.read(text) {
      return switch choice {
      case .success(let lines): .said(.asWritten, text: lines.joined(separator: "\n"), link: nil)
      case .failure(let reason): .refused(reason.text)
      }
    }
    let whole = ListedLines.withoutQuotes(text.trimmed)
    if let reference = AnswerReference(whole, setting, specification) { return .same(reference) }
    if infersKind, let kind = inferred(whole, setting) { return kind }
    if setting.isDecision, let decided = decision(whole, setting) { return decided }
    // Yes, no and their like are judged beside the question.
    if BareReply(whole) != nil || PlaceholderKind(of: whole) != nil { return asWritten }
    if setting.isConfirmation {
      let said = AnswerWords.behindConsent(whole) ?? AnswerWords.behindRefusal(whole) ?? whole
      if setting.isConsideration, let reason = reasonAgainst(said) { return .refused(reason) }
      guard let rest = AnswerWords.behindConsent(whole) else { return asWritten }
      return .said(.asWritten, text: Courtesy.split(rest).results, link: nil)
    }
    return result(text.trimmed, setting)
  }

  // MARK: Kinds

  /// What the text says of a kind that nobody chose; `nil` where it says a result.
  private func inferred(_ text: String, _ setting: AnswerSetting) -> AnswerReading? {
    // What is left out or put off may be one part of several.
    let isConditional =
      !setting.isConfirmation && !setting.isBesideRules
      && ConditionalAnswer(text, specification) != nil
    if isConditional { return .said(.depends, text: text, link: nil) }
    // Nothing is left out by what a team decides beside the rules.
    if !setting.isBesideRules, let (kind, reason) = AnswerWords.exclusion(text) {
      return .said(kind, text: reason, link: nil)
    }
    if let day = AnswerWords.deferral(text, isDayAsked: setting.asksDay) {
      return switch day {
      case .success(let text): .said(.later, text: text, link: nil)
      case .failure(let reason): .refused(reason.text)
      }
    }
    guard !setting.isConfirmation, !setting.isBesideRules, let what = AnswerWords.dependsOn(text)
    else { return nil }
    return switch NamedFactor.find(in: what, specification) {
    case .success: .said(.depends, text: text, link: nil)
    case .failure(let reason): .refused(reason.text)
    }
  }

  /// An answer that speaks of an order, but not so that anybody could follow it; `nil` where it says something else.
  private func decision(_ text: String, _ setting: AnswerSetting) -> AnswerReading? {
    guard AnswerWords.speaksOfOrder(text) else { return nil }
    let outcomes = Wording(specification).outcomes(of: setting.rules)
    let reader = OrderReader(
      specification,
      rules: outcomes.map { ($0.rules, []) },
      choices: setting.options.enumerated().map { number, option in
        (
          option.joined(separator: "\n"),
          outcomes.indices.contains(number) ? outcomes[number].rules : []
        )
      }
    )
    let answer = QuestionAnswer(question: "", text: text, place: "")
    if case .none = reader.read(answer) {
      let ids = setting.rules.map { "`\(specification.rules[$0].id)`" }
        .joined(separator: ", ")
      return .refused(
        .init(
          "`\(text.onOneLine)` names none of the rules \(ids); write the one that comes first, or an order with >",
          "「\(text.onOneLine)」がどのルールを指すか分かりません。優先するルール（\(ids)）を書くか、「>」で順序を示してください"
        )
      )
    }
    return nil
  }

  // MARK: Results

  /// A result, without the address that stands beside it, or why the text says none.
  private func result(_ text: String, _ setting: AnswerSetting) -> AnswerReading {
    var (rest, link) = LinkedText.split(text)
    let (said, remarks) = Courtesy.split(rest)
    if !remarks.isEmpty || link != nil {
      link = ([link].compactMap(\.self) + remarks.map(\.onOneLine)).joined(separator: " – ")
    }
    if !said.isEmpty || !remarks.isEmpty { rest = said }
    if let link {
      let said = rest.onOneLine
      guard !said.isEmpty, !AnswerWords.pointsElsewhere(said),
        PlaceholderKind(of: said) == nil || setting.isWritten
      else {
        guard !setting.isWritten || !said.isEmpty else {
          return .said(.asWritten, text: text, link: nil)
        }
        return .refused(
          .init(
            "`\(link.onOneLine)` is no observable result; write what is observed, a link may stand behind it",
            "リンクだけでは期待結果になりません。画面で確認できる結果を書き、リンクはその後に添えてください"
          )
        )
      }
    }
    if let reason = reasonAgainst(rest) { return .refused(reason) }
    return .said(.asWritten, text: rest, link: link)
  }

  /// Why lines of a text say nothing that is observed: they ask back, point elsewhere or talk; `nil` where all of them may.
  private func reasonAgainst(_ text: String) -> AnswerReason? {
    for line in ListedLines.texts(in: text) {
      if let question = AskedBack.question(in: line) {
        return question == line.onOneLine
          ? .init(
            "it asks back; write what is observed, or put the question in the comment and choose “\(QuestionAnswer.Kind.later.name(language))” with a day",
            "質問になっています。確認できる結果を書くか、質問はコメント欄に書いたうえで「\(QuestionAnswer.Kind.later.name(.japanese))」を選び、期日を書いてください"
          )
          : .init(
            "a part of it asks back: “\(question)”; write only what is observed, and the question in the comment",
            "一部が質問になっています（\(question)）。回答欄には確認できる結果だけを書き、質問はコメント欄に書いてください"
          )
      }
      if AnswerWords.pointsElsewhere(line) {
        return .init(
          "`\(line.onOneLine)` is no observable result; write out what is observed",
          "「\(line.onOneLine)」は確認できる結果ではありません。何が確認できるかを具体的に書いてください"
        )
      }
      if AnswerWords.isTalk(line) {
        return .init(
          "`\(line.onOneLine)` says who decides or why, and not what is observed; write that, or choose “\(QuestionAnswer.Kind.later.name(language))” with a day",
          "「\(line.onOneLine)」には決定者や理由しか書かれていません。確認できる結果を書くか、「\(QuestionAnswer.Kind.later.name(.japanese))」を選んで期日を書いてください"
        )
      }
    }
    return nil
  }
}
