/// The factors of a model as the engine sees them: how many values each has, and where its bits lie in a `Cube`.
///
/// Each factor owns whole 64-bit words, so a test of one factor touches one word unless it has more than 64 values.
package struct Domains: Hashable, Sendable {
  /// Values per factor, each at least 1.
  package let sizes: [Int]
  /// The first word of each factor, and behind the last the number of all words.
  package let firstWord: [Int]
  /// Where the values of each factor begin among the values of all factors, and behind the last their number.
  let firstValue: [Int]

  package init(sizes: [Int]) {
    precondition(sizes.allSatisfy { $0 >= 1 }, "a factor has at least one value")
    self.sizes = sizes
    firstWord = sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1 + 63) / 64) }
    firstValue = sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  /// The number of factors.
  package var count: Int { sizes.count }
  /// The number of words in a cube.
  package var wordCount: Int { firstWord[sizes.count] }
  /// The number of values of all factors.
  var valueCount: Int { firstValue[sizes.count] }

  /// The words of a factor in a cube.
  package func words(of factor: Int) -> Range<Int> { firstWord[factor]..<firstWord[factor + 1] }
}

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

  /// The rows that agree with a partial one, in which `nil` stands for any value.
  package init(partial row: [Int?], domains: Domains) {
    self.init(full: domains)
    for case (let factor, let value?) in row.enumerated() { restrict(factor, to: [value]) }
  }

  /// The rows in which a factor has one of some values.
  package init(_ domains: Domains, _ factor: Int, in values: some Sequence<Int>) {
    self.init(full: domains)
    restrict(factor, to: values)
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

  /// The cube in which the factor has only these values.
  package func restricted(_ factor: Int, to values: some Sequence<Int>) -> Cube {
    var cube = self
    cube.restrict(factor, to: values)
    return cube
  }

  /// Lets the factor have any value.
  package mutating func release(_ factor: Int) {
    restrict(factor, to: 0..<domains.sizes[factor])
  }

  /// The cube in which the factor has any value.
  package func released(_ factor: Int) -> Cube {
    restricted(factor, to: 0..<domains.sizes[factor])
  }

  /// The values that the factor may have, ascending.
  package func values(of factor: Int) -> [Int] {
    var values: [Int] = []
    for (place, word) in domains.words(of: factor).enumerated() {
      var left = words[word]
      while left != 0 {
        values.append(place << 6 + left.trailingZeroBitCount)
        left &= left - 1
      }
    }
    return values
  }

  /// How many values the factor may have.
  package func valueCount(of factor: Int) -> Int {
    var count = 0
    for word in domains.words(of: factor) { count += words[word].nonzeroBitCount }
    return count
  }

  /// True if the factor may have any value, so that the cube need not name it.
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

  /// True if every row of the other cube (not empty) is in this one.
  package func contains(_ other: Cube) -> Bool {
    words.indices.allSatisfy { other.words[$0] & ~words[$0] == 0 }
  }

  package func intersection(_ other: Cube) -> Cube {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }
}

/// A statement about a row, built from cubes.
package indirect enum Formula: Sendable {
  /// The row is in at least one of the cubes; of none: never.
  case anyOf([Cube])
  case not(Formula)
  case all([Formula])
  case any([Formula])
  /// Both hold or neither does.
  case equivalent(Formula, Formula)
  /// At most one factor has one of the values that the cube holds; a factor of which the cube holds none does not count.
  case atMostOneIn(Cube)
}

/// Values of some factors.
package struct ValueTuple: Hashable, Sendable {
  /// Ascending.
  package var factors: [Int]
  /// By factor of the tuple.
  package var values: [Int]

  package init(factors: [Int], values: [Int]) {
    self.factors = factors
    self.values = values
  }

  /// The tuple of a subset with the number in mixed radix, the last factor fastest.
  init(_ number: Int, of factors: [Int], sizes: [Int]) {
    self.factors = factors
    values = factors
    var rest = number
    for place in factors.indices.reversed() {
      values[place] = rest % sizes[factors[place]]
      rest /= sizes[factors[place]]
    }
  }

  /// The rows with these values.
  package func cube(_ domains: Domains) -> Cube {
    var cube = Cube(full: domains)
    for (factor, value) in zip(factors, values) { cube.restrict(factor, to: [value]) }
    return cube
  }
}
