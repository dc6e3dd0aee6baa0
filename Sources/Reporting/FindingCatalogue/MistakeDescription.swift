package import Diagnostics

/// What a group of mistakes means: why a spec has no answer, or has not all of it.
///
/// Mistakes are no findings: their messages say what was expected and what to write, so that a group needs few words.
package struct MistakeDescription: Sendable {
  /// A phrase: "the text is no YAML document".
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
  package static let all = [file, text, structure, names, conditions, space, remarks]

  /// The group of a code and the code in it; `nil` where no mistake is called so.
  package static func of(_ name: String) -> (group: MistakeDescription, code: Code)? {
    for group in all {
      if let code = group.codes.first(where: { $0.name == name }) { return (group, code) }
    }
    return nil
  }

  private static let file = MistakeDescription(
    headline: "there is no file to read, or no answer within the limits",
    meaning: """
      A path leads to nothing that can be read, or the answer would take more than the program allows itself.
      """,
    remedies: ["correct the path", "save the file as UTF-8", "split a feature that is too large"],
    codes: [
      Code("unreadable-path", "a path leads to no spec"),
      Code("unreadable-file", "the system refuses to read the file"),
      Code("not-utf8", "the file is no text in UTF-8"),
      Code("too-large", "the file is larger than a spec may be"),
      Code("limit-exceeded", "the exact answer would take too much"),
    ]
  )

  private static let text = MistakeDescription(
    headline: "the text is no YAML document that can be taken at its word",
    meaning: """
      YAML 1.2 cannot be read there, or what stands there is read differently by different programs.
      """,
    remedies: ["write what the message says at the place that it marks"],
    codes: [
      Code("yaml-syntax", "the text is not YAML"),
      Code("tab", "a tab indents a line"),
      Code("forbidden-character", "a character that YAML does not allow"),
      Code("empty-document", "the file has no content"),
      Code("multiple-documents", "a file holds one spec"),
      Code("duplicate-key", "a key stands twice in a mapping"),
      Code("non-scalar-key", "a key is a list or a mapping"),
      Code("merge-key", "`<<` of YAML 1.1"),
      Code("unknown-tag", "a tag that means nothing in a spec"),
      Code("invalid-scalar", "a value is not what its tag says"),
      Code("unknown-alias", "an alias without its anchor"),
      Code("recursive-alias", "an alias inside what it stands for"),
      Code("alias-expansion", "aliases that unfold to too much"),
      Code("too-deep", "lists and mappings too deep in each other"),
      Code("too-many-errors", "the rest of the file is not read"),
    ]
  )

  private static let structure = MistakeDescription(
    headline: "a section is not built as the language says",
    meaning: "A key, or the kind of a value, is not one that the language has at this place.",
    remedies: [
      "take the key or the form that the message names; the language's page shows every section"
    ],
    codes: [
      Code("unsupported-version", "`specmatrix:` names a version that is not known"),
      Code("unknown-key", "a key that the language does not have here"),
      Code("missing-key", "a key that has to be there"),
      Code("conflicting-keys", "keys of which only one can be there"),
      Code("wrong-type", "a text where a list is expected, and the like"),
      Code("invalid-value", "a value that cannot stand here"),
      Code("invalid-day", "a day that the calendar does not have"),
      Code("invalid-range", "a range without a sensible step or end"),
      Code("backwards-range", "a range that ends before it begins"),
      Code("empty-text", "a text without a character"),
      Code("empty-list", "a list without an element"),
      Code("too-many", "more values, factors or rules than a spec may have"),
    ]
  )

  private static let names = MistakeDescription(
    headline: "a name is not declared, or declared twice",
    meaning: """
      Rules and constraints speak of factors, values and operations by the names that the spec gives them.
      """,
    remedies: ["declare the name, or write the one that the message suggests"],
    codes: [
      Code("invalid-id", "an id with signs that ids cannot have"),
      Code("duplicate-name", "two things have one name"),
      Code("reserved-name", "a name that has a meaning of its own"),
      Code("unknown-factor", "a factor that is not declared"),
      Code("unknown-value", "a value that the factor does not have"),
      Code("unknown-operation", "an operation that is neither declared nor in the catalogue"),
      Code("unknown-expectation", "`overrides` names no rule"),
      Code("unknown-trait", "a trait that the catalogue does not have"),
      Code("selected-and-dismissed", "an operation that is selected and dismissed"),
    ]
  )

  private static let conditions = MistakeDescription(
    headline: "a condition says nothing, or goes in a circle",
    meaning: """
      A condition that selects no value, or that needs itself, cannot mean what its author meant.
      """,
    remedies: ["name values that exist, or leave the condition out"],
    codes: [
      Code("empty-condition", "a condition without content"),
      Code("selects-nothing", "a condition that no value meets"),
      Code("circular-only-when", "factors that apply only where each other applies"),
      Code("circular-overrides", "rules whose `overrides` go in a circle"),
    ]
  )

  private static let space = MistakeDescription(
    headline: "constraints and rules leave nothing to analyse",
    meaning: """
      What only all statements together show: the message names those that cannot hold together.
      """,
    remedies: ["relax one of the statements that the message names"],
    codes: [
      Code("no-combination", "the constraints leave no combination"),
      Code("impossible-include", "a case under `coverage` cannot happen"),
      Code("override-circle", "exceptions and `overrides` go in a circle"),
    ]
  )

  private static let remarks = MistakeDescription(
    headline: "what is told besides",
    severity: .note,
    meaning: "The answer stands; there is something to know about the list of findings.",
    remedies: [
      "answer some questions and check again", "write the baseline anew with `--write-baseline`",
    ],
    codes: [
      Code("incomplete-list", "not all questions are listed; the numbers are exact"),
      Code("baseline-entry-gone", "a baseline names what does not occur any more"),
    ]
  )
}
