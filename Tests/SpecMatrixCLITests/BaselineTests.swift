import Foundation
import Testing

@testable import SpecMatrixCLI

@Suite struct BaselineTests {
  @Test(arguments: ["baseline.yaml", "baseline.json"])
  func whatIsWrittenHidesAllThatWasFound(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let first = CommandRun("check", path, "--write-baseline", folder(name))
    #expect(first.status == .success)
    #expect(first.output.contains("left out"))
    let again = CommandRun("check", path, "--baseline", folder(name), "--fail-on", "note")
    #expect(again.status == .success)
    #expect(again.errors == "")
    #expect(!again.output.contains("undefined-expectation"))
    #expect(CommandRun("check", path).status == .findings)
    let json = CommandRun("check", path, "--baseline", folder(name), "--format", "json").output
    #expect(json.contains(#""known": "#))
  }

  @Test func onlyANewGapFails() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let baseline = folder("baseline.yaml")
    _ = CommandRun("check", path, "--write-baseline", baseline)
    let new = SampleSpecs.gap.replacing("[submit, look]", with: "[submit, look, leave]")
    try folder.write(new, to: "gap.yaml")
    let run = CommandRun("check", path, "--baseline", baseline, "--format", "concise")
    #expect(run.status == .findings)
    let findings = run.output.split(separator: "\n").filter { $0.contains("undefined-expectation") }
    #expect(findings.count == 1)
    #expect(findings.first?.contains("leave") == true)
  }

  @Test func whatIsGoneIsTold() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let baseline = folder("baseline.yaml")
    _ = CommandRun("check", path, "--write-baseline", baseline)
    let mended = SampleSpecs.gap.replacing("{plan: free}", with: "{plan: any}")
    try folder.write(mended, to: "gap.yaml")
    let run = CommandRun("check", path, "--baseline", baseline, "--fail-on", "note")
    #expect(run.status == .success)
    #expect(run.errors.contains(": note[baseline-entry-gone]: Q-"))
    // What was not looked at is not gone.
    let other = try folder.write(SampleSpecs.complete, to: "done.yaml")
    #expect(CommandRun("check", other, "--baseline", baseline).errors == "")
    try folder.write(SampleSpecs.invalid, to: "gap.yaml")
    #expect(CommandRun("check", path, "--baseline", baseline).errors == "")
  }

  @Test(arguments: ["baseline.yaml", "baseline.json"])
  func reasonsAndDaysStayWhenItIsWrittenAnew(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    _ = CommandRun("check", path, "--write-baseline", folder(name))
    var text = try folder.read(name)
    let empty = name.hasSuffix("json") ? #""reason": """# : #"reason: """#
    let full = empty.dropLast() + #"asked: the \"team\", 12/1""#
    #expect(text.contains("2026-11-21"))
    text = text.replacing(empty, with: full).replacing("2026-11-21", with: "2026-01-31")
    try folder.write(text, to: name)

    let new = SampleSpecs.gap.replacing("[submit, look]", with: "[submit, look, leave]")
    try folder.write(new, to: "gap.yaml")
    #expect(CommandRun("check", path, "--write-baseline", folder(name)).status == .success)
    let written = try folder.read(name)
    #expect(written.contains(full))
    #expect(written.contains("2026-01-31"))
    #expect(written.contains("2026-11-21"))
    // Twice changes nothing.
    _ = CommandRun("check", path, "--write-baseline", folder(name))
    #expect(try folder.read(name) == written)
  }

  @Test func entriesOfSpecsThatWereNotAnalysedStay() throws {
    let folder = try TemporaryFolder()
    let gap = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let later = try folder.write(SampleSpecs.deferred, to: "later.yaml")
    let baseline = folder("baseline.yml")
    _ = CommandRun("check", gap, later, "--write-baseline", baseline)
    let both = try folder.read("baseline.yml")
    try folder.write(SampleSpecs.invalid, to: "gap.yaml")
    #expect(
      CommandRun("check", gap, later, "--write-baseline", baseline).status == .invalid
    )
    #expect(try folder.read("baseline.yml") == both)
    _ = CommandRun("check", later, "--write-baseline", baseline)
    #expect(try folder.read("baseline.yml") == both)
    try FileManager.default.removeItem(atPath: gap)
    _ = CommandRun("check", later, "--write-baseline", baseline)
    #expect(try !folder.read("baseline.yml").contains("gap.yaml"))
  }

  /// A deferral in the baseline is an error after its day all the same.
  @Test func whatBecomesGraverIsNew() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.deferred, to: "later.yaml")
    let baseline = folder("baseline.yaml")
    _ = CommandRun("check", path, "--write-baseline", baseline)
    let known = CommandRun("check", path, "--baseline", baseline, "--fail-on", "warning")
    #expect(known.status == .success)
    let late = CommandRun(
      arguments: ["check", path, "--baseline", baseline],
      environment: ["SOURCE_DATE_EPOCH": "1798761600"]
    )
    #expect(late.status == .findings)
    #expect(late.output.contains("error[undecided-expectation]"))
  }

  @Test(arguments: [
    ("", "empty-document"), ("[]", "a baseline must be a mapping"),
    ("findings: {}", "this is not a baseline"),
    ("specmatrix-baseline: 2\nfindings: {}", "must be 1"),
    ("specmatrix-baseline: 1", "`findings` is missing"),
    ("specmatrix-baseline: 1\nfindings: {Q-1: 3}", "`Q-1` must be a mapping"),
    (
      "specmatrix-baseline: 1\nfindings: {Q-1: {spec: a, code: b}}",
      "`severity` of `Q-1` is missing"
    ),
    (
      "specmatrix-baseline: 1\nfindings: {Q-1: {spec: a, code: b, severity: bad}}",
      "error, warning or note"
    ),
    (
      "specmatrix-baseline: 1\nfindings: {Q-1: {spec: a, code: b, severity: error, since: 2026-02-30}}",
      "must be a day"
    ),
    (
      "specmatrix-baseline: 1\nfindings: {Q-1: {spec: a, code: b, severity: error, reasn: x}}",
      "did you mean `reason`?"
    ),
    (
      "specmatrix-baseline: 1\nfindings: {Q-1: {spec: [a], code: b, severity: error}}",
      "`spec` must be a text"
    ),
    ("specmatrix-baseline: 1\nfindings: {Q-1: {}, Q-1: {}}", "duplicate-key"),
    ("specmatrix-baseline: 1\nfindings: {Q-1: {spec: a", "yaml-syntax"),
  ])
  func aDamagedBaselineIsNeitherUsedNorReplaced(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let baseline = try folder.write(text, to: "baseline.yaml")
    for option in ["--baseline", "--write-baseline"] {
      let run = CommandRun("check", path, option, baseline)
      #expect(run.status == .invalid)
      #expect(run.output == "")
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(try folder.read("baseline.yaml") == text)
    }
  }

  @Test func aBaselineThatIsNotThereIsAFailure() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let run = CommandRun("check", path, "--baseline", folder("nope.yaml"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("cannot read \(folder("nope.yaml"))"))
  }
}
