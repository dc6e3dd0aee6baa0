import Diagnostics
import Foundation
import TestSupport
import Testing
import YAMLSyntax

/// The files by which other programs run this one.
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

  /// The job's outputs, its scripts' variables and the workflow to copy agree with each other.
  @Test func theJobHandsOverWhatItsScriptsRead() throws {
    let action = try Repository.text("regenerate/action.yml")
    let tree = parseYAML(SourceFile(path: "regenerate/action.yml", text: action))
    #expect(tree.diagnostics.map(\.message) == [])
    let declared = try #require(
      action.components(separatedBy: "\ninputs:\n").last?.components(separatedBy: "\noutputs:\n")
        .first
    ).matches(of: #/(?m)^  ([a-z-]+):$/#).map { String($0.1) }
    #expect(declared.count > 10)
    for input in declared { #expect(action.contains("${{ inputs.\(input) }}"), "\(input)") }
    // Expressions stand outside of scripts only, and other actions are pinned to commits.
    for line in action.split(separator: "\n") where line.contains("${{") {
      #expect(line.wholeMatch(of: /\s+[A-Za-z_-]+: (\S*\$\{\{ [^}]+ \}\})+/) != nil, "\(line)")
      #expect(!line.contains("run:"), "\(line)")
    }
    let uses = action.matches(of: /uses: (.*)/).map { String($0.1) }
    #expect(uses.count == 2)
    for other in uses {
      #expect(other.wholeMatch(of: /actions\/[a-z-]+@[0-9a-f]{40} # v[0-9.]+/) != nil)
    }
    let script = try Repository.text("regenerate/regenerate.py")
    let read = script.matches(of: /(?:word|environment\.get)\("([A-Z_]+)"/).map { String($0.1) }
    let handed = action.matches(of: #/(?m)^        ([A-Z_]+): \$/#).map { String($0.1) }
    for name in Set(read) where !name.hasPrefix("GITHUB_") && name != "RUNNER_TEMP" {
      #expect(handed.contains(name), "\(name)")
    }
    let page = try Repository.text("Documentation/continuous-integration.md")
    let workflow = try #require(
      page.components(separatedBy: "```yml\n# .github/workflows/regenerate.yml\n").last?
        .components(separatedBy: "\n```").first
    )
    #expect(parseYAML(SourceFile(path: "regenerate.yml", text: workflow)).diagnostics.isEmpty)
    #expect(!workflow.contains("pull_request_target"))
    let given = workflow.matches(of: #/(?m)^          ([a-z-]+): /#).map { String($0.1) }
    #expect(!given.isEmpty)
    for input in given { #expect(declared.contains(input), "\(input)") }
  }

  /// Runs the script with bash in a shallow clone as GitHub checks it out, with a program that prints its arguments.
  @Test(arguments: [
    ("pull_request", "", "", "--diff-base=MERGE^1 --fail-on=error"),
    ("pull_request_target", "", "", "--diff-base=MERGE --fail-on=error"),
    ("merge_group", "", "", "--diff-base=BASE --fail-on=error"),
    ("push", "", "", "--fail-on=never"), ("schedule", "", "", "--fail-on=overdue"),
    ("workflow_dispatch", "", "", "--fail-on=never"),
    ("pull_request", "none", "warning", "--fail-on=warning"),
    ("push", "main", "note", "--diff-base=main --fail-on=note"),
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
      printf '#!/bin/sh\\necho "$@" >> ../calls\\n' > ../fake && chmod +x ../fake
      export GITHUB_SHA=$(git rev-parse HEAD) GITHUB_OUTPUT=/dev/null PROGRAM="$PWD/../fake"
      export QUEUE_BASE=$(git -C ../origin rev-parse HEAD^1)
      bash -e ../action.sh
      for call in $(sed -n 's/.*--diff-base=\\([^ ]*\\).*/\\1/p' ../calls); do
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
      String(decoding: data, as: UTF8.self) == "check \(expected) --format github -- specs more\n"
    )
  }

  /// Runs the script with some inputs in an empty folder, with a program that prints one argument per line.
  private func actionRun(
    _ inputs: [String: String]
  ) throws -> (status: Int32, calls: String, log: String, outputs: String) {
    let text = try Repository.text("action.yml")
    let script = try #require(text.components(separatedBy: "run: |\n").last)
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "action-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, content) in [("action.sh", script), ("calls", ""), ("outputs", "")] {
      try content.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    try writeScript(
      "#!/bin/sh\nfor word; do echo \"<$word>\"; done >> '\(folder.path)/calls'\n: > report\n",
      to: folder.appending(path: "fake").path
    )
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-e", "action.sh"]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
      "GITHUB_EVENT_NAME": "push", "GITHUB_OUTPUT": "\(folder.path)/outputs", "PATHS": "specs",
      "DIFF_BASE": "", "FAIL_ON": "", "CONFIG": "", "SARIF": "", "PROGRAM": "\(folder.path)/fake",
    ].merging(inputs) { _, new in new }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let log = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    func read(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return (process.terminationStatus, try read("calls"), log, try read("outputs"))
  }

  @Test(arguments: [
    ("a b", "<a>\n<b>\n"), ("a\nb\n", "<a>\n<b>\n"), ("  a \t b\r\n\n c \n", "<a>\n<b>\n<c>\n"),
    ("--output-file=x -", "<--output-file=x>\n<->\n"), ("*", "<*>\n"), ("", ""),
    ("$(touch x) `touch x`", "<$(touch>\n<x)>\n<`touch>\n<x`>\n"),
  ])
  func pathsArePaths(paths: String, expected: String) throws {
    let run = try actionRun(["PATHS": paths])
    #expect(run.status == 0)
    let options = "<check>\n<--fail-on=never>\n<--format>\n<github>\n"
    #expect(run.calls == options + "<-->\n" + expected)
  }

  @Test(arguments: ["DIFF_BASE", "FAIL_ON", "CONFIG", "SARIF", "PROGRAM"])
  func aLineBreakInAWordIsRefused(input: String) throws {
    for lineBreak in ["\n", "\r"] {
      let run = try actionRun([input: "report\(lineBreak)other=injected\(lineBreak)::error::x"])
      #expect(run.status == 2)
      #expect(run.calls == "")
      #expect(run.outputs == "")
      #expect(
        run.log
          == "::error title=specmatrix::the input for \(input) has a line break: write it on one line\n"
      )
    }
  }

  @Test func valuesStayWithTheirOptions() throws {
    let run = try actionRun([
      "DIFF_BASE": "-x", "FAIL_ON": "note", "CONFIG": "--no-config", "SARIF": "report",
    ])
    #expect(run.status == 0)
    #expect(run.outputs == "sarif-file=report\n")
    #expect(
      run.calls == """
        <check>
        <--config=--no-config>
        <--fail-on>
        <never>
        <--format>
        <sarif>
        <--output-file=report>
        <-->
        <specs>
        <check>
        <--config=--no-config>
        <--diff-base=-x>
        <--fail-on=note>
        <--format>
        <github>
        <-->
        <specs>

        """
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
    // The total is not a message.
    #expect(try patterns.allSatisfy { try Self.groups(of: lines.last ?? "", $0) == nil })
  }

  /// Returns the named groups that a pattern matches in a line, or `nil` if it does not match.
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
