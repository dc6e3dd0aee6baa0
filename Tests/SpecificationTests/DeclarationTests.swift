import Diagnostics
import Specification
import Testing
import Text

/// The head, and the forms in which factors, operations and what stands beside the matrix are declared.
@Suite struct DeclarationTests {
  // MARK: The head

  @Test func `the shortest spec`() throws {
    let checked = decode(
      """
      specmatrix: 1
      id: A
      feature: 5
      operations: [submit, network_error]
      """
    )
    let spec = try #require(checked.value)
    #expect(spec.feature == "5")
    #expect(spec.language == .english)
    #expect(spec.factors.isEmpty && spec.rules.isEmpty && spec.traits == nil)
    #expect(spec.coverage.strength == 2)
    #expect(spec.operationFactor == 0)
  }

  @Test func `a head alone is a planned feature`() throws {
    let checked = decode(
      """
      specmatrix: 1
      id: A
      feature: Later
      language: ja
      owner: Ann
      source: [https://example.com/1]
      traits: [mobile]
      """
    )
    #expect(checked.diagnostics.isEmpty)
    let spec = try #require(checked.value)
    #expect(spec.operations.isEmpty && spec.factors.isEmpty && spec.rules.isEmpty)
    #expect(spec.operationValues.isEmpty)
  }

  @Test func `what is left out is empty`() throws {
    let spec = try specification(sections: "operations: [submit]")
    #expect(spec.owner == nil && spec.sources.isEmpty && spec.precedence.isEmpty)
    #expect(spec.questions.isEmpty && spec.impossible.isEmpty && spec.dismissed.isEmpty)
    #expect(spec.coverage.every.isEmpty && spec.coverage.include.isEmpty)
  }

  @Test func `sections may be left empty`() throws {
    let spec = try specification(
      sections: """
        source:
        traits:
        states:
        data:
        operations: [submit]
        dismissed:
        impossible:
        rules:
        precedence:
        questions:
        cases:
        """
    )
    #expect(spec.factors.isEmpty && spec.impossible.isEmpty && spec.dismissed.isEmpty)
    #expect(spec.rules.isEmpty && spec.precedence.isEmpty && spec.questions.isEmpty)
    #expect(spec.sources.isEmpty && spec.coverage.every.isEmpty && spec.coverage.include.isEmpty)
  }

  @Test(arguments: [
    ("source: https://example.com/1", ["https://example.com/1"]),
    ("source: [https://example.com/1, the wiki]", ["https://example.com/1", "the wiki"]),
    ("source: Ticket 5", ["Ticket 5"]),
  ])
  func `sources are one or several`(written: String, sources: [String]) throws {
    #expect(try specification(sections: "\(written)\noperations: [submit]").sources == sources)
  }

  @Test func `a spec written as JSON`() throws {
    let checked = decode(
      """
      {"specmatrix": 1, "id": "JSON", "feature": "投稿", "language": "ja",
       "states": {"plan": ["free", "premium"]},
       "operations": {"submit": "送信する"},
       "rules": {"submit": [{"when": {"plan": "free"}, "then": ["a", "B"]}, {"then": "c"}]}}
      """
    )
    #expect(checked.diagnostics.isEmpty)
    #expect(checked.value?.operations.map(\.label) == ["送信する"])
    #expect(checked.value?.rules.map(\.id) == ["submit-free", "submit"])
  }

  // MARK: Factors

  @Test func `values are taken as written`() throws {
    let spec = try specification(
      sections: """
        states:
          plan: [no, 1, true, 1.50, 0x1F, -5, 無料]
          level: {values: {1: , 2: two, no: {label: 3, invalid: true, note: n}}}
        operations: [submit, true, 1]
        """
    )
    #expect(spec.factors[0].values.map(\.id) == ["no", "1", "true", "1.50", "0x1F", "-5", "無料"])
    let level = spec.factors[1].values
    #expect(level.map(\.label) == ["1", "two", "3"])
    #expect(level.map(\.hasOwnLabel) == [false, true, true])
    #expect(level.map(\.isInvalid) == [false, false, true])
    #expect(level.map(\.note) == [nil, nil, "n"])
    #expect(spec.operations.map(\.id) == ["submit", "true", "1"])
  }

