/// Numbers of a line between two others, both included.
package struct NumberInterval: Hashable, Sendable {
  /// Towards a side without an end up to the last integer of the machine.
  package var numbers: ClosedRange<Int>
  /// True if all of them are invalid.
  package var isInvalid: Bool

  /// As a condition writes it: `51`, `51..59`, `60..`, `..50`.
  package func written(_ scale: Scale) -> String {
    let (from, to) = (numbers.lowerBound, numbers.upperBound)
    if from == to { return scale.id(from) }
    return (from == Int.min ? "" : scale.written(from)) + ".."
      + (to == Int.max ? "" : scale.written(to))
  }
}

extension [FactorValue] {
  /// All numbers that some values stand for, in stretches as long as can be, ascending; of a class that is not there as a whole the numbers
  /// of its values, and those between two that follow each other.
  ///
  /// Values that stand on no line are left out.
  package func intervals(_ chosen: [Int]) -> [NumberInterval] {
    let chosenSet = Set(chosen)
    var isWhole: [ClosedRange<Int>: Bool] = [:]
    for (place, value) in enumerated() {
      guard let numbers = value.numbers else { continue }
      isWhole[numbers, default: true] = isWhole[numbers] != false && chosenSet.contains(place)
    }
    var intervals: [NumberInterval] = []
    /// True if the value before in the order of numbers is chosen, too.
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

  /// The numbers of the values that no condition can tell from one of them, itself among them.
  package func classmates(of value: Int) -> [Int] {
    guard let numbers = self[value].numbers else { return [value] }
    return indices.filter { self[$0].numbers == numbers }
  }

  /// The numbers of its class for which a value stands: its own and those up to the next value; of the first value those below, too.
  package func numbers(ofValue value: Int) -> ClosedRange<Int>? {
    guard let number = self[value].number, let numbers = self[value].numbers else { return nil }
    let others = filter { $0.numbers == numbers }.compactMap(\.number)
    let next = others.filter { $0 > number }.min()
    return
      (others.contains { $0 < number } ? number : numbers.lowerBound)...(next.map { $0 - 1 }
      ?? numbers.upperBound)
  }

  /// By number, ascending: the value that stands for it, itself or else the greatest of its class below or the least above; `nil` for one beside the line.
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
