import Combinatorics
import Diagnostics
import PICTModel

extension PICTPredicate {
  func holds(for row: [Int]) -> Bool {
    switch self {
    case .oneOf(let parameter, let values): values[row[parameter]]
    case .pair(let first, let second, let values): values[row[first]][row[second]]
    case .not(let part): !part.holds(for: row)
    case .all(let parts): parts.allSatisfy { $0.holds(for: row) }
    case .any(let parts): parts.contains { $0.holds(for: row) }
    }
  }
}

/// A model given as text, parsed and covered.
struct PICTCase {
  var model: PICTModel?
  var diagnostics: [Diagnostic]

  init(_ text: String, options: PICTSyntaxOptions = PICTSyntaxOptions()) {
    let checked = readPICTModel(SourceFile(path: "model.txt", text: text), options: options)
    model = checked.value
    diagnostics = checked.diagnostics
  }

  var headlines: [String] {
    diagnostics.map { diagnostic in
      let place = diagnostic.span.map { "\($0.start.line):\($0.start.column): " } ?? ""
      return "\(place)\(diagnostic.severity)[\(diagnostic.code)]: \(diagnostic.message)"
    }
  }

  /// Returns all rows that the model allows, by trying each.
  static func allowed(_ model: PICTModel) -> [[Int]] {
    var rows: [[Int]] = [[]]
    for parameter in model.parameters {
      rows = rows.flatMap { row in parameter.values.indices.map { row + [$0] } }
    }
    return rows.filter { row in
      let negatives = zip(model.parameters, row).count { $0.values[$1].isNegative }
      return negatives <= 1
        && model.constraints.allSatisfy {
          !($0.condition?.holds(for: row) ?? true) || $0.consequence.holds(for: row)
        }
    }
  }
}
