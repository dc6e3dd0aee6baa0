import Diagnostics
import Specification
import TestDesign
import Text

/// The contents of a question, written for a reader without the spec: what is asked, the choices, and related rules.
extension ReportSource {
  // MARK: The question

  /// Returns the question, the possible answers, and the spec's remarks on the values involved.
  func asked(_ question: Finding) -> String {
    // “Yes” is among the general answers.
    let options = question.isAboutAddition ? [] : options(of: question)
    return
      ([sentence(of: question)] + options + parts(of: question)
      + settled(in: question) + notes(on: question))
      .joined(separator: "\n")
  }

  /// Returns the conditions that a question takes as given, the special cases settled or asked elsewhere, and the factors that it does not
  /// distinguish.
  private func settled(in question: Finding) -> [String] {
    let assumed = question.question?.assumed ?? ""
    let settled = question.question?.alsoSettled ?? ""
    let disputed = question.question?.disputed ?? ""
    let reach = question.question?.reach ?? ""
    return (assumed.isEmpty ? [] : [text("(Asked \(assumed))", "（\(assumed)）")])
      + (settled.isEmpty ? [] : [text("(Settled: \(settled))", "（決定済み：\(settled)）")])
      + (disputed.isEmpty
        ? [] : [text("(Asked in another question: \(disputed))", "（別の質問：\(disputed)）")])
      + (reach.isEmpty ? [] : [text("(\(reach.capitalisedAtStart))", "（\(reach)）")])
  }

  /// Returns how to answer a question about several values if the answers differ.
  private func parts(of question: Finding) -> [String] {
    if question.isTopic(in: specification) {
      return [text("Write the answer beside it, or choose.", "※ 右の欄に回答を書くか、選択してください。")]
    }
    let parts = wording.answerableParts(of: question)
    guard !parts.isEmpty else { return [] }
    let lines = parts.map { text("“\($0): …”", "「\($0)：…」") }
    return [
      text(
        "If the answers differ, write each on a line of its own: \(lines.joined(separator: ", "))",
        "※ 場合によって異なるときは、1行ずつ\(lines.joined())のように書いてください。"
      )
    ]
  }

  private func sentence(of question: Finding) -> String {
    question.question?.besideChoices ?? question.message
  }

  /// Returns the numbered answers that the question offers.
  func options(of question: Finding) -> [String] {
    text.numbered(question.choices(in: specification))
  }

  /// The maximum number of notes below a question.
  private static let maxNotes = 6
  /// The length in characters up to which a sample helps the reader.
  private static let longestSample = 40

  /// Returns the remarks on the factors and values in a question, since a name such as “empty draft” does not explain itself.
  private func notes(on question: Finding) -> [String] {
    let named: [(factor: Int, values: [Int])] =
      question.cube?.literals.map { ($0.factor, $0.values) }
      ?? question.rules.flatMap { rule in
        specification.rules[rule].when.alternatives.flatMap(\.terms)
          .map { ($0.factor, $0.values) }
      }
    var notes: [String] = []
    func add(_ name: String, _ remarks: [String?]) {
      let remarks = remarks.compactMap(\.self).map(\.onOneLine).filter { !$0.isEmpty }
      guard !remarks.isEmpty else { return }
      let note =
        text("Note – ", "※ ") + text.labelled(name, remarks.joined(separator: text("; ", "、")))
      if !notes.contains(note) { notes.append(note) }
    }
    for literal in named {
      guard literal.factor != specification.operationFactor else {
        for value in literal.values.map({ operationValues[$0] }) {
          let operation = specification.operations[value.operation]
          add(operation.label, [operation.note])
          guard let variant = value.variant else { continue }
          // If the question covers all variants, its sentence names none.
          let meaning =
            literal.values.count < operation.variants.count
            ? operation.meaning(of: variant, specification.language) : nil
          add(variant.label, remarks(on: variant) + [meaning])
        }
        continue
      }
      let factor = specification.factors[literal.factor]
      let others = factor.values.indices.filter { !literal.values.contains($0) }
      guard !others.isEmpty else { continue }
      add(factor.label, [factor.note])
      // If that is shorter, the sentence names the excluded values.
      let isComplement = literal.values.count > 3 && others.count < literal.values.count
      for value in isComplement ? others : literal.values {
        add(factor.values[value].label, remarks(on: factor.values[value]))
      }
    }
    return Array(notes.prefix(Self.maxNotes))
  }

