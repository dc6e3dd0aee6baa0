import ArgumentParser
import Combinatorics

/// One of several parts of the specs, such as `2/8`, each of which another machine checks.
struct Shard: ExpressibleByArgument, CustomStringConvertible, Sendable {
  /// From 1 on.
  let number: Int
  let count: Int

  /// More machines than anybody has.
  private static let limit = 10_000

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(digits.contains) }),
      let number = Int(parts[0]), let count = Int(parts[1]),
      (1...Self.limit).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  var description: String { "\(number)/\(count)" }

  /// Whether a path belongs to this part; each path belongs to exactly one.
  ///
  /// The path alone decides, so that a new spec moves no other one to another part.
  func holds(_ path: String) -> Bool {
    // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), whose bits the generator mixes: the last letters, in which paths differ, hardly reach the upper ones.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var mixed = SplitMix64(seed: hash)
    return mixed.below(count) == number - 1
  }
}
