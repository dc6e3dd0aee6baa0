/// The field with q elements, q a power of a prime, as addition and multiplication tables.
///
/// An element is a number from 0 to below q: the base-p digits of the number are the coefficients of a
/// polynomial over the integers modulo p, the lowest first. Sums are taken digit by digit; products modulo a monic
/// irreducible polynomial, found by trying them in order. 0 and 1 are the field's zero and one.
///
/// Cost: O(q²·n) for the tables, n the exponent. Source: R. Lidl, H. Niederreiter, "Finite Fields", 1997, §2.
package struct FiniteField: Sendable {
  /// The number of elements.
  package let order: Int
  private let sums: [Int]
  private let products: [Int]

  /// The field with that many elements; nil where the order is not a power of a prime.
  package init?(order: Int) {
    guard let (prime, exponent) = primePower(order) else { return nil }
    self.order = order
    let digits = (0..<order).map { element in
      var rest = element
      return (0..<exponent).map { _ in
        defer { rest /= prime }
        return rest % prime
      }
    }
    func number(_ digits: [Int]) -> Int { digits.reversed().reduce(0) { $0 * prime + $1 } }
    sums = digits.flatMap { left in
      digits.map { right in number(zip(left, right).map { ($0 + $1) % prime }) }
    }
    // The tail of the modulus: x^n is replaced by it. The first tail without zero divisors is irreducible.
    for tail in digits {
      let table = digits.flatMap { left in
        digits.map { right in
          number(polynomialProduct(left, right, tail: tail, prime: prime))
        }
      }
      let hasZeroDivisors = (1..<order).contains { left in
        (1..<order).contains { table[left * order + $0] == 0 }
      }
      if !hasZeroDivisors {
        products = table
        return
      }
    }
    return nil
  }

  /// The sum of two elements.
  package func sum(_ left: Int, _ right: Int) -> Int { sums[left * order + right] }

  /// The product of two elements.
  package func product(_ left: Int, _ right: Int) -> Int { products[left * order + right] }
}

/// The product of two polynomials of n coefficients where x^n equals the given tail.
private func polynomialProduct(_ left: [Int], _ right: [Int], tail: [Int], prime: Int) -> [Int] {
  let count = left.count
  guard count > 1 else { return [left[0] * right[0] % prime] }
  var wide = Array(repeating: 0, count: 2 * count - 1)
  for (power, coefficient) in left.enumerated() {
    for (other, factor) in right.enumerated() { wide[power + other] += coefficient * factor }
  }
  for power in stride(from: 2 * count - 2, through: count, by: -1) {
    let carried = wide[power] % prime
    for (index, coefficient) in tail.enumerated() {
      wide[power - count + index] += carried * coefficient
    }
  }
  return wide[..<count].map { $0 % prime }
}

/// The prime and the exponent of a power of a prime; nil for every other number.
package func primePower(_ number: Int) -> (prime: Int, exponent: Int)? {
  guard number > 1, let prime = (2...number).first(where: { number % $0 == 0 }) else { return nil }
  var rest = number
  var exponent = 0
  while rest % prime == 0 {
    rest /= prime
    exponent += 1
  }
  return rest == 1 ? (prime, exponent) : nil
}
