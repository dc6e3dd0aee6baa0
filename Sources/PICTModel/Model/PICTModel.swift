package import Diagnostics

/// A model in the language of PICT, with all names resolved.
package struct PICTModel: Sendable {
  package var parameters: [PICTParameter]
  package var submodels: [PICTSubmodel] = []
  package var constraints: [PICTConstraint] = []
  /// True if the text began with a byte-order mark; the suite is then written with one, too.
  package var hasByteOrderMark: Bool = false
  package var options: PICTSyntaxOptions = PICTSyntaxOptions()

  /// The indices of the parameters whose values are chosen, as opposed to those that state an expected result.
  package var inputs: [Int] { parameters.indices.filter { !parameters[$0].isResult } }

  /// The indices of the parameters that are in no sub-model, ascending.
  var outside: [Int] {
    Set(parameters.indices).subtracting(submodels.flatMap(\.parameters)).sorted()
  }

  package var hasNegativeValues: Bool {
    parameters.contains { $0.values.contains(where: \.isNegative) }
  }
}

package struct PICTParameter: Hashable, Sendable {
  package var name: String
  package var values: [PICTValue]
  /// The order written after the name, as in `Name @ 3: …`.
  package var order: Int? = nil
  package var span: SourceSpan

  /// True if the parameter states an expected result, which follows from the other values; its name begins with `$`.
  package var isResult: Bool { name.unicodeScalars.first == "$" }
}

package struct PICTValue: Hashable, Sendable {
  /// The names of the value, at least one, of which constraints use the first.
  package var names: [String]
  /// The weight of the value, at least 1; heavier values are preferred if coverage leaves a choice.
  package var weight: Int = 1
  /// True if the tested system must reject the value, so that no row has two such values.
  package var isNegative: Bool = false

  package var name: String { names.first ?? "" }
}

/// A group of parameters that are first combined among themselves, at an order of their own.
package struct PICTSubmodel: Hashable, Sendable {
  /// The indices of the parameters, ascending.
  package var parameters: [Int]
  /// The order of the group, or `nil` for the order of the model.
  package var order: Int? = nil
  package var span: SourceSpan
}

/// The requested number of parameters to combine.
package enum PICTStrength: Hashable, Sendable {
  /// Two, or fewer if the model has fewer parameters.
  case standard
  case number(Int)
  /// All parameters.
  case maximum
}

/// A statement about rows: if the condition holds, so does the consequence.
package struct PICTConstraint: Sendable {
  /// The condition, or `nil` if the consequence always holds.
  package var condition: PICTPredicate? = nil
  package var consequence: PICTPredicate
  package var span: SourceSpan

  /// The parameters that the constraint names, with repetitions.
  var parameters: [Int] { (condition?.parameters ?? []) + consequence.parameters }
}

/// A predicate on rows in terms of parameter and value indices.
package indirect enum PICTPredicate: Hashable, Sendable {
  /// The parameter has one of the marked values.
  case oneOf(parameter: Int, values: [Bool])
  /// The values of two parameters are a marked pair, by value of the first, then of the second.
  case pair(first: Int, second: Int, values: [[Bool]])
  case not(PICTPredicate)
  case all([PICTPredicate])
  case any([PICTPredicate])

  /// The number of cubes of the predicate's formula.
  var size: Int {
    switch self {
    case .oneOf: 1
    case .pair(_, _, let values): values.count
    case .not(let part): part.size
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.size }
    }
  }

  /// The parameters that the predicate names, with repetitions.
  var parameters: [Int] {
    switch self {
    case .oneOf(let parameter, _): [parameter]
    case .pair(let first, let second, _): [first, second]
    case .not(let part): part.parameters
    case .all(let parts), .any(let parts): parts.flatMap(\.parameters)
    }
  }
}

/// The configurable characters of the language, and its case sensitivity.
package struct PICTSyntaxOptions: Hashable, Sendable {
  package var valueSeparator: Unicode.Scalar
  package var aliasSeparator: Unicode.Scalar
  /// The prefix of a value that the tested system must reject.
  package var negativePrefix: Unicode.Scalar
  /// True if names and constraints are case-sensitive.
  package var isCaseSensitive: Bool

  package init(
    valueSeparator: Unicode.Scalar = ",",
    aliasSeparator: Unicode.Scalar = "|",
    negativePrefix: Unicode.Scalar = "~",
    isCaseSensitive: Bool = false
  ) {
    self.valueSeparator = valueSeparator
    self.aliasSeparator = aliasSeparator
    self.negativePrefix = negativePrefix
    self.isCaseSensitive = isCaseSensitive
  }
}

/// A complete or partial row to include in the suite.
package struct PICTSeedRow: Hashable, Sendable {
  /// The index of each parameter's value, or `nil` if any value will do.
  package var values: [Int?]
  /// The position of the row in the file of seeding rows.
  package var span: SourceSpan
}
