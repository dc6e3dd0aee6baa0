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
    let result = analysed.answered([given], in: text)
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
      let again = after.answered(result.outcomes.map(\.answer), in: result.text)
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
