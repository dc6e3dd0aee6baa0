import Text

/// The number line of a factor, or of an operation's variants: a range of integers, of days, of times, or of text lengths.
///
/// # Chapter: judging every number of a range by a few
///
/// **Problem.** A verdict on `range: 0..200` must hold for all 201 numbers, but a suite can test only some of them.
///
/// **Idea.** Every number in a condition of the spec cuts the line: an interval before its first and after its last number, a single number
/// before and after itself. No condition distinguishes the numbers between two cuts, so they form a *class*: judging one is judging all. A
/// class is represented by its first and its last number, so that both sides of each threshold are tested; an unbounded class by the end
/// that it has. The boundary values of the range (ISTQB, three-value analysis) are added, and the numbers of cases and `usual`.
///
/// **Example.** `0..200` with rules for `0..50` and `60..200` has the classes 0–50, 51–59 and 60–200 and the values 0, 1, 50, 51, 59, 60,
/// 200 and 201, of which the last is invalid and stands for all numbers beyond the range.
package struct NumberLine: Hashable, Sendable {
  package var scale: Scale
  package var from: Int?
  package var to: Int?
  /// The unit as written: "photos".
  package var unit: String?

  struct Pick: Hashable {
    var number: Int
    /// The numbers that it stands for; on an open side they extend to the machine's limits.
    var numbers: ClosedRange<Int>
    var isInvalid: Bool
  }

  /// The valid numbers, limited by the domain of the scale.
  private var valid: ClosedRange<Int> {
    let least = from ?? scale.domain.lowerBound
    return least...max(least, to ?? scale.domain.upperBound)
  }

  /// The smallest number; a scale with an origin always has one.
  private var least: Int? { scale.origin == nil ? from : valid.lowerBound }

  /// The valid numbers if there are at most a hundred.
  var few: ClosedRange<Int>? {
    guard let from, let to, to - from < 100 else { return nil }
    return from...to
  }

  func isValid(_ number: Int) -> Bool { valid.contains(number) }

  /// Returns the bound in the direction of the step, or `nil` on an open side.
  func end(towards step: Int) -> Int? { step > 0 ? to : from }

  /// The usual number: the first between the bounds, else the lower one; one inside the only bound; 1 without bounds.
  var usual: Int? {
    switch (from, to) {
    case (let from?, let to?): from + 1 < to ? from + 1 : from
    case (let from?, nil): from + 1
    case (nil, let to?): max(to - 1, scale.domain.lowerBound)
    case (nil, nil): scale.isCounted ? 1 : nil
    }
  }

  /// The neighbours outside the range, each of which stands for all numbers beyond it.
  ///
  /// A range from 0 has none below, as amounts are never negative. The origin of a scale is a separate one: for lengths the empty text.
  private var invalidPicks: [Pick] {
    var picks: [Pick] = []
    if let least, !(scale.isCounted && least == 0) {
      var first = Int.min
      if scale.origin != nil {
        first = scale.domain.lowerBound
        if least - 1 > first {
          picks.append(Pick(number: first, numbers: first...first, isInvalid: true))
          first += 1
        }
      }
      picks.append(Pick(number: least - 1, numbers: first...(least - 1), isInvalid: true))
    }
    if let to { picks.append(Pick(number: to + 1, numbers: (to + 1)...Int.max, isInvalid: true)) }
    return picks.filter { scale.domain.contains($0.number) }
  }

  /// The boundary values: both bounds and the first number between; the two innermost of a half-open range; those around 0 without bounds.
  private var boundaries: [Int] {
    let numbers =
      switch (least, to) {
      case (let from?, let to?): [from, from + 1 < to ? from + 1 : to, to]
      case (let from?, nil): [from, from + 1]
      case (nil, let to?): [to - 1, to]
      case (nil, nil): scale.isCounted ? [-1, 0, 1] : []
      }
    return numbers.filter { scale.domain.contains($0) }
  }

  /// Returns the numbers that become values, ascending.
  ///
  /// Complexity: O(n log n) in the number of thresholds and tested numbers.
  func picks(_ thresholds: Thresholds) -> [Pick] {
    let starts = thresholds.starts.filter { valid.lowerBound < $0 && valid.contains($0) }.sorted()
    let firsts = [valid.lowerBound] + starts
    var classes = zip(firsts, starts.map { $0 - 1 } + [valid.upperBound]).map { $0...$1 }
    var numbers = Set(boundaries + thresholds.tested.filter(isValid))
    for (place, numbersOfClass) in classes.enumerated() {
      if least != nil || place > 0 { numbers.insert(numbersOfClass.lowerBound) }
      if to != nil || place + 1 < classes.count { numbers.insert(numbersOfClass.upperBound) }
    }
    // On an open side, the class is unbounded.
    if least == nil { classes[0] = Int.min...classes[0].upperBound }
    if to == nil { classes[classes.count - 1] = classes[classes.count - 1].lowerBound...Int.max }
    var picks = thresholds.isClosed ? [] : invalidPicks
    var place = 0
    for number in numbers.sorted() {
      while !classes[place].contains(number) { place += 1 }
      picks.append(Pick(number: number, numbers: classes[place], isInvalid: false))
    }
    return picks.sorted { $0.number < $1.number }
  }

  /// The range as written: `1..4 photos`.
  package var written: String {
    [from, to].map { $0.map(scale.written) ?? "" }.joined(separator: "..")
      + (unit.map { " \($0)" } ?? "")
  }

  /// Returns the label of a number: 「1枚」, "1 photo", "1%", "empty".
  package func label(_ number: Int, _ language: Language) -> String {
    if let origin = scale.origin, scale.isOrigin(number) {
      return origin(language)
    }
    let part: Scale.Part = number == 1 ? .one : .many
    if let text = scale.phrase(part, language, scale.written(number)) { return text }
    let blank = language == .english && unit?.first?.isLetter == true ? " " : ""
    let isOne = language == .english && scale.written(number) == "1"
    return grouped(number) + (unit.map { blank + (isOne ? Self.singular($0) : $0) } ?? "")
  }

  /// Returns "hour" for "hours" if the plural is clearly regular.
  private static func singular(_ unit: String) -> String {
    let isRegular =
      unit.count > 3 && unit.hasSuffix("s")
      && !["ss", "us", "is", "ies", "xes", "ches", "shes", "sses"].contains(where: unit.hasSuffix)
    return isRegular ? String(unit.dropLast()) : unit
  }

  /// Returns the number as in a sentence; if a quantity has numbers from 10,000, its digits are grouped by three.
  package func grouped(_ number: Int) -> String {
    let written = scale.written(number)
    guard unit != nil, [from, to, number].compactMap(\.self).contains(where: isLong) else {
      return written
    }
    let digits = Array(written.prefix { $0 != "." }.filter { $0 != "-" })
    let grouped = digits.enumerated().map { place, digit in
      let isStart = place > 0 && (digits.count - place).isMultiple(of: 3)
      return (isStart ? "," : "") + String(digit)
    }
    return (number < 0 ? "-" : "") + grouped.joined() + written.drop { $0 != "." }
  }

  private func isLong(_ number: Int) -> Bool {
    scale.written(number).prefix { $0 != "." }.count { $0 != "-" } > 4
  }

  /// Returns the range as a phrase: "from 1 to 4".
  func inWords() -> String {
    [from.map { "from \(scale.written($0))" }, to.map { "to \(scale.written($0))" }]
      .compactMap(\.self).joined(separator: " ")
  }

  /// Returns the number written by a person: `55`, `55 items`, `10,000 EUR`, `2027-03-05`, `empty`, `空`; `nil` if it is not on this line.
  package func number(in text: String) -> Int? {
    func plain(_ text: String) -> String {
      CompatibilityForms.plain(text).filter { !$0.isWhitespace }.lowercased()
    }
    var written = plain(text)
    if let origin = scale.origin, [origin.english, origin.japanese].contains(written) {
      return scale.domain.lowerBound
    }
    let units = ([unit].compactMap(\.self) + scale.units).map(plain)
    if let unit = units.first(where: {
      !$0.isEmpty && written.hasSuffix($0) && written != $0
    }) {
      written.removeLast(unit.count)
    }
    return scale.number(scale.isCounted ? written.replacing(",", with: "") : written)
  }
}

/// The numbers that the conditions of a spec name on one line.
struct Thresholds {
  /// The first numbers of classes.
  private(set) var starts: Set<Int> = []
  /// Numbers that become values without cutting the line: those of cases.
  private(set) var tested: Set<Int> = []
  /// True if there are no values beyond the range: it is counted in steps from a start, and no condition uses invalid numbers.
  var isClosed = false

  /// Cuts the line at both ends of an interval; `nil` for an open end.
  mutating func cut(from lower: Int?, to upper: Int?) {
    if let lower { starts.insert(lower) }
    if let upper, upper < Int.max { starts.insert(upper + 1) }
  }

  mutating func test(_ numbers: [Int]) { tested.formUnion(numbers) }
}
