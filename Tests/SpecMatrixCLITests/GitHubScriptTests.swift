import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// The script of `generate --profile github`, run by a real shell with a `gh` that keeps its issues in files.
@Suite struct GitHubScriptTests {
  private let folder: TemporaryFolder
  private let spec: String

  private static let open = """
    specmatrix: 1
    id: FEE
    feature: Fee
    states: {plan: [free, premium]}
    operations: [submit]
    traits: []
    rules:
      submit:
        - {id: sent, when: {plan: free}, then: It is sent}
        - {id: fee, when: {plan: premium}, question: "Is it free?"}
    """

  /// A fake `gh`: issues are folders with title, body, state and comments; it does itself what `--jq` would do.
  private static let gh = #"""
    #!/bin/sh
    cd "$ISSUES"
    echo "$1 $2" >> log
    case "$1 $2" in
    "issue list")
      for issue in [0-9]*; do
        [ -d "$issue" ] || continue
        mark=$(sed -n 's/.*<!-- specmatrix:\(Q-[0-9A-F]\{8\}\) -->.*/\1/p' "$issue/body" | head -n 1)
        echo "$mark $issue $(cat "$issue/state")"
      done ;;
    "issue create")
      number=$(($(ls -d [0-9]* 2>/dev/null | wc -l) + 1))
      mkdir "$number"
      printf OPEN > "$number/state"
      while [ $# -gt 0 ]; do
        case $1 in
        --title) printf %s "$2" > "$number/title"; shift ;;
        --body) printf %s "$2" > "$number/body"; shift ;;
        esac
        shift
      done ;;
    "issue close") printf CLOSED > "$3/state"; printf %s "$5" > "$3/comment" ;;
    "issue reopen") printf OPEN > "$3/state" ;;
    "label create") ;;
    *) exit 1 ;;
    esac
    """#

  init() throws {
    folder = try TemporaryFolder()
    spec = try folder.write(Self.open, to: "fee.yaml")
    for name in ["bin", "issues", "work"] {
      try FileManager.default.createDirectory(
        atPath: folder(name),
        withIntermediateDirectories: true
      )
    }
    try writeScript(Self.gh, to: folder("bin/gh"))
  }

  private func generate() {
    let run = CommandRun("generate \(spec) -o \(folder("out")) --format json --profile github")
    #expect(run.status == .success, "\(run.errors)")
  }

  private func runScript() throws {
    try Tool(at: "/bin/sh").run(
      [folder("out/FEE.github.sh")],
      in: URL(fileURLWithPath: folder("work")),
      environment: ["PATH": folder("bin") + ":/usr/bin:/bin", "ISSUES": folder("issues")]
    )
  }

  private func issues() throws -> [String] {
    try folder.names(in: "issues").filter { $0 != "log" }
  }

  @Test func questionsAreAskedOnceAndClosedWithTheirAnswer() throws {
    generate()
    try runScript()
    try runScript()
    #expect(try issues() == ["1"])
    let title = try folder.read("issues/1/title")
    #expect(title.hasPrefix("Q-") && title.hasSuffix(" Is it free?"))
    #expect(try folder.read("issues/1/body").hasSuffix("<!-- specmatrix:\(title.prefix(10)) -->"))

    try folder.write(
      Self.open.replacing("question: \"Is it free?\"", with: "then: It costs 2 euros"),
      to: "fee.yaml"
    )
    generate()
    try runScript()
    #expect(try folder.read("issues/1/state") == "CLOSED")
    #expect(try folder.read("issues/1/comment") == "The spec says now:  \nIt costs 2 euros (fee)")

    generate()
    #expect(try folder.read("out/FEE.github.sh").hasSuffix("# Nothing has changed.\n"))

    // Asked again after the answer is withdrawn.
    try folder.write(Self.open, to: "fee.yaml")
    generate()
    try runScript()
    #expect(try issues() == ["1"])
    #expect(try folder.read("issues/1/state") == "OPEN")
  }

  @Test func linkedIssuesAreLeftOutAndClosedOnesForgotten() throws {
    generate()
    try runScript()
    let id = String(try folder.read("issues/1/title").prefix(10))
    func links(_ state: String) throws -> CommandRun {
      let export = try folder.write(
        "[{\"body\": \"…\\n<!-- specmatrix:\(id) -->\", \"number\": 1, \"state\": \"\(state)\", \"title\": \"renamed\"}]",
        to: "issues.json"
      )
      return CommandRun("links \(spec) \(export) --tool github --suite-folder \(folder("out"))")
    }
    #expect(try links("OPEN").output.contains(": 1 of 1 question linked with GitHub, 1 new"))
    generate()
    #expect(try folder.read("out/FEE.github.sh").hasSuffix("# Nothing has changed.\n"))

    try folder.write(
      Self.open.replacing("question: \"Is it free?\"", with: "then: It costs 2 euros"),
      to: "fee.yaml"
    )
    for _ in 1...2 {
      generate()
      #expect(try folder.read("out/FEE.github.sh").contains("\nsettle \(id) '"))
    }
    try runScript()
    #expect(try folder.read("issues/1/state") == "CLOSED")
    _ = try links("CLOSED")
    generate()
    #expect(try folder.read("out/FEE.github.sh").hasSuffix("# Nothing has changed.\n"))
  }

  @Test(arguments: [
    "'; touch hacked; '", "$(touch hacked)", "`touch hacked`", "\"; touch hacked; \"",
    "'\"'\"'$(touch hacked)", "\\'; touch hacked; \\'", "'\\n'; touch hacked", "!touch hacked",
    "<!-- specmatrix:Q-00000000 --> -->", "--title x; touch hacked", "%s %n \\033[0m ${IFS} ~ * ?",
  ])
  func nothingThatPeopleWriteIsRun(text: String) throws {
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    try folder.write(
      Self.open.replacing("Is it free?", with: quoted + " really?"),
      to: "fee.yaml"
    )
    generate()
    try runScript()
    #expect(try issues() == ["1"])
    #expect(try folder.names(in: "work") == [])
    #expect(try folder.names(in: "").sorted() == ["bin", "fee.yaml", "issues", "out", "work"])
    let title = try folder.read("issues/1/title")
    #expect(title.hasSuffix(text + " really?"))
    let marks = try folder.read("issues/1/body").matches(of: /<!-- specmatrix:(Q-[0-9A-F]{8}) -->/)
    #expect(marks.map { String($0.output.1) } == [String(title.prefix(10))])
  }
}
