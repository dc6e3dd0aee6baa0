import Diagnostics
import Testing
import YAMLSyntax

/// Every node and key spans exactly the marked text.
struct SpanTests {
  @Test(arguments: [
    "«plain»", "«\"quoted\"»  # comment", "«'it''s'»", "«[]»", "«{}»  ",
    "««a»: «1»»\n",
    "««a»: «[«1», «{«b»: «c»}»]»»  # comment\n\n",
    "««a»:\n  ««b»: «1»\n  «c»:\n  «- «x»\n  - «y  z»»»   \n\n# comment\n«d»: «2»»\n",
    // The same with an unindented list, which begins at its dash.
    "««a»:\n«- «x»\n- «y»»\n«b»: «2»»\n",
    "«- «- «a»\n  - «b»»\n- ««c»: «d»»»\n",
    // An omitted value is located after its colon.
    "««a»:«»\n«b»:«»»   \n\n", "«-«» \n- «x»»",
    // Full-width text, emoji and combining marks are counted by scalar.
    "««未ログイン»: «ログイン画面を表示する»  # 註\n«👨‍👩‍👧‍👦»: «か\u{3099}»»\n",
    "««a»: «\"複数行の\n  文章\"»\n«b»: «plain text\n  that goes on»»\n",
    // A full-width space in a text does not indent.
    "««a»: «\"複数行の\n　- 文章\"»\n«b»: «plain text\n 　- that goes on»»\n",
    // Block scalars end with their last character, not with what libyaml consumes.
    "««a»: «|\n  text\n  more»\n\n\n# comment\n«b»: «>-\n  folded»»\n\n",
    "««a»: «|»\n«b»: «1»»\n",
    // Anchors and tags belong to their nodes; an alias is located where it is written.
    "««a»: «&x [«1»]»»", "««a»: «!!str 12»»",
    "««a»:\r\n  ««b»: «1»\r\n  «c»: «|\r\n    text»»\r\n\r\n«d»: «2»»\r\n",
    "««a»: «1»\r«b»: «2»»\r",
    "--- # begin\n««a»: «1»»\n...\n",
    "«{«a»: «1»}»",
  ])
  func everyPlace(_ marked: String) {
    let source = MarkedSource(marked)
    let result = parseYAML(SourceFile(path: "a", text: source.text))
    #expect(result.diagnostics == [])
    #expect(result.value?.allSpans == source.spans)
  }
}

/// The types of scalars in the YAML 1.2 core schema.
struct ScalarTests {
  @Test(arguments: [
    ("~", "null"), ("null", "null"), ("Null", "null"), ("NULL", "null"), ("!!null ~", "null"),
    ("nULL", #""nULL""#), ("true", "bool true"), ("False", "bool false"), ("TRUE", "bool true"),
    // Words with another type in YAML 1.1.
    ("no", #""no""#), ("yes", #""yes""#), ("on", #""on""#), ("off", #""off""#), ("n", #""n""#),
    ("Y", #""Y""#),
    ("0", "int 0"), ("-12", "int -12"), ("+7", "int 7"), ("012", "int 12"), ("0o17", "int 15"),
    ("0x1F", "int 31"), ("0xfF", "int 255"), ("-0", "int 0"),
    ("9223372036854775807", "int 9223372036854775807"),
    ("-9223372036854775808", "int -9223372036854775808"),
    ("9223372036854775808", "float 9223372036854775808"),
    ("0xFFFFFFFFFFFFFFFFF", "float 0xFFFFFFFFFFFFFFFFF"),
    ("1_000", #""1_000""#), ("0b1", #""0b1""#), ("0o8", #""0o8""#), ("0xG", #""0xG""#),
    ("0x", #""0x""#),
    ("-0x1", #""-0x1""#), ("１２", #""１２""#), ("1:30", #""1:30""#),
    ("1.5", "float 1.5"), ("1.", "float 1."), (".5", "float .5"), ("-.5e-3", "float -.5e-3"),
    ("1e3", "float 1e3"),
    ("+1E+3", "float +1E+3"), (".inf", "float .inf"), ("-.INF", "float -.INF"),
    (".NaN", "float .NaN"),
    ("-.nan", #""-.nan""#), (".", #"".""#), ("1e", #""1e""#), ("1e+", #""1e+""#), ("e3", #""e3""#),
    ("+", #""+""#),
    ("1.2.3", #""1.2.3""#), ("1..4", #""1..4""#), ("0..", #""0..""#), ("..4", #""..4""#),
    (".e1", #"".e1""#),
    ("2026-01-01", #""2026-01-01""#), ("2026-01-01..2026-12-31", #""2026-01-01..2026-12-31""#),
    (#""12""#, #""12""#), ("'true'", #""true""#), (#""""#, #""""#), ("|\n  12", #""12""#),
    ("!!str 12", #""12""#), (#"!!int "12""#, "int 12"), ("!!float 1", "float 1"),
    ("!!bool 'true'", "bool true"),
    (#""\u3042\x41\t\/\"""#, #""あA\t/\"""#), ("a\n  b\n\n  c", #""a b\nc""#), ("a # b", #""a""#),
    ("a#b", #""a#b""#),
    ("http://example.com/#x", #""http://example.com/#x""#),
  ])
  func isResolved(_ written: String, _ expected: String) {
    #expect(outline("a: " + written) == "{a: " + expected + "}")
  }

  @Test func keysAreTexts() {
    #expect(
      outline("1: a\ntrue: b\n'': c\n~: d\n'<<': e")
        == #"{1: "a", true: "b", : "c", ~: "d", <<: "e"}"#
    )
  }

  @Test func aliasesStandForCopies() {
    #expect(
      outline("a: &x [1, &y b]\nc: *x\nd: *y\n*y : e")
        == #"{a: [int 1, "b"], c: [int 1, "b"], d: "b", b: "e"}"#
    )
    #expect(outline("a: &x 1\nb: &x 2\nc: *x") == "{a: int 1, b: int 2, c: int 2}")
    #expect(outline("a: &x\nb: *x") == "{a: null, b: null}")
  }
}