  @Test(arguments: [
    "[free, very_long, 無料]", "{values: [free, very_long, 無料]}",
    "{values: {free: , very_long: , 無料: }}", "{values: {free: ~, very_long: {}, 無料: {}}}",
  ])
  func `labels are ids in words`(declaration: String) throws {
    let spec = try specification(
      sections: """
        states:
          own_plan: \(declaration)
        operations:
          send_money: {}
          show_list: {variants: [first_time, 再表示]}
          add_item: {length: 1..8}
        """
    )
    let factor = spec.factors[0]
    #expect(factor.label == "Own plan")
    #expect(factor.values.map(\.id) == ["free", "very_long", "無料"])
    #expect(factor.values.map(\.label) == ["Free", "Very long", "無料"])
    #expect(factor.values.allSatisfy { !$0.hasOwnLabel && !$0.isInvalid })
    #expect(factor.usual == 0 && !factor.isYesNo)
    #expect(spec.operations.map(\.label) == ["Send money", "Show list", "Add item"])
    #expect(spec.operations.allSatisfy { !$0.hasOwnLabel && !$0.hasParts })
    #expect(spec.operations[1].variants.map(\.label) == ["First time", "再表示"])
  }

  @Test func `a factor's long form`() throws {
    let spec = try specification(
      sections: """
        states:
          plan:
            label: Membership
            values: {free: , premium: Premium plan, banned: {label: Banned for good, invalid: true, note: see support}}
            only_when: {login: member}
            usual: premium
            note: asked for by the staff
          login: [guest, member]
        operations: [submit]
        """
    )
    let plan = spec.factors[0]
    #expect(plan.kind == .state && plan.label == "Membership" && plan.usual == 1)
    #expect(plan.note == "asked for by the staff")
    #expect(plan.values.map(\.label) == ["Free", "Premium plan", "Banned for good"])
    #expect(plan.values.map(\.hasOwnLabel) == [false, true, true])
    #expect(plan.values.map(\.note) == [nil, nil, "see support"])
    #expect(plan.onlyWhen.map(spec.inWords) == "login=member")
    #expect(plan.span.start == SourcePosition(line: 6, column: 3))
  }

  @Test(arguments: [
    ("pending: Offline edits are pending", "Offline edits are pending", 1),
    ("pending: {label: Offline edits are pending}", "Offline edits are pending", 1),
    ("pending: {label: Pending, usual: yes, note: n}", "Pending", 0),
    ("pending: {label: Pending, only_when: {login: member}}", "Pending", 1),
    ("has_edits: {}", "Has edits", 1),
    ("has_edits: {note: n}", "Has edits", 1),
    ("未送信: 未送信の編集がある", "未送信の編集がある", 1),
    // A prompt of the catalogue gives no values.
    ("first_time: The screen was never opened", "The screen was never opened", 1),
  ])
  func `a statement is true or not`(declaration: String, label: String, usual: Int) throws {
    for section in ["states", "data"] {
      let spec = try specification(
        sections: """
          \(section):
            \(declaration)
          operations: [submit]
          \(section == "states" ? "data" : "states"):
            login: [guest, member]
          """
      )
      let factor = try #require(spec.factors.first { $0.name != "login" })
      #expect(factor.isYesNo)
      #expect(factor.label == label)
      #expect(factor.values.map(\.id) == ["yes", "no"])
      #expect(factor.values.map(\.label) == ["yes", "no"])
      #expect(factor.values.allSatisfy { !$0.isInvalid && !$0.hasOwnLabel })
      #expect(factor.usual == usual)
    }
  }

  @Test func `values that are called yes and no make no statement`() throws {
    let spec = try specification(sections: "states: {a: [no, yes]}\noperations: [submit]")
    #expect(!spec.factors[0].isYesNo)
    #expect(spec.factors[0].values.map(\.id) == ["no", "yes"])
  }

  // MARK: Operations

  @Test func `the catalogue lends labels and variants`() throws {
    let spec = try specification(
      sections: """
        operations:
          network_error:
          server_error: API が失敗する
          push_open: {label: 通知を開く, variants: [running, other]}
          payment_failure: {variants: {declined: , pending: 審査中}}
          deep_link: {parts: [gone, banner]}
          back: {only_when: {login: member}}
          submit: {}
        states: {login: [guest, member]}
        """,
      language: .japanese
    )
    let operations = spec.operations
    #expect(operations[0].label == "通信エラー")
    #expect(operations[0].variants.map(\.id) == ["offline", "timeout", "drop"])
    #expect(operations[0].variants.map(\.label) == ["オフライン", "タイムアウト", "通信中の切断"])
    #expect(operations[0].variants.allSatisfy { $0.hasOwnLabel })
    #expect(operations[1].label == "API が失敗する")
    #expect(operations[1].variants.map(\.id) == ["internal", "rejected", "maintenance"])
    #expect(operations[2].label == "通知を開く")
    #expect(operations[2].variants.map(\.label) == ["アプリ起動中", "Other"])
    #expect(operations[2].variants.map(\.hasOwnLabel) == [true, false])
    #expect(operations[3].variants.map(\.label) == ["拒否", "審査中"])
    #expect(operations[3].label == "決済の失敗")
    // Parts that are given replace the entry's variants.
    #expect(operations[4].hasParts && operations[4].variants.map(\.id) == ["gone", "banner"])
    #expect(operations[5].label == "戻る")
    #expect(operations[5].onlyWhen.map(spec.inWords) == "login=member")
    #expect(operations[6].catalogueEntry == nil)
    #expect(operations[6].label == "Submit" && !operations[6].hasOwnLabel)
    #expect(operations.dropLast().allSatisfy { $0.catalogueEntry?.id == $0.id })
    #expect(operations.dropLast().allSatisfy { $0.hasOwnLabel })
  }

