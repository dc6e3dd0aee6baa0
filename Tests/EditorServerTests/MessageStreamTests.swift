import Testing
import Text

@testable import EditorServer

@Suite struct MessageStreamTests {
  private func contents(_ text: String, by size: Int = .max) throws -> [String] {
    var stream = MessageStream()
    var contents: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      stream.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      while let content = try stream.next() {
        contents.append(String(decoding: content, as: UTF8.self))
      }
    }
    return contents
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func messagesMayComeInPieces(size: Int) throws {
    let text =
      MessageStream.framed(["text": "ä\r\n\r\n"]) + "content-length: 2\r\nContent-Type: x\r\n\r\n{}"
      + "Content-Length: 0\r\n\r\n" + MessageStream.framed([])
    #expect(try contents(text, by: size) == [#"{"text":"ä\r\n\r\n"}"#, "{}", "", "[]"])
  }

  @Test(arguments: [
    "{\"jsonrpc\":\"2.0\"}", "GET / HTTP/1.1\r\n\r\n", "Content-Length: x\r\n\r\n",
    "Content-Length: -2\r\n\r\n", "Content-Type: x\r\n\r\n", "Content-Length 2\r\n\r\n",
    "Content-Length: 67108865\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
    "\r\n\r\n",
  ])
  func whatIsNoMessageIsRefusedAtOnce(text: String) {
    #expect(throws: FormatMismatch.self) { try contents(text) }
  }

  @Test func aHeadWithoutEndIsRefused() {
    let head = "Content-Length: 2\r\n" + String(repeating: "X-Y: z\r\n", count: 600)
    #expect(throws: FormatMismatch.self) { try contents(head) }
  }

  @Test func halfAMessageIsTold() throws {
    var stream = MessageStream()
    #expect(!stream.isMidMessage)
    stream.append(Array("Content-Length: 5\r\n\r\n{}".utf8))
    #expect(try stream.next() == nil)
    #expect(stream.isMidMessage)
    stream.append(Array("   ".utf8))
    #expect(try stream.next() == Array("{}   ".utf8))
    #expect(!stream.isMidMessage)
  }
}
