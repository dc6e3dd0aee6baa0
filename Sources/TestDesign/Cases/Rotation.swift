import Combinatorics

/// Gives the factors that an operation does not read other values than the usual ones, two in a row.
///
/// What no rule reads ought to make no difference. Usual values everywhere would never find out, so they take turns, at no cost in rows: of the values
/// that can stand in a row the one is taken that fewest rows had before, of the operation first and then of all. Two in a row, since whoever
/// tests something else has to set them up. An invalid value takes a turn once, for each is to be seen.
struct Rotation {
  /// How many factors that the operation does not read change in a row.
  private static let maxTurned = 2

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

  /// The row with other values in some of the factors that take turns, and noted.
  ///
  /// - Parameters:
  ///   - row: A row of the space.
  ///   - unread: What the operation does not read: of these at most `maxTurned` change, unless constraints force more.
  ///   - idle: Other factors that take turns.
  ///   - kept: Those of them whose turn it is to have the value that they have.
  ///   - space: The rows that may take its place, among those that agree with it in all other factors.
  /// - Returns: The row in its stead.
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  mutating func turned(
    _ row: [Int],
    _ unread: [Int],
    and idle: [Int] = [],
    keeping kept: Set<Int> = [],
    in space: Space
  ) throws(LimitExceeded) -> [Int] {
    let turning = (unread + idle).filter { !kept.contains($0) }
    var cube = Cube(full: space.store.domains)
    for (factor, value) in row.enumerated() where !turning.contains(factor) {
      cube.restrict(factor, to: [value])
    }
    var turned = row
    var changes = 0
    for factor in mostDue(turning, in: row, space.store.domains) {
      let support = try space.support(in: cube)?.values(of: factor) ?? [row[factor]]
      let isFull = changes == Self.maxTurned && unread.contains(factor)
      if !isFull || !support.contains(row[factor]) {
        turned[factor] = next(factor, among: support, in: row) ?? support.first ?? row[factor]
        if unread.contains(factor), turned[factor] != row[factor] { changes += 1 }
      }
      cube.restrict(factor, to: [turned[factor]])
    }
    note(turned, rotating: turning)
    return turned
  }

  /// Factors, those first of which another value than that of the row was there least.
  private func mostDue(_ factors: [Int], in row: [Int], _ domains: Domains) -> [Int] {
    factors.map { factor in
      let others = (0..<domains.sizes[factor]).filter { $0 != row[factor] }
      let due = next(factor, among: others, in: row)
      return (factor, due.map { tallies(factor, $0, in: row) } ?? [.max])
    }
    .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }

  /// The value whose turn it is.
  private func next(_ factor: Int, among values: [Int], in row: [Int]) -> Int? {
    values.filter { !isInvalid[factor][$0] || all.uses[factor][$0] == 0 }
      .min { tallies(factor, $0, in: row).lexicographicallyPrecedes(tallies(factor, $1, in: row)) }
  }

  private func tallies(_ factor: Int, _ value: Int, in row: [Int]) -> [Int] {
    let own = ofOperation[row[row.count - 1]] ?? none
    return [own.turns, own.uses, all.turns, all.uses].map { $0[factor][value] }
  }
}

/// How often the rows of each part hold each value that it reads: what a row may give up because another row holds it.
struct HeldValues {
  private struct Setting: Hashable {
    /// A value of the operation.
    var part: Int
    var factor: Int
    var value: Int
  }

  private var counts: [Setting: Int] = [:]

  /// Counts rows, each with the place of its operation.
  init(_ operations: [OperationRows], _ rows: [(operation: Int, row: [Int])]) {
    for (operation, row) in rows { count(row, of: operations[operation], 1) }
  }

  /// The factors that some part reads, that matter to none in a row, and whose values another row holds as well.
  func idleFactors(_ row: [Int], of operation: OperationRows) -> [Int] {
    let defined = operation.definedParts(in: row)
    guard defined.allSatisfy({ !operation.sensitivities[$0].outcomes.isEmpty }) else { return [] }
    return operation.reads.filter { factor in
      defined.allSatisfy { part in
        guard operation.parts[part].reads.contains(factor) else { return true }
        let setting = setting(operation.parts[part], factor, row)
        return !operation.matters([factor], toPart: part, in: row)
          && counts[setting, default: 0] > 1
      }
    }
  }

  /// Counts another row, if any, in the place of one.
  mutating func replace(_ row: [Int], with other: [Int]?, of operation: OperationRows) {
    count(row, of: operation, -1)
    if let other { count(other, of: operation, 1) }
  }

  private mutating func count(_ row: [Int], of operation: OperationRows, _ change: Int) {
    for part in operation.definedParts(in: row) {
      for factor in operation.parts[part].reads {
        counts[setting(operation.parts[part], factor, row), default: 0] += change
      }
    }
  }

  private func setting(_ part: OperationRows.Part, _ factor: Int, _ row: [Int]) -> Setting {
    Setting(part: part.value, factor: factor, value: row[factor])
  }
}
