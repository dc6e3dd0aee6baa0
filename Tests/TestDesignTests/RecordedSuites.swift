import Diagnostics
import Specification
import TestSupport
import Testing
import Text
import YAMLSyntax

@testable import TestDesign

extension ReadInputs {
  /// Returns views of suites, of ids, and of the changes since `yaml before`.
  func suiteLines(_ view: String, _ analysed: AnalysedSpecification) throws -> [String]? {
    switch view {
    case "complaints":
      let reference = SuiteReference(analysed)
      let rows = inputs["rows"].split(separator: "\n").map(String.init)
      return reference.complaints(try SuiteReferenceTests.matrix(rows, of: reference)).orNone
    case "generated":
      let reference = SuiteReference(analysed)
      return try Depth.allCases.flatMap { depth in
        reference.complaints(try analysed.cases(earlier: nil, depth: depth))
      }.orNone
    case "flow": return try analysed.flowLines
    case "titles": return try titles(analysed)
    case "fingerprints":
      return try analysed.specification.operations.enumerated().map {
        "\($1.id) \(try analysed.outcomeTable(of: $0).fingerprint)"
      }
    case "ids":
      return analysed.analysis.findings.map { "\($0.id) \($0.code.rawValue): \($0.message)" }
    case "changes": return try changes(analysed)
    case "cell-changes": return try cellChanges(analysed)
    case "walks": return [try analysed.walkLine]
    case "successor": return try [successor(analysed)]
    default: return nil
    }
  }

  /// The differences between the decisions of several specs.
  var featureLines: [String] {
    let specs = inputs.fences.filter { $0.kind.hasPrefix("yaml") }.compactMap { fence in
      parseYAML(.init(path: "spec.yaml", text: fence.body)).value.flatMap {
        decodeSpecification($0, path: "spec.yaml", catalogue: .standard).value
      }
    }
    return CrossFeatureDecisions(specs).all().map(\.sentence).orNone
  }

  private func before() throws -> AnalysedSpecification {
    let written = inputs["yaml before"]
    return try TestDesignTests.analysed(written.hasPrefix("specmatrix:") ? written : spec(written))
  }

  // MARK: Titles

  /// Returns the titles of the cases in the input `cases`, one per line: `accept plan=plus wallet=–`, all other values usual.
  private func titles(_ analysed: AnalysedSpecification) throws -> [String] {
    let specification = analysed.specification
    let made = inputs["cases"].split(separator: "\n").enumerated().map { number, line in
      let words = line.split(separator: " ").map(String.init)
      let chosen = Dictionary(
        uniqueKeysWithValues: words.dropFirst().map { word in
          let sides = word.split(separator: "=").map(String.init)
          return (sides[0], sides[1])
        }
      )
      let values = specification.factors.map { factor in
        let id = chosen[factor.name] ?? factor.values[factor.usual].id
        return factor.values.firstIndex { $0.id == id }
      }
      let operation = specification.operationValues.firstIndex { $0.id == words[0] } ?? 0
      return TestCase.bare("T-00\(number + 1)", Combination(values: values, operation: operation))
    }
    let names = specification.factors.map(\.name)
    return try analysed.titled(made).map { "\($0.title) (\($0.matters.map { names[$0] }))" }
  }

  // MARK: Changes

  private func changes(_ analysed: AnalysedSpecification) throws -> [String] {
    let before = try before()
    let earlier = EarlierSuite(
      try before.cases(earlier: nil),
      of: before.specification,
      before.analysis
    )
    let changes = SuiteChanges(
      from: earlier,
      to: try analysed.cases(earlier: earlier),
      of: analysed.specification,
      analysed.analysis
    )
    let questions = [changes.openedQuestions, changes.closedQuestions].map { $0?.count ?? 0 }
    return changes.renames.map { "renamed: \($0.old) is \($0.value ?? $0.factor)" }
      + ["questions opened \(questions[0]), closed \(questions[1])"]
      + changes.cases.map { change in
        let outcomes = [change.before, change.after].map {
          $0.map { "\($0.status) \($0.expected)" } ?? "–"
        }
        let setup = change.setup.map { "\($0.factor): \($0.value ?? "–")" }
        let words = ["\(change.kind)", change.standing.map { "\($0)" } ?? "–", change.operation]
        return (words + [setup.joined(separator: ", ")]).joined(separator: " | ")
          + (change.newSettings.isEmpty ? "" : " | new \(change.newSettings)")
          + (outcomes[0] == outcomes[1] ? "" : " | \(outcomes.joined(separator: " → "))")
      }.sorted()
  }

