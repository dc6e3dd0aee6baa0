import Combinatorics
import PICTModel

/// The statements of a model as formulas of the engine, each parameter a factor.
struct ModelFormulas {
  private let model: PICTModel
  let domains: Domains

  init(_ model: PICTModel) {
    self.model = model
    domains = Domains(sizes: model.parameters.map(\.values.count))
  }

  func formula(_ constraint: PICTConstraint) -> Formula {
    let consequence = formula(constraint.consequence)
    guard let condition = constraint.condition else { return consequence }
    return .any([.not(formula(condition)), consequence])
  }

  /// At most one value of a row is negative.
  var signs: Formula {
    var negative = Cube(none: domains)
    for (index, parameter) in model.parameters.enumerated() {
      for value in parameter.values.indices where parameter.values[value].isNegative {
        negative.insert(value, factor: index)
      }
    }
    return .atMostOneIn(negative)
  }

  /// The rows without a negative value.
  var positive: Cube {
    var cube = Cube(full: domains)
    for (index, parameter) in model.parameters.enumerated() {
      let values = parameter.values.indices.filter { !parameter.values[$0].isNegative }
      cube.restrict(index, to: values)
    }
    return cube
  }

  /// The parameters that a predicate speaks of.
  func parameters(_ predicate: PICTPredicate) -> Set<Int> {
    switch predicate {
    case .oneOf(let parameter, _): [parameter]
    case .pair(let first, let second, _): [first, second]
    case .not(let part): parameters(part)
    case .all(let parts), .any(let parts): Set(parts.flatMap(parameters))
    }
  }

  private func formula(_ predicate: PICTPredicate) -> Formula {
    switch predicate {
    case .oneOf(let parameter, let values): .anyOf([cube([(parameter, values)])])
    case .pair(let first, let second, let values):
      .anyOf(
        values.indices.map { value in
          cube([(first, values.indices.map { $0 == value }), (second, values[value])])
        }
      )
    case .not(let part): .not(formula(part))
    case .all(let parts): .all(parts.map(formula))
    case .any(let parts): .any(parts.map(formula))
    }
  }

  /// The rows in which each of the parameters has a value that is marked; one parameter may be named twice.
  private func cube(_ terms: [(parameter: Int, marks: [Bool])]) -> Cube {
    var cube = Cube(full: domains)
    for (parameter, marks) in terms {
      cube.restrict(parameter, to: cube.values(of: parameter).filter { marks[$0] })
    }
    return cube
  }
}
