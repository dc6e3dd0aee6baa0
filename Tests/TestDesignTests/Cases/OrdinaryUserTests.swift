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
}
