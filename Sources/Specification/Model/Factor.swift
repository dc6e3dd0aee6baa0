package import Diagnostics

/// Something that may differ when the feature is used: a state of the user or a condition of the data.
package struct Factor: Sendable {
  /// The section of the spec that declares the factor.
  package enum Kind: String, Sendable {
    case state, data
  }

  /// The key under `states` or `data`; no two factors share one, and none is `operation`.
  package var name: String
  package var kind: Kind
  /// What people read; the name in words if the author gave none.
  package var label: String
  /// In the order of declaration, generated ones ascending; never empty, ids differ.
  package var values: [FactorValue] = []
  /// The number of the ordinary value, for examples and for what does not matter in a case: always a valid one if there is any.
  package var usual = 0
  /// The values with which it begins, ascending; `nil` if nothing is said: then it may begin with any.
  package var start: [Int]?
  package var startSpan: SourceSpan?
  /// True if somebody wrote which value is usual, or if the language says so: `no` of a statement.
  package var isUsualGiven = false
  /// True if the factor is a statement that is true or not: its values are `yes` and `no`, its label is the statement.
  package var isYesNo = false
  /// The line on which its numbers stand; `nil` for listed values.
  package var line: NumberLine?
  /// The two factors whose relation it is, less, same or more: then nobody declared it, and its values follow from theirs.
  package var comparison: Comparison?
  /// Where the factor applies; `nil` for everywhere.
  package var onlyWhen: Condition?
  package var note: String?
  /// How a tester brings a value about that says nothing of it; of a statement, that it is true.
  package var how: String?
  package var span: SourceSpan
}

/// A value of a factor, or a variant of an operation.
package struct FactorValue: Sendable {
  /// The name in conditions; the values of one factor differ in it.
  package var id: String
  /// What people read; the id in words if the author gave none.
  package var label: String
  /// True if the author wrote the label (or the catalogue did): a sentence may then name the value by its label alone.
  package var hasOwnLabel: Bool
  /// True if the feature must reject the value.
  package var isInvalid: Bool = false
  /// True if nobody wrote it: an invalid value that stands just beyond a range.
  package var isNeighbour: Bool = false
  package var note: String?
  /// How a tester brings it about.
  package var how: String?
  /// Where a part is seen; `nil` for everywhere.
  package var onlyWhen: Condition?
  /// What a tester can paste or enter: a text that the author gave or of a length, the number of a `range` value, the date of a `date` value.
  package var sample: String?
  /// Where the value stands on a line, which intervals compare: the integer of a range, the days of a date since 1970-01-01, the length in
  /// grapheme clusters of a text; `nil` for all others.
  package var number: Int?
  /// All numbers that the value stands for, itself among them: no condition of the spec can tell them apart.
  ///
  /// Values of one class have the same. A side without an end reaches the last integer of the machine; `nil` if the factor, or the operation, has
  /// no line.
  package var numbers: ClosedRange<Int>?
  /// Where the value is written; of a generated one the range that generates it.
  package var span: SourceSpan
}

extension Comparison {
  /// How two values stand to each other; `nil` if one has no number, or is invalid.
  package func relation(_ left: FactorValue, _ right: FactorValue) -> Relation? {
    distance(left, right).flatMap { Relation(rawValue: $0.signum()) }
  }

  /// True if there is nothing between two values.
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
  /// What a condition on a factor may compare it with: `more than free`.
  package func comparisons(of name: String) -> [String] {
    guard let own = factors.first(where: { $0.name == name })?.line else { return [] }
    return factors.filter { $0.name != name && $0.line?.measure.kind == own.measure.kind }
      .flatMap { other in Comparison.Words.allCases.map { "\($0.rawValue) \(other.name)" } }
  }

  /// The factors that are read where one is: of a comparison the two that it compares as well.
  package func factorsRead(with factor: Int) -> [Int] {
    guard factor < factors.count, let comparison = factors[factor].comparison else {
      return [factor]
    }
    return [factor, comparison.left, comparison.right]
  }
}
