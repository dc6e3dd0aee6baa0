import Diagnostics
import Foundation
import Testing
import YAMLSyntax

/// The files by which other programs run this one fit it.
@Suite struct IntegrationFileTests {
  @Test(arguments: ["action.yml", ".pre-commit-hooks.yaml"])
  func theyAreYAMLAndNameOptionsThatThereAre(path: String) throws {
    let text = try Repository.text(path)
    let tree = parseYAML(SourceFile(path: path, text: text))
    #expect(tree.diagnostics.map(\.message) == [])
    let help = try Checkout().run("specmatrix help check").output
    let lines = text.split(separator: "\n").filter {
      $0.contains(" check ") || $0.contains("options+=")
    }
    let options = lines.flatMap { $0.matches(of: /--[a-z][a-z-]*/).map { String($0.output) } }
    #expect(!options.isEmpty)
    for option in options { #expect(help.contains(option), "\(option)") }
  }

  @Test func theActionHandsInputsOverByTheEnvironment() throws {
    let text = try Repository.text("action.yml")
    let script = try #require(text.components(separatedBy: "run: |").last)
    #expect(!script.contains("${{"))
    for input in ["paths", "diff-base", "fail-on", "config", "sarif-file", "program"] {
      #expect(text.contains("${{ inputs.\(input) }}"))
    }
  }

  /// The script, run by bash in a clone of one commit as GitHub checks it out, with a program that says how it was called.
  @Test(arguments: [
    ("pull_request", "", "", "--diff-base MERGE^1 --fail-on error"),
    ("pull_request_target", "", "", "--diff-base MERGE --fail-on error"),
    ("merge_group", "", "", "--diff-base BASE --fail-on error"),
    ("push", "", "", "--fail-on never"), ("schedule", "", "", "--fail-on overdue"),
    ("workflow_dispatch", "", "", "--fail-on never"),
    ("pull_request", "none", "warning", "--fail-on warning"),
    ("push", "main", "note", "--diff-base main --fail-on note"),
  ])
  func theActionFailsOnlyWhatAnEventAnswersFor(
    event: String,
    diffBase: String,
    failOn: String,
    expected: String
  ) throws {
    let text = try Repository.text("action.yml")
    let script = try #require(text.components(separatedBy: "run: |\n").last)
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "action-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try script.write(to: folder.appending(path: "action.sh"), atomically: true, encoding: .utf8)
    let setup = """
      set -e
      export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
      git init -q -b main origin && cd origin
      git commit -q --allow-empty -m base && git checkout -q -b topic
      git commit -q --allow-empty -m topic && git checkout -q main
      git commit -q --allow-empty -m other && git merge -q --no-ff -m merge topic
      git config uploadpack.allowAnySHA1InWant true
      cd .. && git clone -q --depth=1 "file://$PWD/origin" clone && cd clone
      printf '#!/bin/sh\\nshift; echo "$@" >> ../calls\\n' > ../fake && chmod +x ../fake
      export GITHUB_SHA=$(git rev-parse HEAD) GITHUB_OUTPUT=/dev/null PROGRAM="$PWD/../fake"
      export QUEUE_BASE=$(git -C ../origin rev-parse HEAD^1)
      bash -e ../action.sh
      for call in $(sed -n 's/.*--diff-base \\([^ ]*\\).*/\\1/p' ../calls); do
        test "$call" = main || git rev-parse --quiet --verify "$call^{commit}" > /dev/null
      done
      sed "s/$GITHUB_SHA/MERGE/; s/$QUEUE_BASE/BASE/" ../calls
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", setup]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
      "GITHUB_EVENT_NAME": event, "PATHS": "specs more", "DIFF_BASE": diffBase, "FAIL_ON": failOn,
      "CONFIG": "", "SARIF": "",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(
      String(decoding: data, as: UTF8.self) == "specs more \(expected) --format github\n"
    )
  }

  @Test func theProblemMatcherReadsEveryLineOfTheConciseFormat() throws {
    let data = Data(try Repository.text(".github/specmatrix-matcher.json").utf8)
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let matchers = try #require(document["problemMatcher"] as? [[String: Any]])
    let patterns = try matchers.map { matcher in
      try #require((matcher["pattern"] as? [[String: Any]])?.first)
    }
    let output = try Checkout().run("specmatrix check specs --format concise").output
    let lines = output.split(separator: "\n").map(String.init)
    #expect(lines.count > 30)
    for line in lines.dropLast() {
      let found = try patterns.compactMap { try Self.groups(of: line, $0) }
      let groups = try #require(found.first, "\(line)")
      #expect(found.count == 1)
      #expect(groups["file"]?.hasSuffix(".yaml") == true)
      #expect(groups["line"].flatMap { Int($0) } != nil)
      #expect(groups["column"].flatMap { Int($0) } != nil)
      let severity = groups["severity"] ?? "note"
      #expect(line.contains(": \(severity)[\(groups["code"] ?? "")]: \(groups["message"] ?? "")"))
    }
    // The total is no message.
    #expect(try patterns.allSatisfy { try Self.groups(of: lines.last ?? "", $0) == nil })
  }

  /// What a pattern takes from a line, by the names of its groups; `nil` where it does not match.
  private static func groups(of line: String, _ pattern: [String: Any]) throws -> [String: String]?
  {
    let expression = try NSRegularExpression(pattern: pattern["regexp"] as? String ?? "(")
    let whole = NSRange(line.startIndex..., in: line)
    guard let match = expression.firstMatch(in: line, range: whole) else { return nil }
    var groups: [String: String] = [:]
    for (name, number) in pattern {
      guard let number = number as? Int, let range = Range(match.range(at: number), in: line)
      else { continue }
      groups[name] = String(line[range])
    }
    return groups
  }
}
