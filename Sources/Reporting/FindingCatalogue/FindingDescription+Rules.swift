import Diagnostics
import TestDesign

extension FindingDescription {
  static let unreachableExpectation = FindingDescription(
    code: .unreachableExpectation,
    severity: .warning,
    headline: "a rule that never decides anything",
    meaning: """
      A rule wins nowhere: either its condition holds for no combination that can occur, or other rules override it wherever it holds. \
      The finding says which, and names the rules.
      """,
    reason: "The author believes that something is decided here, and it is not.",
    remedies: [
      "correct the condition, or the constraint that is too strong",
      "or delete the rule",
    ],
    topics: ["When several rules apply", "Where a factor applies"],
    failing: """
      states:
        login: [guest, member]
        plan:
          values: [free, premium]
          only_when: {login: member}
      operations:
        back: Tap Back
      expectations:
        - id: leave
          when: {operation: back}
          then: The list of posts is shown
        - id: «sign-in»
          when: {operation: back, login: guest, plan: free}
          then: The sign-in screen opens
      """,
    passing: """
      states:
        login: [guest, member]
        plan:
          values: [free, premium]
          only_when: {login: member}
      operations:
        back: Tap Back
      expectations:
        - id: leave
          when: {operation: back}
          then: The list of posts is shown
        - id: sign-in
          when: {operation: back, login: guest}
          then: The sign-in screen opens
      """
  )

  static let catchAllExpectation = FindingDescription(
    code: .catchAllExpectation,
    severity: .warning,
    headline: "a rule without a condition",
    meaning: "A rule has no condition.",
    reason:
      "It covers everything, so that no gap can ever be found again, also none that a later version of the spec opens.",
    remedies: ["name at least the operation: `when: {operation: back}`"],
    topics: ["Expectations"],
    failing: """
      operations:
        back: Tap Back
      expectations:
        - id: «leave»
          then: The list of posts is shown
      """,
    passing: """
      operations:
        back: Tap Back
      expectations:
        - id: leave
          when: {operation: back}
          then: The list of posts is shown
      """
  )

  static let vagueExpectation = FindingDescription(
    code: .vagueExpectation,
    severity: .note,
    headline: "a result that nobody can observe",
    meaning: """
      A result holds words which nobody can observe: “properly”, “as appropriate”, “etc.”, 「正しく表示」, 「適切に」, 「など」. What stands in \
      quotation marks is text of the screen, and may say anything.
      """,
    reason: "A tester cannot tell whether it holds.",
    remedies: [
      "say what is seen: not “the error is handled properly” but “‘You are offline’ is shown and the text stays”"
    ],
    topics: ["Expectations"],
    failing: """
      operations:
        back: Tap Back
      expectations:
        - when: {operation: back}
          then: «The text is kept as appropriate»
      """,
    passing: """
      operations:
        back: Tap Back
      expectations:
        - when: {operation: back}
          then: The text is kept as a draft, and “Saved” is shown
      """
  )
}
