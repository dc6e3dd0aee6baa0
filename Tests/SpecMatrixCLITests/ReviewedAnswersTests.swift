import Foundation
import Testing
import Text

@testable import SpecMatrixCLI

@Suite struct ReviewedAnswersTests {
  private let review: ReviewedFolder

  private static let question = "Q-45AA349E"

  init() throws {
    review = try ReviewedFolder(["gap.yaml": SampleSpecs.gap + "\n"])
    review.settle()
  }

  private func csv(_ answer: String, by name: String = "Sato") throws -> String {
    try review.csv(
      "gap.yaml",
      [Self.question: ["answer": answer, "answeredBy": name, "answeredOn": "2026-11-20"]]
    )
  }

  private func messages(_ outcome: JSONValue?) -> [String] {
    (outcome?["messages"]?.array ?? []).map { message in
      let about = message["question"]?.string ?? message["operation"]?.string ?? ""
      return "\(message["state"]?.string ?? "") \(about)"
    }
  }

  @Test func aPreviewIsTheDiffAndWritesNothing() throws {
    let csv = try csv("The price is shown")
    let answer = try review.post("gap.yaml", csv, isTrial: true)
    review.turn()
    let outcome = try #require(answer.json)
    let file = try review.folder.write(csv, to: "GAP-answers.csv")
    let run = CommandRun("answer", file, "--spec", review.folder("specs"), "--dry-run")
    #expect(outcome["diff"] == .string(run.output))
    #expect(outcome["written"] == .bool(false))
    #expect(messages(outcome) == ["applied \(Self.question)"])
    let text = outcome["messages"]?.array?.first?["text"]?.string ?? ""
    #expect(text.hasPrefix("GAP-answers.csv:") && text.contains("would be applied"))
    #expect(try review.folder.read("specs/gap.yaml") == SampleSpecs.gap + "\n")
    #expect(try review.folder.names(in: "specs") == ["gap.yaml"])
  }

