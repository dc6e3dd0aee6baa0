import Combinatorics

/// How many combinations of values rows contain.
enum TupleCount {
  /// The different tuples of the groups in the rows, as far as their factors are counted.
  static func count(
    _ rows: [[Int]],
    _ groups: [CoveringRequest.Group],
    where isCounted: ([Int], _ strength: Int) -> Bool = { _, _ in true }
  ) -> Int {
    var total = 0
    for group in groups {
      let strength = min(group.strength, group.factors.count)
      visit(group.factors, strength) { subset in
        guard isCounted(subset, group.strength) else { return }
        var tuples: Set<[Int]> = []
        for row in rows { tuples.insert(subset.map { row[$0] }) }
        total += tuples.count
      }
    }
    return total
  }

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
