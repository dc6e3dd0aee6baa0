import Testing
import YAMLSyntax

/// Expects changes to turn `old` into `new`; without a new text, they are refused and the text stays.
private func expect(
  _ changes: [TextChange],
  in old: String,
  give new: String?,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var editor = try #require(YAMLEditor(old), "\(old)", sourceLocation: sourceLocation)
  if new == nil {
    #expect(throws: EditRefusal.self, sourceLocation: sourceLocation) { try editor.apply(changes) }
  } else {
    try editor.apply(changes)
  }
  #expect(editor.text == new ?? old, sourceLocation: sourceLocation)
}

/// Appends an item to a list, in every style of the list.
///
/// `«` and `»` enclose the insertion; without it, the text is the old one.
struct AppendedItemTests {
  private static let item = NewValue.map([
    .init("id", .text("new")), .init("when", .flow("{a: [1, 2]}")), .init("then", .text("x")),
  ])

  /// Returns a change that appends an item to the list under `list`, which is created if missing.
  private static func appending(_ item: NewValue = item, to text: String) -> [TextChange] {
    let path: [SyntaxStep] = [.key("list")]
    return YAMLEditor(text)?.root[path] == nil
      ? [.addKey(NewField("list", .list([item])), following: ["a", "b"])]
      : [.append([item], to: path)]
  }

  @Test(arguments: [
    // An indented list, one without indentation, and one with more spaces after the dash.
    "a: 1\nlist:\n  - id: x\n    then: y«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
    "list:\n- id: x\n  then: y«\n- id: new\n  when: {a: [1, 2]}\n  then: x»\nz: 1\n",
    "list:\n  -   id: x\n      then: y«\n  -   id: new\n      when: {a: [1, 2]}\n      then: x»\n",
    // No line break at the end; other line breaks.
    "list:\n  - id: x«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»",
    "list:\r\n  - id: x«\r\n  - id: new\r\n    when: {a: [1, 2]}\r\n    then: x»\r\nz: 1\r\n",
    "list:\r  - id: x«\r  - id: new\r    when: {a: [1, 2]}\r    then: x»\r",
    // Comments on the last line and deeper ones belong to the last item, others do not.
    "list:\n  - id: x # why«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n\n# next\nz: 1\n",
    "list:\n  - id: x\n    # deeper\n    # still«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n  # out\nz: 1\n",
    "list:\n  # --- first ---\n  - id: x«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
    // Empty lines between items are continued.
    "list:\n  - id: x\n\n  - id: y«\n\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n\nz: 1\n",
    "list:\n  - id: x\n  # note\n\n  - id: y«\n\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
    // The end of the document, and block scalars at the end.
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
    // Anchors and tags that do not interfere.
    "base: &b {id: x}\nlist: &l\n  - *b«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
    "list: !!seq\n  - &i\n    id: x«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
    "list: &l [{id: x}«, {id: new, when: {a: [1, 2]}, then: x}»]\n",
    // Japanese, and a quoted key.
    "\"list\":\n  - id: 「はい」を押す   # 理由«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n",
  ])
  func `goes behind the last one, in its style`(marked: String) throws {
    try expectAppended(marked)
  }

