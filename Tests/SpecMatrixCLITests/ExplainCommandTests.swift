import Foundation
import Testing

@testable import SpecMatrixCLI

@Suite struct ExplainCommandTests {
  @Test func aFindingIsExplained() {
    let run = CommandRun("explain", "contradictory-expectations")
    #expect(run.status == .success)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("contradictory-expectations · error\n"))
    #expect(run.output.contains("\nHow to fix it\n"))
    #expect(run.output.contains("\n        - id: keep-text\n              ^^^^^^^^^\n"))
  }

  @Test func aMistakeIsExplained() {
    let run = CommandRun("explain", "duplicate-key")
    #expect(run.status == .success)
    #expect(run.output.contains("A key appears twice in a mapping."))
  }

  @Test func withoutANameAllAreListed() {
    let run = CommandRun("explain")
    #expect(run.status == .success)
    for code in ["undefined-expectation", "vague-expectation", "duplicate-key", "no-combination"] {
      #expect(run.output.contains("\n  \(code) "))
    }
  }

  @Test(arguments: [
    ("vage-expectation", "did you mean `vague-expectation`?"),
    ("Undefined-Expectation", "did you mean `undefined-expectation`?"),
    ("something else", "`specmatrix explain` lists what there is"),
  ])
  func aNearNameIsSuggested(written: String, advice: String) {
    let run = CommandRun("explain", written)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors == "specmatrix: there is nothing called `\(written)`: \(advice)\n")
  }

  @Test func coloursAsAsked() {
    #expect(CommandRun("explain", "--color", "always").output.contains("\u{1B}["))
    #expect(CommandRun("explain", isTerminal: true).output.contains("\u{1B}["))
    #expect(!CommandRun("explain").output.contains("\u{1B}["))
  }

  private static let text = """
    specmatrix: 1
    id: APP
    feature: App
    states: {login: [guest, member], plan: [free, premium]}
    operations: [submit, look]
    precedence: [word, others]
    rules:
      submit:
        - {id: sent, then: It is sent}
        - {id: asked, when: {login: guest}, then: Sign-in opens}
        - {id: word, when: {plan: premium}, then: It is queued}
      look:
        - {id: seen, when: {login: member}, then: It is shown}
    """

  /// The folder with the spec and its suite, and how to explain something in it.
  private struct Sample {
    let folder: TemporaryFolder
    let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = try folder.write(ExplainCommandTests.text, to: "app.yaml")
      let run = CommandRun(
        "generate \(path) -o \(folder("out")) --format json --depth all --strength 3"
      )
      try #require(run.status == .success)
    }

    func explain(_ subject: String) -> CommandRun {
      CommandRun("explain", subject, path, "--suite-folder", folder("out"))
    }

    /// The id of the case with these values.
    func id(_ setup: String, _ operation: String) throws -> String {
      let suite = try folder.read("out/APP.json")
      let line = try #require(
        suite.split(separator: "\n").first {
          $0.contains(setup) && $0.contains(#""operation": "\#(operation)""#)
        }
      )
      return String(try #require(line.firstMatch(of: /APP-[2-9A-Z]{3,}/)).output)
    }
  }

  @Test func aCaseSaysWhatDecidesAndWhatLoses() throws {
    let sample = try Sample()
    let id = try sample.id(#"{"login": "guest", "plan": "premium"}"#, "submit")
    let run = sample.explain(id.lowercased())
    #expect(run.status == .success)
    #expect(run.errors == "")
    #expect(
      run.output
        == """
        \(id): App
          Login      Guest
          Plan       Premium
          Operation  Submit

        decided by:
          `word` (line 11)
            when  on submit, if plan is premium
            then  It is queued

        also matches, but gives way:
          `sent` (line 9): `word` comes before it in `precedence`
            when  on submit
            then  It is sent
          `asked` (line 10): `word` comes before it in `precedence`
            when  on submit, if login is guest
            then  Sign-in opens

        """
    )
    let exception = sample.explain(
      try sample.id(#"{"login": "guest", "plan": "free"}"#, "submit")
    )
    #expect(
      exception.output.contains(
        """

        also matches, but gives way:
          `sent` (line 9): `asked` is the exception: on this operation it covers a part
          of what this rule covers
            when  on submit

        """
      )
    )
  }

  @Test func anUndefinedCaseSaysWhatAlmostMatches() throws {
    let sample = try Sample()
    let id = try sample.id(#"{"login": "guest""#, "look")
    let run = sample.explain(id)
    #expect(run.output.contains("\nundefined: no rule matches\n  Q-"))
    #expect(
      run.output.contains(
        "\nalmost matches:\n  `seen` (line 13) says: It is shown. It decides this only if login is member.\n"
      )
    )
  }

  @Test func aQuestionHasItsNumberItsRuleAndItsCases() throws {
    let sample = try Sample()
    let check = CommandRun("check", sample.path)
    let id = String(try #require(check.output.firstMatch(of: /Q-[0-9A-F]{8}/)).output)
    let run = sample.explain(id)
    #expect(run.status == .success)
    #expect(run.output.contains("stands for  2 of 8 combinations (25.0 %)"))
    #expect(
      run.output.contains(
        "nearest rule:\n  `seen` (line 13) says: It is shown. It decides this only if login is member."
      )
    )
    let stub =
      "add to the list under `look` (line 12):\n  - when: {login: guest}\n    then: Write the expected result here\n"
    #expect(run.output.contains(stub))
    #expect(run.output.contains("of the suite generated last:\n  APP-"))
  }

  @Test(arguments: [
    ("APP-9TC", "has no case APP-9TC"),
    ("OTHER-4KD", "no spec has the id OTHER"), ("Q-00000000", "no spec has the finding Q-00000000"),
    ("what", "there is nothing called `what`"),
  ])
  func whatThereIsNotIsSaid(subject: String, message: String) throws {
    let run = try Sample().explain(subject)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains(message))
  }

  @Test func aCaseOfAnEarlierSpecIsSaidToBeOne() throws {
    let sample = try Sample()
    let id = try sample.id(#"{"login": "guest""#, "look")
    let defined = Self.text + "\n    - {id: all, then: It is shown}\n"
    try sample.folder.write(defined, to: "app.yaml")
    #expect(
      sample.explain(id).output.contains("The spec has changed since this case was generated")
    )
    try sample.folder.write(
      Self.text.replacing("plan: [", with: "age: [old, young], plan: ["),
      to: "app.yaml"
    )
    #expect(sample.explain(id).errors.contains("\(id) belongs to an earlier version of the spec"))
  }

  private static let screen = """
    specmatrix: 1
    id: APP
    feature: App
    states: {login: [guest, member]}
    operations:
      show: {label: The screen opens, parts: {name: Name, photo: Photo}}
      back: {variants: [gesture, browser]}
    rules:
      show/name: The name is shown
      show/photo:
        login: {member: The photo is shown}
      back: The list is shown
    """

  @Test func aPartIsExplained() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.screen, to: "app.yaml")
    func explain(_ subject: String) -> CommandRun {
      CommandRun("explain", subject, path, "--suite-folder", folder("out"))
    }
    let photo = explain("show/photo")
    #expect(photo.status == .success, "\(photo.errors)")
    #expect(photo.output.hasPrefix("show/photo: The screen opens (Photo)\n"))
    #expect(photo.output.contains("is     a part of `show`: a case looks at all of them"))
    #expect(photo.output.contains("reads  Login\n"))
    #expect(photo.output.contains("The photo is shown"))
    #expect(!photo.output.contains("The name is shown"))
    let open = photo.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(open.joined(separator: " ").contains("what happens if login is guest?"))
    #expect(explain("show/name").output.contains("reads  nothing"))
    #expect(!explain("back/gesture").output.contains("a part of"))
    #expect(explain("show/nam").errors.contains("there is nothing called `show/nam`"))
  }

  /// Each part of the screen with the rule that decides it.
  @Test func aCaseOfAScreenIsExplainedPartByPart() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.screen, to: "app.yaml")
    let run = CommandRun("generate", path, "-o", folder("out"), "--format", "json")
    try #require(run.status == .success)
    let line = try #require(
      folder.read("out/APP.json").split(separator: "\n").first {
        $0.contains(#""login": "guest"}, "operation": "show""#)
      }
    )
    let id = String(try #require(line.firstMatch(of: /APP-[2-9A-Z]{3,}/)).output)
    let output = CommandRun("explain", id, path, "--suite-folder", folder("out")).output
    #expect(output.contains("  Operation  The screen opens\n"))
    let name = try #require(output.firstRange(of: "\nName\n"))
    let photo = try #require(output.firstRange(of: "\nPhoto\n"))
    #expect(output[name.upperBound..<photo.lowerBound].contains("then  The name is shown"))
    #expect(output[photo.upperBound...].contains("undefined: no rule matches"))
    #expect(!output[photo.upperBound...].contains("The name is shown"))
    #expect(!output.contains("has changed"))
  }

  @Test func withoutASuiteThereIsAdvice() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.text, to: "app.yaml")
    let run = CommandRun("explain", "APP-4KD", path, "--suite-folder", folder("none"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("`specmatrix generate` writes it"))
  }

  /// Every case and every question of the committed specs has an explanation.
  @Test(arguments: zip(CommittedSpecs.names, ["BOOST", "COUPON", "PAY", "PROFILE", "POST"]))
  func committedSpecsAreExplained(name: String, id: String) throws {
    let path = CommittedSpecs.path(name)
    let suite = try String(contentsOfFile: "\(CommittedSpecs.output)/\(id).json", encoding: .utf8)
    let ids = suite.matches(of: /\{"case": "([^"]+)"/).map { String($0.output.1) }
    #expect(ids.count >= 5)
    for id in ids.prefix(2) {
      let run = CommandRun("explain \(id) \(path) --suite-folder \(CommittedSpecs.output)")
      #expect(run.status == .success, "\(run.errors)")
      #expect(!run.output.contains("has changed"))
    }
    let questions = CommandRun("check", path).output.matches(of: /Q-[0-9A-F]{8}/).map(\.output)
    for question in questions.prefix(2) {
      #expect(CommandRun("explain", String(question), path).status == .success)
    }
  }
}
