import Diagnostics
import Reporting
import ReviewServer
import Specification
import Synchronization
import TestDesign
import Text
import Workbooks

/// Answers typed into the page of a spec.
struct PostedAnswers: Sendable {
  let path: String
  /// The answers in the CSV format that the page saves; empty without answers.
  let answers: String
  /// The same for the verdicts on outcomes.
  let agreement: String

  /// Reads the body of a request, or returns `nil` if it is malformed.
  init?(json body: [UInt8]) {
    guard let document = try? JSONValue(json: body),
      let path = document["path"]?.string, let answers = document["answers"]?.string,
      let agreement = document["agreement"]?.string
    else { return nil }
    (self.path, self.answers, self.agreement) = (path, answers, agreement)
  }

  /// Returns the files that the page would save.
  fileprivate func files(of id: String) throws(FileFailure) -> [ReturnedFile] {
    var files: [ReturnedFile] = []
    for (text, kind) in [(answers, "answers"), (agreement, "agreement")] where !text.isEmpty {
      files.append(try ReturnedFile(csv: Array(text.utf8), name: "\(id)-\(kind).csv"))
    }
    return files
  }
}

/// The application of answers from the page, as by the command `answer`.
struct ReviewedAnswers {
  let project: ProjectChoice
  let console: Console

  struct Outcome {
    var diff = ""
    var messages: [AnswerMessage] = []
    var isWritten = false
    var language = Language.english

    init() {}

    init(problem: String) { fail(problem) }

    var json: JSONValue {
      let messages = messages.map { message -> JSONValue in
        [
          "text": .string(VisibleText.line(message.text)),
          "question": message.question.map(JSONValue.string),
          "operation": message.operation.map(JSONValue.string),
          "state": .string(message.state.rawValue),
          "reason": language == .english
            ? nil : message.reason.map { .string(VisibleText.line($0.text(language))) },
          "reach": message.reach.map { .string(VisibleText.line($0)) },
        ]
      }
      return ["diff": .string(diff), "messages": .array(messages), "written": .bool(isWritten)]
    }

    var response: ServerResponse { .json(Array((json.compactText + "\n").utf8)) }

    fileprivate mutating func fail(_ text: String) {
      messages.append(AnswerMessage(text: text, state: .problem))
    }
  }

  /// The maximum number of rows in a post: more would keep the page waiting for seconds.
  private static let mostRows = 1_000

  /// Applies answers to the current text of the spec; failures are returned as messages.
  func outcome(of posted: PostedAnswers, isTrial: Bool) -> Outcome {
    do {
      return try StartingOver.repeat(on: console) { console in
        try attempt(posted, isTrial: isTrial, on: console)
      }
    } catch let failure as FileFailure {
      return Outcome(problem: failure.message)
    } catch let failure as CommandFailure {
      return Outcome(problem: failure.text.trimmed)
    } catch {
      return Outcome(problem: "internal error: \(error)")
    }
  }

  private func attempt(
    _ posted: PostedAnswers,
    isTrial: Bool,
    on console: Console
  ) throws -> Outcome {
    if !isTrial { TemporaryFiles.clear(beside: [posted.path]) }
    let pipeline = try Pipeline([posted.path], of: project, on: console)
    guard let source = pipeline.sources.first else {
      return Outcome(problem: "\(posted.path): there is no such spec any more")
    }
    let spec = pipeline.analyse(source)
    guard let analysed = spec.analysed else {
      let problem = "\(posted.path): the spec has mistakes; correct them, then answer again"
      return Outcome(problem: problem)
    }
    var outcome = Outcome()
    outcome.language = analysed.specification.language
    var run = AnswerRun(pipeline, isTrial: isTrial)
    let files = try posted.files(of: analysed.specification.id)
    // The first row has the headings.
    let rows = files.flatMap(\.workbook.tables).map { $0.rows.count - 1 }.max() ?? 0
    guard rows <= Self.mostRows else {
      let reason = AnswerReason(
        "\(rows) rows are too many to send at once; send at most \(Self.mostRows), or save the answers and run `specmatrix answer`"
      )
      return Outcome(problem: "\(posted.path): \(reason.text(outcome.language))")
    }
    let failure = run.put(files, into: spec, analysed)
    outcome.isWritten = isTrial ? false : try run.write()
    outcome.diff = run.diff
    outcome.messages = run.messages
    if let failure { outcome.fail(failure.message) }
    return outcome
  }
}

/// The requests of pages to the thread that reads and writes specs.
final class ReviewMailbox: Sendable {
  struct Letter: Sendable {
    let posted: PostedAnswers
    let isTrial: Bool
    let reply: ServerReply
  }

  private let letters = Mutex<[Letter]>([])

  var isEmpty: Bool { letters.withLock { $0.isEmpty } }

  func put(_ letter: Letter) { letters.withLock { $0.append(letter) } }

  func take() -> [Letter] {
    letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}
