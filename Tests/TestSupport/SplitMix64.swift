/// A seeded generator with the same numbers on every machine and version of the standard library.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014).
package struct SplitMix64: Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns an unbiased number from 0 to `bound` - 1, by rejection.
  package mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "a draw needs at least one outcome")
    let width = UInt64(bound)
    let limit = UInt64.max - UInt64.max % width
    var bits = next()
    while bits >= limit { bits = next() }
    return Int(bits % width)
  }

  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// True with a probability of `percent`.
  package mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// Returns the elements in random order (Fisher and Yates).
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for last in stride(from: result.count - 1, to: 0, by: -1) {
      result.swapAt(last, below(last + 1))
    }
    return result
  }

  /// Returns `count` of the elements in their original order.
  package mutating func sample<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    shuffled(Array(elements.indices)).prefix(count).sorted().map { elements[$0] }
  }
}
