package import Combinatorics
import Specification
import Text

/// A row of a suite whose expected results differ from the spec.
package struct DifferentRow: Sendable {
  /// The index of the row.
  package var row: Int
  /// The results that the spec gives for the row; empty if it gives none or asks a question.
  package var results: [[String]]
  /// The questions that rules ask there.
  package var questions: [String]
}

extension AnalysedSpecification {
  /// Returns the rows whose expected results the spec does not give, in their order.
  ///
  /// The spec gives a result if it holds with the usual value of every factor that the row leaves open, or if it comes from a rule all of
  /// whose conditions the row names. Texts are compared apart from differences in appearance. Rows that are impossible, have no expected
  /// result or an unknown operation are skipped.
  ///
  /// `expected` holds the expected results of each row. Throws `LimitExceeded` if the diagrams outgrow their limit.
  package func differentRows(
    _ rows: [PartialCombination],
    expecting expected: [[String]]
  ) throws(LimitExceeded) -> [DifferentRow] {
    let space = regions.space
    let rules = specification.rules
    let factor = space.lowered.operationFactor
    let folded = rules.map { rule in rule.results.map(Self.folded) }
    // All rules, and those with results, by operation (its parts included).
    let owners = space.lowered.operationValues.map(\.operation)
    var byOperation: [Int: [Int]] = [:]
    var bySaying: [Int: [Set<FoldedText>: [Int]]] = [:]
    for (number, texts) in folded.enumerated() {
      for operation in space.lowered.operations(ofRule: number) {
        byOperation[operation, default: []].append(number)
        if let texts { bySaying[operation, default: [:]][texts, default: []].append(number) }
      }
    }
    let usualRows = asUsual(rows)
    var different: [DifferentRow] = []
    for (number, row) in rows.enumerated()
    where number < expected.count && !expected[number].isEmpty {
      let values = space.lowered.row(row)
      guard let value = values[factor] else { continue }
      let operation = owners[value]
      let set = try combinations(of: values, operation: operation)
      guard set != .empty else { continue }
      let asUsual = try combinations(of: space.lowered.row(usualRows[number]), operation: operation)
      let usual = asUsual == .empty ? set : asUsual
      func isNamed(_ rule: Int) throws(LimitExceeded) -> Bool {
        try space.store.difference(set, regions.matches[rule]) == .empty
      }
      var isAnyNamedShown: Bool?
      func says(_ rule: Int) throws(LimitExceeded) -> Bool {
        if try space.meet(regions.shown(rule), usual) { return true }
        guard try isNamed(rule) else { return false }
        if try space.meet(regions.shown(rule), set) { return true }
        // More specific rules may leave no combination to this one.
        if let isAnyNamedShown { return !isAnyNamedShown }
        var isAny = false
        for other in byOperation[operation, default: []] where !isAny {
          if try isNamed(other) { isAny = try space.meet(regions.shown(other), set) }
        }
        isAnyNamedShown = isAny
        return !isAny
      }
      let said = Self.folded(expected[number])
      var agrees = false
      for rule in bySaying[operation]?[said] ?? [] where !agrees {
        agrees = try says(rule)
      }
      if agrees { continue }
      let all = byOperation[operation, default: []]
      try space.charge(comparisons: all.count)
      var results: [[String]] = []
      var questions: [String] = []
      for rule in all where try says(rule) {
        // Additions and results of parts may be one of several lines of a row.
        let isBeside = rules[rule].isAddition || specification.operations[operation].hasParts
        if isBeside, let texts = folded[rule], texts.isSubset(of: said) {
          agrees = true
        }
        if case .question(let question) = rules[rule].outcome { questions.append(question.text) }
        if let texts = rules[rule].results, !results.contains(texts) { results.append(texts) }
      }
      if !agrees {
        different.append(DifferentRow(row: number, results: results, questions: questions))
      }
    }
    return different
  }

  /// Fills each open factor of the rows with its usual value, if the resulting row can happen.
  package func asUsual(_ rows: [PartialCombination]) -> [PartialCombination] {
    rows.map { row in
      var usual = row
      for (number, factor) in specification.factors.enumerated()
      where row.values[number] == .open && factor.comparison == nil && factor.onlyWhen == nil {
        usual.values[number] = .value(factor.usual)
      }
      let values = regions.space.lowered.row(usual)
      let whole = values.compactMap(\.self)
      let canHappen = whole.count < values.count || regions.space.rows.contains(row: whole)
      return canHappen ? usual : row
    }
  }

  /// Returns the combinations of a row with all parts of its operation.
  private func combinations(of row: [Int?], operation: Int) throws(LimitExceeded) -> Diagram {
    let space = regions.space
    var cube = Cube(partial: row, domains: space.store.domains)
    if specification.operations[operation].hasParts {
      cube.restrict(space.lowered.operationFactor, to: space.lowered.variants[operation])
    }
    return try space.possible(space.store.intersection(space.all, cube))
  }

  private static func folded(_ texts: [String]) -> Set<FoldedText> {
    Set(texts.map { FoldedText($0) })
  }
}
