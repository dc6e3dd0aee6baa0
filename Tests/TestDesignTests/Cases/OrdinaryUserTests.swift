import Specification
import Testing

@testable import TestDesign

/// The user of the ordinary setup, where nobody wrote a `usual`.
struct OrdinaryUserTests {
  @Test(arguments: [
    ("A link is created", "“Only editors can share” is shown"),
    ("A link is created", "“Pick a title” is shown, nothing else"),
    ("“The link is copied” is shown", "“Only editors can share” is shown"),
    ("“The link is copied” is shown", "Sharing is refused"),
    ("リンクができる", "「編集者のみ共有できます」と表示される"),
    ("「コピーしました」と表示される", "「編集者のみ共有できます」と表示される"),
  ])
  func `the ordinary user is not turned down`(success: String, refusal: String) throws {
    let analysed = try analysed(
      spec(
        """
        states: {role: [member, editor], suspended: The account is suspended}
        operations: {share: Tap Share}
        rules:
          share:
            - {when: {role: member}, then: '\(refusal)'}
            - {when: {role: editor}, then: '\(success)'}
            - {id: blocked, when: {suspended: yes}, then: “Your account is suspended” is shown}
        precedence: [blocked, share-member, share-editor]
        """
      )
    )
    #expect(analysed.specification.factors[0].usual == 1)
    let first = try #require(try analysed.cases(earlier: nil).cases.first)
    #expect(first.expected == [success] && first.combination.values[0] == 1)
  }

  @Test func `what is no role keeps its first value`() throws {
    let analysed = try analysed(
      spec(
        """
        data: {draft: [none, filled]}
        operations: {open: Tap Write}
        rules: {open: {draft: {none: “Write something” is shown, filled: The draft opens}}}
        """
      )
    )
    #expect(analysed.specification.factors[0].usual == 0)
  }

  @Test func `the ordinary user is not the one of a single operation`() throws {
    let analysed = try analysed(
      spec(
        """
        states:
          role: [patient, pharmacist]
          own: The prescription is the user's own
        operations:
          send: Tap Send
          show: Open the list
          check: {label: Tap Check, only_when: {role: pharmacist, own: no}}
        rules: {send: It is sent, show: The list is shown, check: It is checked}
        """
      )
    )
    #expect(analysed.specification.factors.map(\.usual) == [0, 1])
  }

  @Test func `the ordinary user stays where only another one can do something without a statement`()
    throws
  {
    let analysed = try analysed(
      spec(
        """
        states: {role: [employee, accounting], own: The claim is the user's own}
        operations:
          send: {label: Tap Send, only_when: {role: employee, own: yes}}
          edit: {label: Tap Edit, only_when: {role: employee, own: yes}}
          pay: {label: Tap Pay, only_when: {role: accounting, own: no}}
        rules: {send: It is sent, edit: It can be changed, pay: It is paid}
        """
      )
    )
    #expect(analysed.specification.factors.map(\.usual) == [0, 1])
  }

  @Test func `who can do most is the ordinary user`() throws {
    let analysed = try analysed(
      spec(
        """
        states: {role: [guest, member]}
        operations:
          read: Tap Read
          write: {label: Tap Write, only_when: {role: member}}
          like: {label: Tap Like, only_when: {role: member}}
        rules: {read: It opens, write: It is sent, like: It is liked}
        """
      )
    )
    #expect(analysed.specification.factors[0].usual == 1)
  }

  @Test(arguments: [
    (
      "verified: The account is verified", "“Verify first” is shown",
      "A link is created"
    ),
    ("verified: 本人確認が済んでいる", "「本人確認をしてください」と表示される", "リンクができる"),
    (
      "verified: The account is verified", "It is refused",
      "“The link is copied” is shown"
    ),
  ])
  func `a failure happens during what is not refused`(
    states: String,
    refusal: String,
    success: String
  ) throws {
    for kind in ["states", "data"] {
      let analysed = try analysed(
        spec(
          """
          \(kind): {\(states)}
          operations: {share: Tap Share, network_error: {variants: [offline], during: [share]}}
          rules:
            share: {verified: {no: '\(refusal)', yes: '\(success)'}}
            network_error: “Could not create the link” is shown
          """
        )
      )
      let failures = try analysed.cases(earlier: nil).cases.filter { $0.kind == .failure }
      #expect(failures.map(\.combination.values) == [[0]])
    }
  }
}
