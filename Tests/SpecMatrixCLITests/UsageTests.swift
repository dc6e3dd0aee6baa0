import Diagnostics
import Foundation
import Specification
import Testing

@testable import SpecMatrixCLI

/// Help, the catalogue and starters, except those shown by `Tests/Sessions/catalogue.md`.
@Suite struct UsageTests {
  @Test func helpFitsTheTerminal() {
    let run = CommandRun("check", "--help", environment: ["COLUMNS": "60"])
    let options = run.output.split(separator: "\n").drop { $0 != "OPTIONS:" }
    #expect(options.count > 5)
    #expect(options.allSatisfy { $0.count <= 60 })
  }

  @Test func outputThatCannotBeWrittenIsNoticed() {
    let full = SystemError(code: 28)
    let run = CommandRun("check", "-", input: SampleSpecs.complete, outputFails: full)
    #expect(run.status == .invalid)
    #expect(run.errors == "specmatrix: cannot write to standard output: No space left on device\n")
    #expect(CommandRun("--help", outputFails: full).status == .invalid)
  }

  @Test func allEntriesOfTheCatalogueAreListed() {
    let ids = Catalogue.standard.entries.map(\.id)
    let text = CommandRun("catalogue", "--no-config").output.matches(of: /(?m)^ {2}(\S+)/)
    #expect(text.map { String($0.output.1) } == ids)
    let json = CommandRun("catalogue", "--no-config", "--json").output
    #expect(json.matches(of: /(?m)^ {4}\{"id": "(\w+)"/).map { String($0.output.1) } == ids)
  }

  @Test(arguments: [60, 80, 120], Language.allCases)
  func linesFitTheTerminal(columns: Int, language: Language) {
    let run = CommandRun(
      arguments: ["catalogue", "--no-config", "--language", language.rawValue],
      environment: ["COLUMNS": "\(columns)"]
    )
    let lines = run.output.split(separator: "\n")
    #expect(lines.count > 200)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns })
  }

  @Test(
    arguments: ["en", "ja"],
    [
      "mobile", "writes_network",
      "mobile,web,has_text_input,has_payment,requires_login,has_list",
    ]
  )
  func theSpecChecksWithoutMistakes(language: String, traits: String) throws {
    let folder = try TemporaryFolder()
    let path = folder("specs/recipe-post.yaml")
    let run = CommandRun("init", path, "--language", language, "--traits", traits)
    #expect(run.status == .success)
    #expect(run.errors == "")
    #expect(run.output.contains("specmatrix check \(path)"))
    let check = CommandRun("check", path, "--all")
    #expect(check.status == .findings)
    // Questions are expected, any other failure is not.
    let errors = check.output.matches(of: /error\[([a-z-]*)\]/).map(\.output.1)
    #expect(errors.allSatisfy { $0 == "undefined-expectation" }, "\(check.output)")
    #expect(!check.output.contains("warning["), "\(check.output)")
    // Only what the traits require.
    let sections = try folder.read("specs/recipe-post.yaml").matches(of: /(?m)^([a-z]+):/)
    #expect(
      sections.map(\.output.1) == [
        "specmatrix", "id", "feature", "language", "traits", "operations",
      ]
    )
    #expect(check.output.contains(language == "ja" ? "RECIPE-POST：" : "RECIPE-POST: "))
    #expect(try folder.read("specs/recipe-post.yaml").contains("feature: Recipe post "))
  }
}
