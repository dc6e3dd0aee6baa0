package import Combinatorics
import Specification

/// Why a combination has the expected result that it has.
package struct CaseExplanation: Sendable {
  /// A rule that matches the combination and gives way there.
  package struct Overridden: Sendable {
    /// A rule that takes its place.
    package struct Winner: Hashable, Sendable {
      package var rule: Int
      package var reason: DefeatReason
    }

    package var rule: Int
    /// The rules that match the combination and put this one out of play there, if there are any; else its exceptions that are in play.
    package var by: [Winner]
  }

  /// A rule that almost matches the combination.
  package struct Near: Sendable {
    package var rule: Int
    /// What differs, in the spec's language.
    package var phrase: String
  }

  package var status: CombinationStatus
  /// The rules that win: numbers in `Specification.rules`.
  package var winners: [Int]
  /// The rules whose results come on top.
  package var additions: [Int]
  /// Ids of the questions that it meets.
  package var questions: [String]
  package var overridden: [Overridden]
  /// The nearest first.
  package var near: [Near]
}

extension AnalysedSpecification {
  /// How many rules that almost match are named.
  private static let nearLimit = 3

  /// Which rule decides a combination, which others match and lose, and which almost match.
  ///
  /// - Returns: `nil` for what is not in the space.
  package func explanation(of combination: Combination) -> CaseExplanation? {
    let row = regions.space.lowered.row(combination)
    let store = regions.space.store
    guard regions.space.rows.contains(row: row) else { return nil }
    let matching = regions.index.rules(matching: row)
    let winners = regions.winners(row)
    let additions = regions.additions(row)
    let overridden = matching.filter {
      !winners.contains($0) && !specification.rules[$0].isAddition
    }.map { rule in
      CaseExplanation.Overridden(
        rule: rule,
        by: regions.defeats(of: rule, in: row).map { .init(rule: $0.rule, reason: $0.reason) }
      )
    }
    let dead = specification.rules.indices.filter { regions.wins[$0] == .empty }
    return CaseExplanation(
      status: regions.status(ofWinners: winners),
      winners: winners,
      additions: additions,
      questions: questionRegions.filter { store.contains($0.rows, row: row) }.map(\.id),
      overridden: overridden,
      near:
        wording
        .nearRules(to: combination, except: matching + dead, atMost: Self.nearLimit)
        .map { CaseExplanation.Near(rule: $0.rule, phrase: $0.phrase) }
    )
  }
}

/// What decides on a value of the operation: an operation, a variant or a part.
package struct OperationExplanation: Sendable {
  /// A number in `Specification.operationValues`.
  package var operationValue: Int
  /// The factors that its rules read, in the order of declaration.
  package var reads: [Int]
  /// The rules that win for it somewhere: numbers in `Specification.rules`.
  package var rules: [Int]
  /// Ids of the questions that it leaves open.
  package var questions: [String]
}

extension AnalysedSpecification {
  /// What decides on a value of the operation.
  ///
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  package func explanation(
    ofOperationValue value: Int
  ) throws(LimitExceeded) -> OperationExplanation {
    let cube = regions.space.lowered.cube(ofValue: value)
    var rules: [Int] = []
    for rule in specification.rules.indices
    where try regions.space.rows(of: regions.wins[rule]).intersects(cube) {
      rules.append(rule)
    }
    var questions: [String] = []
    for question in questionRegions
    where try regions.space.rows(of: question.rows).intersects(cube) {
      questions.append(question.id)
    }
    return OperationExplanation(
      operationValue: value,
      reads: (try regions.readFactors()[value] ?? []).sorted(),
      rules: rules,
      questions: questions
    )
  }

  /// Why a case expects what it expects: of an operation with parts one explanation for each part that can be seen.
  ///
  /// - Returns: With the value of the operation that each is about; empty for what is not in the space.
  package func explanations(
    of combination: Combination
  ) -> [(operationValue: Int, explanation: CaseExplanation)] {
    specification.caseOperationOfValue[combination.operation].values.compactMap { value in
      var combination = combination
      combination.operation = value
      return explanation(of: combination).map { (value, $0) }
    }
  }
}
