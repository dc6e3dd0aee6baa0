import Testing
import YAMLSyntax

/// One more item of a list, in every style in which the list may be written.
///
/// What the edit puts in stands between `«` and `»`; without that the text is what it was.
struct AppendedItemTests {
  private static let item = NewItem([
    .init("id", .text("new")), .init("when", .flow(["{a: [1, 2]}"])), .init("then", .text("x")),
  ])

  @Test(arguments: [
    // A list that is indented, one that is not, and one with more blanks behind the dash.
    "a: 1\nlist:\n  - id: x\n    then: y«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
    "list:\n- id: x\n  then: y«\n- id: new\n  when: {a: [1, 2]}\n  then: x»\nz: 1\n",
    "list:\n  -   id: x\n      then: y«\n  -   id: new\n      when: {a: [1, 2]}\n      then: x»\n",
    // No line break at the end; other line breaks.
    "list:\n  - id: x«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»",
    "list:\r\n  - id: x«\r\n  - id: new\r\n    when: {a: [1, 2]}\r\n    then: x»\r\nz: 1\r\n",
    "list:\r  - id: x«\r  - id: new\r    when: {a: [1, 2]}\r    then: x»\r",
    // Comments: on the last line and deeper ones belong to the last item, others do not.
    "list:\n  - id: x # why«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n\n# next\nz: 1\n",
    "list:\n  - id: x\n    # deeper\n    # still«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n  # out\nz: 1\n",
    "list:\n  # --- first ---\n  - id: x«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
    // Empty lines between items are kept up.
    "list:\n  - id: x\n\n  - id: y«\n\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n\nz: 1\n",
    "list:\n  - id: x\n  # note\n\n  - id: y«\n\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
    // The end of the document, and block texts at the end.
    "---\nlist:\n  - id: x«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n...\n",
    "list:\n  - id: |\n      x\n      # no comment«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n\n\nz: 1\n",
    "list:\n  - id: >-\n      x\n      y«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»",
    // Items in flow style.
    "list:\n  - {id: x, then: y}«\n  - {id: new, when: {a: [1, 2]}, then: x}»\n",
    "list:\n  - {id: x,\n     then: y}   # why«\n  - {id: new, when: {a: [1, 2]}, then: x}»\nz: 1\n",
    "list: [{id: x}«, {id: new, when: {a: [1, 2]}, then: x}»]\n",
    "list: [\n  {id: x}«,\n  {id: new, when: {a: [1, 2]}, then: x}»\n]\n",
    "list: [\n  {id: x},«\n  {id: new, when: {a: [1, 2]}, then: x},»\n]\n",
    "list: [\n  {id: x},   # a comma, then a comment«\n  {id: new, when: {a: [1, 2]}, then: x},»\n]\n",
    "list: [\n  {id: x}«,» # a comment«\n  {id: new, when: {a: [1, 2]}, then: x}»\n  # more\n]\n",
    "list: [\n  {id: x}«,\n  {id: new, when: {a: [1, 2]}, then: x}»]\nz: 1\n",
    "{a: 1, list: [{id: x}«, {id: new, when: {a: [1, 2]}, then: x}»]}\n",
    // JSON.
    #"{"list": [{"id": "x"}«, {"id": "new", "when": {"a": [1, 2]}, "then": "x"}»]}"#,
    "{\n  \"list\": [\n    {\"id\": \"x\"}«,\n    {\"id\": \"new\", \"when\": {\"a\": [1, 2]}, \"then\": \"x\"}»\n  ]\n}\n",
    // Anchors and tags that are not in the way.
    "base: &b {id: x}\nlist: &l\n  - *b«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
    "list: !!seq\n  - &i\n    id: x«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
    "list: &l [{id: x}«, {id: new, when: {a: [1, 2]}, then: x}»]\n",
    // Japanese, and a key in quotation marks.
    "\"list\":\n  - id: 「はい」を押す   # 理由«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
  ])
  func `goes behind the last one, in its style`(marked: String) throws {
    try expectAppended(marked)
  }

  @Test(arguments: [
    // Where nothing stands yet.
    "a: 1\nlist:«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\nz: 1\n",
    "a: 1\nlist:   # none yet«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n\nz: 1\n",
    "a: 1\nlist: &l«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\nz: 1",
    "a: [\n  1 ]\nothers:\n- 1\nlist:«\n- id: new\n  when: {a: [1, 2]}\n  then: x»\n",
    "list: [ # none\n  «{id: new, when: {a: [1, 2]}, then: x}»]\n",
    "{a: 1, list: [«{id: new, when: {a: [1, 2]}, then: x}»], z: 1}\n",
    // Where the key is missing: behind those that come before it.
    "a: 1\nb: 2«\nlist:\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\nz: 1\n",
    "a: 1\n\nb:\n  - 2   # two\n  # more«\n\nlist:\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n\n# the last\nz: 1\n",
    "a: 1\nb: [2]«\nlist:\n  - id: new\n    when: {a: [1, 2]}\n    then: x»",
    "b:\n- 2«\nlist:\n- id: new\n  when: {a: [1, 2]}\n  then: x»\n",
    "  b: 1«\n  list:\n    - id: new\n      when: {a: [1, 2]}\n      then: x»\n  z: 1\n",
    "{b: 2«, list: [{id: new, when: {a: [1, 2]}, then: x}]», z: 1}\n",
    "{\n  \"b\": 2«,\n  \"list\": [{\"id\": \"new\", \"when\": {\"a\": [1, 2]}, \"then\": \"x\"}]»\n}\n",
    "{\n  \"b\": 2,«\n  \"list\": [{\"id\": \"new\", \"when\": {\"a\": [1, 2]}, \"then\": \"x\"}],»\n  \"z\": 1\n}\n",
  ])
  func `begins a list`(marked: String) throws {
    try expectAppended(marked)
  }

