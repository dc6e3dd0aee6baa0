import TestSupport
import Testing

@testable import ReviewServer

/// Authentication and the responses of the gate.
@Suite struct RequestGateTests {
  private let server: TestServer

  init() throws {
    server = try TestServer()
  }

  @Test func everybodyGetsThePageAndNothingElse() throws {
    let page = try server.response("GET /", ["X-Specmatrix-Token": nil])
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.hasSuffix("\n\n<p>"))
    #expect(page.contains("Content-Type: text/html; charset=utf-8\r\n"))
    let data = try server.response("GET /ask?after=1", ["X-Specmatrix-Token": nil])
    #expect(data.hasPrefix("HTTP/1.1 403 "))
  }

  @Test(arguments: [
    ("GET /", 200), ("GET /ask", 200), ("GET /none", 404), ("HEAD /", 405), ("POST /ask", 405),
    ("GET /post", 405), ("TRACE /ask", 405), ("BREW /none", 400),
  ])
  func everyResponseHasItsHeaders(line: String, status: Int) throws {
    let client = try server.client()
    client.send(server.request(line, ["Connection": "close"]))
    let response = try #require(client.rest())
    #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response)")
    for header in [
      "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
      "Content-Security-Policy: default-src 'none'", "Cross-Origin-Resource-Policy: same-origin",
      "Referrer-Policy: no-referrer", "Connection: close",
    ] {
      #expect(response.contains(header + "\r\n"), "\(line) without \(header)")
    }
    #expect(response.hasSuffix("\r\n\r\n") == (line.hasPrefix("HEAD") || line == "GET /ask"))
    try server.expectAlive()
  }

  @Test func optionsOfAnotherSiteIsNotAnsweredKindly() throws {
    let response = try server.response(
      "OPTIONS /post",
      [
        "Origin": "http://evil.example", "Access-Control-Request-Method": "POST",
        "X-Specmatrix-Token": nil,
      ]
    )
    #expect(response.hasPrefix("HTTP/1.1 403 "))
    #expect(!response.contains("Access-Control"))
    let own = try server.response("OPTIONS /post", ["X-Specmatrix-Token": nil])
    #expect(own.hasPrefix("HTTP/1.1 405 ") && own.contains("Allow: POST\r\n"))
  }

  @Test func aWrongTokenIsRefused() throws {
    let right = server.token.text
    for wrong in ["", "0", right.dropLast() + "g", right + "0", right.uppercased() + " ", "é"] {
      let response = try server.response("GET /ask", ["X-Specmatrix-Token": String(wrong)])
      #expect(response.hasPrefix("HTTP/1.1 403 "), "\(wrong)")
      #expect(response.hasSuffix("open the link as it was printed.\"}\n"))
    }
    let twice = try server.response("GET /ask", ["x-specmatrix-token": right])
    #expect(twice.hasPrefix("HTTP/1.1 403 "), "the token twice")
    try server.expectAlive()
  }

  @Test func tokensDiffer() {
    let tokens = (0..<100).map { _ in ServerToken().text }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
  }

  @Test func anotherHostIsRefused() throws {
    let port = server.server.port
    for host in [
      "evil.example", "evil.example:\(port)", "127.0.0.1", "127.0.0.1:\(port &+ 1)",
      "127.0.0.1.evil.example:\(port)", "localhost", "0.0.0.0:\(port)", "",
    ] {
      let response = try server.response("GET /", ["Host": host])
      #expect(response.hasPrefix("HTTP/1.1 403 "), "\(host)")
    }
    #expect(try server.response("GET /", ["Host": nil]).hasPrefix("HTTP/1.1 403 "))
    let twice = try server.response("GET /", ["host": server.host])
    #expect(!twice.hasPrefix("HTTP/1.1 200 "), "two hosts")
    let absolute = try server.response("GET http://evil.example/")
    #expect(absolute.hasPrefix("HTTP/1.1 404 "))
    #expect(try server.response("GET /", ["Host": "LOCALHOST:\(port)"]).hasPrefix("HTTP/1.1 200 "))
  }

  @Test func pagesOfOtherSitesAreRefused() throws {
    let port = server.server.port
    for origin in [
      "http://evil.example", "null", "https://127.0.0.1:\(port)", "http://127.0.0.1:1",
      "http://localhost:\(port)", "",
    ] {
      let response = try server.response("POST /post", ["Origin": origin], body: "x")
      #expect(response.hasPrefix("HTTP/1.1 403 "), "\(origin)")
    }
    for site in ["cross-site", "same-site", "other"] {
      let response = try server.response("GET /", ["Sec-Fetch-Site": site])
      #expect(response.hasPrefix("HTTP/1.1 403 "), "\(site)")
    }
    let own = try server.response(
      "POST /post",
      ["Origin": "http://\(server.host)", "Sec-Fetch-Site": "same-origin"],
      body: "x"
    )
    #expect(own.hasPrefix("HTTP/1.1 200 ") && own.hasSuffix("\n\nx"))
  }
}
