package import Specification

/// Numbers of a line in words: a set of values is said by all the numbers that its values stand for.
extension Wording {
  /// Values as people name them: numbers as intervals, all others by their labels.
  ///
  /// "51 to 59 items", "201 items or more", 「51〜59件」, 「201件以上」: of whole numbers the bounds belong to what is said.
  ///
  /// - Parameters:
  ///   - chosen: The numbers of the values, ascending.
  ///   - values: All values of the factor or variants of the operation.
  ///   - line: The line on which their numbers stand; `nil` for listed values.
  ///   - label: How a value without a number is named.
  /// - Returns: One phrase for each interval, then one for each other value.
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

  /// How a set of values on a line is best said.
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
    if line.scale != .textLength, intervals.count == 2, intervals.allSatisfy(\.isInvalid),
      let from = line.from, let to = line.to, intervals[0].numbers.upperBound == from - 1,
      intervals[1].numbers.lowerBound == to + 1
    {
      // In Japanese the two sides are short enough to be named.
      if language == .english { return ["outside " + words(from, to, on: line, saysUnit: true)] }
    }
    return intervals.enumerated().map { place, interval in
      // English says the unit once: "1, 2 or 100 guests".
      words(
        interval,
        on: line,
        saysUnit: language == .japanese || place + 1 == intervals.count,
        isAlone: intervals.count == 1
      )
    }
  }

  private func words(
    _ interval: NumberInterval,
    on line: NumberLine,
    saysUnit: Bool,
    isAlone: Bool
  ) -> String {
    let (from, to) = (interval.numbers.lowerBound, interval.numbers.upperBound)
    func label(_ number: Int) -> String {
      let isEmptyText = line.scale == .textLength && number == 0
      return saysUnit || isEmptyText ? line.label(number, language) : line.grouped(number)
    }
    if from == to { return label(from) }
    let beginsWithEmpty = line.scale == .textLength && from == 0
    let isOpenBelow =
      from == Int.min || beginsWithEmpty && (interval.isInvalid || to == Int.max)
    switch (line.scale, isOpenBelow, to == Int.max) {
    case (.integer, true, true): return text("any number", "任意の数")
    case (.textLength, true, true): return text("any length", "任意の文字数")
    case (.day, true, true): return text("any day", "任意の日")
    case (.day, true, _):
      guard interval.isInvalid else { return label(to) + text(" or earlier", "以前") }
      return language == .english ? "before " + label(to + 1) : label(to + 1) + "より前"
    case (.day, _, true):
      guard interval.isInvalid else { return label(from) + text(" or later", "以降") }
      return language == .english ? "after " + label(from - 1) : label(from - 1) + "より後"
    // What begins with 1 is counted, and nobody counts below 0.
    case (_, true, _) where to == 0 && interval.isInvalid: return label(0)
    case (_, true, _): return bound("at most ", label(to), text(" or less", "以下"), isAlone)
    case (_, _, true): return bound("at least ", label(from), text(" or more", "以上"), isAlone)
    default: return words(from, to, on: line, saysUnit: saysUnit)
    }
  }

  /// "5 photos or more", 「5枚以上」; in an English list, whose "or" would be one too many, "at least 5 photos".
  private func bound(
    _ before: String,
    _ number: String,
    _ behind: String,
    _ isAlone: Bool
  ) -> String {
    language == .english && !isAlone ? before + number : number + behind
  }

  private func text(_ english: String, _ japanese: String) -> String {
    language == .english ? english : japanese
  }

  /// Two numbers and what lies between: "51 to 59 items", 「51〜59件」.
  private func words(_ from: Int, _ to: Int, on line: NumberLine, saysUnit: Bool) -> String {
    let first = line.grouped(from)
    let last = saysUnit ? line.label(to, language) : line.grouped(to)
    return language == .english ? "\(first) to \(last)" : "\(first)〜\(last)"
  }
}
