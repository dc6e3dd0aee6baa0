/// Ids of findings: eight hexadecimal digits made from what a finding means, never from where it stands.
///
/// The digits are the folded 64-bit FNV-1a hash of the parts (Fowler, Noll, Vo; draft-eastlake-fnv), each ended by a zero byte. Two
/// findings of a spec that fall on the same digits are told apart by hashing again with a count.
package struct FindingID {
  private var given: Set<String> = []

  package init() {}

  /// The id of a finding, or of a mistake.
  ///
  /// - Parameters:
  ///   - prefix: `Q` for a question, `F` for any other finding, `E` for a mistake.
  ///   - parts: What it means, in names that do not change when lines move or factors are reordered.
  /// - Returns: The prefix, a hyphen and eight digits that no other finding of the spec has.
  package mutating func next(_ prefix: String, _ parts: [String]) -> String {
    var attempt = 0
    while true {
      let id = "\(prefix)-\(Self.digits(attempt == 0 ? parts : parts + [String(attempt)]))"
      if given.insert(id).inserted { return id }
      attempt += 1
    }
  }

  /// Eight hexadecimal digits made from the parts.
  static func digits(_ parts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in Array(part.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
