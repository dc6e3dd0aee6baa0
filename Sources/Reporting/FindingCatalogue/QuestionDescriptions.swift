import Diagnostics
import TestDesign

extension FindingDescription {
  static let undefinedCombination = FindingDescription(
    code: .undefinedCombination,
    severity: .error,
    headline: "no rule says what happens",
    meaning: "No rule covers some combinations of an operation.",
    reason: "Whoever implements the feature will decide it, alone, on the day it comes up.",
    remarks: [
      """
      One finding is one question: the conditions that matter and none that do not, with the number of combinations it stands for. The \
      questions of an operation are as few as can be and may overlap. Each names the rule that comes nearest, and a YAML stub that would \
      answer it. Its id, such as `Q-7E43C3DD`, is made from its meaning: it stays when lines move, factors change \
      places and labels are reworded. Where several sets of questions are equally small, the order of declaration chooses.
      """,
      """
      Where an operation leaves so much open that its questions cannot all be listed, the check says so, and the numbers of combinations \
      are exact all the same.
      """,
    ],
    remedies: [
      "write the rule, or widen the one that comes nearest",
      "if it cannot happen, write a constraint with its reason",
      "if nobody knows yet, write it down as `undecided` with `ask` and `until`",
    ],
    topics: ["Expectations", "Constraints", "Open questions that you know"],
    failing: """
      states:
        login: [guest, member]
      operations:
        «back»: Tap Back
      expectations:
        - when: {operation: back, login: member}
          then: The list of posts is shown
      """,
    passing: """
      states:
        login: [guest, member]
      operations:
        back: Tap Back
      expectations:
        - when: {operation: back, login: member}
          then: The list of posts is shown
        - when: {operation: back, login: guest}
          then: The sign-in screen opens
      """
  )

  static let contradictoryRules = FindingDescription(
    code: .contradictoryRules,
    severity: .error,
    headline: "two rules say different things",
    meaning:
      "Rules which both apply, and of which none is the exception of the other, say different things.",
    reason: "One of the two will be implemented, and the test of the other will fail.",
    remarks: [
      """
      One finding is one question about a set of rules that win together and do not say the same: which of them is right? Rules that \
      overlap at random make very many such sets. Where one operation would need more than 64 questions for them, the question is asked \
      pair by pair instead: where these two win and disagree, whatever else wins there.
      """,
      """
      Where the rules are so entangled that their contradictions cannot even be counted, the summary says so; in the JSON, `defined` and \
      `contradictory` are then `null`, and the numbers of undefined and undecided combinations stand. Where the \
      constraints entangle too many factors, no combinations are counted and all numbers are `null`; the questions stand.
      """,
    ],
    remedies: [
      "if one is the exception, say so in it, as in `overrides: [sign-in]`",
      "or narrow its condition until it is a proper part of the other's",
      "if both are meant, write them as one rule with two results: `then: [The sign-in screen opens, A dialog asks …]`",
    ],
    topics: ["When several rules apply"],
    failing: """
      states:
        login: [guest, member]
      data:
        text: [empty, written]
      operations:
        back: Tap Back
      expectations:
        - id: leave
          when: {operation: back}
          then: The list of posts is shown
        - id: sign-in
          when: {operation: back, login: guest}
          then: The sign-in screen opens
        - id: «keep-text»
          when: {operation: back, text: written}
          then: A dialog asks whether to keep the text
      """,
    passing: """
      states:
        login: [guest, member]
      data:
        text: [empty, written]
      operations:
        back: Tap Back
      expectations:
        - id: leave
          when: {operation: back}
          then: The list of posts is shown
        - id: sign-in
          when: {operation: back, login: guest}
          then: The sign-in screen opens
        - id: keep-text
          when: {operation: back, text: written}
          overrides: [sign-in]
          then: A dialog asks whether to keep the text
      """
  )

  static let undecidedRule = FindingDescription(
    code: .undecidedRule,
    severity: .error,
    exception: "a warning up to and including its day",
    headline: "a rule's own open question",
    meaning: "A rule which wins somewhere says `undecided`.",
    reason: "An open question should not be forgotten.",
    remarks: [
      "It is a warning up to and including the day `until`, and an error after it, or at once where there is no `until`."
    ],
    remedies: [
      "ask the one named in `ask`, then replace `undecided`, `ask` and `until` with `then`"
    ],
    topics: ["Open questions that you know"],
    failing: """
      operations:
        back: Tap Back
      expectations:
        - when: {operation: back}
          undecided: «Is the text kept?»
          ask: Product team
      """,
    passing: """
      operations:
        back: Tap Back
      expectations:
        - when: {operation: back}
          then: The list of posts is shown and the text is kept
      """
  )

  static let unconsideredOperation = FindingDescription(
    code: .unconsideredOperation,
    severity: .error,
    exception: "a note for what is not of the core",
    headline: "an operation of the catalogue that nobody looked at",
    meaning: """
      The catalogue holds an operation which the spec's `traits` call for, or which concerns any feature, and that the spec neither selects \
      nor dismisses.
      """,
    reason:
      "What specs forget is mostly the same: the network fails, the session ends, the button is tapped twice.",
    remarks: [
      """
      Each of the catalogue's core entries is an error of its own; all others together are one note. A spec without `traits` is only \
      reminded of the core, in a note; `traits: []` calls for nothing.
      """,
      "Writing the reason of a dismissal takes a minute and saves the next reader from wondering.",
    ],
    remedies: [
      "select it under `operations`, and answer the questions that follow",
      "or put it under `dismissed` with the reason for which it does not matter here",
    ],
    topics: ["The catalogue", "Dismissed"],
    failing: """
      states:
        login: [guest, member]
      «operations»:
        send: Tap Send
      expectations:
        - when: {operation: send}
          then: The post is published
      """,
    passing: """
      states:
        login: [guest, member]
      operations:
        send: Tap Send
      dismissed:
        back: the screen opens in a window of its own
      expectations:
        - when: {operation: send}
          then: The post is published
      """
  )
}
