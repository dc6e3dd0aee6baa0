import Text

/// The tools of the server: each runs the command of the same name, and none writes a file.
///
/// `tools.json` lists them with their input schemas, in the protocol's format.
enum AgentTool: String, CaseIterable {
  case check, show, explain, catalogue, draft
  case tryDraft = "try"

  static let list: JSONValue = {
    guard let tools = try? JSONValue(json: Array(resource("Agent/tools.json").utf8)) else {
      preconditionFailure("the list of tools is malformed")
    }
    return tools
  }()

  /// Returns why the arguments are invalid, or `nil` if they are valid.
  fileprivate func mistake(in arguments: JSONValue) -> String? {
    guard let members = arguments.members else { return "the arguments must be an object" }
    let schema = Self.list.array?.first { $0["name"]?.string == rawValue }?["inputSchema"]
    let names = (schema?["properties"]?.members ?? []).map(\.key)
    for member in members {
      guard names.contains(member.key) else {
        let known = names.map { "`\($0)`" }.joined(separator: ", ")
        return "unknown argument `\(member.key.prefix(100))`; `\(rawValue)` takes \(known)"
      }
      guard member.value.string != nil else { return "`\(member.key)` must be a text" }
    }
    let required = (schema?["required"]?.array ?? []).compactMap(\.string)
    return required.first { arguments[$0] == nil }.map { "`\($0)` is missing" }
  }
}

/// The tools, which run on the console of the server.
struct AgentTools {
  let console: Console
  let settings: SettingsChoice
  let suiteFolder: String?
  let program: ([String], Console) -> CommandStatus

  private struct Refusal: Error { var text: String }

  /// Returns the output of a tool, or the reason why it failed.
  func call(_ tool: AgentTool, _ arguments: JSONValue) -> (text: String, isError: Bool) {
    if let mistake = tool.mistake(in: arguments) { return (mistake, true) }
    func argument(_ name: String) -> String? {
      arguments[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    func options(_ names: [String]) -> [String] {
      names.flatMap { name in argument(name).map { ["--\(name)=\($0)"] } ?? [] }
    }
    func runOnSpec(
      _ words: [String],
      unsaved: [String: String] = [:]
    ) throws(Refusal) -> (text: String, isError: Bool) {
      let (path, text) = try spec(argument("spec"), argument("path"))
      return run(words + [path] + suites + project, text, unsaved: unsaved)
    }
    do throws(Refusal) {
      switch tool {
      case .check:
        return try runOnSpec(["check", "--format=\(argument("format") ?? "text")", "--all"])
      case .show:
        return try runOnSpec(["show", "--format=markdown"] + options(["operation"]))
      case .explain:
        let subject = argument("subject") ?? ""
        guard !subject.hasPrefix("-") else { throw Refusal(text: "there is nothing called that") }
        guard argument("spec") ?? argument("path") != nil else { return run(["explain", subject]) }
        return try runOnSpec(["explain", subject])
      case .catalogue:
        return run(["catalogue"] + options(["traits", "kind", "language"]) + project)
      case .draft:
        let starter = run(["init", "-"] + options(["traits", "language"]))
        guard !starter.isError else { return starter }
        return (resource("Agent/drafting.md") + "\n```yaml\n\(starter.text)```\n", false)
      case .tryDraft:
        let format = argument("format") ?? "json"
        guard ["text", "json"].contains(format) else {
          let reason = "the format is text or json, not \(format)"
          throw Refusal(text: CommandFailure.line(reason))
        }
        return try runOnSpec(
          ["try", "--rules=rules", "--format=\(format)"],
          unsaved: ["rules": argument("rules") ?? ""]
        )
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

  /// Returns the path to pass to a command; `-` if the spec is passed as text.
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
    case (nil, nil): throw Refusal(text: "`spec` or `path` is missing or empty")
    case (_?, _?): throw Refusal(text: "only one of `spec` and `path` can be given")
    }
  }

  /// Runs a command in this process and returns its results, followed by its messages.
  private func run(
    _ arguments: [String],
    _ input: String? = nil,
    unsaved: [String: String] = [:]
  ) -> (text: String, isError: Bool) {
    let held = HeldOutput()
    var console = held.console(like: console)
    console.isTerminal = false
    console.environment["COLUMNS"] = nil
    console.draw = nil
    console.readInput = { limit in Array((input ?? "").utf8.prefix(limit + 1)) }
    console.unsaved = UnsavedTexts(unsaved)
    let isError = program(arguments, console) > .findings
    guard isError || held.results.isEmpty else { return (held.results, false) }
    return (held.results + held.messages.joined(), isError)
  }
}
