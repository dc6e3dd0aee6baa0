package import Diagnostics
package import Specification
import Text

/// An outcome that a spec settles, possibly without anybody having decided it, for people to confirm or correct.
package struct Decision: Sendable {
  /// The reason why the outcome is settled.
  package enum Kind: String, CaseIterable, Sendable {
    /// The winner covers a proper subset of what the other rule covers on the operation.
    case exception
    /// `precedence` names both the winner and the rules it beats.
    case order
    /// `precedence` puts the winner before `others`.
    case others
    /// The winner is listed earlier under `first`.
    case first
    /// The rule adds its results to one that excludes others.
    case addition
    /// Other parts of the screen show something although one part's result is the only one.
    case beside
    /// Invalid values are treated like any other.
    case invalid
    /// The zero of an amount is treated like any other number.
    case zero
    /// The result mentions a factor that the rule does not read.
    case mention
    /// Nothing changes a state any more.
    case final
    /// If two operations coincide, the one that comes first decides.
    case crossing
    /// The team answered a question of its own.
    case answer
  }

  /// The verdict of people on a decision.
  package enum State: Hashable, Sendable {
    case open
    /// The spec gives the reason; for an answer, its source, if known.
    case reasoned(String)
    case agreed(AgreementLedger.Entry)
    /// Somebody agreed to an earlier version.
    case changed(AgreementLedger.Entry)
    case contested(AgreementLedger.Entry)

    var objection: AgreementLedger.Entry? {
      if case .contested(let entry) = self { entry } else { nil }
    }

    /// The agreement to an earlier version, or `nil`.
    package var lapsed: AgreementLedger.Entry? {
      if case .changed(let entry) = self { entry } else { nil }
    }

    package var isContested: Bool { objection != nil }

    package var isConfirmed: Bool {
      switch self {
      case .reasoned, .agreed: true
      case .open, .changed, .contested: false
      }
    }
  }

  /// `D-` and eight hexadecimal digits, derived from the winner, or from the question for an answer.
  package var id: String
  /// The distinct reasons, in the order of the kinds.
  package var kinds: [Kind]
  /// Indices into `Specification.operations`, ascending.
  package var operations: [Int]
  /// An index into `Specification.rules`; `nil` for an answer.
  package var winner: Int?
  /// The rules that the winner beats, ascending.
  package var beaten: [Int]
  /// All rules concerned, including the winner.
  package var rules: [Int]
  /// One sentence in the spec's language.
  package var sentence: String
  /// The plainest combination in words; empty if the sentence states it.
  package var scene: String
  package var example: Combination?
  /// The number of combinations settled, in decimal, or `nil` if it is not counted.
  package var combinations: String?
  /// The word of a beaten result that excludes other results, or `nil`.
  package var absoluteWord: String?
  /// Sixteen hexadecimal digits that identify the winner, the texts and the combinations.
  package var fingerprint: String
  package var state: State
  package var span: SourceSpan
  /// The pack with the question and answer, or `nil` for the spec itself.
  package var house: HouseOrigin?

  /// True if somebody objected to an earlier version, and the decision has changed since.
  package var hasChanged: Bool { state.objection.map { $0.fingerprint != fingerprint } ?? false }

  /// The rules that give way, ascending; rules shown together with the winner do not.
  package var givingWay: [Int] {
    kinds.contains { [.addition, .beside, .crossing].contains($0) } ? [] : beaten
  }

  /// True if the decision has a question of its own instead of only being listed.
  package var isAsked: Bool {
    !kinds.contains(.first)
      && (absoluteWord != nil || kinds.contains(.others) || kinds.contains(.addition))
  }
}

extension TeamQuestion {
  /// The prefix of the sentence of a decision that answers the question.
  var beforeAnswer: String { question.text.onOneLine + " → " }
}

extension [Decision] {
  /// Returns the decision on a question of the team, or `nil` if it is open.
  package func answer(to asked: TeamQuestion) -> Decision? {
    guard asked.isDecided else { return nil }
    return first { $0.winner == nil && $0.sentence.hasPrefix(asked.beforeAnswer) }
  }
}

