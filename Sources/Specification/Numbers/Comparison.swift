/// The relation between the numbers of two factors.
///
/// # Chapter: a comparison is another factor
///
/// **Problem.** `size: more than free` is true of some pairs of values. Expressed as pairs, a gap in the rules would be an unreadable
/// staircase of numbers.
///
/// **Idea.** The relation of one number to the other (less, the same, more) is a factor of its own: conditions, questions and tables use
/// its values, and one constraint of the space ties them to those of the two factors. It applies where both apply and are valid.
///
/// **Exactness.** Conditions distinguish two pairs of numbers only by their classes on the two lines (`NumberLine`) and by their relation.
/// Wherever two classes have a number in common, that number and its neighbours become values of both (`shared`); less and more occur at
/// the ends of the classes. So every pair of classes has every relation that its numbers can have.
package struct Comparison: Hashable, Sendable {
  package enum Relation: Int, CaseIterable, Sendable { case less = -1, same, more }

  /// The indices of the two factors.
  package let left: Int
  package let right: Int
  /// The unit of each factor in common steps, the largest steps of which both units are multiples.
  let leftSteps: Int
  let rightSteps: Int
  let words: Scale.Comparatives
  /// The name of the right factor in sentences: "the free space".
  let noun: String

  /// Returns the difference of the numbers in common steps.
  func distance(_ left: Int, _ right: Int) -> Int {
    Self.times(left, leftSteps) - Self.times(right, rightSteps)
  }

  /// The unit of the finer factor in common steps.
  var smallestStep: Int { min(leftSteps, rightSteps) }

  /// Saturates at half of `Int.max`, more than any two numbers of a spec can need.
  private static func times(_ number: Int, _ steps: Int) -> Int {
    let (product, isTooMuch) = number.multipliedReportingOverflow(by: steps)
    let most = Int.max / 2
    return isTooMuch ? (number < 0 ? -most : most) : min(max(product, -most), most)
  }

  /// Returns a phrase such as "more than the free space".
  package func phrase(_ relations: Set<Relation>, _ language: Language) -> String {
    Scale.phrase(words.phrase(relations), language, noun) ?? noun
  }

  /// Returns the form in a condition: `more than free`.
  package func written(_ relations: Set<Relation>, _ factor: String) -> String {
    let words = Words.allCases.first { $0.relations == relations }
    return (words?.rawValue ?? "not same as") + " " + factor
  }

  /// The comparisons that a condition can use.
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

    /// Returns the comparison meant by another notation.
    static func meant(by text: String) -> Words? {
      ForeignKeys.meaning(of: text, among: allCases.map(\.rawValue)).flatMap(Words.init)
    }
  }

  /// Returns the factor that a condition compares with, or `nil` if it is not a comparison.
  package static func factor(in condition: String) -> String? {
    let words = condition.split(separator: " ").map(String.init)
    guard words.count > 2, let factor = words.last,
      factor.first.map({ $0.isNumber || $0 == "-" }) == false,
      Words(rawValue: words.suffix(3).prefix(2).joined(separator: " ")) != nil
    else { return nil }
    return factor
  }

  // MARK: Values in common

  /// Returns numbers by which overlapping classes have values in common: the first common number of each two, with its neighbours.
  ///
  /// The classes are ascending, of valid numbers, and extend to the machine's limits on an open side. Some of the returned numbers may be
  /// outside the factor's range.
  func shared(
    _ left: [ClosedRange<Int>],
    _ right: [ClosedRange<Int>]
  ) -> (left: [Int], right: [Int]) {
    var (place, other) = (0, 0)
    var shared: (left: [Int], right: [Int]) = ([], [])
    while place < left.count, other < right.count {
      let (one, two) = (left[place], right[other])
      // In units of the least common multiple of both steps.
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

  /// Returns further numbers of both factors, so that each value has every possible relation to the values of the other factor.
  ///
  /// Each gets the numbers of the other; if only one is unbounded, it gets a number beyond all of the other's. If neither has an end, both
  /// end with the same number.
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
  /// The kind of quantity, and the number of smallest steps in one unit.
  var measure: (kind: String, steps: Int) {
    guard scale.takesUnit else { return ("\(scale.key) \(scale.domain.lowerBound)", 1) }
    let unit = unit?.lowercased() ?? ""
    let known = Self.units.first { $0.names.contains(unit) }
    let parts = (scale.digits..<Scale.maxDigits).reduce(1) { steps, _ in steps * 10 }
    return (known?.kind ?? unit, parts * (known?.count ?? 1))
  }

  /// Returns the number for a text with a unit: 24 for 1 day if hours are counted.
  ///
  /// Returns `nil` if it is not a multiple of the step, or of another kind of time.
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

  /// The convertible units of time, in minutes; working days are a kind of their own.
  private static let units: [(names: Set<String>, kind: String, count: Int)] = [
    (["minute", "minutes", "min", "分", "分間"], "minutes", 1),
    (["hour", "hours", "h", "時間"], "minutes", 60),
    (["day", "days", "日", "日間"], "minutes", 24 * 60),
    (["week", "weeks", "週", "週間"], "minutes", 7 * 24 * 60),
    (["working day", "working days", "business day", "business days", "営業日"], "working days", 1),
  ]

  /// The words for comparisons of its numbers: durations are longer or shorter.
  var comparatives: Scale.Comparatives {
    Self.units.contains { $0.kind == measure.kind } ? .durations : scale.compared
  }

  /// The quantity in messages: "counts EUR", "has times from 22:00 to 05:00".
  var counted: String {
    scale.takesUnit
      ? "counts " + (unit ?? "numbers without a unit") : "has \(scale.key)s \(inWords())"
  }
}
