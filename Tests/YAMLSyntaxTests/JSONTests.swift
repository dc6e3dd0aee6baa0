import Diagnostics
import Testing
import YAMLSyntax

/// A spec may be written as JSON, which is YAML; `Messages/scalars.md` has what is read of it.
struct JSONTests {
  @Test func otherLineBreaksAreRead() {
    #expect(outline("[\r\n  {\r\n    \"a\": 1\r\n  }\r\n]\r\n") == "[{a: int 1}]")
  }

  @Test func placesStayRightBehindSurrogates() {
    let source = MarkedSource(#"«{«"a"»: «"\ud83d\ude00"», «"b"»: «1»}»"#)
    let result = parseYAML(SourceFile(path: "a", text: source.text))
    #expect(result.value?.allSpans == source.spans)
  }

  @Test func longKeys() {
    let long = String(repeating: "k", count: 1000)
    #expect(outline("{\"\(long)\":1}") == "{\(long): int 1}")
    let message = "error[yaml-syntax]: a key can have 1024 characters at most\n"
    let tooLong = String(repeating: "k", count: 1030)
    #expect(outline("{\"\(tooLong)\":1}") == "a.yaml:1:1033: " + message)
    #expect(outline("a: 1\n\(tooLong): 1") == "a.yaml:2:1: " + message)
    // In quotes, at the start of a mapping or of the file, after a dash.
    for (text, place) in [
      ("a: 1\n\"KEY\": 1", "2:1"), ("a: 1\n'KEY': 1", "2:1"), ("a:\n  \"KEY\": 1", "2:3"),
      ("a:\n  'KEY': 1", "2:3"), ("a:\n  KEY: 1", "2:3"), ("\"KEY\": 1\nb: 2", "1:1"),
      ("a:\n  - \"KEY\": 1\n    b: 2", "2:3"), ("a: 1\n\"b \\\" KEY\" : 1", "2:1"),
    ] {
      let text = text.replacing("KEY", with: tooLong)
      #expect(outline(text) == "a.yaml:\(place): " + message, "\(text.prefix(20))")
    }
    // A long line that is not a key gets another message.
    for text in ["a: 1\n\"KEY\"", "a: 1\nKEY"] {
      let told = outline(text.replacing("KEY", with: tooLong))
      #expect(told.contains("expected a colon and a value after"), "\(told)")
    }
  }
}
