import Diagnostics
package import Specification
import Text

/// The properties of a question that decide how an answer to it is read.
package struct AnswerSetting: Sendable {
  /// The kind of answer that a question needs.
  package enum Need: Sendable {
    /// A result, or an option with one.
    case result
    /// One of the options; any other text only if the kind says so.
    case option
    /// Yes, or the kind that dismisses an operation.
    case consent
    /// Any text: the question is independent of rules.
    case text
  }

  /// The texts of the options as the reader saw them, each as lines.
  package var options: [[String]] = []
  /// The texts of the options in a narrow drop-down; as many, or none.
  var brief: [String] = []
  package var need = Need.result
  /// True if “no” with a reason dismisses the subject.
  var mayBeDismissed = false
  /// True if a date may be the answer.
  var asksWhen = false
  /// True if the question also asks whether something can occur.
  var asksIfPossible = false
  /// True if the subject is shared by several rules, so that one of them may come first.
  var isOrdered = false
  /// True if the choice that nothing happens is offered.
  var mayNothingHappen = true
  /// The number of options, the last ones, that rank rules rather than give a result.
  var orders = 0
  /// The number of options, the first ones, that can be ranked; 0 if they are not about order.
  var places: Int {
    guard mayRank else { return 0 }
    let isJoint = options.last.map { $0.count == 1 && Wording.joint.contains($0[0]) } ?? false
    let said = options.dropLast(isJoint ? 1 : 0)
    return said.count > 2 && said.joined().allSatisfy(Wording.isOrder) ? said.count : 0
  }
  /// The option that “No” chooses, or `nil` if “No” alone is unclear.
  private(set) var no: [String]?
  /// The ways to split the question into parts with results of their own.
  var parts: [QuestionParts] = []
  /// False if the options are not about contradicting rules.
  private var mayRank = true
  /// The cases that are settled, in words.
  private var settled = ""
  private var wording: Wording?
  private var asked: [NamedCube.Literal] = []

  /// Creates the setting of a question that is no longer asked, from the text of its row.
  package init(options: [[String]], asked question: String = "") {
    self.options = options
    asksIfPossible = AnswerWords.asksIfPossible(question)
  }

  /// Creates the setting of an open question.
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
    mayNothingHappen = finding.mayNothingHappen(in: specification)
    isOrdered = finding.question?.choices.isEmpty == false && !finding.isAboutAddition
    if isOrdered, finding.code != .contradictoryRules {
      orders = finding.question?.choices.count ?? 0
    }
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

  /// True if an answer gives results by part.
  fileprivate func areParts(answeredBy text: String) -> Bool {
    parts.contains { $0.isAnswered(by: text) }
  }

  /// True if the texts may be the result that the question asks for.
  package func takesResults(_ texts: [String]) -> Bool {
    wording?.reasonAgainst(results: texts, where: asked) == nil
  }

  /// True if a text is worded as a reason, or, with `inAnyForm`, may be one and names no other case.
  func takesReason(_ text: String, inAnyForm: Bool) -> Bool {
    // “Leads see the list only on the manager's day off” is fine if that case is settled.
    let text = text.replacing(#/ only (?:on|if|when|in|at|during) (.+)$/#) { only in
      ResultWords.words(of: String(only.1)).allSatisfy(ResultWords.words(of: settled).contains)
        ? "" : only.0
    }
    guard inAnyForm else { return StatedReason.isOne(text) }
    return (StatedReason.isOne(text) || StatedReason.mayBeOne(text))
      && wording?.namesAnotherCase([text], asked) != true
  }
}

/// The content of an answer's cells.
package enum AnswerReading: Hashable, Sendable {
  /// An answer.
  ///
  /// `text` is the result, the reason, the day or the factor that it depends on.
  case said(QuestionAnswer.Kind, text: String)
  /// No answer, with the reason and the remedy.
  case refused(AnswerReason)
}

