import Foundation
import TestSupport
import Testing

@testable import ReviewServer

/// Clumsy, slow and malicious clients over real sockets; after each, the server still responds.
@Suite struct ReviewServerTests {
  // MARK: Bodies

  @Test func aBodyComesBackWhole() throws {
    let server = try TestServer()
    let body = String(repeating: "テスト\u{0}\r\n", count: 50_000)
    let response = try server.response("POST /post", body: body)
    #expect(response.hasSuffix("\n\n" + body))
  }

  @Test func chunksAreJoined() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send(server.request("POST /post", ["Transfer-Encoding": "chunked"]))
    for chunk in ["3\r\nabc\r\n", "4;name=value\r\nde", "fg\r\n", "0\r\nTrailer: x\r\n\r\n"] {
      client.send(chunk)
    }
    #expect(client.responses(1)?.first?.hasSuffix("\n\nabcdefg") == true)
    try server.expectAlive()
  }

  @Test func aLargeBodyIsRefusedBeforeItIsSent() throws {
    let server = try TestServer { $0.body = 1_000 }
    let client = try server.client()
    client.send(server.request("POST /post", ["Content-Length": "1001"]))
    let response = try #require(client.rest())
    #expect(response.hasPrefix("HTTP/1.1 413 "))
    #expect(response.hasSuffix("{\"error\": \"The request is too large.\"}\n"))
    let fits = try server.response("POST /post", body: String(repeating: "x", count: 1_000))
    #expect(fits.hasPrefix("HTTP/1.1 200 "))
    for length in ["-1", "1e3", "99999999999999999999", "5, 6"] {
      let response = try server.response("POST /post", ["Content-Length": length])
      #expect(!response.hasPrefix("HTTP/1.1 200 "), "\(length)")
    }
    try server.expectAlive()
  }

  @Test(arguments: [true, false])
  func aHundredMegabytesAreNotTaken(isChunked: Bool) throws {
    let server = try TestServer()
    let client = try server.client()
    let length: [String: String?] =
      isChunked ? ["Transfer-Encoding": "chunked"] : ["Content-Length": "100000000"]
    client.send(server.request("POST /post", length))
    let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
    for _ in 0..<100 {
      guard !isChunked || client.send("F4240\r\n"), client.send(part),
        !isChunked || client.send("\r\n")
      else { break }
    }
    #expect(client.rest()?.hasPrefix("HTTP/1.1 413 ") == true)
    try server.expectAlive()
  }

  @Test func aGetHasNoBody() throws {
    let server = try TestServer()
    #expect(try server.response("GET /ask", body: "x").hasPrefix("HTTP/1.1 413 "))
    try server.expectAlive()
  }

  // MARK: Heads

  @Test func headsAreBounded() throws {
    let server = try TestServer()
    let long = String(repeating: "x", count: 10_000)
    #expect(try server.response("GET /\(long)").hasPrefix("HTTP/1.1 4"))
    #expect(try server.response("GET /ask", ["X": long]).hasPrefix("HTTP/1.1 431 "))
    let many = Dictionary(
      uniqueKeysWithValues: (0..<20).map { ("X\($0)", String(long.prefix(4_000))) }
    )
    #expect(try server.response("GET /ask", many).hasPrefix("HTTP/1.1 431 "))
    // Without an end.
    let client = try server.client()
    client.send("GET /ask HTTP/1.1\r\n")
    while client.send("X: \(long.prefix(1_000))\r\n") {}
    #expect(client.rest() != nil)
    try server.expectAlive()
  }

  @Test(arguments: [
    "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{0}\u{0}\u{0}\r\n\r\n",
    "POST /post HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /post HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
  ])
  func whatIsNoRequestIsRefused(text: String) throws {
    let server = try TestServer()
    let client = try server.client()
    client.send(text)
    let answer = try #require(client.rest())
    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer)")
    try server.expectAlive()
  }

  @Test func chunksOfRubbishAreRefused() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send(server.request("POST /post", ["Transfer-Encoding": "chunked"]) + "zz\r\nabc\r\n")
    let answer = try #require(client.rest())
    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400 "))
    try server.expectAlive()
  }

  @Test func aRequestThatBreaksOffIsForgotten() throws {
    let server = try TestServer()
    let whole = server.request("POST /post", body: "0123456789")
    for length in stride(from: 1, to: whole.utf8.count, by: 7) {
      let client = try server.client()
      client.send(whole.utf8.prefix(length))
      client.endSending()
      let answer = try #require(client.rest())
      #expect(!answer.hasPrefix("HTTP/1.1 200 "), "after \(length) bytes")
    }
    try server.expectAlive()
  }

  // MARK: Several requests

  @Test func requestsOfOneConnectionAreAnsweredInTheirOrder() throws {
    let server = try TestServer()
    let client = try server.client()
    let numbers = Array(0..<50)
    client.send(
      numbers.map { number in
        number % 2 == 0
          ? server.request("GET /ask?after=\(number)")
          : server.request("POST /post", body: String(number))
      }.joined()
    )
    let responses = try #require(client.responses(50))
    #expect(
      responses.map { $0.split(separator: "\n\n").last.map(String.init) }
        == numbers.map(String.init)
    )
    #expect(responses.allSatisfy { $0.hasPrefix("HTTP/1.1 200 ") })
    #expect(server.server.connections == 1)
  }

  @Test func nothingIsReadBehindARefusal() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send(
      server.request("GET /none") + server.request("POST /post", body: "x")
        + server.request("GET /ask")
    )
    let rest = try #require(client.rest())
    #expect(rest.hasPrefix("HTTP/1.1 404 "))
    #expect(rest.ranges(of: "HTTP/1.1").count == 1)
    try server.expectAlive()
  }

  @Test func anOldClientIsAnsweredOnce() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send(server.request("GET /ask?after=1").replacing("HTTP/1.1", with: "HTTP/1.0"))
    let rest = try #require(client.rest())
    #expect(rest.contains(" 200 OK\r\n") && rest.contains("Connection: close\r\n"))
  }

  @Test func whoDoesNotReadHoldsUpNobodyElse() throws {
    let server = try TestServer { $0.response = 300 }
    let client = try server.client()
    client.send((0..<20).map { _ in server.request("GET /large") }.joined())
    try server.expectAlive()
    // It times out before it has read one of the twenty responses.
    while server.server.connections > 0 { usleep(10_000) }
    try server.expectAlive()
  }

  // MARK: Time

  @Test func slowHeadsAndBodiesAreCut() throws {
    let server = try TestServer {
      $0.firstHead = 200
      $0.request = 200
    }
    let head = try server.client()
    head.send("GET /ask HTTP/1.1\r\nHost: ")
    let body = try server.client()
    body.send(server.request("POST /post", ["Content-Length": "100"]) + "x")
    let silent = try server.client()
    // Single bytes do not extend the timeout.
    while head.send("x"), body.send("x") { usleep(20_000) }
    #expect(head.rest() == "")
    #expect(body.rest().map { $0.isEmpty || $0.hasPrefix("HTTP/1.1 408 ") } == true)
    #expect(silent.rest() == "")
    try server.expectAlive()
  }

  @Test func anIdleConnectionIsClosed() throws {
    let server = try TestServer { $0.idle = 100 }
    let client = try server.client()
    client.send(server.request("GET /ask?after=1"))
    #expect(client.rest()?.hasSuffix("\r\n\r\n1") == true)
    try server.expectAlive()
  }

  // MARK: Polls

  @Test func aPollIsAnsweredWhenThereIsSomething() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send(server.request("GET /poll"))
    while server.waiting.isEmpty { usleep(1_000) }
    try server.expectAlive("while somebody waits")
    for reply in server.waiting {
      reply.send(.json(Array("news".utf8)))
      reply.send(.json(Array("again".utf8)))
    }
    #expect(client.responses(1)?.first?.hasSuffix("\n\nnews") == true)
    client.send(server.request("GET /ask?after=2"))
    #expect(client.responses(1)?.first?.hasSuffix("\n\n2") == true)
  }

  @Test func aPollEndsByItself() throws {
    let server = try TestServer(timeout: 50)
    let client = try server.client()
    client.send(server.request("GET /poll"))
    let response = try #require(client.responses(1)?.first)
    #expect(response.hasPrefix("HTTP/1.1 204 ") && !response.contains("Content-Length"))
    client.send(server.request("GET /ask?after=3"))
    #expect(client.responses(1)?.first?.hasSuffix("\n\n3") == true)
  }

  @Test func whoLeavesGivesUpTheirPlace() throws {
    let server = try TestServer { $0.connections = 1 }
    do {
      let client = try server.client()
      client.send(server.request("GET /poll"))
      while server.waiting.isEmpty { usleep(1_000) }
    }
    while server.server.connections > 0 { usleep(1_000) }
    #expect(server.waiting.isEmpty)
    try server.expectAlive()
  }

  // MARK: Many

  @Test func aThousandConnectionsAreBounded() throws {
    let server = try TestServer { $0.connections = 20 }
    var clients: [RawClient] = []
    var most = 0
    for number in 0..<1_000 {
      // Most are closed to stay within the test's own limit of open files.
      if number % 10 == 0, clients.count > 100 { clients.removeFirst(50) }
      clients.append(try server.client())
      most = max(most, server.server.connections)
    }
    #expect(most <= 20)
    let full = try #require(clients.last)
    full.send(server.request("GET /"))
    let answer = try #require(full.rest())
    #expect(
      answer.isEmpty || answer.hasPrefix("HTTP/1.1 503 ") || answer.hasPrefix("HTTP/1.1 200 ")
    )
    clients.removeAll()
    while server.server.connections > 0 { usleep(1_000) }
    try server.expectAlive()
  }

  @Test func oneTooManyIsTold() throws {
    let server = try TestServer { $0.connections = 1 }
    let first = try server.client()
    first.send(server.request("GET /ask?after=1"))
    #expect(first.responses(1) != nil)
    let second = try server.client()
    let answer = try #require(second.rest())
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    #expect(answer.hasSuffix("{\"error\": \"Too many connections; close some pages.\"}\n"))
    first.send(server.request("GET /ask?after=2"))
    #expect(first.responses(1)?.first?.hasSuffix("\n\n2") == true)
  }

  // MARK: The end

  @Test func whoWaitsIsToldThatItEnds() throws {
    let server = try TestServer()
    let waiting = try server.client()
    waiting.send(server.request("GET /poll"))
    let idle = try server.client()
    idle.send(server.request("GET /ask?after=1"))
    #expect(idle.responses(1) != nil)
    while server.waiting.isEmpty { usleep(1_000) }
    let port = server.server.port
    server.server.stop()
    #expect(waiting.rest()?.hasPrefix("HTTP/1.1 503 ") == true)
    #expect(idle.rest() == "")
    #expect(throws: POSIXError.self) { try RawClient(port: port) }
  }

  @Test func aPortThatIsTakenIsAFailure() throws {
    let server = try TestServer()
    #expect {
      try ReviewServer(port: server.server.port, token: ServerToken(), policy: "", routes: [])
    } throws: { error in (error as? ServerFailure)?.code == EADDRINUSE }
  }
}
