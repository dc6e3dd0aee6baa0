package import Specification

/// The wording of numbers: a set of values is expressed by all the numbers that its values stand for.
extension Wording {
  /// Returns phrases for values: one for each interval of numbers, then the labels of all others.
  ///
  /// "51 to 59 items", "201 items or more", 「51〜59件」, 「201件以上」: bounds are inclusive.
  ///
  /// - Parameters:
  ///   - chosen: The indices of the values, ascending.
  ///   - values: All values of the factor or variants of the operation.
  ///   - line: The number line of the values; `nil` for listed values.
  ///   - label: Returns the name of a value without a number.
  /// - Returns: The phrases.
  package func terms(
    _ chosen: [Int],
    of values: [FactorValue],
    on line: NumberLine?,
    label: (FactorValue) -> String
  ) -> [String] {
    guard let line else { return chosen.map { label(values[$0]) } }
    let numbers = values.intervals(chosen)
    let others = chosen.filter { values[$0].numbers == nil }
    return words(numbers, on: line) + others.map { label(values[$0]) }
  }

  /// Returns phrases for values of a factor; those of a comparison form a single phrase.
  func terms(
    _ chosen: [Int],
    of factor: Factor,
    label: (FactorValue) -> String
  ) -> [String] {
    if let phrase = comparison(chosen, of: factor) { return [phrase] }
    return terms(chosen, of: factor.values, on: factor.line, label: label)
  }

  /// Returns values of a comparison as a phrase, such as "more than the free space", or `nil` for other factors and for no value.
  func comparison(_ chosen: [Int], of factor: Factor) -> String? {
    guard let comparison = factor.comparison, !chosen.isEmpty else { return nil }
    return comparison.phrase(factor.relations(chosen), language)
  }

  /// Returns the form in which a set of values on a line is expressed.
  func selection(
    _ chosen: [Int],
    of values: [FactorValue],
    on line: NumberLine?,
    allowsNotApplicable: Bool
  ) -> ValueSelection {
    let selection = ValueSelection(
      chosen,
      of: values.count,
      allowsNotApplicable: allowsNotApplicable
    )
    guard line != nil, selection.form != .all, selection.form != .none else { return selection }
    let chosenSet = Set(chosen)
    let missing = values.indices.filter { !chosenSet.contains($0) }
    func count(_ set: [Int]) -> Int { terms(set, of: values, on: line) { $0.id }.count }
    let isShorter = count(chosen) > 3 && count(missing) < count(chosen)
    return ValueSelection(
      form: isShorter ? .allExcept(missing) : .oneOf(chosen),
      allowsNotApplicable: allowsNotApplicable
    )
  }

  private func words(_ intervals: [NumberInterval], on line: NumberLine) -> [String] {
    // In Japanese, the two sides are short enough to be named.
    if language == .english, line.scale.origin == nil, intervals.count == 2,
      intervals.allSatisfy(\.isInvalid),
      let from = line.from, let to = line.to, intervals[0].numbers.upperBound == from - 1,
      intervals[1].numbers.lowerBound == to + 1
    {
      return ["outside " + words(from, to, on: line, includesUnit: true)]
    }
    return intervals.enumerated().map { place, interval in
      // In English, the unit is stated once: "1, 2 or 100 guests".
      words(
        interval,
        on: line,
        includesUnit: language == .japanese || place + 1 == intervals.count,
        isAlone: intervals.count == 1
      )
    }
  }

  private func words(
    _ interval: NumberInterval,
    on line: NumberLine,
    includesUnit: Bool,
    isAlone: Bool
  ) -> String {
    let scale = line.scale
    let (from, to) = (interval.numbers.lowerBound, interval.numbers.upperBound)
    func label(_ number: Int) -> String {
      includesUnit || scale.isOrigin(number) ? line.label(number, language) : line.grouped(number)
    }
    if from == to { return label(from) }
    let isOpenBelow =
      from == Int.min || scale.isOrigin(from) && (interval.isInvalid || to == Int.max)
    switch (isOpenBelow, to == Int.max) {
    case (true, true): return scale.phrase(.any, language) ?? ""
    case (true, false):
      if interval.isInvalid, let before = scale.phrase(.before, language, label(to + 1)) {
        return before
      }
      // A range from 1 is a count, which cannot be negative.
      if interval.isInvalid, to == 0 { return label(0) }
      return scale.phrase(.upTo, language, label(to), isAlone: isAlone) ?? ""
    case (false, true):
      if interval.isInvalid, let after = scale.phrase(.after, language, label(from - 1)) {
        return after
      }
      return scale.phrase(.from, language, label(from), isAlone: isAlone) ?? ""
    case (false, false): return words(from, to, on: line, includesUnit: includesUnit)
    }
  }

  /// Returns a range of numbers: "51 to 59 items", 「51〜59件」.
  private func words(_ from: Int, _ to: Int, on line: NumberLine, includesUnit: Bool) -> String {
    let first = line.grouped(from)
    let last = includesUnit ? line.label(to, language) : line.grouped(to)
    return language == .english ? "\(first) to \(last)" : "\(first)〜\(last)"
  }
}

extension Factor {
  /// Returns the relations that values of a comparison stand for.
  func relations(_ chosen: [Int]) -> Set<Comparison.Relation> {
    Set(chosen.compactMap { values[$0].number.flatMap(Comparison.Relation.init) })
  }
}
