/// Platform-independent text digests: 64-bit FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv) in lower-case hexadecimal.
package enum TextDigest {
  /// The number of digits for a cell: one edit in sixteen million goes unnoticed.
  package static let cellLength = 6

  /// Returns the digest of a whole text in sixteen digits.
  package static func whole(_ text: String) -> String { digits(of: Array(text.utf8), count: 16) }

  /// The number of significant characters of a cell, because programs may truncate longer ones.
  private static let cellReach = 10_000

  /// Returns the digest of a cell, ignoring white space and control characters, which programs change on saving.
  package static func cell(_ text: String) -> String {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars.lazy.filter(isKept).prefix(cellReach) {
      bytes += scalar.utf8
    }
    return digits(of: bytes, count: cellLength)
  }

  /// Normalises a formula by removing the characters that programs add or drop on saving.
  package static func formula(_ formula: String) -> String {
    "=" + formula.filter { !"'$ ".contains($0) }
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x21...0x7E: true
    case 0...0x20, 0x7F, 0x2400...0x2421, 0xFFFD...0xFFFF: false
    default: !scalar.properties.isWhitespace
    }
  }

  private static func digits(of bytes: [UInt8], count: Int) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    // The upper bits depend on every byte; for short inputs, the lowest bits are often equal.
    let digits = String(hash ^ hash >> 29, radix: 16)
    return String((String(repeating: "0", count: 16 - digits.count) + digits).suffix(count))
  }
}
