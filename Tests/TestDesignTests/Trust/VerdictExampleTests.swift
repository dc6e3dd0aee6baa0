import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// What is not read, what is no answer, what is one decision, what nobody considered: each with its neighbour that must still pass.
struct VerdictExampleTests {
  // MARK: What is not read

  @Test func `factors that nothing reads are one note`() throws {
    func text(_ rule: String) -> String {
      spec(
        """
        states: {channel: [mail, link], network: [wifi, mobile], role: [owner, guest]}
        operations: {invite: Tap Invite}
        rules: {invite: [\(rule)]}
        """
      )
    }
    let findings = try analysed(text("{then: The invitation is sent}")).analysis.findings
    #expect(findings.map(\.code.rawValue) == ["unread-factor"])
    #expect(findings.map(\.severity) == [.note])
    #expect(
      try codes(text("{when: {channel: any, network: any, role: any}, then: It is sent}")) == []
    )
  }

  @Test func `what an operation assumes is no finding`() throws {
    let text = spec(
      """
      states: {role: [owner, guest]}
      data: {people: {range: 1..10}}
      operations: {invite: Tap Invite, leave: Tap Leave, show: Open}
      rules:
        invite: {role: {owner: It is sent, guest: The button is not shown}}
        leave: The list closes
        show: {people: {1..10: The people are shown, 0: Nobody is shown, 11: Ten are shown}}
      """
    )
    #expect(try codes(text) == [])
  }

  // MARK: A placeholder is no expectation

  private static func then(_ text: String) -> String {
    let quoted = text.replacing("\"", with: "\\\"")
    return spec("operations: {submit: Submit}\nrules: {submit: [{then: \"\(quoted)\"}]}")
  }

  @Test(arguments: [
    "TBD", "TBA", "TBC", "?", "…", "-", "N/A", "none yet", "未定", "検討中", "要確認", "後日", "別途", "同上",
    "対象外",
    "both", "see Figma", "same as above", "as specified", "out of scope", "lorem ipsum",
    "Write the expected result here", "ここに期待結果を書く", "ＴＢＤ", "TBD.", "（未定）", "tbd", "[TBD]", "未定。",
    "??",
    "...", "n/a", "See Figma.",
  ])
  func `a placeholder is no result`(text: String) throws {
    #expect(try codes(Self.then(text)) == ["placeholder-expectation"])
  }

  @Test(arguments: [
    "“TBD” is shown in place of the price", "The date is shown as “-”", "The price is shown as N/A",
    "「未定」と表示される", "「検討中」のラベルが付く", "対象外の商品は一覧に出ない", "Both lists are shown",
    "The same message as above is shown in red", "A question mark (?) appears",
    "後日届くメールに番号が載る", "別途メールが届く", "要確認の印が消える", "Nothing is shown",
    "The text “lorem ipsum” is kept",
  ])
  func `a sentence that contains one is a result`(text: String) throws {
    #expect(try !codes(Self.then(text)).contains("placeholder-expectation"))
  }

  @Test func `one placeholder among several results opens the rule`() throws {
    let list = spec("operations: {submit: Submit}\nrules: {submit: [It is sent, TBD]}")
    #expect(try codes(list) == ["placeholder-expectation"])
    let analysed = try analysed(list)
    #expect(analysed.analysis.counts.defined == "0")
    #expect(
      try codes(spec("operations: {submit: Submit}\nrules: {submit: [It is sent, A mail comes]}"))
        == []
    )
  }

  @Test func `a placeholder with a day is a question that waits`() throws {
    let text = spec(
      "operations: {submit: Submit}\nrules: {submit: [{then: TBD, until: 2999-12-31}]}"
    )
    let findings = try analysed(text).analysis.findings
    #expect(findings.map(\.code.rawValue) == ["undecided-expectation"])
    #expect(findings.map(\.severity) == [.warning])
  }

  // MARK: One decision, one question

  private static func open(_ more: String) -> String {
    spec(
      """
      states: {expired: Expired, revoked: Revoked, used: Used up, full: Full}
      operations: {open: Open the invitation}
      rules:
        open:
          - {id: welcome, then: The list opens}
          - {id: expired, when: {expired: yes}, then: It says that it is too late}
          - {id: revoked, when: {revoked: yes}, then: It says that it was taken back}
          - {id: used, when: {used: yes}, then: It says that it was used}
          - {id: full, when: {full: yes}, then: It says that nobody else can join}
      \(more)
      """
    )
  }

  @Test func `rules that disagree pairwise are one decision`() throws {
    let findings = try analysed(Self.open("")).analysis.openFindings
    #expect(findings.map(\.code.rawValue) == ["contradictory-expectations"])
    #expect(findings.first?.rules.sorted() == [1, 2, 3, 4])
    #expect(try codes(Self.open("precedence: [expired, revoked, used, full]")) == [])
  }

  @Test func `two that disagree under several conditions are one decision`() throws {
    func text(_ more: String) -> String {
      spec(
        """
        states: {plan: [free, plus, extra], late: It is late, first: It is the first time}
        operations: {send: Send}
        rules:
          send:
            - {id: blocked, when: [{plan: free, late: yes}, {plan: plus, first: yes}], then: The gate stays closed}
            - {id: sent, when: {late: [yes, no], first: [yes, no], plan: [free, plus]}, then: It is sent}
            - {id: asks, when: [{late: yes}, {first: yes}], then: A dialog asks}
            - {id: rest, when: {plan: extra, late: no, first: no}, then: It is sent}
        \(more)
        """
      )
    }
    #expect(try codes(text("")) == ["contradictory-expectations"])
    #expect(try codes(text("precedence: [blocked, asks, sent]")) == [])
  }

  @Test func `parts that stand side by side do not disagree`() throws {
    func text(_ operation: String, _ first: String, _ second: String) -> String {
      spec(
        """
        states: {late: It is late, vip: A guest of honour}
        operations: {show: \(operation)}
        rules:
          \(first): [{when: {late: [yes, no]}, then: The hour is shown}]
          \(second): [{when: {vip: [yes, no]}, then: A star is shown}]
        """
      )
    }
    let parted = text("{label: The screen opens, parts: [hour, star]}", "show/hour", "show/star")
    #expect(try codes(parted) == [])
    let together = spec(
      """
      states: {late: It is late, vip: A guest of honour}
      operations: {show: The screen opens}
      rules:
        show:
          - {when: {late: yes}, then: The hour is shown}
          - {when: {vip: yes}, then: A star is shown}
          - {when: {late: no, vip: no}, then: Nothing is shown}
      """
    )
    #expect(try codes(together) == ["contradictory-expectations"])
  }

  @Test func `a question that shares a win is no contradiction`() throws {
    let text = spec(
      """
      states: {late: It is late, vip: A guest of honour}
      operations: {show: The screen opens}
      rules:
        show:
          - {id: hour, when: {late: yes}, question: Which hour?, until: 2999-12-31}
          - {id: star, when: {vip: yes}, then: A star is shown}
          - {id: rest, when: {late: no, vip: no}, then: Nothing is shown}
      """
    )
    #expect(try codes(text) == ["undecided-expectation"])
  }

  // MARK: The nearest rule

  @Test func `the nearest rule says its result and nothing is suggested`() throws {
    let text = spec(
      """
      states: {image: An image is present, sender: [short, very_long]}
      operations: {show: Show}
      rules:
        show:
          - id: sender-very-long
            when: {image: yes, sender: very_long}
            then: The name is cut after two lines
          - {when: {sender: short}, then: The name is shown}
      """
    )
    let finding = try #require(try analysed(text).analysis.findings.first)
    let nearest = try #require(finding.question?.nearestRule)
    #expect(nearest.contains("show-short"))
    #expect(nearest.contains("The name is shown"))
    #expect(!Mirror(reflecting: finding.question as Any).descendantLabels.contains("suggestion"))
  }

  // MARK: What nobody considered

  @Test func `core operations are one error, all others one note`() throws {
    func text(_ operations: String) -> String {
      """
      specmatrix: 1
      id: T
      feature: Test
      traits: [writes_network, has_text_input, has_list, mobile]
      operations: {submit: Submit\(operations)}
      rules: {submit: It is sent}
      """
    }
    let core = 8
    let findings = try analysed(text("")).analysis.findings
    #expect(Set(findings.map(\.code)) == [.unconsideredOperation])
    #expect(findings.map(\.severity) == [.error, .note])
    #expect(findings[0].items.count == core)
    let own = try analysed(text(", retry: {label: Twice, is: double_tap}")).analysis.findings
    #expect(own[0].items.count == core - 1)
  }

  @Test func `without traits there is a warning`() throws {
    func text(_ traits: String) -> String {
      """
      specmatrix: 1
      id: T
      feature: Test
      \(traits)
      operations: {submit: Submit, back: Back}
      rules: {submit: It is sent, back: The list}
      """
    }
    #expect(try analysed(text("")).analysis.findings.map(\.severity) == [.warning])
    #expect(try codes(text("traits: []")) == [])
  }
}

extension Mirror {
  /// The labels of all properties, within optionals too.
  fileprivate var descendantLabels: [String] {
    children.flatMap { child in
      [child.label ?? ""]
        + (displayStyle == .optional ? Mirror(reflecting: child.value).descendantLabels : [])
    }
  }
}
