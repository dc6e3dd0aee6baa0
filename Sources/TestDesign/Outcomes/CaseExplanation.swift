package import Combinatorics
import Specification

/// The reason for the expected result of a combination.
package struct CaseExplanation: Sendable {
  /// A rule that matches the combination but gives way there.
  package struct Overridden: Sendable {
    package var rule: Int
    /// The matching rules that put this one out of play, if there are any; otherwise its exceptions that are in play.
    package var by: [(rule: Int, reason: DefeatReason)]
  }

  package var status: CombinationStatus
  /// Indices into `Specification.rules` of the rules that win.
  package var winners: [Int]
  /// The rules that add results.
  package var additions: [Int]
  /// The ids of questions about the combination.
  package var questions: [String]
  package var overridden: [Overridden]
  /// Rules that almost match, the nearest first, with the difference in the spec's language.
  package var near: [(rule: Int, phrase: String)]
}

extension AnalysedSpecification {
  /// The maximum number of nearly matching rules.
  private static let nearLimit = 3

  /// Returns which rules decide a combination, which give way and which almost match, or `nil` for a combination outside the space.
  package func explanation(of combination: Combination) -> CaseExplanation? {
    let row = regions.space.lowered.row(combination)
    let store = regions.space.store
    guard regions.space.rows.contains(row: row) else { return nil }
    let matching = regions.index.rules(matching: row)
    let winners = regions.winners(row)
    let additions = regions.additions(row)
    let overridden = matching.filter {
      !winners.contains($0) && !specification.rules[$0].isAddition
    }.map { CaseExplanation.Overridden(rule: $0, by: regions.defeats(of: $0, in: row)) }
    let dead = specification.rules.indices.filter { regions.wins[$0] == .empty }
    return CaseExplanation(
      status: regions.status(ofWinners: winners),
      winners: winners,
      additions: additions,
      questions: questionRegions.filter { store.contains($0.rows, row: row) }.map(\.id),
      overridden: overridden,
      near: wording.nearRules(
        to: combination,
        except: matching + dead,
        atMost: Self.nearLimit
      )
    )
  }
}

/// The rules and questions of an operation value: an operation, a variant or a part.
package struct OperationExplanation: Sendable {
  /// An index into `Specification.operationValues`.
  package var operationValue: Int
  /// The factors that its rules read, in the order of declaration.
  package var reads: [Int]
  /// Indices into `Specification.rules` of the rules that win for it somewhere.
  package var rules: [Int]
  /// The ids of its open questions.
  package var questions: [String]
}

extension AnalysedSpecification {
  /// Returns the rules and questions of an operation value.
  ///
  /// Throws `LimitExceeded` if the search for a row takes too long.
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

  /// Returns the explanations of a case with their operation values, one for each visible part of an operation with parts.
  ///
  /// The result is empty for a combination outside the space.
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
