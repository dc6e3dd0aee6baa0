import Diagnostics
import TestDesign

extension FindingDescription {
  static let unreachableRule = FindingDescription(
    code: .unreachableRule,
    severity: .warning,
    headline: "a rule that never decides anything",
    meaning: """
      A rule decides nothing: either no possible combination meets its condition, or other rules override it everywhere. The finding says \
      which, and names those rules.
      """,
    reason: "The author believes that the rule decides something, and it does not.",
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

  static let catchAllRule = FindingDescription(
    code: .catchAllRule,
    severity: .warning,
    headline: "a rule without a condition",
    meaning: "A rule has no condition.",
    reason:
      "It covers everything, so no gap can ever be found, not even one that a later version of the spec opens.",
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

  static let vagueResult = FindingDescription(
    code: .vagueResult,
    severity: .note,
    headline: "a result that nobody can observe",
    meaning: """
      A result contains words for what nobody can observe: “properly”, “as appropriate”, “etc.”, 「正しく表示」, 「適切に」, 「など」. Text in \
      quotation marks is on-screen text and may say anything.
      """,
    reason: "A tester cannot tell whether it is true.",
    remedies: [
      "describe what is seen: not “the error is handled properly” but “‘You are offline’ is shown and the text stays”"
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

extension FindingDescription {
  static let impossibleValue = FindingDescription(
    code: .impossibleValue,
    severity: .warning,
    headline: "a value that cannot occur",
    meaning: """
      A declared value or operation occurs in no possible combination. The finding names a minimal set of constraints that exclude it; \
      there may be other reasons as well.
      """,
    reason: "No case will ever test it, and rules about it never apply.",
    remedies: [
      "correct a constraint, or remove the value",
      "if a range adds a neighbour that cannot occur, such as −1 photos, list the values instead",
    ],
    topics: ["Constraints", "Ranges"],
    failing: """
      states:
        login: [guest, member]
      data:
        photos: [none, one, «many»]
      operations:
        back: Tap Back
      constraints:
        - exclude: {photos: many}
          because: guests choose at most one photo
      expectations:
        - when: {operation: back}
          then: The list of posts is shown
      """,
    passing: """
      states:
        login: [guest, member]
      data:
        photos: [none, one, many]
      operations:
        back: Tap Back
      constraints:
        - exclude: {login: guest, photos: many}
          because: guests choose at most one photo
      expectations:
        - when: {operation: back}
          then: The list of posts is shown
      """
  )

  static let redundantConstraint = FindingDescription(
    code: .redundantConstraint,
    severity: .warning,
    headline: "a constraint that changes nothing",
    meaning: """
      The other constraints, `only_when` and the limit of one invalid value per combination already imply it; removing it changes nothing.
      """,
    reason: "It is either superfluous or does not say what its author meant.",
    remedies: [
      "delete it or correct it; a common slip is to swap `when` and `require`"
    ],
    topics: ["Constraints"],
    failing: """
      states:
        login: [guest, member]
      data:
        photos: [none, one, many]
      operations:
        back: Tap Back
      constraints:
        - exclude: {login: guest, photos: [one, many]}
          because: guests choose no photos
        - «exclude: {login: guest, photos: many}»
      expectations:
        - when: {operation: back}
          then: The list of posts is shown
      """,
    passing: """
      states:
        login: [guest, member]
      data:
        photos: [none, one, many]
      operations:
        back: Tap Back
      constraints:
        - exclude: {login: guest, photos: [one, many]}
          because: guests choose no photos
      expectations:
        - when: {operation: back}
          then: The list of posts is shown
      """
  )
}