  @Test(arguments: [
    // Empty lists.
    "a: 1\nlist:«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\nz: 1\n",
    "a: 1\nlist:   # none yet«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\n\nz: 1\n",
    "a: 1\nlist: &l«\n  - id: new\n    when: {a: [1, 2]}\n    then: x»\nz: 1",
    "a: [\n  1 ]\nothers:\n- 1\nlist:«\n- id: new\n  when: {a: [1, 2]}\n  then: x»\n",
    "list: [ # none\n  «{id: new, when: {a: [1, 2]}, then: x}»]\n",
    "{a: 1, list: [«{id: new, when: {a: [1, 2]}, then: x}»], z: 1}\n",
    // A missing key: inserted after those that precede it.
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
    try expect(Self.appending(to: text), in: text, give: expected)
  }

  @Test(arguments: [
    "rules: &r [{id: x}]\nlist: *r\n",
    "list: &r\n  - id: x\nother: *r\n",
    "list: text\n",
    "list: {id: x}\n",
  ])
  func `is refused where something else would change`(text: String) throws {
    try expect(Self.appending(to: text), in: text, give: nil)
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
          let item = NewValue.map([
            .init("id", .text(text)), .init("then", .texts([text, "b"])),
            .init(text, .map([.init("z", .text("z"))])),
          ])
          // The editor itself refuses an edit that would be read differently.
          #expect(throws: Never.self, "\(text.debugDescription), flow \(flow), JSON \(json)") {
            try editor.apply(Self.appending(item, to: start))
          }
        }
      }
    }
  }

  @Test func `lists have a line for each item`() throws {
    let text = "list:\n  - id: x\n"
    let item = NewValue.map([
      .init("when", .list([.flow("{a: 1}"), .flow("{b: 2}")])),
      .init("then", .texts(["one, two", "b: c"])), .init("one", .texts(["a"])),
      .init("options", .list([.text("a"), .texts(["b", "c"])])),
    ])
    try expect(
      Self.appending(item, to: text),
      in: text,
      give: """
        list:
          - id: x
          - when:
              - {a: 1}
              - {b: 2}
            then:
              - one, two
              - "b: c"
            one: a
            options:
              - a
              - - b
                - c

        """
    )
  }

  private func expectAppended(_ marked: String) throws {
    let text = MarkedText(marked)
    try expect(Self.appending(to: text.old), in: text.old, give: text.new)
  }
}

/// Changes keys of an item, in every style of the item.
struct ChangedItemTests {
  private static let decision: [FieldChange] = [
    .replace("question", by: "then", .texts(["a: b", "c"])),
    .mention("source", "note", behind: "question"), .remove("ask"), .remove("until"),
  ]

  @Test(arguments: [
    (
      "list:\n  - id: x\n    question: q?\n    ask: me\n    until: 2027-01-01\nz: 1\n",
      "list:\n  - id: x\n    then:\n      - \"a: b\"\n      - c\n    source: note\nz: 1\n"
    ),
    (
      "list:\r\n- id: x\r\n  ask: me\r\n  question: \"q?\"   # open\r\n  until: 2027-01-01",
      "list:\r\n- id: x\r\n  then:   # open\r\n  - \"a: b\"\r\n  - c\r\n  source: note"
    ),
    (
      "list:\n- ask: me\n  question: q\n",
      "list:\n- then:\n  - \"a: b\"\n  - c\n  source: note\n"
    ),
    (
      "list:\n- question: |-  # long\n    q1\n    q2\n  until: 2027-01-01  # after the release\n  id: x\n",
      "list:\n- then:  # long\n  - \"a: b\"\n  - c\n  source: note\n  # after the release\n  id: x\n"
    ),
    (
      "list:\n- question: q\n  source: https://x/y#z   # s\n  ask: me\n",
      "list:\n- then:\n  - \"a: b\"\n  - c\n  # note\n  source: https://x/y#z   # s\n"
    ),
    (
      "list:\n- {id: x, question: q, ask: me, until: 2027-01-01}  # c\n",
      "list:\n- {id: x, then: [\"a: b\", c], source: note}  # c\n"
    ),
    (
      "list: [{ask: me, until: 2027-01-01, question: 'q', id: x}]",
      "list: [{then: [\"a: b\", c], source: note, id: x}]"
    ),
    (
      "list:\n- {source: s, question: q}\n",
      "list:\n- {source: \"s; note\", then: [\"a: b\", c]}\n"
    ),
    (
      "{\"list\": [{\"question\": \"q\", \"ask\": \"me\", \"id\": \"x\"}]}",
      "{\"list\": [{\"then\": [\"a: b\", \"c\"], \"source\": \"note\", \"id\": \"x\"}]}"
    ),
    (
      "list:\n- question:\n    a long question\n    on two lines\n  id: x\n",
      "list:\n- then:\n    [\"a: b\", c]\n  source: note\n  id: x\n"
    ),
  ])
  func `a decision takes the place of an open question`(text: String, expected: String) throws {
    try expect([.changeFields([.key("list"), .item(0)], Self.decision)], in: text, give: expected)
  }

