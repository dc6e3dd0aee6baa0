import Foundation
import Testing

@testable import SpecMatrixCLI

@Suite struct UsageTests {
  @Test(arguments: [[], ["--help"], ["-h"], ["help"]])
  func helpGoesToStandardOutput(arguments: [String]) {
    let run = CommandRun(arguments: arguments)
    #expect(run.status == .success)
    #expect(run.errors == "")
    #expect(run.output.contains("SUBCOMMANDS:"))
    #expect(run.output.contains("check"))
    #expect(run.output.contains("generate"))
  }

  @Test func theFirstCommandsAreThoseOfEveryDay() throws {
    let lists = CommandRun("--help").output.components(separatedBy: "SUBCOMMANDS:")
    #expect(lists.count == 3)
    let commands = lists[1].matches(of: /\n {2}([a-z-]+) {2}/).map { String($0.output.1) }
    #expect(
      commands == ["init", "check", "show", "review", "generate", "answer", "code", "diff"]
    )
    #expect(lists[1].hasSuffix("MORE "))
  }

  @Test(arguments: [
    (["check", "--help"], "--fail-on"), (["help", "check"], "specmatrix check --format json"),
    (["generate", "--help"], "--csv-encoding"), (["help", "generate"], "--strength 3 --verify"),
    (["explain", "--help"], "--color"), (["help", "explain"], "explain contradictory"),
    (["diff", "--help"], "--exit-code"), (["help", "diff"], "specmatrix diff HEAD~3"),
  ])
  func everyCommandHasHelpWithExamples(arguments: [String], text: String) {
    let run = CommandRun(arguments: arguments)
    #expect(run.status == .success)
    #expect(run.output.contains("Examples:"))
    #expect(run.output.contains(text))
  }

  @Test func helpFitsTheTerminal() {
    let run = CommandRun("check", "--help", environment: ["COLUMNS": "60"])
    let options = run.output.split(separator: "\n").drop { $0 != "OPTIONS:" }
    #expect(options.count > 5)
    #expect(options.allSatisfy { $0.count <= 60 })
  }

  @Test func theVersionIsOneLine() {
    let run = CommandRun("--version")
    #expect(run.status == .success)
    #expect(run.output == ProgramVersion.current + "\n")
  }

  @Test(arguments: [
    ["chekc"], ["--nope"], ["check", "--nope"], ["check", "--format", "yaml"],
    ["check", "--fail-on", "sometimes"], ["check", "--color", "pink"], ["check", "--output-file"],
    ["generate", "--strength", "0"], ["generate", "--strength", "7"],
    ["generate", "--strength", "two"], ["generate", "--format", "docx"],
    ["generate", "--format", ""], ["generate", "--format", "csv,"],
    ["generate", "--csv-encoding", "latin-1"], ["help", "nope", "--bad"],
  ])
  func wrongUsageEndsWith2AndSaysSoOnStandardError(arguments: [String]) {
    let run = CommandRun(arguments: arguments)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains("rror") || run.errors.contains("sage"))
  }

  @Test(arguments: [
    (["chekc", "--all"], "Unknown command 'chekc'. Did you mean 'check'?"),
    (["Generate"], "Unknown command 'Generate'. Did you mean 'generate'?"),
    (["hlep"], "Unknown command 'hlep'. Did you mean 'help'?"),
    (
      ["validate", "a.yaml"],
      "Unknown command 'validate'. The commands are init, check, show, review, generate, answer, code, diff, explain, try, catalogue, import, measure, results, merge-results, links, schema, lsp, mcp, cover."
    ),
    (["specs/a.yaml"], "Unknown command 'specs/a.yaml'. Did you mean 'check specs/a.yaml'?"),
    (["check", "--fromat", "json"], "Did you mean '--format'?"),
    (["generate", "--strenght", "2"], "Did you mean '--strength'?"),
  ])
  func aNearMissHasASuggestion(arguments: [String], message: String) {
    let run = CommandRun(arguments: arguments)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains(message))
    #expect(run.errors.contains("Usage: specmatrix"))
  }

  @Test func outputThatCannotBeWrittenIsNoticed() {
    let full = SystemError(code: 28)
    let run = CommandRun("check", "-", input: SampleSpecs.complete, outputFails: full)
    #expect(run.status == .invalid)
    #expect(run.errors == "specmatrix: cannot write to standard output: No space left on device\n")
    #expect(CommandRun("--help", outputFails: full).status == .invalid)
  }
}
