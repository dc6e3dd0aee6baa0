import Diagnostics
import Foundation
import TestSupport
import Testing
import YAMLSyntax

@testable import SpecMatrixCLI

/// Releases bear the version, which is defined in one place, and are built by scripts of the repository.
@Suite struct ReleaseTests {
  @Test func `packages bear the version of the program`() throws {
    let version = try Tool(at: Repository.root.appending(path: "Packaging/version").path).run([])
    #expect(version == ProgramVersion.current + "\n")
    #expect(try Checkout().run("specmatrix --version").output == ProgramVersion.current + "\n")
  }

  @Test(.enabled(if: Python.has("sys"), "python3 is not installed"))
  func `the manual names every command and option`() throws {
    let help = try Checkout().run("specmatrix --experimental-dump-help").output
    let manual = try Python.withFile(help) { file in
      let command = "Packaging/manual.py 1.2.3 1795219200 < '\(file)'"
      return try Tool(at: "/bin/sh").run(["-c", command], in: Repository.root)
    }
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

  /// Writing to a reader that stops early fails once the output exceeds the pipe's buffer.
  @Test(arguments: [
    "Packaging/debian", "Packaging/tarball", ".ci/release", ".ci/publish", ".ci/run",
  ])
  func `a script that stops at any failure reads its pipes to the end`(path: String) throws {
    let text = try Repository.text(path)
    #expect(text.contains("pipefail"))
    let early = text.matches(of: /\| *(head\b|grep -[a-z]*[qm]|awk [^\n]*\bexit\b)[^\n]*/).map(\.0)
    #expect(early.isEmpty, "\(early)")
  }

  /// Elsewhere the number would be forgotten at the next release.
  @Test func `only what people copy repeats it`() throws {
    for page in ["README.md", "Documentation/continuous-integration.md"] {
      let text = try Repository.text(page)
      let versions =
        text.matches(of: /releases\/download\/v([^\/]+)\//).map(\.1)
        + text.matches(of: /specmatrix-([0-9][^\/]*?)-linux-/).map(\.1)
        + text.matches(of: /@COMMIT # v(\S+)/).map(\.1)
      #expect(versions.count > 2)
      for version in versions { #expect(version == ProgramVersion.current, "\(page)") }
    }
    for path in ["Makefile", "action.yml", ".ci/release", "Packaging/tarball", "Packaging/debian"] {
      #expect(!(try Repository.text(path)).contains(ProgramVersion.current), "\(path)")
    }
  }

  /// A release is refused until the account is filled in, since nobody can copy a line without one.
  @Test func `a release names the account that publishes it`() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: copy) }
    let script = """
      mkdir '\(copy.path)' && tar -C '\(Repository.root.path)' -cf - README.md action.yml regenerate .ci/release Packaging \
        Documentation/continuous-integration.md Sources/SpecMatrixCLI/System/CommandStatus.swift | tar -C '\(copy.path)' -xf -
      cd '\(copy.path)'
      touch Makefile
      .ci/release release v$(Packaging/version) 2>&1 || true
      Packaging/owner acme
      Packaging/owner && echo filled
      .ci/release release v$(Packaging/version) 2>&1 || true
      """
    let lines = try Tool(at: "/bin/bash").run(["-c", script]).split(separator: "\n")
    let filled = try #require(lines.firstIndex(of: "filled"))
    let isUnfilled = try Repository.text("action.yml").contains("OWNER/specmatrix")
    #expect(lines[..<filled].contains { $0.contains("name no account") } == isUnfilled)
    #expect(lines[filled...].contains { $0.contains("dist") })
    #expect(!lines[filled...].contains { $0.contains("OWNER") })
  }

  /// A tag can be moved to other code, a commit cannot; all copies use the same commit.
  @Test func `actions are named by commit`() throws {
    let folder = Repository.root.appending(path: "Documentation").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }
    let files = [
      "README.md", "action.yml", "regenerate/action.yml", ".github/workflows/ci.yml",
      ".github/workflows/release.yml",
    ]
    var commits: [Substring: Set<Substring>] = [:]
    for path in pages + files {
      for line in try Repository.text(path).matches(of: /uses: ([^.\n].*)/) {
        if line.1.prefixMatch(of: /[A-Za-z0-9-]+\/specmatrix/) != nil {
          #expect(line.1.contains("@COMMIT "), "\(path): \(line.1)")
          continue
        }
        let named = line.1.wholeMatch(of: /([a-z\/-]+)@([0-9a-f]{40} # v[0-9.]+)/)
        let (_, action, commit) = try #require(named, "\(path): \(line.1)").output
        commits[action.prefix { $0 != "@" }, default: []].insert(commit)
      }
    }
    #expect(commits.count > 4)
    for (action, commits) in commits { #expect(commits.count == 1, "\(action): \(commits)") }
  }

  @Test func `what is installed with pip is named by version and hash`() throws {
    let script = try Repository.text(".ci/prepare")
    let installing = script.matches(of: /pip install.*/)
    #expect(!installing.isEmpty)
    for line in installing {
      #expect(line.0.hasSuffix(" --require-hashes -r .ci/requirements.txt"), "\(line.0)")
    }
    let packages = try Repository.text(".ci/requirements.txt")
      .matches(of: #/(?m)^[a-z_-]+==[0-9.]+(?: \\\n  --hash=sha256:[0-9a-f]{64})+$/#)
    #expect(packages.count == 3)
  }

  /// Runs the lines that people copy, on a release in a folder: only the released file is unpacked.
  @Test(arguments: [("README.md", "sh"), ("Documentation/continuous-integration.md", "yml")])
  func `a download is compared with its checksum`(page: String, language: String) throws {
    let text = try Repository.text(page)
    let start = try #require(text.firstRange(of: "curl -fsSL"))
    let lines = text[start.lowerBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.hasPrefix("```") && !$0.contains("- uses:") }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = lines.joined(separator: "\n")
      .replacing(/https:[^{]*\/download\/v[0-9.]+/, with: "file://\(folder.path)")
      .replacing("sudo ", with: "").replacing("/usr/local", with: "\(folder.path)/local")
    let setup = """
      set -e
      mkdir -p '\(folder.path)/local' '\(folder.path)/work/specmatrix/bin'
      cd '\(folder.path)/work'
      echo '#!/bin/sh' > specmatrix/bin/specmatrix
      name=specmatrix-\(ProgramVersion.current)-linux-x86_64.tar.gz
      tar -czf "../$name" specmatrix
      (cd .. && sha256sum "$name" > SHA256SUMS && echo "$(printf '0%.0s' {1..64})  other" >> SHA256SUMS)
      """
    func succeeds(_ script: String) -> Bool { Tool.succeeds(["bash", "-e", "-c", script]) }
    let program = folder.appending(path: "local/bin/specmatrix").path
    try #require(succeeds(setup))
    let download = "cd '\(folder.path)/work'\n" + script
    #expect(succeeds(download))
    #expect(FileManager.default.fileExists(atPath: program))
    try FileManager.default.removeItem(atPath: program)
    #expect(succeeds("cd '\(folder.path)'; echo x >> specmatrix-*.tar.gz"))
    #expect(!succeeds(download))
    #expect(!FileManager.default.fileExists(atPath: program))
  }

  @Test(arguments: ["ci", "release"])
  func `workflows run scripts that there are`(name: String) throws {
    let path = ".github/workflows/\(name).yml"
    let text = try Repository.text(path)
    #expect(parseYAML(SourceFile(path: path, text: text)).diagnostics.map(\.message) == [])
    #expect(text.contains("\npermissions: {contents: read}\n"))
    let scripts = text.matches(of: /run: (\.ci\/[a-z]+)/).map { String($0.1) }
    #expect(!scripts.isEmpty)
    for script in scripts {
      let file = Repository.root.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: file), "\(script)")
    }
  }
}
