import Specification

@testable import TestDesign

extension OutcomeTable {
  /// Returns its cells as lines: “transfer=waiting,expired amount=* | A | rules | questions”.
  func lines(_ specification: Specification) -> [String] {
    cells.map { cell in
      let values = zip(factors, zip(cell.values, cell.spans)).map { factor, cell in
        "\(Self.name(factor, specification))="
          + (cell.1
            ? "*" : cell.0.map { Self.id($0, factor, specification) }.joined(separator: ","))
      }
      let outcome =
        switch cell.outcome {
        case .defined(let results): results.joined(separator: "+")
        case .undefined: "?"
        case .undecided(let rules):
          "open " + rules.map { specification.rules[$0].id }.joined(separator: "+")
        case .contradictory(let results):
          "! " + results.map { $0.joined(separator: "+") }.joined(separator: "/")
        }
      return (values + ["| " + outcome]).joined(separator: " ")
    }
  }

  private static func name(_ factor: Int, _ specification: Specification) -> String {
    factor < specification.operationFactor ? specification.factors[factor].name : "operation"
  }

  private static func id(_ value: Int, _ factor: Int, _ specification: Specification) -> String {
    guard factor < specification.operationFactor else {
      return specification.operationValues[value].id
    }
    let values = specification.factors[factor].values
    return value < values.count ? values[value].id : "–"
  }
}
