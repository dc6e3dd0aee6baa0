package import Combinatorics
import Specification
import Text

/// A row of a suite that expects something else than the spec says.
package struct DifferentRow: Sendable {
  /// The number of the row.
  package var row: Int
  /// What the spec says where the row is, result by result; empty where it says nothing or asks.
  package var results: [[String]]
  /// The questions that rules ask there.
  package var questions: [String]
}

extension AnalysedSpecification {
  /// Finds the rows whose expected results the spec does not give.
  ///
  /// It gives them with the usual value of everything that a row leaves open, or by a rule all of whose conditions the row names.
  /// Texts are compared without what only looks different. Rows that cannot happen, that do not say what is expected or whose operation is not
  /// known are left out.
  ///
  /// - Parameters:
  ///   - rows: What each row names.
  ///   - expected: By row: the results that it expects.
  /// - Returns: In the order of the rows.
  /// - Throws: `LimitExceeded` if the decision diagrams outgrow their limit.
  package func differentRows(
    _ rows: [PartialCombination],
    expecting expected: [[String]]
  ) throws(LimitExceeded) -> [DifferentRow] {
    let space = regions.space
    let rules = specification.rules
    let factor = space.lowered.operationFactor
    let folded = rules.map { rule in rule.results.map(Self.folded) }
    // By operation, its parts included: the rules, and those that say a result.
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
        // Rules that ask for more may leave nothing of it.
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
        // What stands beside the rest, on a part of the screen or on top, is one of several lines.
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

  /// The rows with the usual value of each factor that they leave open, as far as that can happen.
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

  /// The combinations of a row with all parts of its operation.
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
