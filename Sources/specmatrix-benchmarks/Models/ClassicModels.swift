/// The models without constraints that papers and programs have been compared on since 1997, by their signatures.
enum ClassicModels {
  static let set = "classic"

  /// Those whose name is their signature, `_` for a space.
  private static let plain = [
    "3^4", "3^10", "3^13", "3^20", "3^50", "3^100", "4^10", "4^20", "4^40", "4^100",
    "4^15_3^17_2^29", "4^1_3^39_2^35", "5^1_3^8_2^2", "5^1_4^4_3^11_2^5", "5^6_4^4_3^6_2^4",
    "6^1_5^1_4^6_3^8_2^3", "6^2_4^9_2^9", "7^1_6^1_5^1_4^6_3^8_2^3",
    "10^1_9^1_8^1_7^1_6^1_5^1_4^1_3^1_2^1", "2^10", "2^20", "2^50", "2^100", "2^200", "5^10",
    "5^20", "6^10", "7^10", "8^10", "10^10", "10^20", "15^15", "20^10",
  ]
  private static let named = [("TCAS_10^2_4^1_3^2_2^7", "10^2 4^1 3^2 2^7")]

  /// Names and signatures, in the order in which they are reported.
  static var all: [(name: String, signature: Signature)] {
    let all =
      plain.map { ($0, $0.split(separator: "_").joined(separator: " ")) } + named
    return all.compactMap { name, text in Signature(text).map { (name, $0) } }
  }
}
