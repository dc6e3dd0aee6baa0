package import Specification
import Text

/// What a question offers and asks for, as far as it decides how an answer to it is read.
package struct AnswerSetting: Sendable {
  /// What may answer a question.
  package enum Need: Sendable {
    /// A result, or the option that says it.
    case result
    /// One of the options; something else only where the kind says so.
    case option
    /// Yes, or the kind that leaves an operation out.
    case consent
    /// Any text: the question stands beside the rules.
    case text
  }

  /// What its choices say, as its reader saw them, each with its lines.
  package var options: [[String]] = []
  /// What a drop-down shows of them where there is little room; as many, or none.
  var brief: [String] = []
  package var need = Need.result
  /// True if a whole sentence that is none of the options is a result of its own.
  var takesSentences = false
  /// True if “no” with a reason leaves out what it asks about.
  var mayBeDismissed = false
  /// True if a date may answer it.
  var asksWhen = false
  /// True if it asks first whether something can be at all.
  var asksIfPossible = false
  /// True if rules share what it asks, so that one of them may come first.
  var isOrdered = false
  /// How many of the options, the last, say which rule comes first, and not what happens.
  var orders = 0
  /// The parts that it names, each of which may have a result of its own.
  var parts: QuestionParts?

  /// The setting of a question that is no longer asked, by what its row shows.
  package init(options: [[String]]) {
    self.options = options
  }

  /// The setting of a question that the spec asks.
  package init(_ finding: Finding, options: [[String]], in specification: Specification) {
    let wording = Wording(specification)
    self.options = options
    switch finding.code {
    case .contradictoryRules:
      need = .option
      brief = finding.question?.briefChoices ?? []
    case .undecidedRule where !options.isEmpty: need = .option
    case .unconsideredOperation: need = .consent
    case _ where finding.takesOnlyYes: need = .consent
    case .openQuestion: need = .text
    default: parts = wording.parts(of: finding)
    }
    asksWhen = AnswerWords.asksWhen(finding.message)
    takesSentences = finding.code == .undecidedRule
    mayBeDismissed = finding.code == .unconsideredOperation
    asksIfPossible =
      finding.code == .undefinedCombination
      && finding.question?.asked.flatMap(wording.beyondRangeQuestion) != nil
    isOrdered = finding.question?.choices.isEmpty == false
    if finding.code == .undecidedRule { orders = finding.question?.choices.count ?? 0 }
  }
}

/// What the cells of an answer say.
package enum AnswerReading: Hashable, Sendable {
  /// An answer of a kind. `text` is the result, the reason, the day or what it depends on.
  case said(QuestionAnswer.Kind, text: String)
  /// Why it is no answer, with what to do.
  case refused(AnswerReason)
}

/// A yes or no, and what stands behind it: `No: it is not cached`.
struct Reply {
  let isYes: Bool
  let rest: String

  init?(_ text: String) {
    // `No-one` is a word.
    let signs = text.indices.filter { ":：,、。.–—".contains(text[$0]) || text[$0...].hasPrefix("- ") }
    let end = signs.first ?? text.endIndex
    let head = String(text[..<end]).trimmed
    switch BareReply(head) {
    case .yes: isYes = true
    case .no: isYes = false
    case _ where AnswerWords.holds("possible is", head): isYes = true
    case _ where AnswerWords.holds("impossible is", head): isYes = false
    case _ where AnswerWords.begins("impossible begins", head): isYes = false
    default: return nil
    }
    let rest = text[end...].drop { ":：,、。.-–—".contains($0) || $0.isWhitespace }.trimmed
    // `Yes, agreed: a message is shown`
    let more = Reply(rest)
    self.rest = more?.isYes == isYes ? more?.rest ?? "" : rest
    // `Yes, but …` is neither.
    if AnswerLimit.isOne(self.rest) { return nil }
  }

  /// What it may have been to a question that is gone.
  var kinds: [(QuestionAnswer.Kind, String)] {
    isYes ? [(.select, rest), (.asWritten, rest)] : [(.dismiss, rest), (.notPossible, rest)]
  }
}

/// The lists of `Words/answers.yaml` by their headings.
enum AnswerWords {
  private static let lists = wordTable("Words/answers.yaml")

  static func words(_ list: String) -> [String] {
    guard let words = lists[list] else { preconditionFailure("there is no list `\(list)`") }
    return words
  }

  static func holds(_ list: String, _ word: String) -> Bool { words(list).contains(word) }

  static func begins(_ list: String, _ text: String) -> Bool {
    words(list).contains(where: text.hasPrefix)
  }

  static func ends(_ list: String, _ text: String) -> Bool {
    words(list).contains(where: text.hasSuffix)
  }

