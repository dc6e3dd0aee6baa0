import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Repositories whose settings or state do harm when a revision is read.
@Suite struct HostileRepositoryTests {
  /// Returns a repository whose second commit has a spec with a gap, and whose first commit has it with another comment.
  private func repository() throws -> GitFolder {
    let repository = try GitFolder()
    try repository.folder.write(SampleSpecs.gap + "# old\n", to: "specs/gap.yaml")
    try repository.commit()
    try repository.folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    try repository.commit()
    return repository
  }

  private func check(_ folder: TemporaryFolder, since revision: String) -> CommandRun {
    CommandRun("check", folder("specs"), "--format", "concise", "--diff-base=\(revision)")
  }

  private func lose(_ object: String, of repository: GitFolder) throws {
    let hash = try repository.git("rev-parse", object).trimmingCharacters(in: .newlines)
    let file = repository.folder(".git/objects/\(hash.prefix(2))/\(hash.dropFirst(2))")
    try FileManager.default.removeItem(atPath: file)
  }

  /// A partial clone fetches the contents of old files when they are read, with a program that its settings name.
  @Test(arguments: ["remote.origin.uploadpack", "core.sshCommand", "remote.origin.vcs"])
  func nothingIsFetched(key: String) throws {
    let origin = try repository()
    try origin.git("config", "uploadpack.allowFilter", "true")
    let clone = GitFolder(folder: try TemporaryFolder())
    try clone.git("clone", "--quiet", "--filter=blob:none", "file://\(origin.folder.path)", ".")
    let witness = clone.folder("witness")
    let program = "touch '\(witness)'; git-upload-pack"
    switch key {
    case "core.sshCommand":
      try clone.git("config", key, program)
      try clone.git("config", "remote.origin.url", "ssh://nobody@localhost/nothing")
    case "remote.origin.vcs":
      try clone.git("config", "remote.origin.url", "ext::sh -c touch% \(witness)")
      try clone.git("config", "protocol.ext.allow", "always")
    default:
      try clone.git("config", key, program)
    }
    let run = check(clone.folder, since: "HEAD~1")
    #expect(!FileManager.default.fileExists(atPath: witness))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("git cannot read HEAD~1:specs/gap.yaml: could not fetch"))
    #expect(run.errors.contains("nothing is fetched here"))
    // Available objects are read.
    #expect(check(clone.folder, since: "HEAD").status == .success)
  }

  /// The search for the id of a moved spec reads the working tree's settings.
  @Test func noHelperRuns() throws {
    let repository = try repository()
    let folder = repository.folder
    for key in ["core.fsmonitor", "diff.x.textconv", "diff.external", "core.pager"] {
      try repository.git("config", key, "touch '\(folder("witness"))'; false")
    }
    for key in ["clean", "smudge", "process"] {
      try repository.git("config", "filter.x.\(key)", "touch '\(folder("witness"))'; false")
    }
    try folder.write("*.yaml diff=x filter=x\n", to: ".git/info/attributes")
    // Nor do settings of `grep`'s output change what is found.
    for (key, value) in [
      ("grep.lineNumber", "true"), ("grep.column", "true"), ("color.ui", "always"),
      ("submodule.recurse", "true"), ("grep.patternType", "fixed"),
    ] {
      try repository.git("config", key, value)
    }
    try FileManager.default.moveItem(atPath: folder("specs"), toPath: folder("moved"))
    let run = CommandRun("check", folder("moved"), "--diff-base", "HEAD", "--format", "concise")
    #expect(run.output == "1 spec checked: no findings; 1 known finding left out\n")
    #expect(!FileManager.default.fileExists(atPath: folder("witness")))
  }

  @Test(arguments: ["HEAD~1:specs/gap.yaml", "HEAD~1:specs"])
  func anObjectThatCannotBeReadIsNoMissingFile(object: String) throws {
    let repository = try repository()
    try lose(object, of: repository)
    let run = check(repository.folder, since: "HEAD~1")
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.contains("git cannot read HEAD~1:specs/gap.yaml: "))
    let diff = CommandRun("diff", "HEAD~1", repository.folder("specs"))
    #expect(diff.status == .invalid)
    #expect(diff.errors.contains("git cannot read HEAD~1:specs"))
    // Nor if the spec has moved since, and every file is searched for its id.
    let folder = repository.folder
    try FileManager.default.moveItem(atPath: folder("specs"), toPath: folder("moved"))
    let moved = CommandRun("check", folder("moved"), "--diff-base", "HEAD~1")
    #expect(moved.status == .invalid)
    #expect(moved.errors.contains("git cannot read HEAD~1: "))
  }

  /// Without its suite, the cases of a revision would get new ids, and some might be reported as others.
  @Test func aSuiteThatCannotBeReadIsNoMissingSuite() throws {
    let repository = try repository()
    let folder = repository.folder
    let generated = CommandRun("generate \(folder("specs")) --format json -o \(folder("output"))")
    #expect(generated.status == .success)
    try repository.commit()
    try folder.write(SampleSpecs.gap + "# new\n", to: "specs/gap.yaml")
    #expect(CommandRun("diff", "HEAD", folder("specs")).status == .success)
    try lose("HEAD:output/GAP.json", of: repository)
    let run = CommandRun("diff", "HEAD", folder("specs"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("git cannot read HEAD:output/GAP.json: "))
    #expect(!run.errors.contains("ids anew"))
  }

  /// To git, a folder with the files of a bare repository is a repository, with settings that came with the files.
  @Test func aRepositoryAmongTheFilesIsNotRead() throws {
    let repository = try repository()
    let folder = repository.folder
    for name in ["objects/x", "refs/x"] { try folder.write("", to: "specs/\(name)") }
    try folder.write("ref: refs/heads/main\n", to: "specs/HEAD")
    try folder.write("[core]\n\tbare = true\n", to: "specs/config")
    let run = check(folder, since: "HEAD")
    #expect(run.status == .invalid)
    #expect(run.errors.contains("git cannot read the repository: cannot use bare repository"))
  }

  /// As in a CI that checks out as another user: git's reason and remedy are reported.
  @Test(.enabled(if: geteuid() == 0)) func aRepositoryOfSomebodyElseIsCalledSo() throws {
    let repository = try repository()
    for name in [".git", ""] { try repository.folder.giveAway(name) }
    let run = check(repository.folder, since: "HEAD")
    #expect(run.status == .invalid)
    #expect(run.errors.contains("detected dubious ownership"))
    #expect(run.errors.contains("safe.directory"))
  }

  /// In a hook, environment variables name git's repository, which may differ from that of the spec.
  @Test func theFolderOfTheSpecSaysWhichRepositoryIsMeant() throws {
    let repository = try repository()
    let text = try Tool(at: #require(BuiltProgram.url).path).run(
      ["check", "specs", "--diff-base", "HEAD", "--format", "concise"],
      in: URL(fileURLWithPath: repository.folder.path),
      environment: ["GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index", "GIT_PREFIX": "other/"]
    )
    #expect(text == "1 spec checked: no findings; 1 known finding left out\n")
  }
}
