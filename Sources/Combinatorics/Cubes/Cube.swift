/// A product of value sets, one for each factor, in positional cube notation: one bit per value.
///
/// A cube holds a row when every value of the row has its bit set. It is empty when some factor has no bit set.
package struct Cube: Hashable, Sendable {
  package let domains: Domains
  package private(set) var words: [UInt64]

  /// The cube that holds every row.
  package init(full domains: Domains) {
    self.domains = domains
    words = []
    words.reserveCapacity(domains.wordCount)
    for size in domains.sizes {
      var left = size
      while left > 0 {
        words.append(left >= 64 ? ~0 : (1 << UInt64(left)) - 1)
        left -= 64
      }
    }
  }

  /// The cube without any value: a place to gather some.
  package init(none domains: Domains) {
    self.domains = domains
    words = Array(repeating: 0, count: domains.wordCount)
  }

  /// The cube that holds one row.
  package init(row: [Int], domains: Domains) {
    self.init(none: domains)
    for (factor, value) in row.enumerated() { insert(value, factor: factor) }
  }

  /// Cubes of one model differ in their words alone.
  package static func == (left: Cube, right: Cube) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words) }

  package func contains(_ value: Int, factor: Int) -> Bool {
    words[domains.firstWord[factor] + value >> 6] >> UInt64(value & 63) & 1 == 1
  }

  package mutating func insert(_ value: Int, factor: Int) {
    words[domains.firstWord[factor] + value >> 6] |= 1 << UInt64(value & 63)
  }

  package mutating func remove(_ value: Int, factor: Int) {
    words[domains.firstWord[factor] + value >> 6] &= ~(1 << UInt64(value & 63))
  }

  /// Lets the factor have only these values.
  package mutating func restrict(_ factor: Int, to values: some Sequence<Int>) {
    for word in domains.words(of: factor) { words[word] = 0 }
    for value in values { insert(value, factor: factor) }
  }

  /// Lets the factor have any value.
  package mutating func release(_ factor: Int) {
    restrict(factor, to: 0..<domains.sizes[factor])
  }

  /// The values that the factor may have, ascending.
  package func values(of factor: Int) -> [Int] {
    (0..<domains.sizes[factor]).filter { contains($0, factor: factor) }
  }

  /// How many values the factor may have.
  package func valueCount(of factor: Int) -> Int {
    var count = 0
    for word in domains.words(of: factor) { count += words[word].nonzeroBitCount }
    return count
  }

  /// Whether the factor may have any value, so that the cube need not name it.
  package func isFull(_ factor: Int) -> Bool { valueCount(of: factor) == domains.sizes[factor] }

  /// The factors that the cube names, ascending.
  package var namedFactors: [Int] { (0..<domains.count).filter { !isFull($0) } }

  package var isEmpty: Bool {
    (0..<domains.count).contains { factor in
      domains.words(of: factor).allSatisfy { words[$0] == 0 }
    }
  }

  package func contains(row: [Int]) -> Bool {
    row.indices.allSatisfy { contains(row[$0], factor: $0) }
  }

  /// Whether every row of the other cube (not empty) is in this one.
  package func contains(_ other: Cube) -> Bool {
    words.indices.allSatisfy { other.words[$0] & ~words[$0] == 0 }
  }

  package func intersection(_ other: Cube) -> Cube {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }

  package func intersects(_ other: Cube) -> Bool { !intersection(other).isEmpty }
}
