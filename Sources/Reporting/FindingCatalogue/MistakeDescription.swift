package import Diagnostics

/// What a group of mistakes means: why a spec could not be analysed, or only in part.
///
/// Mistakes are not findings: their messages say what was expected and what to write, so a group needs few words.
package struct MistakeDescription: Sendable {
  /// A phrase: "a condition is unreadable, empty or circular".
  package var headline: String
  package var severity = Severity.error
  package var meaning: String
  package var remedies: [String]
  /// The codes of the group with a phrase each.
  package var codes: [Code]

  /// A mistake's stable name and what it says in short.
  package struct Code: Hashable, Sendable {
    package var name: String
    package var headline: String

    init(_ name: String, _ headline: String) {
      self.name = name
      self.headline = headline
    }
  }

  /// All groups, in the order of the stages that find them.
  package static let all = [
    file, text, structure, oldLanguage, names, conditions, space, doubts, remarks,
  ]

  /// The group of a code and the code in it; `nil` where no mistake is called so.
  package static func of(_ name: String) -> (group: MistakeDescription, code: Code)? {
    for group in all {
      if let code = group.codes.first(where: { $0.name == name }) { return (group, code) }
    }
    return nil
  }

  private static let file = MistakeDescription(
    headline: "a file cannot be read, or a limit is exceeded",
    meaning: """
      A path leads to nothing readable, or the analysis would exceed a limit.
      """,
    remedies: ["correct the path", "save the file as UTF-8", "split a feature that is too large"],
    codes: [
      Code("unreadable-path", "no spec at this path"),
      Code("unreadable-file", "the system refuses to read the file"),
      Code("not-utf8", "the file is not UTF-8"),
      Code("too-large", "the file is too large"),
      Code("limit-exceeded", "the exact analysis would exceed a limit"),
    ]
  )

  private static let text = MistakeDescription(
    headline: "the file is not unambiguous YAML",
    meaning: """
      This is not valid YAML 1.2, or different programs read it differently.
      """,
    remedies: ["make the change that the message suggests at the marked place"],
    codes: [
      Code("yaml-syntax", "the text is not YAML"),
      Code("tab", "a tab indents a line"),
      Code("forbidden-character", "a character that YAML does not allow"),
      Code("empty-document", "the file has no content"),
      Code("multiple-documents", "more than one YAML document in a file"),
      Code("duplicate-key", "a key appears twice in a mapping"),
      Code("non-scalar-key", "a key is a list or a mapping"),
      Code("merge-key", "`<<` of YAML 1.1"),
      Code("unknown-tag", "an unsupported YAML tag"),
      Code("invalid-scalar", "a value that does not match its tag"),
      Code("unknown-alias", "an alias without an anchor"),
      Code("recursive-alias", "an alias that contains itself"),
      Code("alias-expansion", "aliases that expand to too much"),
      Code("too-deep", "lists and mappings nested too deeply"),
      Code("too-many-errors", "the rest of the file is not read"),
    ]
  )

  private static let oldLanguage = MistakeDescription(
    headline: "a word of the language from before its first release",
    meaning: """
      The spec is written in the language from before the first release. Only its first old word is reported, with the new form of \
      that place.
      """,
    remedies: [
      "`expectations: [{when: {operation: submit, …}}]` is `rules: {submit: …}`",
      "`undecided` is `question`; `overrides` is `precedence` at the root",
      "`constraints: [{exclude: …}]` is `impossible: [{when: …}]`; so is `when` with `require`, with the opposite of what is required",
      "`{not: a}` is `not a`, `{only: valid}` is `valid`, `{from: 2, to: 5}` is `2..5`",
      "`flag` is a text, the statement that is true or not; `text: {length: 1..9}` is `length: 1..9`",
      "`range: {from: 1, to: 4, unit: EUR}` is `range: 1..4 EUR`",
      "`coverage` is `cases`; `links` is `source`; `weight`, `step` and `pick` are gone",
    ],
    codes: [Code("old-language", "a word of the language from before its first release")]
  )

  private static let structure = MistakeDescription(
    headline: "a section does not have the expected structure",
    meaning: "The language has no such key, or no value of this kind, at this place.",
    remedies: [
      "use the key or form that the message names; the language page shows every section"
    ],
    codes: [
      Code("unsupported-version", "`specmatrix:` names an unknown version"),
      Code("unknown-key", "a key unknown at this place"),
      Code("missing-key", "a required key is missing"),
      Code("conflicting-keys", "keys that exclude each other"),
      Code("wrong-type", "a value of the wrong kind, such as text instead of a list"),
      Code("invalid-value", "a value not allowed here"),
      Code("invalid-day", "a date that does not exist"),
      Code("invalid-range", "a range with an unusable end"),
      Code("backwards-range", "a range that ends before it begins"),
      Code("empty-text", "an empty text"),
      Code("empty-list", "an empty list"),
      Code("too-many", "too many values, factors or rules"),
    ]
  )

  private static let names = MistakeDescription(
    headline: "a name is not declared, or declared twice",
    meaning: """
      Rules and `impossible` speak of factors, values and operations by the names that the spec gives them.
      """,
    remedies: ["declare the name, or write the one that the message suggests"],
    codes: [
      Code("invalid-id", "an id with characters that ids cannot have"),
      Code("duplicate-name", "the same name used twice"),
      Code("duplicate-spec-id", "an id that another spec of the project has too"),
      Code("reserved-name", "a reserved name"),
      Code("unknown-factor", "a factor that is not declared"),
      Code("unknown-value", "a value that the factor does not have"),
      Code("unknown-operation", "an operation that is neither declared nor in the catalogue"),
      Code("unknown-expectation", "`precedence` names no rule"),
      Code("unknown-trait", "a trait unknown to the catalogue"),
      Code("circular-is", "entries whose `is` leads back to themselves"),
      Code(
        "selected-and-dismissed",
        "an operation both selected and dismissed, or settled and still put off"
      ),
    ]
  )

  private static let conditions = MistakeDescription(
    headline: "a condition is unreadable, empty or circular",
    meaning: """
      A condition is written in a form that the language does not have, no value meets it, or it depends on itself.
      """,
    remedies: [
      "write it in the form that the message shows",
      "name values that exist, or leave the condition out",
    ],
    codes: [
      Code("unreadable-condition", "a condition in a form that the language does not have"),
      Code("empty-condition", "an empty condition"),
      Code("selects-nothing", "a condition that no value meets"),
      Code("circular-only-when", "`only_when` conditions that depend on each other"),
    ]
  )

  private static let space = MistakeDescription(
    headline: "what is impossible and what comes first leave nothing to analyse",
    meaning: """
      These mistakes only show when all statements are taken together; the message names those that conflict.
      """,
    remedies: ["relax one of the statements that the message names"],
    codes: [
      Code("no-combination", "`impossible` leaves no combination"),
      Code("impossible-include", "a case under `cases` that cannot happen"),
      Code("circular-precedence", "`precedence` lists that form a circle"),
    ]
  )

  private static let doubts = MistakeDescription(
    headline: "a text that was probably meant otherwise",
    severity: .warning,
    meaning:
      "The spec is read and analysed as it stands, but a comma within brackets may have cut a sentence in two.",
    remedies: [
      "write each result on a line of its own, behind `- `",
      "or begin the second text with a capital letter, if there are two",
    ],
    codes: [
      Code("probably-one-sentence", "an item of a list in brackets that begins in lower case")
    ]
  )

  private static let remarks = MistakeDescription(
    headline: "remarks",
    severity: .note,
    meaning: "The results hold; there is something to know about the list of findings.",
    remedies: [
      "answer some questions and check again", "rewrite the baseline with `--write-baseline`",
    ],
    codes: [
      Code("incomplete-list", "not all questions are listed; the numbers are exact"),
      Code("baseline-entry-gone", "a baseline entry that no longer occurs"),
    ]
  )
}
