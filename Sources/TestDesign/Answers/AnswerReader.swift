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
  /// True if “no” with a reason leaves out what it asks about.
  var mayBeDismissed = false
  /// True if a date may answer it.
  var asksWhen = false
  /// True if it asks first whether what it asks about can occur.
  var asksIfPossible = false
  /// True if rules share what it asks, so that one of them may come first.
  var isOrdered = false
  /// How many of the options, the last, say which rule comes first, and not what happens.
  var orders = 0
  /// How many options may be put in order, the first ones; none where they say no order.
  var places: Int {
    guard mayRank else { return 0 }
    let isJoint = options.last.map { $0.count == 1 && Wording.joint.contains($0[0]) } ?? false
    let said = options.dropLast(isJoint ? 1 : 0)
    return said.count > 2 && said.joined().allSatisfy(Wording.isOrder) ? said.count : 0
  }
  /// The option that “No” chooses; `nil` if “No” alone is unclear.
  private(set) var no: [String]?
  /// The ways in which it falls into parts that may have results of their own.
  var parts: [QuestionParts] = []
  /// False if the options are not about rules that disagree.
  private var mayRank = true
  /// Where it is settled what happens.
  private var settled = ""
  private var wording: Wording?
  private var asked: [NamedCube.Literal] = []

  /// The setting of a question that is no longer asked, by what its row shows.
  package init(options: [[String]], asked question: String = "") {
    self.options = options
    asksIfPossible = AnswerWords.asksIfPossible(question)
  }

  /// The setting of a question that the spec asks.
  package init(_ finding: Finding, options: [[String]], in specification: Specification) {
    let wording = Wording(specification)
    self.wording = wording
    asked = finding.question?.asked?.literals ?? []
    settled = finding.question?.settled ?? ""
    self.options = options
    mayRank = finding.code == .contradictoryRules
    switch finding.code {
    case .contradictoryRules:
      need = .option
      brief = finding.question?.briefChoices ?? []
    case .undecidedRule where !options.isEmpty: need = .option
    case .unconsideredOperation where finding.isTopic(in: specification): need = .text
    case .unconsideredOperation: need = .consent
    case _ where finding.takesOnlyYes: need = .consent
    case .openQuestion: need = options.isEmpty ? .text : .option
    default: parts = wording.parts(of: finding)
    }
    asksWhen = AnswerWords.asksWhen(finding.message)
    asksIfPossible = AnswerWords.asksIfPossible(finding.message)
    mayBeDismissed = finding.code == .unconsideredOperation
    isOrdered = finding.question?.choices.isEmpty == false
    if finding.code != .contradictoryRules { orders = finding.question?.choices.count ?? 0 }
    if need == .option, !mayRank, YesNoQuestion.isOne(finding.message),
      !YesNoQuestion.isDenied(finding.message)
    {
      let denied = options.filter { YesNoQuestion.isDenied($0.joined(separator: "\n")) }
      // “The draft is kept and no notice is shown” does not say no to “Is the draft kept?”.
      let first = denied.first?.first?.replacing(" and ", with: ", ")
        .prefix { !",、;。".contains($0) }
      if denied.count == 1, let first, YesNoQuestion.isDenied(String(first)) { no = denied[0] }
    }
  }

  /// True if an answer says something of each part, or begins to.
  fileprivate func areParts(answeredBy text: String) -> Bool {
    parts.contains { $0.isAnswered(by: text) }
  }

  /// True if texts may be the result that it asks for.
  package func takesResults(_ texts: [String]) -> Bool {
    wording?.reasonAgainst(results: texts, where: asked) == nil
  }

  /// True if a text is a reason in form, or may be one where nothing but a reason stands, and no clause of it names another case.
  func takesReason(_ text: String, inAnyForm: Bool) -> Bool {
    // “Leads see the list only on the manager's day off”, where it is settled what happens then.
    let text = text.replacing(#/ only (?:on|if|when|in|at|during) (.+)$/#) { only in
      ResultWords.words(of: String(only.1)).allSatisfy(ResultWords.words(of: settled).contains)
        ? "" : only.0
    }
    return (StatedReason.isOne(text) || inAnyForm && StatedReason.mayBeOne(text))
      && wording?.namesAnotherCase([text], asked) != true
  }
}

