import Testing

@testable import Combinatorics

/// Rows that lack one value, with bits and with chains, against a scan of each row.
struct RowsByValueTests {
  @Test(arguments: 0..<30)
  func rowsAreThoseFoundOneByOne(seed: Int) {
    var random = TestRandom(seed)
    let sizes = (0..<4).map { _ in random.chance(50) ? 2 + random.below(3) : 65 + random.below(9) }
    let first = sizes.indices.map { sizes[..<$0].reduce(0, +) }
    var cells: [[Int?]] = (0..<150).map { _ in sizes.map { _ in nil } }
    var rows = RowsByValue(rowCount: cells.count, sizes: sizes)
    func change(_ row: Int, _ factor: Int, to value: Int?) {
      if let old = cells[row][factor] { rows.flip(row, Int32(first[factor] + old)) }
      if let value { rows.flip(row, Int32(first[factor] + value)) }
      cells[row][factor] = value
    }
    var isThere = cells.map { _ in false }
    for row in cells.indices {
      rows.flip(row)
      isThere[row] = true
      for factor in sizes.indices { change(row, factor, to: random.below(min(3, sizes[factor]))) }
    }
    for _ in 0..<40 {
      let row = random.below(cells.count)
      if random.chance(20), isThere[row] {
        rows.flip(row)
        isThere[row] = false
        for factor in sizes.indices { change(row, factor, to: nil) }
      } else if isThere[row] {
        let factor = random.below(sizes.count)
        change(row, factor, to: random.below(sizes[factor]))
      }
      let factors = sizes.indices.filter { _ in random.chance(60) }
      let values = factors.map { random.below(min(3, sizes[$0])) }
      rows.select(zip(factors, values).map { Int32(first[$0] + $1) })
      for row in cells.indices {
        let lacking = zip(factors, values).count { cells[row][$0] != $1 }
        let isFound = rows.lackingOne(word: row >> 6) >> UInt64(row & 63) & 1 == 1
        #expect(isFound == (isThere[row] && lacking == 1))
      }
      rows.release()
      for (factor, size) in sizes.enumerated() {
        let value = random.below(size)
        #expect(rows.has(row, Int32(first[factor] + value)) == (cells[row][factor] == value))
      }
    }
  }
}
