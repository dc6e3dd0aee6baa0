/// How the number of one factor stands to the number of another.
///
/// # Chapter: a comparison is one more factor
///
/// **Problem.** `size: more than free` is true of some pairs of values. Said by pairs, a hole would be a staircase of numbers that nobody reads.
///
/// **Idea.** The relation of one number to the other (less, the same, more) is a factor of its own: conditions, questions and tables name
/// its values, and one statement of the space ties them to those of the two factors. It applies where both apply and are valid.
///
/// **Exact.** Conditions tell two pairs of numbers apart only by their classes on the two lines (`NumberLine`) and by their relation. Wherever two
/// classes have a number in common, that number and those beside it become values of both (`shared`); less and more are there by the ends of
/// the classes. So every pair of classes has every relation that its numbers can have.
package struct Comparison: Hashable, Sendable {
  package enum Relation: Int, CaseIterable, Sendable { case less = -1, same, more }

  /// Numbers of factors.
  package let left: Int
  package let right: Int
  /// How many of the smallest steps that both are multiples of a number of each is.
  let leftSteps: Int
  let rightSteps: Int
  let words: Scale.Comparatives
  /// What sentences call the other factor: "the free space".
  let noun: String

  /// By how many of these steps one number is more than another.
  func distance(_ left: Int, _ right: Int) -> Int {
    Self.times(left, leftSteps) - Self.times(right, rightSteps)
  }

  /// The steps of the finer of the two.
  var smallestStep: Int { min(leftSteps, rightSteps) }

  /// Half of the machine's integers are more than any two numbers of a spec can need.
  private static func times(_ number: Int, _ steps: Int) -> Int {
    let (product, isTooMuch) = number.multipliedReportingOverflow(by: steps)
    let most = Int.max / 2
    return isTooMuch ? (number < 0 ? -most : most) : min(max(product, -most), most)
  }

  /// As a phrase: "more than the free space".
  package func phrase(_ relations: Set<Relation>, _ language: Language) -> String {
    Scale.phrase(words.phrase(relations), language, noun) ?? noun
  }

  /// As a condition: `more than free`.
  package func written(_ relations: Set<Relation>, _ factor: String) -> String {
    let words = Words.allCases.first { $0.relations == relations }
    return (words?.rawValue ?? "not same as") + " " + factor
  }

  /// The comparisons of a condition.
  enum Words: String, CaseIterable {
    case moreThan = "more than"
    case lessThan = "less than"
    case atMost = "at most"
    case atLeast = "at least"
    case sameAs = "same as"

    var relations: Set<Relation> {
      switch self {
      case .moreThan: [.more]
      case .lessThan: [.less]
      case .atMost: [.less, .same]
      case .atLeast: [.same, .more]
      case .sameAs: [.same]
      }
    }

    /// The comparison meant by another notation.
    static func meant(by text: String) -> Words? {
      ForeignKeys.meaning(of: text, among: allCases.map(\.rawValue)).flatMap(Words.init)
    }
  }

  /// The factor that a condition compares with; `nil` if it compares with none.
  package static func factor(in condition: String) -> String? {
    let words = condition.split(separator: " ").map(String.init)
    guard words.count > 2, let factor = words.last,
      factor.first.map({ $0.isNumber || $0 == "-" }) == false,
      Words(rawValue: words.suffix(3).prefix(2).joined(separator: " ")) != nil
    else { return nil }
    return factor
  }

  // MARK: Values in common

  /// The numbers by which classes have values in common: of two that overlap the first such number, with those beside it.
  ///
  /// - Parameters:
  ///   - left: The classes of valid numbers, ascending, as far as the machine's integers where they have no end.
  ///   - right: The same of the other factor.
  /// - Returns: Numbers of each factor; some may lie outside its range.
  func shared(
    _ left: [ClosedRange<Int>],
    _ right: [ClosedRange<Int>]
  ) -> (left: [Int], right: [Int]) {
    var (place, other) = (0, 0)
    var shared: (left: [Int], right: [Int]) = ([], [])
    while place < left.count, other < right.count {
      let (one, two) = (left[place], right[other])
      // Multiples of what is a whole number of steps of both.
      let from = max(
        Self.quotient(one.lowerBound, rightSteps, .up),
        Self.quotient(two.lowerBound, leftSteps, .up)
      )
      let to = min(
        Self.quotient(one.upperBound, rightSteps, .down),
        Self.quotient(two.upperBound, leftSteps, .down)
      )
      if from <= to {
        let isOpenBelow = one.lowerBound == .min && two.lowerBound == .min
        let isOpenAbove = one.upperBound == .max && two.upperBound == .max
        let first = isOpenBelow ? (isOpenAbove ? 0 : to) : from
        shared.left += (-1...1).map { first * rightSteps + $0 }
        shared.right += (-1...1).map { first * leftSteps + $0 }
      }
      if Self.times(one.upperBound, leftSteps) <= Self.times(two.upperBound, rightSteps) {
        place += 1
      } else {
        other += 1
      }
    }
    return shared
  }

  /// More numbers of both, so that each value of one stands to the other's in every way in which it can.
  ///
  /// Each has the numbers that the other has; where only one has no end, it has one beyond all of the other's. If neither has an end, both end with the same.
  func met(
    _ left: [Int],
    _ right: [Int],
    _ leftClasses: [ClosedRange<Int>],
    _ rightClasses: [ClosedRange<Int>]
  ) -> (left: [Int], right: [Int]) {
    func numbers(
      _ numbers: [Int],
      _ steps: Int,
      by others: Int,
      _ classes: [ClosedRange<Int>]
    ) -> [Int] {
      let steps = numbers.map { Self.times($0, steps) }
      guard let least = steps.min(), let most = steps.max() else { return [] }
      let ends =
        (classes.first?.lowerBound == .min ? [Self.quotient(least, others, .up) - 1] : [])
        + (classes.last?.upperBound == .max ? [Self.quotient(most, others, .down) + 1] : [])
      return steps.filter { $0.isMultiple(of: others) }.map { $0 / others } + ends
    }
    let left = left.filter { number in leftClasses.contains { $0.contains(number) } }
    let right = right.filter { number in rightClasses.contains { $0.contains(number) } }
    let rights = right + numbers(left, leftSteps, by: rightSteps, rightClasses)
    let isOpen = rightClasses.first?.lowerBound == .min || rightClasses.last?.upperBound == .max
    let lefts = left + numbers(rights, rightSteps, by: leftSteps, isOpen ? [] : leftClasses)
    return (lefts, rights)
  }

  private static func quotient(
    _ number: Int,
    _ divisor: Int,
    _ rounding: FloatingPointRoundingRule
  ) -> Int {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    if rest > 0, rounding == .up { return quotient + 1 }
    return rest < 0 && rounding == .down ? quotient - 1 : quotient
  }
}

