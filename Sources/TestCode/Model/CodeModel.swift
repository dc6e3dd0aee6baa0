package import Combinatorics
package import Specification
package import TestDesign
import Text

/// The language-independent contents of generated code: the cases of a spec, and the outcome of every combination.
package struct CodeModel: Sendable {
  struct Step: Sendable {
    /// The index of each factor's value, with `nil` for not applicable.
    let values: [Int?]
    /// The index in `operations`.
    let operation: Int
    /// The expected outcomes of the operation or its visible parts, by ascending index in `operationValues`.
    let outcomes: [(operationValue: Int, outcome: DecisionTree.Outcome)]
  }

  package struct Case: Sendable {
    package let testCase: TestCase
    let step: Step
    var operation: Int { step.operation }
    var outcomes: [(operationValue: Int, outcome: DecisionTree.Outcome)] { step.outcomes }
    /// The steps that establish the setup.
    let way: [Step]
    /// The factors on which the expected outcome depends, in ascending order: those in the deciding rules or the open questions.
    let decisive: [Int]
    /// The digest of setup, operation and outcomes in eight hexadecimal digits, which changes with the case.
    package let fingerprint: String

    /// True if any expected outcome is definite.
    package var isDecided: Bool { outcomes.contains { $0.outcome.rule != nil } }
  }

  /// An end-to-end case, named after its operations.
  package struct Flow: Sendable {
    package let id: String
    package let title: String
    package let fingerprint: String
    let steps: [Step]

    init(_ flow: TestDesign.Flow, _ steps: [Step]) {
      let lines = steps.flatMap { step in
        step.outcomes.map { "\(step.values) \(step.operation):\($0.outcome.text)" }
      }
      (id, title, self.steps) = (flow.id, flow.title, steps)
      fingerprint = String(TextDigest.whole(lines.joined(separator: "\n")).prefix(8))
    }
  }

  package let specification: Specification
  let operations: [CaseOperation]
  let labels: [String]
  let operationValues: [OperationValue]
  let decisions: [DecisionTree]
  /// The cases, in the order of the suite.
  package let cases: [Case]
  /// The end-to-end cases.
  package let flows: [Flow]
  /// The questions in outcomes, in the order of the findings.
  let questions: [(id: String, text: String)]

  /// Creates the model.
  ///
  /// - Throws: `LimitExceeded` if computing the outcomes of an operation takes too long, or if there are too many to write down.
  package init(
    _ analysed: AnalysedSpecification,
    _ suite: TestMatrix
  ) throws(LimitExceeded) {
    let specification = analysed.specification
    let values = specification.operationValues
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
      for value in values.indices where values[value].operation == number {
        decisions.append(DecisionTree(table, operationValue: value, of: specification))
      }
    }
    let trees = decisions
    let decisive = DecisiveFactors(analysed)
    let operations = specification.caseOperations
    func step(_ combination: Combination, _ parts: [Int]) -> Step {
      Step(
        values: combination.values,
        operation: operations.firstIndex { $0.values.contains(combination.operation) } ?? 0,
        outcomes: (parts.isEmpty ? [combination.operation] : parts).map { value in
          (value, trees[value].outcome(of: combination.values, in: specification))
        }
      )
    }
    let labels = operations.map { operation in
      let declared = specification.operations[operation.operation].label
      let variant = operation.hasParts ? nil : values[operation.value].variantLabel
      return variant.map { "\(declared): \($0)" } ?? declared
    }
    flows = suite.flows.map { flow in
      Flow(flow, flow.steps.map { step($0.combination, $0.parts) })
    }
    // Sorted by id, so that code changes only where cases do.
    cases = suite.cases.sorted { CaseCode.precedes($0.id, $1.id) }.map { testCase in
      let own = step(testCase.combination, testCase.parts.map(\.operationValue))
      let setup = zip(specification.factors, own.values).map { factor, value in
        "\(factor.name)=\(value.map { factor.values[$0].id } ?? "")"
      }
      let says = own.outcomes.map { value, outcome in "\(values[value].id):\(outcome.text)" }
      let lines = setup + [operations[own.operation].id] + says
      return Case(
        testCase: testCase,
        step: own,
        way: suite.ways[testCase.id, default: []].map { step($0.combination, []) },
        decisive: decisive.factors(of: testCase, own.outcomes.map(\.1)),
        fingerprint: String(TextDigest.whole(lines.joined(separator: "\n")).prefix(8))
      )
    }
    let named = Set(decisions.flatMap(\.questions))
    questions = analysed.analysis.findings.filter { named.contains($0.id) }
      .map { ($0.id, $0.message) }
    self.specification = specification
    self.operations = operations
    self.labels = labels
    operationValues = values
    self.decisions = decisions
  }
}

extension CodeModel {
  /// The spec's id as an identifier.
  var space: String { specification.id.replacing("-", with: "_") }

  /// The beginning of every generated file, by which a later run recognises that it may replace it.
  package static let mark = "Generated by specmatrix from "
  var generated: String { "\(Self.mark)\(CodeText.line(specification.path))." }

  /// The rules with results, whether or not they apply to any case.
  var decidingRules: [Int] {
    specification.rules.indices.filter { specification.rules[$0].decides }
  }

  func results(of rule: Int) -> [String] {
    guard case .then(let results) = specification.rules[rule].outcome else { return [] }
    return results.map(\.text)
  }

  /// Returns the indices of cases grouped by key, in the order of the first ones.
  func groups<Key: Hashable>(by key: (Case) -> Key?) -> [(key: Key, places: [Int])] {
    var groups: [(key: Key, places: [Int])] = []
    var numbers: [Key: Int] = [:]
    for (place, entry) in cases.enumerated() {
      guard let key = key(entry) else { continue }
      if let number = numbers[key] {
        groups[number].places.append(place)
      } else {
        numbers[key] = groups.count
        groups.append((key, [place]))
      }
    }
    return groups
  }

  func question(_ id: String) -> String { questions.first { $0.id == id }?.text ?? id }

  /// Returns what has to be decided before an outcome can be expected: questions, or alternatives of which one holds.
  func undecided(_ outcome: DecisionTree.Outcome) -> [(text: String, isContradiction: Bool)] {
    let sides = outcome.sides.joined(separator: " | ")
    return outcome.questions.map { (question($0), false) } + (sides.isEmpty ? [] : [(sides, true)])
  }
}

extension Specification {
  /// The declared factors, without those derived from a comparison of two others.
  var declaredFactors: [Int] { factors.indices.filter { factors[$0].comparison == nil } }
}
