import Diagnostics
import Testing
import Text
import YAMLSyntax

@testable import Reporting
@testable import TestDesign

/// What a tester does in a case, by the words of the spec for it.
@Suite struct StepsTests {
  private struct Case {
    var setup: String
    var steps: String
    var text: String
  }

  /// The first case of each operation by its label as the sheet has it, and all rows.
  private func cases(_ yaml: String) throws -> [String: [Case]] {
    let report = try RecordedReportTests.reportWithOutcomes(
      "specmatrix: 1\nid: T\nfeature: T\n" + yaml
    )
    let table = try #require(report[.cases])
    func text(_ role: ReportColumn.Role, _ row: ReportTable.Row) throws -> String {
      if case .text(let text) = row.cells[try #require(table.index(of: role))].content {
        text
      } else {
        ""
      }
    }
    return try Dictionary(
      grouping: table.rows.map { row in
        (
          try text(.operation, row),
          Case(
            setup: try text(.setup, row),
            steps: try text(.steps, row),
            text: try text(.sample, row)
          )
        )
      },
      by: \.0
    ).mapValues { $0.map(\.1) }
  }

  private let english = """
    start: The cart is open
    traits: [writes_network]
    states:
      card:
        values: {good: , expired: {how: take the card of last year}}
      gift: {how: tick the box, values: [plain, wrapped]}
      member: {how: take the test account}
    data:
      name: {values: {short: {sample: Bo}, long: {sample: "Wilhelmina, the second"}}}
    operations:
      pay: {label: Tap Pay, only_when: {card: good}}
      ask: {label: Ask the bank, how: "Tap Ask.\\nWait."}
      expire: {label: The cart expires, happens: true}
      reset: {label: Reset of the stock, happens: true}
      network_error: {variants: [offline, timeout], during: [pay, ask]}
      stale_item: {variants: [deleted], during: ask}
      server_error: {how: "Say {500}"}
    rules:
      pay: {name: {long: It is cut, short: It is shown}}
      ask: {card: {expired: No, good: {gift: {plain: Yes, wrapped: Maybe}}}}
      expire: {member: {yes: It is kept, no: It is gone}}
      reset: Nothing
      network_error: {card: {expired: Old, good: New}}
      stale_item: Nothing
      server_error: Nothing
    """

  @Test func `English steps`() throws {
    let cases = try cases(english)
    func steps(_ operation: String) -> Set<String> {
      Set(cases[operation, default: []].map(\.steps))
    }
    #expect(steps("Tap Pay") == ["Tap Pay."])
    #expect(steps("Ask the bank") == ["1. Tap Ask.\n2. Wait."])
    #expect(steps("The cart expires") == ["The cart expires."])
    #expect(steps("Reset of the stock") == ["Trigger: Reset of the stock."])
    #expect(
      steps("Network error (offline)") == [
        "Tap Pay while the phone is offline (airplane mode).",
        "1. Tap Ask.\n2. Wait while the phone is offline (airplane mode).",
      ]
    )
    #expect(steps("Item changed elsewhere (deleted)").count <= 1)
    #expect(
      steps("Server error (5xx)") == ["Say {500}."]
        || steps("Server error (5xx)") == ["Say {500} (5xx)"]
    )
  }

  @Test(arguments: [
    ("only_when: {trip: booked}", "only_when: {trip: driving}"), ("note: A", "note: B"),
  ])
  func `each operation during which something happens has a case`(
    first: String,
    second: String
  ) throws {
    let cases = try cases(
      """
      traits: []
      states: {trip: {values: [booked, driving], start: booked}}
      operations:
        unlock: {label: Tap Unlock, \(first)}
        return: {label: Tap Return, \(second)}
        network_error: {variants: [offline], during: [unlock, return]}
      rules:
        unlock: {then: The doors open, becomes: {trip: driving}}
        return: The trip ends
        network_error: “You are offline” is shown
      """
    )
    let steps = cases["Network error (offline)", default: []].map(\.steps)
    #expect(steps.contains { $0.contains("Tap Unlock while") })
    #expect(steps.contains { $0.contains("Tap Return while") } && steps.count == 2)
  }

  @Test func `what is done can be done in the setup`() throws {
    for row in try cases(english).values.joined() where row.setup.contains("Card: Expired") {
      #expect(!row.steps.contains("Tap Pay"), "\(row)")
    }
  }

  @Test func `setups begin with the start and say how`() throws {
    let rows = try cases(english).values.joined()
    #expect(rows.allSatisfy { $0.setup.hasPrefix("Start: The cart is open") })
    #expect(rows.contains { $0.setup.contains("Card: Expired – take the card of last year") })
    #expect(rows.contains { $0.setup.contains("Gift: Wrapped – tick the box") })
  }

  @Test func `texts to paste have a column of their own`() throws {
    let texts = try cases(english)["Tap Pay", default: []].map(\.text)
    #expect(Set(texts).isSubset(of: ["Name: Bo", "Name: Wilhelmina, the second"]))
    #expect(Set(texts).count == 2)
    #expect(try cases(english)["Reset of the stock"]?.map(\.text) == ["Name: Bo"])
  }

  @Test func `Japanese steps`() throws {
    let cases = try cases(
      """
      language: ja
      start: 投稿画面を開いた状態
      traits: [writes_network]
      states: {plan: {label: 会員種別, values: {free: 無料, paid: {label: 有料, how: 有料のアカウントでログインする}}}}
      operations:
        submit: 「投稿」をタップする
        expire: {label: 24時間応答がない, happens: true}
        network_error: {variants: [offline, drop], during: submit}
      rules:
        submit: {plan: {free: 断る, paid: 送る}}
        expire: 閉じる
        network_error: 知らせる
      """
    )
    #expect(cases["「投稿」をタップする"]?.first?.steps == "「投稿」をタップする")
    #expect(cases["24時間応答がない"]?.first?.steps == "24時間応答がない")
    #expect(cases["通信エラー（オフライン）"]?.first?.steps == "オフラインの状態（機内モード）で「投稿」をタップする")
    #expect(cases["通信エラー（通信中の切断）"]?.first?.steps == "1. 「投稿」をタップする\n2. 応答が返る前に機内モードをオンにする")
    let setups = try #require(cases["「投稿」をタップする"]?.map(\.setup))
    #expect(setups.allSatisfy { $0.hasPrefix("開始状態：投稿画面を開いた状態") })
    #expect(setups.contains { $0.contains("会員種別：有料（有料のアカウントでログインする）") })
  }
}
