/// A closed interval of numbers on a line.
package struct NumberInterval: Hashable, Sendable {
  /// The numbers; on an open side they extend to the machine's limits.
  package var numbers: ClosedRange<Int>
  /// True if all of them are invalid.
  package var isInvalid: Bool

  /// Returns the interval as in a condition: `51`, `51..59`, `60..`, `..50`.
  package func written(_ scale: Scale) -> String {
    let (from, to) = (numbers.lowerBound, numbers.upperBound)
    if from == to { return scale.id(from) }
    return (from == Int.min ? "" : scale.written(from)) + ".."
      + (to == Int.max ? "" : scale.written(to))
  }
}

extension [FactorValue] {
  /// Returns the numbers that the chosen values stand for as the longest possible intervals, ascending.
  ///
  /// If a class is not chosen as a whole, it contributes the numbers of its chosen values, and those between two consecutive ones. Values
  /// without a number are left out.
  package func intervals(_ chosen: [Int]) -> [NumberInterval] {
    let chosenSet = Set(chosen)
    var isWhole: [ClosedRange<Int>: Bool] = [:]
    for (place, value) in enumerated() {
      guard let numbers = value.numbers else { continue }
      isWhole[numbers, default: true] = isWhole[numbers] != false && chosenSet.contains(place)
    }
    var intervals: [NumberInterval] = []
    /// True if the previous value in the order of numbers is chosen, too.
    var isNext = false
    let onLine = indices.filter { self[$0].number != nil }
    for place in onLine.sorted(by: { (self[$0].number ?? 0) < (self[$1].number ?? 0) }) {
      let value = self[place]
      guard chosenSet.contains(place), let number = value.number, let numbers = value.numbers
      else {
        isNext = false
        continue
      }
      defer { isNext = true }
      let own = isWhole[numbers] == true ? numbers : number...number
      if let last = intervals.last {
        let end = last.numbers.upperBound
        if last.numbers.contains(number) { continue }
        if isNext && numbers.contains(end) || end < Int.max && end + 1 == own.lowerBound {
          intervals[intervals.count - 1] = NumberInterval(
            numbers: last.numbers.lowerBound...own.upperBound,
            isInvalid: last.isInvalid && value.isInvalid
          )
          continue
        }
      }
      intervals.append(NumberInterval(numbers: own, isInvalid: value.isInvalid))
    }
    return intervals
  }

  /// Returns the indices of the values in the same class as a value, including itself.
  package func classmates(of value: Int) -> [Int] {
    guard let numbers = self[value].numbers else { return [value] }
    return indices.filter { self[$0].numbers == numbers }
  }

  /// Returns the numbers of its class that a value represents: from its own up to the next value, for the first also those below.
  package func numbers(ofValue value: Int) -> ClosedRange<Int>? {
    guard let number = self[value].number, let numbers = self[value].numbers else { return nil }
    let others = filter { $0.numbers == numbers }.compactMap(\.number)
    let next = others.filter { $0 > number }.min()
    return
      (others.contains { $0 < number } ? number : numbers.lowerBound)...(next.map { $0 - 1 }
      ?? numbers.upperBound)
  }

  /// Returns the index of the value that represents each of the ascending numbers: the largest of its class not above it, otherwise the
  /// smallest above; `nil` if the number is not on the line.
  package func standing(for numbers: [Int]) -> [Int?] {
    let places = indices.filter { self[$0].numbers != nil }
      .sorted { self[$0].number ?? 0 < self[$1].number ?? 0 }
    var next = 0
    return numbers.map { number in
      while next < places.count, self[places[next]].number ?? 0 <= number { next += 1 }
      return [next - 1, next].filter(places.indices.contains).map { places[$0] }
        .first { self[$0].numbers?.contains(number) == true }
    }
  }
}
