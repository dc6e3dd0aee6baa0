import Combinatorics
import Testing

struct ConstructionFieldTests {
  @Test(arguments: [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25])
  func theAxiomsHold(order: Int) throws {
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

  @Test func thereAreFieldsForPowersOfPrimesOnly() {
    let orders = (0...64).filter { FiniteField(order: $0) != nil }
    #expect(
      orders == [
        2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37, 41, 43, 47, 49, 53, 59,
        61, 64,
      ]
    )
  }
}
