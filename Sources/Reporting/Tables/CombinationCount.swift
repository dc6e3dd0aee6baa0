/// A number of combinations of arbitrary size, in decimal as the analysis gives it.
package struct CombinationCount: Hashable, Sendable {
  /// The digits, without leading zeros.
  private let digits: [UInt8]

  /// Creates the number from its decimal digits; any other text counts as 0.
  package init(_ decimal: String) {
    let bytes = Array(decimal.utf8)
    let isNumber = bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let significant = isNumber ? Array(bytes.drop { $0 == UInt8(ascii: "0") }) : []
    digits = significant.isEmpty ? [0] : significant.map { $0 - UInt8(ascii: "0") }
  }

  private init(digits: [UInt8]) {
    self.digits = digits
  }

  package var isZero: Bool { digits == [0] }
  package var isOne: Bool { digits == [1] }

  package static func + (left: Self, right: Self) -> Self {
    var sum: [UInt8] = []
    var carry: UInt8 = 0
    for place in 0..<max(left.digits.count, right.digits.count) {
      let total = left.digit(place) + right.digit(place) + carry
      sum.append(total % 10)
      carry = total / 10
    }
    if carry > 0 { sum.append(carry) }
    return Self(digits: sum.reversed())
  }

  /// Returns the digit for 10 to the power of `place`.
  private func digit(_ place: Int) -> UInt8 {
    place < digits.count ? digits[digits.count - 1 - place] : 0
  }

  /// The number for people, such as `1,234,567`, or `about 3.2 × 10^28` from 16 digits on.
  package var readable: String {
    guard digits.count > 15 else { return grouped }
    let leading = digits[0...2].reduce(0) { $0 * 10 + Int($1) }
    let rounded = (leading + 5) / 10
    // 9.96 rounds to 10.0, which is 1.0 with the next exponent.
    let (tenths, exponent) =
      rounded == 100 ? (10, digits.count) : (rounded, digits.count - 1)
    return "about \(tenths / 10).\(tenths % 10) × 10^\(exponent)"
  }

  /// All digits, with thousands separators.
  package var grouped: String {
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text += String(digit)
    }
    return text
  }

  /// Returns this number's share of `whole` for people, such as `83.3 %`.
  ///
  /// The share is rounded down. It is 100 % only for the whole, and 0 % only for zero.
  package func share(of whole: Self) -> String {
    guard !whole.isZero, self != whole else { return "100 %" }
    guard !isZero else { return "0 %" }
    guard digits.count <= whole.digits.count else { return "99.9 %" }
    // Fifteen leading digits determine the tenth of a percent unless they are too close to a bound, for which the cases below hold.
    let dropped = max(0, whole.digits.count - 15)
    let permille = Int(prefix(dropping: dropped) * 1000 / whole.prefix(dropping: dropped))
    switch permille {
    case ..<1: return "less than 0.1 %"
    case 1000...: return "99.9 %"
    default: return "\(permille / 10).\(permille % 10) %"
    }
  }

  /// Returns the number divided by 10 to the power of `places`, rounded down, which must fit into an `Int`.
  private func prefix(dropping places: Int) -> Int {
    digits.dropLast(places).reduce(0) { $0 * 10 + Int($1) }
  }
}