/// Reads answers: a kind with a text that is taken literally, or the number or the text of an option.
package struct AnswerReader: Sendable {
  private let language: Language

  package init(_ language: Language) {
    self.language = language
  }

  /// Reads an answer that chooses an option from the list, with a text beside it: a reason, or the other part of a two-part answer.
  ///
  /// Returns `nil` if the choice is none of the options.
  package func read(
    _ text: String,
    beside choice: String,
    to setting: AnswerSetting
  ) -> AnswerReading? {
    let choices = ChoiceReader(setting)
    guard let option = choices.choice(choice) else {
      // “No” instead of “Does not matter: why” or “Cannot happen”; for a topic it may be the answer itself.
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

  /// Reads an answer.
  ///
  /// `text` has LF between its lines; `kind` is `nil` if the person chose none.
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
      // The text beside “Yes” must be a reason.
      return reasonAgainst(beside: text, kind, setting).map { .refused($0) }
        ?? read(QuestionAnswer.Kind.select.name(language), kind: nil, to: setting)
    case .nothing?:
      let name = QuestionAnswer.Kind.nothing.name(language)
      if let option = read(text, beside: name, to: setting) { return option }
      guard setting.mayNothingHappen else {
        return .refused("`\(name)` is not on the list; choose from it")
      }
      let names = Language.allCases.map { QuestionAnswer.Kind.nothing.name($0).folded }
      guard text.onOneLine.isEmpty || names.contains(text.folded.withoutFullStop) else {
        return .refused(
          "“\(name)” is a complete answer; clear the text, or clear the choice and write what happens"
        )
      }
      return .said(.asWritten, text: name)
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

  /// Returns the option that a text begins with and the reason behind it, as in “①。…のため” and “Option 2, because …”; `nil` for any other
  /// text.
  package func optionWithReason(
    _ text: String,
    to setting: AnswerSetting
  ) -> (option: String, reason: String)? {
    let choices = ChoiceReader(setting)
    guard !setting.options.isEmpty, choices.choice(text) == nil else { return nil }
    // “Option 12” and the words that a copied option may have in front.
    let longest = (setting.options.map(\.count).max() ?? 0) + 12
    let signs = text.indices.prefix(longest).filter {
      !text[$0].isLetter && !text[$0].isWholeNumber || "①"..."⑳" ~= text[$0]
    }
    return signs.lazy.compactMap { sign in
      let end = "①"..."⑳" ~= text[sign] ? text.index(after: sign) : sign
      let option = text[..<end].trimmed
      let isDoubted = text[end...].prefix { !$0.isLetter && !$0.isNumber }.contains {
        "?？".contains($0)
      }
      guard !isDoubted, choices.choice(option) != nil else { return nil }
      let reason = String(
        text[end...].drop { !$0.isLetter && !$0.isNumber }
          .reversed().drop { ")）".contains($0) }.reversed()
      )
      return StatedReason.isOne(reason) && !StatedReason.limits(reason) ? (option, reason) : nil
    }.first
  }

  /// Reads an answer that begins by saying whether something can occur; returns `nil` for any other.
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
            "`\(text.onOneLine)` means “Cannot happen” and needs a reason: “No, because …”"
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

  /// Returns why a text cannot accompany an option or a kind, or `nil` if it is a reason or empty.
  private func reasonAgainst(
    beside text: String,
    _ kind: QuestionAnswer.Kind?,
    _ setting: AnswerSetting
  ) -> AnswerReason? {
    let isOption = kind != nil && ChoiceReader(setting).choice(text) != nil
    guard !text.onOneLine.isEmpty, isOption || !setting.takesReason(text, inAnyForm: kind != nil)
    else { return nil }
    if kind != nil, StatedReason.isOfResult(NonResult.plain(text)) {
      return
        "`\(text.onOneLine)` says when it happens elsewhere; give the reason it cannot happen here: “because … is not …”"
    }
    let other = QuestionAnswer.Kind.asWritten.name(language)
    return kind == nil
      ? "`\(text.onOneLine)` may change what is chosen; write nothing but the reason, “because …”, without exceptions, or choose “\(other)” and write all that happens"
      : "`\(text.onOneLine)` may change what is chosen; write nothing but the reason, “because …”, without exceptions, or clear the choice and write all that happens"
  }

  /// Returns why a text does not justify a dismissal, being a pointer, a date, a task or a limit; `nil` if it may.
  private func reasonAgainst(why text: String, _ setting: AnswerSetting) -> AnswerReason? {
    guard !text.onOneLine.isEmpty else { return nil }
    let plain = NonResult.plain(text)
    let isYes = setting.need == .consent
    if !StatedReason.isOne(text),
      isYes ? AnswerWords.isHeld("observed", by: plain) : plain.clauses(endingAt: ",、;").count > 2
    {
      return isYes
        ? "`\(text.onOneLine)` says what happens; choose “Yes”, or say why it does not matter: “because …”"
        : "`\(text.onOneLine)` says what happens; clear the choice, or say why it does not matter: “because …”"
    }
    let isReason = StatedReason.isOfAll(text) || NonResult(text) == .conditional
    guard !isReason || StatedReason.isLimited(text) else { return nil }
    let later = QuestionAnswer.Kind.later
    return
      "`\(text.onOneLine)` is not a reason for all of it; write why, or choose “\(later.name(language))” with a date"
  }
}
