import Diagnostics
import Reporting
import Specification
import TestDesign
import Text
import YAMLSyntax

/// What an agent can ask for: each does what the command of the same name does, and none writes a file.
enum AgentTool: String, CaseIterable {
  case check, show, explain, catalogue, draft
  case tryDraft = "try"

  private typealias Property = (name: String, type: String, text: String)

  private static let specification: [Property] = [
    ("spec", "string", "The text of a spec in YAML; or give `path`."),
    ("path", "string", "A spec in the working directory."),
  ]

  private var description: String {
    switch self {
    case .check:
      "Report what a spec leaves undefined, contradictory or undecided, and its mistakes, with what to write instead."
    case .show: "Show what happens on each operation, and what it depends on, as tables."
    case .explain:
      "Explain the name of a finding, a question (Q-1382E8BC) or a decision (D-FF5154DD)."
    case .catalogue: "List what specs tend to forget: operations, states and data to choose from."
    case .draft:
      "Begin a spec for a feature with some traits, with what a draft must say of itself."
    case .tryDraft:
      "Say exactly what rules or answers would do to a spec, without writing them: questions closed and opened, contradictions, combinations and cases that change."
    }
  }

  private var properties: [Property] {
    switch self {
    case .check:
      Self.specification + [("format", "string", "`text` (default) or `json`.")]
    case .show:
      Self.specification + [("operation", "string", "Only this operation, by its id.")]
    case .explain:
      [("subject", "string", "What to explain.")] + Self.specification
    case .catalogue:
      [
        ("traits", "string", "Only what these traits call for, separated by commas."),
        ("kind", "string", "`operation`, `state` or `data`."),
        ("language", "string", "`en` or `ja`."),
      ]
    case .draft:
      [
        (
          "traits", "string", "What the feature does, separated by commas; none shows the language."
        ),
        ("language", "string", "`en` (default) or `ja`."),
      ]
    case .tryDraft:
      Self.specification + [
        (
          "rules", "string",
          "YAML: operations with rules, as under `rules`, or ids of questions with their answers."
        ), ("format", "string", "`json` (default) or `text`."),
      ]
    }
  }

  private var required: [String] {
    switch self {
    case .explain: ["subject"]
    case .tryDraft: ["rules"]
    case .check, .show, .catalogue, .draft: []
    }
  }

  var json: JSONValue {
    [
      "name": .string(rawValue), "description": .string(description),
      "inputSchema": [
        "type": "object",
        "properties": .object(
          properties.map {
            .init($0.name, ["type": .string($0.type), "description": .string($0.text)])
          }
        ),
        "required": .strings(required), "additionalProperties": .bool(false),
      ],
      "annotations": ["readOnlyHint": .bool(true), "openWorldHint": .bool(false)],
    ]
  }

  /// Why arguments cannot be taken; `nil` where they can.
  fileprivate func mistake(in arguments: JSONValue) -> String? {
    guard let members = arguments.members else { return "the arguments must be an object" }
    let names = properties.map(\.name)
    for member in members {
      guard names.contains(member.key) else {
        let known = names.map { "`\($0)`" }.joined(separator: ", ")
        return "unknown argument `\(member.key.prefix(100))`; `\(rawValue)` takes \(known)"
      }
      guard member.value.string != nil else { return "`\(member.key)` must be a text" }
    }
    let missing = required.first { arguments[$0] == nil }
    return missing.map { "`\($0)` is missing" }
  }
}

/// Runs the tools of an agent on the console of the server.
struct AgentTools {
  let console: Console
  let settings: SettingsChoice
  let suiteFolder: String?
  /// Runs the program with some arguments.
  let program: ([String], Console) -> CommandStatus

  private struct Refusal: Error { var text: String }

