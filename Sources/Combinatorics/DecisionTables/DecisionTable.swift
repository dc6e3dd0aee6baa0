/// A decision table for a function from rows to labels: one row for each cell, one column for each factor.
///
/// # Chapter: the column order with the fewest cells
///
/// **Problem.** A function of five factors has hundreds of rows. People write it in ten, because most values lead to the same result.
///
/// **Idea.** Read the table from left to right. In the first column, values with the same remaining table form one cell, and so on
/// recursively; where all values form one cell, the column makes no difference. Rows that cannot occur have no label and are compatible
/// with any, so a value joins the first cell, in declared order, whose rest it does not contradict, but only if that saves a cell:
/// otherwise the value is the clearer distinction. The number of cells depends on the column order alone, and rests shared by several
/// orders are counted once. Up to six columns, all orders are tried; beyond that, each column in turn is moved to its best position until
/// nothing improves (sifting).
///
/// **Example.** “Offline” always gives x; “timeout” gives y while waiting and z otherwise. With the error first there are three cells:
/// offline; timeout, waiting; timeout, not waiting. With the state first there are four.
///
/// **Cost.** Each rest is walked once per value. Cells are listed only up to a limit but counted exactly beyond it.
///
/// Source: R. Rudell, "Dynamic Variable Ordering for Ordered Binary Decision Diagrams", ICCAD 1993 (sifting).
package struct DecisionTable {
  /// A set of rows with the same label, given by the values of each column.
  package struct Cell: Sendable {
    /// The values that occur in the cell, ascending, by column.
    package var values: [[Int]]
    /// True, by column, if the cell has every value that is possible given the columns to its left.
    package var spans: [Bool]
    package var label: Int
  }

  /// The cells that agree in the leading columns.
  package struct Fold: Sendable {
    /// The values of each leading column, as in `Cell`.
    package var values: [[Int]]
    package var spans: [Bool]
    /// The common label of all cells, or `nil` if there are several.
    package var label: Int?
    /// The number of cells, saturating at `Int.max`.
    package var cells: Int
    /// The number of cells with a counted label, saturating at `Int.max`.
    package var counted: Int
  }

  /// The factors, from left to right.
  package let columns: [Int]
  fileprivate let function: LabelDiagram
  fileprivate let rests: TableRests
}

extension LabelStore {
  /// Returns the table with the fewest cells.
  ///
  /// - Parameters:
  ///   - function: A function that depends on no factors other than `factors`.
  ///   - factors: The columns. Their order is kept unless another one is better.
  ///   - weakValues: The least informative value of each factor, or `nil` if there is none. Among orders with equally few cells, the one
  ///     that distinguishes the fewest groups by such a value is taken.
  ///   - searchSteps: The number of steps after which no further orders are tried.
  /// - Returns: The table; its cells are computed on demand.
  /// - Throws: `LimitExceeded` if the budget runs out.
  package func table(
    of function: LabelDiagram,
    factors: [Int],
    weakValues: [Int?],
    searchSteps: Int = 100_000
  ) throws(LimitExceeded) -> DecisionTable {
    let rests = TableRests(in: self, weakValues: weakValues)
    let search = ColumnOrder(function: function, rests: rests, end: steps + searchSteps)
    let columns = try search.best(factors)
    return DecisionTable(columns: columns, function: function, rests: rests)
  }
}

extension DecisionTable {
  /// Returns the number of cells, saturating at `Int.max`.
  package func cellCount() throws(LimitExceeded) -> Int {
    try rests.size(of: function, columns[...]).cells
  }

  /// Returns all cells, in lexicographic order of their values.
  package func cells() throws(LimitExceeded) -> [Cell] {
    var cells: [Cell] = []
    if !function.isNowhere { try list(function, 0, Cell(values: [], spans: [], label: 0), &cells) }
    return cells
  }

  private func list(
    _ function: LabelDiagram,
    _ column: Int,
    _ cell: Cell,
    _ cells: inout [Cell]
  ) throws(LimitExceeded) {
    guard column < columns.count else {
      var cell = cell
      cell.label = function.label ?? 0
      cells.append(cell)
      return
    }
    let groups = try rests.groups(function, columns[column...])
    for group in groups {
      var longer = cell
      longer.values.append(group.values)
      longer.spans.append(groups.count == 1)
      try list(group.rest, column + 1, longer, &cells)
    }
  }

