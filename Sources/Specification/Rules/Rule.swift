package import Diagnostics
package import Text
package import YAMLSyntax

/// A rule: what happens, or must still be decided, where its condition holds.
package struct Rule: Sendable {
  package enum Outcome: Sendable {
    /// The results that a case must show, at least one.
    case then([Result])
    /// Results some of which are still to be written: as open as a question.
    case placeholder(Placeholder)
    case question(OpenQuestion)

    /// Returns the outcome of a `then`, which is open if one text of it is a placeholder.
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
    /// The index of the first placeholder among the results.
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
    /// The answers to choose from, each of one or several results; may be empty.
    package var options: [[String]]
    /// The person who answers, or `nil` for the spec's owner.
    package var ask: String?
    /// The last date on which the question is only a warning.
    package var until: CalendarDate?
    package var span: SourceSpan
  }

  /// A list of rules under `first`.
  package struct Order: Hashable, Sendable {
    package var span: SourceSpan
    package var because: String?
  }

  /// The change of a factor after the rule has decided.
  package struct Move: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
      /// The value with an index.
      case value(Int)
      case any
      /// The next number, or the one before.
      case step(Int)
    }

    package var factor: Int
    package var target: Target
    package var span: SourceSpan
  }

  package enum Priority: String, CaseIterable, Sendable {
    case high, medium, low
  }

  /// The part of a condition about one factor, as written.
  package struct Choice: Sendable {
    package var factor: Int
    /// `expired`, `0..4`, `not free`, `others`; for the operation, the first one in the rule's key.
    package var texts: [String]
  }

  /// The id as written, or derived from operation and values: `accept-expired`.
  package var id: String
  package var hasOwnID: Bool
  /// True if its `id` differs from the derived one: then it identifies questions and decisions, whatever the rule says.
  package var isKnownByID: Bool = false
  /// True if a number was appended to make the derived id unique: then nothing may refer to it.
  package var hasNumberedID: Bool = false
  /// The place of the id, of the first key or of the key above the text; for a house rule, its operation's declaration in the spec.
  package var span: SourceSpan
  /// The path to the rule from the root of the spec or the pack: `rules`, `accept`, item 2.
  package var path: [SyntaxStep]
  /// The condition, which names the operations in each conjunction.
  package var when: Condition
  /// The basis of a derived id: the operation, then for each alternative the factors in the order of declaration.
  package var choices: [Choice] = []
  package var outcome: Outcome
  /// True if its results (`adds`) supplement those of other rules: it decides nothing and contradicts nothing.
  package var isAddition = false
  /// The changes of factors, each at most once, in the order of declaration; all others stay as they are.
  package var becomes: [Move] = []
  /// The list under `first` that contains the rule, if any; its first applicable rule decides.
  package var order: Order?
  package var source: String?
  /// The last date on which a draft is only a warning.
  package var draftUntil: CalendarDate?
  /// The reason why it overrides other rules, which marks that as decided; `nil` for a draft.
  package var because: String?
  /// The priority of its cases, or `nil` if none is written.
  package var priority: Priority?
  /// The pack that contains it, or `nil` for a rule of the spec.
  ///
  /// A house rule applies only to combinations that no rule of the spec covers.
  package var house: HouseOrigin?
}

/// A text without a decision: its `source`, or its reason, is `draft`, or begins with `draft:`.
package enum Draft {
  /// Returns the text of a source or a reason after `draft:`, or `nil` if it is not a draft.
  package static func origin(_ source: String?) -> String? {
    guard let source = source?.trimmed, source.lowercased().hasPrefix("draft") else { return nil }
    let rest = source.dropFirst("draft".count)
    guard let sign = rest.first else { return "" }
    return ":：".contains(sign) ? rest.dropFirst().trimmed : nil
  }

  /// Returns a reason unless it is a draft.
  static func settled(_ reason: String?) -> String? { origin(reason) == nil ? reason : nil }
}

extension Rule {
  /// True if it has results that no one has confirmed.
  package var isDrafted: Bool {
    if case .then = outcome { Draft.origin(source) != nil } else { false }
  }
}

/// Rules in order of precedence: if several cover a combination, the first wins.
package struct PrecedenceList: Sendable {
  package struct Entry: Sendable {
    /// The index of the rule in `Specification.rules`, or `nil` for `others`: every rule of the spec that the list does not name.
    package var rule: Int?
    package var span: SourceSpan
  }

  /// At least two entries, each rule and `others` at most once.
  package var entries: [Entry]
  package var span: SourceSpan
  /// True for a list under `first`, false for one of `precedence`.
  package var isUnderFirst = false
}

/// A question of the team, independent of the rules.
package struct TeamQuestion: Sendable {
  package var question: Rule.OpenQuestion
  /// The entry of the catalogue that it postpones, or `nil` if it is about anything else.
  package var operation: String?
  package var operationSpan: SourceSpan?
  /// The decision; empty while it is open.
  package var decision: [String] = []
  package var source: String?
  /// The pack that asks, or `nil` for the spec itself.
  package var house: HouseOrigin?

  /// True if it has a decision that no one has confirmed.
  package var isDrafted: Bool { !decision.isEmpty && Draft.origin(source) != nil }

  /// True if it has a confirmed decision.
  package var isDecided: Bool { !decision.isEmpty && Draft.origin(source) == nil }
}
