package import Diagnostics

/// A model in the language of PICT, with all names resolved.
package struct PICTModel: Sendable {
  package var parameters: [PICTParameter]
  package var submodels: [PICTSubmodel] = []
  package var constraints: [PICTConstraint] = []
  /// True if the text began with a byte-order mark; what is written from it then does too.
  package var hasByteOrderMark: Bool = false
  package var options: PICTSyntaxOptions = PICTSyntaxOptions()

  /// Indices of the parameters that are chosen, not those that state an expected result.
  package var inputs: [Int] { parameters.indices.filter { !parameters[$0].isResult } }

  /// Indices of the parameters that are in no sub-model, ascending.
  var outside: [Int] {
    Set(parameters.indices).subtracting(submodels.flatMap(\.parameters)).sorted()
  }

  package var hasNegativeValues: Bool {
    parameters.contains { $0.values.contains(where: \.isNegative) }
  }
}

/// A parameter: a name and the values that it may have.
package struct PICTParameter: Hashable, Sendable {
  package var name: String
  package var values: [PICTValue]
  /// The order written behind the name, `Name @ 3: …`.
  package var order: Int? = nil
  package var span: SourceSpan

  /// True if it states an expected result, which follows from the other values: its name begins with `$`.
  package var isResult: Bool { name.unicodeScalars.first == "$" }
}

package struct PICTValue: Hashable, Sendable {
  /// The names, at least one; constraints know the value by the first.
  package var names: [String]
  /// How much it is preferred where coverage leaves the choice, from 1.
  package var weight: Int = 1
  /// True if the tested system must refuse it, so that no row has two such values.
  package var isNegative: Bool = false

  package var name: String { names.first ?? "" }
}

/// Parameters that are combined among themselves first, at an order of their own.
package struct PICTSubmodel: Hashable, Sendable {
  /// Indices of its parameters, ascending.
  package var parameters: [Int]
  /// `nil` if the model's order counts.
  package var order: Int? = nil
  package var span: SourceSpan
}

/// How many parameters are combined, as the caller said it.
package enum PICTStrength: Hashable, Sendable {
  /// Two, or fewer where the model has fewer parameters.
  case standard
  case number(Int)
  /// All parameters.
  case maximum
}

/// A statement about rows: where the condition holds, so does the consequence.
package struct PICTConstraint: Sendable {
  /// `nil` for what holds always.
  package var condition: PICTPredicate? = nil
  package var consequence: PICTPredicate
  package var span: SourceSpan

  /// The parameters that it speaks of, with repetitions.
  var parameters: [Int] { (condition?.parameters ?? []) + consequence.parameters }
}

/// A predicate of rows over indices of parameters and values.
package indirect enum PICTPredicate: Hashable, Sendable {
  /// The parameter has one of the values that are marked.
  case oneOf(parameter: Int, values: [Bool])
  /// Two parameters have values that are marked: by value of the first, then of the second.
  case pair(first: Int, second: Int, values: [[Bool]])
  case not(PICTPredicate)
  case all([PICTPredicate])
  case any([PICTPredicate])

  /// How many cubes it takes as a formula.
  var size: Int {
    switch self {
    case .oneOf: 1
    case .pair(_, _, let values): values.count
    case .not(let part): part.size
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.size }
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

/// The signs of the language that a caller may choose, and how texts are compared.
package struct PICTSyntaxOptions: Hashable, Sendable {
  package var valueSeparator: Unicode.Scalar
  package var aliasSeparator: Unicode.Scalar
  /// Stands before a value that the tested system must refuse.
  package var negativePrefix: Unicode.Scalar
  /// True if upper and lower case differ, in names and in constraints.
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

/// A row that is to be in the suite, complete or not.
package struct PICTSeedRow: Hashable, Sendable {
  /// By parameter the index of its value; `nil` if any may stand.
  package var values: [Int?]
  /// Where the row stands in the file of rows.
  package var span: SourceSpan
}
