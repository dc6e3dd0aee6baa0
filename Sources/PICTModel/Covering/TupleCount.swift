import Combinatorics

/// How many combinations of values rows contain.
enum TupleCount {
  /// The different tuples of the groups in the rows, as far as their factors are counted.
  ///
  /// Complexity: O(rows · subsets · strength).
  static func count(
    _ rows: [[Int]],
    _ groups: [CoveringRequest.Group],
    where isCounted: ([Int], _ strength: Int) -> Bool = { _, _ in true }
  ) -> Int {
    guard let first = rows.first else { return 0 }
    let sizes = first.indices.map { factor in rows.reduce(1) { max($0, $1[factor] + 1) } }
    // By number of the tuple: the last subset in which it was met.
    var metIn: [Int32] = []
    var number: Int32 = 0
    var total = 0
    for group in groups {
      let strength = min(group.strength, group.factors.count)
      visit(group.factors, strength) { subset in
        guard isCounted(subset, group.strength) else { return }
        let count = subset.reduce(1.0) { $0 * Double(sizes[$1]) }
        guard count <= mostNumbered else {
          total += Set(rows.map { row in subset.map { row[$0] } }).count
          return
        }
        number += 1
        if metIn.count < Int(count) {
          metIn += Array(repeating: 0, count: Int(count) - metIn.count)
        }
        for row in rows {
          let tuple = subset.reduce(0) { $0 * sizes[$1] + row[$1] }
          if metIn[tuple] != number {
            metIn[tuple] = number
            total += 1
          }
        }
      }
    }
    return total
  }

  /// The most tuples of a subset that are numbered.
  private static let mostNumbered = 20_000_000.0

  /// Calls with each choice of so many factors.
  private static func visit(_ factors: [Int], _ strength: Int, _ body: ([Int]) -> Void) {
    var choice = Array(0..<strength)
    while true {
      body(choice.map { factors[$0] })
      guard let place = choice.indices.last(where: { choice[$0] < factors.count - strength + $0 })
      else { return }
      choice[place] += 1
      for next in choice.indices.dropFirst(place + 1) { choice[next] = choice[next - 1] + 1 }
    }
  }
}
