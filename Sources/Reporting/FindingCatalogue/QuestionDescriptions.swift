import Diagnostics
import TestDesign

extension FindingDescription {
  static let undefinedCombination = FindingDescription(
    code: .undefinedCombination,
    severity: .error,
    headline: "no rule says what happens",
    meaning: "For some combinations of an operation, no rule applies.",
    reason: "Otherwise whoever implements the feature decides it alone, on the day it comes up.",
    remarks: [
      """
      Each finding is one question. It names only the conditions that matter, with the number of combinations it stands for, the rule that \
      comes nearest, and a YAML stub that would answer it. An operation gets as few questions as possible; they may overlap. A question's \
      id, such as `Q-7E43C3DD`, is derived from its meaning: it survives moved lines, reordered factors and reworded labels. If several \
      sets of questions are equally small, declaration order decides.
      """,
      """
      If an operation leaves too much open to list every question, the check says so; the numbers of combinations are still exact.
      """,
    ],
    remedies: [
      "write the rule, or widen the one that comes nearest",
      "if it cannot happen, add a constraint with the reason",
      "if nobody knows yet, add an `undecided` rule with `ask` and `until`",
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
      "Rules that apply to the same combination say different things, and none is an exception to another.",
    reason: "One will be implemented, and the tests for the other will fail.",
    remarks: [
      """
      Each finding asks, about a set of rules that win together and disagree: which one is right? Rules that overlap at random form very \
      many such sets. If an operation would need more than 64 questions, it asks pair by pair instead: where these two win and disagree, \
      whatever else wins there.
      """,
      """
      If the rules are too entangled to count their contradictions, the summary says so. `defined` and `contradictory` are then `null` in \
      the JSON; the numbers of undefined and undecided combinations are still exact. If the constraints entangle too many factors, \
      no combinations are counted and all numbers are `null`; the questions are still asked.
      """,
    ],
    remedies: [
      "if one is an exception to the other, add `overrides` to it, such as `overrides: [sign-in]`",
      "or narrow its condition until it covers a proper subset of the other's",
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
    exception: "a warning until its day has passed",
    headline: "a rule that asks a question",
    meaning: "A rule that decides some combination says `undecided`.",
    reason: "Open questions get forgotten.",
    remarks: [
      "It is a warning through the day given in `until`, and an error afterwards, or at once without `until`."
    ],
    remedies: [
      "ask whoever `ask` names, then replace `undecided`, `ask` and `until` with `then`"
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
    exception: "a note outside the core",
    headline: "a catalogue operation nobody considered",
    meaning: """
      The catalogue has an operation that the spec's `traits` call for, or that concerns every feature, and the spec neither selects nor \
      dismisses it.
      """,
    reason:
      "Specs tend to forget the same things: the network fails, the session ends, the button is tapped twice.",
    remarks: [
      """
      Each core entry is an error of its own; all others share one note. A spec without `traits` only gets a note about the core; \
      `traits: []` calls for nothing.
      """,
      "Giving a reason for a dismissal takes a minute and answers the next reader's question.",
    ],
    remedies: [
      "select it under `operations`, and answer the questions that follow",
      "or list it under `dismissed`, with the reason why it does not matter here",
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