/// What the cells of an answer say.
package enum AnswerReading: Hashable, Sendable {
  /// An answer of a kind. `text` is the result, the reason, the day or what it depends on.
  case said(QuestionAnswer.Kind, text: String)
  /// Why it is no answer, with what to do.
  case refused(AnswerReason)
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
    guard let option = choices.choice(choice) else {
      // “No” in place of “Does not matter: why”, or of “Cannot happen”; to a topic it may as well be the answer.
      guard setting.mayBeDismissed && setting.need != .text || setting.asksIfPossible,
        let reply = BareReply(choice)
      else { return nil }
      return switch reply {
      case .yes where setting.mayBeDismissed: read(text, kind: .select, to: setting)
      case .yes: read(text, kind: nil, to: setting)
      case .no:
        read(text, kind: setting.mayBeDismissed ? .dismiss : .notPossible, to: setting)
      case .assent, .acknowledgement: nil
      }
    }
    let isOrder = setting.options.suffix(setting.orders).contains(option)
    if isOrder, !text.onOneLine.isEmpty {
      return read("\(text)\n\(choice)", kind: nil, to: setting)
    }
    if setting.orders > 0, choices.choice(text) != nil {
      return read("\(choice)\n\(text)", kind: nil, to: setting)
    }
    if choices.choice(text) != option, let reason = reasonAgainst(beside: text, nil, setting) {
      return .refused(reason)
    }
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
    case .depends where setting.areParts(answeredBy: text): break
    case .notPossible?, .outOfScope?:
      return reasonAgainst(beside: text, kind, setting).map { .refused($0) }
        ?? .said(kind ?? .asWritten, text: text)
    case .dismiss? where setting.asksIfPossible: return read(text, kind: .notPossible, to: setting)
    case .dismiss?:
      return reasonAgainst(why: text, setting).map { .refused($0) } ?? .said(.dismiss, text: text)
    case .asWritten? where setting.need == .option && ChoiceWords.number(text) != nil:
      return .refused(NonResult.sign.reason(text, language))
    case .select? where !setting.mayBeDismissed:
      // Beside “Yes” stands why.
      return reasonAgainst(beside: text, kind, setting).map { .refused($0) }
        ?? read(QuestionAnswer.Kind.select.name(language), kind: nil, to: setting)
    case .later?, .depends?, .select?: return .said(kind ?? .asWritten, text: text)
    case nil, .asWritten: break
    }
    if text.onOneLine.isEmpty { return .said(.asWritten, text: text) }
    if kind == nil, [.result, .option].contains(setting.need),
      let said = PartChoice(ListedLines.texts(in: text), inAnyForm: true),
      said.kind == .later ? WrittenDate.isAlone(said.text) : !said.text.isEmpty
    {
      return read(said.text, kind: said.kind, to: setting)
    }
    if kind == nil, setting.asksIfPossible, let reading = possibility(text, setting) {
      return reading
    }
    if kind == nil, setting.mayBeDismissed, setting.need == .consent,
      let (reply, rest) = BareReply.leading(text), reply != .acknowledgement
    {
      return reply == .no ? read(rest, kind: .dismiss, to: setting) : .said(.select, text: rest)
    }
    let choices = ChoiceReader(setting)
    if let choice = choices.choice(text) {
      return .said(.asWritten, text: choice.joined(separator: "\n"))
    }
    if setting.areParts(answeredBy: text) { return .said(.depends, text: text) }
    if let reason = choices.reasonAgainst(text) { return .refused(reason) }
    if kind == nil, WrittenDate.isAlone(text), !setting.asksWhen {
      return .refused(NonResult.date.reason(text, language))
    }
    switch setting.need {
    case .option where kind == nil:
      let signs = choices.signs
      let isOrder = setting.places > 0
      return .refused(
        .init(
          "choose an option: choose \(signs)\(choices.orders), or “\(QuestionAnswer.Kind.asWritten.name(language))” and write it beside",
          "選択肢から選んでください。\(signs)のいずれかを選ぶか、\(isOrder ? "「2、1、3」のように順番で答えるか、" : "")「\(QuestionAnswer.Kind.asWritten.name(.japanese))」を選んで期待結果を書いてください"
        )
      )
    case .option, .result, .text, .consent: return .said(.asWritten, text: text)
    }
  }

  /// The option that a text begins with, and the reason behind it: ①。…のため; `nil` for any other text.
  package func optionWithReason(
    _ text: String,
    to setting: AnswerSetting
  ) -> (option: String, reason: String)? {
    // “2, because …”
    let isNumber = text.first?.isNumber ?? false
    let text = !isNumber ? text : text.replacing(#/^([0-9０-９]{1,2})[,， ]+/#) { "\($0.1). " }
    guard let (number, rest) = ListedLines.numbered(text) else { return nil }
    let reason = String(rest.drop { !$0.isLetter && !$0.isNumber })
    return setting.options.isEmpty || !StatedReason.isOne(reason)
      ? nil : (number.asChoice, reason)
  }

  /// What an answer says that begins with whether something can occur; `nil` for any other.
  private func possibility(_ text: String, _ setting: AnswerSetting) -> AnswerReading? {
    var rest = text
    var isPossible = false
    while !rest.isEmpty {
      let end = rest.firstIndex { ":：,，、。.;；–—".contains($0) } ?? rest.endIndex
      let head = CompatibilityForms.plain(String(rest[..<end]).folded).replacing("’", with: "'")
        .trimmed
      if !isPossible, BareReply(head) == .no || AnswerWords.holds("cannot be", head) {
        let why = rest[end...].dropFirst().trimmed
        if StatedReason.isOne(why) || AnswerWords.ends("reason ends", why.withoutFullStop) {
          return read(why, kind: .notPossible, to: setting)
        }
        if why.isEmpty {
          return .refused(
            .init(
              "`\(text.onOneLine)` means “Cannot happen” and needs a reason: “No, because …”",
              "「\(text.onOneLine)」は「起こり得ない」という意味になるため、理由が必要です。「いいえ。…のため」のように、理由を続けて書いてください"
            )
          )
        }
        return .refused(NonResult.placeholder(.excluded).reason(text, language))
      }
      guard BareReply(head) == .yes || AnswerWords.holds("can be", head) else { break }
      isPossible = true
      rest = String(
        rest[end...].drop { !$0.isLetter && !$0.isNumber && !"“「『\"(（".contains($0) }
      )
    }
    guard isPossible else { return nil }
    return rest.isEmpty || AnswerWords.beginsClause("can be begins", rest.folded)
      ? .refused(NonResult.bareReply.reason(text, language)) : .said(.asWritten, text: rest)
  }

  /// Why a text cannot stand beside an option, or a kind; `nil` for a reason and where there is no text.
  private func reasonAgainst(
    beside text: String,
    _ kind: QuestionAnswer.Kind?,
    _ setting: AnswerSetting
  ) -> AnswerReason? {
    let isOption = kind != nil && ChoiceReader(setting).choice(text) != nil
    guard !text.onOneLine.isEmpty, isOption || !setting.takesReason(text, inAnyForm: kind != nil)
    else { return nil }
    if kind != nil, StatedReason.isOfResult(NonResult.plain(text)) {
      return AnswerReason(
        "`\(text.onOneLine)` says when it happens elsewhere; give the reason it cannot happen here: “because … is not …”",
        "「\(text.onOneLine)」には、いつ起こるかしか書かれていません。ここで起こらない理由を「…しないため」の形で書いてください"
      )
    }
    let other = QuestionAnswer.Kind.asWritten
    let (way, japanese) =
      kind == nil
      ? ("choose “\(other.name(language))”", "「\(other.name(.japanese))」を選んで")
      : ("clear the choice", "選択を消して")
    return AnswerReason(
      "`\(text.onOneLine)` may change what is chosen; write nothing but the reason, “because …”, without exceptions, or \(way) and write all that happens",
      "「\(text.onOneLine)」は選んだ内容を変えるおそれがあります。理由だけを、例外を付けずに「…のため」の形で書くか、\(japanese)期待結果をすべて書いてください"
    )
  }

  /// Why a text does not say why an operation is left out: a pointer, a date, something to be done, a limit; `nil` where it may.
  private func reasonAgainst(why text: String, _ setting: AnswerSetting) -> AnswerReason? {
    guard !text.onOneLine.isEmpty else { return nil }
    let plain = NonResult.plain(text)
    let isYes = setting.need == .consent
    if !StatedReason.isOne(text),
      isYes ? AnswerWords.isHeld("observed", by: plain) : plain.clauses(endingAt: ",、;").count > 2
    {
      return AnswerReason(
        "`\(text.onOneLine)` says what happens; \(isYes ? "choose “Yes”" : "clear the choice"), or say why it does not matter: “because …”",
        "「\(text.onOneLine)」は動作そのものです。\(isYes ? "「はい」を選ぶか" : "選択を消すか")、関係しない理由を「…のため」の形で書いてください"
      )
    }
    let isReason = StatedReason.isOfAll(text) || NonResult(text) == .conditional
    guard !isReason || StatedReason.isLimited(text) else { return nil }
    let later = QuestionAnswer.Kind.later
    return AnswerReason(
      "`\(text.onOneLine)` is not a reason for all of it; write why, or choose “\(later.name(language))” with a date",
      "「\(text.onOneLine)」は全体を対象外とする理由になりません。理由を書くか、「\(later.name(.japanese))」を選んで期日を書いてください"
    )
  }
}
