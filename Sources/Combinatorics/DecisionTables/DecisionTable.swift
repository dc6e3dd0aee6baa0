/// A function from rows to labels as a table that a person reads: one row for each cell, one column for each factor.
///
/// # Chapter: the order of the columns with the fewest cells
///
/// **Problem.** A function of five factors has hundreds of rows; people write it in ten, since most values lead to the same.
///
/// **Idea.** Read the table from left to right. In the first column, values with the same rest of the table are one cell, and so on in
/// each rest: where all values are one cell, the column makes no difference there. Rows that cannot occur go with whatever suits, so a value
/// joins the first cell, in declared order, whose rest it does not contradict; but only where that spares a cell, for the value says
/// more than what is left to tell it by. How many cells there are depends on the order of the columns alone, and rests that several orders
/// share are counted once. All orders of up to six columns are tried; of more, each column in turn is moved to its best place until nothing
/// improves (sifting).
///
/// **Worked example.** “Offline” always says x; “timeout” says y while waiting, else z. With the error in front there are three
/// cells: offline; timeout, waiting; timeout, not waiting. With the state in front there are four.
///
/// **Cost.** A rest takes a walk through it for each value. Cells are listed only up to a limit, but counted exactly beyond it.
///
/// Source: R. Rudell, "Dynamic Variable Ordering for Ordered Binary Decision Diagrams", ICCAD 1993 (sifting).
package struct DecisionTable {
  /// Rows of the function that have one label.
  package struct Cell: Sendable {
    /// By column: the values that occur in the cell, ascending.
    package var values: [[Int]]
    /// By column: whether these are all that occur beside the columns in front.
    package var spans: [Bool]
    package var label: Int
  }

  /// Cells that agree in the columns in front.
  package struct Fold: Sendable {
    /// By column that is left.
    package var values: [[Int]]
    package var spans: [Bool]
    /// The label of all of it; `nil` if it has several.
    package var label: Int?
    /// How many cells it stands for; the largest number where there is no room for it.
    package var cells: Int
    /// How many of these have a label that is counted.
    package var counted: Int
  }

  /// The factors, from left to right.
  package let columns: [Int]
  fileprivate let function: LabelDiagram
  fileprivate let rests: TableRests
}

extension LabelStore {
  /// The table with the fewest cells.
  ///
  /// - Parameters:
  ///   - function: A function that names no other factors.
  ///   - factors: The columns, in the order to be kept unless another is better.
  ///   - weakValues: By factor of the function, a value that says little: of orders with equally few cells one is taken in which it tells
  ///     few groups from others; `nil` for a factor without such a value.
  ///   - searchSteps: Steps after which no further order is tried.
  /// - Returns: The table.
  /// - Throws: `LimitExceeded` if that takes too long.
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
  /// The number of cells; the largest number where there is no room for it.
  package func cellCount() throws(LimitExceeded) -> Int {
    try rests.size(of: function, columns[...]).cells
  }

  /// All cells, from the first value of the first column on.
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

  /// The cells by the columns in front: by as many of them as give no more folds than wanted, at least one.
  ///
  /// - Parameters:
  ///   - columnLimit: The most columns that are left.
  ///   - foldLimit: The most folds, where more than one column is left.
  ///   - isCounted: By label.
  /// - Returns: From the first value of the first column on.
  /// - Throws: `LimitExceeded` if that takes too long.
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

  /// The label of a rest that is one cell.
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

/// Counts the cells of rests that have one of some labels.
private struct LabelTally {
  let rests: TableRests
  /// By label.
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

/// The search for the order of columns with the fewest cells.
private struct ColumnOrder {
  /// The most columns of which all orders are tried.
  private static let exhaustiveCount = 6
  /// The most columns of rests that are looked at.
  private static let visitLimit = 1_000_000

  let function: LabelDiagram
  let rests: TableRests
  let end: Int

  private var isSpent: Bool { rests.store.steps >= end || rests.visits >= Self.visitLimit }

  /// The best order; of equally good ones the first, as if the given order were that of an alphabet.
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
