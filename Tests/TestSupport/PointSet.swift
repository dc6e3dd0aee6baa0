/// A set of combinations by number.
package struct PointSet: Hashable, Sendable {
  private var words: [UInt64]

  /// Creates the empty set, for numbers below `capacity`.
  package init(capacity: Int) {
    words = Array(repeating: 0, count: (capacity + 63) / 64)
  }

  /// Creates the set of all numbers below `count`.
  package init(all count: Int) {
    words = Array(repeating: ~0, count: (count + 63) / 64)
    if count % 64 != 0 { words[words.count - 1] = (1 << UInt64(count % 64)) - 1 }
  }

  package var isEmpty: Bool {
    for word in words where word != 0 { return false }
    return true
  }

  package var count: Int {
    var total = 0
    for word in words { total += word.nonzeroBitCount }
    return total
  }

  package var first: Int? {
    for (index, word) in words.enumerated() where word != 0 {
      return index * 64 + word.trailingZeroBitCount
    }
    return nil
  }

  /// The members, ascending.
  package var members: [Int] {
    var result: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }

  package func contains(_ member: Int) -> Bool {
    words[member >> 6] & (1 << UInt64(member & 63)) != 0
  }

  package mutating func insert(_ member: Int) {
    words[member >> 6] |= 1 << UInt64(member & 63)
  }

  package mutating func formUnion(_ other: Self) {
    var index = 0
    while index < words.count {
      words[index] |= other.words[index]
      index += 1
    }
  }

  package mutating func formIntersection(_ other: Self) {
    var index = 0
    while index < words.count {
      words[index] &= other.words[index]
      index += 1
    }
  }

  package mutating func subtract(_ other: Self) {
    var index = 0
    while index < words.count {
      words[index] &= ~other.words[index]
      index += 1
    }
  }

  package func union(_ other: Self) -> Self {
    var result = self
    result.formUnion(other)
    return result
  }

  package func intersection(_ other: Self) -> Self {
    var result = self
    result.formIntersection(other)
    return result
  }

  package func subtracting(_ other: Self) -> Self {
    var result = self
    result.subtract(other)
    return result
  }

  package func isDisjoint(with other: Self) -> Bool {
    var index = 0
    while index < words.count {
      if words[index] & other.words[index] != 0 { return false }
      index += 1
    }
    return true
  }

  package func isSubset(of other: Self) -> Bool {
    var index = 0
    while index < words.count {
      if words[index] & ~other.words[index] != 0 { return false }
      index += 1
    }
    return true
  }
}
