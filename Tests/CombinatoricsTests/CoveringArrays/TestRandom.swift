/// A seeded random generator for test models, the same on every machine.
struct TestRandom {
  private var state: UInt64

  init(_ seed: Int) {
    state = UInt64(truncatingIfNeeded: seed) &* 0x2545_F491_4F6C_DD1D | 1
    for _ in 0..<4 { _ = next() }
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ bound: Int) -> Int { Int(next() >> 16) % bound }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Returns a random nonempty subset of the numbers below a bound.
  mutating func some(below bound: Int) -> [Int] {
    let picked = (0..<bound).filter { _ in chance(50) }
    return picked.isEmpty ? [below(bound)] : picked
  }
}
