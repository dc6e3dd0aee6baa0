import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The files that paths lead to, and messages about those that lead nowhere.
@Suite struct SpecSearchTests {
  @Test func noNameOfAFileCommandsTheTerminal() throws {
    let folder = try TemporaryFolder()
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

  /// File names are bytes to the system, but texts to everybody else: a file that cannot be opened is reported, not skipped.
  @Test func aNameThatIsNotUTF8IsSaid() throws {
    let folder = try TemporaryFolder()
    try folder.write(SampleSpecs.complete, to: "specs/done.yaml")
    let copying =
      #"cd "$0" && cp done.yaml "$(printf 'caf\351.yaml')" && cp done.yaml "$(printf 'notes\351.md')" && mkdir "$(printf 'dir\351')""#
    // Some file systems have no such names.
    guard (try? Tool(at: "/bin/sh").run(["-c", copying, folder("specs")])) != nil else { return }
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

  @Test func aFileThatMayNotBeReadIsToldInTheReport() throws {
    // The superuser may read everything.
    guard geteuid() != 0 else { return }
    let folder = try TemporaryFolder()
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
