import Combinatorics

/// Gives the factors that an operation does not read their values, each as often as the others.
///
/// What no rule reads ought to make no difference. Usual values everywhere would never find out, so they take turns, at no cost in rows: of the values
/// that can stand in a row the one is taken that fewest rows had before, of the operation first and then of all. An invalid value takes a turn once:
/// nobody who tests something else wants to set it up, and each is to be seen.
struct Rotation {
  /// By factor and value: the rows that had it in turn, and all rows that have it.
  private struct Tally {
    var turns: [[Int]]
    var uses: [[Int]]
  }

  private let none: Tally
  private var all: Tally
  /// By value of the operation.
  private var ofOperation: [Int: Tally] = [:]
  private let isInvalid: [[Bool]]

  /// - Parameter isInvalid: By factor and value, the operation last.
  init(isInvalid: [[Bool]]) {
    self.isInvalid = isInvalid
    let zeros = isInvalid.map { $0.map { _ in 0 } }
    none = Tally(turns: zeros, uses: zeros)
    all = none
  }

  /// Takes note of a row, and of its values in factors that took turns.
  mutating func note(_ row: [Int], rotating factors: [Int] = []) {
    let operation = row[row.count - 1]
    for (factor, value) in row.enumerated() {
      all.uses[factor][value] += 1
      ofOperation[operation, default: none].uses[factor][value] += 1
    }
    for factor in factors {
      all.turns[factor][row[factor]] += 1
      ofOperation[operation, default: none].turns[factor][row[factor]] += 1
    }
  }

  /// The row with other values in the factors that take turns, and noted.
  ///
  /// - Parameters:
  ///   - row: A row of the space.
  ///   - factors: What takes turns, ascending.
  ///   - kept: Those of them whose turn it is to have the value that they have.
  ///   - space: The rows that may take its place, among those that agree with it in all other factors.
  /// - Returns: The row in its stead.
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  mutating func turned(
    _ row: [Int],
    _ factors: [Int],
    keeping kept: Set<Int> = [],
    in space: Space
  ) throws(LimitExceeded) -> [Int] {
    var cube = Cube(full: space.store.domains)
    for (factor, value) in row.enumerated()
    where kept.contains(factor) || !factors.contains(factor) {
      cube.restrict(factor, to: [value])
    }
    var turned = row
    for factor in factors where !kept.contains(factor) {
      let support = try space.support(in: cube)?.values(of: factor) ?? [row[factor]]
      let candidates = support.filter { !isInvalid[factor][$0] || all.uses[factor][$0] == 0 }
      let own = ofOperation[row[row.count - 1]] ?? none
      let next = candidates.min { one, other in
        [own.turns, own.uses, all.turns, all.uses].map { $0[factor][one] }
          .lexicographicallyPrecedes(
            [own.turns, own.uses, all.turns, all.uses].map { $0[factor][other] }
          )
      }
      turned[factor] = next ?? support.first ?? row[factor]
      cube.restrict(factor, to: [turned[factor]])
    }
    note(turned, rotating: factors)
    return turned
  }
}
