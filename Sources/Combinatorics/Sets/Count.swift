/// A natural number of any size.
///
/// # Chapter: counting more rows than 64 bits hold
///
/// **Problem.** A spec of 40 factors with 5 values has 5^40 combinations, about 10^28, and counts must be exact. Counting the rows of a
/// diagram takes sums and products of such numbers; afterwards they are compared, subtracted from each other and printed.
///
/// **Idea.** Digits in base 10^18, the least significant first. Two digits and a carry add up to less than 2^63, a product of two fits
/// into 128 bits, and the decimal text is that of the digits one behind another: no division of a long number is ever needed.
///
/// **Worked example.** 10^18 is the digits [0, 1]; one less is [999999999999999999].
///
/// **Cost.** Sums take O(digits), products O(digits²); the largest legal spec has a few dozen digits.
struct Count: Hashable, Sendable {
  /// Below `base` each, the least significant first; the last is not 0, and 0 has none.
  private var digits: [UInt64]

  private static let base: UInt64 = 1_000_000_000_000_000_000

  /// - Parameter number: At least 0.
  init(_ number: Int) {
    digits = []
    var rest = UInt64(number)
    while rest > 0 {
      digits.append(rest % Self.base)
      rest /= Self.base
    }
  }

  static func += (left: inout Count, right: Count) {
    var carry: UInt64 = 0
    for place in 0..<max(left.digits.count, right.digits.count) {
      if place == left.digits.count { left.digits.append(0) }
      let sum = left.digits[place] + (place < right.digits.count ? right.digits[place] : 0) + carry
      carry = sum >= base ? 1 : 0
      left.digits[place] = carry == 1 ? sum - base : sum
    }
    if carry > 0 { left.digits.append(carry) }
  }

  /// Takes away a number that is not larger.
  static func -= (left: inout Count, right: Count) {
    precondition(right <= left, "a number of rows is not negative")
    var borrowed: UInt64 = 0
    for place in left.digits.indices {
      let taken = (place < right.digits.count ? right.digits[place] : 0) + borrowed
      borrowed = left.digits[place] < taken ? 1 : 0
      left.digits[place] += borrowed * base
      left.digits[place] -= taken
    }
    while left.digits.last == 0 { left.digits.removeLast() }
  }

  static func * (left: Count, right: Count) -> Count {
    var product = Count(0)
    guard !left.digits.isEmpty, !right.digits.isEmpty else { return product }
    product.digits = Array(repeating: 0, count: left.digits.count + right.digits.count)
    for (place, digit) in left.digits.enumerated() {
      var carry: UInt64 = 0
      for (other, factor) in right.digits.enumerated() {
        var (high, low) = digit.multipliedFullWidth(by: factor)
        // Both addends are below the base, so their sum needs no carry of its own.
        let (sum, overflow) = low.addingReportingOverflow(product.digits[place + other] + carry)
        low = sum
        high += overflow ? 1 : 0
        (carry, product.digits[place + other]) = base.dividingFullWidth((high, low))
      }
      product.digits[place + right.digits.count] = carry
    }
    while product.digits.last == 0 { product.digits.removeLast() }
    return product
  }
}

extension Count: Comparable {
  static func < (left: Count, right: Count) -> Bool {
    guard left.digits.count == right.digits.count else {
      return left.digits.count < right.digits.count
    }
    return left.digits.reversed().lexicographicallyPrecedes(right.digits.reversed())
  }
}

extension Count: CustomStringConvertible {
  /// In decimal.
  var description: String {
    guard let first = digits.last else { return "0" }
    return digits.dropLast().reversed().reduce("\(first)") { text, digit in
      let decimal = String(digit)
      return text + String(repeating: "0", count: 18 - decimal.count) + decimal
    }
  }
}

// MARK: - Numbers that stop at the largest there is room for

extension Int {
  /// The sum, or the largest number where there is no room for it.
  package func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product, or the largest number where there is no room for it.
  package func multipliedSaturated(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// In digits with commas between thousands: `46,921,875`; more than there is room for is said as such.
  package var grouped: String {
    guard self < .max else { return "more than \((Int.max - 1).grouped)" }
    var digits = Array(String(magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (self < 0 ? "-" : "") + String(digits)
  }
}

extension [Int] {
  /// The sum, over all choices of that many of the numbers, of their product.
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
