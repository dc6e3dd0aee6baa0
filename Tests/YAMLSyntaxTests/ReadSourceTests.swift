import Diagnostics
import Testing
import YAMLSyntax

struct ReadSourceTests {
  /// Returns the messages about the bytes, with the text as far as it can be decoded.
  private func messages(_ bytes: [UInt8]) -> String {
    let file = SourceFile(path: "a.yaml", text: String(decoding: bytes, as: UTF8.self))
    return DiagnosticRenderer().render(
      readSource(bytes: bytes, path: "a.yaml").diagnostics,
      in: file
    )
  }

  @Test func textIsKeptAsItIs() {
    let text = "a: 料金\r\nb: 😀\n"
    #expect(readSource(bytes: Array(text.utf8), path: "a").value?.text == text)
    #expect(readSource(bytes: [], path: "a").value?.text == "")
    #expect(readSource(bytes: [], path: "dir/a").value?.path == "dir/a")
  }

  @Test func aByteOrderMarkIsLeftOut() {
    let source = MarkedSource("««a»: «1»»")
    let marked = [0xEF, 0xBB, 0xBF] + Array(source.text.utf8)
    let read = readSource(bytes: marked, path: "a").value
    #expect(read?.text == source.text)
    let unread = SourceFile(path: "a", text: "\u{FEFF}" + source.text)
    #expect(parseYAML(unread).value?.allSpans == source.spans)
  }

  @Test func anotherEncoding() {
    // 料金 in Shift_JIS after a first line in UTF-8.
    let bytes = Array("id: 会員\nfee: ".utf8) + [0x97, 0xBF, 0x8B, 0xE0]
    let expected = """
      a.yaml:2:6: error[not-utf8]: the file is not UTF-8: byte 0x97 at line 2, column 6
        |
      2 | fee: \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}
        |      ^
        |
        = help: save it as UTF-8 (Shift_JIS and EUC-JP are not supported)

      """
    #expect(messages(bytes) == expected)
    #expect(readSource(bytes: bytes, path: "a.yaml").value == nil)
  }

  @Test(
    arguments: [
      ([0xFF], 1, 1), ([0x61, 0x0A, 0xE3, 0x81], 2, 1), ([0x61, 0xC0, 0x80], 1, 2),
      ([0xED, 0xA0, 0x80], 1, 1),
      ([0xF4, 0x90, 0x80, 0x80], 1, 1), ([0xE6, 0x96, 0x99, 0x80], 1, 2),
      ([0x0D, 0x0A, 0x61, 0x80], 2, 2),
    ] as [([UInt8], Int, Int)]
  )
  func theFirstBadByte(_ bytes: [UInt8], _ line: Int, _ column: Int) {
    let span = readSource(bytes: bytes, path: "a").diagnostics.first?.span
    #expect(span?.start == SourcePosition(line: line, column: column))
  }

  @Test(arguments: [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61]] as [[UInt8]])
  func utf16(_ bytes: [UInt8]) {
    #expect(
      messages(bytes) == """
        a.yaml: error[not-utf8]: the file is UTF-16, not UTF-8
         = help: save it as UTF-8

        """
    )
  }
}
