import Diagnostics
import Reporting
import Specification
import TestDesign
import Text

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

  /// The answers to a question, or to each item of a checklist; the last one postpones it, if it can wait.
  func fixes(for finding: Finding) -> [OfferedAnswer] {
    let day = CalendarDate(number: today.number + Self.respite)
    let asked = finding.items.isEmpty ? [finding] : Array(finding.items.prefix(Self.shownItems))
    return asked.flatMap {
      $0.offeredAnswers(in: specification)
        + ($0.canWait ? [.later($0, until: day, in: specification)] : [])
    }
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

extension OfferedAnswer {
  /// The `data` of a code action, from which `codeAction/resolve` makes the edit.
  func data(_ uri: String) -> JSONValue {
    [
      "uri": .string(uri), "question": .string(finding.id),
      "kind": kind.map { .string($0.rawValue) }, "text": .string(text),
    ]
  }
}