  /// Returns the spec's remark on a value, and the text that it stands for.
  private func remarks(on value: FactorValue) -> [String?] {
    let sample = value.sample.flatMap { sample -> String? in
      guard value.number == nil, sample != value.id, sample.count <= Self.longestSample,
        sample.contains(where: { !$0.isWhitespace })
      else { return nil }
      return text("“\(sample.onOneLine)”", "「\(sample.onOneLine)」")
    }
    return [value.note, sample]
  }

  // MARK: Choices

  /// Returns the choices of the drop-down: the options, then the general answers.
  func dropDown(of question: Finding) -> [String] {
    let others = otherChoices(of: question)
    return DropDown.fitted(options(of: question), beside: others) + others
  }

  func otherChoices(of question: Finding) -> [String] {
    kinds(of: question, hasOptions: !question.choices(in: specification).isEmpty)
      .map { $0.name(specification.language) }
  }

  /// Returns the kinds of answer offered besides the options; without options, a written result needs no choice.
  private func kinds(of question: Finding, hasOptions: Bool) -> [QuestionAnswer.Kind] {
    let yes: [QuestionAnswer.Kind] = question.isConfirmation ? [.select] : []
    let other: [QuestionAnswer.Kind] = hasOptions || question.isConfirmation ? [.asWritten] : []
    let nothing: [QuestionAnswer.Kind] =
      question.mayNothingHappen(in: specification) ? [.nothing] : []
    return switch question.code {
    case _ where question.takesOnlyYes: yes
    case _ where question.isAboutAddition: yes + [.later]
    case .openQuestion: other + [.notPossible, .outOfScope, .later]
    case .draftedRule: yes + other + [.notPossible, .outOfScope, .later]
    case .noSuchDay, .excludedRule, .contestedDecision: []
    case .unreachedValue: [.later]
    case .unconsideredOperation where question.isTopic(in: specification): [.dismiss, .later]
    case .unconsideredOperation: [.select, .dismiss, .later]
    default: yes + other + nothing + [.notPossible, .outOfScope, .later, .depends]
    }
  }

  /// Returns who is asked, and until when an answer is needed.
  func asking(_ question: Finding) -> String {
    let day = question.deadline(in: specification).map { text("until \($0)", "\($0)まで") }
    return [question.ask?.onOneLine, day].compactMap(\.self).joined(separator: "\n")
  }

  // MARK: Related rules

  /// Returns the related part of the spec.
  ///
  /// For a gap, this is the nearest rule; for a contradiction, every rule with its condition; for an unconsidered entry, the typical
  /// follow-up question.
  func nearby(_ question: Finding) -> ReportCell {
    switch question.code {
    case .contradictoryRules, .unconfirmedDecision, .contestedDecision, .invalidLikeValid,
      .excludedRule, .unreachedValue,
      .draftedRule where !question.rules.isEmpty:
      let rules = question.rules.map { rule in
        let condition = wording.condition(of: specification.rules[rule].when).capitalisedAtStart
        return text.labelled(condition, results(ofRule: rule))
      }
      return .text(text.lines(rules), link: link(toRule: question.rules.first))
    case .undecidedRule, .placeholderResult, .fillerResult:
      guard let rule = question.rules.first, let near = wording.nearest(toRule: rule)
      else { return nothing }
      return says(near.rule, near.condition, isGeneral: near.isGeneral)
    case .openQuestion,
      .draftedRule where question.rules.isEmpty:
      let asked = question.teamQuestion(in: specification)
      var lines = [asked?.house?.path].compactMap(\.self)
      if let answer = asked.flatMap(analysis.decisions.answer), answer.state.isContested {
        lines = [answer.sentence, standing(answer)] + lines
      }
      return .text(lines.joined(separator: "\n"))
    case .unconsideredOperation:
      // A topic quotes the spec instead.
      return question.isTopic(in: specification)
        ? .text("") : .text(text("Nothing.", "記載はありません。"), isMuted: true)
    case .unreadFactor:
      return .text(text("No rule names any of these.", "どのルールにも出てきません。"))
    default:
      guard let detail = question.question, let nearest = detail.nearest else { return nothing }
      return says(nearest, detail.nearestCondition)
    }
  }

