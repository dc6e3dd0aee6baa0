import Diagnostics
import Foundation
import Testing
import Text

@testable import EditorServer
@testable import SpecMatrixCLI

/// `specmatrix mcp`: a conversation as an agent has it.
struct AgentTests {
  private static let spec = """
    specmatrix: 1
    id: POST
    feature: Write a post
    traits: []
    states:
      login: [guest, member]
    operations:
      send: Tap Send
    rules:
      send:
        login: {member: The post is sent}

    """

  /// Returns the server's responses to some lines.
  private func answers(_ lines: [String], rest: String = "") throws -> [JSONValue] {
    var output = ""
    var errors = ""
    var bytes = Array((lines.map { $0 + "\n" }.joined() + rest).utf8)
    var console = Console.ofTests(write: { output += $0 }, report: { errors += $0 })
    console.receive = { _ throws(SystemError) in
      defer { bytes = [] }
      return bytes
    }
    #expect(Program.run(["mcp", "--no-config"], on: console) == .success)
    #expect(errors.isEmpty)
    return try output.split(separator: "\n").map { try JSONValue(json: Array($0.utf8)) }
  }

  private static let hello = request("initialize", ["protocolVersion": "2025-06-18"], id: 0)

  private static func request(_ method: String, _ params: JSONValue = [:], id: Int) -> String {
    let message: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params,
    ]
    return message.compactText
  }

  private static func call(_ tool: String, _ arguments: JSONValue, id: Int = 1) -> String {
    request("tools/call", ["name": .string(tool), "arguments": arguments], id: id)
  }

  /// Calls a tool and returns the text of its result, and if it is an error.
  private func result(
    _ tool: String,
    _ arguments: JSONValue
  ) throws -> (text: String, isError: Bool) {
    let answer = try #require(try answers([Self.hello, Self.call(tool, arguments)]).last)
    let content = try #require(answer["result", "content"]?.array?.first, "\(answer)")
    #expect(content["type"]?.string == "text")
    return (content["text"]?.string ?? "", answer["result", "isError"]?.bool ?? true)
  }

  @Test func `an exchange as a client begins it`() throws {
    let answers = try answers([
      Self.request("ping", id: 9),
      Self.hello,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      Self.request("tools/list", id: 1),
      Self.request("resources/list", id: 2),
      Self.request("resources/templates/list", id: 3),
      Self.request("resources/read", ["uri": "specmatrix://from-prose"], id: 4),
      Self.request("prompts/list", id: 5),
    ])
    #expect(answers.map { $0["id"]?.integer } == [9, 0, 1, 2, 3, 4, 5])
    #expect(answers[0]["result"] == [:])
    #expect(answers[1]["result", "protocolVersion"]?.string == "2025-06-18")
    #expect(answers[1]["result", "serverInfo", "name"]?.string == "specmatrix")
    #expect(answers[1]["result", "instructions"]?.string?.contains("draft: …") == true)
    let tools = try #require(answers[2]["result", "tools"]?.array)
    #expect(
      tools.compactMap { $0["name"]?.string } == [
        "check", "show", "explain", "catalogue", "draft", "try",
      ]
    )
    for tool in tools {
      #expect(tool["inputSchema", "type"]?.string == "object")
      #expect(tool["annotations", "readOnlyHint"]?.bool == true)
    }
    #expect(answers[3]["result", "resources"]?.array?.count == 3)
    let page = answers[5]["result", "contents"]?.array?.first
    #expect(page?["text"]?.string?.hasPrefix("# From prose") == true)
    #expect(answers[6]["error", "code"]?.integer == -32_601)
  }

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-03-26", "2025-03-26"), ("2024-11-05", "2024-11-05"),
    ("1.0", "2025-11-25"),
  ])
  func `the version is agreed on`(asked: String, agreed: String) throws {
    let line = Self.request("initialize", ["protocolVersion": .string(asked)], id: 1)
    #expect(try answers([line]).first?["result", "protocolVersion"]?.string == agreed)
  }

  @Test func `garbage gets one error, and the conversation goes on`() throws {
    let answers = try answers([
      Self.hello, "no JSON", "[]", "{}", #"{"jsonrpc":"2.0","id":3,"result":{}}"#, "   ",
      Self.request("resources/read", ["uri": "file:///etc/passwd"], id: 4),
      Self.request("tools/call", ["name": "rm"], id: 5),
      Self.request("resources/read", id: 6),
      Self.request("tools/list", ["cursor": "2"], id: 7), Self.request("ping", [1], id: 8),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8}}"#,
      #"{"id":9,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, "[\(Self.request("ping", id: 10))]",
    ])
    #expect(
      answers.map { $0["error", "code"]?.integer } == [
        nil, -32_700, -32_600, -32_600, -32_002, -32_602, -32_602, -32_602, -32_602, -32_600,
        -32_600, -32_600, -32_600,
      ]
    )
    #expect(answers.suffix(4).map { $0["id"] } == [9, .null, .null, .null])
    #expect(try self.answers([Self.request("tools/list", id: 1)])[0]["error"] != nil)
  }

  @Test(arguments: [
    "1.5", "1e2", "-0", "12345678901234567890", "-7", #""007""#, #""12""#, #""1.50""#, #""""#,
  ])
  func `an id comes back as it was sent`(id: String) {
    let line = Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#.utf8)
    let console = Console.ofTests(report: { _ in })
    var editor = EditorConnection(
      EditedFiles(choice: ProjectChoice(settings: .none), console: console),
      version: "test"
    )
    let refusal = editor.receive(line, at: 0).map(\.compactText)
    #expect(refusal.count == 1 && refusal[0].contains(#""id":\#(id),"#), "\(refusal)")
    let tools = AgentTools(console: console, settings: .none, suiteFolder: nil) { _, _ in .success }
    var agent = AgentConnection(tools, version: "test")
    #expect(agent.receive(line) == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
  }

  @Test func `half a message is one error, and a last line needs no break`() throws {
    let line = Self.call("catalogue", [:])
    let half = try answers([Self.hello], rest: String(line.dropLast(9)))
    #expect(half.map { $0["error", "code"]?.integer } == [nil, -32_700])
    #expect(try answers([Self.hello], rest: line).last?["result"] != nil)
  }

  @Test func `only the version of March 2025 has batches`() throws {
    let batch = "[\(Self.request("ping", id: 6)),\(Self.request("ping", id: 7))]"
    for version in AgentConnection.versions {
      let hello = Self.request("initialize", ["protocolVersion": .string(version)], id: 0)
      let answer = try #require(try answers([hello, batch]).last)
      #expect(
        answer.array?.compactMap { $0["id"]?.integer } == (version == "2025-03-26" ? [6, 7] : nil)
      )
    }
  }

  @Test func `a line that is too long is dropped, and memory is bounded`() {
    var lines = MessageLines()
    let part = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
    var found: [[UInt8]?] = []
    for _ in 0..<20 { found += lines.append(part) }
    found += lines.append(Array("\n{}\n".utf8))
    #expect(found == [nil, Array("{}".utf8)])
  }

  @Test func `tools do what the commands do`() throws {
    let check = try result("check", ["spec": .string(Self.spec)])
    #expect(check.text == CommandRun("check", "-", "--all", input: Self.spec).output)
    #expect(!check.isError)
    let show = try result("show", ["spec": .string(Self.spec), "operation": "send"])
    #expect(
      show.text
        == CommandRun("show - --format markdown --operation send", input: Self.spec).output
    )
    let id = try #require(check.text.firstMatch(of: /Q-[0-9A-F]{8}/).map { String($0.output) })
    let explained = try result("explain", ["subject": .string(id), "spec": .string(Self.spec)])
    #expect(explained.text.hasPrefix(id), "\(explained)")
    #expect(try result("explain", ["subject": "drafted-rule"]).text.contains("draft"))
    #expect(try result("catalogue", ["kind": "data"]).isError == false)
    let draft = try result("draft", ["traits": "mobile"])
    #expect(draft.text.contains("specmatrix: 1") && draft.text.contains("draft: why"))
    let effect = try result(
      "try",
      ["spec": .string(Self.spec), "rules": "send: {when: {login: guest}, then: Refused}"]
    )
    #expect(!effect.isError)
    let json = try JSONValue(json: Array(effect.text.utf8))
    #expect(json["cells", "count"]?.string == "1")
  }

  @Test func `mistakes are results that an agent can read`() throws {
    let wrong = try result("check", ["spec": "specmatrix: 1\nid: A\n"])
    #expect(wrong.isError && wrong.text.contains("the spec has no `feature`"))
    #expect(try result("check", ["text": "x"]).text.contains("unknown argument `text`"))
    #expect(try result("try", ["spec": .string(Self.spec)]).text == "`rules` is missing")
    #expect(try result("check", [:]).text == "`spec` or `path` is missing or empty")
    #expect(try result("check", ["spec": ""]).text == "`spec` or `path` is missing or empty")
    #expect(try result("explain", ["subject": "--help"]).isError)
    #expect(try result("draft", ["traits": "flying"]).isError)
  }

  @Test func `only files of the working directory are read`() throws {
    let folder = try TemporaryFolder()
    let outside = try folder.write(Self.spec, to: "post.yaml")
    for path in [outside, "/etc/passwd", "../x.yaml", "-", "."] {
      let refused = try result("check", ["path": .string(path)])
      #expect(
        refused.isError && refused.text.contains("is not a file in the working directory"),
        "\(refused)"
      )
    }
  }
}
