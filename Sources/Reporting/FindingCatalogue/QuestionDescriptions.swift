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
      comes nearest, and a YAML stub that would answer it. A question's id, such as `Q-7E43C3DD`, is derived from its meaning: it survives \
      moved lines, reordered factors and reworded labels. If several sets of questions are equally small, declaration order decides.
      """,
      """
      An operation gets as few questions as possible, and no combination is asked about twice: different answers to different questions \
      never contradict each other. Where that would take one question more, the later one says what it leaves to an earlier one: “…, except \
      if transfer is expired (Q-3F9A2C7D)”; its stub leaves that out too, and the JSON has it as `except`.
      """,
      """
      If an operation leaves too much open to list every question, the check says so; the numbers of combinations are still exact.
      """,
    ],
    remedies: [
      "write the rule, or widen the one that comes nearest",
      "if it cannot happen, add it to `impossible` with the reason",
      "if nobody knows yet, write a rule with `question`, `ask` and `until`",
    ],
    topics: ["Rules", "Impossible", "Open questions that you know"],
    failing: """
      states:
        login: [guest, member]
      operations:
        «back»: Tap Back
      rules:
        back:
          login:
            member: The list of posts is shown
      """,
    passing: """
      states:
        login: [guest, member]
      operations:
        back: Tap Back
      rules:
        back:
          login:
            member: The list of posts is shown
            guest: The sign-in screen opens
      """
  )

  static let contradictoryRules = FindingDescription(
    code: .contradictoryRules,
    severity: .error,
    headline: "rules say different things",
    meaning: """
      Rules that apply to the same combination say different things; none is an exception to another, and `precedence` ranks none first.
      """,
    reason: "One will be implemented, and the tests for the other will fail.",
    remarks: [
      """
      Rules that disagree, directly or through others, are one decision and one finding, over all operations: which of them comes first, or \
      do they happen together? One list of `precedence` settles it. The finding shows the first 6 pairs of rules that disagree, each with its \
      conditions and one combination as an example; the JSON lists all (`pairs`), up to 150 for an operation. Its id is derived from the rules alone.
      """,
      """
      If the rules are too entangled to count their contradictions, the summary says so. `defined` and `contradictory` are then `null` in \
      the JSON; the numbers of undefined and undecided combinations are still exact. If `impossible` entangles too many factors, \
      no combinations are counted and all numbers are `null`; the questions are still asked.
      """,
    ],
    remedies: [
      "if one comes first, name it first in `precedence`, such as `precedence: [keep-text, back-guest]`",
      "or narrow its condition until it covers only a part of what the other covers",
      "if both happen, write one rule for these combinations with both results, each on a line of its own",
      "if they only stand side by side on a screen, give the operation `parts`: rules of different parts never disagree",
    ],
    topics: ["When several rules apply"],
    failing: """
      states:
        login: [guest, member]
      data:
        text: [empty, written]
      operations:
        back: Tap Back
      rules:
        back:
          - then: The list of posts is shown
          - when: {login: guest}
            then: The sign-in screen opens
          - id: «keep-text»
            when: {text: written}
            then: A dialog asks whether to keep the text
      """,
    passing: """
      states:
        login: [guest, member]
      data:
        text: [empty, written]
      operations:
        back: Tap Back
      rules:
        back:
          - then: The list of posts is shown
          - when: {login: guest}
            then: The sign-in screen opens
          - id: keep-text
            when: {text: written}
            then: A dialog asks whether to keep the text
      precedence: [keep-text, back-guest]
      """
  )

  static let undecidedRule = FindingDescription(
    code: .undecidedRule,
    severity: .error,
    exception: "a warning until its day has passed",
    headline: "a rule that asks a question",
    meaning: "A rule that decides some combination asks a `question` instead of giving a result.",
    reason: "Open questions get forgotten.",
    remarks: [
      "It is a warning through the day given in `until`, and an error afterwards, or at once without `until`.",
      """
      Where other rules win together with it, the question asks too which of them comes first. Of two such questions the one written behind \
      the other asks.
      """,
    ],
    remedies: [
      "ask whoever `ask` names, then write the answer as `then` in place of `question`, `options`, `ask` and `until`"
    ],
    topics: ["Open questions that you know"],
    failing: """
      operations:
        back: Tap Back
      rules:
        back:
          question: «Is the text kept?»
          options: [It is kept as a draft, It is thrown away]
          ask: Product team
      """,
    passing: """
      operations:
        back: Tap Back
      rules:
        back: The list of posts is shown and the text is kept as a draft
      """
  )

  static let placeholderResult = FindingDescription(
    code: .placeholderResult,
    severity: .error,
    headline: "a result that is still to be written",
    meaning: """
      A rule that decides some combination has a placeholder where a result belongs: `TBD`, `?`, `N/A`, `same as above`, `see Figma`, \
      `未定`, `対象外`, `同上`, or the text of a stub. One in a list of results is enough.
      """,
    reason: "Nobody can test it, and it looks as if somebody had decided.",
    remarks: [
      """
      Only a whole text is a placeholder, in any case and width, with or without brackets and full stop; a sentence that contains such a \
      word is a result. If a screen shows exactly such a word, put quotation marks around it: `“N/A” is displayed`.
      """,
      """
      With `until` it is an open question: an `undecided-expectation`, which is a warning through that day. Beside any other `then`, `until` \
      is a mistake.
      """,
    ],
    remedies: [
      "write what is observed",
      "if nobody knows yet, write `question` instead of `then`, with `ask` and `until`, or add `until` alone",
      "for `same as above` and the like, write out the result: each case is read by itself",
      "for `N/A`, `out of scope` and the like, delete the rule: what cannot happen is `impossible`, an operation left out on purpose is `dismissed`",
    ],
    topics: ["Open questions that you know", "Impossible", "Dismissed"],
    failing: """
      operations:
        back: Tap Back
      rules:
        back: «TBD»
      """,
    passing: """
      operations:
        back: Tap Back
      rules:
        back: The list of posts is shown
      """
  )

  static let openQuestion = FindingDescription(
    code: .openQuestion,
    severity: .error,
    exception: "a warning until its day has passed",
    headline: "something the team asks itself",
    meaning:
      "An entry of `questions` is still there: a question about the feature that belongs to no combination.",
    reason: "Open questions get forgotten.",
    remarks: [
      "It is a warning through the day given in `until`, and an error afterwards, or at once without `until`."
    ],
    remedies: [
      "ask whoever `ask` names, write what follows from the answer where it belongs (a rule, a value, a `note`), and the answer as `then`, or delete the entry"
    ],
    topics: ["Open questions that you know"],
    failing: """
      operations:
        back: Tap Back
      rules:
        back: The list of posts is shown and the text is kept as a draft
      questions:
        - question: «How long is a draft kept?»
          options: [For 30 days, Until it is posted]
          ask: Product team
      """,
    passing: """
      operations:
        back: Tap Back
      rules:
        back: The list of posts is shown, and the draft is kept for 30 days
      """
  )

  static let unconsideredOperation = FindingDescription(
    code: .unconsideredOperation,
    severity: .error,
    exception: "milder outside the core and without `traits`",
    headline: "a catalogue entry nobody considered",
    meaning: """
      The catalogue has an entry that the spec's `traits` call for, or that concerns every feature: an operation that the spec neither \
      selects nor dismisses, or a prompt for a state or data that it neither declares nor dismisses.
      """,
    reason:
      "Specs tend to forget the same things: the network fails, the session ends, the button is tapped twice.",
    remarks: [
      """
      Each core operation is a question of its own, in the workbook too: “Select” (with what happens then, if it is known), “Dismiss: why” \
      or “Decide later”. All other entries share one note and one row. A spec without `traits` is asked nothing and gets a warning; \
      `traits: []` calls for nothing.
      """,
      "Giving a reason for a dismissal takes a minute and answers the next reader's question.",
    ],
    remedies: [
      "select it under `operations`, and answer the questions that follow",
      "or list it under `dismissed`, with the reason why it does not matter here",
      "or, if an operation of the spec is such a thing under another name, say so: `is: double_tap`",
      "or put it off: an entry of `questions` with `operation` and `until`",
      "without `traits`: name what the feature does",
    ],
    topics: ["The catalogue", "Dismissed"],
    failing: """
      traits: [localized]
      «operations»:
        send: Tap Send
      dismissed:
        locale: every text exists in both languages
      rules:
        send: The post is published
      """,
    passing: """
      traits: [localized]
      operations:
        send: Tap Send
      dismissed:
        locale: every text exists in both languages
        back: the screen opens in a window of its own
      rules:
        send: The post is published
      """
  )
}
