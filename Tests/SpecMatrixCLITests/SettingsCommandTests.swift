import Foundation
import Testing

@testable import SpecMatrixCLI

/// Settings as commands find and follow them.
@Suite struct SettingsCommandTests {
  /// A folder that looks like a repository with a spec that has a gap.
  private func repository(
    _ settings: String? = nil,
    gap: String = SampleSpecs.gap
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write(gap, to: "app/specs/gap.yaml")
    if let settings { try folder.write(settings, to: "specmatrix.yaml") }
    return folder
  }

  private func concise(_ folder: TemporaryFolder, _ options: String...) -> CommandRun {
    CommandRun(arguments: ["check", folder("app/specs"), "--format", "concise"] + options)
  }

  @Test func theyAreFoundFromTheSpecUpwards() throws {
    let folder = try repository("severities: {undefined-expectation: warning}")
    let run = concise(folder)
    #expect(run.status == .success)
    #expect(run.output.contains("warning[undefined-expectation]"))
    #expect(concise(folder, "--fail-on", "warning").status == .findings)
    // The nearest ones hold.
    try folder.write("severities: {undefined-expectation: off}", to: "app/specmatrix.yml")
    #expect(concise(folder, "--fail-on", "note").status == .success)
    #expect(
      concise(folder).output == """
        settings of the project: \(folder("app/specmatrix.yml")): undefined-expectation off (1 finding)
        1 spec checked: no findings; 1 finding switched off

        """
    )
  }

  @Test func nothingAboveTheRepositoryHolds() throws {
    let folder = try repository("severities: {undefined-expectation: off}")
    try folder.write("gitdir: ../.git/worktrees/app\n", to: "app/.git")
    #expect(concise(folder).status == .findings)
  }

  /// What `answer` lists as left is what `check` would list.
  @Test func theyWeighWhatAnAnswerLeaves() throws {
    let folder = try repository("severities: {undefined-expectation: note}")
    let answers = try folder.write("Question,Result or reason\r\nQ-45AA349E,\r\n", to: "GAP.csv")
    let run = CommandRun("answer", answers, "--spec", folder("app/specs"))
    #expect(run.output.contains("note[undefined-expectation]"))
    #expect(!run.output.contains("error["))
  }

  /// Also what is no UTF-8, and a last line without its end.
  @Test func attributesOfGitKeepWhatPeopleWrote() throws {
    let folder = try repository("output: built")
    let written: [UInt8] = Array("# caf".utf8) + [0xE9] + Array("\r\n*.bin binary".utf8)
    try FileManager.default.createDirectory(
      atPath: folder("built"),
      withIntermediateDirectories: true
    )
    try Data(written).write(to: URL(filePath: folder("built/.gitattributes")))
    for _ in 1...2 {
      #expect(CommandRun("generate", folder("app/specs"), "--format", "json").status == .success)
      let added = "\n/.gitattributes merge=union\n/GAP.json merge=union\n"
      #expect(try Array(folder.bytes("built/.gitattributes")) == written + Array(added.utf8))
    }
  }

  /// `explain` looks for a case where `generate` wrote it: in the output folder of the spec's project.
  @Test func theySayWhereTheSuiteOfAnExplainedCaseIs() throws {
    let folder = try repository("output: built")
    #expect(CommandRun("generate", folder("app/specs"), "--format", "json").status == .success)
    #expect(try folder.names(in: "built") == [".gitattributes", "GAP.json"])
    let run = CommandRun("explain", "GAP-6T7", folder("app/specs"))
    #expect(run.status == .success)
    #expect(run.output.contains("GAP-6T7"))
  }

  @Test func optionsNameOthersOrNone() throws {
    let folder = try repository("severities: {undefined-expectation: off}")
    try folder.write("severities: {undefined-expectation: note}", to: "elsewhere/mild.yaml")
    #expect(concise(folder, "--no-config").status == .findings)
    let mild = concise(folder, "--config", folder("elsewhere/mild.yaml"))
    #expect(mild.output.contains("note[undefined-expectation]"))
    #expect(concise(folder, "--config", folder("nowhere.yaml")).status == .invalid)
    let both = concise(folder, "--config", folder("elsewhere/mild.yaml"), "--no-config")
    #expect(both.status == .invalid)
    #expect(both.errors.contains("Only one of --config and --no-config"))
  }

  @Test(arguments: [
    ("severites: {}", ":1:1: error[unknown-key]: unknown key `severites` in the settings"),
    ("traits: [mobil]", ":1:10: error[unknown-trait]: the catalogue has no trait `mobil`"),
    ("language: ja\nlanguage: en", ":2:1: error[duplicate-key]"),
    ("packs: [none.yaml]", ":1:9: error[unreadable-file]: the pack cannot be read"),
    ("a: [", "error["),
  ])
  func badSettingsEndWith2AndNothingIsChecked(settings: String, message: String) throws {
    let folder = try repository(settings)
    for command in ["check", "generate"] {
      let run = CommandRun(command, folder("app/specs"))
      #expect(run.status == .invalid)
      #expect(run.output == "")
      #expect(run.errors.contains("specmatrix.yaml"))
      #expect(run.errors.contains(message))
    }
  }

  @Test(arguments: ["", "# nothing yet\n", "{}"])
  func settingsMaySayNothing(settings: String) throws {
    #expect(concise(try repository(settings)).status == .findings)
  }

  @Test func languageStrengthAndOutputOfTheProject() throws {
    let folder = try repository("language: ja\nstrength: 1\noutput: build/cases")
    #expect(concise(folder).output.contains("どうなりますか"))
    let run = CommandRun("generate", folder("app/specs"), "--format", "json")
    #expect(run.status == .success)
    #expect(run.output.contains("and strength 1"))
    #expect(try folder.names(in: "build/cases") == [".gitattributes", "GAP.json"])
    // A check finds the suite there.
    let check = CommandRun("check", folder("app/specs"))
    #expect(check.output.contains("met by GAP-"))
    #expect(CommandRun("generate", folder("app/specs"), "-o", folder("out")).status == .success)
    #expect(try folder.names(in: "out").contains("GAP.json"))
  }

  @Test func traitsAndPacksOfTheProject() throws {
    let gap = SampleSpecs.gap.replacing("traits: []\n", with: "")
      .replacing("[submit, look]", with: "[submit, look, kitchen_timer]")
    let folder = try repository("traits: [has_oven]\npacks: [packs/kitchen.yaml]", gap: gap)
    try folder.write(
      """
      operations:
        kitchen_timer: {label: Kitchen timer, question: Is it heard?, variants: {end: at the end}}
        oven_door: {label: Oven door, question: Is it hot?}
      traits: {has_oven: [kitchen_timer, oven_door]}
      core: [oven_door]
      """,
      to: "packs/kitchen.yaml"
    )
    let run = concise(folder)
    #expect(
      run.output.contains(
        "error[unconsidered-operation]: Not yet considered: “Oven door”. What happens, or why"
      )
    )
    #expect(run.output.contains("on “Kitchen timer”") || run.output.contains("On “Kitchen timer”"))
    #expect(!run.output.contains("`kitchen_timer`"))
    // Without the pack the trait is nobody's.
    #expect(concise(folder, "--no-config").output.contains("`oven_door`") == false)

    try folder.write("operations: {back: {label: A, question: B?}}", to: "packs/kitchen.yaml")
    let clash = concise(folder)
    #expect(clash.status == .invalid)
    #expect(clash.errors.contains("packs/kitchen.yaml:1:14: error[duplicate-name]"))
  }
}
