package import Specification

extension OutcomeTable {
  /// A case that may test cells: where it stands, and what it does.
  package struct Tested: Sendable {
    package var id: String
    package var combination: Combination

    /// Takes a combination whose operation is a `CaseOperation.value`.
    package init(id: String, _ combination: Combination) {
      self.id = id
      self.combination = combination
    }
  }

  /// By cell: the ids of the cases that test it, ascending; a case of an operation with parts tests a cell of each part.
  package func cases(_ cases: [Tested], in specification: Specification) -> [[String]] {
    let operations = specification.caseOperationOfValue
    var ids: [[String]] = cells.map { _ in [] }
    for testCase in cases {
      let done = operations[testCase.combination.operation]
      guard done.operation == operation else { continue }
      for (number, cell) in cells.enumerated() {
        let isTested = done.values.contains { value in
          holds(cell, testCase.combination.values, operationValue: value, in: specification)
        }
        if isTested { ids[number].append(testCase.id) }
      }
    }
    return ids.map { $0.sorted() }
  }

  /// By cell: the ids of the cases of a suite that test it.
  package func cases(of suite: TestMatrix, in specification: Specification) -> [[String]] {
    cases(suite.cases.map { Tested(id: $0.id, $0.combination) }, in: specification)
  }
}
