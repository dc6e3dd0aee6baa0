/// A seeded generator whose draws are the same on every machine and with every version of the standard library.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014).
package struct SplitMix64: Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 to `bound` - 1; what would favour small numbers is drawn again.
  package mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "a draw needs at least one outcome")
    let width = UInt64(bound)
    let limit = UInt64.max - UInt64.max % width
    var bits = next()
    while bits >= limit { bits = next() }
    return Int(bits % width)
  }

  /// A number of the range, both ends in.
  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// True if an event of so many per cent happens.
  package mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }

  /// One of the elements.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// The elements in a random order (Fisher and Yates).
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for last in stride(from: result.count - 1, to: 0, by: -1) {
      result.swapAt(last, below(last + 1))
    }
    return result
  }

  /// So many of the elements, in their own order.
  package mutating func sample<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    shuffled(Array(elements.indices)).prefix(count).sorted().map { elements[$0] }
  }
}
