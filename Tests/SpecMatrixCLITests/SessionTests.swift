import Foundation
import TestSupport
import Testing

/// Terminal sessions, recorded in the Markdown files of `Tests/Sessions`.
///
/// Each heading begins in a new folder with the files before the first heading. A fence with a language and a name is a file of the folder.
/// In a `console` fence, each `$` is followed by a command, and below it is its recorded output: standard output, standard error after
/// `! `, and an exit status other than 0 in brackets; `@` is the folder. `specmatrix` may read a file with `<` and have variables in front,
/// of which `TERMINAL` makes the output a terminal; `| grep` keeps the lines with one of its literal words. `sample NAME FILE` writes one
/// of `SampleSpecs`; any other command is run by the shell. `SPECMATRIX_RECORD=1` records.
@Suite struct SessionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Sessions").standardizedFileURL

  private static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: try names())
  func `what commands print is as recorded`(name: String) throws {
    let file = Self.folder.appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var written: [String] = []
    var common: [(name: String, text: String)] = []
    var folder: TemporaryFolder?
    var title = ""
    var place = 0
    while place < lines.count {
      let line = lines[place]
      written.append(line)
      place += 1
      if line.hasPrefix("## ") {
        title = line
        let fresh = try TemporaryFolder()
        for file in common { try fresh.write(file.text, to: file.name) }
        folder = fresh
      }
      let fence = line.prefix { $0 == "`" }
      guard fence.count >= 3 else { continue }
      let end = try #require(lines[place...].firstIndex(of: String(fence)), "\(name):\(place)")
      var body = Array(lines[place..<end])
      let words = line.dropFirst(fence.count).split(separator: " ", maxSplits: 1).map(String.init)
      if words == ["console"] {
        let folder = try #require(folder, "\(name):\(place): no heading")
        let now = try session(body.filter { $0.hasPrefix("$ ") }, in: folder)
        #expect(
          now == body || Recording.isOn,
          "\(name):\(place): \(title)\n\(now.joined(separator: "\n"))"
        )
        body = now
      } else if words.count == 2 {
        let text = body.map { $0 + "\n" }.joined()
        if let folder {
          try folder.write(text, to: words[1])
        } else {
          common.append((words[1], text))
        }
      }
      written += body + [String(fence)]
      place = end + 1
    }
    #expect(!title.isEmpty)
    if Recording.isOn {
      try written.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
    }
  }

  /// Runs a shell command, in which `edit FILE SCRIPT` edits a file with `sed`.
  private func shell(_ command: String, in folder: TemporaryFolder) throws -> String {
    let edit = #"edit() { sed "$2" "$1" > "$1.new" && cat "$1.new" > "$1" && rm "$1.new"; }"#
    let author = [
      "GIT_AUTHOR_NAME": "Sato", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "Sato",
      "GIT_COMMITTER_EMAIL": "a@b", "LC_ALL": "C",
    ]
    return try Tool(at: "/bin/sh")
      .run(["-c", edit + "\n" + command], in: URL(filePath: folder.path), environment: author)
  }

  private func session(_ commands: [String], in folder: TemporaryFolder) throws -> [String] {
    try commands.flatMap { command in
      let parts = command.dropFirst(2).split(separator: " | grep ", maxSplits: 1).map(String.init)
      let (output, errors, status) = try run(parts[0], in: folder)
      let kept = parts.count > 1 ? words(parts[1]) : [""]
      func lines(_ text: String, _ sign: String) -> [String] {
        var lines = text.replacing(folder.path + "/", with: "@").replacing(folder.path, with: "@")
          .replacing("\u{1B}", with: "␛")
          .split(separator: "\n", omittingEmptySubsequences: false).map { sign + $0 }
        if lines.last == sign { lines.removeLast() }
        return lines.filter { line in kept.contains { $0.isEmpty || line.contains($0) } }
      }
      return [command] + lines(output, "") + lines(errors, "! ")
        + (status == 0 ? [] : ["[\(status)]"])
    }
  }

  private func run(
    _ command: String,
    in folder: TemporaryFolder
  ) throws -> (output: String, errors: String, status: Int32) {
    var arguments = words(command).map {
      $0 == "@" ? folder.path : $0.replacing(/@(?!\{|$)/, with: folder.path + "/")
    }
    var environment: [String: String] = [:]
    while let parts = arguments.first?.split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    ), parts.count == 2 {
      environment[String(parts[0])] = String(parts[1])
      arguments.removeFirst()
    }
    if arguments.first == "sample" {
      try folder.write(try #require(SampleSpecs.all[arguments[1]]) + "\n", to: words(command)[2])
      return ("", "", 0)
    }
    guard arguments.first == "specmatrix" else {
      return (try shell(command, in: folder), "", 0)
    }
    var bytes: [UInt8] = []
    if let place = arguments.firstIndex(of: "<") {
      bytes = Array(try Data(contentsOf: URL(filePath: arguments[place + 1])))
      arguments.removeSubrange(place...place + 1)
    }
    let run = CommandRun(
      arguments: Array(arguments.dropFirst()),
      bytes: bytes,
      environment: environment.filter { $0.key != "TERMINAL" },
      isTerminal: environment["TERMINAL"] != nil
    )
    return (run.output, run.errors, run.status.rawValue)
  }

  /// Returns the words of a command, where quotes group.
  private func words(_ command: String) -> [String] {
    command.matches(of: /(?:[^ "']|"[^"]*"|'[^']*')+/).map { match in
      String(match.output).replacing(/"([^"]*)"|'([^']*)'/) { quoted in
        String(quoted.output.1 ?? quoted.output.2 ?? "")
      }
    }
  }
}
