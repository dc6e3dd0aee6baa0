/// A predicate of rows over indices of parameters and values.
package indirect enum PICTPredicate: Hashable, Sendable {
  /// The parameter has one of the values that are marked.
  case oneOf(parameter: Int, values: [Bool])
  /// Two parameters have values that are marked: by value of the first, then of the second.
  case pair(first: Int, second: Int, values: [[Bool]])
  case not(PICTPredicate)
  case all([PICTPredicate])
  case any([PICTPredicate])

  /// Whether it holds for a row of value indices.
  package func holds(for row: [Int]) -> Bool {
    switch self {
    case .oneOf(let parameter, let values): values[row[parameter]]
    case .pair(let first, let second, let values): values[row[first]][row[second]]
    case .not(let part): !part.holds(for: row)
    case .all(let parts): parts.allSatisfy { $0.holds(for: row) }
    case .any(let parts): parts.contains { $0.holds(for: row) }
    }
  }

  /// The parameters that it speaks of, with repetitions.
  var parameters: [Int] {
    switch self {
    case .oneOf(let parameter, _): [parameter]
    case .pair(let first, let second, _): [first, second]
    case .not(let part): part.parameters
    case .all(let parts), .any(let parts): parts.flatMap(\.parameters)
    }
  }
}
