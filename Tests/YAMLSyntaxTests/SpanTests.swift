import Diagnostics
import Testing
import YAMLSyntax

/// Every node and key stands exactly where the marks say.
struct SpanTests {
  @Test(arguments: [
    "«plain»", "«\"quoted\"»  # comment", "«'it''s'»", "«[]»", "«{}»  ",
    "««a»: «1»»\n",
    "««a»: «[«1», «{«b»: «c»}»]»»  # comment\n\n",
    "««a»:\n  ««b»: «1»\n  «c»:\n  «- «x»\n  - «y  z»»»   \n\n# comment\n«d»: «2»»\n",
    // The same without indentation of the list, which begins at its dash.
    "««a»:\n«- «x»\n- «y»»\n«b»: «2»»\n",
    "«- «- «a»\n  - «b»»\n- ««c»: «d»»»\n",
    // A value that is left out stands behind its colon.
    "««a»:«»\n«b»:«»»   \n\n", "«-«» \n- «x»»",
    // Full-width text, emoji and combining marks count by scalar.
    "««未ログイン»: «ログイン画面を表示する»  # 註\n«👨‍👩‍👧‍👦»: «か\u{3099}»»\n",
    "««a»: «\"複数行の\n  文章\"»\n«b»: «plain text\n  that goes on»»\n",
    // Block texts end with their last character, not with what libyaml swallows.
    "««a»: «|\n  text\n  more»\n\n\n# comment\n«b»: «>-\n  folded»»\n\n",
    "««a»: «|»\n«b»: «1»»\n",
    // Anchors and tags belong to their nodes; an alias is where it is written.
    "««a»: «&x [«1»]»»", "««a»: «!!str 12»»",
    // Line ends.
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
