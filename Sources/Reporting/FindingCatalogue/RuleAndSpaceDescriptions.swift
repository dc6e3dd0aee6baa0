import Diagnostics
import TestDesign

extension FindingDescription {
  static let unreachableRule = FindingDescription(
    code: .unreachableRule,
    severity: .warning,
    headline: "a rule that never decides anything",
    meaning: """
      A rule decides nothing: either no possible combination meets its condition, or other rules win everywhere. The finding says \
      which, and names those rules.
      """,
    reason: "The author believes that the rule decides something, and it does not.",
    remedies: [
      "correct the condition, or the entry of `impossible` that goes too far",
      "or delete the rule",
    ],
    topics: ["When several rules apply", "Where a factor applies"],
    failing: """
      states:
        login: [guest, member]
        plan: {values: [free, premium], only_when: {login: member}}
      operations:
        back: Tap Back
      rules:
        back:
          - then: The list of posts is shown
          - id: free
            when: {plan: free}
            then: The list of posts is shown with an advertisement
          - id: «sign-in»
            when: {login: guest, plan: free}
            then: The sign-in screen opens
      """,
    passing: """
      states:
        login: [guest, member]
        plan: {values: [free, premium], only_when: {login: member}}
      operations:
        back: Tap Back
      rules:
        back:
          - then: The list of posts is shown
          - id: free
            when: {plan: free}
            then: The list of posts is shown with an advertisement
          - id: sign-in
            when: {login: guest}
            then: The sign-in screen opens
      """
  )

  static let noSuchDay = FindingDescription(
    code: .noSuchDay,
    severity: .warning,
    headline: "a day that no calendar has",
    meaning: """
      A label or a result names a day that does not exist: “31 June”, “2027-02-30”, 「9月31日」. Without a year 29 February is a day. Labels \
      of invalid values may name such days.
      """,
    reason: "A tester cannot set it, and whoever implements it picks another.",
    remedies: [
      "write the day that is meant",
      "where the day is meant to be wrong, mark the value `invalid: true`",
    ],
    topics: ["Rules", "Invalid values"],
    failing: """
      operations:
        back: Tap Back
      rules:
        back: «The list of posts until 31 June is shown»
      """,
    passing: """
      operations:
        back: Tap Back
      rules:
        back: The list of posts until 30 June is shown
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
    topics: ["Rules"],
    failing: """
      operations:
        back: Tap Back
      rules:
        back: «The text is kept as appropriate»
      """,
    passing: """
      operations:
        back: Tap Back
      rules:
        back: The text is kept as a draft, and “Saved” is shown
      """
  )
}

extension FindingDescription {
  static let impossibleValue = FindingDescription(
    code: .impossibleValue,
    severity: .warning,
    headline: "a value that cannot occur",
    meaning: """
      A declared value or operation occurs in no possible combination. The finding names a minimal set of entries of `impossible` and \
      `only_when` that exclude it; there may be other reasons as well. A neighbour that a range adds may be excluded without a finding.
      """,
    reason: "No case will ever test it, and rules about it never apply.",
    remedies: ["correct an entry of `impossible`, or remove the value"],
    topics: ["Impossible", "Ranges"],
    failing: """
      states:
        login: [guest, member]
      data:
        photos: [none, one, «many»]
      operations:
        back: Tap Back
      impossible:
        - when: {photos: many}
          because: guests choose at most one photo
      rules:
        back:
          login:
            guest: The start screen is shown
            member: The list of posts is shown
      """,
    passing: """
      states:
        login: [guest, member]
      data:
        photos: [none, one, many]
      operations:
        back: Tap Back
      impossible:
        - when: {login: guest, photos: many}
          because: guests choose at most one photo
      rules:
        back:
          login:
            guest: The start screen is shown
            member: The list of posts is shown
      """
  )

  static let unreadFactor = FindingDescription(
    code: .unreadFactor,
    severity: .note,
    headline: "states and data on which nothing depends",
    meaning: """
      No rule, no entry of `impossible` and no `only_when` names these factors. All of them are one question, asked of whoever owns the \
      spec: “Nothing depends on Network. Is that right?”
      """,
    reason:
      "A factor that somebody declared and nobody uses is mostly a rule that somebody forgot.",
    remarks: [
      """
      The answer Yes (はい) in the workbook writes `any` of each of them into a rule: looked at, makes no difference. A spec without rules is \
      not asked yet.
      """
    ],
    remedies: [
      "write the rule that depends on it",
      "if nothing does, say so in a rule: `when: {photos: any}`",
      "or delete the factor, if no case needs it either",
    ],
    topics: ["Valid unless you say so"],
    failing: """
      data:
        «photos»: [none, one, many]
      operations:
        back: Tap Back
      rules:
        back: The list of posts is shown
      """,
    passing: """
      data:
        photos: [none, one, many]
      operations:
        back: Tap Back
      rules:
        back:
          when: {photos: any}
          then: The list of posts is shown
      """
  )

  static let redundantConstraint = FindingDescription(
    code: .redundantConstraint,
    severity: .warning,
    headline: "an entry of `impossible` that changes nothing",
    meaning: """
      The other entries, `only_when` and the limit of one invalid value per combination already imply it; removing it changes nothing.
      """,
    reason: "It is either superfluous or does not say what its author meant.",
    remedies: ["delete it or correct it"],
    topics: ["Impossible"],
    failing: """
      states:
        login: [guest, member]
      data:
        photos: [none, one, many]
      operations:
        back: Tap Back
      impossible:
        - when: {login: guest, photos: [one, many]}
          because: guests choose no photos
        - «when: {login: guest, photos: many}»
      rules:
        back: The list of posts is shown
      """,
    passing: """
      states:
        login: [guest, member]
      data:
        photos: [none, one, many]
      operations:
        back: Tap Back
      impossible:
        - when: {login: guest, photos: [one, many]}
          because: guests choose no photos
      rules:
        back: The list of posts is shown
      """
  )

  static let unreadCombination = FindingDescription(
    code: .unreadCombination,
    severity: .warning,
    headline: "an entry of `cases` that asks for nothing",
    meaning: """
      `every` asks for combinations of factors in cases of an operation that reads all of them, and no operation does: no rule that decides \
      anything on it names them.
      """,
    reason:
      "Whoever wrote the entry wanted these cases, and at depth `relevant` they are not in the suite.",
    remedies: [
      "write the rule that depends on these factors",
      "or delete the entry; `--depth all` has every pair anyway",
    ],
    topics: ["Cases"],
    failing: """
      states:
        login: [guest, member]
      data:
        photos: [none, one, many]
      operations:
        back: Tap Back
        post: Tap Post
      rules:
        back:
          login:
            guest: The start screen is shown
            member: The list of posts is shown
        post:
          photos:
            none: “Choose a photo” is shown
            one, many: The post is in the list
      cases:
        - «every: [login, photos, operation]»
      """,
    passing: """
      states:
        login: [guest, member]
      data:
        photos: [none, one, many]
      operations:
        back: Tap Back
        post: Tap Post
      rules:
        back:
          login:
            guest: The start screen is shown
            member: The list of posts is shown
        post:
          login:
            guest: The sign-in screen opens
            member:
              photos:
                none: “Choose a photo” is shown
                one, many: The post is in the list
      cases:
        - every: [login, photos, operation]
      """
  )
}
