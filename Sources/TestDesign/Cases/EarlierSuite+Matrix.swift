package import Specification

extension EarlierSuite {
  /// A suite as the next generation finds it.
  package init(_ matrix: TestMatrix, of specification: Specification, _ analysis: Analysis) {
    let operations = specification.operationValues.map(\.id)
    self.init(
      cases: matrix.cases.map { testCase in
        let setup = zip(specification.factors, testCase.combination.values).map { factor, value in
          (factor.name, value.map { factor.values[$0].id })
        }
        return Case(
          number: testCase.number,
          id: testCase.id,
          setup: Dictionary(setup) { first, _ in first },
          operation: operations[testCase.combination.operation],
          expected: testCase.expected,
          status: testCase.status.rawValue
        )
      },
      retired: matrix.retired,
      lastNumber: matrix.lastNumber,
      factors: EarlierFactor.all(of: specification),
      questions: analysis.openQuestions
    )
  }
}

extension Analysis {
  /// What somebody must answer, in the order of the findings.
  package var openQuestions: [EarlierSuite.Question] {
    findings.filter(\.isQuestion).map { EarlierSuite.Question(id: $0.id, message: $0.message) }
  }
}
