import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import Workbooks

/// The answers in a saved file that are not in the spec yet when the file is generated again, and what it says of outcomes that is not in the ledger.
struct UnappliedAnswers {
  /// The file as it was saved, with the reason beside each answer that the spec cannot take.
  let saved: SavedWorkbook
  /// How many answers the spec could take.
  let count: Int
  /// How many it refuses.
  private let refused: Int
  /// How many are answers to questions that are asked otherwise now, or no longer.
  private let outdated: Int
  /// How many verdicts on outcomes could still be applied, or must be looked at.
  private let verdicts: Int
  /// How many nobody applied before the outcomes or decisions changed.
  private let lapsed: Int
  /// The titles of the sheets with verdicts.
  private let sheets: String
  /// By the id of a question that the spec no longer asks: the question that took its place.
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
    let file = AnswerFile(
      text,
      of: specification,
      catalogue: specification.catalogue,
      settings: settings
    )
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
      let states = analysed.states(of: answers.answers, in: file, today: today)
      outdated = states.count { if case .stale = $0 { true } else { false } }
      count = states.count(where: \.isApplied)
      refused = states.count { if case .refused = $0 { true } else { false } }
      // What is asked otherwise now gets a remark of its own.
      let said: [AnswerOutcome.State] = states.map { if case .stale = $0 { .known } else { $0 } }
      marked = saved.marked(answers.reasons(said))
      successors = analysed.successors(of: answers.orphans(states), earlier: earlier)
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

  /// What to tell whoever generates.
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
