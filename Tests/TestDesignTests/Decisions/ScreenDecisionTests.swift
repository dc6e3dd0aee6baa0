import Specification
import Testing

@testable import TestDesign

/// What stands on one screen, and results that speak of more than their rules read.
@Suite struct ScreenDecisionTests {
  private static func screen(_ rules: String, badge: String = "Badge") -> String {
    spec(
      """
      states: {maintenance: Maintenance is on, login: [guest, member]}
      operations:
        show: {label: The screen opens, parts: {search: Search field, notice: Notice, badge: \(badge)}}
      rules:
        show/search: The search field is shown
        show/badge: The badge is shown
      \(rules)
      """
    )
  }

  private func decisions(_ text: String) throws -> [Decision] {
    try analysed(text).analysis.decisions
  }

  @Test func `a shared rule is an exception of a rule of one part`() throws {
    let text = Self.screen(
      """
        show/notice: No notice is shown
        show: [{when: {login: guest}, then: The sign-in button is shown}]
      """
    )
    let analysed = try analysed(text)
    #expect(analysed.analysis.counts.contradictory == "0")
    let table = try analysed.outcomeTable(of: 0)
    let guests = table.cells.filter { $0.outcome == .defined(["The sign-in button is shown"]) }
    #expect(guests.flatMap(\.insteadOf).sorted() == [0, 1, 2])
  }

  @Test func `a part is seen only where its condition holds`() throws {
    let text = Self.screen(
      "  show/notice: No notice is shown",
      badge: "{label: Badge, only_when: {login: member}}"
    )
    #expect(try analysed(text).analysis.counts.combinations == "10")
    #expect(
      try remarks(
        spec("states: {a: {values: {b: {only_when: {c: d}}}}}\noperations: [x]\nrules: {x: A}")
      ).contains { $0.contains("only a part has one") }
    )
  }

  @Test func `what is seen beside a sole result is asked`() throws {
    func beside(_ notice: String) throws -> [Decision] {
      try decisions(
        Self.screen(
          """
            show/notice: [{when: {maintenance: yes}, then: \(notice)}, {when: {maintenance: no}, then: No notice is shown}]
          """
        )
      ).filter { $0.kinds == [.beside] }
    }
    let found = try beside("Just the maintenance notice is shown")
    #expect(found.map(\.beaten) == [[0, 1]])
    #expect(found.map(\.isAsked) == [true])
    // Two other parts for guests and members each.
    #expect(found.map(\.combinations) == ["4"])
    #expect(try beside("The maintenance notice is shown").isEmpty)
  }

  @Test(arguments: [
    ("The book moves to the next shelf", "shelf"), ("The guardian is told", "reader"),
    ("The shelf is dusted", ""), ("“The next shelf” is shown", ""), ("The reader is told", ""),
  ])
  func `a result that speaks of what is not read is listed`(
    result: String,
    factor: String
  ) throws {
    let text = spec(
      """
      states: {shelf: [A, B, E], reader: [child, guardian], late: It is late}
      operations: [send]
      rules: {send: [{when: {late: yes}, then: \(result)}, {when: {late: no}, then: Sent}]}
      """
    )
    let found = try decisions(text).filter { $0.kinds == [.mention] }
    #expect(found.count == (factor.isEmpty ? 0 : 1), "\(found.map(\.sentence))")
    if factor == "shelf" {
      #expect(
        found[0].sentence
          == "If it is late: The book moves to the next shelf – whatever “Shelf” is, “E” too"
      )
    }
  }

  @Test func `the same in Japanese`() throws {
    let text = spec(
      """
      language: ja
      states: {会員: [一般, ゴールド会員], 棚: [A棚, B棚], 夜間: 夜間である}
      operations: [送信]
      rules:
        送信:
          - {when: {夜間: yes}, then: 次の棚に移す}
          - {when: {夜間: no}, then: ゴールド会員を先に案内する}
      """
    )
    let found = try decisions(text).filter { $0.kinds == [.mention] }
    #expect(found.count == 2, "\(found.map(\.sentence))")
  }
}