  @Test func `a new note takes the place of the earlier one and of no other comment`() throws {
    let note = FieldChange.mention("source", "Q-12345678, Sato", behind: "question")
    try expect(
      [.changeFields([.key("list"), .item(0)], [note])],
      in:
        "list:\n  - question: q\n    # Q-12345678 was discussed\n    # Q-12345678, Abe\n    source: s\n  # Q-12345678, below\n  - x\n",
      give:
        "list:\n  - question: q\n    # Q-12345678, Sato\n    # Q-12345678 was discussed\n    source: s\n  # Q-12345678, below\n  - x\n"
    )
  }

  @Test func `long results get a line each`() throws {
    let long = String(repeating: "long ", count: 30) + "x"
    let changes: [FieldChange] = [.replace("question", by: "then", .texts([long, "c"]))]
    try expect(
      [.changeFields([.key("list"), .item(0)], changes)],
      in: "list:\n  - question: q\n    id: x\n",
      give: "list:\n  - then:\n      - \(long)\n      - c\n    id: x\n"
    )
  }

  @Test(arguments: [
    ("list:\n- question: q\n", "list:\n- question: q\n  until: 2027-01-31\n"),
    ("list:\n- question: q # c", "list:\n- question: q # c\n  until: 2027-01-31"),
    (
      "list:\n- until: 2026-01-01 # c\n  question: q",
      "list:\n- until: 2027-01-31 # c\n  question: q"
    ),
    ("list: [{question: q, id: x}]", "list: [{question: q, until: 2027-01-31, id: x}]"),
  ])
  func `a day is set`(text: String, expected: String) throws {
    let changes: [FieldChange] = [.set("until", .text("2027-01-31"), behind: "question")]
    try expect([.changeFields([.key("list"), .item(0)], changes)], in: text, give: expected)
  }

  @Test(arguments: [
    "list:\n- &a {id: x, question: q}\n- *a\n",
    "base: &b {question: q}\nlist:\n- *b\n",
    "list:\n- question: &q text\n  other: *q\n",
    "list:\n- ask: me  # comment\n  question: q\n",
    "list:\n- id: x\n",
  ])
  func `is refused where something else would change`(text: String) throws {
    try expect([.changeFields([.key("list"), .item(0)], Self.decision)], in: text, give: nil)
  }
}

/// Turns a value into the first item of a list, in every style of the value.
///
/// `«` and `»` enclose the insertion; without it, the text is the old one.
struct EnlistedValueTests {
  private static let item = NewValue.map([.init("id", .text("new")), .init("then", .text("x"))])

  @Test(arguments: [
    // A tree with comments and empty lines; a rule; another indentation.
    "a: 1\nrules:\n  op:   # why\n    # above\n    «- »role:\n    «  »  viewer: A   # b\n\n    «  »  # deeper\n    «  »  editor: B«\n    - id: new\n      then: x»\n  # out\n  z: 1\n",
    "rules:\n op:\n  «- »question: Q\n  «  »ask: me«\n  - id: new\n    then: x»",
    "rules:\r\n  op:\r\n    «- »a:\r\n    «  »  b: |\r\n    «  »    two\r\n\r\n    «  »    lines«\r\n    - id: new\r\n      then: x»\r\n",
    // In flow style inside a block mapping.
    "rules:\n  op:«\n    -» {role: {viewer: A}}   # c«\n    - id: new\n      then: x»\n  z: 1\n",
    "rules:\n  op:«\n    -» {role:\n «    »   {viewer: A}}«\n    - id: new\n      then: x»\n",
    "rules:\n  op:\n    «- »{role: {viewer: A}}«\n    - id: new\n      then: x»\n",
    // In flow style throughout.
    "{rules: {op: «[»{role: {viewer: A}}«, {id: new, then: x}]», z: 1}}\n",
    #"{"rules": {"op": «[»{"role": {"viewer": "A"}}«, {"id": "new", "then": "x"}]»}}"#,
    // An unused anchor, and an alias.
    "base: &b {role: {viewer: A}}\nrules:\n  op:«\n    -» *b«\n    - id: new\n      then: x»\n",
  ])
  func `keeps its text`(marked: String) throws {
    let text = MarkedText(marked)
    try expect(Self.enlisting(under: nil), in: text.old, give: text.new)
  }

