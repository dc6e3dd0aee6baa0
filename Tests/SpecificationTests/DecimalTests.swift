import Diagnostics
import Specification
import Testing

/// Amounts with digits behind the point.
@Suite struct DecimalTests {
  private func factor(_ range: String, _ rules: String = "any: X") throws -> Factor {
    let checked = decode(
      """
      specmatrix: 1
      id: PRICE
      feature: Pay a price
      traits: []
      data:
        price: {range: \(range)}
      operations:
        pay: Tap Pay
      rules:
        pay:
          price: {\(rules)}
      """
    )
    #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics)")
    return try #require(checked.value).factors[0]
  }

  @Test(arguments: [
    (
      "0.01..10000.00 EUR", "any: X",
      ["0.00", "0.01", "0.02", "10000.00", "10000.01"],
      ["0.00 EUR", "0.01 EUR", "0.02 EUR", "10,000.00 EUR", "10,000.01 EUR"]
    ),
    (
      "0..9.9", "..2.5: X, 2.6..: Y",
      ["0.0", "0.1", "2.5", "2.6", "9.9", "10.0"], ["0.0", "0.1", "2.5", "2.6", "9.9", "10.0"]
    ),
    (
      "-0.5..0.5", "-0.5..0: X, 0.1..: Y",
      ["-0.6", "-0.5", "-0.4", "0.0", "0.1", "0.5", "0.6"],
      ["-0.6", "-0.5", "-0.4", "0.0", "0.1", "0.5", "0.6"]
    ),
    // A condition may leave out the last zeros.
    (
      "0.00..5.00", "3: X, others: Y",
      ["0.00", "0.01", "2.99", "3.00", "3.01", "5.00", "5.01"],
      ["0.00", "0.01", "2.99", "3.00", "3.01", "5.00", "5.01"]
    ),
  ])
  func `the last digit is the step`(
    range: String,
    rules: String,
    ids: [String],
    labels: [String]
  ) throws {
    let factor = try factor(range, rules)
    #expect(factor.values.map(\.id) == ids)
    #expect(factor.values.map(\.label) == labels)
  }
}
