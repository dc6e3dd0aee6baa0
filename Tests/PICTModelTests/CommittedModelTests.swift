import Combinatorics
import Diagnostics
import Foundation
import Testing

@testable import PICTModel

/// The models in `Benchmarks/models` are read without diagnostics, and their suites are complete.
@Suite struct CommittedModelTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Benchmarks/models")

  private static let files = (FileManager.default.subpaths(atPath: folder.path) ?? [])
    .filter { $0.hasSuffix(".pict") }.sorted()

  @Test func allAreThere() {
    #expect(Self.files.count == 43)
  }

  @Test(arguments: files)
  func aSuiteIsComplete(file: String) throws {
    let url = Self.folder.appendingPathComponent(file)
    let read = readPICTModel(
      SourceFile(path: file, text: try String(contentsOf: url, encoding: .utf8))
    )
    #expect(read.diagnostics.isEmpty)
    let model = try #require(read.value)
    let suite = try #require(try cover(model, effort: .quick).value)
    let rows = suite.rows.map { row in
      PICTSeedRow(values: row, span: model.parameters[0].span)
    }
    let coverage = try #require(try coverage(of: rows, in: model, listing: 0).value)
    #expect(coverage.missingCount == 0 && coverage.invalidCount == 0)
    #expect(coverage.possible > 0)
    #expect(Self.complaints(about: suite.rows.map { $0.compactMap(\.self) }, of: model) == [])
  }

  /// Returns the complaints of an independent checker; none if the model has more than plain parameters and constraints.
  ///
  /// Pairs that it cannot decide within its steps are ignored.
  private static func complaints(
    about rows: [[Int]],
    of model: PICTModel,
    steps: Int = 20_000
  ) -> [CoverageChecker.Complaint] {
    let isPlain = model.parameters.allSatisfy { $0.order == nil && !$0.isResult }
    guard isPlain, model.submodels.isEmpty, !model.hasNegativeValues else { return [] }
    let sizes = model.parameters.map(\.values.count)
    let request = CoveringRequest(
      groups: [CoveringRequest.Group(factors: Array(sizes.indices), strength: 2)],
      isAsked: sizes.map { Array(repeating: true, count: $0) },
      weights: sizes.map { Array(repeating: 1, count: $0) }
    )
    let constraints = model.constraints.map { constraint in
      let named = Set((constraint.condition?.parameters ?? []) + constraint.consequence.parameters)
      return RowConstraint(factors: named.sorted()) { row in
        (constraint.condition.map { $0.value(for: row) } ?? true) == true
          && constraint.consequence.value(for: row) == false
      }
    }
    var checker = CoverageChecker(
      sizes: sizes,
      constraints: constraints,
      request: request,
      stepsPerSearch: steps
    )
    return checker.report(on: Suite(rows: rows, fixedCount: 0)).complaints
  }
}

extension PICTPredicate {
  /// Returns the truth value for a row with open cells, or `nil` if it depends on them.
  fileprivate func value(for row: [Int]) -> Bool? {
    switch self {
    case .oneOf, .pair:
      return parameters.contains { row[$0] == RowConstraint.open } ? nil : holds(for: row)
    case .not(let part):
      return part.value(for: row).map { !$0 }
    case .all(let parts):
      let values = parts.map { $0.value(for: row) }
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    case .any(let parts):
      let values = parts.map { $0.value(for: row) }
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    }
  }
}
