import Foundation
import TestSupport
import Testing
import Text

@testable import SpecMatrixCLI

/// The program serving a page, as a process, over its socket.
@Suite(.enabled(if: BuiltProgram.url != nil)) struct ReviewServeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SampleSpecs.gap + "\n", to: "specs/gap.yaml")
  }

  /// A serving process, and its link.
  private final class Served {
    let process = Process()
    let port: Int
    let token: String
    private let errors = Pipe()

    init(_ folder: TemporaryFolder, _ options: [String] = [], path: String? = nil) throws {
      process.executableURL = BuiltProgram.url
      process.arguments = ["review", "specs", "--serve"] + options
      if let path {
        var environment = ProcessInfo.processInfo.environment
        (environment["PATH"], environment["TMPDIR"]) = ("\(path):/usr/bin:/bin", path)
        process.environment = environment
      }
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      let output = Pipe()
      (process.standardOutput, process.standardError) = (output, errors)
      // The test threads block signals, which a process would inherit.
      let started = process
      try SignalTests.withSignals { try started.run() }
      var line: [UInt8] = []
      while line.last != UInt8(ascii: "\n"),
        let byte = output.fileHandleForReading.readData(ofLength: 1).first
      {
        line.append(byte)
      }
      let link = try #require(
        String(decoding: line, as: UTF8.self)
          .wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#token=([0-9a-f]{32})\n/)
      )
      port = try #require(Int(link.output.1))
      token = String(link.output.2)
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Sends a request without waiting for its response.
    func send(_ line: String, body: String = "") throws -> RawClient {
      let client = try RawClient(port: port)
      let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
      client.send(
        "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-Specmatrix-Token: \(token)\r\n\(length)\r\n\(body)"
      )
      return client
    }

    func ask(_ line: String, body: String = "") throws -> String {
      let response = try #require(try send(line, body: body).responses(1)?.first)
      return response.split(separator: "\n\n", maxSplits: 1).last.map(String.init) ?? ""
    }

    /// Ends the process with Ctrl-C or another signal, and returns its exit status and messages.
    func interrupt(_ signal: Int32 = SIGINT) -> (status: Int32, errors: String) {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      let text = errors.fileHandleForReading.readDataToEndOfFile()
      return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
  }

  private static let answers =
    "Question,Result or reason,Who,Answered on\r\nQ-45AA349E,The price is shown,Sato,2026-11-20\r\n"

  private func body(agreement: String = "") -> String {
    let body: JSONValue = [
      "path": "specs/gap.yaml", "answers": .string(Self.answers), "agreement": .string(agreement),
    ]
    return body.compactText
  }

  @Test func aMeeting() throws {
    let served = try Served(folder)
    let page = try served.ask("GET /")
    #expect(page.contains("<template id=\"data\"></template>"))
    let state = try JSONValue(json: Array(try served.ask("GET /api/state?after=0").utf8))
    #expect(state["specs"]?.array?.first?["id"] == "GAP")
    let answer = try JSONValue(json: Array(try served.ask("POST /api/apply", body: body()).utf8))
    #expect(answer["written"] == .bool(true), "\(answer.compactText)")
    var number = 0
    var news = ""
    // The answer reaches the page without a request.
    while !news.contains("The price is shown") {
      news = try served.ask("GET /api/state?after=\(number)")
      number = try #require(try JSONValue(json: Array(news.utf8))["number"]?.integer)
    }
    #expect(try folder.read("specs/gap.yaml").contains("The price is shown"))
    for (line, wrong) in [("POST /api/apply", "{"), ("GET /api/state?after=x", "")] {
      #expect(try served.ask(line, body: wrong).hasPrefix("{\"error\": "))
    }
    // A waiting page does not block the shutdown.
    let waiting = try served.send("GET /api/state?after=\(number)")
    let end = served.interrupt()
    #expect(end.status == 0)
    #expect(end.errors == "specmatrix: serving; Ctrl-C ends\n")
    #expect(waiting.rest() != nil)
  }

  /// Other users see the arguments of every process.
  @Test func `the browser is not started with the token in its arguments`() throws {
    let bin = folder("bin")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    for name in ["xdg-open", "open"] {
      try writeScript(
        "#!/bin/sh\necho \"$@\" > \"\(bin)/arguments\"\nstat -c %a \"$1\" > \"\(bin)/mode\"\ncat \"$1\" > \"\(bin)/page\"\ntouch \"\(bin)/done\"\n",
        to: "\(bin)/\(name)"
      )
    }
    let served = try Served(folder, ["--open"], path: bin)
    while !FileManager.default.fileExists(atPath: bin + "/done") { usleep(10_000) }
    let arguments = try folder.read("bin/arguments")
    #expect(
      arguments.firstMatch(of: /^\/.*\/specmatrix-[0-9a-f]{32}\.html\n$/) != nil,
      "\(arguments)"
    )
    #expect(!arguments.contains(served.token))
    #expect(try folder.read("bin/mode") == "600\n")
    #expect(
      try folder.read("bin/page").contains(
        "url=http://127.0.0.1:\(served.port)/#token=\(served.token)\""
      )
    )
    #expect(served.interrupt().status == 0)
    #expect(try folder.names(in: "bin").filter { $0.hasSuffix(".html") } == [])
  }

  /// As large as a post may be, all about one question.
  @Test func `a large post neither blocks the page nor a signal to end`() throws {
    let row = "Q-45AA349E,The price is shown,Sato,2026-11-20\r\n"
    let rows =
      "Question,Result or reason,Who,Answered on\r\n" + String(repeating: row, count: 18_000)
    let body: JSONValue = ["path": "specs/gap.yaml", "answers": .string(rows), "agreement": ""]
    let served = try Served(folder)
    _ = try served.ask("GET /api/state?after=0")
    let client = try served.send("POST /api/preview", body: body.compactText)
    #expect(try served.ask("GET /").contains("<template id=\"data\">"))
    #expect(served.interrupt(SIGTERM).status == 0)
    _ = client.rest()
  }

  /// Killed at an arbitrary moment after an answer was sent.
  @Test(arguments: [0, 2, 5, 9, 14, 20, 30, 50])
  func whatIsKilledWhileItWritesIsWholeAfterTheNextAnswer(milliseconds: Int) throws {
    let show = CommandRun("show \(folder("specs/gap.yaml")) --operation submit --format json")
    let fingerprint = try #require(show.output.firstMatch(of: /"fingerprint": "([0-9a-f]{16})"/))
    let agreement =
      "ID,Agreement,Comment,Fingerprint,Answered by,Answered on\r\nsubmit,Agreed,,\(fingerprint.output.1),Sato,2026-11-20\r\n"
    do {
      let served = try Served(folder)
      // The page is available once the spec was read.
      _ = try served.ask("GET /api/state?after=0")
      let client = try served.send("POST /api/apply", body: body(agreement: agreement))
      usleep(UInt32(milliseconds) * 1_000)
      kill(served.process.processIdentifier, SIGKILL)
      served.process.waitUntilExit()
      _ = client.rest()
    }
    let spec = try folder.read("specs/gap.yaml")
    #expect(
      spec == SampleSpecs.gap + "\n"
        || spec.hasPrefix(SampleSpecs.gap + "\n    - {id: look-premium")
    )
    let served = try Served(folder)
    _ = try served.ask("GET /api/state?after=0")
    let again = try served.ask("POST /api/apply", body: body(agreement: agreement))
    #expect(!again.contains("\"problem\""), "\(again)")
    #expect(served.interrupt().status == 0)
    let text = try folder.read("specs/gap.yaml")
    #expect(text.ranges(of: "The price is shown").count == 1)
    #expect(try folder.read("specs/GAP.agreed.csv").split(separator: "\n").count == 2)
    let names = try folder.names(in: "specs").filter { $0 != ".specmatrix-lock" }
    #expect(names == ["GAP.agreed.csv", "gap.yaml"])
  }

  @Test func whatCannotBeServedIsTold() throws {
    let served = try Served(folder)
    let taken = CommandRun("review \(folder("specs")) --serve --port \(served.port)")
    #expect(taken.status == .invalid)
    #expect(
      taken.errors
        == "specmatrix: cannot listen on port \(served.port) of 127.0.0.1: Address already in use\n"
    )
    #expect(served.interrupt().status == 0)
    #expect(CommandRun("review", "-", "--serve").errors.contains("standard input cannot be served"))
    #expect(CommandRun("review", folder("none"), "--serve").status == .invalid)
    for arguments in [
      ["--serve", "--output", "a.html"], ["--port", "80"], ["--open"],
      ["--serve", "--port", "65536"],
    ] {
      #expect(CommandRun(arguments: ["review", folder("specs")] + arguments).status == .invalid)
    }
  }
}
