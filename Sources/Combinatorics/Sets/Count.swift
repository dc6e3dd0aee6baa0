/// An arbitrarily large natural number.
///
/// # Chapter: counting more rows than fit in 64 bits
///
/// **Problem.** A spec of 40 factors with 5 values has 5^40 combinations, about 10^28, and counts must be exact. Counting the rows of a
/// diagram takes sums and products of such numbers, which are then compared, subtracted and printed.
///
/// **Idea.** Most counts fit into 128 bits and are stored that way. Larger ones are digits in base 10^18, least significant first. Two
/// digits and a carry add up to less than 2^63, the product of two digits fits into 128 bits, and the decimal text is the concatenation of
/// the digits: long division is never needed.
///
/// **Example.** 10^39 has the digits [0, 0, 1000]; 10^39 − 1 has [999999999999999999, 999999999999999999, 999].
///
/// **Cost.** Sums take O(digits), products O(digits²); the largest legal spec has a few dozen digits.
struct Count: Hashable, Sendable {
  /// The number, if it fits into 128 bits.
  private var short: UInt128
  /// Digits below `base`, least significant first, the last one not 0; empty if the number fits into 128 bits.
  private var long: [UInt64] = []

  private static let base: UInt64 = 1_000_000_000_000_000_000

  /// Creates a count from a nonnegative integer.
  init(_ number: Int) {
    short = UInt128(number)
  }

  private init(_ digits: [UInt64]) {
    var digits = digits
    while digits.last == 0 { digits.removeLast() }
    short = 0
    for digit in digits.reversed() {
      let (product, isLong) = short.multipliedReportingOverflow(by: UInt128(Self.base))
      let (sum, isLonger) = product.addingReportingOverflow(UInt128(digit))
      if isLong || isLonger {
        (short, long) = (0, digits)
        return
      }
      short = sum
    }
  }

  private var digits: [UInt64] {
    guard long.isEmpty else { return long }
    var digits: [UInt64] = []
    var rest = short
    while rest > 0 {
      digits.append(UInt64(rest % UInt128(Self.base)))
      rest /= UInt128(Self.base)
    }
    return digits
  }

  static func += (left: inout Count, right: Count) {
    if left.long.isEmpty, right.long.isEmpty {
      let (sum, isLong) = left.short.addingReportingOverflow(right.short)
      if !isLong {
        left.short = sum
        return
      }
    }
    var (digits, others) = (left.digits, right.digits)
    var carry: UInt64 = 0
    for place in 0..<max(digits.count, others.count) {
      if place == digits.count { digits.append(0) }
      if place == others.count { others.append(0) }
      let sum = digits[place] + others[place] + carry
      carry = sum >= base ? 1 : 0
      digits[place] = carry == 1 ? sum - base : sum
    }
    left = Count(digits + [carry])
  }

  /// Subtracts a count that must not be larger.
  static func -= (left: inout Count, right: Count) {
    precondition(right <= left, "a number of rows is not negative")
    if left.long.isEmpty {
      left.short -= right.short
      return
    }
    var (digits, others) = (left.digits, right.digits)
    others += Array(repeating: 0, count: digits.count - others.count)
    var borrowed: UInt64 = 0
    for place in digits.indices {
      let taken = others[place] + borrowed
      borrowed = digits[place] < taken ? 1 : 0
      digits[place] += borrowed * base
      digits[place] -= taken
    }
    left = Count(digits)
  }

  static func * (left: Count, right: Count) -> Count {
    if left.long.isEmpty, right.long.isEmpty {
      let (product, isLong) = left.short.multipliedReportingOverflow(by: right.short)
      if !isLong {
        var count = Count(0)
        count.short = product
        return count
      }
    }
    let (digits, others) = (left.digits, right.digits)
    var product = [UInt64](repeating: 0, count: digits.count + others.count)
    for (place, digit) in digits.enumerated() {
      var carry: UInt64 = 0
      for (other, factor) in others.enumerated() {
        var (high, low) = digit.multipliedFullWidth(by: factor)
        // Both addends are below the base, so their sum cannot overflow.
        let (sum, overflow) = low.addingReportingOverflow(product[place + other] + carry)
        low = sum
        high += overflow ? 1 : 0
        (carry, product[place + other]) = base.dividingFullWidth((high, low))
      }
      product[place + others.count] = carry
    }
    return Count(product)
  }
}

extension Count: Comparable {
  static func < (left: Count, right: Count) -> Bool {
    guard left.long.count == right.long.count else { return left.long.count < right.long.count }
    if left.long.isEmpty { return left.short < right.short }
    return left.long.reversed().lexicographicallyPrecedes(right.long.reversed())
  }
}

extension Count: CustomStringConvertible {
  /// The number in decimal.
  var description: String {
    guard let first = long.last else { return "\(short)" }
    return long.dropLast().reversed().reduce("\(first)") { text, digit in
      let decimal = String(digit)
      return text + String(repeating: "0", count: 18 - decimal.count) + decimal
    }
  }
}

// MARK: - Saturating arithmetic

extension Int {
  /// Returns the sum, saturating at `Int.max`.
  package func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// Returns the product of nonnegative numbers, saturating at `Int.max`.
  package func multipliedSaturated(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// The decimal digits with thousands separators: `46,921,875`.
  ///
  /// `Int.max`, which marks a saturated number, becomes “more than …”.
  package var grouped: String {
    guard self < .max else { return "more than \((Int.max - 1).grouped)" }
    var digits = Array(String(magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (self < 0 ? "-" : "") + String(digits)
  }
}

extension [Int] {
  /// Returns the sum of the products of all choices of `chosen` of the numbers, an elementary symmetric polynomial.
  ///
  /// Complexity: O(count · chosen).
  package func sumOfProducts(of chosen: Int) -> Int {
    var sums = [1] + Array(repeating: 0, count: chosen)
    for number in self {
      for size in stride(from: chosen, to: 0, by: -1) {
        sums[size] = sums[size].addingSaturated(sums[size - 1].multipliedSaturated(by: number))
      }
    }
    return sums[chosen]
  }
}
