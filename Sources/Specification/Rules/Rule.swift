package import Diagnostics
package import Text
package import YAMLSyntax

/// A rule: what happens, or what must still be decided, where its condition holds.
package struct Rule: Sendable {
  /// What a rule says: what happens, or that it is still open.
  package enum Outcome: Sendable {
    /// The results that one case must show, at least one.
    case then([Result])
    /// The same, but some are still to be written: as open as a question.
    case placeholder(Placeholder)
    case question(OpenQuestion)

    /// What a `then` says; open as soon as one text of it is a placeholder.
    static func saying(_ results: [Result]) -> Outcome {
      Placeholder(results).map(Outcome.placeholder) ?? .then(results)
    }
  }

  /// One observable result.
  package struct Result: Sendable {
    /// The text as written.
    package var text: String
    /// Where the text stands.
    package var span: SourceSpan
  }

  /// Results of which one at least is a placeholder.
  package struct Placeholder: Sendable {
    /// All of them, as written.
    package var results: [Result]
    /// The number of the first placeholder among the results.
    package let first: Int
    /// What is to be done about that one.
    package let kind: PlaceholderKind
    /// The last day on which it is only a warning.
    package var until: CalendarDay?

    /// Takes the results where one of them is a placeholder.
    init?(_ results: [Result]) {
      for (number, result) in results.enumerated() {
        guard let kind = PlaceholderKind(of: result.text) else { continue }
        (self.results, first, self.kind) = (results, number, kind)
        return
      }
      return nil
    }

    /// The first placeholder.
    package var word: Result { results[first] }

    /// The texts that say a result.
    package var decided: [String] {
      results.map(\.text).filter { PlaceholderKind(of: $0) == nil }
    }
  }

  /// A question that the author already knows.
  package struct OpenQuestion: Sendable {
    /// The question as written.
    package var text: String
    /// The answers to choose from, each one or several results; empty where none are given.
    package var options: [[String]]
    /// Who answers; `nil` for the spec's owner.
    package var ask: String?
    /// The last day on which the question is only a warning.
    package var until: CalendarDay?
    /// Where the question stands.
    package var span: SourceSpan
  }

  /// How much a rule matters, handed on to its cases.
  package enum Priority: String, CaseIterable, Sendable {
    case high, medium, low
  }

  /// As written, or derived from operation and values: `accept-expired`.
  package var id: String
  /// Whether the author wrote the id.
  package var hasOwnID: Bool
  /// Whether the derived id has a number behind, since an earlier rule would have the same: then nothing may name it.
  package var hasNumberedID: Bool = false
  /// Where the id stands, else the rule's first key, or the key above its text; of a house rule the key that declares its operation in the spec.
  package var span: SourceSpan
  /// The way to the rule from the root of the file that holds it, the spec or the pack: `rules`, `accept`, item 2.
  package var path: [SyntaxStep]
  /// Where the rule applies; names its operations in each conjunction.
  package var when: Condition
  /// What it says there.
  package var outcome: Outcome
  /// Where it is written or was decided.
  package var source: String?
  /// Handed on to its cases; `nil` where none is written.
  package var priority: Priority?
  /// The pack that holds it; `nil` for a rule of the spec.
  ///
  /// A house rule wins only where no rule of the spec covers.
  package var house: HouseOrigin?
}

/// Rules of which, where several cover a combination, the first wins over the others.
package struct PrecedenceList: Sendable {
  /// A place in the list.
  package struct Entry: Sendable {
    /// The rule's number in `Specification.rules`; `nil` for `others`: every rule of the spec that the list does not name.
    package var rule: Int?
    /// The name in the list.
    package var span: SourceSpan
  }

  /// At least two, each rule and `others` at most once.
  package var entries: [Entry]
  /// The whole list.
  package var span: SourceSpan
}

/// What the team asks itself beside the matrix.
package struct TeamQuestion: Sendable {
  package var question: Rule.OpenQuestion
  /// The operation of the catalogue that it puts off; `nil` where it is about anything else.
  package var operation: String?
  /// Where that operation is named.
  package var operationSpan: SourceSpan?
  /// What was decided; empty while it is open.
  package var decision: [String] = []
  /// Where that was decided.
  package var source: String?
  /// The pack that asks; `nil` for the spec itself.
  package var house: HouseOrigin?
}