  /// Returns the combinations of which another result is expected, and the declarations that have changed.
  private func cellChanges(_ analysed: AnalysedSpecification) throws -> [String] {
    let before = try before()
    guard let found = try CellChanges(from: before, to: analysed) else { return ["not compared"] }
    let declarations = DeclarationChange.all(from: before.specification, to: analysed.specification)
    return found.changes.map { change in
      let place = change.place.map { "\($0.factor): \($0.values)" }.joined(separator: ", ")
      let sides = [change.before, change.after].map { outcome in
        "\(outcome.status) \(outcome.texts)"
          + (outcome.becomes.isEmpty ? "" : " becomes \(outcome.becomes)")
      }
      let part = change.isWholePlace ? "all" : "some"
      return "\(change.operation) ×\(change.count) | \(part) of \(place) | "
        + sides.joined(separator: " → ")
    }.orNone + ["\(declarations.count) declarations changed"]
  }

  /// Returns the question that succeeds the first one about the first operation.
  private func successor(_ analysed: AnalysedSpecification) throws -> String {
    let before = try before()
    let specification = before.specification
    let finding = before.analysis.findings.first { $0.question?.operation == 0 }
    let cubes = (finding?.question?.region ?? []).map { cube in
      Dictionary(
        uniqueKeysWithValues: cube.literals.map { literal -> (String, [String?]) in
          let isOperation = literal.factor == specification.operationFactor
          let ids =
            isOperation
            ? specification.operationValues.map(\.id)
            : specification.factors[literal.factor].values.map(\.id)
          let name = isOperation ? "operation" : specification.factors[literal.factor].name
          let absent: [String?] = literal.allowsNotApplicable ? [nil] : []
          return (name, literal.values.map { ids[$0] } + absent)
        }
      )
    }
    let factors = EarlierFactor.all(of: specification)
    guard let found = analysed.successor(of: EarlierRegion(cubes: cubes), factors) else {
      return "nobody can tell"
    }
    return analysed.analysis.findings.first { $0.id == found }?.message ?? "–"
  }
}

extension AnalysedSpecification {
  /// The number of walks that cover every step, and of their steps.
  fileprivate var walkLine: String {
    get throws {
      var matrix = TestMatrix(strength: 1, cases: [], retired: [])
      try addFlows(to: &matrix, inPairs: false, by: FlowWriter(self))
      return "\(matrix.flows.count) cases, \(matrix.flows.map(\.steps.count).reduce(0, +)) steps"
    }
  }

  /// The findings of a list of all states, with differences of the engine.
  fileprivate var flowLines: [String] {
    get throws {
      let oracle = FlowOracle(specification)
      let unreached = oracle.unreachedValues.map { question in
        let factor = specification.factors[question[0]]
        return "unreached: \(factor.name)="
          + question.dropFirst().map { factor.values[$0].id }.joined(separator: ",")
      }
      let breaks = oracle.breaks.map { "breaks: \(specification.rules[$0.key].id) in \($0.value)" }
      let never = oracle.neverReached.map { "never reached: \(specification.rules[$0].id)" }
      let finals = oracle.finals.map { state in
        "final: "
          + zip(oracle.moving, state).map { specification.factors[$0].values[$1].id }
          .joined(separator: " ")
      }
      let values = oracle.finalValues.map { factor, values in
        let factor = specification.factors[factor]
        return "final: \(factor.name) "
          + values.sorted().map { factor.values[$0].id }.joined(separator: ", ")
      }
      let crossings = oracle.crossings.filter { !$0.value.certain.isEmpty }.keys.map { pair in
        "crossing: " + pair.map { specification.operations[$0].id }.joined(separator: " × ")
      }
      var tally = Tally()
      try tally.compareFlows(of: self, specification.id)
      let found: [[String]] = [
        unreached, breaks, never, values, finals, crossings, tally.differences,
      ]
      return found.flatMap { $0.sorted() }.orNone
    }
  }
}
