/// The domain sizes of a model's factors and the position of their bits in a `Cube`.
///
/// Each factor owns whole 64-bit words, so testing a factor with up to 64 values touches a single word.
package struct Domains: Hashable, Sendable {
  /// The number of values of each factor; at least 1.
  package let sizes: [Int]
  /// The index of each factor's first word, followed by the total number of words.
  package let firstWord: [Int]
  /// The offset of each factor's values among the values of all factors, followed by their total number.
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
  /// The total number of values of all factors.
  var valueCount: Int { firstValue[sizes.count] }

  /// Returns the indices of a factor's words in a cube.
  package func words(of factor: Int) -> Range<Int> { firstWord[factor]..<firstWord[factor + 1] }
}

/// A product of value sets, one per factor, in positional cube notation: one bit per value.
///
/// A cube contains a row if the bit of every value of the row is set. It is empty if some factor has no bit set.
package struct Cube: Hashable, Sendable {
  package let domains: Domains
  package private(set) var words: [UInt64]

  /// Creates the cube that contains every row.
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

  /// Creates a cube without any values, to which values can be added.
  package init(none domains: Domains) {
    self.domains = domains
    words = Array(repeating: 0, count: domains.wordCount)
  }

  /// Creates the cube that contains a single row.
  package init(row: [Int], domains: Domains) {
    self.init(none: domains)
    for (factor, value) in row.enumerated() { insert(value, factor: factor) }
  }

  /// Creates the cube of the rows that agree with a partial row, in which `nil` stands for any value.
  package init(partial row: [Int?], domains: Domains) {
    self.init(full: domains)
    for case (let factor, let value?) in row.enumerated() { restrict(factor, to: [value]) }
  }

  /// Creates the cube of the rows in which a factor has one of some values.
  package init(_ domains: Domains, _ factor: Int, in values: some Sequence<Int>) {
    self.init(full: domains)
    restrict(factor, to: values)
  }

  /// Compares the words only; both cubes must have the same domains.
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

  /// Restricts the factor to these values only, including any that it did not allow before.
  package mutating func restrict(_ factor: Int, to values: some Sequence<Int>) {
    for word in domains.words(of: factor) { words[word] = 0 }
    for value in values { insert(value, factor: factor) }
  }

  /// Returns the cube with the factor restricted to these values only.
  package func restricted(_ factor: Int, to values: some Sequence<Int>) -> Cube {
    var cube = self
    cube.restrict(factor, to: values)
    return cube
  }

  /// Allows any value of the factor.
  package mutating func release(_ factor: Int) {
    restrict(factor, to: 0..<domains.sizes[factor])
  }

  /// Returns the cube with any value of the factor allowed.
  package func released(_ factor: Int) -> Cube {
    restricted(factor, to: 0..<domains.sizes[factor])
  }

  /// Returns the allowed values of the factor, ascending.
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

  /// Returns the number of allowed values of the factor.
  package func valueCount(of factor: Int) -> Int {
    var count = 0
    for word in domains.words(of: factor) { count += words[word].nonzeroBitCount }
    return count
  }

  /// True if any value of the factor is allowed, so that the cube does not restrict it.
  package func isFull(_ factor: Int) -> Bool { valueCount(of: factor) == domains.sizes[factor] }

  /// The factors that the cube restricts, ascending.
  package var namedFactors: [Int] { (0..<domains.count).filter { !isFull($0) } }

  package var isEmpty: Bool {
    (0..<domains.count).contains { factor in
      domains.words(of: factor).allSatisfy { words[$0] == 0 }
    }
  }

  package func contains(row: [Int]) -> Bool {
    row.indices.allSatisfy { contains(row[$0], factor: $0) }
  }

  /// True if every row of `other`, which must not be empty, is in this cube.
  package func contains(_ other: Cube) -> Bool {
    words.indices.allSatisfy { other.words[$0] & ~words[$0] == 0 }
  }

  package func intersection(_ other: Cube) -> Cube {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }
}

/// A Boolean formula over the values of a row.
package indirect enum Formula: Sendable {
  /// The row is in at least one of the cubes; false if there are none.
  case anyOf([Cube])
  case not(Formula)
  case all([Formula])
  case any([Formula])
  /// Both formulas have the same truth value.
  case equivalent(Formula, Formula)
  /// At most one factor has one of its values in the cube; factors without values in the cube are ignored.
  case atMostOneIn(Cube)
}

/// An assignment of values to some factors.
package struct ValueTuple: Hashable, Sendable {
  /// The factors, ascending.
  package var factors: [Int]
  /// The values, parallel to `factors`.
  package var values: [Int]

  package init(factors: [Int], values: [Int]) {
    self.factors = factors
    self.values = values
  }

  /// Creates the tuple over `factors` with a given mixed-radix number, in which the last factor varies fastest.
  init(_ number: Int, of factors: [Int], sizes: [Int]) {
    self.factors = factors
    values = factors
    var rest = number
    for place in factors.indices.reversed() {
      values[place] = rest % sizes[factors[place]]
      rest /= sizes[factors[place]]
    }
  }

  /// Returns the cube of the rows with these values.
  package func cube(_ domains: Domains) -> Cube {
    var cube = Cube(full: domains)
    for (factor, value) in zip(factors, values) { cube.restrict(factor, to: [value]) }
    return cube
  }
}
