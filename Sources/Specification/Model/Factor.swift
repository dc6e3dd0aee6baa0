package import Diagnostics

/// Something that may differ when the feature is used: a state of the user or a condition of the data.
package struct Factor: Sendable {
  /// The section of the spec that declares the factor.
  package enum Kind: String, Sendable {
    case state, data
  }

  /// The key under `states` or `data`; unique, and never `operation`.
  package var name: String
  package var kind: Kind
  /// The label that people read; by default the name in words.
  package var label: String
  /// The values with unique ids in the order of declaration, generated ones ascending; never empty.
  package var values: [FactorValue] = []
  /// The index of the value for examples, and where it makes no difference in a case; a valid one if there is any.
  package var usual = 0
  /// The initial values, ascending, or `nil` for any.
  package var start: [Int]?
  package var startSpan: SourceSpan?
  /// True if the usual value is written, or given by the language: `no` of a statement.
  package var isUsualGiven = false
  /// True if the factor is a statement that is true or false: its values are `yes` and `no`, its label is the statement.
  package var isYesNo = false
  /// The number line of a range, or `nil` for listed values.
  package var line: NumberLine?
  /// The comparison of two factors whose relation (less, same or more) this generated factor is.
  package var comparison: Comparison?
  /// The condition under which the factor applies, or `nil` for always.
  package var onlyWhen: Condition?
  package var note: String?
  /// Instructions for testers, unless a value has its own; for a statement, to make it true.
  package var how: String?
  package var span: SourceSpan
}

/// A value of a factor, or a variant of an operation.
package struct FactorValue: Sendable {
  /// The name in conditions, unique within the factor.
  package var id: String
  /// The label that people read; by default the id in words.
  package var label: String
  /// True if the author or the catalogue wrote the label, so that a sentence may name the value by its label alone.
  package var hasOwnLabel: Bool
  /// True if the feature must reject the value.
  package var isInvalid: Bool = false
  /// True for the generated invalid values next to a range.
  package var isNeighbour: Bool = false
  package var note: String?
  package var how: String?
  /// The condition under which a part is seen, or `nil` for always.
  package var onlyWhen: Condition?
  /// A text to enter: that of the author or of a length, the number of a `range` value, the date of a `date` value.
  package var sample: String?
  /// The position on the number line: the integer of a range, the days of a date since 1970-01-01, the length of a text in grapheme
  /// clusters; `nil` for others.
  package var number: Int?
  /// The class of numbers that the value stands for, including itself: no condition of the spec distinguishes them.
  ///
  /// Values of one class have the same range, which extends to the machine's limits on an open side; `nil` without a line.
  package var numbers: ClosedRange<Int>?
  /// The place of the value, or of the range that generates it.
  package var span: SourceSpan
}

extension Comparison {
  /// Returns the relation of two values, or `nil` if one has no number or is invalid.
  package func relation(_ left: FactorValue, _ right: FactorValue) -> Relation? {
    distance(left, right).flatMap { Relation(rawValue: $0.signum()) }
  }

  /// True if there is no number between two values.
  package func areNear(_ left: FactorValue, _ right: FactorValue) -> Bool {
    distance(left, right).map { $0.magnitude <= smallestStep.magnitude } ?? false
  }

  private func distance(_ left: FactorValue, _ right: FactorValue) -> Int? {
    guard let one = left.number, let other = right.number, !left.isInvalid, !right.isInvalid else {
      return nil
    }
    return distance(one, other)
  }
}

extension Specification {
  /// Returns the comparisons possible in a condition on a factor, such as `more than free`.
  package func comparisons(of name: String) -> [String] {
    guard let own = factors.first(where: { $0.name == name })?.line else { return [] }
    return factors.filter { $0.name != name && $0.line?.measure.kind == own.measure.kind }
      .flatMap { other in Comparison.Words.allCases.map { "\($0.rawValue) \(other.name)" } }
  }

  /// Returns the factors that are read with a factor: for a comparison, also the two that it compares.
  package func factorsRead(with factor: Int) -> [Int] {
    guard factor < factors.count, let comparison = factors[factor].comparison else {
      return [factor]
    }
    return [factor, comparison.left, comparison.right]
  }
}