  @Test func tooManyRowsAreRefusedTogether() throws {
    let csv = try csv("The price is shown") + String(repeating: "1,Mine?\r\n", count: 1_000)
    let answer = try review.post("gap.yaml", csv)
    review.turn()
    let outcome = try #require(answer.json)
    #expect(messages(outcome) == ["problem "] && outcome["written"] == .bool(false))
    let text = outcome["messages"]?.array?.first?["text"]?.string ?? ""
    #expect(
      text.hasSuffix(
        ": 1001 rows are too many to send at once; send at most 1000, or save the answers and run `specmatrix answer`"
      ),
      "\(text)"
    )
    #expect(try review.folder.read("specs/gap.yaml") == SampleSpecs.gap + "\n")
  }

  /// The page and the command, each with the same files.
  @Test func whatIsAppliedIsWhatTheCommandWrites() throws {
    let answers = try csv("「価格」: shown #1, \"quoted\"\r\nand a second line")
    let agreement = try review.agreement("gap.yaml")
    let other = try TemporaryFolder()
    try other.write(SampleSpecs.gap + "\n", to: "specs/gap.yaml")
    let files = [
      try other.write(answers, to: "GAP-answers.csv"),
      try other.write(agreement, to: "GAP-agreement.csv"),
    ]
    let run = CommandRun(arguments: ["answer"] + files + ["--spec", other("specs/gap.yaml")])
    #expect(run.errors.contains(": applied \(Self.question)"), "\(run.errors)")

    let waiting = review.poll(after: try review.number())
    let answer = try review.post("gap.yaml", answers, agreement: agreement)
    review.turn()
    #expect(answer.json?["written"] == .bool(true))
    #expect(try other.names(in: "specs") == ["GAP.agreed.csv", "gap.yaml"])
    #expect(try review.folder.names(in: "specs") == ["GAP.agreed.csv", "gap.yaml"])
    for name in ["specs/gap.yaml", "specs/GAP.agreed.csv"] {
      #expect(try review.folder.bytes(name) == other.bytes(name), "\(name)")
    }
    #expect(waiting.json?.compactText.contains("価格") == true, "the pages see it in the same turn")
    let told = (answer.json?["messages"]?.array ?? []).compactMap { $0["text"]?.string }
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("/") } == told.map { other("") + $0 })
    #expect(lines.last == "3 answers: 3 applied")
  }

  @Test func nothingIsWrittenTwice() throws {
    let csv = try csv("The price is shown")
    // Two browsers, one of them impatient, before the first gets a response.
    let answers = [
      try review.post("gap.yaml", csv), try review.post("gap.yaml", csv),
      try review.post("gap.yaml", self.csv("It is free", by: "Suzuki")),
    ]
    review.settle()
    #expect(answers.map { $0.json?["written"] } == [.bool(true), .bool(false), .bool(false)])
    #expect(messages(answers[1].json) == ["known \(Self.question)"])
    #expect(messages(answers[2].json) == ["stale \(Self.question)"])
    #expect(answers[2].json?["diff"] == "")
    let text = try review.folder.read("specs/gap.yaml")
    #expect(text.ranges(of: "The price is shown").count == 1 && !text.contains("It is free"))
  }

  @Test func aQuestionThatHasChangedIsNotAnswered() throws {
    let csv = try csv("The price is shown")
    let changed = SampleSpecs.gap.replacing("[free, premium]", with: "[free, premium, trial]")
    try review.folder.write(changed, to: "specs/gap.yaml")
    let answer = try review.post("gap.yaml", csv)
    review.settle()
    #expect(messages(answer.json) == ["stale \(Self.question)"])
    #expect(answer.json?["written"] == .bool(false))
    #expect(try review.folder.read("specs/gap.yaml") == changed)
  }

  @Test func agreementToWhatHasChangedIsRefused() throws {
    let agreement = try review.agreement("gap.yaml")
    let changed = SampleSpecs.gap.replacing("form is sent", with: "form is posted")
    try review.folder.write(changed, to: "specs/gap.yaml")
    let answer = try review.post("gap.yaml", "", agreement: agreement)
    review.settle()
    #expect(messages(answer.json).contains("refused submit"), "\(messages(answer.json))")
    #expect(try review.folder.read("specs/gap.yaml") == changed)
  }

  @Test func aSaveInAnEditorIsKeptBesideAnAnswer() throws {
    let csv = try csv("The price is shown")
    // Saved after the page was shown, and not read yet.
    let edited = SampleSpecs.gap.replacing("feature: Gap", with: "feature: Gaps  # by hand") + "\n"
    try review.folder.write(edited, to: "specs/gap.yaml")
    let answer = try review.post("gap.yaml", csv)
    review.turn()
    #expect(answer.json?["written"] == .bool(true), "\(messages(answer.json))")
    let text = try review.folder.read("specs/gap.yaml")
    #expect(text.hasPrefix(edited) && text.contains("The price is shown"))
  }

  @Test func aSaveBetweenReadingAndWritingIsNotOverwritten() throws {
    let path = review.folder("specs/gap.yaml")
    let pipeline = try Pipeline([path], of: ProjectChoice(settings: .search), on: .ofTests())
    let spec = pipeline.analyse(pipeline.sources[0])
    var run = AnswerRun(pipeline, isTrial: false)
    let file = try ReturnedFile(csv: Array(try csv("The price is shown").utf8), name: "a.csv")
    let analysed = try #require(spec.analysed)
    #expect(run.put([file], into: spec, analysed) == nil)
    try review.folder.write(SampleSpecs.gap + "\n# by hand\n", to: "specs/gap.yaml")
    let failure = #expect(throws: FileFailure.self) { try run.write() }
    #expect(failure?.isStale == true, "the answer starts over from the new file")
    #expect(try review.folder.read("specs/gap.yaml") == SampleSpecs.gap + "\n# by hand\n")
    #expect(try review.folder.names(in: "specs") == ["gap.yaml"])
  }

  @Test func `a spec that became a link out of its folder is not written`() throws {
    let csv = try csv("The price is shown")
    let outside = try TemporaryFolder()
    try outside.write(SampleSpecs.gap + "\n", to: "victim.yaml")
    try FileManager.default.removeItem(atPath: review.folder("specs/gap.yaml"))
    try review.folder.link("specs/gap.yaml", to: outside("victim.yaml"))
    let answer = try review.post("gap.yaml", csv)
    review.turn()
    let outcome = try #require(answer.json)
    #expect(outcome["written"] == .bool(false))
    #expect(
      outcome["messages"]?.array?.first?["text"]?.string?.contains("out of its folder") == true
    )
    #expect(try outside.read("victim.yaml") == SampleSpecs.gap + "\n")
    // Back in its place, it is answered as before.
    try FileManager.default.removeItem(atPath: review.folder("specs/gap.yaml"))
    try review.folder.write(SampleSpecs.gap + "\n", to: "specs/gap.yaml")
    let again = try review.post("gap.yaml", csv)
    review.turn()
    #expect(again.json?["written"] == .bool(true))
  }

  @Test func whatCannotBeDoneIsTold() throws {
    let unknown = try review.post("../gap.yaml", "")
    let rubbish = try review.post("gap.yaml", "no,table\r\n")
    let open = try review.post("gap.yaml", "Question,Result or reason\r\n\"unclosed")
    review.settle()
    #expect(unknown.status == 404)
    #expect(messages(rubbish.json) == ["problem "])
    #expect(messages(open.json).allSatisfy { $0.hasPrefix("problem") || $0.hasPrefix("note") })
    let csv = try csv("The price is shown")
    try review.folder.write(SampleSpecs.invalid, to: "specs/gap.yaml")
    let broken = try review.post("gap.yaml", csv)
    review.settle()
    #expect(messages(broken.json) == ["problem "])
    #expect(broken.json?["written"] == .bool(false))
    #expect(try review.folder.read("specs/gap.yaml") == SampleSpecs.invalid)
  }

  @Test func aBrokenLedgerIsNotWrittenOver() throws {
    try review.folder.write("what is this", to: "specs/GAP.agreed.csv")
    let agreement = try review.agreement("gap.yaml")
    let answer = try review.post("gap.yaml", "", agreement: agreement)
    review.settle()
    #expect(messages(answer.json).contains("problem "))
    #expect(try review.folder.read("specs/GAP.agreed.csv") == "what is this")
  }

  @Test(arguments: [
    "", "[]", "{", #"{"path": "a.yaml"}"#, #"{"path": 1, "answers": "", "agreement": ""}"#,
  ])
  func aBodyOfAnotherFormIsNone(text: String) {
    #expect(PostedAnswers(json: Array(text.utf8)) == nil)
  }
}
