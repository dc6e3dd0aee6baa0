import Testing

@testable import SpecMatrixCLI

@Suite struct InitCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    arguments: ["en", "ja"],
    [
      "mobile", "writes_network",
      "mobile,web,has_text_input,has_payment,requires_login,has_list",
    ]
  )
  func theSpecChecksWithoutMistakes(language: String, traits: String) throws {
    let path = folder("specs/recipe-post.yaml")
    let run = CommandRun("init", path, "--language", language, "--traits", traits)
    #expect(run.status == .success)
    #expect(run.errors == "")
    #expect(run.output.contains("specmatrix check \(path)"))
    let check = CommandRun("check", path, "--all")
    #expect(check.status == .findings)
    // Questions are fine, anything else that fails a check is not.
    let errors = check.output.matches(of: /error\[([a-z-]*)\]/).map(\.output.1)
    #expect(errors.allSatisfy { $0 == "undefined-expectation" }, "\(check.output)")
    #expect(!check.output.contains("warning["), "\(check.output)")
    // Nothing but what the traits call for.
    let sections = try folder.read("specs/recipe-post.yaml").matches(of: /(?m)^([a-z]+):/)
    #expect(
      sections.map(\.output.1) == [
        "specmatrix", "id", "feature", "language", "traits", "operations",
      ]
    )
    #expect(check.output.contains("RECIPE-POST: "))
    #expect(try folder.read("specs/recipe-post.yaml").contains("feature: Recipe post "))
  }

  @Test func withoutTraitsTheFeatureIsPlannedOrTheLanguageIsShown() throws {
    let path = folder("a.yaml")
    #expect(CommandRun("init", path, "--traits", "").status == .success)
    let planned = CommandRun("check", path)
    #expect(planned.status == .success)
    #expect(planned.output.contains("A: planned, not described yet"))
    let shown = CommandRun("init", "-").output
    for key in ["states", "data", "operations", "dismissed", "impossible", "rules"] {
      #expect(shown.contains("\n\(key):"))
    }
  }

  @Test(arguments: [
    (["LANG": "ja_JP.UTF-8"], "language: ja"), (["LANG": "de_DE"], "language: en"),
    ([:], "language: en"),
    (["LANG": "ja_JP", "LC_ALL": "C"], "language: en"),
    (["LC_MESSAGES": "ja", "LANG": "C"], "language: ja"),
  ])
  func theLanguageIsThatOfTheEnvironment(environment: [String: String], line: String) {
    let run = CommandRun("init", "-", environment: environment)
    #expect(run.status == .success)
    #expect(run.output.split(separator: "\n").contains(Substring(line)))
    #expect(CommandRun("check", "-", input: run.output).status == .findings)
  }

  @Test func nothingIsOverwritten() throws {
    let path = try folder.write("mine", to: "post.yaml")
    let run = CommandRun("init", path)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("exists already"))
    #expect(try folder.read("post.yaml") == "mine")
    #expect(CommandRun("init", folder("post")).status == .invalid)
  }

  @Test(arguments: [
    ("a/", "a/a.yaml", "A"), ("there", "there/there.yaml", "THERE"),
    ("x.y-z.yml", "x.y-z.yml", "X-Y-Z"),
    ("つくれぽ", "つくれぽ.yaml", "FEATURE"), ("3-d: view #1", "3-d: view #1.yaml", "D-VIEW-1"),
    ("it's", "it's.yaml", "IT-S"), ("null", "null.yaml", "'NULL'"),
  ])
  func theIdComesFromTheName(name: String, file: String, id: String) throws {
    try folder.write("", to: "there/.keep")
    let run = CommandRun("init", folder(name))
    #expect(run.status == .success, "\(run.errors)")
    #expect(try folder.read(file).contains("\nid: \(id) "))
    #expect(CommandRun("check", folder(file)).status == .findings)
  }

  @Test func wrongWordsAreWrongUsage() throws {
    let trait = CommandRun("init", folder("a.yaml"), "--traits", "mobil")
    #expect(trait.status == .invalid)
    #expect(trait.errors.contains("did you mean `mobile`?"))
    #expect(CommandRun("init", folder("a.yaml"), "--language", "fr").status == .invalid)
    #expect(try folder.names() == [])
  }
}