  /// True if a clause begins with a whole word or phrase of a list.
  static func beginsClause(_ list: String, _ clause: String) -> Bool {
    words(list).contains { clause.begins(with: Substring($0)) }
  }

  static func prefix(_ list: String, of text: Substring) -> String? {
    words(list).first(where: text.hasPrefix)
  }

  /// True if a date may answer a question.
  static func asksWhen(_ question: String) -> Bool {
    let question = question.folded
    return words("when holds").contains { question.contains($0) }
  }
}

/// Tells a remark that limits what it stands beside: “except at night”, 15時まで.
enum AnswerLimit {
  private static let maxBound = 12

  static func isOne(_ text: String) -> Bool {
    let plain = CompatibilityForms.plain(text.folded).trimmed
    return AnswerWords.holds("limit words", plain.firstWord)
      || AnswerWords.begins("limit begins", plain) || AnswerWords.ends("limit ends", plain)
      || isBound(plain)
      || plain.clauses(endingAt: ",、;.。()–—").dropFirst().contains { clause in
        AnswerWords.beginsClause("limit clause begins", clause)
      }
  }

  /// True if a remark has a number outside a reason or a date: “for at most 30 minutes”, but not “because 30 minutes pass”.
  static func hasUnexplainedNumber(_ text: String) -> Bool {
    let plain = CompatibilityForms.plain(text.folded).trimmed
    return plain.contains(where: \.isNumber) && !AnswerWords.holds("why words", plain.firstWord)
      && !AnswerWords.ends("why ends", plain) && !plain.contains(/\d{4}[-\/年]\d/)
  }

  /// True if a text is a number that something begins or ends with: 23:31から, 18:00より後.
  static func isBound(_ text: String) -> Bool {
    let plain = CompatibilityForms.plain(text).trimmed
    return plain.count <= maxBound && plain.first?.isNumber == true
      && !plain.contains(where: \.isWhitespace) && AnswerWords.ends("bound ends", plain)
  }
}

extension String {
  /// The English word in front, in lower case; empty where there is none.
  fileprivate var firstWord: String { folded.prefix { $0.isASCII && $0.isLetter }.lowercased() }
}

