/// The field with q elements, q a power of a prime.
///
/// An element is a number from 0 to below q: the base-p digits of the number are the coefficients of a polynomial over the
/// integers modulo p, the lowest first; 0 and 1 are the field's zero and one. Sums are taken digit by digit. For products the
/// monic polynomials of degree n are tried in order until one is primitive: modulo it, the powers of x are all elements
/// but 0. A product is then a sum of exponents.
///
/// Cost: O(q²·n), most of it for the table of sums. Source: R. Lidl, H. Niederreiter, "Finite Fields", 1997, §3.
package struct FiniteField: Sendable {
  /// The number of elements.
  package let order: Int
  private let sums: [Int]
  /// The powers of x, from x⁰ on.
  private let powers: [Int]
  /// The exponent of each element but 0.
  private let exponents: [Int]

  /// The field with that many elements; nil where the order is not a power of a prime.
  package init?(order: Int) {
    guard let (prime, degree) = primePower(order) else { return nil }
    let digits = (0..<order).map { element in
      var rest = element
      return (0..<degree).map { _ in
        defer { rest /= prime }
        return rest % prime
      }
    }
    func number(_ digits: [Int]) -> Int { digits.reversed().reduce(0) { $0 * prime + $1 } }

    // The polynomial is given by its tail: xⁿ is replaced by it.
    func powers(tail: [Int]) -> [Int] {
      var powers = [1]
      while powers.count < order {
        let last = digits[powers[powers.count - 1]]
        let carried = last[degree - 1]
        let next = number(
          (0..<degree).map { (($0 > 0 ? last[$0 - 1] : 0) + carried * tail[$0]) % prime }
        )
        guard next > 1 else { break }
        powers.append(next)
      }
      return powers
    }
    guard
      let powers = digits.lazy.filter({ $0[0] > 0 }).map(powers).first(where: {
        $0.count == order - 1
      })
    else { return nil }

    self.order = order
    self.powers = powers
    var exponents = Array(repeating: 0, count: order)
    for (exponent, element) in powers.enumerated() { exponents[element] = exponent }
    self.exponents = exponents
    sums = digits.flatMap { left in
      digits.map { right in number(zip(left, right).map { ($0 + $1) % prime }) }
    }
  }

  /// The sum of two elements.
  package func sum(_ left: Int, _ right: Int) -> Int { sums[left * order + right] }

  /// The product of two elements.
  package func product(_ left: Int, _ right: Int) -> Int {
    guard left != 0, right != 0 else { return 0 }
    return powers[(exponents[left] + exponents[right]) % (order - 1)]
  }
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
