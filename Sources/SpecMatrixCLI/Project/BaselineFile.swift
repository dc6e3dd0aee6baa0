import Diagnostics
import Reporting
import Specification
import Text
import YAMLSyntax

/// A file with a baseline, written in YAML or JSON.
struct BaselineFile {
  let file: SourceFile
  /// What the file held when it was read.
  let state: FileState
  let baseline: Baseline
  /// The place of each entry, by its id.
  let places: [String: SourceSpan]

  /// Reads the file; JSON is read as the YAML that it is.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - console: Where mistakes in it are reported.
  /// - Throws: `FileFailure` where it cannot be read, `CommandFailure` where it holds no baseline.
  init(path: String, on console: Console) throws {
    try Leftovers.heal(beside: [path], on: console)
    let bytes = try FileContents.bytes(of: path, limit: SyntaxLimits.bytes)
    state = FileState(of: bytes)
    var file = SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self))
    let source = readSource(bytes: bytes, path: path)
    var found = source.diagnostics
    var decoder = BaselineDecoder()
    if let text = source.value {
      file = text
      let tree = parseYAML(text)
      found += tree.diagnostics
      if let root = tree.value { decoder.decode(root) }
    }
    found += decoder.diagnostics
    guard found.isEmpty else {
      console.show(found.sortedByPlace(), in: file)
      throw CommandFailure(
        "\(path) is not a valid baseline; fix it or rewrite it"
      )
    }
    self.file = file
    baseline = Baseline(decoder.entries)
    places = decoder.places
  }

  /// Notes about entries whose findings no longer occur.
  func notes(about entries: [Baseline.Entry]) -> String {
    let notes = entries.map { entry in
      Diagnostic(
        code: "baseline-entry-gone",
        severity: .note,
        message: "\(entry.id) of \(entry.spec) no longer occurs",
        span: places[entry.id],
        help: ["remove the entry, or rewrite the baseline with `--write-baseline`"]
      )
    }
    return DiagnosticRenderer(helpColumns: 80).render(notes, in: file)
  }

  /// The text of a baseline: JSON for a file named `.json`, else YAML.
  static func text(of baseline: Baseline, for path: String) -> String {
    path.hasSuffix(".json") ? baseline.json : baseline.yaml
  }
}

/// Decodes a baseline from a tree, and collects its mistakes.
struct BaselineDecoder {
  private(set) var entries: [Baseline.Entry] = []
  private(set) var places: [String: SourceSpan] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  mutating func decode(_ root: SyntaxNode) {
    guard let members = mapping(root, "a baseline") else { return }
    check(members, known: [Baseline.versionKey, "findings"])
    guard let version = members.first(where: { $0.key == Baseline.versionKey }) else {
      say("missing-key", "`\(Baseline.versionKey)` is missing: this is not a baseline", root.span)
      return
    }
    guard case .scalar(let scalar) = version.value.content, scalar.kind == .int(Baseline.version)
    else {
      let message = "`\(Baseline.versionKey)` must be \(Baseline.version)"
      say("unsupported-version", message, version.value.span)
      return
    }
    guard let findings = members.first(where: { $0.key == "findings" }) else {
      say("missing-key", "`findings` is missing", root.span)
      return
    }
    for entry in mapping(findings.value, "`findings`") ?? [] { decode(entry) }
  }

  private mutating func decode(_ entry: SyntaxEntry) {
    guard let members = mapping(entry.value, "`\(entry.key)`") else { return }
    check(members, known: ["spec", "code", "severity", "since", "message", "reason"])
    var texts: [String: String] = [:]
    for member in members { texts[member.key] = text(member) }
    for key in ["spec", "code", "severity"]
    where !members.contains(where: { $0.key == key }) {
      say("missing-key", "`\(key)` of `\(entry.key)` is missing", entry.keySpan)
    }
    let severity = texts["severity"].flatMap(Severity.init)
    if let member = members.first(where: { $0.key == "severity" }), severity == nil {
      say("invalid-value", "`severity` must be error, warning or note", member.value.span)
    }
    let day = texts["since"].flatMap { CalendarDay($0) }
    if let member = members.first(where: { $0.key == "since" }), day == nil, texts["since"] != "" {
      say("invalid-day", "`since` must be a day, such as 2026-01-31", member.value.span)
    }
    guard let spec = texts["spec"], let code = texts["code"], let severity else { return }
    places[entry.key] = entry.keySpan
    entries.append(
      Baseline.Entry(
        id: entry.key,
        spec: spec,
        code: code,
        severity: severity,
        since: day,
        message: texts["message"] ?? "",
        reason: texts["reason"] ?? ""
      )
    )
  }

  // MARK: Parts

  private mutating func mapping(_ node: SyntaxNode, _ name: String) -> [SyntaxEntry]? {
    if case .mapping(let entries) = node.content { return entries }
    say("wrong-type", "\(name) must be a mapping", node.span)
    return nil
  }

  /// The text of a scalar; empty where it is left out.
  private mutating func text(_ entry: SyntaxEntry) -> String? {
    guard case .scalar(let scalar) = entry.value.content else {
      say("wrong-type", "`\(entry.key)` must be a text", entry.value.span)
      return nil
    }
    return scalar.kind == .null ? "" : scalar.text
  }

  private mutating func check(_ members: [SyntaxEntry], known: [String]) {
    for member in members where !known.contains(member.key) {
      let meant = NearestName.of(member.key, among: known)
      say(
        "unknown-key",
        "a baseline has no key `\(VisibleText.line(member.key))` here",
        member.keySpan,
        help: meant.map { ["did you mean `\($0)`?"] } ?? []
      )
    }
  }

  private mutating func say(
    _ code: String,
    _ message: String,
    _ span: SourceSpan,
    help: [String] = []
  ) {
    diagnostics.append(Diagnostic(code: code, message: message, span: span, help: help))
  }
}
