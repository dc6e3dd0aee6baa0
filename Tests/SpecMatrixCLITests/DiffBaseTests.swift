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
      "check \(folder("specs")) --diff-base main --format concise --fail-on warning"
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

  /// A spec is found by its id wherever it stood, so that moving files changes nothing.
  @Test(arguments: ["specs/sub/gap.yaml", "specs/gap.yml", "other/a b.yaml"])
  func aMovedSpecHasItsFindings(path: String) throws {
    let repository = try GitFolder()
    let folder = repository.folder
    try folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    // Neither the suite of the spec nor a file that only mentions the id is the spec.
    try folder.write(
      #"[{"version": 1, "id": "GAP", "spec": 1, "strength": 2, "optimal": 3}]"#,
      to: "a.json"
    )
    try folder.write("rules:\n  id: GAP\n", to: "b.yaml")
    try repository.commit()
    try repository.git("rm", "--quiet", "specs/gap.yaml")
    let moved = try folder.write(SampleSpecs.gap, to: path)
    #expect(CommandRun("check", moved, "--diff-base", "HEAD").status == .success)
    try folder.write(
      SampleSpecs.gap.replacing("[submit, look]", with: "[submit, look, leave]"),
      to: path
    )
    let changed = CommandRun("check", moved, "--diff-base", "HEAD", "--format", "concise")
    #expect(changed.status == .findings)
    #expect(changed.output.contains("1 error; 1 known finding left out"))
  }

  /// Two specs changed places: each is compared with itself.
  @Test func specsThatChangedPlacesAreComparedById() throws {
    let repository = try GitFolder()
    let folder = repository.folder
    let other = SampleSpecs.gap.replacing("id: GAP", with: "\"id\": 'OTHER'   # the other")
    try folder.write(SampleSpecs.gap, to: "a.yaml")
    try folder.write(other, to: "b.yaml")
    try repository.commit()
    try folder.write(other, to: "a.yaml")
    try folder.write(SampleSpecs.gap, to: "b.yaml")
    #expect(CommandRun("check", folder.path, "--diff-base", "HEAD").status == .success)
    try folder.write(SampleSpecs.gap.replacing("id: GAP", with: "id: FRESH"), to: "b.yaml")
    #expect(CommandRun("check", folder.path, "--diff-base", "HEAD").status == .findings)
  }

  /// A question whose day has passed fails only who touches its spec.
  @Test func aPassedDayIsToldToWhoTouchesTheSpec() throws {
    let repository = try GitFolder()
    let folder = repository.folder
    let path = try folder.write(SampleSpecs.deferred, to: "later.yaml")
    try folder.write(SampleSpecs.complete, to: "done.yaml")
    try repository.commit()
    func check(_ day: String) -> CommandRun {
      CommandRun("check", folder.path, "--diff-base", "HEAD", "--as-of", day, "--format", "concise")
    }
    try folder.write(SampleSpecs.complete + "\n# more", to: "done.yaml")
    #expect(check("2026-12-31").status == .success)
    #expect(check("2027-01-01").status == .success)
    try folder.write(SampleSpecs.deferred + "\n# more", to: "later.yaml")
    #expect(check("2026-12-31").status == .success)
    let late = check("2027-01-01")
    #expect(late.status == .findings)
    #expect(late.output.contains("\(path):10:52: error[undecided-expectation]"))
    // Moved and not touched.
    try repository.git("checkout", "--quiet", "--", "later.yaml")
    try repository.git("mv", "later.yaml", "moved.yaml")
    #expect(check("2027-01-01").status == .success)
  }
}
