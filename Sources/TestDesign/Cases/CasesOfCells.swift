package import Specification
import Text

extension OutcomeTable {
  /// A case that may test cells of a decision table.
  package struct Tested: Sendable {
    package var id: String
    package var combination: Combination

    /// Creates an entry; the operation of the combination is a `CaseOperation.value`.
    package init(id: String, _ combination: Combination) {
      self.id = id
      self.combination = combination
    }
  }
}

extension [OutcomeTable] {
  /// Returns the ids of the cases that test each cell, ascending, by operation and cell.
  ///
  /// A case of an operation with parts tests a cell of each part.
  package func cases(
    _ cases: [OutcomeTable.Tested],
    in specification: Specification
  ) -> [Int: [[String]]] {
    let operations = specification.caseOperationOfValue
    let done = Dictionary(grouping: cases) { operations[$0.combination.operation].operation }
    return reduce(into: [:]) { found, table in
      let rows = (done[table.operation] ?? []).flatMap { testCase in
        operations[testCase.combination.operation].values
          .filter { specification.shows($0, in: testCase.combination) }
          .map { TestedRow(id: testCase.id, values: testCase.combination.values + [$0]) }
      }
      var ids = table.cells.map { _ in [String]() }
      table.enter(rows, in: table.cells.indices, from: 0, specification, &ids)
      found[table.operation] = ids.map { $0.sorted() }
    }
  }

  /// Returns the ids of the cases of a suite that test each cell, by operation and cell.
  package func cases(of suite: TestMatrix, in specification: Specification) -> [Int: [[String]]] {
    cases(
      suite.cases.map { OutcomeTable.Tested(id: $0.id, $0.combination) },
      in: specification
    )
  }
}

extension Specification {
  /// True if a combination meets the `only_when` of a value of its operation; a part that is not shown is not tested.
  fileprivate func shows(_ value: Int, in combination: Combination) -> Bool {
    guard let condition = operationValues[value].variant?.onlyWhen else { return true }
    return condition.alternatives.contains { alternative in
      alternative.terms.allSatisfy { term in
        combination.values[term.factor].map(term.values.contains) ?? term.allowsNotApplicable
      }
    }
  }
}

/// A case whose last value is a value of its operation.
private struct TestedRow {
  var id: String
  var values: [Int?]
}

extension OutcomeTable {
  /// Adds the ids of rows to the cells that contain them, column by column: adjacent cells share their leading values.
  fileprivate func enter(
    _ rows: [TestedRow],
    in range: Range<Int>,
    from column: Int,
    _ specification: Specification,
    _ ids: inout [[String]]
  ) {
    guard !rows.isEmpty else { return }
    guard column < factors.count else {
      for cell in range {
        for row in rows where ids[cell].last != row.id { ids[cell].append(row.id) }
      }
      return
    }
    let factor = factors[column]
    let starts = range.filter {
      $0 == range.lowerBound || cells[$0].values[column] != cells[$0 - 1].values[column]
    }
    let groups = zip(starts, starts.dropFirst() + [range.upperBound]).map { $0..<$1 }
    let groupOfValue = Dictionary(
      firstOf: groups.enumerated().flatMap { number, group in
        cells[group.lowerBound].values[column].map { ($0, number) }
      }
    )
    var rowsOfGroup = groups.map { _ in [TestedRow]() }
    for row in rows {
      let value = row.values[factor] ?? specification.factors[factor].values.count
      if let group = groupOfValue[value] { rowsOfGroup[group].append(row) }
    }
    for (group, rows) in zip(groups, rowsOfGroup) {
      enter(rows, in: group, from: column + 1, specification, &ids)
    }
  }
}
