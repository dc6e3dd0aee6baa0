import Specification
import TestDesign

/// What happens on an operation, a variant or a part: a switch over one factor after the other.
///
/// It is the outcome table of the operation, read from left to right.
indirect enum DecisionTree: Sendable {
  enum Outcome: Hashable, Sendable {
    /// A rule decides; if several say the same, the first of them.
    case expected(rule: Int, results: [String])
    /// Questions are open: their ids, in the order of the findings; they are those of the whole cell of the table.
    case open([String])
    /// The different results, in the order in which rules first give them.
    case contradictory([[String]])
    case impossible
  }

  /// A branch for some values of a factor.
  struct Arm: Sendable {
    /// Numbers of values, ascending; the number behind the declared ones is *not applicable*.
    var values: [Int]
    var tree: DecisionTree
  }

  case outcome(Outcome)
  /// The arms share no value, and together have all that the factor can have.
  case branch(factor: Int, arms: [Arm])

  /// The part of a table, all of whose cells are listed, that is about one value of its operation.
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
    // Cells that agree in the columns in front stand together.
    var arms: [Arm] = []
    var start = cells.startIndex
    while start < cells.endIndex {
      let values = cells[start].values[column]
      let end = cells[start...].firstIndex { $0.values[column] != values } ?? cells.endIndex
      let tree = tree(cells[start..<end], columns.dropFirst(), factors, specification)
      arms.append(Arm(values: values, tree: tree))
      start = end
    }
    // What is left of the factor cannot happen, so a single arm serves it too.
    if arms.count == 1 { return arms[0].tree }
    let met = Set(arms.flatMap(\.values))
    let factor = specification.factors[factors[column]]
    let count = factor.values.count + (factor.onlyWhen == nil ? 0 : 1)
    let missing = (0..<count).filter { !met.contains($0) }
    if !missing.isEmpty { arms.append(Arm(values: missing, tree: .outcome(.impossible))) }
    return .branch(factor: factors[column], arms: arms)
  }

  /// What happens on a combination that can occur; the numbers of values are by factor, `nil` for not applicable.
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
  /// What each of the rules says that disagree.
  var sides: [String] {
    guard case .contradictory(let sides) = self else { return [] }
    return sides.map { $0.joined(separator: "; ") }
  }

  /// The outcome in one line, for a fingerprint.
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

/// The factors on which it depends what is expected of a case: those that the rules name that decide it, or the questions that are open.
///
/// No other rule, and nothing that is usual, changes them.
struct DecisiveFactors {
  private let specification: Specification
  /// Where a question is open, by its id.
  private let regions: [String: [NamedCube]]

  init(_ analysed: AnalysedSpecification) {
    specification = analysed.specification
    regions = analysed.analysis.findings.reduce(into: [:]) { regions, finding in
      regions[finding.id] = finding.question?.region
    }
  }

  /// Ascending.
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
  /// True if it says what happens.
  var decides: Bool { if case .then = outcome { true } else { false } }
}
