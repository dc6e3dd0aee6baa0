import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import Workbooks

/// The answers in a saved file that are not in the spec at the next generation, and its verdicts that are not in the ledger.
struct UnappliedAnswers {
  /// The saved file, with a reason beside each answer that the spec refuses.
  let saved: SavedWorkbook
  /// The number of answers that could be applied.
  let count: Int
  /// The number of refused answers and verdicts.
  private let refused: Int
  /// The number of answers to questions that have changed or are closed.
  private let outdated: Int
  /// The number of verdicts that could be applied or must be looked at.
  private let verdicts: Int
  /// The number of verdicts that were not applied before the outcomes or decisions changed.
  private let lapsed: Int
  private let sheets: String
  /// The questions that replace closed ones, by the id of the closed question.
  let successors: [String: String]

  private let language: Language

  init(
    in saved: SavedWorkbook,
    _ path: String,
    _ analysed: AnalysedSpecification,
    _ tables: [OutcomeTable?],
    text: String,
    settings: Settings,
    earlier: EarlierSuite?,
    today: CalendarDate
  ) {
    let specification = analysed.specification
    let file = AnswerFile(text, of: specification, settings: settings)
    language = specification.language
    let answers = SavedAnswers(
      saved,
      file: path,
      specification: specification,
      analysis: analysed.analysis
    )
    var marked = saved
    var refused = 0
    if answers.answers.isEmpty {
      (count, outdated, successors) = (0, 0, [:])
    } else {
      let states = analysed.answered(answers.answers, in: file, today: today).outcomes.map(\.state)
      outdated = states.count { if case .stale = $0 { true } else { false } }
      count = states.count(where: \.isApplied)
      refused = states.count { if case .refused = $0 { true } else { false } }
      // Answers to changed questions get a separate remark.
      let said: [AnswerOutcome.State] = states.map { if case .stale = $0 { .known } else { $0 } }
      successors = analysed.successors(of: answers.orphans(states), earlier: earlier)
      marked = saved.marked(answers.reasons(said, after: successors))
    }
    let agreement = SavedAgreement(saved, file: path)
    let said = agreement.verdicts
    let verdictsOn = [ReportTable.Name.outcomes, .decisions].filter { name in
      said.contains { $0.isOfDecision == (name == .decisions) }
    }
    let language = specification.language
    sheets = verdictsOn.map { "“\($0.title(language))”" }.joined(separator: " or ")
    guard !said.isEmpty, LedgerFile.path(of: specification) != nil else {
      (self.saved, self.refused, verdicts, lapsed) = (marked, refused, 0, 0)
      return
    }
    let ledger = (try? LedgerFile(of: specification))??.ledger
    let states = AppliedVerdicts(
      said,
      on: analysed,
      ledger ?? AgreementLedger(),
      in: file,
      today: today
    ).states
    let now = Dictionary(
      firstOf: zip(specification.operations, tables).map { ($0.id, $1?.fingerprint) }
        + analysed.analysis.decisions.map { ($0.id, Optional($0.fingerprint)) }
    )
    let isLapsed = said.map { verdict in
      now[verdict.operation].map { $0.map { $0 != verdict.fingerprint } ?? false } ?? true
    }
    let reasons = zip(states, isLapsed).map { $1 ? nil : $0.refusal }
    let refusedVerdicts = reasons.count { $0 != nil }
    lapsed = zip(states, isLapsed).count { $0 != .known && $1 }
    verdicts = states.count { $0 != .known } - lapsed - refusedVerdicts
    self.refused = refused + refusedVerdicts
    self.saved = marked.marked(agreement.marks(reasons, language))
  }

  func messages(_ path: String) -> [String] {
    let advice = "run `specmatrix answer \(path)` first"
    let sheet = ReportTable.Name.setAside.title(language)
    func message(_ count: Int, _ one: String, _ many: String, _ rest: String) -> String? {
      count == 0 ? nil : "\(path): \(counted(count, "answer")) \(count == 1 ? one : many)\(rest)"
    }
    return [
      message(count, "is", "are", " not in the spec yet: \(advice)"),
      message(
        refused,
        "cannot be applied: the reason is beside it",
        "cannot be applied: the reason is beside each",
        ""
      ),
      message(
        outdated,
        "was",
        "were",
        " given to a question that has changed since: "
          + "each is beside the question as it is now, or in the row of the closed one"
      ),
      message(
        verdicts,
        "on \(sheets) is",
        "on \(sheets) are",
        " not in the ledger yet: \(advice)"
      ),
      message(
        lapsed,
        "on \(sheets) was not in the ledger when the spec changed: look at it",
        "on \(sheets) were not in the ledger when the spec changed: look at them",
        " on “\(sheet)”, and choose again"
      ),
    ].compactMap(\.self)
  }
}
