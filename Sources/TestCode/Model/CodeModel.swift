package import Combinatorics
package import Specification
package import TestDesign
import Text

/// What the code of a spec says in every language: its names, its cases, and what happens on every combination.
package struct CodeModel: Sendable {
  /// A case of the suite.
  package struct Case: Sendable {
    package var testCase: TestCase
    /// The number in `Specification.caseOperations`.
    package var operation: Int
    /// What is expected of the operation, or of each part that can be seen: by number in `Specification.operationValues`, ascending.
    package var outcomes: [(operationValue: Int, outcome: DecisionTree.Outcome)]
    /// Eight hexadecimal digits of setup, operation and outcomes: a case of which something changed has others.
    package var fingerprint: String

    /// Whether something of it is expected for certain.
    package var isDecided: Bool {
      outcomes.contains { if case .expected = $0.outcome { true } else { false } }
    }
  }

  /// A question that is still to be answered.
  package struct Question: Sendable {
    package var id: String
    package var text: String
  }

  package let specification: Specification
  /// By number in `Specification.operationValues`.
  package let decisions: [DecisionTree]
  /// In the order of the suite.
  package let cases: [Case]
  /// The questions that outcomes name, in the order of the findings.
  package let questions: [Question]

  /// - Parameters:
  ///   - analysed: The spec.
  ///   - suite: Its cases.
  /// - Throws: `LimitExceeded` where the outcomes of an operation take too long to tell apart, or are too many to write down.
  package init(
    _ analysed: AnalysedSpecification,
    _ suite: TestMatrix
  ) throws(LimitExceeded) {
    specification = analysed.specification
    let builder = try OutcomeTableBuilder(analysed)
    var decisions: [DecisionTree] = []
    for (number, operation) in specification.operations.enumerated() {
      let table = try builder.table(of: number, byVariant: true)
      guard table.listsCells else {
        throw LimitExceeded(
          what: "“\(operation.label)” has \(table.cellCount) different situations, more than "
            + "\(OutcomeTable.cellLimit)"
        )
      }
      let first = decisions.count
      for value in first..<(first + max(1, operation.variants.count)) {
        decisions.append(DecisionTree(table, operationValue: value, of: specification))
      }
    }
    self.decisions = decisions

    let operations = specification.caseOperations
    let specification = specification
    cases = suite.cases.map { testCase in
      let combination = testCase.combination
      let operation = operations.firstIndex { $0.values.contains(combination.operation) } ?? 0
      let values =
        testCase.parts.isEmpty
        ? [combination.operation] : testCase.parts.map(\.operationValue)
      let outcomes = values.map { value in
        (
          operationValue: value,
          outcome: decisions[value].outcome(of: combination.values, in: specification)
        )
      }
      let setup = zip(specification.factors, combination.values).map { factor, value in
        "\(factor.name)=\(value.map { factor.values[$0].id } ?? "")"
      }
      let says = outcomes.map {
        "\(specification.operationValues[$0.operationValue].id):\($0.outcome.text)"
      }
      let lines = setup + [operations[operation].id] + says
      return Case(
        testCase: testCase,
        operation: operation,
        outcomes: outcomes,
        fingerprint: String(TextDigest.whole(lines.joined(separator: "\n")).prefix(8))
      )
    }
    let named = Set(decisions.flatMap(\.questions))
    questions = analysed.analysis.findings.filter { named.contains($0.id) }
      .map { Question(id: $0.id, text: $0.message) }
  }
}
