import Combinatorics
import Specification

extension AnalysedSpecification {
  /// How many rules that almost match are named.
  private static let nearLimit = 3

  /// Which rule decides a combination, which others match and lose, and which almost match.
  ///
  /// - Returns: `nil` for what is not in the space.
  package func explanation(of combination: Combination) -> CaseExplanation? {
    let row = regions.space.lowered.row(combination)
    let store = regions.space.store
    guard store.contains(regions.space.all, row: row) else { return nil }
    let covering = regions.covered.indices.filter { store.contains(regions.covered[$0], row: row) }
    let winners = regions.winners(row)
    let overridden = covering.filter { !winners.contains($0) }.map { rule in
      CaseExplanation.Overridden(
        rule: rule,
        by: regions.overrides.over[rule].filter { covering.contains($0.rule) }.map {
          CaseExplanation.Overridden.Winner(rule: $0.rule, saysSo: $0.reason == .saysSo)
        }
      )
    }
    let near = Wording(specification).nearRules(to: combination, except: covering)
    return CaseExplanation(
      status: regions.status(row),
      winners: winners,
      questions: questionRegions.filter { store.contains($0.rows, row: row) }.map(\.id),
      overridden: overridden,
      near: near.prefix(Self.nearLimit).map {
        CaseExplanation.Near(rule: $0.rule, phrase: $0.phrase)
      }
    )
  }

  /// The combination of a case of an earlier suite, names that have changed since taken into account.
  ///
  /// - Returns: `nil` where the spec no longer has one of its values, or has factors that the case does not know.
  package func combination(
    of stored: EarlierSuite.Case,
    in suite: EarlierSuite
  ) -> Combination? {
    guard let setup = EarlierNames(suite.factors, in: specification).setup(of: stored) else {
      return nil
    }
    var values: [Int?] = []
    for (factor, entry) in zip(specification.factors, setup.values) {
      switch entry {
      case .value(let value): values.append(value)
      case .notApplicable where factor.onlyWhen != nil: values.append(nil)
      case .notApplicable, .unknown: return nil
      }
    }
    return Combination(values: values, operation: setup.operation)
  }
}