extension Specification {
  /// True if the deciding rule has the result that an objection asks for.
  func meets(_ decision: Decision, _ objection: AgreementLedger.Entry) -> Bool {
    let said = decision.winner.flatMap { rules[$0].results } ?? []
    let texts = [said.joined(separator: "\n"), objection.comment].map { text in
      text.folded.filter { !$0.isWhitespace }
    }
    return !said.isEmpty && texts[0] == texts[1]
  }
}

extension [Decision] {
  /// Applies objections and agreements to decisions that changed since, and returns the objections that no decision matches or that have
  /// been met.
  ///
  /// A decision matches by id, or if it is the only one with the same condition; for objections, numbers in the condition may differ.
  mutating func keepVerdicts(
    of ledger: AgreementLedger?,
    unless meets: (Decision, AgreementLedger.Entry) -> Bool
  ) -> [AgreementLedger.Entry] {
    let known = Set(map(\.fingerprint))
    let lapsed = (ledger?.entries ?? []).filter {
      $0.isOfDecision && !known.contains($0.fingerprint)
    }.sorted { $0.isContested && !$1.isContested }
    guard !lapsed.isEmpty else { return [] }
    let open = indices.filter {
      self[$0].isOpen(toObjection: true) || self[$0].isOpen(toObjection: false)
    }
    let ids = Dictionary(firstOf: open.map { (self[$0].id, $0) })
    let conditions = Dictionary(grouping: open) { self[$0].ownCondition }
    let anyNumbers = Dictionary(grouping: open) { self[$0].ownCondition?.withoutNumbers }
    return lapsed.filter { entry in
      let condition = entry.outcomes.conditionOfDecision
      // With another number it may be another decision, to which nobody agreed.
      let nearly = entry.isContested ? anyNumbers[condition?.withoutNumbers] : nil
      let alike = [conditions[condition], nearly].compactMap(\.self).first { $0.count == 1 }
      let place = ids[entry.operation] ?? (condition == nil ? nil : alike?[0])
      guard let place, self[place].isOpen(toObjection: entry.isContested),
        !entry.isContested || !meets(self[place], entry)
      else { return entry.isContested }
      self[place].state = entry.isContested ? .contested(entry) : .changed(entry)
      return false
    }
  }

  /// The decisions sorted by state: contested, changed or to be asked, open, confirmed; then by the number of combinations, descending.
  var heaviestFirst: [Decision] {
    func rank(_ decision: Decision) -> Int {
      switch decision.state {
      case .contested: 0
      case .changed: 1
      case .open: decision.isAsked ? 1 : 2
      case .agreed, .reasoned: 3
      }
    }
    return sorted { left, right in
      let (one, other) = (left.combinations ?? "", right.combinations ?? "")
      return (rank(left), other.count, other) < (rank(right), one.count, one)
    }
  }
}

extension Decision {
  /// True if the decision may be a later version of one that somebody objected or agreed to.
  fileprivate func isOpen(toObjection objection: Bool) -> Bool {
    switch state {
    // An objection to an answer asks for another answer.
    case .open: !objection || kinds != [.answer]
    case .reasoned: objection != (kinds == [.answer])
    case .agreed, .changed, .contested: false
    }
  }

  /// The condition under which a rule beats others, or `nil` for other decisions, whose ids do not depend on results.
  fileprivate var ownCondition: String? {
    beaten.isEmpty || kinds == [.crossing] ? nil : sentence.conditionOfDecision
  }
}

extension String {
  fileprivate var withoutNumbers: String { replacing(/[0-9]+/, with: "#") }

  /// The text before the first colon outside quotation marks, or `nil` if there is none.
  fileprivate var conditionOfDecision: String? {
    var depth = 0
    for place in indices {
      switch self[place] {
      case "“", "「", "『": depth += 1
      case "”", "」", "』": depth -= 1
      case ":", "：": if depth == 0 { return String(self[..<place]) }
      default: break
      }
    }
    return nil
  }
}
