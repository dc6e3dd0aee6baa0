package import Diagnostics
package import Text
package import YAMLSyntax

/// A rule: what happens, or what must still be decided, where its condition holds.
package struct Rule: Sendable {
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

  package struct Result: Sendable {
    package var text: String
    package var span: SourceSpan
  }

  package struct Placeholder: Sendable {
    package var results: [Result]
    /// The number of the first placeholder among the results.
    package let first: Int
    package let kind: PlaceholderKind
    /// The last date on which it is only a warning.
    package var until: CalendarDate?

    init?(_ results: [Result]) {
      for (number, result) in results.enumerated() {
        guard let kind = PlaceholderKind(ofResult: result.text) else { continue }
        (self.results, first, self.kind) = (results, number, kind)
        return
      }
      return nil
    }

    package var word: Result { results[first] }

    package var decided: [String] {
      results.map(\.text).filter { PlaceholderKind(ofResult: $0) == nil }
    }
  }

  package struct OpenQuestion: Sendable {
    package var text: String
    /// The answers to choose from, each one or several results; empty if none are given.
    package var options: [[String]]
    /// Who answers; `nil` for the spec's owner.
    package var ask: String?
    /// The last date on which the question is only a warning.
    package var until: CalendarDate?
    package var span: SourceSpan
  }

  /// A list of rules under `first`.
  package struct Order: Hashable, Sendable {
    /// Where `first` stands.
    package var span: SourceSpan
    /// Why this is the order.
    package var because: String?
  }

  /// The change of a factor once the rule has decided.
  package struct Move: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
      /// The number of the value.
      case value(Int)
      /// Any of its valid values.
      case any
      /// The number that follows, or the one before.
      case step(Int)
    }

    package var factor: Int
    package var target: Target
    /// Where the rule names the factor.
    package var span: SourceSpan
  }

  package enum Priority: String, CaseIterable, Sendable {
    case high, medium, low
  }

  /// What a condition says of one factor, as its author wrote it.
  package struct Choice: Sendable {
    package var factor: Int
    /// `expired`, `0..4`, `not free`, `others`; of the operation what the rule's key names first.
    package var texts: [String]
  }

  /// As written, or derived from operation and values: `accept-expired`.
  package var id: String
  package var hasOwnID: Bool
  /// True if its `id` differs from the derived one: then it identifies questions and decisions, whatever the rule says.
  package var isKnownByID: Bool = false
  /// True if the derived id has a number behind, since an earlier rule would have the same: then nothing may name it.
  package var hasNumberedID: Bool = false
  /// Where the id stands, else the rule's first key, or the key above its text; of a house rule the key that declares its operation in the spec.
  package var span: SourceSpan
  /// The way to the rule from the root of the file that holds it, the spec or the pack: `rules`, `accept`, item 2.
  package var path: [SyntaxStep]
  /// Where the rule applies; names its operations in each conjunction.
  package var when: Condition
  /// What an id is derived from: the operation, then by alternative the factors in the order of declaration.
  package var choices: [Choice] = []
  package var outcome: Outcome
  /// True if its results (`adds`) come on top of what is decided: it decides nothing and contradicts nothing.
  package var isAddition = false
  /// What factors become, each once, in the order of declaration; all others stay as they are.
  package var becomes: [Move] = []
  /// The list in which it stands, of which the first rule that fits decides; `nil` if it stands in none.
  package var order: Order?
  package var source: String?
  /// The last day on which a draft is only a warning.
  package var draftUntil: CalendarDate?
  /// Why it takes the place of other rules: where it says so, somebody has decided that; a draft says nothing.
  package var because: String?
  /// Handed on to its cases; `nil` if none is written.
  package var priority: Priority?
  /// The pack that holds it; `nil` for a rule of the spec.
  ///
  /// A house rule counts only for combinations that no rule of the spec covers.
  package var house: HouseOrigin?
}

/// What was written without anybody having decided it: its `source`, or the reason for it, is `draft`, or begins with `draft:`.
package enum Draft {
  /// The text of a source or a reason after `draft:`; `nil` if it is not a draft.
  package static func origin(_ source: String?) -> String? {
    guard let source = source?.trimmed, source.lowercased().hasPrefix("draft") else { return nil }
    let rest = source.dropFirst("draft".count)
    guard let sign = rest.first else { return "" }
    return ":：".contains(sign) ? rest.dropFirst().trimmed : nil
  }

  /// A reason that somebody stands by; `nil` for a draft.
  static func settled(_ reason: String?) -> String? { origin(reason) == nil ? reason : nil }
}

extension Rule {
  /// True if it says what happens, and nobody has confirmed that.
  package var isDrafted: Bool {
    if case .then = outcome { Draft.origin(source) != nil } else { false }
  }
}

/// Rules in order of rank: if several cover a combination, the first wins.
package struct PrecedenceList: Sendable {
  package struct Entry: Sendable {
    /// The rule's number in `Specification.rules`; `nil` for `others`: every rule of the spec that the list does not name.
    package var rule: Int?
    package var span: SourceSpan
  }

  /// At least two, each rule and `others` at most once.
  package var entries: [Entry]
  package var span: SourceSpan
  /// True if it is a list under `first` and not one of `precedence`.
  package var isUnderFirst = false
}

/// A question of the team beside the matrix.
package struct TeamQuestion: Sendable {
  package var question: Rule.OpenQuestion
  /// The operation of the catalogue that it puts off; `nil` if it is about anything else.
  package var operation: String?
  package var operationSpan: SourceSpan?
  /// What was decided; empty while it is open.
  package var decision: [String] = []
  package var source: String?
  /// The pack that asks; `nil` for the spec itself.
  package var house: HouseOrigin?

  /// True if it says what was decided, and nobody has confirmed that.
  package var isDrafted: Bool { !decision.isEmpty && Draft.origin(source) != nil }

  /// True if it says what a person decided.
  package var isDecided: Bool { !decision.isEmpty && Draft.origin(source) == nil }
}