  private var nothing: ReportCell {
    .text(text("Nothing about this operation.", "この操作についての記載はありません。"), isMuted: true)
  }

  /// Returns the condition and the results of a rule, followed by its id.
  private func says(_ rule: Int, _ condition: String, isGeneral: Bool = false) -> ReportCell {
    let declared = specification.rules[rule]
    let said = wording.said(by: declared)
    let head =
      switch (isGeneral, condition.isEmpty) {
      case (true, true): text("In general:", "一般には：")
      case (true, false): text("In general, \(condition):", "一般に、\(condition)：")
      case (false, true): text("Not for here, but near:", "ここには当てはまりませんが、近いルール：")
      case (false, false): text("\(condition.capitalisedAtStart):", "\(condition)：")
      }
    let words = [
      head, text.lines(said), text("(\(text.name(of: declared)))", "（\(text.name(of: declared))）"),
    ]
    return .text(words.joined(separator: "\n"), link: link(toRule: rule))
  }

  private func link(toRule rule: Int?) -> ReportCell.Link? {
    rule.map { .row(of: .rules, key: key(ofRule: $0)) }
  }
}

extension Wording {
  /// Returns the results of a rule, or its question after a question mark.
  func said(by rule: Rule) -> [String] {
    switch rule.outcome {
    case .then(let results): results.map(\.text)
    case .placeholder(let open): open.results.map(\.text)
    case .question(let open): ["? " + asked(open.text)]
    }
  }
}

/// The choices of a drop-down, which spreadsheets store as one comma-separated text.
enum DropDown {
  /// The maximum length of the joined choices, in UTF-16 units.
  private static let longest = 255
  /// The minimum length of a meaningful truncated choice.
  private static let shortestChoice = 8

  /// Returns the texts without commas and quotes, truncated to fit beside the other choices.
  ///
  /// If too little of them would be left, only their numbers are returned, and nothing if even these do not fit.
  static func fitted(_ texts: [String], beside others: [String] = []) -> [String] {
    let plain = texts.map(Self.plain)
    let room = longest - others.reduce(0) { $0 + $1.utf16.count + 1 }
    var length = longest
    while length >= shortestChoice {
      let cut = plain.map { $0.utf16.count > length ? $0.prefix(upToUTF16: length - 1) + "…" : $0 }
      if fits(cut, room) { return cut }
      length -= 4
    }
    let numbers = texts.indices.map { ($0 + 1).asChoice }
    return fits(numbers, room) ? numbers : []
  }

  /// True if the choices are distinct and short enough together.
  private static func fits(_ choices: [String], _ room: Int) -> Bool {
    choices.joined(separator: ",").utf16.count <= room && Set(choices).count == choices.count
  }

  private static func plain(_ text: String) -> String {
    String(text.map { $0 == "," ? ";" : $0 == "\"" ? "”" : $0.isNewline ? " " : $0 })
  }
}

extension String {
  /// Returns the longest prefix of whole characters within `limit` UTF-16 units.
  func prefix(upToUTF16 limit: Int) -> String {
    var kept = ""
    var room = limit
    for character in self {
      room -= character.utf16.count
      guard room >= 0 else { break }
      kept.append(character)
    }
    return kept
  }
}
