import Foundation
import Testing

@testable import SpecMatrixCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Which files paths lead to, and what is said of those that lead nowhere.
@Suite struct SpecSearchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func checked(_ run: CommandRun) -> [String] {
    run.output.split(separator: "\n").filter { $0.contains(": error[undefined") }
      .map { String($0.prefix { $0 != ":" }) }
  }

  @Test func noNameOfAFileCommandsTheTerminal() throws {
    let name = "a\u{1B}[31m\n::error::b.yaml"
    try folder.write(SampleSpecs.complete, to: name)
    let missing = CommandRun("check", folder("no" + name))
    #expect(missing.status == .invalid)
    let runs = [
      missing, CommandRun("check", folder(name)),
      CommandRun("generate", folder(name), "-o", folder("out" + name)),
      CommandRun("generate", folder(name), "-o", folder(name)),
    ]
    for text in runs.flatMap({ [$0.output, $0.errors] }) {
      #expect(!text.contains("\u{1B}"))
      #expect(!text.contains("\n::"))
    }
  }

  @Test func aFolderMayHoldSpecsAndTheirSuites() throws {
    try folder.write(SampleSpecs.complete, to: "done.yaml")
    #expect(CommandRun("generate", folder.path, "-o", folder.path).status == .success)
    let again = CommandRun("generate", folder.path, "-o", folder.path)
    #expect(again.status == .success)
    #expect(again.output.contains(" kept), optimal, no open questions\n"))
    let check = CommandRun("check", folder.path, "--suite-folder", folder("nowhere"))
    #expect(check.status == .success)
    #expect(check.output.hasSuffix("\n1 spec checked: no findings\n"))
    // By name it is taken at its word, and what only resembles a suite is a mistake.
    #expect(CommandRun("check", folder("DONE.json")).status == .invalid)
    try folder.write(#"{"version": 1, "id": "X"}"#, to: "other.json")
    #expect(CommandRun("check", folder.path).status == .invalid)
  }

  @Test func foldersAreSearchedInTheOrderOfPaths() throws {
    let names = [
      "b.yaml", "a/z.yml", "a/deep/er/x.json", "B.yaml", "specmatrix.yaml", ".hidden/h.yaml",
      ".h.yaml", "notes.md", "c.yaml.bak", ".yaml", "a/specmatrix.yml",
    ]
    for (number, name) in names.enumerated() {
      let isSettings = name.contains("specmatrix.y")
      let spec = SampleSpecs.gap.replacing("id: GAP", with: "id: GAP-\(number)")
      try folder.write(isSettings ? "{}" : spec, to: name)
    }
    let run = CommandRun("check", folder.path + "/", "--format", "concise")
    #expect(
      checked(run) == [
        folder("B.yaml"), folder("a/deep/er/x.json"), folder("a/z.yml"), folder("b.yaml"),
      ]
    )
    #expect(run.errors == "")
  }

  /// Names are bytes to the system, and a text to everybody else: what cannot be opened is said, and not passed over.
  @Test func aNameThatIsNotUTF8IsSaid() throws {
    try folder.write(SampleSpecs.complete, to: "specs/done.yaml")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      #"cd "$0" && cp done.yaml "$(printf 'caf\351.yaml')" && cp done.yaml "$(printf 'notes\351.md')" && mkdir "$(printf 'dir\351')""#,
      folder("specs"),
    ]
    try process.run()
    process.waitUntilExit()
    // Some file systems have no such names.
    guard process.terminationStatus == 0 else { return }
    let run = CommandRun("check", folder("specs"), "--format", "concise")
    #expect(run.status == .invalid)
    #expect(run.output == "1 spec checked: 2 errors\n")
    for name in ["caf\u{FFFD}.yaml", "dir\u{FFFD}"] {
      #expect(run.errors.contains("specs/\(name): the name is not UTF-8: rename it"))
    }
    #expect(!run.errors.contains("notes"))
    let generated = CommandRun("generate", folder("specs"), "-o", folder("out"))
    #expect(generated.status == .invalid)
    #expect(generated.errors.contains("the name is not UTF-8"))
    let named = CommandRun("check", folder("specs/caf\u{FFFD}.yaml"))
    #expect(named.status == .invalid)
    #expect(named.errors.contains("the name is not UTF-8: rename it"))
  }

  @Test func aFileIsCheckedOnce() throws {
    try folder.write(SampleSpecs.gap, to: "gap.yaml")
    try folder.link("other.yaml", to: folder("gap.yaml"))
    let path = folder("gap.yaml")
    #expect(checked(CommandRun("check", path, folder.path, path, "--format", "concise")) == [path])
    let twice = CommandRun("check", "-", "-", "--format", "concise", input: SampleSpecs.gap)
    #expect(checked(twice) == ["<stdin>"])
  }

  @Test func aNamedFileIsTakenWhateverItsName() throws {
    let path = try folder.write(SampleSpecs.gap, to: "specmatrix.yaml")
    let other = try folder.write(SampleSpecs.gap, to: ".spec.txt")
    #expect(checked(CommandRun("check", path, "--no-config", "--format", "concise")) == [path])
    #expect(checked(CommandRun("check", other, "--no-config", "--format", "concise")) == [other])
  }

  @Test func generatedSuitesAreNoSpecs() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    _ = CommandRun("generate", path, "-o", folder("output"))
    #expect(try folder.names(in: "output").contains("GAP.json"))
    let run = CommandRun("check \(folder.path) --suite-folder \(folder("output")) --format concise")
    #expect(checked(run) == [path])
    #expect(run.status == .findings)
    #expect(CommandRun("generate", folder.path, "-o", folder("output")).status == .success)
  }

  @Test func linksToFoldersAreNotFollowed() throws {
    try folder.write(SampleSpecs.gap, to: "a/gap.yaml")
    try folder.link("a/circle", to: folder.path)
    try folder.link("a/folder.yaml", to: folder("a"))
    let run = CommandRun("check", folder.path, "--format", "concise")
    #expect(checked(run) == [folder("a/gap.yaml")])
    #expect(run.status == .findings)
    try folder.link("way", to: folder("a"))
    #expect(
      checked(CommandRun("check", folder("way"), "--format", "concise")) == [folder("way/gap.yaml")]
    )
  }

  @Test func pathsThatLeadNowhereAreToldAndTheOthersChecked() throws {
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    try FileManager.default.createDirectory(
      atPath: folder("empty.yaml"),
      withIntermediateDirectories: true
    )
    try folder.link("loop.yaml", to: folder("loop.yaml"))
    try folder.link("broken.yaml", to: folder("gone"))
    let named = [
      ("nope.yaml", "No such file or directory"), ("gap.yaml/x", "Not a directory"),
      ("empty.yaml", "no spec (*.yaml, *.yml or *.json) in this folder"),
      ("loop.yaml", "Too many levels of symbolic links"),
      ("broken.yaml", "No such file or directory"),
    ]
    for (name, reason) in named {
      let run = CommandRun("check", folder(name), path, "--format", "concise")
      #expect(run.status == .invalid)
      #expect(run.errors == "specmatrix: \(folder(name)): \(reason)\n")
      #expect(checked(run) == [path])
      let alone = CommandRun("check", folder(name))
      #expect(alone.status == .invalid)
      #expect(alone.output == "")
    }
    let searched = CommandRun("check", folder.path, "--format", "concise")
    #expect(searched.status == .invalid)
    #expect(searched.errors.split(separator: "\n").count == 2)
    #expect(checked(searched) == [path])
  }

  @Test func pipesAndDevicesAreRefusedWithoutWaiting() throws {
    #expect(unsafe mkfifo(folder("pipe.yaml"), 0o600) == 0)
    for path in [folder("pipe.yaml"), folder.path, "/dev/zero", "/dev/null"] {
      let run = CommandRun("check", path)
      #expect(run.status == .invalid)
      #expect(run.output == "")
      #expect(run.errors.contains("not a regular file"))
    }
  }

  @Test func textThatIsNoSpecIsRefused() throws {
    let file = folder("bad.yaml")
    let contents: [[UInt8]] = [
      [], [0xFF, 0xFE, 0x41, 0x00], [0x61, 0xC3, 0x28], Array("a: b: c".utf8), Array("[".utf8),
      [0x00], Array("- 1\n".utf8), Array(repeating: 0x20, count: 5 << 20),
    ]
    for bytes in contents {
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      for format in ["text", "concise", "json"] {
        let run = CommandRun("check", file, "--format", format)
        #expect(run.status == .invalid)
        #expect(run.output.contains(file))
      }
    }
  }

  @Test func aFileThatMayNotBeReadIsToldInTheReport() throws {
    // The superuser may read everything.
    guard geteuid() != 0 else { return }
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    #expect(unsafe chmod(path, 0) == 0)
    let run = CommandRun("check", path)
    #expect(run.status == .invalid)
    #expect(
      run.output.contains(
        "\(path): error[unreadable-file]: the file cannot be read: Permission denied"
      )
    )
  }
}
