/// An index of rows with open places (`nil`), looked up by a complete row that agrees with them everywhere else.
///
/// **Cost.** One dictionary look-up for each distinct set of open places, of which there are few.
struct OpenRows {
  private var sets: [(open: [Int], numbers: [[Int?]: [Int]])] = []
  private var places: [[Int]: Int] = [:]

  mutating func add(_ number: Int, _ row: [Int?]) {
    let open = row.indices.filter { row[$0] == nil }
    if places[open] == nil {
      places[open] = sets.count
      sets.append((open, [:]))
    }
    sets[places[open] ?? 0].numbers[row, default: []].append(number)
  }

  /// Returns the numbers of the rows that agree with a row, ascending; adds the number of look-ups and matches to `steps`.
  func numbers(of row: [Int], steps: inout Int) -> [Int] {
    var found: [Int] = []
    for set in sets {
      var key: [Int?] = row
      for place in set.open { key[place] = nil }
      found += set.numbers[key] ?? []
    }
    steps += sets.count + found.count
    return found.sorted()
  }
}
