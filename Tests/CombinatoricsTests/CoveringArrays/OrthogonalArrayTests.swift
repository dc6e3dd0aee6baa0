import Testing

@testable import Combinatorics

struct OrthogonalArrayTests {
  /// One factor beyond the arrays of q² rows needs a product with q² − q more rows; each value less saves two rows.
  @Test(arguments: [
    (values: 3, factors: 4, rows: 9), (3, 5, 14), (3, 15, 15), (3, 16, 21), (4, 5, 16),
    (4, 24, 28), (5, 6, 25), (6, 8, 47), (7, 8, 49), (8, 9, 64), (9, 10, 81), (10, 12, 119),
    (12, 14, 167), (15, 17, 254), (20, 10, 523), (64, 2, 4096),
  ])
  func `uniform models have the rows of the field's array`(
    values: Int,
    factors: Int,
    rows: Int
  ) throws {
    let sizes = Array(repeating: values, count: factors)
    let array = try #require(OrthogonalArray(sizes: sizes))
    #expect(array.rowCount == rows)
    #expect(array.rows().count == rows)
    #expect(firstUncovered(rows: array.rows(), sizes: sizes) == nil)
  }

  @Test(arguments: 3...13)
  func `every pair of uniform models is covered`(values: Int) throws {
    for factors in [1, 2, 3, 5, 8, 11, 13, 40, 200] {
      let sizes = Array(repeating: values, count: factors)
      let rows = try #require(OrthogonalArray(sizes: sizes)).rows()
      #expect(firstUncovered(rows: rows, sizes: sizes) == nil, "\(values)^\(factors)")
    }
  }

  @Test(arguments: 0..<40)
  func `every pair of mixed models is covered`(seed: Int) throws {
    var random = TestRandom(seed)
    let largest = 3 + random.below(20)
    let sizes = [largest] + (0..<random.below(24)).map { _ in 1 + random.below(largest) }
    let array = try #require(OrthogonalArray(sizes: sizes))
    #expect(array.rows().count == array.rowCount)
    #expect(firstUncovered(rows: array.rows(), sizes: sizes) == nil, "\(sizes)")
  }

  @Test(arguments: [
    [], [2, 2], [1], [3, -1, 65], [Int.max, 3], Array(repeating: 64, count: 1_000),
  ])
  func `two values, many values and many cells have none`(sizes: [Int]) {
    #expect(OrthogonalArray(sizes: sizes) == nil)
  }

  /// Returns the first pair of values that no row has, found by scanning; a cell out of range counts as uncovered.
  private func firstUncovered(rows: [[Int]], sizes: [Int]) -> String? {
    for (index, row) in rows.enumerated() {
      guard row.count == sizes.count, zip(row, sizes).allSatisfy({ $0 >= 0 && $0 < $1 }) else {
        return "row \(index) is \(row)"
      }
    }
    for (factor, size) in sizes.enumerated() {
      for (other, otherSize) in sizes.enumerated().dropFirst(factor + 1) {
        var isCovered = Array(repeating: false, count: size * otherSize)
        for row in rows { isCovered[row[factor] * otherSize + row[other]] = true }
        if let missing = isCovered.firstIndex(of: false) {
          let values = "\(missing / otherSize), \(missing % otherSize)"
          return "factors \(factor), \(other): values \(values)"
        }
      }
    }
    return nil
  }
}

struct FiniteFieldTests {
  @Test(arguments: [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25])
  func `the axioms hold`(order: Int) throws {
    let field = try #require(FiniteField(order: order))
    let elements = 0..<order
    for one in elements {
      #expect(field.sum(one, 0) == one)
      #expect(field.product(one, 1) == one)
      #expect(elements.count { field.sum(one, $0) == 0 } == 1)
      #expect(elements.count { field.product(one, $0) == 1 } == (one == 0 ? 0 : 1))
      for other in elements {
        #expect(elements.contains(field.sum(one, other)))
        #expect(field.sum(one, other) == field.sum(other, one))
        #expect(field.product(one, other) == field.product(other, one))
        let law = elements.allSatisfy { third in
          field.product(one, field.sum(other, third))
            == field.sum(field.product(one, other), field.product(one, third))
            && field.sum(one, field.sum(other, third)) == field.sum(field.sum(one, other), third)
            && field.product(one, field.product(other, third))
              == field.product(field.product(one, other), third)
        }
        #expect(law)
      }
    }
  }

  @Test func `powers of primes have fields, other numbers have none`() {
    let orders = (0...64).filter { FiniteField(order: $0) != nil }
    #expect(
      orders == [
        2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37, 41, 43, 47, 49, 53, 59,
        61, 64,
      ]
    )
  }
}