  @Test func `parts are looked at together`() throws {
    let spec = try specification(
      sections: """
        operations:
          show: {label: The screen opens, parts: {photo: The photo, name: , list_of_all: {note: n}}}
          open: {label: Open, parts: [head, body]}
        """
    )
    #expect(spec.operations.allSatisfy { $0.hasParts })
    #expect(spec.operations[0].variants.map(\.label) == ["The photo", "Name", "List of all"])
    #expect(spec.operations[0].variants.map(\.note) == [nil, nil, "n"])
    #expect(
      spec.operationValues.map(\.id) == [
        "show/photo", "show/name", "show/list_of_all", "open/head", "open/body",
      ]
    )
    #expect(spec.operationValues.allSatisfy { !$0.isInvalid })
  }

  @Test func `an own operation may be like an entry`() throws {
    let spec = try specification(
      sections: """
        operations:
          add_item: {label: Add an item, is: text_input, length: 1..80, kinds: [emoji, whitespace]}
          rename: {is: text_input, variants: {empty: , too_long: , own: Own, emoji: Smileys}}
          merge: {label: Edits are merged, is: simultaneous_use}
        """
    )
    let operations = spec.operations
    #expect(
      operations.map(\.catalogueEntry?.id) == ["text_input", "text_input", "simultaneous_use"]
    )
    #expect(operations.map(\.label) == ["Add an item", "Rename", "Edits are merged"])
    // The entry's question comes along, its label and clause do not.
    let standard = try #require(Catalogue.standard["text_input"])
    #expect(operations[0].catalogueEntry?.question == standard.question)
    #expect(operations[0].catalogueEntry?.label(.english) == "Add an item")
    #expect(operations[0].catalogueEntry?.clause == CatalogueEntry.Text.none)
    // Not its variants; but those that are called so take its words.
    #expect(operations[0].variants.inWords == "empty! 1 2 80 81! emoji whitespace")
    #expect(operations[1].variants.inWords == "empty too_long! own emoji")
    #expect(operations[1].variants.map(\.label) == ["empty", "above the limit", "Own", "Smileys"])
    #expect(operations[1].variants[3].sample?.contains("👨‍👩‍👧‍👦") == true)
    #expect(operations[2].variants.isEmpty)
  }

  @Test func `an operation that is like an entry does not get its variants`() throws {
    let spec = try specification(
      sections: "operations: {fetch: {label: Fetch the list, is: network_error}}"
    )
    #expect(spec.operations[0].variants.isEmpty)
    #expect(spec.operationValues.map(\.id) == ["fetch"])
  }

  // MARK: Beside the matrix

  @Test func `what the catalogue does not know can be dismissed`() throws {
    let spec = try specification(
      sections: "operations: [submit]\ndismissed: {prefecture: has no effect, rotate: fixed}"
    )
    #expect(spec.dismissed.map(\.id) == ["prefecture", "rotate"])
    #expect(spec.dismissed.map(\.reason) == ["has no effect", "fixed"])
  }

  @Test func `what the team asks itself`() throws {
    let spec = try specification(
      sections: """
        operations: [submit]
        questions:
          - question: Which countries?
          - question: Is there a limit for a day?
            options: [None, [Three, A banner says so]]
            ask: Legal
            until: 2027-01-31
        """
    )
    let questions = spec.questions.map(\.question)
    #expect(questions.map(\.text) == ["Which countries?", "Is there a limit for a day?"])
    #expect(questions.map(\.options) == [[], [["None"], ["Three", "A banner says so"]]])
    #expect(questions.map(\.ask) == [nil, "Legal"])
    #expect(questions.map(\.until) == [nil, CalendarDate("2027-01-31")])
    #expect(questions.map(\.span.start.line) == [7, 8])
    #expect(spec.questions.allSatisfy { $0.house == nil })
  }

  @Test func `cases are groups and rows`() throws {
    let spec = try specification(
      sections: """
        states: {a: [x, y], b: [x, y]}
        data: {n: {range: 1..4}}
        operations: [submit, network_error]
        cases:
          - every: [operation, a, b]
          - when: {operation: network_error/drop}
          - every: [b]
          - {when: {b: y, a: x}, because: the bug of May}
          - when: {n: 2.., operation: network_error}
        """
    )
    #expect(spec.coverage.strength == 2)
    #expect(spec.coverage.every.map(\.factors) == [[3, 0, 1], [1]])
    #expect(
      spec.coverage.include.map { spec.inWords($0.row) } == [
        "operation=network_error/drop", "a=x & b=y",
        "operation=network_error/offline|network_error/timeout|network_error/drop & n=2|4",
      ]
    )
    #expect(spec.coverage.include.map(\.because) == [nil, "the bug of May", nil])
  }

  /// A case may ask for what `usual` or a range does not list.
  @Test func `a case may name any number of a range`() throws {
    let spec = try specification(
      sections: """
        data: {items: {range: 0..200}}
        operations: [submit]
        cases: [{when: {items: 200}}, {when: {items: 201}}]
        """
    )
    #expect(spec.coverage.include.map { spec.inWords($0.row) } == ["items=200", "items=201"])
  }
}

