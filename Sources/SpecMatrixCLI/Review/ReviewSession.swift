import Combinatorics
import Reporting
import ReviewServer
import Specification
import TestDesign
import Text

/// The loop that keeps the pages of `review --serve` up to date, on one thread.
///
/// Each turn checks the known files, now and then looks for others, and reads and shows changed specs again. Cases may take long: they are
/// made afterwards, spec by spec, and abandoned when there is other work. Answers from pages are processed in between, so that nothing else
/// writes at the same time.
struct ReviewSession {
  let paths: [String]
  let project: ProjectChoice
  let console: Console
  let board: ReviewBoard
  let mailbox: ReviewMailbox

  private struct Known {
    /// The spec itself and the other files that affect its page.
    var files: [FileStamp]
    let namesake: Namesakes.Other?
    var json: String
    /// `json` before the cases were made.
    let withoutCases: String
    /// The last contents shown while the spec was valid.
    var last: String?
    var messages: [String]
    /// True if its cases are still to be made.
    var lacksCases: Bool
    /// The basis of the cases, or `nil` if the spec must be analysed again.
    var review: SpecReview?
    /// The specification, for decisions across features, or `nil` if it is not available.
    let specification: Specification?
  }

  private struct Reading: Sendable {
    let files: [FileStamp]
    let isReady: Bool
    let json: String
    let messages: [String]
  }

  private var pipeline: Pipeline?
  private var known: [String: Known] = [:]
  /// The resolved folder of each spec when it was first found, by path.
  private var homes: [String: String] = [:]
  /// The paths in the order of display.
  private var order: [String] = []
  /// The settings and packs, and the places where settings would be found.
  private var shared: [FileStamp] = []
  /// The files found at the paths, including packs.
  private var found: [String] = []
  private var skippedFolder = "output"
  /// True if the settings could not be read.
  private var hasFailed = false
  private var today: CalendarDate?
  private var notices: [String] = []
  private var revision: String?
  private var turns = 0
  /// True if the revision must be looked up again.
  private var isRevisionOld = true

  /// The number of turns between two searches for other files.
  private static let turnsOfFiles = 10

  init(
    paths: [String],
    project: ProjectChoice,
    console: Console,
    board: ReviewBoard,
    mailbox: ReviewMailbox
  ) {
    self.paths = paths
    self.project = project
    self.console = console
    self.board = board
    self.mailbox = mailbox
  }

  /// Milliseconds between two turns; checking a thousand files takes one or two.
  var pause: Int { 40 + known.count / 10 }

  /// Does one round of work; returns true if there may be more to do at once.
  mutating func turn() -> Bool {
    let letters = mailbox.take()
    for letter in letters where !console.stopRequests.areThere() { answer(letter) }
    let isWhole = turns % Self.turnsOfFiles == 0
    turns += 1
    if isWhole && isOutOfDate || hasChanged { refresh() }
    if makeCases() { return true }
    if isRevisionOld, turns > 1 {
      isRevisionOld = false
      let now = GitRevision.short(of: order, in: ".")
      if now != revision {
        revision = now
        show()
      }
    }
    return !letters.isEmpty
  }

  // MARK: Looking

  /// True if a known file has changed, ignoring specs while the settings cannot be read.
  private var hasChanged: Bool {
    !shared.allSatisfy(\.isCurrent)
      || !hasFailed && known.values.contains { !$0.files.allSatisfy(\.isCurrent) }
  }

  /// True if files were added or removed, a new day began, or the settings could not be read before.
  private var isOutOfDate: Bool {
    hasFailed || (try? console.today()) != today
      || SpecFinder(skippedFolder: skippedFolder).find(paths).sources.map(\.path) != found
  }

  // MARK: Reading

  private mutating func refresh() {
    let attempt = HeldOutput()
    let console = attempt.console(like: console)
    found = SpecFinder(skippedFolder: skippedFolder).find(paths).sources.map(\.path)
    var looked = shared.map { FileStamp(path: $0.path) }
    do {
      let pipeline = try Pipeline(paths, of: project, on: console)
      skippedFolder = try project.suiteFolder ?? Projects(project.settings).fallback.output
      let files = pipeline.projectFiles + Self.settingsFiles(beside: pipeline.sources)
      let isSame =
        pipeline.today == today && looked == shared
        && Set(files) == Set(shared.map(\.path))
      if !isSame {
        // Known files keep their stamp from before reading, so that no change is missed.
        looked = Set(files).sorted().map { file in
          looked.first { $0.path == file } ?? FileStamp(path: file)
        }
      }
      shared = looked
      read(pipeline, all: !isSame)
      today = pipeline.today
      hasFailed = false
    } catch {
      // The specs stay as they were until the settings are repaired.
      shared = looked
      hasFailed = true
      _ = console.status(of: error)
    }
    notices = attempt.messages.map(\.trimmed)
    isRevisionOld = true
    show()
  }

  /// Returns the paths where settings would be found, existing or not.
  private static func settingsFiles(beside sources: [SpecSource]) -> [String] {
    let folders = Set(sources.map { FilePaths.folder(of: $0.path) } + ["."])
    return folders.map { FilePaths.join($0, "specmatrix.yaml") }
  }

