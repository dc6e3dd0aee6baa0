import TestSupport
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

/// Changes of small texts in every style, recorded in `Tests/Edits` as the text before and after.
///
/// `␍` stands for a carriage return, and `‸` at the end of a text for its missing line break.
struct RecordedEditTests {
  private static let list: [SyntaxStep] = [.key("list")]
  private static let rule = NewValue.map([.init("id", .text("new")), .init("then", .text("x"))])
  private static let item = NewValue.map([
    .init("id", .text("new")), .init("when", .flow("{a: [1, 2]}")), .init("then", .text("x")),
  ])

  private static let changes: [String: [TextChange]] = [
    "append": [.append([item], to: list)],
    "begin": [.addKey(NewField("list", .list([item])), following: ["a", "b"])],
    "insert": [.insert([rule], behind: 0, of: list)],
    "prepend": [.prepend([.text("new"), .text("more")], to: [.key("p")])],
    "remove-first": [.removeItem(list, 0)],
    "remove-last": [.removeItem(list, 1)],
    "decide": [
      .changeFields(
        list + [.item(0)],
        [
          .replace("question", by: "then", .texts(["a: b", "c"])),
          .mention("source", "note", behind: "question"), .remove("ask"), .remove("until"),
        ]
      )
    ],
    "day": [
      .changeFields(
        list + [.item(0)],
        [.set("until", .text("2027-01-31"), behind: "question")]
      )
    ],
    "enlist": [.enlist([.key("rules"), .key("op")], under: nil, before: [rule])],
    "enlist-under-then": [.enlist([.key("rules"), .key("op")], under: "then", before: [rule])],
    "add-entry": [
      .addEntry(
        NewField(
          "free, gold",
          .map([.init("id", .text("new")), .init("then", .texts(["x", "y"]))])
        ),
        to: [.key("rules"), .key("op"), .key("plan")]
      )
    ],
  ]

  @Test(arguments: try RecordedCases.all(in: "../Edits"))
  func `a text is changed as recorded`(cases: RecordedCases) throws {
    try cases.check(Self.changes.keys.sorted()) { inputs, name in
      var text = inputs["yaml"].replacing("␍", with: "\r")
      if text.hasSuffix("‸\n") { text.removeLast(2) }
      var editor = try #require(YAMLEditor(text), "\(text)")
      do {
        try editor.apply(Self.changes[name] ?? [])
      } catch is EditRefusal {
        #expect(editor.text == text)
        return ["refused"]
      }
      // A carriage return and a line feed are one character.
      let scalars = editor.text.unicodeScalars.map { $0 == "\r" ? "␍" : $0 }
      let shown = String(String.UnicodeScalarView(scalars))
      return [shown.hasSuffix("\n") ? String(shown.dropLast()) : shown + "‸"]
    }
  }
}

/// Changes whose values matter more than the style of the text.
struct EditorTests {
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
            try editor.apply([.append([item], to: [.key("list")])])
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
      [.append([item], to: [.key("list")])],
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

  @Test func `several keep their order, whatever else changes`() throws {
    let text = "list:\n  - id: a\n  - id: b   # why\n  - id: c\nother: [1]\n"
    let changes: [TextChange] = [
      .append([.text("end")], to: [.key("list")]),
      .insert([.text("b1"), .text("b2")], behind: 1, of: [.key("list")]),
      .insert([.text("a1")], behind: 0, of: [.key("list")]),
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
}
