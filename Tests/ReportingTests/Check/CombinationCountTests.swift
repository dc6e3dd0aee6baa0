import Reporting
import Testing

@Suite struct CombinationCountTests {
  @Test(arguments: [
    ("0", "0"), ("7", "7"), ("999", "999"), ("1000", "1,000"), ("1234567", "1,234,567"),
    ("007", "7"), ("999999999999999", "999,999,999,999,999"),
    ("1000000000000000", "about 1.0 × 10^15"),
    ("31622776601683793319988935444", "about 3.2 × 10^28"),
    ("9949999999999999", "about 9.9 × 10^15"), ("9950000000000000", "about 1.0 × 10^16"),
    ("", "0"), ("-3", "0"), ("x", "0"),
  ])
  func isReadable(decimal: String, expected: String) {
    #expect(CombinationCount(decimal).readable == expected)
  }

  @Test(arguments: [
    ("80", "96", "83.3 %"), ("96", "96", "100 %"), ("0", "96", "0 %"), ("0", "0", "100 %"),
    ("1", "3", "33.3 %"), ("1", "1000", "0.1 %"), ("1", "1001", "less than 0.1 %"),
    ("9999", "10000", "99.9 %"), ("999999", "1000000", "99.9 %"),
    ("99999999999999999999999999999", "100000000000000000000000000000", "99.9 %"),
    ("1", "100000000000000000000000000000", "less than 0.1 %"),
    ("50000000000000000000000000000", "100000000000000000000000000000", "50.0 %"),
    // More than the total is a counting error, but must not crash.
    ("100000000000000000000000000000", "3", "99.9 %"), ("97", "96", "99.9 %"),
  ])
  func shareIsRoundedDownAndNeverClaimsTheWhole(part: String, whole: String, expected: String) {
    #expect(CombinationCount(part).share(of: CombinationCount(whole)) == expected)
  }

  @Test func addsLikeIntegers() {
    var state: UInt64 = 1
    for _ in 0..<500 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let left = Int(state >> 33) >> Int(state & 15)
      let right = Int(state >> 40) >> Int(state >> 4 & 15)
      let sum = CombinationCount(String(left)) + CombinationCount(String(right))
      #expect(sum == CombinationCount(String(left + right)))
    }
    let nines = CombinationCount(String(repeating: "9", count: 40))
    #expect(
      nines + CombinationCount("1") == CombinationCount("1" + String(repeating: "0", count: 40))
    )
  }
}
