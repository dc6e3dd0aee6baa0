import Diagnostics
import Testing

@testable import YAMLSyntax

/// No text crashes, hangs or exhausts memory.
struct LimitTests {
  @Test(arguments: [("[", "]"), ("{a: ", "}"), ("- ", ""), ("[{a: ", "}]")])
  func nesting(_ open: String, _ close: String) {
    let levels = open == "[{a: " ? 2 : 1
    func nested(_ depth: Int) -> String {
      let count = depth / levels
      return String(repeating: open, count: count) + "x" + String(repeating: close, count: count)
    }
    #expect(parseYAML(SourceFile(path: "a", text: nested(64))).value != nil)
    let message = "error[too-deep]: lists and mappings are nested more than 64 levels deep"
    #expect(outline(nested(66)).contains(message))
    #expect(outline(nested(50_000)).contains(message))
    #expect(outline(String(repeating: open, count: 50_000)).contains(message))
  }

  @Test func nestingThroughAliases() {
    var text = "a0: &a0 [x]\n"
    for level in 1...70 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    #expect(
      outline(text)
        == "a.yaml:64:12: error[too-deep]: lists and mappings are nested more than 64 levels deep\n"
    )
  }

  @Test func billionLaughs() {
    var text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for level in 1...9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(
      outline(text)
        == "a.yaml:6:10: error[alias-expansion]: with the alias `*a4` the aliases of the document stand for more than 100000 values\n"
    )
  }

  @Test func aLongDocumentMayHaveAnAlias() {
    let long = String(repeating: "  - a\n", count: SyntaxLimits.expandedNodes + 1)
    let text = "few: &few [a, b]\nlong:\n\(long)again: *few\n"
    let result = parseYAML(SourceFile(path: "a.yaml", text: text))
    #expect(result.value != nil)
    #expect(result.diagnostics.isEmpty)
  }

  @Test func size() {
    let limit = SyntaxLimits.bytes
    let bytes = Array(repeating: UInt8(ascii: "#"), count: limit + 1)
    let message = "a: error[too-large]: the file is larger than 4 MiB\n"
    let renderer = DiagnosticRenderer(form: .concise)
    let read = readSource(bytes: bytes, path: "a")
    #expect(read.value == nil)
    #expect(renderer.render(read.diagnostics, in: SourceFile(path: "a", text: "")) == message)
    let file = SourceFile(path: "a", text: String(decoding: bytes, as: UTF8.self))
    #expect(renderer.render(parseYAML(file).diagnostics, in: file) == message)
    #expect(readSource(bytes: Array(bytes.dropLast()), path: "a").value != nil)
  }

  @Test func manyMistakes() {
    let text = String(repeating: "a: *b\n", count: 5_000)
    let result = parseYAML(SourceFile(path: "a", text: text))
    #expect(result.value == nil)
    #expect(result.diagnostics.count == SyntaxLimits.mistakes + 1)
    #expect(result.diagnostics.first?.code == "too-many-errors")
  }

  /// A text that is long in one dimension.
  struct LongText: CustomTestStringConvertible, Sendable {
    var begin = ""
    var repeated: String
    var count: Int
    var end = ""

    var text: String { begin + String(repeating: repeated, count: count) + end }
    var testDescription: String { (begin + repeated).debugDescription + " × \(count)" }
  }

  @Test(arguments: [
    LongText(begin: "# ", repeated: "\t", count: 200_000),
    LongText(begin: "a: 1", repeated: "\t", count: 200_000),
    LongText(begin: "a:", repeated: "\t", count: 200_000, end: "b"),
    LongText(repeated: "\t\n", count: 100_000, end: "a: 1"),
    LongText(begin: "\"", repeated: "\\ud83d\\ude00", count: 20_000, end: "\""),
    LongText(begin: "[", repeated: "\"\\ud83d\\ude00\", ", count: 10_000, end: "]"),
    LongText(repeated: "\n", count: 200_000),
    LongText(begin: "[", repeated: "\n", count: 100_000),
    LongText(repeated: "a", count: 300_000),
    LongText(repeated: "\"", count: 100_001),
    LongText(repeated: "? ", count: 50_000),
    LongText(repeated: "&a ", count: 50_000),
    LongText(repeated: "%", count: 50_000),
    LongText(repeated: "*", count: 50_000),
    LongText(repeated: "!", count: 50_000),
    LongText(repeated: "a: ", count: 50_000),
    LongText(repeated: "|\n", count: 50_000),
    LongText(repeated: "---\n", count: 50_000),
    LongText(repeated: "\u{1B}", count: 50_000),
    LongText(begin: "a: 1\na", repeated: "\u{301}", count: 100_000),
    LongText(begin: "[", repeated: "{a:b}, ", count: 10_000, end: "]"),
    LongText(begin: "[", repeated: "x, ", count: 50_000, end: "]"),
  ])
  func longTexts(_ long: LongText) {
    let file = SourceFile(path: "a", text: long.text)
    let result = parseYAML(file)
    let shown = DiagnosticRenderer().render(result.diagnostics, in: file)
    #expect(result.value != nil || result.hasErrors)
    #expect(shown.utf8.count < 100_000)
  }
}