  @Test(arguments: [
    "rules:\n  op:«\n    - then:» A text«\n    - id: new\n      then: x»\n",
    "rules:\n  op:«\n    - then:» A text   # c\n      # deeper«\n    - id: new\n      then: x»\n  z: 1\n",
    "rules:\n  op:«\n    - then:» A text\n«    »    on two lines«\n    - id: new\n      then: x»\n",
    "rules:\n  op:\n    «- then: »A text\n   «    » on two lines«\n    - id: new\n      then: x»\n",
    "rules:\n  op:«\n    - then:» |-\n«    »    A\n\n«    »     B«\n    - id: new\n      then: x»\n",
    "rules:\n  op:«\n    - then:» [A, B]«\n    - id: new\n      then: x»\n",
    "rules:\n  op:\n    «- then:\n        »- A   # a\n    «    »# b\n    «    »- B«\n    - id: new\n      then: x»\n",
    "rules:\n  op:\n  «- then:\n      »- A\n  «    »- B«\n  - id: new\n    then: x»\n  z: 1\n",
    "rules: {op: «[{then: »A text«}, {id: new, then: x}]»}\n",
    #"{"rules": {"op": «[{"then": »["A", "B"]«}, {"id": "new", "then": "x"}]»}}"#,
  ])
  func `stands under a key`(marked: String) throws {
    let text = MarkedText(marked)
    try expect(Self.enlisting(under: "then"), in: text.old, give: text.new)
  }

  @Test(arguments: [
    "rules: &r\n  op: A\nother: *r\n", "base: &b {op: A}\nrules: *b\n",
    "rules:\n  op: &a\n    role: {viewer: A}\n  other: *a\n",
  ])
  func `is refused where something else would change`(text: String) throws {
    try expect(Self.enlisting(under: nil), in: text, give: nil)
  }

  private static func enlisting(under key: String?) -> [TextChange] {
    [.enlist([.key("rules"), .key("op")], under: key, before: [item])]
  }
}

/// Adds an entry to a map, and items at the start of a list.
struct AddedEntryTests {
  private static let entry = NewField(
    "free, gold",
    .map([.init("id", .text("new")), .init("then", .texts(["x", "y"]))])
  )

  @Test(arguments: [
    "rules:\n  op:\n    plan:\n      viewer: A   # c\n        # deeper«\n      free, gold:\n        id: new\n        then:\n          - x\n          - y»\n      # out\n",
    "rules:\n    op:\n        plan:\n            viewer:\n            - A«\n            free, gold:\n                id: new\n                then:\n                  - x\n                  - y»",
    "rules:\n  op:\n    plan:\n      a: A\n\n      b: B«\n\n      free, gold:\n        id: new\n        then:\n          - x\n          - y»\n\n  z: 1\n",
    "rules:\n  op: {plan: {viewer: A«, \"free, gold\": {id: new, then: [x, y]}»}}   # c\n",
    "rules:\n  op:\n    plan: {viewer: A«, \"free, gold\": {id: new, then: [x, y]}»}\n",
    "rules: {op: {plan: {\n    viewer: A«,\n    \"free, gold\": {id: new, then: [x, y]}»\n  }}}\n",
    #"{"rules": {"op": {"plan": {"a": "A"«, "free, gold": {"id": "new", "then": ["x", "y"]}»}}}}"#,
  ])
  func `goes behind the last one`(marked: String) throws {
    let text = MarkedText(marked)
    let path: [SyntaxStep] = [.key("rules"), .key("op"), .key("plan")]
    try expect([.addEntry(Self.entry, to: path)], in: text.old, give: text.new)
  }

  @Test(arguments: [
    "p: [«new, more, »a, others]   # c\n", "p: [\n  «new,\n  more,\n  »a,\n  others\n]\n",
    "p:\n  «- new\n  - more\n  »- a   # c\n  - others\n", "{p: [«new, more, »a]}",
    #"{"p": [«"new", "more", »"a"]}"#,
  ])
  func `goes before the first item`(marked: String) throws {
    let text = MarkedText(marked)
    let new = [NewValue.text("new"), .text("more")]
    try expect([.prepend(new, to: [.key("p")])], in: text.old, give: text.new)
  }

