import Diagnostics
import Foundation
import Testing
import YAMLSyntax

@testable import SpecMatrixCLI

/// What is released bears the version, which stands in one place, and is made by scripts of the repository.
@Suite struct ReleaseTests {
  @Test func `packages bear the version of the program`() throws {
    #expect(try Self.output(of: "Packaging/version") == ProgramVersion.current + "\n")
    #expect(try Checkout().run("specmatrix --version").output == ProgramVersion.current + "\n")
  }

  private static let isPythonThere = (try? output(of: "/usr/bin/env", "python3", "-V")) != nil

  @Test(.enabled(if: isPythonThere, "python3 is not installed"))
  func `the manual names every command and option`() throws {
    let help = try Checkout().run("specmatrix --experimental-dump-help").output
    let manual = try Self.output(of: "Packaging/manual.py", "1.2.3", "1795219200", input: help)
    #expect(manual.hasPrefix(#".TH SPECMATRIX 1 2026-11-21 "specmatrix 1.2.3""#))
    let parts = manual.components(separatedBy: "\n.SS ")
    let commands = try Checkout().run("specmatrix help").output
      .matches(of: /\n  ([a-z]+) {2,}[A-Z]/).map { String($0.1) }
    #expect(commands.count > 8)
    for name in commands {
      let heading = #"\fBspecmatrix \#(name)\fR"#
      let part = try #require(parts.first { $0.hasPrefix(heading) }, "\(name)")
      let options = try Checkout().run("specmatrix help \(name)").output
        .matches(of: /\n  (?:-[a-z], )?--([a-z-]+)/).map { String($0.1) }
      for option in Set(options).subtracting(["help", "version"]).sorted() {
        let escaped = option.replacing("-", with: #"\-"#)
        #expect(part.contains(#"\fB\-\-\#(escaped)\fR"#), "\(name): \(option)")
      }
    }
  }

  /// Elsewhere the number would be forgotten at the next release.
  @Test func `only what people copy repeats it`() throws {
    for page in ["README.md", "Documentation/continuous-integration.md"] {
      let text = try Repository.text(page)
      let lines = text.matches(of: /releases\/download\/v([^\/]+)\/specmatrix-(.+?)-linux/)
      #expect(!lines.isEmpty)
      for line in lines {
        #expect(line.1 == ProgramVersion.current, "\(page)")
        #expect(line.2 == ProgramVersion.current, "\(page)")
      }
    }
    for path in ["Makefile", "action.yml", ".ci/release", "Packaging/tarball", "Packaging/debian"] {
      #expect(!(try Repository.text(path)).contains(ProgramVersion.current), "\(path)")
    }
  }

  /// A tag of an action can be moved to other code, a commit cannot.
  @Test(arguments: ["ci", "release"])
  func `workflows name actions by commit, and scripts that there are`(name: String) throws {
    let path = ".github/workflows/\(name).yml"
    let text = try Repository.text(path)
    #expect(parseYAML(SourceFile(path: path, text: text)).diagnostics.map(\.message) == [])
    #expect(text.contains("\npermissions: {contents: read}\n"))
    let actions = text.matches(of: /uses: ([^.\n]\S+) # v[0-9.]+\n/).map { String($0.1) }
    #expect(actions.count == text.matches(of: /uses: [^.\n]/).count)
    for action in actions {
      #expect(action.wholeMatch(of: /actions\/[a-z-]+@[0-9a-f]{40}/) != nil, "\(action)")
    }
    let scripts = text.matches(of: /run: (\.ci\/[a-z]+)/).map { String($0.1) }
    #expect(!scripts.isEmpty)
    for script in scripts {
      let file = Repository.root.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: file), "\(script)")
    }
  }

  /// What a script of the repository prints.
  private static func output(
    of script: String,
    _ arguments: String...,
    input: String = ""
  ) throws -> String {
    let process = Process()
    let isProgram = script.hasPrefix("/")
    process.executableURL =
      isProgram ? URL(filePath: script) : Repository.root.appending(path: script)
    process.arguments = arguments
    let (given, output) = (Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = output
    try process.run()
    let writing = given.fileHandleForWriting
    let bytes = Data(input.utf8)
    Thread.detachNewThread {
      try? writing.write(contentsOf: bytes)
      try? writing.close()
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(script)")
    return String(decoding: data, as: UTF8.self)
  }
}
