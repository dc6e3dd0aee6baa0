import Diagnostics
import TestDesign

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
