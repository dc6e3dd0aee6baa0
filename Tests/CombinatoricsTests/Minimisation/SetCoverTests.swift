import Combinatorics
import Testing

/// The covering problem against all choices of columns.
struct SetCoverTests {
  @Test(arguments: 0..<400)
  func cheapestChoiceThePreferredOneOfEqual(seed: Int) throws {
    var random = TestRandom(seed)
    let columns = 1 + random.below(11)
    let most = 1 + random.below(3)
    let costs = (0..<columns).map { _ in 1 + random.below(most) }
    let rows = (0..<random.below(16)).map { _ in Self.row(&random, below: columns) }
    var cover = SetCover(costs: costs, rows: rows, budget: 100_000)
    let (chosen, isProven) = try cover.solve()
    #expect(isProven)
    #expect(chosen == Self.best(costs, rows))
  }

  private static func row(_ random: inout TestRandom, below columns: Int) -> [Int] {
    let row = random.some(below: columns).filter { _ in random.chance(60) }
    return row.isEmpty ? [random.below(columns)] : row
  }

  private static func best(_ costs: [Int], _ rows: [[Int]]) -> [Int] {
    var best: (cost: Int, chosen: [Int])?
    for choice in 0..<(1 << costs.count) {
      let chosen = costs.indices.filter { choice >> $0 & 1 == 1 }
      guard rows.allSatisfy({ !$0.allSatisfy { choice >> $0 & 1 == 0 } }) else { continue }
      let cost = chosen.reduce(0) { $0 + costs[$1] }
      guard let old = best else {
        best = (cost, chosen)
        continue
      }
      if cost < old.cost
        || (cost == old.cost && chosen.lexicographicallyPrecedes(old.chosen))
      {
        best = (cost, chosen)
      }
    }
    return best?.chosen ?? []
  }

  /// In a circle of rows, no column dominates another, so only the search decides.
  @Test(arguments: 3..<14)
  func circle(length: Int) throws {
    let rows = (0..<length).map { [$0, ($0 + 1) % length].sorted() }
    var cover = SetCover(
      costs: Array(repeating: 1, count: length),
      rows: rows,
      budget: 100_000
    )
    let (chosen, isProven) = try cover.solve()
    #expect(isProven)
    #expect(chosen == Self.best(Array(repeating: 1, count: length), rows))
  }

  /// Without branches to try, the answer is still a cover.
  @Test(arguments: 0..<100)
  func coversWithoutBudget(seed: Int) throws {
    var random = TestRandom(seed + 1_000)
    let rows = (0..<30).map { _ in Self.row(&random, below: 20) }
    let costs = Array(repeating: 1, count: 20)
    var cover = SetCover(costs: costs, rows: rows, budget: 1 + seed % 4)
    let chosen = try cover.solve().columns
    #expect(rows.allSatisfy { row in row.contains { chosen.contains($0) } })
    #expect(chosen == chosen.sorted())
    var needed = true
    for column in chosen {
      let rest = chosen.filter { $0 != column }
      needed = needed && !rows.allSatisfy { row in row.contains { rest.contains($0) } }
    }
    #expect(needed, "no column is needless")
  }

  @Test
  func independentPartsInAnyOrder() throws {
    let parts = (0..<8).map { part in
      (0..<5).map { [part + 8 * $0, part + 8 * (($0 + 1) % 5)].sorted() }
    }
    var random = TestRandom(7)
    var rows = parts.flatMap { $0 }
    let costs = Array(repeating: 1, count: 40)
    var first = SetCover(costs: costs, rows: rows, budget: 100_000)
    let expected = try first.solve()
    #expect(expected.isProven)
    #expect(expected.columns.count == 24)
    for index in rows.indices { rows.swapAt(index, random.below(rows.count)) }
    var second = SetCover(costs: costs, rows: rows, budget: 100_000)
    #expect(try second.solve().columns == expected.columns)
  }
}
