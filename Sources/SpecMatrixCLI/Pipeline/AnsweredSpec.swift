import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text

/// A spec with the answers from returned files put into its text.
struct AnsweredSpec {
  private let analysed: AnalysedSpecification
  private let source: SourceFile
  /// One message for each answer and each cell that cannot be read, in the order of files.
  private(set) var messages: [String] = []
  /// Whether every answer is in the spec.
  private(set) var isSettled = true
  /// The text with the answers.
  private(set) var text: String

  var path: String { source.path }
  var isChanged: Bool { text != source.text }
  /// The change of the text in the format of `git diff`.
  var diff: String { UnifiedDiff(path: path, old: source.text, new: text).text }

  /// Puts the answers from files into the text of a spec.
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
        messages.append("\(file.path): no sheet has question and answer columns")
        isSettled = false
      } else if saved.answers.isEmpty, saved.remarks.isEmpty {
        messages.append("\(file.path): it contains no answers")
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
      let asked = answer.sentence.map { "the workbook asked: \($0); " } ?? ""
      return place
        + "stale, not applied \(answer.question): \(asked)the answer is: \(answer.text.onOneLine); \(now)"
    }
  }
}

/// Finds the spec that a file with answers belongs to.
struct SpecMatch {
  /// The specs to choose from.
  let specs: [SpecResult]

  /// The spec that the file names, or whose id begins its name, or that asks one of its questions; `nil` where there is none, or more than one.
  func spec(of file: ReturnedFile) -> SpecResult? {
    if specs.count == 1, let only = specs.first {
      return file.metadata["id"].map { $0 == only.id ?? $0 } ?? true ? only : nil
    }
    if let found = only(where: { $0.file.path == file.metadata["spec"] }) { return found }
    if let id = file.metadata["id"] { return only { $0.id == id } }
    let stem = file.stem
    if let exact = only(where: { $0.id == stem }) { return exact }
    let begun = only { spec in
      guard let id = spec.id, stem.hasPrefix(id) else { return false }
      return stem.dropFirst(id.count).first.map { !$0.isLetter && !$0.isNumber && $0 != "-" }
        ?? true
    }
    if let begun { return begun }
    return only { spec in
      guard let analysed = spec.analysed else { return false }
      return file.mentions(Set(analysed.analysis.findings.lazy.filter(\.isQuestion).map(\.id)))
    }
  }

  private func only(where isMeant: (SpecResult) -> Bool) -> SpecResult? {
    let found = specs.filter(isMeant)
    return found.count == 1 ? found[0] : nil
  }
}
