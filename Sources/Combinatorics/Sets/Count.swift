extension Int {
  /// The sum, or the largest number where there is no room for it.
  func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product, or the largest number where there is no room for it.
  func multipliedSaturated(by other: Int) -> Int {
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
  func sumOfProducts(of chosen: Int) -> Int {
    var sums = [1] + Array(repeating: 0, count: chosen)
    for number in self {
      for size in stride(from: chosen, to: 0, by: -1) {
        sums[size] = sums[size].addingSaturated(sums[size - 1].multipliedSaturated(by: number))
      }
    }
    return sums[chosen]
  }
}
