/// Distinct things, numbered in order of first appearance.
package struct Numbering<Thing: Hashable> {
  package private(set) var things: [Thing] = []
  private var numbers: [Thing: Int] = [:]

  package init() {}

  /// Returns the number of a thing, assigning the next one if it is new.
  package mutating func number(of thing: Thing) -> Int {
    if let number = numbers[thing] { return number }
    numbers[thing] = things.count
    things.append(thing)
    return things.count - 1
  }
}

/// Disjoint sets of numbers (union-find), each represented by its least member.
package struct JoinedGroups {
  /// The parent of each number in its set's tree.
  private var nearer: [Int]

  package init(count: Int) { nearer = Array(0..<count) }

  /// Returns the least member of a number's set.
  package func least(with number: Int) -> Int {
    var number = number
    while nearer[number] != number { number = nearer[number] }
    return number
  }

  package mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (least(with: one), least(with: other))
    nearer[max(one, other)] = min(one, other)
  }
}
