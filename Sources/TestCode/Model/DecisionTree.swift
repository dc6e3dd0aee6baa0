import Specification
import TestDesign

/// The outcomes of an operation, variant or part, as nested switches over factors.
///
/// It is the outcome table of the operation, read from left to right.
indirect enum DecisionTree: Sendable {
  enum Outcome: Hashable, Sendable {
    /// A rule decides; if several have the same results, it is the first of them.
    case expected(rule: Int, results: [String])
    /// Questions are open, given by their ids in the order of the findings, for the whole cell of the table.
    case open([String])
    /// Rules contradict each other; the different results are in the order of the rules.
    case contradictory([[String]])
    case impossible
  }

  /// A branch for some values of a factor.
  struct Arm: Sendable {
    /// The ascending indices of the values, where the one after the declared values means not applicable.
    var values: [Int]
    var tree: DecisionTree
  }

  case outcome(Outcome)
  /// A switch over a factor, whose arms cover each of its possible values once.
  case branch(factor: Int, arms: [Arm])

  /// Creates the tree for one operation value from a table that lists all its cells.
  init(_ table: OutcomeTable, operationValue: Int, of specification: Specification) {
    let operationColumn = table.factors.firstIndex(of: specification.operationFactor)
    let columns = table.factors.indices.filter { $0 != operationColumn }
    let cells = table.cells.filter { cell in
      operationColumn.map { cell.values[$0].contains(operationValue) } ?? true
    }
    self = Self.tree(cells[...], columns[...], table.factors, specification)
  }

  private static func tree(
    _ cells: ArraySlice<OutcomeTable.Cell>,
    _ columns: ArraySlice<Int>,
    _ factors: [Int],
    _ specification: Specification
  ) -> DecisionTree {
    guard let first = cells.first else { return .outcome(.impossible) }
    guard let column = columns.first else { return .outcome(Outcome(first, specification)) }
    // Cells with equal values in the preceding columns are adjacent.
    var arms: [Arm] = []
    var start = cells.startIndex
    while start < cells.endIndex {
      let values = cells[start].values[column]
      let end = cells[start...].firstIndex { $0.values[column] != values } ?? cells.endIndex
      let tree = tree(cells[start..<end], columns.dropFirst(), factors, specification)
      arms.append(Arm(values: values, tree: tree))
      start = end
    }
    // The remaining values of the factor cannot occur, so a single arm covers them, too.
    if arms.count == 1 { return arms[0].tree }
    let met = Set(arms.flatMap(\.values))
    let factor = specification.factors[factors[column]]
    let count = factor.values.count + (factor.onlyWhen == nil ? 0 : 1)
    let missing = (0..<count).filter { !met.contains($0) }
    if !missing.isEmpty { arms.append(Arm(values: missing, tree: .outcome(.impossible))) }
    return .branch(factor: factors[column], arms: arms)
  }

  /// Returns the outcome of a possible combination, given the index of each factor's value, with `nil` for not applicable.
  func outcome(of values: [Int?], in specification: Specification) -> Outcome {
    switch self {
    case .outcome(let outcome): return outcome
    case .branch(let factor, let arms):
      let value = values[factor] ?? specification.factors[factor].values.count
      let arm = arms.first { $0.values.contains(value) }
      return arm?.tree.outcome(of: values, in: specification) ?? .impossible
    }
  }

  var questions: [String] {
    switch self {
    case .outcome(let outcome): outcome.questions
    case .branch(_, let arms): arms.flatMap(\.tree.questions)
    }
  }
}

extension DecisionTree.Outcome {
  init(_ cell: OutcomeTable.Cell, _ specification: Specification) {
    switch cell.outcome {
    case .defined(let results):
      let rule = cell.rules.first { specification.rules[$0].decides }
      self = .expected(rule: rule ?? cell.rules.first ?? 0, results: results)
    case .undefined, .undecided: self = .open(cell.questions)
    case .contradictory(let results): self = .contradictory(results)
    }
  }

  var rule: Int? { if case .expected(let rule, _) = self { rule } else { nil } }
  var results: [String] { if case .expected(_, let results) = self { results } else { [] } }
  var questions: [String] { if case .open(let ids) = self { ids } else { [] } }
  /// The results of each of the contradictory rules.
  var sides: [String] {
    guard case .contradictory(let sides) = self else { return [] }
    return sides.map { $0.joined(separator: "; ") }
  }

  /// The outcome on one line, for a fingerprint.
  var text: String {
    switch self {
    case .expected(_, let results): "=" + results.joined(separator: "\u{1F}")
    case .open(let ids): "?" + ids.joined(separator: " ")
    case .contradictory(let results):
      "!" + results.map { $0.joined(separator: "\u{1F}") }.joined(separator: "\u{1E}")
    case .impossible: "-"
    }
  }
}

/// The factors on which a case's outcome depends: those in the deciding rules or the open questions.
///
/// They do not change with any other rule or with usual values.
struct DecisiveFactors {
  private let specification: Specification
  /// The region of each open question, by its id.
  private let regions: [String: [NamedCube]]

  init(_ analysed: AnalysedSpecification) {
    specification = analysed.specification
    regions = analysed.analysis.findings.reduce(into: [:]) { regions, finding in
      regions[finding.id] = finding.question?.region
    }
  }

  /// Returns the factors, in ascending order.
  func factors(of testCase: TestCase, _ outcomes: [DecisionTree.Outcome]) -> [Int] {
    let values = testCase.combination.values
    let factors = outcomes.flatMap { outcome -> [Int] in
      switch outcome {
      case .expected(let rule, _): self.factors(ofRule: rule, values)
      case .open(let ids): ids.flatMap { self.factors(of: regions[$0] ?? [], values) }
      case .contradictory: testCase.rules.flatMap { self.factors(ofRule: $0, values) }
      case .impossible: []
      }
    }
    return Set(factors.filter(values.indices.contains)).sorted()
  }

  private func factors(ofRule number: Int, _ values: [Int?]) -> [Int] {
    let alternatives = specification.rules[number].when.alternatives.map { alternative in
      alternative.terms.filter { !$0.isAny && values.indices.contains($0.factor) }
    }
    let holding = alternatives.first { terms in
      terms.allSatisfy { term in values[term.factor].map(term.values.contains) == true }
    }
    return (holding ?? []).map(\.factor)
  }

  private func factors(of region: [NamedCube], _ values: [Int?]) -> [Int] {
    let around = region.first { cube in
      cube.literals.allSatisfy { literal in
        guard values.indices.contains(literal.factor) else { return true }
        return values[literal.factor].map(literal.values.contains) ?? literal.allowsNotApplicable
      }
    }
    return (around?.literals ?? []).map(\.factor)
  }
}

extension Rule {
  /// True if the rule has results.
  var decides: Bool { if case .then = outcome { true } else { false } }
}
