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

/// Keys and aliases; the types of scalars are recorded in `Messages/scalars.md`.
struct ScalarTests {
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
