import Foundation
import Testing

@testable import SpecMatrixCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Implicit settings: their owner, their effects, and their mention in reports.
@Suite struct SettingsTrustTests {
  /// Returns a repository with a spec that has a gap, and settings above it.
  private func repository(_ settings: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write(SampleSpecs.gap, to: "app/specs/gap.yaml")
    try folder.write(settings, to: "app/specmatrix.yaml")
    return folder
  }

  private func check(_ folder: TemporaryFolder, _ options: String...) -> CommandRun {
    CommandRun(arguments: ["check", folder("app/specs")] + options)
  }

  // MARK: Whose they are

  @Test func ownersAreThoseThatGitTrusts() {
    let user = TrustedOwner(user: 1_000, sudoUser: "1001")
    #expect(user.trusts(1_000))
    #expect(!user.trusts(0))
    #expect(!user.trusts(1_001))
    let root = TrustedOwner(user: 0, sudoUser: nil)
    #expect(root.trusts(0))
    #expect(!root.trusts(1_000))
    let sudo = TrustedOwner(user: 0, sudoUser: "1001")
    #expect(sudo.trusts(0))
    #expect(sudo.trusts(1_001))
    #expect(!sudo.trusts(1_000))
    for odd in ["", "-1", "+1", " 1", "1x", "4294967296", "１"] {
      #expect(!TrustedOwner(user: 0, sudoUser: odd).trusts(1), "\(odd)")
    }
  }

  @Test(
    .enabled(if: geteuid() == 0),
    arguments: [("app/specmatrix.yaml", ""), ("app", "the folder of ")]
  )
  func settingsOfOthersAreNotFollowed(stranger: String, subject: String) throws {
    let folder = try repository("severities: {undefined-expectation: off}")
    try folder.giveAway(stranger)
    for command in ["check", "generate", "show"] {
      let run = CommandRun(command, folder("app/specs/gap.yaml"))
      #expect(run.status == .invalid)
      #expect(run.output == "")
      let path = folder("app/specmatrix.yaml")
      #expect(run.errors.contains("\(subject)\(path) belongs to user 4242, and this is user 0: "))
      #expect(run.errors.contains("`--config \(path)` uses it anyway, `--no-config`"))
    }
    #expect(check(folder, "--no-config").status == .findings)
    #expect(check(folder, "--config", folder("app/specmatrix.yaml")).status == .success)
  }

  @Test(.enabled(if: geteuid() == 0)) func aLinkIsAsTrustworthyAsWhatItLeadsTo() throws {
    let folder = try repository("{}")
    try FileManager.default.removeItem(atPath: folder("app/specmatrix.yaml"))
    try folder.write("severities: {undefined-expectation: off}", to: "other.yaml")
    try folder.link("app/specmatrix.yaml", to: "../other.yaml")
    #expect(check(folder).status == .success)
    try folder.giveAway("other.yaml")
    let run = check(folder)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("links to belongs to user 4242"))
  }

  // MARK: Reports

  @Test(arguments: CheckFormat.allCases)
  func everyReportNamesThemAndWhatTheyHide(format: CheckFormat) throws {
    let folder = try repository(
      "severities: {undefined-expectation: off, vague-expectation: error}"
    )
    let run = check(folder, "--format", format.rawValue)
    #expect(run.status == .success)
    #expect(run.output.contains("app/specmatrix.yaml"))
    if format == .json {
      #expect(run.output.contains(#""switchedOff": 1"#))
      #expect(run.output.contains(#""undefined-expectation": "off""#))
    } else {
      let changes = "undefined-expectation off (1 finding), vague-expectation error"
      #expect(run.output.contains(changes))
    }
    // Settings that change no severity are mentioned too.
    try folder.write("strength: 1", to: "app/specmatrix.yaml")
    let mild = check(folder, "--format", format.rawValue)
    #expect(mild.output.contains("app/specmatrix.yaml"))
    #expect(!mild.output.contains("switched"))
    #expect(!check(folder, "--format", format.rawValue, "--no-config").output.contains("settings"))
  }
}