extension NumberLine {
  /// What its numbers are compared as, and how many of the smallest steps one of them is.
  var measure: (kind: String, steps: Int) {
    guard scale.takesUnit else { return ("\(scale.key) \(scale.domain.lowerBound)", 1) }
    let unit = unit?.lowercased() ?? ""
    let known = Self.units.first { $0.names.contains(unit) }
    let parts = (scale.digits..<Scale.maxDigits).reduce(1) { steps, _ in steps * 10 }
    return (known?.kind ?? unit, parts * (known?.count ?? 1))
  }

  /// The number that a text with a unit means: 24 for 1 day where hours are counted; `nil` if it is not a whole number of steps, or
  /// counts another kind of time.
  func number(_ text: String, in unit: String) -> Int? {
    let written = NumberLine(scale: .amount(digits: Scale.maxDigits), unit: unit)
    let kinds = [self, written].map(\.measure.kind)
    guard kinds.allSatisfy({ kind in Self.units.contains { $0.kind == kind } }) else {
      let isSame = unit.isEmpty || unit.lowercased() == self.unit?.lowercased() ?? unit.lowercased()
      return isSame ? scale.number(text) : nil
    }
    guard kinds[0] == kinds[1], let number = written.scale.number(text) else { return nil }
    let (steps, isTooMany) = number.multipliedReportingOverflow(by: written.measure.steps)
    return isTooMany || !steps.isMultiple(of: measure.steps) ? nil : steps / measure.steps
  }

  /// The units that are read as one another: of time in minutes, and working days, which are none of these.
  private static let units: [(names: Set<String>, kind: String, count: Int)] = [
    (["minute", "minutes", "min", "分", "分間"], "minutes", 1),
    (["hour", "hours", "h", "時間"], "minutes", 60),
    (["day", "days", "日", "日間"], "minutes", 24 * 60),
    (["week", "weeks", "週", "週間"], "minutes", 7 * 24 * 60),
    (["working day", "working days", "business day", "business days", "営業日"], "working days", 1),
  ]

  /// How its numbers compare in words: durations are longer or shorter.
  var comparatives: Scale.Comparatives {
    Self.units.contains { $0.kind == measure.kind } ? .durations : scale.compared
  }

  /// What it is a line of, for a message: "counts EUR", "has times from 22:00 to 05:00".
  var counted: String {
    scale.takesUnit
      ? "counts " + (unit ?? "numbers without a unit") : "has \(scale.key)s \(inWords())"
  }
}
