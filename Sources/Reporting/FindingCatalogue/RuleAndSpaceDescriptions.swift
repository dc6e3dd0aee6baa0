import Diagnostics
import TestDesign

extension FindingDescription {
  static let unreachableRule = FindingDescription(
    code: .unreachableRule,
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

  static let catchAllRule = FindingDescription(
    code: .catchAllRule,
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

  static let vagueResult = FindingDescription(
    code: .vagueResult,
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

extension FindingDescription {
  static let impossibleValue = FindingDescription(
    code: .impossibleValue,
    severity: .warning,
    headline: "a value that cannot occur",
    meaning: """
      No combination holds a value, or an operation, that the spec declares. The finding names a minimal set of constraints that exclude \
      it: none of them can be spared from the reason, though another reason may exclude the value too.
      """,
    reason: "No case will ever test it, and rules about it are dead.",
    remedies: [
      "correct a constraint, or do not declare the value",
      "where a range brings a neighbour that cannot occur, such as −1 photos, list the values instead",
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
      The other constraints, `only_when` and the rule of at most one invalid value already imply it: the space is the same without it.
      """,
    reason: "It is either superfluous, or does not say what its author meant.",
    remedies: [
      "delete it, or correct it; a typical slip is `when` and `require` the wrong way round"
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
