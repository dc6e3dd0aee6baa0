import Reporting
import RoundTrip
import Specification
import TestDesign
import Text

/// The agreement from returned files, put into the ledger of a spec; what is not so is asked in the text of the spec.
struct AnsweredAgreement {
  /// One message for each verdict and each cell that cannot be read, in the order of files.
  private(set) var messages: [AnswerMessage] = []
  /// True if every verdict is recorded.
  private(set) var isSettled = true
  /// The text of the spec with what is asked; `nil` where it stays as it is.
  private(set) var text: String?
  /// `nil` where the ledger stays as it is.
  private(set) var written: (file: LedgerFile, bytes: [UInt8])?

  /// The change of the ledger in the format of `git diff`.
  var diff: String { written.map { $0.file.diff($0.bytes) } ?? "" }

  /// Reads what people say of operations, for the spec with the answers of the same files; throws where the ledger cannot be read, or is broken.
  init(
    _ files: [ReturnedFile],
    on asked: AnalysedSpecification,
    in target: AnswerFile,
    today: CalendarDate,
    isTrial: Bool
  ) throws(FileFailure) {
    var verdicts: [OperationVerdict] = []
    for file in files {
      let saved = SavedAgreement(file.workbook, file: file.path)
      verdicts += saved.verdicts
      for remark in saved.remarks { refuse("\(remark.place): \(remark.message)", .problem) }
    }
    guard !verdicts.isEmpty else { return }
    guard let file = try LedgerFile(of: asked.specification) else {
      for verdict in verdicts {
        refuse(
          "\(verdict.place): not applied \(verdict.operation): agreement is kept beside the spec, which is no file",
          of: verdict.operation
        )
      }
      return
    }
    let before = file.ledger ?? AgreementLedger()
    let applied = AppliedVerdicts(
      verdicts,
      on: asked,
      before,
      in: target,
      today: today
    )
    for (verdict, state) in zip(verdicts, applied.states) {
      let place = "\(verdict.place): "
      switch state {
      case .applied(let what):
        let done = isTrial ? "would be applied" : "applied"
        say(place + "\(done) \(verdict.operation): \(what)", .applied, of: verdict.operation)
      case .known:
        say(place + "already applied \(verdict.operation)", .known, of: verdict.operation)
      case .refused(let why):
        refuse(place + "not applied \(verdict.operation): \(why)", of: verdict.operation)
      }
    }
    text = applied.text
    if applied.ledger != before {
      written = (file, applied.ledger.csv(of: asked.specification))
    }
  }

  private mutating func say(
    _ text: String,
    _ state: AnswerMessage.State,
    of operation: String? = nil
  ) {
    messages.append(AnswerMessage(text: text, state: state, operation: operation))
  }

  private mutating func refuse(
    _ text: String,
    _ state: AnswerMessage.State = .refused,
    of operation: String? = nil
  ) {
    say(text, state, of: operation)
    isSettled = false
  }
}
