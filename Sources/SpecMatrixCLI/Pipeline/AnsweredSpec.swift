import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text

/// A spec, the files with answers to its questions, and what comes of them.
struct AnsweredSpec {
  private let analysed: AnalysedSpecification
  private let source: SourceFile
  /// What is told of each answer and of each cell that is not read, in the order of files.
  private(set) var messages: [String] = []
  /// Whether every answer is in the spec.
  private(set) var isSettled = true
  /// The text with the answers.
  private(set) var text: String

  var path: String { source.path }
  var isChanged: Bool { text != source.text }
  /// The change of the text, as `git diff` writes it.
  var diff: String { UnifiedDiff(path: path, old: source.text, new: text).text }

  /// Puts the answers of files into the text of a spec.
  init(
    _ analysed: AnalysedSpecification,
    _ source: SourceFile,
    files: [ReturnedFile],
    today: CalendarDay,
    isTrial: Bool
  ) {
    self.analysed = analysed
    self.source = source
    text = source.text
    var answers: [QuestionAnswer] = []
    for file in files {
      let saved = SavedAnswers(
        file.workbook,
        file: file.path,
        specification: analysed.specification,
        analysis: analysed.analysis
      )
      answers += saved.answers
      for remark in saved.remarks {
        messages.append("\(remark.place): \(remark.message)")
        if remark.isProblem { isSettled = false }
      }
      if !saved.hasQuestions {
        messages.append("\(file.path): no sheet has the columns of questions and answers")
        isSettled = false
      } else if saved.answers.isEmpty, saved.remarks.isEmpty {
        messages.append("\(file.path): nothing is answered")
      }
    }
    let answered = analysed.answered(
      answers,
      in: source.text,
      catalogue: analysed.specification.catalogue,
      today: today
    )
    text = answered.text
    for outcome in answered.outcomes {
      messages.append(message(outcome, isTrial: isTrial))
      if !outcome.isSettled { isSettled = false }
    }
  }

  private func message(_ outcome: AnswerOutcome, isTrial: Bool) -> String {
    let answer = outcome.answer
    let place = "\(answer.place): "
    switch outcome.state {
    case .applied(let what):
      return place + (isTrial ? "would be applied " : "applied ")
        + "\(answer.question): \(what)"
    case .known: return place + "already applied \(answer.question)"
    case .refused(let why): return place + "not applied \(answer.question): \(why)"
    case .stale(let now):
      let asked = answer.sentence.map { "the workbook asks: \($0); " } ?? ""
      return place
        + "stale, not applied \(answer.question): \(asked)the answer is: \(answer.text.onOneLine); \(now)"
    }
  }
}
