import Diagnostics
import Testing
import YAMLSyntax

/// A spec may be written as JSON, which is YAML.
struct JSONTests {
  @Test(arguments: [
    (
      #"{"a":1,"b":[true,null,-1.5e3,"x"],"c":{}}"#,
      #"{a: int 1, b: [bool true, null, float -1.5e3, "x"], c: {}}"#
    ),
    (
      "\t{\n\t\"a\"\t:\t1,\n\t\t\"b\": [\n\t\t\t1\t,\t2\n\t\t]\n\t}\t\n",
      "{a: int 1, b: [int 1, int 2]}"
    ),
    (
      #"{"url":"https://example.com/a?b=c#d","e":"f: g # h"}"#,
      #"{url: "https://example.com/a?b=c#d", e: "f: g # h"}"#
    ),
    (#"{"a":"\"\\\/\b\f\n\r\t\u3042"}"#, #"{a: "\"\\/\u{08}\u{0C}\n\r\tあ"}"#),
    ("[\r\n  {\r\n    \"a\": 1\r\n  }\r\n]\r\n", "[{a: int 1}]"),
    ("\"text\"", #""text""#), ("[]", "[]"),
    // Characters beyond U+FFFF as two escapes.
    (#"{"\ud83d\ude00":"a\uD842\uDFB7b\ud83d\ude00\ud83d\ude01"}"#, #"{😀: "a𠮷b😀😁"}"#),
    (#"{"a":"\ue000\ud83d\ude00\ue001\ue000"}"#, "{a: \"\u{E000}😀\u{E001}\u{E000}\"}"),
    (#"{"a":"\\\ud83d\ude00","b":"\\ud83d\\ude00"}"#, #"{a: "\\😀", b: "\\ud83d\\ude00"}"#),
    // Elsewhere the same characters are literal.
    (
      #"[\ud83d\ude00, '\ud83d\ude00', "\ud83d\ude00"] # \ud83d\ude00"#,
      #"["\\ud83d\\ude00", "\\ud83d\\ude00", "😀"]"#
    ),
    ("a: |\n  \\ud83d\\ude00\nb: \"\\ud83d\\ude00\"", #"{a: "\\ud83d\\ude00\n", b: "😀"}"#),
  ])
  func isRead(_ json: String, _ expected: String) {
    #expect(outline(json) == expected)
  }

  @Test func placesStayRightBehindSurrogates() {
    let source = MarkedSource(#"«{«"a"»: «"\ud83d\ude00"», «"b"»: «1»}»"#)
    let result = parseYAML(SourceFile(path: "a", text: source.text))
    #expect(result.value?.allSpans == source.spans)
  }

  @Test(arguments: [
    (
      "{\"a\"\n: 1}",
      "a.yaml:2:1: error[yaml-syntax]: the colon must be on the line of its key\n"
    ),
    (
      #"{"a":"\ud83d"}"#,
      "a.yaml:1:7: error[yaml-syntax]: this escape sequence is not a valid character\n"
    ),
    (#"{"a":1"#, "a.yaml:1:1: error[yaml-syntax]: the `{` that opens here is never closed\n"),
    (
      #"{"a":1,"a":2}"#,
      "{a: int 1}a.yaml:1:8: error[duplicate-key]: the key `a` appears twice in this mapping\n"
    ),
    ("\"a\tb\"", #""a\tb""#),
  ])
  func whatIsNotReadIsExplained(_ json: String, _ expected: String) {
    #expect(outline(json) == expected)
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
