package import Diagnostics
package import Specification
import Text

/// Something that a spec settles and that nobody may have decided: people confirm it, or say what should happen instead.
package struct Decision: Sendable {
  /// What settles it.
  package enum Kind: String, CaseIterable, Sendable {
    /// The winner covers a proper part of what the other rule covers of the operation.
    case exception
    /// `precedence` names the winner and what it beats.
    case order
    /// `precedence` puts the winner in front of `others`.
    case others
    /// The winner stands in front in a list under `first`.
    case first
    /// The results of the rule come on top of one that leaves no room for them.
    case addition
    /// Other parts of the screen show something where the result of one is all that is seen.
    case beside
    /// Invalid values are treated like any other.
    case invalid
    /// The zero of an amount is treated like any other number.
    case zero
    /// The result speaks of a factor that the rule does not read.
    case mention
    /// Nothing changes a state any more.
    case final
    /// If two operations happen at the same moment, the one that comes first decides.
    case crossing
    /// The team answered a question of its own.
    case answer
  }

  /// What people say of it.
  package enum State: Hashable, Sendable {
    case open
    /// The spec gives the reason; of an answer, who gave it, if that is known.
    case reasoned(String)
    case agreed(AgreementLedger.Entry)
    /// Somebody agreed to what it was before.
    case changed(AgreementLedger.Entry)
    case contested(AgreementLedger.Entry)

    var objection: AgreementLedger.Entry? {
      if case .contested(let entry) = self { entry } else { nil }
    }

    /// What somebody agreed to before it changed.
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

  /// `D-` and eight hexadecimal digits, derived from the winner; of an answer, from its question.
  package var id: String
  /// What settles it, each kind once, in the order of the kinds.
  package var kinds: [Kind]
  /// The operations concerned: numbers in `Specification.operations`, ascending.
  package var operations: [Int]
  /// A number in `Specification.rules`; `nil` of an answer.
  package var winner: Int?
  /// The rules that it beats, ascending.
  package var beaten: [Int]
  /// All rules that it is about, the winner among them.
  package var rules: [Int]
  /// One sentence in the spec's language.
  package var sentence: String
  /// The plainest combination in words; empty where the sentence says it.
  package var scene: String
  package var example: Combination?
  /// How many combinations it settles, in decimal; `nil` if they are not counted.
  package var combinations: String?
  /// A word of a beaten result that leaves no room for another one; `nil` if there is none.
  package var absoluteWord: String?
  /// Sixteen hexadecimal digits: as long as they are the same, so are the winner, the texts and the combinations.
  package var fingerprint: String
  package var state: State
  package var span: SourceSpan
  /// The pack that asks and answers; `nil` for the spec itself.
  package var house: HouseOrigin?

  /// True if somebody objected to what it was, and it has changed since.
  package var hasChanged: Bool { state.objection.map { $0.fingerprint != fingerprint } ?? false }

  /// The rules that give way, ascending; those that stand beside the winner or below it do not.
  package var givingWay: [Int] {
    kinds.contains { [.addition, .beside, .crossing].contains($0) } ? [] : beaten
  }

  /// True if it is asked at once and not only listed.
  package var isAsked: Bool {
    !kinds.contains(.first)
      && (absoluteWord != nil || kinds.contains(.others) || kinds.contains(.addition))
  }
}

extension TeamQuestion {
  /// How a decision begins that answers the question.
  var beforeAnswer: String { question.text.onOneLine + " → " }
}

extension [Decision] {
  /// What was decided on a question of the team; `nil` if it is open.
  package func answer(to asked: TeamQuestion) -> Decision? {
    guard asked.isDecided else { return nil }
    return first { $0.winner == nil && $0.sentence.hasPrefix(asked.beforeAnswer) }
  }
}

extension Specification {
  /// True if the rule that decides says what an objection wants.
  func meets(_ decision: Decision, _ objection: AgreementLedger.Entry) -> Bool {
    let said = decision.winner.flatMap { rules[$0].results } ?? []
    let texts = [said.joined(separator: "\n"), objection.comment].map { text in
      text.folded.filter { !$0.isWhitespace }
    }
    return !said.isEmpty && texts[0] == texts[1]
  }
}

extension [Decision] {
  /// Marks the decisions that somebody objected or agreed to before they changed: those with the same id, or the only one with the same condition;
  /// objections also match where only its numbers differ.
  ///
  /// - Returns: The objections without a decision, and those that are met.
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
      // With another number it may be another decision, which nobody agreed to.
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

  /// Contested ones first, then what is asked, then those of most combinations; those that are confirmed last.
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
  /// True if it may be what an objection, or an agreement, was about before it changed.
  fileprivate func isOpen(toObjection objection: Bool) -> Bool {
    switch state {
    // Another answer is what an objection wants.
    case .open: !objection || kinds != [.answer]
    case .reasoned: objection != (kinds == [.answer])
    case .agreed, .changed, .contested: false
    }
  }

  /// The condition under which one rule decides against others; `nil` for other decisions, whose ids do not change with results.
  fileprivate var ownCondition: String? {
    beaten.isEmpty || kinds == [.crossing] ? nil : sentence.conditionOfDecision
  }
}

extension String {
  fileprivate var withoutNumbers: String { replacing(/[0-9]+/, with: "#") }

  /// What stands before the first colon that is not in quotation marks; `nil` if there is none.
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
