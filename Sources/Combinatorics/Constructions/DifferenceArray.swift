/// The array for one factor larger than all others, with as many rows as the two largest sizes multiplied.
///
/// Let s be the second size. Give every other factor a vector of n numbers modulo s so that the differences of any two vectors take
/// every number. Adding each number to each place gives n·s rows that cover every pair of these factors; in the s rows of one place
/// each factor takes each value, so that a value of the large factor stands well beside them. A large factor of at
/// least n values takes the places in turn: rows of size times s, and no array has fewer.
///
/// The vectors begin with 0 and are taken in lexical order, each that goes with all before: for s = 2 every vector does, so that
/// 2^(n−1) factors of two values go with a factor of n values in 2n rows.
///
/// Source: the difference matrices of R. Bose, K. Bush, "Orthogonal arrays of strength two and three", 1952, with
/// "every number" in place of "every number equally often".
struct DifferenceArray: Sendable {
  /// How many numbers may be looked at in the search of vectors.
  private static let budget = 2_000_000

  private let sizes: [Int]
  /// One vector for each factor but the first.
  private let vectors: [[Int]]

  /// The array for sizes of at least 2, none larger than the one before; nil where the search finds too few vectors.
  init?(sizes: [Int]) {
    guard sizes.count > 2, sizes[1] <= 16 else { return nil }
    let modulus = sizes[1]
    var budget = Self.budget
    var length = modulus
    while length <= sizes[0], budget > 0 {
      if let vectors = Self.vectors(
        count: sizes.count - 1,
        length: length,
        modulus: modulus,
        budget: &budget
      ) {
        self.sizes = sizes
        self.vectors = vectors
        return
      }
      length += 1
    }
    return nil
  }

  /// The rows: rows × factors.
  func built() -> [[Int]] {
    (0..<sizes[0]).flatMap { value in
      (0..<sizes[1]).map { added in
        [value]
          + zip(vectors, sizes.dropFirst()).map { vector, size in
            let cell = (vector[value % vector.count] + added) % sizes[1]
            return cell < size ? cell : PartitionedArray.free
          }
      }
    }
  }

  /// So many vectors whose differences take every number; nil where the lexical order has fewer or the budget ends.
  private static func vectors(
    count: Int,
    length: Int,
    modulus: Int,
    budget: inout Int
  ) -> [[Int]]? {
    var found: [[Int]] = []
    var vector = Array(repeating: 0, count: length)
    let every = (1 << modulus) - 1
    while budget > 0 {
      budget -= length
      let fits = found.allSatisfy { other in
        budget -= length
        var seen = 0
        for place in 0..<length {
          seen |= 1 << ((vector[place] - other[place] + modulus) % modulus)
        }
        return seen == every
      }
      if fits {
        found.append(vector)
        if found.count == count { return found }
      }
      guard let place = vector.indices.dropFirst().last(where: { vector[$0] < modulus - 1 }) else {
        return nil
      }
      vector[place] += 1
      for behind in place + 1..<length { vector[behind] = 0 }
    }
    return nil
  }
}