  @Test(arguments: [
    ("list: []\nz: 1\n", "list:\n  - id: new\n    when: {a: [1, 2]}\n    then: x\nz: 1\n"),
    ("list: [ ]  # no\n", "list:  # no\n  - id: new\n    when: {a: [1, 2]}\n    then: x\n"),
    ("list: ~", "list:\n  - id: new\n    when: {a: [1, 2]}\n    then: x"),
    ("list: null # x\n", "list: # x\n  - id: new\n    when: {a: [1, 2]}\n    then: x\n"),
    ("{list: null, z: 1}\n", "{list: [{id: new, when: {a: [1, 2]}, then: x}], z: 1}\n"),
    ("{list: , z: 1}\n", "{list: [{id: new, when: {a: [1, 2]}, then: x}], z: 1}\n"),
  ])
  func `takes the place of an empty list`(text: String, expected: String) throws {
    var editor = try #require(YAMLEditor(text))
    try editor.append(Self.item, toListOf: "list", following: ["a", "b"])
    #expect(editor.text == expected)
  }

  @Test(arguments: [
    "rules: &r [{id: x}]\nlist: *r\n",
    "list: &r\n  - id: x\nother: *r\n",
    "list: text\n",
    "list: {id: x}\n",
  ])
  func `is refused where something else would change`(text: String) throws {
    var editor = try #require(YAMLEditor(text))
    #expect(throws: EditRefusal.self) {
      try editor.append(Self.item, toListOf: "list", following: [])
    }
    #expect(editor.text == text)
  }

  @Test func `is written so that every text is read as it was meant`() throws {
    let texts = [
      "plain", "「はい」、次へ", "- dash", "a: b", "a:b", "ends:", "a #b", "a#b", "# c", "'q'", "\"q\"",
      "it's",
      "[x]", "{x}", "x, y", "x]", "&a", "*a", "!t", "|", ">", "%d", "@x", "`x`", "?", "? x", "-",
      "---", "...",
      "~", "null", "True", "12", "1.5", "0x1F", "yes", "no", " leading", "trailing ", "tab\there",
      "\ttab",
      "two\nlines", "cr\rlf\r\n", "back\\slash", "👨‍👩‍👧 family", "zero\u{200B}width", "\u{FEFF}bom",
      "\u{2028}ls",
      "\u{85}nel", "nbsp\u{A0}x", "\u{202E}rtl", "\u{1F600}", "（全角）", "：", "＃", "=x", "<<",
      "e\u{301}", "\u{0}", "\u{7F}",
      "key: [a, b] # c", "「A: B」", "、", "　全角空白", "末尾　",
    ]
    for flow in [false, true] {
      for json in [false, true] where flow || !json {
        let start = json ? #"{"list": [{"id": "x"}]}"# : flow ? "list: [{id: x}]" : "list:\n- id: x"
        var editor = try #require(YAMLEditor(start))
        for text in texts {
          let item = NewItem([
            .init("id", .text(text)), .init("then", .texts([text, "b"])), .init("z", .text("z")),
          ])
          // The editor itself refuses what is not read as it was meant.
          #expect(throws: Never.self, "\(text.debugDescription), flow \(flow), JSON \(json)") {
            try editor.append(item, toListOf: "list", following: [])
          }
        }
      }
    }
  }

  @Test func `lists are on one line where they fit`() throws {
    var editor = try #require(YAMLEditor("list:\n  - id: x\n"))
    let long = String(repeating: "長い結果", count: 10)
    let item = NewItem([
      .init("when", .flow(["{a: 1}", "{b: 2}"])), .init("then", .texts([long, "b: c", "d"])),
      .init("overrides", .texts(["a", "b"])),
    ])
    try editor.append(item, toListOf: "list", following: [])
    #expect(
      editor.text == """
        list:
          - id: x
          - when:
              - {a: 1}
              - {b: 2}
            then:
              - \(long)
              - "b: c"
              - d
            overrides: [a, b]

        """
    )
  }

  private func expectAppended(_ marked: String) throws {
    let new = marked.filter { !"«»".contains($0) }
    var old = ""
    var depth = 0
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "«": depth += 1
      case "»": depth -= 1
      default: if depth == 0 { old.unicodeScalars.append(scalar) }
      }
    }
    var editor = try #require(YAMLEditor(old), "\(old)")
    try editor.append(Self.item, toListOf: "list", following: ["a", "b"])
    #expect(editor.text == new)
  }
}

