import Diagnostics
import Testing

@testable import SpecMatrixCLI

/// The replacement of a file that answers were written to.
@Suite struct AnsweredFileTests {
  private let file = AnsweredFile(
    source: SourceFile(path: "post.yaml", text: "id: A\r\n"),
    text: "id: A\r\nowner: B\r\n"
  )
  private let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  @Test func `the lines of an answer are those that stand with its question`() {
    let old = "id: T\noperations:\n  back: Back\ndismissed:\n  a: why\n"
    let new = """
      id: T
      owner: Sato
      operations:
        back: Back
        cache:
      dismissed:
        a: why
        b: no pages (Q-0000000B, Sato)
        c: no calls (Q-0000000C, Sato)

      """
    let source = SourceFile(path: "t.yaml", text: old)
    #expect(
      AnsweredFile(source: source, text: new).newLines == [
        "Q-0000000B": ["  b: no pages (Q-0000000B, Sato)"],
        "Q-0000000C": ["  c: no calls (Q-0000000C, Sato)"],
      ]
    )
  }

  @Test func aByteOrderMarkIsKept() throws {
    let new = Array("id: A\r\nowner: B\r\n".utf8)
    #expect(try file.bytes(replacing: Array("id: A\r\n".utf8)) == new)
    #expect(try file.bytes(replacing: mark + Array("id: A\r\n".utf8)) == mark + new)
  }

  @Test(arguments: ["id: A\n", "", "id: A\r\n# saved meanwhile\r\n"])
  func aFileThatWasSavedMeanwhileIsNotReplaced(text: String) {
    #expect(throws: FileFailure.self) { try file.bytes(replacing: Array(text.utf8)) }
  }
}
