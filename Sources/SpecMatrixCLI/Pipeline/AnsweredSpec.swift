import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import Workbooks

/// The result of one answer, or a remark about a cell.
struct AnswerMessage {
  enum State: String {
    case applied, known, refused, stale
    /// A cell that should be an answer and cannot be read.
    case problem
    /// A remark about something that is not an answer.
    case note

    func word(_ language: Language, isTrial: Bool = false) -> String {
      switch self {
      case .applied where isTrial: language.say("would be applied")
      case .applied: language.say("applied")
      case .known: language.say("already applied")
      case .refused, .problem, .note: language.say("not applied")
      case .stale: language.say("stale, not applied")
      }
    }
  }

  /// One line that begins with the place.
  let text: String
  let state: State
  var question: String?
  /// The operation whose outcomes were reviewed.
  var operation: String?
  var answer: QuestionAnswer?
  var reason: AnswerReason?
  /// The factors that an applied answer does not distinguish, in the words of its question.
  var reach: String?

  /// The text without its place, ids, quotations and numbers, by which messages are grouped.
  var likeness: String {
    let said = text.split(separator: ": ", maxSplits: 1).last ?? ""
    return unsafe String(said.replacing(Self.varying, with: "…"))
  }

  /// Compiled once: a sheet may have thousands of messages.
  nonisolated(unsafe) private static let varying = /Q-[0-9A-F]{8}|“[^”]*”|「[^」]*」|`[^`]*`|[0-9]+/

  /// The sort key in reports; unapplied answers have rank 0.
  var rank: Int {
    switch state {
    case .problem, .refused, .stale: 0
    case .applied: 1
    case .known: 2
    case .note: 3
    }
  }
}

/// The answers of returned files, applied to the text of a spec or of a pack.
struct AnsweredSpec {
  /// One message for each answer and each unreadable cell, in the order of files.
  private(set) var messages: [AnswerMessage] = []
  private(set) var text = ""
  /// The marks to write back to each file.
  private(set) var marks: [(file: ReturnedFile, marks: [CellEdit])] = []
  /// The ledger with the new agreements, or `nil` if it is unchanged.
  private(set) var ledger: (file: LedgerFile, bytes: [UInt8])?
  private var agreements: [SavedAgreement] = []
  private let isTrial: Bool
  private let language: Language

  /// True if every answer is in the text, and every verdict in the ledger.
  var isSettled: Bool { messages.allSatisfy { $0.rank > 0 } }

  init(
    _ analysed: AnalysedSpecification,
    in target: AnswerFile,
    files: [ReturnedFile],
    today: CalendarDate,
    isTrial: Bool
  ) {
    self.isTrial = isTrial
    language = analysed.specification.language
    var answers: [QuestionAnswer] = []
    var sources: [(file: ReturnedFile, saved: SavedAnswers)] = []
    for file in files {
      let saved = SavedAnswers(
        file.workbook,
        file: file.path,
        specification: analysed.specification,
        analysis: analysed.analysis
      )
      answers += saved.answers
      sources.append((file, saved))
      say(saved.remarks)
      let agreement = SavedAgreement(file.workbook, file: file.path)
      agreements.append(agreement)
      let saysMore = !agreement.verdicts.isEmpty || !agreement.remarks.isEmpty
      if agreement.hasOutcomes, !saved.hasQuestions || saysMore {
        // Remarks about operations are reported with the ledger.
        continue
      }
      if !saved.hasQuestions {
        let missing = language.say("no sheet has question and answer columns")
        say("\(file.path): \(missing)", .problem)
      } else if saved.answers.isEmpty, saved.remarks.isEmpty {
        say("\(file.path): \(language.say("it contains no answers"))", .note)
      }
    }
    let answered = analysed.answered(answers, in: target, today: today)
    text = answered.text
    var states = answered.outcomes.map(\.state)[...]
    marks = sources.map { file, saved in
      defer { states = states.dropFirst(saved.answers.count) }
      return (file, saved.marks(Array(states.prefix(saved.answers.count))))
    }
    let questions = OpenQuestions(analysed.analysis)
    messages += answered.outcomes.map { outcome in
      var message = message(outcome)
      let answer = outcome.answer
      if outcome.state.isApplied, ![.later, .depends].contains(answer.kind),
        let asked = questions[answer.question, answer.fingerprint]?.finding.question,
        !asked.reach.isEmpty
      {
        message.reach = asked.reach
      }
      return message
    }
  }

  /// Adds the verdicts on operations to the ledger; for each “Not so”, the text gets a question.
  ///
  /// `target` must hold the current text. Throws `FileFailure` if the ledger cannot be read or is malformed.
  mutating func agree(
    on asked: AnalysedSpecification,
    in target: AnswerFile,
    today: CalendarDate
  ) throws(FileFailure) {
    let verdicts = agreements.flatMap(\.verdicts)
    for saved in agreements { say(saved.remarks) }
    guard !verdicts.isEmpty else { return }
    guard let file = try LedgerFile(of: asked.specification) else {
      for verdict in verdicts {
        let why = AnswerReason("agreement is kept beside the spec, which is not a file")
        say(verdict, .refused, ": \(why.text(language))", because: why)
      }
      return
    }
    let before = file.ledger ?? AgreementLedger()
    let applied = AppliedVerdicts(verdicts, on: asked, before, in: target, today: today)
    mark(applied.states)
    for (verdict, state) in zip(verdicts, applied.states) {
      switch state {
      case .applied(let what): say(verdict, .applied, ": \(what)")
      case .known: say(verdict, .known, "")
      case .refused(let why): say(verdict, .refused, ": \(why.text(language))", because: why)
      }
    }
    text = applied.text
    if applied.ledger != before { ledger = (file, applied.ledger.csv(of: asked.specification)) }
  }

  /// Marks in each file why its verdicts were not applied; `states` is for all files in order.
  private mutating func mark(_ states: [AppliedVerdicts.State]) {
    var reasons = states.map(\.refusal)[...]
    for (place, saved) in agreements.enumerated() {
      marks[place].marks += saved.marks(Array(reasons.prefix(saved.verdicts.count)), language)
      reasons = reasons.dropFirst(saved.verdicts.count)
    }
  }

  private mutating func say(_ remarks: [SavedAnswers.Remark]) {
    for remark in remarks {
      say(
        "\(remark.place): \(remark.message.text(language))",
        remark.isProblem ? .problem : .note,
        because: remark.message
      )
    }
  }

  private mutating func say(
    _ text: String,
    _ state: AnswerMessage.State,
    because reason: AnswerReason? = nil
  ) {
    messages.append(AnswerMessage(text: text, state: state, reason: reason))
  }

  private mutating func say(
    _ verdict: OperationVerdict,
    _ state: AnswerMessage.State,
    _ what: String,
    because reason: AnswerReason? = nil
  ) {
    messages.append(
      AnswerMessage(
        text:
          "\(verdict.place): \(state.word(language, isTrial: isTrial)) \(verdict.operation)\(what)",
        state: state,
        operation: verdict.operation,
        reason: reason
      )
    )
  }

  private func message(_ outcome: AnswerOutcome) -> AnswerMessage {
    let answer = outcome.answer
    let said: (text: String, state: AnswerMessage.State, reason: AnswerReason?)
    switch outcome.state {
    case .applied(let what): said = (": \(what)", .applied, nil)
    case .known: said = ("", .known, nil)
    case .refused(let why): said = (": \(why.text(language))", .refused, why)
    case .stale(let now):
      let asked = answer.sentence.map {
        language.choose("the workbook asked: \($0); ", "シートの質問「\($0)」、")
      }
      let text = [answer.text, answer.comment].map(\.onOneLine).first { !$0.isEmpty }
      let answered = text.map { language.choose("the answer is: \($0); ", "回答「\($0)」：") }
      said = (": \(asked ?? "")\(answered ?? "")\(now.text(language))", .stale, now)
    }
    let word = said.state.word(language, isTrial: isTrial)
    return AnswerMessage(
      text: "\(answer.place): \(word) \(answer.question)\(said.text)",
      state: said.state,
      question: answer.question,
      answer: answer,
      reason: said.reason
    )
  }
}

struct AnsweredFile {
  let source: SourceFile
  var text: String

  var path: String { source.path }
  var isChanged: Bool { text != source.text }

  /// The new lines by the id of the question that they answer: each run of new lines ends with a line naming the id.
  var newLines: [String: [String]] {
    var lines: [String: [String]] = [:]
    var open: [String] = []
    for line in diff.split(separator: "\n") {
      guard line.hasPrefix("+"), !line.hasPrefix("+++ ") else {
        open = []
        continue
      }
      open.append(String(line.dropFirst()))
      let ids = Set(line.uppercased().matches(of: /Q-[0-9A-F]{8}/).map { String($0.output) })
      for id in ids { lines[id, default: []] += open }
      if !ids.isEmpty { open = [] }
    }
    return lines
  }

  var diff: String { UnifiedDiff(path: path, old: source.text, new: text).text }

  /// Returns the bytes of the new text, keeping a byte-order mark; throws if the file was saved in the meantime.
  func bytes(replacing current: [UInt8]) throws(FileFailure) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let isMarked = current.starts(with: mark)
    guard current.dropFirst(isMarked ? mark.count : 0).elementsEqual(source.text.utf8) else {
      throw FileFailure.moved(path, "nothing was written, run the command again")
    }
    return (isMarked ? mark : []) + Array(text.utf8)
  }
}

/// The search for the spec that a file with answers belongs to.
struct SpecMatch {
  let specs: [SpecResult]

  /// Returns the spec that the file names, or whose id begins its name, or that asks one of its questions; `nil` if it is not unique.
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
      return file.mentions(Set(analysed.analysis.questions.map(\.id)))
    }
  }

  private func only(where isMeant: (SpecResult) -> Bool) -> SpecResult? {
    let found = specs.filter(isMeant)
    return found.count == 1 ? found[0] : nil
  }
}
