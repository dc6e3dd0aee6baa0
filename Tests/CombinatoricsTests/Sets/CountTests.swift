import Testing

@testable import Combinatorics

/// `Count` against schoolbook arithmetic, digit by digit.
struct CountTests {
  /// Decimal digits, least significant first.
  private typealias Digits = [Int]

  private static func carried(_ digits: Digits) -> Digits {
    var result: Digits = []
    var carry = 0
    for digit in digits {
      let sum = digit + carry
      // Rounded down, so that a negative digit borrows.
      carry = sum >= 0 ? sum / 10 : -((9 - sum) / 10)
      result.append(sum - carry * 10)
    }
    while carry > 0 {
      result.append(carry % 10)
      carry /= 10
    }
    while result.last == 0 { result.removeLast() }
    return result
  }

  private static func sum(_ left: Digits, _ right: Digits, times factor: Int = 1) -> Digits {
    carried(
      (0..<max(left.count, right.count)).map { place in
        (place < left.count ? left[place] : 0)
          + factor * (place < right.count ? right[place] : 0)
      }
    )
  }

  private static func product(_ left: Digits, _ right: Digits) -> Digits {
    var places = Array(repeating: 0, count: left.count + right.count)
    for (place, digit) in left.enumerated() {
      for (other, factor) in right.enumerated() { places[place + other] += digit * factor }
    }
    return carried(places)
  }

  private static func text(_ digits: Digits) -> String {
    digits.isEmpty ? "0" : digits.reversed().map(String.init).joined()
  }

  /// Returns a number of up to four digits in base 10^18, many of them 0 or maximal.
  private static func number(_ random: inout TestRandom) -> (Count, Digits) {
    let base = Count(1_000_000_000_000_000_000)
    var count = Count(0)
    var digits: Digits = []
    for _ in 0..<random.below(5) {
      let digit = [0, 1, 999_999_999_999_999_999, random.below(1_000_000_000_000_000_000)][
        random.below(4)
      ]
      count = count * base
      count += Count(digit)
      let decimal = String(digit).reversed().compactMap { $0.wholeNumberValue }
      digits = carried(decimal + Array(repeating: 0, count: 18 - decimal.count) + digits)
    }
    return (count, digits)
  }

  @Test(arguments: 0..<500)
  func arithmeticIsThatOfDigits(seed: Int) {
    var random = TestRandom(seed)
    let (left, leftDigits) = Self.number(&random)
    let (right, rightDigits) = Self.number(&random)
    #expect("\(left)" == Self.text(leftDigits))
    var sum = left
    sum += right
    #expect("\(sum)" == Self.text(Self.sum(leftDigits, rightDigits)))
    #expect("\(left * right)" == Self.text(Self.product(leftDigits, rightDigits)))
    sum -= right
    #expect(sum == left, "equal numbers have equal digits")
    let (small, large) = left < right ? (left, right) : (right, left)
    let (smallDigits, largeDigits) =
      left < right ? (leftDigits, rightDigits) : (rightDigits, leftDigits)
    var difference = large
    difference -= small
    #expect("\(difference)" == Self.text(Self.sum(largeDigits, smallDigits, times: -1)))
    let isLess = ("\(left)".count, "\(left)") < ("\(right)".count, "\(right)")
    #expect((left < right) == isLess)
  }

  @Test func aPowerHasAllItsDigits() {
    let power = (0..<100).reduce(Count(1)) { product, _ in product * Count(7) }
    #expect(
      "\(power)"
        == "3234476509624757991344647769100216810857203198904625400933895331391691459636928060001"
    )
    #expect("\(Count(.max))" == "\(Int.max)")
  }
}
