/// What shows that a client was given the link: 128 random bits as 32 hexadecimal digits.
package struct ServerToken: Sendable {
  package let text: String

  /// A new one, from the system's generator, which nobody can foretell.
  package init() {
    text = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// True if a text is the token.
  ///
  /// All of it is compared, wherever it differs: how long that takes tells nothing.
  func matches(_ other: String) -> Bool {
    let (own, other) = (Array(text.utf8), Array(other.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
