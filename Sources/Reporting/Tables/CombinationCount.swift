/// A number of combinations of any size, as the analysis gives it: in decimal.
package struct CombinationCount: Hashable, Sendable {
  /// The digits, without leading zeros.
  private let digits: [UInt8]

  /// The number written in decimal; any other text counts as 0.
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

  /// The digit that stands for 10 to the power of `place`.
  private func digit(_ place: Int) -> UInt8 {
    place < digits.count ? digits[digits.count - 1 - place] : 0
  }

  /// What people read: `1,234,567`; from 16 digits on `about 3.2 × 10^28`.
  package var readable: String {
    guard digits.count > 15 else { return grouped }
    let leading = digits[0...2].reduce(0) { $0 * 10 + Int($1) }
    let rounded = (leading + 5) / 10
    // 9.96 rounds to 10.0, which is written 1.0 with the next exponent.
    let (tenths, exponent) =
      rounded == 100 ? (10, digits.count) : (rounded, digits.count - 1)
    return "about \(tenths / 10).\(tenths % 10) × 10^\(exponent)"
  }

  /// Every digit, with commas between thousands.
  package var grouped: String {
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text += String(digit)
    }
    return text
  }

  /// How much of `whole` this number is, for people: `83.3 %`.
  ///
  /// It is rounded down and is 100 % for the whole alone; of a part that is not nothing it is never 0 %.
  package func share(of whole: Self) -> String {
    guard !whole.isZero, self != whole else { return "100 %" }
    guard !isZero else { return "0 %" }
    guard digits.count <= whole.digits.count else { return "99.9 %" }
    // Fifteen leading digits of both decide the tenth of a percent unless they leave less than that; then the bounds below hold.
    let dropped = max(0, whole.digits.count - 15)
    let permille = Int(prefix(dropping: dropped) * 1000 / whole.prefix(dropping: dropped))
    switch permille {
    case ..<1: return "less than 0.1 %"
    case 1000...: return "99.9 %"
    default: return "\(permille / 10).\(permille % 10) %"
    }
  }

  /// The number divided by 10 to the power of `places`, rounded down; it must fit.
  private func prefix(dropping places: Int) -> Int {
    digits.dropLast(places).reduce(0) { $0 * 10 + Int($1) }
  }
}
