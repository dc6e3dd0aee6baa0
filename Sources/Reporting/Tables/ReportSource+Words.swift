import Specification
import TestDesign

/// The names of values, operations and conditions as they stand in cells.
extension ReportSource {
  /// What stands for "does not apply" in every table.
  static let notApplicable = "–"

  func label(ofValue value: Int?, of factor: Int) -> String {
    wording.value(value, of: factor)
  }

  /// "Network error (offline)", 「通信エラー（オフライン）」.
  func label(ofOperationValue number: Int) -> String { wording.operation(number) }

  /// The values that a term allows, by name: all variants of an operation as the operation, most values as "all except".
  func words(for term: Term) -> String {
    var names: [String]
    if term.factor == specification.operationFactor {
      names = namesOfOperations(term.values)
    } else {
      let values = specification.factors[term.factor].values
      let rest = values.indices.filter { !term.values.contains($0) }
      if rest.isEmpty, term.values.count > 1 {
        names = [text("any value", "いずれかの値")]
      } else if term.values.count > 3, rest.count < term.values.count {
        let others = rest.map { values[$0].label }.joined(separator: text(", ", "・"))
        names = [text("all except \(others)", "\(others)以外")]
      } else {
        names = term.values.map { values[$0].label }
      }
    }
    if term.allowsNotApplicable { names.append(text("not applicable", "該当なし（–）")) }
    return names.joined(separator: text(" / ", "／"))
  }

  /// More lines than this would be cut off where rows can be only so high.
  private static let mostLines = 18

  /// The states and data of a combination, factors that do not apply left out, and what else is to be said below them.
  ///
  /// One line each; where there are many, one behind the other where rows are low.
  func setup(of combination: Combination, adding more: [String] = []) -> ReportCell {
    let lines =
      combination.values.enumerated()
      .compactMap { factor, value in
        value.map {
          text.labelled(specification.factors[factor].label, label(ofValue: $0, of: factor))
        }
      } + more
    return .text(lines.joined(separator: "\n"), brief: brief(lines))
  }

  /// Lines one behind the other, where there are too many for a row.
  func brief(_ lines: [String]) -> String? {
    lines.count > Self.mostLines ? lines.joined(separator: text("; ", "／")) : nil
  }

  private func namesOfOperations(_ values: [Int]) -> [String] {
    specification.operations.indices.flatMap { operation -> [String] in
      let all = operationValues.indices.filter { operationValues[$0].operation == operation }
      let named = all.filter(values.contains)
      if named == all { return [specification.operations[operation].label] }
      return named.map { label(ofOperationValue: $0) }
    }
  }
}
