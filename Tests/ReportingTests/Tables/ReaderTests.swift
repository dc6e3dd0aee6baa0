import Diagnostics
import Testing
import Text
import YAMLSyntax

@testable import Reporting
@testable import TestDesign

/// What a director and a tester read who have nothing but the workbook, word for word.
@Suite struct ReaderTests {
  private func report(_ yaml: String) throws -> Report {
    try RecordedReportTests.reportWithOutcomes(yaml)
  }

  private func column(_ role: ReportColumn.Role, _ table: ReportTable?) throws -> [String] {
    let table = try #require(table)
    let index = try #require(table.index(of: role))
    return table.rows.map { row in
      if case .text(let text) = row.cells[index].content { text } else { "" }
    }
  }

  private let japanese = """
    specmatrix: 1
    id: T
    feature: 投稿
    language: ja
    traits: []
    states:
      login: {label: ログイン状態, values: {guest: 未ログイン, member: ログイン済み}}
    data:
      photos: {label: 写真の枚数, range: 1..4 枚}
      comment: {label: コメント欄, values: {empty: 未入力, typed: 入力あり}}
    operations:
      submit: 投稿ボタンをタップする
      text_input: {length: 1..140, kinds: [emoji, whitespace]}
      permission_denied:
    rules:
      submit:
        - {when: {login: member, photos: valid, comment: typed}, then: 投稿される}
        - {when: {login: guest}, then: ログイン画面を表示する}
        - {when: {login: member, comment: empty}, then: 投稿される}
        - {when: {login: member, comment: empty, photos: 2}, then: 確認画面を表示する}
      text_input/any: 入力した文字を表示する
      text_input/whitespace: {question: コメント未入力として扱うか？, ask: 企画}
      permission_denied/denied: 案内を表示する
      permission_denied/revoked: 案内を表示する
    """

  private let english = """
    specmatrix: 1
    id: T
    feature: Pay
    traits: []
    states:
      card: {label: Card, values: {good: Valid, expired: Expired, stolen: Reported stolen}}
      gift: {values: [none, wrapped], only_when: {card: good}}
    data:
      amount: {label: Amount, range: 1..10000 EUR}
    operations:
      pay: Tap Pay
      cancel_order: Tap Cancel
      network_error:
    rules:
      pay:
        - {when: {card: good, amount: valid}, then: It is paid}
        - {when: {card: good, amount: invalid}, then: Nothing is paid}
        - {when: {card: good, gift: wrapped}, then: It is wrapped}
      cancel_order:
        amount: {valid: It is cancelled}
      network_error/offline: An error is shown
      network_error/drop: An error is shown
    """

  /// One rule that applies in its condition: “only” would say that there is no other.
  @Test func `what the spec says is a rule with its whole condition`() throws {
    let nearby = try column(.nearestRule, try report(japanese)[.questions])
    #expect(
      nearby.contains(
        "ログイン済みで、写真の枚数が1〜4枚で、コメント欄が「入力あり」の場合：\n投稿される\n"
          + "（submit-member-photos-valid-typed）"
      )
    )
    #expect(nearby.contains("一般に、文字を入力した場合：\n入力した文字を表示する\n（text_input-any）"))
    #expect(nearby.contains("OSの権限が足りない場合（拒否）：\n案内を表示する\n（permission_denied-denied）"))
    let english = try column(.nearestRule, try report(english)[.questions])
    #expect(
      english.contains(
        "If card is “Valid” and amount is 1 to 10,000 EUR:\nIt is paid\n(pay-good-amount-valid)"
      )
    )
    #expect(
      english.contains("On a network error (offline):\nAn error is shown\n(network_error-offline)")
    )
    for said in nearby + english {
      #expect(!said.contains("だけ") && !said.lowercased().contains("only"), "\(said)")
    }
  }

  /// Bounds are numbers that there are, and both sides of a range are told to be answered apart.
  @Test func `a question names numbers that exist and says how to answer in parts`() throws {
    let japanese = try column(.question, try report(japanese)[.questions])
    #expect(
      japanese.contains(
        "写真の枚数が0枚または5枚以上で、コメント欄が「入力あり」で、投稿ボタンをタップした場合は、どうなりますか？\n※ 場合によって異なるときは、1行ずつ「0枚：…」「5枚以上：…」のように書いてください。\n（決定済み：未ログインの場合）"
      ),
      "\(japanese)"
    )
    let english = try column(.question, try report(english)[.questions])
    #expect(
      english.contains(
        "Can amount be outside 1 to 10,000 EUR? If so, what happens on “Tap Cancel”?\nIf the answers differ, write each on a line of its own: “0 EUR: …”, “10,001 EUR or more: …”"
      ),
      "\(english)"
    )
    #expect(
      english.contains {
        $0.contains("write each on a line of its own: “Expired: …”, “Reported stolen: …”\n")
      }
    )
  }

  @Test func `all Japanese questions are asked in one form`() throws {
    let report = try report(japanese)
    for question in try column(.question, report[.questions]) {
      let sentence = question.prefix { $0 != "\n" }
      #expect(sentence.hasSuffix("ますか？") || sentence.hasSuffix("ですか？"), "\(sentence)")
    }
    #expect(try column(.expected, report[.cases]).contains { $0.hasSuffix("コメント未入力として扱いますか？") })
    #expect(try column(.expected, report[.outcomes]).contains { $0.hasSuffix("コメント未入力として扱いますか？") })
  }

  /// A director has never met “limited”.
  @Test func `a question says what the variants that it names mean`() throws {
    let japanese = try column(.question, try report(japanese)[.questions])
    #expect(
      japanese.contains { $0.hasSuffix("\n※ 一部許可：アプリが求めた権限の一部だけが許可された状態（すべての写真ではなく、選択した写真だけなど）") }
    )
    let english = try column(.question, try report(english)[.questions])
    #expect(
      english.contains {
        $0.hasSuffix("\nNote – timeout: the request was sent, but no response arrives")
      }
    )
  }

  @Test func `the signs of the outcomes are explained where they occur`() throws {
    func signs(_ yaml: String) throws -> [String] {
      try #require(try report(yaml)[.outcomes]).head.compactMap { row in
        if case .line(let line) = row { line } else { nil }
      }.filter { $0.hasPrefix("記号") || $0.hasPrefix("Signs") }
    }
    #expect(
      try signs(japanese) == [
        "記号：「?」未決定（右の番号は「仕様の確認」シートの確認ID）"
      ]
    )
    #expect(
      try signs(english) == [
        "Signs: “?” not decided yet; the number of its question follows; “!” the spec says two different things; the number of its question follows; “–” does not apply there"
      ]
    )
    let nothing = """
      specmatrix: 1
      id: T
      feature: F
      traits: []
      states: {card: [good]}
      operations: {pay: Tap Pay}
      rules: {pay: It is paid}
      """
    #expect(try signs(nothing) == [])
  }

  /// What the spec calls an entry of the catalogue says nothing to those who do not write specs.
  @Test func `a question whether something matters names no id`() throws {
    let yaml = english.replacing("traits: []", with: "traits: [writes_network]")
    let questions = try column(.question, try report(yaml)[.questions])
    #expect(
      questions.contains("Should the spec say what happens on a server error?"),
      "\(questions)"
    )
    #expect(!questions.contains { $0.contains("_") })
  }
}