/// Reads answers: a kind and a text that is taken literally, or the number of an option, or its text.
package struct AnswerReader: Sendable {
  private let language: Language

  package init(_ language: Language) {
    self.language = language
  }

  /// What an answer says that chooses from the list, with what stands beside it: of an option a reason, or the other part of the answer where the question has two.
  ///
  /// - Returns: What it says; `nil` where the choice is none of the options.
  package func read(
    _ text: String,
    beside choice: String,
    to setting: AnswerSetting
  ) -> AnswerReading? {
    let choices = ChoiceReader(setting)
    guard let option = choices.choice(choice) else { return nil }
    let isOrder = setting.options.suffix(setting.orders).contains(option)
    if isOrder, !text.onOneLine.isEmpty {
      return read("\(text)\n\(choice)", kind: nil, to: setting)
    }
    if setting.orders > 0, choices.choice(text) != nil {
      return read("\(choice)\n\(text)", kind: nil, to: setting)
    }
    if let reason = reasonAgainst(beside: text, choices, option) { return .refused(reason) }
    return .said(.asWritten, text: option.joined(separator: "\n"))
  }

  /// What an answer says.
  ///
  /// - Parameters:
  ///   - text: With LF between its lines.
  ///   - kind: What the person chose; `nil` where they chose nothing.
  ///   - setting: What it answers.
  /// - Returns: What it says, or why it says nothing that can be taken.
  package func read(
    _ text: String,
    kind: QuestionAnswer.Kind?,
    to setting: AnswerSetting
  ) -> AnswerReading {
    switch kind {
    case nil, .asWritten: break
    case .depends where setting.parts?.isAnswered(by: text) == true: break
    case .notPossible?, .outOfScope?, .dismiss?:
      // What is decided for the next version is left out of this one.
      let isLeftForLater =
        kind == .outOfScope && [nil, .excluded].contains(PlaceholderKind(of: text))
        && text.folded.firstMatch(of: /next|later|phase|次|今後/) != nil
        && NonResult(text) != .question
      if let kind, kind != .outOfScope, AnswerLimit.isOne(text) {
        return .refused(limited(text, kind))
      }
      if kind == .notPossible, !setting.asksIfPossible, let reply = Reply(text), !reply.isYes,
        !reply.rest.isEmpty
      {
        return .refused(contradicted(text))
      }
      let reason = isLeftForLater ? nil : reasonAgainst(why: text)
      return reason.map { .refused($0) } ?? .said(kind ?? .asWritten, text: text)
    case .select? where text.onOneLine.isEmpty && !setting.mayBeDismissed:
      return read(QuestionAnswer.Kind.select.name(language), kind: nil, to: setting)
    case .later?, .depends?, .select?: return .said(kind ?? .asWritten, text: text)
    }
    if text.onOneLine.isEmpty { return .said(.asWritten, text: text) }
    if kind == nil, let reply = Reply(text), let reading = self.reading(reply, to: setting) {
      return reading
    }
    let choices = ChoiceReader(setting)
    if let choice = choices.choice(text) {
      return .said(.asWritten, text: choice.joined(separator: "\n"))
    }
    if setting.parts?.isAnswered(by: text) == true { return .said(.depends, text: text) }
    if let reason = choices.reasonAgainst(text) { return .refused(reason) }
    if kind == nil, WrittenDate.isAlone(text), !setting.asksWhen {
      return .refused(NonResult.date.reason(text, language))
    }
    switch setting.need {
    case .option where kind == nil && !(setting.takesSentences && choices.isSentence(text)):
      let signs = choices.signs
      return .refused(
        .init(
          "choose an option: choose \(signs), or “\(QuestionAnswer.Kind.asWritten.name(language))” and write it beside",
          "選択肢から選んでください。\(signs)のいずれかを選ぶか、「\(QuestionAnswer.Kind.asWritten.name(.japanese))」を選んで期待結果を書いてください"
        )
      )
    case .option, .result, .text, .consent: return .said(.asWritten, text: text)
    }
  }

  /// What a yes or no says to a question that asks for one; `nil` to any other.
  private func reading(_ reply: Reply, to setting: AnswerSetting) -> AnswerReading? {
    switch (reply.isYes, reply.rest.isEmpty) {
    case (false, false) where setting.mayBeDismissed:
      read(reply.rest, kind: .dismiss, to: setting)
    case (true, false) where setting.mayBeDismissed: .said(.select, text: reply.rest)
    case (false, _) where setting.asksIfPossible:
      read(reply.rest, kind: .notPossible, to: setting)
    case (true, false) where setting.asksIfPossible: read(reply.rest, kind: nil, to: setting)
    default: nil
    }
  }

  /// Why a text cannot stand beside an option as its reason: it chooses another one, limits it, or is no reason.
  private func reasonAgainst(
    beside text: String,
    _ choices: ChoiceReader,
    _ option: [String]
  ) -> AnswerReason? {
    let other = choices.choice(text)
    guard !text.onOneLine.isEmpty, other != option else { return nil }
    guard
      other != nil || AnswerLimit.isOne(text) || AnswerLimit.hasUnexplainedNumber(text)
        || choices.mentionsAnother(text, than: option)
        || Reply(text)?.isYes == false
    else { return reasonAgainst(why: text) }
    return AnswerReason(
      "`\(text.onOneLine)` may change the option that is chosen; choose one option and write only why (“because …”), or choose “\(QuestionAnswer.Kind.asWritten.name(language))” and write it",
      "選んだ選択肢と「\(text.onOneLine)」が食い違っています。選択肢を1つ選んで理由だけを「…のため」の形で書くか、「\(QuestionAnswer.Kind.asWritten.name(.japanese))」を選んで期待結果を書いてください"
    )
  }

  private func contradicted(_ text: String) -> AnswerReason {
    let kind = QuestionAnswer.Kind.notPossible
    return AnswerReason(
      "`\(text.onOneLine)` objects to “\(kind.name(language))”; write only why, or choose what is meant",
      "「\(kind.name(.japanese))」と「\(text.onOneLine)」が食い違っています。理由だけを書くか、ほかの選択肢を選んでください"
    )
  }

  private func limited(_ text: String, _ kind: QuestionAnswer.Kind) -> AnswerReason {
    AnswerReason(
      "`\(text.onOneLine)` limits “\(kind.name(language))”, which holds for all that is asked; write only why, or choose “\(QuestionAnswer.Kind.depends.name(language))”",
      "「\(kind.name(.japanese))」は確認事項の全体についての回答ですが、「\(text.onOneLine)」で範囲が限られています。理由だけを書くか、「\(QuestionAnswer.Kind.depends.name(.japanese))」を選んでください"
    )
  }

  /// Why a text is not a reason: a pointer, a date, something to be done; `nil` where it may be one.
  private func reasonAgainst(why text: String) -> AnswerReason? {
    switch NonResult(text) {
    case nil, .explanation, .conditional: return nil
    case .placeholder(.excluded) where PlaceholderKind(of: text) == nil: return nil
    case _ where text.onOneLine.isEmpty: return nil
    case .placeholder, .bareReply, .question, .date, .sign:
      let later = QuestionAnswer.Kind.later
      return AnswerReason(
        "`\(text.onOneLine)` is not a reason; write why, or choose “\(later.name(language))” with a date",
        "「\(text.onOneLine)」は理由になりません。理由を書くか、「\(later.name(.japanese))」を選んで期日を書いてください"
      )
    }
  }
}