  /// The result of a tool, or why there is none.
  func call(_ tool: AgentTool, _ arguments: JSONValue) -> (text: String, isError: Bool) {
    if let mistake = tool.mistake(in: arguments) { return (mistake, true) }
    func argument(_ name: String) -> String? {
      arguments[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    func options(_ names: [String]) -> [String] {
      names.flatMap { name in argument(name).map { ["--\(name)=\($0)"] } ?? [] }
    }
    do throws(Refusal) {
      switch tool {
      case .check:
        let (path, text) = try spec(argument("spec"), argument("path"))
        return run(
          ["check", "--format=\(argument("format") ?? "text")", "--all", path] + suites + project,
          text
        )
      case .show:
        let (path, text) = try spec(argument("spec"), argument("path"))
        return run(
          ["show", "--format=markdown"] + options(["operation"]) + [path] + suites + project,
          text
        )
      case .explain:
        let subject = argument("subject") ?? ""
        guard !subject.hasPrefix("-") else { throw Refusal(text: "there is nothing called that") }
        guard argument("spec") ?? argument("path") != nil else { return run(["explain", subject]) }
        let (path, text) = try spec(argument("spec"), argument("path"))
        return run(["explain", subject, path] + suites + project, text)
      case .catalogue:
        return run(["catalogue"] + options(["traits", "kind", "language"]) + project)
      case .draft:
        let starter = run(["init", "-"] + options(["traits", "language"]))
        guard !starter.isError else { return starter }
        return (resource("Agent/drafting.md") + "\n```yaml\n\(starter.text)```\n", false)
      case .tryDraft:
        let (path, text) = try spec(argument("spec"), argument("path"))
        return trial(of: argument("rules") ?? "", on: path, text, argument("format") ?? "json")
      }
    } catch {
      return (error.text, true)
    }
  }

  private var suites: [String] { suiteFolder.map { ["--suite-folder=\($0)"] } ?? [] }

  private var project: [String] {
    switch settings {
    case .none: ["--no-config"]
    case .file(let path): ["--config=\(path)"]
    case .search: []
    }
  }

  /// The path by which a command knows the spec, `-` for a text that was passed.
  private func spec(
    _ text: String?,
    _ path: String?
  ) throws(Refusal) -> (path: String, text: String?) {
    switch (text, path) {
    case (let text?, nil): return ("-", text)
    case (nil, let path?):
      guard let here = FilePaths.resolved("."), let place = FilePaths.resolved(path),
        place.hasPrefix(here == "/" ? here : here + "/"), FileStatus.kind(of: place) == .regular
      else {
        throw Refusal(
          text: "`\(path)` is not a file in the working directory; pass its text as `spec`"
        )
      }
      return (FilePaths.fromHere(place), nil)
    case (nil, nil): throw Refusal(text: "`spec` or `path` is missing")
    case (_?, _?): throw Refusal(text: "only one of `spec` and `path` can be given")
    }
  }

  /// Runs a command within this process; what it says besides its result stands behind it.
  private func run(_ arguments: [String], _ input: String? = nil) -> (text: String, isError: Bool) {
    captured(input) { console in program(arguments, console) }
  }

  private func captured(
    _ input: String?,
    _ work: (Console) -> CommandStatus
  ) -> (text: String, isError: Bool) {
    final class Texts { var (output, said) = ("", "") }
    let texts = Texts()
    var console = console
    console.isTerminal = false
    console.environment["COLUMNS"] = nil
    console.write = { texts.output += $0 }
    console.report = { texts.said += $0 }
    console.draw = nil
    console.readInput = { limit in Array((input ?? "").utf8.prefix(limit + 1)) }
    let status = work(console)
    let isError = status > .findings
    guard isError || texts.output.isEmpty else { return (texts.output, false) }
    return (texts.output + texts.said, isError)
  }

  private func trial(
    of rules: String,
    on path: String,
    _ text: String?,
    _ format: String
  ) -> (text: String, isError: Bool) {
    captured(text) { console in
      do {
        guard ["text", "json"].contains(format) else {
          throw CommandFailure("the format is text or json, not \(format)")
        }
        let pipeline = try Pipeline(
          paths: [path],
          settings: settings,
          suiteFolder: suiteFolder,
          on: console
        )
        guard let source = pipeline.sources.first else { return .invalid }
        let draft = try Draft(SourceFile(path: "rules", text: rules))
        let report = try Trial(pipeline: pipeline, source: source, console: console).report(draft)
        try console.write(format == "json" ? report.json : report.text())
        return .success
      } catch {
        return console.status(of: error)
      }
    }
  }
}
