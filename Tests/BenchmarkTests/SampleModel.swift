import Diagnostics
import PICTModel
import Testing

/// Models given as text, and all their rows.
enum SampleModel {
  static func read(_ text: String) throws -> PICTModel {
    let read = readPICTModel(SourceFile(path: "model", text: text))
    return try #require(read.value, "\(read.diagnostics.map(\.message))")
  }

  /// Every combination of values, allowed or not.
  static func rows(of model: PICTModel) -> [[Int]] {
    model.parameters.reduce([[]]) { rows, parameter in
      rows.flatMap { row in parameter.values.indices.map { row + [$0] } }
    }
  }

  static func isAllowed(_ row: [Int], by model: PICTModel) -> Bool {
    model.constraints.allSatisfy {
      !($0.condition?.holds(for: row) ?? true) || $0.consequence.holds(for: row)
    }
  }
}
