import Diagnostics
import Reporting
import Specification
import TestDesign
import Text

/// An answer that an editor offers to a question: what `answer` does with a row of the workbook.
struct QuickFix {
  let finding: Finding
  /// What stands above it in the editor's list.
  let title: String
  let kind: QuestionAnswer.Kind?
  let text: String

  /// What is needed to make its edit later.
  func data(_ uri: String) -> JSONValue {
    [
      "uri": .string(uri), "question": .string(finding.id),
      "kind": kind.map { .string($0.rawValue) }, "text": .string(text),
    ]
  }
}

/// The answers that an editor offers to the questions of a spec.
struct QuickFixes {
  private let reading: EditorReading
  private let analysed: AnalysedSpecification
  private let today: CalendarDate

  /// Days until which a question is put off unless somebody says otherwise.
  private static let respite = 14
  /// Entries of a checklist that are offered at its place; the sentence names as many.
  private static let shownItems = 5

  init?(_ reading: EditorReading) {
    guard let analysed = reading.analysed else { return nil }
    (self.reading, self.analysed, today) = (reading, analysed, reading.today)
  }

  private var specification: Specification { analysed.specification }

  /// The questions that are asked somewhere in some lines.
  func findings(in lines: ClosedRange<Int>) -> [Finding] {
    reading.messages.compactMap(\.finding).filter { finding in
      finding.isQuestion && lines.overlaps(finding.span.start.line...finding.span.end.line)
    }
  }

  /// The answers to a question, or to those of a checklist.
  func fixes(for finding: Finding) -> [QuickFix] {
    guard finding.items.isEmpty else {
      return finding.items.prefix(Self.shownItems).flatMap(fixes)
    }
    func fix(
      _ english: String,
      _ japanese: String,
      _ kind: QuestionAnswer.Kind?,
      _ text: String = ""
    ) -> QuickFix {
      let title = specification.language.choose(english, japanese)
      let line = title.onOneLine
      return QuickFix(
        finding: finding,
        title: line.count > 100 ? line.prefix(99) + "…" : line,
        kind: kind,
        text: text
      )
    }
    let day = CalendarDate(number: today.number + Self.respite)
    let later = fix(
      "Decide later (until \(day))",
      "後日決定する（期限 \(day)）",
      .later,
      day.description
    )
    if finding.code == .unconsideredOperation, let entry = finding.entries.first {
      let reason = specification.language.choose(
        "Does not concern this feature",
        "この機能には関係しない"
      )
      return [
        fix("Select `\(entry)`", "`\(entry)`を対象にする", .select),
        fix("Dismiss `\(entry)`: \(reason)", "`\(entry)`を対象外にする：\(reason)", .dismiss, reason),
        fix(
          "Decide later on `\(entry)` (until \(day))",
          "`\(entry)`は後日決定する（期限 \(day)）",
          .later,
          day.description
        ),
      ]
    }
    let yes = specification.language.choose("Yes", "はい")
    if finding.isConfirmation {
      let impossible = fix("Answer: this cannot happen", "起こり得ないと回答する", .notPossible)
      return [fix("Confirm: \(finding.message)", "確認済みにする：\(finding.message)", nil, yes)]
        + (finding.code == .draftedRule && !finding.rules.isEmpty ? [impossible] : []) + [later]
    }
    let isOrder = finding.code == .contradictoryRules
    var fixes = finding.choices(in: specification).map { choice in
      let said = choice.joined(separator: " / ")
      return isOrder
        ? fix("Set the order: \(said)", "優先順位を決める：\(said)", nil, choice.joined(separator: "\n"))
        : fix("Answer: \(said)", "回答する：\(said)", nil, choice.joined(separator: "\n"))
    }
    if finding.code == .undefinedCombination {
      if let nearest = finding.question?.nearest.map({ specification.rules[$0] }),
        case .then(let results) = nearest.outcome
      {
        let said = results.map(\.text)
        let line = said.joined(separator: " / ")
        fixes.append(
          fix(
            "Answer as rule \(nearest.id) does: \(line)",
            "ルール\(nearest.id)と同じにする：\(line)",
            .asWritten,
            said.joined(separator: "\n")
          )
        )
      }
      fixes += [
        fix("Answer: this cannot happen", "起こり得ないと回答する", .notPossible),
        fix("Answer: out of scope", "今回は対象外とする", .outOfScope),
      ]
    }
    return fixes + [later]
  }

  /// The text of the spec with an answer in it.
  ///
  /// - Throws: Why it cannot be put there.
  func text(
    answering id: String,
    _ kind: QuestionAnswer.Kind?,
    _ text: String
  ) throws(RequestFailure) -> String {
    guard let finding = analysed.analysis.questions.first(where: { $0.id == id }) else {
      throw RequestFailure(.failed, "the spec does not ask \(id) any more")
    }
    var answer = QuestionAnswer(
      question: id,
      fingerprint: finding.question?.fingerprint,
      kind: kind ?? .asWritten,
      text: text,
      place: reading.file.path
    )
    let options = finding.choices(in: specification)
    let setting = AnswerSetting(finding, options: options, in: specification)
    let reader = AnswerReader(specification.language)
    switch reader.read(text, kind: kind, to: setting) {
    case .said(let kind, let said): (answer.kind, answer.text) = (kind, said)
    case .refused(let reason): throw RequestFailure(.failed, reason.text(specification.language))
    }
    let file = AnswerFile(
      reading.file.text,
      of: specification,
      catalogue: specification.catalogue,
      settings: reading.settings
    )
    let answered = analysed.answered([answer], in: file, today: today)
    switch answered.outcomes[0].state {
    case .applied: return answered.text
    case .known: throw RequestFailure(.failed, "the spec says it already")
    case .refused(let reason), .stale(let reason):
      throw RequestFailure(.failed, reason.text(specification.language))
    }
  }
}
