/// Different things, numbered in the order in which they come first.
package struct Numbering<Thing: Hashable> {
  package private(set) var things: [Thing] = []
  private var numbers: [Thing: Int] = [:]

  package init() {}

  /// The number of a thing: the next one if it was not there before.
  package mutating func number(of thing: Thing) -> Int {
    if let number = numbers[thing] { return number }
    numbers[thing] = things.count
    things.append(thing)
    return things.count - 1
  }
}

/// Numbers that are joined to groups, each of which is known by its least member.
package struct JoinedGroups {
  /// By number: one nearer to the least of its group.
  private var nearer: [Int]

  package init(count: Int) { nearer = Array(0..<count) }

  /// The least member of a number's group.
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
