import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// What nothing reads, and what is taken for granted.
@Suite struct AssumptionTests {
  private static let party = """
    states:
      channel: [sms, mail]
      registered: Registered
    data:
      people: {range: 1..10 people}
      account: {values: {good: , banned: {invalid: true}}}
    operations: {invite: Tap Invite, leave: Tap Leave}
    rules:
    """

  private func questions(_ rules: String, from head: String = party) throws -> [Finding] {
    try analysed(spec(head + "\n" + rules)).analysis.findings.filter { $0.code == .unreadFactor }
  }

  private func assumptions(_ text: String) throws -> [String] {
    let analysed = try analysed(text)
    let wording = Wording(analysed.specification)
    return try analysed.assumptions().map {
      "\(analysed.specification.operationValues[$0.operationValue].id): \(wording.assumption($0))"
    }
  }

  // MARK: Unread factors

  @Test func `factors that nothing reads are one question of a note's weight`() throws {
    let found = try questions("  invite: A\n  leave: {channel: {sms: B, mail: C}}")
    #expect(
      found.map(\.message) == ["Nothing depends on “Registered”. Is that right?"]
    )
    #expect(found.map(\.severity) == [.note])
    let question = try #require(found.first)
    #expect(question.isQuestion)
    #expect(question.id.hasPrefix("Q-"))
    #expect(question.help.joined().contains("`when: {registered: any}`"))
  }

  @Test(arguments: [
    "  leave: A\n  invite: {when: {registered: any, people: any, account: any, channel: any}, then: A}",
    "  leave: A\n  invite: {when: {registered: \"yes\", people: 3.., account: banned, channel: sms}, then: A}",
  ])
  func `any is read, and so is every value that a rule names`(rules: String) throws {
    #expect(try questions(rules).isEmpty)
  }

  @Test func `what is impossible and where something applies reads too`() throws {
    let found = try questions(
      """
      states:
        login: [guest, member]
        plan: {values: [free, premium], only_when: {login: member}}
      data: {size: [small, large], shade: [light, dark], depth: [flat, deep]}
      operations: {look: {label: Look, only_when: {size: small}}}
      impossible: [{when: {shade: dark, login: guest}}]
      rules: {look: A}
      """,
      from: ""
    )
    #expect(found.map(\.message) == ["Nothing depends on Plan, Depth. Is that right?"])
  }

  @Test func `a spec without rules is not asked`() throws {
    #expect(
      try questions("", from: "states: {login: [guest, member]}\noperations: {look: Look}").isEmpty
    )
  }

  @Test func `the question in Japanese`() throws {
    let text = spec(
      """
      language: ja
      states: {login: {label: ログイン状態, values: [guest, member]}, first: 初めての投稿である}
      operations: {look: 見る}
      rules: {look: 一覧を表示する}
      """
    )
    let found = try analysed(text).analysis.findings.map(\.message)
    #expect(
      found
        == ["ログイン状態・「初めての投稿である」によって動作が変わることはありません。これで正しいですか？"]
    )
  }

  // MARK: Answers

  private func answered(_ rules: String, _ answer: String) throws -> (AnsweredText, String) {
    let text = spec(Self.party + "\n" + rules)
    let analysed = try analysed(text)
    let question = try #require(analysed.analysis.findings.first { $0.code == .unreadFactor })
    let given = QuestionAnswer(
      question: question.id,
      text: answer,
      author: "Mika",
      place: "a.csv:B2"
    )
    let result = analysed.answered(
      [given],
      in: text,
      catalogue: .standard,
      settings: Settings(),
      today: testDay
    )
    return (result, text)
  }

  @Test(arguments: [
    (
      "  invite: A\n  leave: {channel: {sms: B, mail: C}}",
      "invite:\n    when: {registered: any, people: any, account: any}\n    then: A\n    source: "
    ),
    (
      "  invite: A\n  leave:\n    - when: {channel: sms}  # text\n      then: B\n    - then: C",
      "when: {channel: sms, registered: any, people: any, account: any}  # text\n      then: B\n      source: "
    ),
    (
      "  invite: A\n  leave: [{id: all, then: B, source: ticket}]",
      "{id: all, when: {channel: any, registered: any, people: any, account: any}, then: B, source: "
    ),
    (
      "  invite: [A, B]\n  leave: {channel: {sms: {then: C, priority: low}, mail: D}}",
      "invite:\n    when: {registered: any, people: any, account: any}\n    then:\n      - A\n      - B\n"
    ),
  ])
  func `yes writes any into a rule and closes the question`(rules: String, written: String) throws {
    for answer in ["Yes", "yes.", "はい", "ok"] {
      let (result, _) = try answered(rules, answer)
      guard case .applied = try #require(result.outcomes.first).state else {
        Issue.record("\(result.outcomes)")
        continue
      }
      #expect(result.text.contains(written), "\(result.text)")
      let after = try analysed(result.text)
      #expect(!after.analysis.findings.contains { $0.code == .unreadFactor })
      let again = after.answered(
        result.outcomes.map(\.answer),
        in: result.text,
        catalogue: .standard,
        settings: Settings(),
        today: testDay
      )
      #expect(again.text == result.text)
      #expect(again.outcomes.map(\.state) == [.known])
    }
  }

  @Test(arguments: ["No", "いいえ", "The list is shown", "Yes, but the account matters"])
  func `any other answer asks for a rule and changes nothing`(answer: String) throws {
    let (result, text) = try answered("  invite: A", answer)
    #expect(result.text == text)
    guard case .refused(let reason) = try #require(result.outcomes.first).state else {
      Issue.record("\(result.outcomes)")
      return
    }
    #expect(reason.english.hasPrefix("write the rule that depends on `channel`, `registered`"))
  }

  @Test func `a rule that precedence names keeps its derived id`() throws {
    let (result, _) = try answered(
      """
        invite:
          - when: {channel: sms}
            then: A
          - then: B
        leave: C
      precedence: [invite-sms, invite]
      """,
      "Yes"
    )
    #expect(result.outcomes.map(\.isSettled) == [true], "\(result.outcomes)")
    let ids = try analysed(result.text).specification.rules.map(\.id)
    #expect(ids.prefix(2) == ["invite-sms", "invite"])
  }

  // MARK: Assumptions

  @Test func `what no deciding rule of an operation reads is assumed of it`() throws {
    let found = try assumptions(
      spec(Self.party + "\n  invite: A\n  leave: {channel: {sms: B, mail: C}}")
    )
    #expect(
      found == [
        "invite: the same whatever Channel; also with People: 0 people or 11 people, Account: Banned",
        "leave: the same with People: 0 people or 11 people, Account: Banned",
      ]
    )
  }

  @Test func `any confirms an assumption, operation by operation`() throws {
    let rules =
      "  invite: {when: {channel: any, people: any}, then: A}\n  leave: {channel: {sms: B, mail: C}}"
    let found = try assumptions(spec(Self.party + "\n" + rules))
    #expect(
      found == [
        "invite: the same with Account: Banned",
        "leave: the same whatever People; also with People: 0 people or 11 people, Account: Banned",
      ]
    )
  }

  @Test func `only what can differ is assumed, and to read a factor is to read where it applies`()
    throws
  {
    let text = spec(
      """
      states:
        login: [guest, member]
        plan: {values: [free, premium], only_when: {login: member}}
      operations:
        buy: {label: Buy, only_when: {login: member}}
        look: Look
        close: Close
      rules:
        buy: {plan: {free: A, premium: B}}
        look: {login: {guest: C, member: {plan: {free: D, premium: E}}}}
        close: F
      """
    )
    #expect(try assumptions(text) == ["close: the same whatever Login, Plan"])
  }

  @Test func `where no rule decides nothing is assumed`() throws {
    let text = spec(
      """
      states: {login: [guest, member]}
      operations: {look: Look, close: Close, leave: Leave}
      rules:
        look: {login: {guest: C, member: D}}
        leave: {question: "What happens?", until: 2030-01-01}
      """
    )
    #expect(try assumptions(text) == ["leave: the same whatever Login"])
  }

  @Test func `variants are judged one by one, and each assumption holds`() throws {
    let text = spec(
      """
      language: ja
      states: {login: {label: ログイン状態, values: [guest, member]}, seen: 既読である}
      data: {count: {label: 枚数, range: 1..4 枚}}
      operations: {fail: {label: 失敗する, variants: {offline: 圏外, timeout: 時間切れ}}}
      rules:
        fail/offline: {login: {guest: A, member: B}}
        fail/timeout: {seen: {"yes": A, "no": B}}
      """
    )
    let found = try assumptions(text)
    #expect(
      found == [
        "fail/offline: 「既読である」によらず同じ（0枚・5枚でも同じ）",
        "fail/timeout: ログイン状態によらず同じ（0枚・5枚でも同じ）",
      ]
    )
  }

  /// What is assumed to make no difference makes none: by brute force over random specs.
  @Test func `an assumed factor changes neither result nor question`() throws {
    var held = 0
    for seed in UInt64(0)..<40 {
      guard let random = try RandomAnalysis(seed: seed) else { continue }
      let analysed = random.analysed
      let regions = analysed.regions
      guard regions.space.isJoined else { continue }
      let rows = random.oracle.combinations.indices.map {
        regions.space.lowered.row(random.combination($0))
      }
      for assumption in try analysed.assumptions() {
        for factor in assumption.factors {
          // Rows that differ in this factor alone have the same deciding rules, where any decides in both.
          var decidedBy: [[Int]: [Int]] = [:]
          for row in rows where row.last == assumption.operationValue {
            let winners = regions.winners(row)
            guard !winners.isEmpty else { continue }
            let notApplicable = regions.space.lowered.notApplicable(factor)
            guard row[factor] != notApplicable else { continue }
            var rest = row
            rest[factor] = -1
            if let before = decidedBy[rest] {
              #expect(before == winners, "seed \(seed)")
              held += 1
            } else {
              decidedBy[rest] = winners
            }
          }
        }
      }
    }
    #expect(held > 100)
  }
}
