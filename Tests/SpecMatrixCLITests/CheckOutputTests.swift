import Foundation
import Testing

@testable import SpecMatrixCLI

/// Several reports of one run.
@Suite struct CheckOutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func everyReportGoesWhereItIsAskedFor() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let plain = CommandRun("check", path)
    let run = CommandRun(
      "check \(path) --output sarif:\(folder("a.sarif")) --output junit:\(folder("b:c.xml"))"
    )
    #expect(run.status == .findings)
    #expect(run.output == plain.output)
    for format in ["sarif", "junit"] {
      let name = format == "sarif" ? "a.sarif" : "b:c.xml"
      let single = CommandRun("check", path, "--format", format)
      #expect(single.status == .findings)
      #expect(try folder.read(name) == single.output)
    }
    #expect(try folder.names() == ["a.sarif", "b:c.xml", "gap.yaml"])
  }

  @Test(arguments: ["concise", "json", "sarif", "github", "junit", "markdown"])
  func everyFormatTellsTheQuestionAndTheMistakes(format: String) throws {
    try folder.write(SampleSpecs.gap, to: "gap.yaml")
    try folder.write(SampleSpecs.invalid, to: "bad.yaml")
    let run = CommandRun("check", folder.path, folder("nope"), "--format", format)
    #expect(run.status == .invalid)
    for code in ["undefined-expectation", "duplicate-key"] { #expect(run.output.contains(code)) }
  }

  /// Where one file cannot be written, none is.
  @Test func filesAreWrittenTogetherOrNotAtAll() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun(
      "check \(path) --output sarif:\(folder("a.sarif")) --output junit:\(folder("none/b.xml"))"
    )
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains("cannot write \(folder("none/b.xml"))"))
    #expect(try folder.names() == ["gap.yaml"])
  }

  @Test func twoReportsInOneFileAreWrongUsage() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun("check \(path) --output sarif:\(folder("a")) --output-file \(folder("a"))")
    #expect(run.status == .invalid)
    #expect(run.errors.contains("two outputs go to"))
    #expect(try folder.names() == ["gap.yaml"])
  }

  @Test(arguments: ["sarif", "sarif:", "yaml:a", "sarif:-", ":a"])
  func anOutputThatMakesNoSenseIsWrongUsage(output: String) {
    let run = CommandRun("check", "-", "--output", output, input: SampleSpecs.gap)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("--output"))
  }

  @Test func theSummaryOfAJobIsAppended() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let summary = try folder.write("# Before\n", to: "summary.md")
    let environment = ["GITHUB_STEP_SUMMARY": summary]
    let markdown = CommandRun("check", path, "--format", "markdown").output
    _ = CommandRun(arguments: ["check", path, "--format", "github"], environment: environment)
    #expect(try folder.read("summary.md") == "# Before\n" + markdown)
    // Only the format for GitHub has one.
    _ = CommandRun(arguments: ["check", path], environment: environment)
    #expect(try folder.read("summary.md") == "# Before\n" + markdown)
    let failing = CommandRun(
      arguments: ["check", path, "--format", "github"],
      environment: ["GITHUB_STEP_SUMMARY": folder("none/summary.md")]
    )
    #expect(failing.status == .invalid)
  }
}