  private mutating func read(_ pipeline: Pipeline, all: Bool) {
    order = pipeline.sources.map(\.path)
    for path in order where homes[path] == nil { homes[path] = Self.home(of: path) }
    let current = Set(order)
    known = known.filter { current.contains($0.key) }
    let changed = pipeline.sources.filter { source in
      guard !all, let spec = known[source.path] else { return true }
      return spec.namesake != pipeline.namesake(of: source) || !spec.files.allSatisfy(\.isCurrent)
    }
    if let source = changed.first, changed.count == 1 {
      let (reading, review) = Self.read(source, pipeline)
      take(reading, of: source, review, pipeline)
    } else {
      // Analyses are not `Sendable`, so they stay on their threads.
      let readings = Workers.ofProcessors.map(changed) { Self.read($0, pipeline).reading }
      for (source, reading) in zip(changed, readings) { take(reading, of: source, nil, pipeline) }
    }
    self.pipeline = pipeline
  }

  private static func read(
    _ source: SpecSource,
    _ pipeline: Pipeline
  ) -> (reading: Reading, review: SpecReview) {
    // Stamped before reading, so that no change is missed.
    let own = FileStamp(path: source.path)
    let result = pipeline.analyse(source)
    let others = result.id.map { SpecReview.files(of: $0, at: source.path, in: result.suites) }
    let looks = (others ?? []).map(FileStamp.init)
    let review = SpecReview(result)
    let reading = Reading(
      files: [own] + looks,
      isReady: review.isReady,
      json: review.spec(cases: nil).json.compactText,
      messages: review.messages
    )
    return (reading, review)
  }

  private mutating func take(
    _ reading: Reading,
    of source: SpecSource,
    _ review: SpecReview?,
    _ pipeline: Pipeline
  ) {
    let before = known[source.path]
    var json = reading.json
    if !reading.isReady {
      // The last valid contents follow the mistakes.
      if let last = before?.last { json = json.dropLast() + ",\"last\":" + last + "}" }
    } else if let before, !before.lacksCases, before.withoutCases == json {
      // The cases stay visible if nothing else has changed.
      json = before.json
    }
    known[source.path] = Known(
      files: reading.files,
      namesake: pipeline.namesake(of: source),
      json: json,
      withoutCases: reading.json,
      last: reading.isReady ? json : before?.last,
      messages: reading.messages,
      lacksCases: reading.isReady,
      review: reading.isReady ? review : nil,
      specification: review?.result.analysed?.specification
    )
  }

  // MARK: Showing

  private func show() {
    var head = ReviewReport(
      toolVersion: ProgramVersion.current,
      day: today ?? CalendarDate(number: 0),
      revision: revision,
      specs: [],
      crossFeature: CrossFeatureDecisions(order.compactMap { known[$0]?.specification }).all()
    ).head
    head.removeAll { $0.key == "version" }
    board.show(
      ReviewBoard.Contents(
        head: [.init("version", 1)] + head,
        specs: order.compactMap { path in
          known[path].map { .init(path: path, json: $0.json) }
        },
        notices: notices + order.flatMap { known[$0]?.messages ?? [] }
      )
    )
  }

  /// Makes the cases of one spec that has none yet; returns false if there is no such spec.
  private mutating func makeCases() -> Bool {
    guard let pipeline, let path = order.first(where: { known[$0]?.lacksCases == true }),
      var spec = known[path]
    else { return false }
    var review = spec.review ?? SpecReview(pipeline.analyse(.file(path)))
    guard review.isReady else {
      // The spec was saved just now: the next turn reads it.
      known[path]?.lacksCases = false
      return true
    }
    var isGivenUp = false
    let monitor = CoveringMonitor { [mailbox, console] _ in
      if console.stopRequests.areThere() || !mailbox.isEmpty || !spec.files.allSatisfy(\.isCurrent)
      {
        isGivenUp = true
      }
      return !isGivenUp
    }
    let cases = review.cases(monitor: monitor)
    guard !isGivenUp else { return true }
    spec.json = review.spec(cases: cases).json.compactText
    spec.last = spec.json
    spec.messages = review.messages
    spec.lacksCases = false
    spec.review = nil
    known[path] = spec
    show()
    return true
  }

  // MARK: Answers

  /// Returns the folder of the file, with links resolved.
  private static func home(of path: String) -> String? {
    FilePaths.resolved(path).map { FilePaths.folder(of: $0) }
  }

  private func answer(_ letter: ReviewMailbox.Letter) {
    guard known[letter.posted.path] != nil else {
      return letter.reply.send(.refusal(404, "There is no such spec on this page."))
    }
    guard Self.home(of: letter.posted.path) == homes[letter.posted.path] else {
      let text = "\(letter.posted.path): it is a link out of its folder now; nothing is written"
      return letter.reply.send(ReviewedAnswers.Outcome(problem: text).response)
    }
    let answers = ReviewedAnswers(project: project, console: console)
    let outcome = answers.outcome(of: letter.posted, isTrial: letter.isTrial)
    letter.reply.send(outcome.response)
  }
}
