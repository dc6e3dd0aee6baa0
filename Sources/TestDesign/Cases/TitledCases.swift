package import Combinatorics
import Specification
import Text

extension AnalysedSpecification {
  /// Returns the cases in the same order, with their titles and the factors that matter in each of them.
  ///
  /// `cases` must be all cases of a suite: no two get the same title. `earlier` contains the titles to keep, by id (see `standingTitles`).
  /// Throws `LimitExceeded` if the search for the factors that operations read takes too long.
  package func titled(
    _ cases: [TestCase],
    earlier: [String: String] = [:]
  ) throws(LimitExceeded) -> [TestCase] {
    let operations = specification.caseOperationOfValue
    let readByValue = try regions.readFactors()
    let reads = operations.map { operation in
      operation.values.reduce(into: Set<Int>()) { $0.formUnion(readByValue[$1] ?? []) }.sorted()
    }
    let named = specification.rules.map { rule in
      Set(rule.when.alternatives.flatMap(\.terms).map(\.factor))
    }
    var standing: Set<String> = []
    let titles = CaseTitles(
      cases.map { testCase in
        let value = testCase.combination.operation
        return CaseTitles.Subject(
          id: testCase.id,
          operation: operations[value],
          combination: testCase.combination,
          reads: reads[value],
          decisive: testCase.rules.reduce(into: []) { $0.formUnion(named[$1]) },
          standing: earlier[testCase.id].flatMap { standing.insert($0).inserted ? $0 : nil }
        )
      },
      wording
    ).titles()
    return zip(cases, titles).map { testCase, title in
      var titled = testCase
      titled.title = title
      let applying = reads[testCase.combination.operation].filter {
        testCase.combination.values[$0] != nil
      }
      func isUsual(_ factor: Int) -> Bool {
        testCase.combination.values[factor] == specification.factors[factor].usual
      }
      titled.matters = applying.filter { !isUsual($0) } + applying.filter(isUsual)
      return titled
    }
  }

  /// Returns the titles of earlier cases that remain valid, by id.
  ///
  /// A title stays as long as the combination of its case and the labels in it do: after a change of a label or of the language, the old
  /// title would mention something that nobody can find.
  package func standingTitles(
    of cases: [TestCase],
    in earlier: EarlierSuite?
  ) -> [String: String] {
    guard let earlier else { return [:] }
    let names = EarlierNames(earlier.factors, in: specification)
    let labels = StandingLabels(earlier.factors, specification)
    let operations = specification.caseOperationOfValue
    let old = Dictionary(firstOf: earlier.cases.map { ($0.id, $0) })
    var titles: [String: String] = [:]
    for testCase in cases {
      guard let before = old[testCase.id], let title = before.title, !title.isEmpty,
        let setup = names.setup(of: before), setup.isSame(as: testCase.combination),
        labels.stand(in: testCase.combination, operations[testCase.combination.operation].id)
      else { continue }
      titles[testCase.id] = title
    }
    return titles
  }
}

/// Tells which factors, values and operations have the same labels as before.
private struct StandingLabels {
  /// By factor and value.
  private let values: [[Bool]]
  /// The ids of operations.
  private let operations: Set<String>

  init(_ earlier: [EarlierFactor], _ specification: Specification) {
    let old = Dictionary(firstOf: earlier.map { ($0.name, $0) })
    let standing = EarlierFactor.all(of: specification).map { factor in
      let before = old[factor.name]
      let labels = Dictionary(firstOf: (before?.values ?? []).map { ($0.id, $0.label) })
      return factor.values.map { before?.label == factor.label && labels[$0.id] == $0.label }
    }
    values = standing.dropLast()
    operations = Set(
      zip(specification.caseOperations, standing.last ?? []).filter { $0.1 }.map(\.0.id)
    )
  }

  func stand(in combination: Combination, _ operation: String) -> Bool {
    operations.contains(operation)
      && combination.values.enumerated().allSatisfy { factor, value in
        value.map { values[factor][$0] } ?? true
      }
  }
}
