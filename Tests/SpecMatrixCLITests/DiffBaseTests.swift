import Foundation
import Testing

@testable import SpecMatrixCLI

@Suite struct DiffBaseTests {
  @Test func onlyWhatIsNewSinceARevisionIsTold() throws {
    let repository = try GitFolder()
    let folder = repository.folder
    try folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    try folder.write(SampleSpecs.deferred, to: "specs/later.yaml")
    try repository.commit()
    let unchanged = CommandRun("check", folder("specs"), "--diff-base", "HEAD")
    #expect(unchanged.status == .success)
    #expect(unchanged.output.contains("left out"))
    #expect(unchanged.errors == "")

    let new = SampleSpecs.gap.replacing("[submit, look]", with: "[submit, look, leave]")
    try folder.write("# moved\n\n" + new, to: "specs/gap.yaml")
    let changed = CommandRun(
      "check",
      folder("specs"),
      "--diff-base",
      "main",
      "--format",
      "concise",
      "--fail-on",
      "warning"
    )
    #expect(changed.status == .findings)
    let findings = changed.output.split(separator: "\n").filter { $0.contains("error[") }
    #expect(findings.count == 1)
    #expect(findings.first?.contains("leave") == true)

    try repository.commit()
    #expect(CommandRun("check", folder("specs"), "--diff-base", "HEAD").status == .success)
    #expect(CommandRun("check", folder("specs"), "--diff-base", "HEAD~1").status == .findings)
  }

  @Test func ofANewSpecEverythingIsNew() throws {
    let repository = try GitFolder()
    let folder = repository.folder
    try folder.write(SampleSpecs.complete, to: "done.yaml")
    try repository.commit()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    #expect(CommandRun("check", path, "--diff-base", "HEAD").status == .findings)
  }

  @Test func aSpecThatWasInvalidHidesNothing() throws {
    let repository = try GitFolder()
    let folder = repository.folder
    try folder.write(SampleSpecs.invalid, to: "gap.yaml")
    try repository.commit()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun("check", path, "--diff-base", "HEAD")
    #expect(run.status == .findings)
    #expect(run.errors.contains("HEAD:gap.yaml could not be analysed"))
  }

  @Test func whatHasNoRevisionIsWrongUsage() throws {
    let repository = try GitFolder()
    let path = try repository.folder.write(SampleSpecs.gap, to: "gap.yaml")
    try repository.commit()
    let unknown = CommandRun("check", path, "--diff-base", "nope")
    #expect(unknown.status == .invalid)
    #expect(unknown.errors.contains("nope"))
    let input = CommandRun("check", "-", "--diff-base", "HEAD", input: SampleSpecs.gap)
    #expect(input.status == .invalid)
    let outside = try TemporaryFolder()
    let other = try outside.write(SampleSpecs.gap, to: "gap.yaml")
    #expect(CommandRun("check", other, "--diff-base", "HEAD").status == .invalid)
  }
}
