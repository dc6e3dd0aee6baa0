import Testing
import YAMLSyntax

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
