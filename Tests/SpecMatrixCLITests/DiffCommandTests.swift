import Foundation
import Testing

@testable import SpecMatrixCLI

@Suite struct DiffCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let other = SampleSpecs.complete.replacing(
    "The form is shown",
    with: "The form is shown with a draft"
  )

  // MARK: Files

  @Test func theSameTwiceChangesNothing() throws {
    let old = try folder.write(SampleSpecs.complete, to: "old.yaml")
    let run = CommandRun("diff", old, old, "--exit-code")
    #expect(run.status == .success)
    #expect(run.output == "nothing changes for QA in 1 spec\n")
    #expect(run.errors == "")
  }

  @Test func anotherResultIsShown() throws {
    let old = try folder.write(SampleSpecs.complete, to: "old.yaml")
    let new = try folder.write(Self.other, to: "new.yaml")
    let run = CommandRun("diff", old, new)
    #expect(run.status == .success)
    #expect(
      run.output.replacing(folder.path + "/", with: "") == """
        DONE: old.yaml → new.yaml
          cases: 2 with another result, 2 as before
          results: 2 void

        expected result changed: test results are void
          ~ DONE-289, DONE-R5X
              was: The form is shown
              now: The form is shown with a draft

        """
    )
    #expect(CommandRun("diff", old, new, "--exit-code").status == .findings)
  }

  @Test func `another state that follows is shown`() throws {
    let text = """
      specmatrix: 1
      id: T
      feature: Test
      traits: []
      states:
        plan: {values: [free, premium], start: [free, premium]}
      operations: {tap: Tap, hold: Hold}
      rules:
        hold: {then: Held, becomes: {plan: free}}
        tap: {then: Saved}

      """
    let old = try folder.write(text, to: "old.yaml")
    let new = try folder.write(
      text.replacing("Saved}", with: "Saved, becomes: {plan: premium}}"),
      to: "new.yaml"
    )
    let output = CommandRun("diff", old, new).output
    #expect(
      output.contains(
        """
        what follows changed
          ~ tap
              was: nothing changes
              now: → plan: premium

        """
      ),
      "\(output)"
    )
  }

  @Test func questionsOpenAndClose() throws {
    let gap = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let whole = try folder.write(
      SampleSpecs.gap.replacing("{plan: free}", with: "{plan: valid}"),
      to: "whole.yaml"
    )
    let closed = CommandRun("diff", gap, whole)
    #expect(closed.output.contains("\nquestions closed\n  - Q-"))
    #expect(closed.output.contains("      was: undefined, no result\n"))
    let opened = CommandRun("diff", whole, gap)
    #expect(opened.output.contains("\nquestions opened\n  + Q-"))
  }

  @Test func idsAreThoseOfTheStoredSuite() throws {
    let old = try folder.write(SampleSpecs.complete, to: "old.yaml")
    let new = try folder.write(Self.other, to: "new.yaml")
    _ = CommandRun("generate", old, "-o", folder("suites"), "--format", "json")
    let text = try folder.read("suites/DONE.json").replacing("DONE-R5X", with: "DONE-77X")
    // In the folder of suites, and beside the old version.
    try folder.write(text, to: "suites/DONE.json")
    let run = CommandRun("diff", old, new, "--suite-folder", folder("suites"))
    #expect(run.output.contains("~ DONE-289, DONE-77X\n"))
    try folder.write(text, to: "DONE.json")
    #expect(CommandRun("diff", old, new).output.contains("~ DONE-289, DONE-77X\n"))
    try folder.write("{", to: "DONE.json")
    let damaged = CommandRun("diff", old, new)
    #expect(damaged.output.contains("~ DONE-289, DONE-R5X\n"))
    #expect(damaged.errors.contains("it is not a JSON array, or cut off; cases get new ids"))
  }

  @Test func formats() throws {
    let old = try folder.write(SampleSpecs.complete, to: "old.yaml")
    let new = try folder.write(Self.other, to: "new.yaml")
    let markdown = CommandRun("diff", old, new, "--format", "markdown").output
    #expect(markdown.hasPrefix("### DONE: "))
    #expect(markdown.contains("- DONE-289, DONE-R5X\n  - was: The form is shown\n"))
    let json = CommandRun("diff", old, new, "--format", "json").output
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let specs = try #require(value?["specs"] as? [[String: Any]])
    #expect(specs.count == 1)
    #expect(specs.first?["change"] as? String == "changed")
    let cases = try #require(specs.first?["cases"] as? [[String: Any]])
    #expect(cases.map { $0["results"] as? String } == ["void", "void"])
    let colored = CommandRun("diff", old, new, "--color", "always").output
    #expect(colored.contains("\u{1B}[33m~\u{1B}[0m DONE-289"))
    let file = folder("report.txt")
    #expect(CommandRun("diff", old, new, "--output-file", file).output == "")
    #expect(try folder.read("report.txt").contains("DONE-289"))
  }

  @Test func allIsShownOnDemand() throws {
    let many = SampleSpecs.complete.replacing(
      "[submit, look]",
      with: "[submit, look, \((0..<12).map { "do\($0)" }.joined(separator: ", "))]"
    )
    let old = try folder.write(SampleSpecs.complete, to: "old.yaml")
    let new = try folder.write(many, to: "new.yaml")
    #expect(CommandRun("diff", old, new).output.contains("  … and 2 more (--all)\n"))
    let all = CommandRun("diff", old, new, "--all").output
    #expect(!all.contains("--all"))
    #expect(!all.contains(" more"))
    let lines = all.components(separatedBy: "\n").dropFirst()
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  // MARK: Folders

  @Test func foldersAreComparedFileByFile() throws {
    try folder.write(SampleSpecs.complete, to: "a/done.yaml")
    try folder.write(SampleSpecs.gap, to: "a/sub/gap.yaml")
    try folder.write(SampleSpecs.deferred, to: "a/later.yaml")
    try folder.write(Self.other, to: "b/done.yaml")
    try folder.write(SampleSpecs.gap, to: "b/moved.yaml")
    try folder.write(
      SampleSpecs.complete.replacing("id: DONE", with: "id: FRESH"),
      to: "b/fresh.yaml"
    )
    let run = CommandRun("diff", folder("a"), folder("b"))
    #expect(run.status == .success)
    #expect(run.output.contains("a/done.yaml → "))
    #expect(
      run.output.contains(
        "FRESH: \(folder("b/fresh.yaml"))\n  a new spec: 4 cases, no open questions\n"
      )
    )
    #expect(
      run.output.contains(
        "LATER: \(folder("a/later.yaml"))\n  the spec was removed, with its 2 cases\n"
      )
    )
    #expect(run.output.hasSuffix("nothing changes for QA in 1 spec\n"))
    #expect(CommandRun("diff", folder("a"), folder("b/done.yaml")).status == .invalid)
  }

  @Test func aSpecThatCannotBeReadIsTold() throws {
    let old = try folder.write(SampleSpecs.complete, to: "old.yaml")
    let new = try folder.write(SampleSpecs.invalid, to: "new.yaml")
    let run = CommandRun("diff", old, new)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("new.yaml:4:1: error"))
    #expect(!run.output.contains("gone"))
  }

  // MARK: Revisions

  private func repository() throws -> GitFolder {
    let git = try GitFolder()
    try git.folder.write(SampleSpecs.complete, to: "specs/done.yaml")
    try git.folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    let output = git.folder("output")
    _ = CommandRun("generate", git.folder("specs"), "-o", output, "--format", "json")
    let suite = try git.folder.read("output/DONE.json").replacing("DONE-R5X", with: "DONE-77X")
    try git.folder.write(suite, to: "output/DONE.json")
    try git.commit()
    try FileManager.default.removeItem(atPath: output)
    try git.folder.write(Self.other, to: "specs/done.yaml")
    return git
  }

  @Test(arguments: ["main", "HEAD", "main:specs/done.yaml"])
  func aRevisionIsComparedWithAFile(old: String) throws {
    let git = try repository()
    let run = CommandRun("diff", old, git.folder("specs/done.yaml"))
    #expect(run.errors == "")
    #expect(run.status == .success)
    let revision = old.split(separator: ":")[0]
    #expect(run.output.hasPrefix("DONE: \(revision):specs/done.yaml → \(git.folder.path)"))
    // The suite is that of the revision.
    #expect(run.output.contains("~ DONE-289, DONE-77X\n"))
  }

  @Test(arguments: ["main", "main:specs", "main:specs/"])
  func aRevisionIsComparedWithAFolder(old: String) throws {
    let git = try repository()
    try git.folder.write(SampleSpecs.deferred, to: "specs/later.yaml")
    let run = CommandRun("diff", old, git.folder("specs"))
    #expect(run.errors == "")
    #expect(run.output.contains("~ DONE-289, DONE-77X\n"))
    #expect(run.output.contains("LATER: \(git.folder.path)/specs/later.yaml\n  a new spec"))
    #expect(run.output.hasSuffix("nothing changes for QA in 1 spec\n"))
  }

  @Test func theWholeTreeHoldsNoSuites() throws {
    let git = try repository()
    let run = CommandRun("diff", "main:", git.folder.path)
    #expect(run.errors == "")
    #expect(run.output.contains("~ DONE-289, DONE-77X\n"))
    #expect(!run.output.contains("gone"))
  }

  @Test(arguments: [
    ("nope", "nope: neither a file nor a revision of the git repository"),
    ("HEAD@{x:specs/done.yaml", "HEAD@{x: neither a file nor a revision"),
    ("main:specs/nope.yaml", "main has no specs/nope.yaml"),
    ("nope.yaml", "nope.yaml: there is no such file"), (":", "neither a file nor a revision"),
  ])
  func whatIsNotThereIsSaid(old: String, message: String) throws {
    let git = try repository()
    let run = CommandRun("diff", old, git.folder("specs/done.yaml"))
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func aFolderWithoutGitIsSaid() throws {
    let new = try folder.write(SampleSpecs.complete, to: "new.yaml")
    let run = CommandRun("diff", "main", new)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("is not in a git repository"))
  }

  @Test func oneFileIsNotEnough() throws {
    let old = try folder.write(SampleSpecs.complete, to: "old.yaml")
    let run = CommandRun("diff", old)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("name the version to compare"))
    #expect(CommandRun("diff", "-", "-").status == .invalid)
  }

  @Test func standardInputIsAVersion() throws {
    let old = try folder.write(SampleSpecs.complete, to: "old.yaml")
    let run = CommandRun("diff", old, "-", input: Self.other)
    #expect(run.output.hasPrefix("DONE: \(old) → <stdin>\n"))
  }
}
