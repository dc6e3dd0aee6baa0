import Diagnostics
import Reporting
import Specification
import TestDesign
import Text

/// The application of returned answers to specs: all edits are computed first, then written together.
///
/// Used by the command `answer` and by the server of the review page.
struct AnswerRun {
  let pipeline: Pipeline
  /// True in a dry run.
  let isTrial: Bool
  private(set) var answered: [(spec: SpecResult, result: AnsweredSpec)] = []

  init(_ pipeline: Pipeline, isTrial: Bool) {
    self.pipeline = pipeline
    self.isTrial = isTrial
  }

  /// Applies the answers of the files; if the ledger cannot be read, returns the failure and leaves the agreements out.
  mutating func put(
    _ files: [ReturnedFile],
    into spec: SpecResult,
    _ analysed: AnalysedSpecification
  ) -> FileFailure? {
    let settings = pipeline.settings(of: spec.source)
    func file(_ text: String) -> AnswerFile {
      AnswerFile(text, of: analysed.specification, settings: settings)
    }
    var result = AnsweredSpec(
      analysed,
      in: file(spec.file.text),
      files: files,
      today: pipeline.today,
      isTrial: isTrial
    )
    defer { answered.append((spec, result)) }
    do throws(FileFailure) {
      try result.agree(on: analysed, in: file(result.text), today: pipeline.today)
      return nil
    } catch {
      return error
    }
  }

  /// True if every answer is applied, now or before.
  var isSettled: Bool { answered.allSatisfy(\.result.isSettled) }

  /// The result of each answer; answers are applied only once they are written.
  var messages: [AnswerMessage] { answered.flatMap(\.result.messages) }

  /// The messages as text, unapplied answers first: below each answer its question with its number, how it was understood, and the new
  /// lines of the spec, followed by the totals.
  var report: [String] {
    let languages = Set(answered.compactMap { $0.spec.analysed?.specification.language })
    let language = languages == [.japanese] ? Language.japanese : .english
    var entries: [(rank: Int, lines: [String])] = []
    var alike: [String: Int] = [:]
    for (spec, result) in answered {
      let asked = spec.analysed.map { OpenQuestions($0.analysis) }
      let written = AnsweredFile(source: spec.file, text: result.text).newLines
      for message in result.messages {
        var lines = [message.text]
        if let answer = message.answer, message.rank < 2 {
          if let (number, question) = asked?[answer.question, answer.fingerprint] {
            let sentence = question.question?.besideChoices ?? question.message
            lines.append("  \(number + 1). \(sentence.onOneLine)")
          }
          if message.state == .applied {
            lines.append(
              "  " + language.choose("understood: ", "解釈：") + answer.understood(spec)
            )
          }
          if let reach = message.reach { lines.append("  \(reach)") }
          let yaml = written[answer.question] ?? []
          let margin = yaml.map { $0.prefix { $0 == " " }.count }.min() ?? 0
          lines += yaml.map { "  + \($0.dropFirst(margin))" }
        }
        if result.messages.count > Self.maxSimilar {
          let likeness = message.likeness
          alike[likeness, default: 0] += 1
          if alike[likeness] ?? 0 > Self.maxSimilar { lines = [] }
        }
        entries.append((message.rank, lines))
      }
    }
    let states = [AnswerMessage.State.refused, .applied, .known]
    let counts = states.enumerated().map { rank, state in
      (entries.count { $0.rank == rank }, state.word(language, isTrial: isTrial))
    }.filter { $0.0 > 0 }
    let total = counts.reduce(0) { $0 + $1.0 }
    let summary = counts.map { language.choose("\($0) \($1)", "\($1)\($0)件") }
      .joined(separator: language.choose(", ", "、"))
    let all = language.choose("\(counted(total, "answer")): ", "回答\(total)件：")
    let untold = alike.filter { $0.value > Self.maxSimilar }.sorted { $0.key < $1.key }
      .map { key, count in
        let more = count - Self.maxSimilar
        return language.choose("\(more) more like it: ", "同様のものがほかに\(more)件：") + key
      }
    return (0...3).flatMap { rank in entries.filter { $0.rank == rank }.flatMap(\.lines) }
      + untold + (total > 1 ? [all + summary] : [])
  }

  /// The maximum number of messages of one kind to show; the others are counted.
  private static let maxSimilar = 50

  var diff: String {
    changed.map(\.diff).joined() + ledgers.map { $0.file.diff($0.bytes) }.joined()
  }

  private var ledgers: [(file: LedgerFile, bytes: [UInt8])] { answered.compactMap(\.result.ledger) }

  private var changed: [AnsweredFile] {
    answered.map { AnsweredFile(source: $0.spec.file, text: $0.result.text) }
  }

  /// Replaces the files together, if each is still the version that was answered; returns false if nothing changed.
  ///
  /// Throws `FileFailure`, with nothing written, if a file cannot be written or was saved in the meantime.
  @discardableResult
  func write() throws(FileFailure) -> Bool {
    let files = changed.filter(\.isChanged)
    let ledgers = ledgers
    guard !files.isEmpty || !ledgers.isEmpty else { return false }
    var transaction = try FileReplacement(of: files.map(\.path) + ledgers.map(\.file.path))
    for file in files {
      let current = try FileContents.bytes(of: file.path, limit: 1 << 26)
      let bytes = try file.bytes(replacing: current)
      try transaction.add(bytes, to: file.path, over: FileState(of: current))
    }
    for ledger in ledgers {
      try transaction.add(ledger.bytes, to: ledger.file.path, over: ledger.file.state)
    }
    try transaction.commit()
    return true
  }

  /// The specs with the answers applied.
  var left: [SpecResult] {
    answered.map { spec, result in
      pipeline.analyse(.bytes(Array(result.text.utf8), name: spec.file.path))
    }
  }
}

extension QuestionAnswer {
  /// Returns how the answer was understood: its results, or its kind with the reason, the day or the parts.
  fileprivate func understood(_ spec: SpecResult) -> String {
    let said = text.split(whereSeparator: \.isNewline).map(\.trimmed).joined(separator: " / ")
    let language = spec.analysed?.specification.language ?? .english
    return kind == .asWritten
      ? said : [kind.name(language), said].filter { !$0.isEmpty }.joined(separator: " – ")
  }
}