  @Test func `many changes are made at once`() throws {
    let text = """
      p: [a, others]
      rules:
        one: A   # a
        two:
          role: {viewer: B}
          # b
        three: {question: Q, ask: me}
      """
    let rule = NewValue.map([.init("id", .text("new")), .init("then", .text("x"))])
    let changes: [TextChange] = [
      .enlist([.key("rules"), .key("one")], under: "then", before: [rule]),
      .addEntry(.init("editor", rule), to: [.key("rules"), .key("two"), .key("role")]),
      .addEntry(.init("owner", rule), to: [.key("rules"), .key("two"), .key("role")]),
      .changeFields(
        [.key("rules"), .key("three")],
        [.replace("question", by: "then", .text("y")), .remove("ask")]
      ), .enlist([.key("rules"), .key("three")], under: nil, before: [rule]),
      .addEntry(.init("four", rule), to: [.key("rules")]),
      .prepend([.text("new")], to: [.key("p")]),
    ]
    try expect(
      changes,
      in: text,
      give: """
        p: [new, a, others]
        rules:
          one:
            - then: A   # a
            - id: new
              then: x
          two:
            role: {viewer: B, editor: {id: new, then: x}, owner: {id: new, then: x}}
            # b
          three:
            - {then: y}
            - id: new
              then: x
          four:
            id: new
            then: x
        """
    )
  }
}

/// A text in which `«` and `»` enclose what is new.
private struct MarkedText {
  var old = ""
  var new = ""

  init(_ marked: String) {
    var isNew = false
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "«": isNew = true
      case "»": isNew = false
      default:
        new.unicodeScalars.append(scalar)
        if !isNew { old.unicodeScalars.append(scalar) }
      }
    }
  }
}

/// Removes an item from a list of several; `«` and `»` enclose what is removed.
struct RemovedItemTests {
  @Test(arguments: [
    "list:\n«  - a: 1 # why\n    b: 2\n»  - c: 3\nz: 1\n",
    "list:\n«- a\n»- b\n",
    "list: [«a, »b, c]\n",
    "a: 1\nlist:\n«  - x: 1\n    # deeper\n»  # of the next\n  - y\n",
  ])
  func theFirst(text: String) throws { try expectRemoval(text, 0) }

  @Test(arguments: [
    "list:\n  - a\n«  - b: 1\n    c: 2\n»\nz: 1\n",
    "list: [a«, b»]\n",
    "list:\n  - a\r\n«  - b\r\n»z: 1\r\n",
  ])
  func theLast(text: String) throws { try expectRemoval(text, 1) }

  private func expectRemoval(_ text: String, _ number: Int) throws {
    // The new part of a text is missing in the old one.
    let text = MarkedText(text)
    try expect([.removeItem([.key("list")], number)], in: text.new, give: text.old)
  }

  @Test func theOnlyOneIsRefused() throws {
    try expect([.removeItem([.key("list")], 0)], in: "list: [a]\n", give: nil)
  }
}

/// Inserts items after an item, in every style of the list.
///
/// `«` and `»` enclose the insertion; without it, the text is the old one.
struct InsertedItemTests {
  private static let list: [SyntaxStep] = [.key("list")]
  private static let item = NewValue.map([.init("id", .text("new")), .init("then", .text("x"))])