  /// Groups the cells by as many leading columns as the limits allow, at least one.
  ///
  /// - Parameters:
  ///   - columnLimit: The maximum number of leading columns.
  ///   - foldLimit: The maximum number of folds if there is more than one leading column.
  ///   - isCounted: For each label, whether its cells are counted in `Fold.counted`.
  /// - Returns: The folds, in lexicographic order of their values.
  /// - Throws: `LimitExceeded` if the budget runs out.
  package func folded(
    columnLimit: Int,
    foldLimit: Int,
    isCounted: [Bool]
  ) throws(LimitExceeded) -> [Fold] {
    var best: [Fold] = []
    for left in 1...max(1, min(columnLimit, columns.count)) {
      var folds: [Fold] = []
      var tally = LabelTally(rests: rests, isCounted: isCounted)
      try fold(function, 0, left, Fold(values: [], spans: [], cells: 0, counted: 0), &tally, &folds)
      guard left == 1 || folds.count <= foldLimit else { break }
      best = folds
    }
    return best
  }

  private func fold(
    _ function: LabelDiagram,
    _ column: Int,
    _ left: Int,
    _ front: Fold,
    _ tally: inout LabelTally,
    _ folds: inout [Fold]
  ) throws(LimitExceeded) {
    var fold = front
    guard column < left, column < columns.count else {
      let rest = columns[column...]
      fold.cells = try rests.size(of: function, rest).cells
      fold.counted = try tally.count(function, rest)
      fold.label = fold.cells == 1 ? try label(function, rest) : nil
      folds.append(fold)
      return
    }
    let groups = try rests.groups(function, columns[column...])
    for group in groups {
      fold.values = front.values + [group.values]
      fold.spans = front.spans + [groups.count == 1]
      try self.fold(group.rest, column + 1, left, fold, &tally, &folds)
    }
  }

  /// Returns the label of a rest that consists of one cell.
  private func label(
    _ function: LabelDiagram,
    _ rest: ArraySlice<Int>
  ) throws(LimitExceeded) -> Int? {
    var function = function
    for column in rest.indices where function.label == nil {
      guard let group = try rests.groups(function, rest[column...]).first else { return nil }
      function = group.rest
    }
    return function.label
  }
}

/// Counts the cells of rests whose label is counted.
private struct LabelTally {
  let rests: TableRests
  let isCounted: [Bool]
  var known: [TableRests.Key: Int] = [:]

  mutating func count(
    _ function: LabelDiagram,
    _ columns: ArraySlice<Int>
  ) throws(LimitExceeded) -> Int {
    if function.isNowhere { return 0 }
    if let label = function.label { return isCounted[label] ? 1 : 0 }
    let key = rests.key(function, columns)
    if let count = known[key] { return count }
    var count = 0
    for group in try rests.groups(function, columns) {
      count = count.addingSaturated(try self.count(group.rest, columns.dropFirst()))
    }
    known[key] = count
    return count
  }
}

/// The search for the column order with the fewest cells.
private struct ColumnOrder {
  /// The maximum number of columns for which all orders are tried.
  private static let exhaustiveCount = 6
  /// The maximum number of columns of rests to look at.
  private static let visitLimit = 1_000_000

  let function: LabelDiagram
  let rests: TableRests
  let end: Int

  private var isSpent: Bool { rests.store.steps >= end || rests.visits >= Self.visitLimit }

  /// Returns the best order; among equally good ones, the first in lexicographic order relative to `factors`.
  func best(_ factors: [Int]) throws(LimitExceeded) -> [Int] {
    guard factors.count > 1 else { return factors }
    var best = (order: factors, size: try rests.size(of: function, factors[...]))
    if factors.count <= Self.exhaustiveCount {
      try tryOrders([], factors, &best)
    } else {
      try sift(factors, &best)
    }
    return best.order
  }

  private func tryOrders(
    _ front: [Int],
    _ rest: [Int],
    _ best: inout (order: [Int], size: TableSize)
  ) throws(LimitExceeded) {
    guard !isSpent else { return }
    guard rest.count > 1 else {
      let order = front + rest
      if let size = try rests.size(of: function, order[...], within: best.size.cells),
        size < best.size
      {
        best = (order, size)
      }
      return
    }
    for factor in rest { try tryOrders(front + [factor], rest.filter { $0 != factor }, &best) }
  }

  private func sift(
    _ factors: [Int],
    _ best: inout (order: [Int], size: TableSize)
  ) throws(LimitExceeded) {
    var isBetter = true
    while isBetter, !isSpent {
      isBetter = false
      for factor in factors where !isSpent {
        let others = best.order.filter { $0 != factor }
        for place in 0...others.count where !isSpent {
          var order = others
          order.insert(factor, at: place)
          guard let size = try rests.size(of: function, order[...], within: best.size.cells),
            size < best.size
          else { continue }
          best = (order, size)
          isBetter = true
        }
      }
    }
  }
}