/// The ordinary value of a factor.
@Suite struct UsualTests {
  @Test(arguments: [
    ("[free, premium]", "free"),
    ("{values: {banned: {invalid: true}, free: , premium: }}", "free"),
    ("{values: {banned: {invalid: true}}}", "banned"),
    ("{values: [free, premium], usual: premium}", "premium"),
    ("Offline edits are pending", "no"),
    ("{label: Pending, usual: yes}", "yes"),
    ("{range: 1..4}", "2"),
    ("{range: 0..200}", "1"),
    ("{range: -3..3}", "-2"),
    ("{range: 1..2}", "1"),
    ("{range: 0..1}", "0"),
    ("{range: 5..5}", "5"),
    ("{range: 0..}", "1"),
    ("{range: 5..}", "6"),
    ("{range: ..10}", "9"),
    ("{range: 1..10000 EUR}", "2"),
    ("{range: 0..200, usual: 0}", "0"),
    ("{range: 0..200, usual: 200}", "200"),
    ("{range: 0..200, usual: 50}", "50"),
    ("{range: 0.., usual: 12}", "12"),
    ("{date: 2026-01-01..2026-12-31}", "2026-01-02"),
    ("{date: 2026-01-01..2026-01-02}", "2026-01-01"),
    ("{date: 2026-01-01..}", "2026-01-02"),
    ("{date: ..2026-01-31}", "2026-01-30"),
    ("{date: 2026-01-01..2026-12-31, usual: 2026-07-01}", "2026-07-01"),
    ("{length: 1..140}", "2"),
    ("{length: 0..140}", "1"),
    ("{length: 2..3}", "2"),
    ("{length: 1..140, kinds: [emoji]}", "2"),
    ("{length: 1..140, kinds: [emoji], usual: emoji}", "emoji"),
    ("{length: 1..140, usual: 20}", "20"),
    ("{length: 0..140, usual: empty}", "empty"),
  ])
  func `a factor has an ordinary value`(declaration: String, usual: String) throws {
    let spec = try specification(
      sections: "data:\n  x: \(declaration)\noperations: [submit]"
    )
    let factor = spec.factors[0]
    #expect(factor.values[factor.usual].id == usual)
  }

  /// It adds a value and changes none.
  @Test(arguments: [
    ("{range: 0..200, usual: 50}", "0 1 50 200 201!"),
    ("{range: 1..4, usual: 3}", "0! 1 2 3 4 5!"),
    ("{range: 1..4, usual: 2}", "0! 1 2 4 5!"),
    ("{range: 0.., usual: 12}", "0 1 12"),
    ("{range: ..10, usual: -7}", "-7 9 10 11!"),
    ("{length: 1..140, kinds: [emoji], usual: 20}", "empty! 1 2 20 140 141! emoji"),
    (
      "{date: 2026-01-01..2026-12-31, usual: 2026-07-01}",
      "2025-12-31! 2026-01-01 2026-01-02 2026-07-01 2026-12-31 2027-01-01!"
    ),
  ])
  func `what is usual is a value`(declaration: String, values: String) throws {
    let spec = try specification(
      sections: "data:\n  x: \(declaration)\noperations: [submit]"
    )
    #expect(spec.factors[0].values.inWords == values)
    let numbers = spec.factors[0].values.compactMap(\.number)
    #expect(numbers == numbers.sorted())
  }
}