/// Keys of an item that are changed, in every style in which the item may be written.
struct ChangedItemTests {
  private static let decision: [FieldChange] = [
    .replace("undecided", by: "then", .texts(["a: b", "c"])),
    .mention("source", "note", behind: "undecided"), .remove("ask"), .remove("until"),
  ]

  @Test(arguments: [
    (
      "list:\n  - id: x\n    undecided: q?\n    ask: me\n    until: 2027-01-01\nz: 1\n",
      "list:\n  - id: x\n    then: [\"a: b\", c]\n    source: note\nz: 1\n"
    ),
    (
      "list:\r\n- id: x\r\n  ask: me\r\n  undecided: \"q?\"   # open\r\n  until: 2027-01-01",
      "list:\r\n- id: x\r\n  then: [\"a: b\", c]   # open\r\n  source: note"
    ),
    (
      "list:\n- ask: me\n  undecided: q\n",
      "list:\n- then: [\"a: b\", c]\n  source: note\n"
    ),
    (
      "list:\n- undecided: |-  # long\n    q1\n    q2\n  until: 2027-01-01  # after the release\n  id: x\n",
      "list:\n- then: [\"a: b\", c]  # long\n  source: note\n  # after the release\n  id: x\n"
    ),
    (
      "list:\n- undecided: q\n  source: https://x/y#z   # s\n  ask: me\n",
      "list:\n- then: [\"a: b\", c]\n  # note\n  source: https://x/y#z   # s\n"
    ),
    (
      "list:\n- {id: x, undecided: q, ask: me, until: 2027-01-01}  # c\n",
      "list:\n- {id: x, then: [\"a: b\", c], source: note}  # c\n"
    ),
    (
      "list: [{ask: me, until: 2027-01-01, undecided: 'q', id: x}]",
      "list: [{then: [\"a: b\", c], source: note, id: x}]"
    ),
    (
      "list:\n- {source: s, undecided: q}\n",
      "list:\n- {source: \"s; note\", then: [\"a: b\", c]}\n"
    ),
    (
      "{\"list\": [{\"undecided\": \"q\", \"ask\": \"me\", \"id\": \"x\"}]}",
      "{\"list\": [{\"then\": [\"a: b\", \"c\"], \"source\": \"note\", \"id\": \"x\"}]}"
    ),
    (
      "list:\n- undecided:\n    a long question\n    on two lines\n  id: x\n",
      "list:\n- then:\n    [\"a: b\", c]\n  source: note\n  id: x\n"
    ),
  ])
  func `a decision takes the place of an open question`(text: String, expected: String) throws {
    var editor = try #require(YAMLEditor(text))
    try editor.change(item: 0, ofListOf: "list", Self.decision)
    #expect(editor.text == expected)
  }

  @Test func `long results get a line each`() throws {
    let long = String(repeating: "long ", count: 30) + "x"
    var editor = try #require(YAMLEditor("list:\n  - undecided: q\n    id: x\n"))
    let changes: [FieldChange] = [.replace("undecided", by: "then", .texts([long, "c"]))]
    try editor.change(item: 0, ofListOf: "list", changes)
    #expect(editor.text == "list:\n  - then:\n      - \(long)\n      - c\n    id: x\n")
  }

  @Test(arguments: [
    ("list:\n- undecided: q\n", "list:\n- undecided: q\n  until: 2027-01-31\n"),
    ("list:\n- undecided: q # c", "list:\n- undecided: q # c\n  until: 2027-01-31"),
    (
      "list:\n- until: 2026-01-01 # c\n  undecided: q",
      "list:\n- until: 2027-01-31 # c\n  undecided: q"
    ),
    ("list: [{undecided: q, id: x}]", "list: [{undecided: q, until: 2027-01-31, id: x}]"),
  ])
  func `a day is set`(text: String, expected: String) throws {
    var editor = try #require(YAMLEditor(text))
    let changes: [FieldChange] = [.set("until", .text("2027-01-31"), behind: "undecided")]
    try editor.change(item: 0, ofListOf: "list", changes)
    #expect(editor.text == expected)
  }

  @Test(arguments: [
    "list:\n- &a {id: x, undecided: q}\n- *a\n",
    "base: &b {undecided: q}\nlist:\n- *b\n",
    "list:\n- undecided: &q text\n  other: *q\n",
    "list:\n- ask: me  # comment\n  undecided: q\n",
    "list:\n- id: x\n",
  ])
  func `is refused where something else would change`(text: String) throws {
    var editor = try #require(YAMLEditor(text))
    #expect(throws: EditRefusal.self) {
      try editor.change(item: 0, ofListOf: "list", Self.decision)
    }
    #expect(editor.text == text)
  }
}
