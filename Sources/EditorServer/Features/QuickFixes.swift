import Diagnostics
import Reporting
import Specification
import TestDesign
import Text

/// The answers to a spec's questions that an editor offers as quick fixes.
struct QuickFixes {
  private let reading: EditorReading
  private let analysed: AnalysedSpecification
  private let today: CalendarDate

  /// The default number of days by which a question is postponed.
  private static let respite = 14
  /// The number of checklist items with quick fixes, the same as the sentence names.
  private static let shownItems = 5
  init?(_ reading: EditorReading) {
    guard let analysed = reading.analysed else { return nil }
    (self.reading, self.analysed, today) = (reading, analysed, reading.today)
  }

  private var specification: Specification { analysed.specification }

  func findings(in lines: ClosedRange<Int>) -> [Finding] {
    reading.messages.compactMap(\.finding).filter { finding in
      finding.isQuestion && lines.overlaps(finding.span.start.line...finding.span.end.line)
    }
  }

  /// Returns the answers to a question, or to each item of a checklist, with postponing as the last one if possible.
  func fixes(for finding: Finding) -> [OfferedAnswer] {
    let day = CalendarDate(number: today.number + Self.respite)
    let asked = finding.items.isEmpty ? [finding] : Array(finding.items.prefix(Self.shownItems))
    return asked.flatMap {
      $0.offeredAnswers(in: specification)
        + ($0.canWait ? [.later($0, until: day, in: specification)] : [])
    }.filter(isTaken)
  }

  private func isTaken(_ fix: OfferedAnswer) -> Bool {
    // For an order or a confirmation, only the new text shows whether it closes the question; for an exclusion, whether required cases
    // remain possible.
    let excludes = fix.kind == .notPossible || fix.kind == .outOfScope
    if fix.finding.code == .contradictoryRules || fix.finding.isConfirmation
      || excludes && !specification.coverage.include.isEmpty
    {
      return (try? text(answering: fix.finding.id, fix.kind, fix.text)) != nil
    }
    guard let answer = try? answer(fix.finding, fix.kind, fix.text) else { return false }
    return analysed.takes(answer, today: today)
  }

  /// Returns the text of the spec with an answer inserted.
  ///
  /// - Throws: The reason why that is impossible.
  func text(
    answering id: String,
    _ kind: QuestionAnswer.Kind?,
    _ text: String
  ) throws(RequestFailure) -> String {
    guard let finding = analysed.analysis.questions.first(where: { $0.id == id }) else {
      throw RequestFailure(.failed, "the spec does not ask \(id) any more")
    }
    let answer = try answer(finding, kind, text)
    let file = AnswerFile(reading.file.text, of: specification, settings: reading.settings)
    let answered = analysed.answered([answer], in: file, today: today)
    switch answered.outcomes[0].state {
    case .applied: return answered.text
    case .known: throw RequestFailure(.failed, "the spec already says so")
    case .refused(let reason), .stale(let reason):
      throw RequestFailure(.failed, reason.text(specification.language))
    }
  }

  private func answer(
    _ finding: Finding,
    _ kind: QuestionAnswer.Kind?,
    _ text: String
  ) throws(RequestFailure) -> QuestionAnswer {
    let options = finding.choices(in: specification)
    let setting = AnswerSetting(finding, options: options, in: specification)
    switch AnswerReader(specification.language).read(text, kind: kind, to: setting) {
    case .refused(let reason): throw RequestFailure(.failed, reason.text(specification.language))
    case .said(let kind, let text):
      return QuestionAnswer(
        question: finding.id,
        fingerprint: finding.question?.fingerprint,
        kind: kind,
        text: text,
        place: reading.file.path
      )
    }
  }
}

extension OfferedAnswer {
  /// Returns the `data` of a code action, from which `codeAction/resolve` computes the edit.
  func data(_ uri: String) -> JSONValue {
    [
      "uri": .string(uri), "question": .string(finding.id),
      "kind": kind.map { .string($0.rawValue) }, "text": .string(text),
    ]
  }
}