  @Test(arguments: [
    // An indented list, one without indentation, and one with more spaces after the dash.
    "list:\n  - id: x\n    then: y«\n  - id: new\n    then: x»\n  - id: z\n",
    "list:\n- id: x\n  then: y«\n- id: new\n  then: x»\n- id: z\nz: 1\n",
    "list:\n  -   id: x\n      then: y«\n  -   id: new\n      then: x»\n  - id: z\n",
    // Other line breaks, and none at the end.
    "list:\r\n  - id: x«\r\n  - id: new\r\n    then: x»\r\n  - id: z",
    "list:\r  - id: x«\r  - id: new\r    then: x»\r  - id: z\r",
    // Comments on the lines of an item and deeper ones stay with it, others belong to the next one.
    "list:\n  - id: x # why«\n  - id: new\n    then: x»\n  # next\n  - id: z\n",
    "list:\n  - id: x\n    # deeper\n    # still«\n  - id: new\n    then: x»\n  # next\n  - id: z\n",
    "list:\n# no indentation\n- id: x«\n- id: new\n  then: x»\n# next\n- id: z\n",
    // Empty lines between items are continued, with what follows them.
    "list:\n  - id: x«\n\n  - id: new\n    then: x»\n\n  - id: z\n",
    "list:\n  - id: x # why«\n\n  - id: new\n    then: x»\n\n\n  # --- next ---\n  - id: z\n",
    // No empty line between two neighbours that have none.
    "list:\n  - id: x«\n  - id: new\n    then: x»\n  - id: y\n\n  - id: z\n",
    // Block scalars.
    "list:\n  - id: |\n      x\n      # no comment«\n  - id: new\n    then: x»\n  - id: z\n",
    "list:\n  - id: >-\n      x\n      y«\n\n  - id: new\n    then: x»\n\n  - id: z\n",
    // Flow style: items, and lists on one line or several.
    "list:\n  - {id: x,\n     then: y}   # why«\n  - {id: new, then: x}»\n  - id: z\n",
    "list: [{id: x}«, {id: new, then: x}», {id: z}]\n",
    "list: [\n  {id: x},«\n  {id: new, then: x},»\n  {id: z}\n]\n",
    "list: [\n  {id: x},   # why«\n  {id: new, then: x},»\n  # next\n  {id: z},\n]\n",
    #"{"list": [{"id": "x"}«, {"id": "new", "then": "x"}», {"id": "z"}]}"#,
    "{\n  \"list\": [\n    {\"id\": \"x\"},«\n    {\"id\": \"new\", \"then\": \"x\"},»\n    {\"id\": \"z\"}\n  ]\n}\n",
    // Anchors, tags and aliases that do not interfere.
    "base: &b {id: x}\nlist: &l\n  - *b«\n  - id: new\n    then: x»\n  - *b\n",
    "list: !!seq\n  - &i\n    id: x«\n  - id: new\n    then: x»\n  - *i\n",
    // Trees as items, and nested lists.
    "list:\n  - role:\n      a: x\n      b: y«\n  - id: new\n    then: x»\n  - id: z\n",
    "list:\n  - - a\n    - b«\n  - id: new\n    then: x»\n  - c\n",
    // The only item, which is the last.
    "list:\n  - id: x«\n  - id: new\n    then: x»",
  ])
  func `goes behind the first one, in its style`(marked: String) throws {
    let text = MarkedText(marked)
    try expect([.insert([Self.item], behind: 0, of: Self.list)], in: text.old, give: text.new)
  }

  @Test func `several keep their order, whatever else changes`() throws {
    let text = "list:\n  - id: a\n  - id: b   # why\n  - id: c\nother: [1]\n"
    let changes: [TextChange] = [
      .append([.text("end")], to: Self.list),
      .insert([.text("b1"), .text("b2")], behind: 1, of: Self.list),
      .insert([.text("a1")], behind: 0, of: Self.list),
      .changeFields([.key("list"), .item(1)], [.set("until", .text("later"), behind: "id")]),
      .append([.text("2")], to: [.key("other")]),
    ]
    try expect(
      changes,
      in: text,
      give:
        "list:\n  - id: a\n  - a1\n  - id: b   # why\n    until: later\n  - b1\n  - b2\n  - id: c\n  - end\nother: [1, 2]\n"
    )
  }

  @Test(arguments: [
    "base: &l [1, 2]\nlist: *l\n", "list: &l [1, 2]\nother: *l\n", "list: {a: 1}\n", "list: text\n",
    "list: []\n", "list:\n", "other: 1\n",
  ])
  func `is refused where there is no such item, or another one`(text: String) throws {
    try expect([.insert([Self.item], behind: 0, of: Self.list)], in: text, give: nil)
  }
}
