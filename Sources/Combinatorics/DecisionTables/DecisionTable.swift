/// A function from rows to labels as a table that a person reads: one row for each cell, one column for each factor.
///
/// # Chapter: the order of the columns with the fewest cells
///
/// **Problem.** A function of five factors has hundreds of rows; people write it in ten, since most values lead to the same.
///
/// **Idea.** Read the table from left to right. In the first column, values with the same rest of the table are one cell, and so on in
/// each rest: where all values are one cell, the column makes no difference there. Rows that cannot occur go with whatever suits, so a value
/// joins the first cell, in declared order, whose rest it does not contradict. How many cells there are depends on the order of the columns
/// alone, and rests that several orders share are counted once. All orders of up to six columns are tried; of more, each column in turn is
/// moved to its best place until nothing improves (sifting).
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
    /// The label of all of it; `nil` where it has several.
    package var label: Int?
    /// How many cells it stands for; the largest number where there is no room for it.
    package var cells: Int
    /// How many of these have a label that is counted.
    package var counted: Int
  }

  /// The factors, from left to right.
  package let columns: [Int]
  fileprivate let function: LabelDiagram
  fileprivate let store: LabelStore
}

extension LabelStore {
  /// The table with the fewest cells.
  ///
  /// - Parameters:
  ///   - function: A function that names no other factors.
  ///   - factors: The columns, in the order to be kept where others give no fewer cells.
  ///   - searchSteps: Steps after which no further order is tried.
  /// - Throws: `LimitExceeded` where that takes too long.
  package func table(
    of function: LabelDiagram,
    factors: [Int],
    searchSteps: Int = 400_000
  ) throws(LimitExceeded) -> DecisionTable {
    var search = ColumnOrder(of: function, in: self, end: steps + searchSteps)
    let columns = try search.best(factors)
    return DecisionTable(columns: columns, function: function, store: self)
  }

  /// The values of a column, those with a common rest together, with that rest; values that do not occur are left out.
  fileprivate func groups(
    _ function: LabelDiagram,
    _ factor: Int
  ) throws(LimitExceeded) -> [(values: [Int], rest: LabelDiagram)] {
    var groups: [(values: [Int], rest: LabelDiagram)] = []
    for value in 0..<domains.sizes[factor] {
      let rest = try restriction(of: function, factor, to: value)
      guard !rest.isNowhere else { continue }
      var isPlaced = false
      for place in groups.indices where !isPlaced {
        guard let merged = try merged(groups[place].rest, rest) else { continue }
        groups[place].values.append(value)
        groups[place].rest = merged
        isPlaced = true
      }
      if !isPlaced { groups.append(([value], rest)) }
    }
    return groups
  }
}

extension DecisionTable {
  /// The number of cells; the largest number where there is no room for it.
  package func cellCount() throws(LimitExceeded) -> Int {
    var counter = CellCounter(in: store)
    return try counter.count(function, columns[...])
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
    let groups = try store.groups(function, columns[column])
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
  package func folded(
    columnLimit: Int,
    foldLimit: Int,
    isCounted: [Bool]
  ) throws(LimitExceeded) -> [Fold] {
    var best: [Fold] = []
    for left in 1...max(1, min(columnLimit, columns.count)) {
      var folds: [Fold] = []
      var counters = Counters(
        all: CellCounter(in: store),
        counted: CellCounter(in: store, isCounted: isCounted)
      )
      try fold(function, 0, left, [], [], &counters, &folds)
      guard left == 1 || folds.count <= foldLimit else { break }
      best = folds
    }
    return best
  }

  private struct Counters {
    var all: CellCounter
    var counted: CellCounter
  }

  private func fold(
    _ function: LabelDiagram,
    _ column: Int,
    _ left: Int,
    _ values: [[Int]],
    _ spans: [Bool],
    _ counters: inout Counters,
    _ folds: inout [Fold]
  ) throws(LimitExceeded) {
    guard column < left, column < columns.count else {
      let rest = columns[column...]
      let cells = try counters.all.count(function, rest)
      let counted = try counters.counted.count(function, rest)
      let label = cells == 1 ? try label(function, rest) : nil
      folds.append(
        Fold(values: values, spans: spans, label: label, cells: cells, counted: counted)
      )
      return
    }
    let groups = try store.groups(function, columns[column])
    for group in groups {
      try fold(
        group.rest,
        column + 1,
        left,
        values + [group.values],
        spans + [groups.count == 1],
        &counters,
        &folds
      )
    }
  }

  /// The label of a rest that is one cell.
  private func label(
    _ function: LabelDiagram,
    _ rest: ArraySlice<Int>
  ) throws(LimitExceeded) -> Int? {
    var function = function
    for factor in rest where function.label == nil {
      guard let group = try store.groups(function, factor).first else { return nil }
      function = group.rest
    }
    return function.label
  }
}

/// Counts the cells of rests of tables.
private struct CellCounter {
  private struct Key: Hashable {
    var function: LabelDiagram
    var rest: Int
  }

  let store: LabelStore
  /// By label; `nil` where all count.
  let isCounted: [Bool]?
  private var known: [Key: Int] = [:]
  private var rests: [ArraySlice<Int>: Int] = [:]

  init(in store: LabelStore, isCounted: [Bool]? = nil) {
    self.store = store
    self.isCounted = isCounted
  }

  mutating func count(
    _ function: LabelDiagram,
    _ columns: ArraySlice<Int>
  ) throws(LimitExceeded) -> Int {
    if function.isNowhere { return 0 }
    if let label = function.label { return isCounted.map { $0[label] ? 1 : 0 } ?? 1 }
    guard let column = columns.first else {
      preconditionFailure("a function that names a factor has a column for it")
    }
    let rest = rests[columns] ?? rests.count
    rests[columns] = rest
    let key = Key(function: function, rest: rest)
    if let count = known[key] { return count }
    var count = 0
    for group in try store.groups(function, column) {
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

  private let function: LabelDiagram
  private let store: LabelStore
  private let end: Int
  private var counter: CellCounter

  init(of function: LabelDiagram, in store: LabelStore, end: Int) {
    self.function = function
    self.store = store
    self.end = end
    counter = CellCounter(in: store)
  }

  /// The best order; of equally good ones the first, as if the given order were that of an alphabet.
  mutating func best(_ factors: [Int]) throws(LimitExceeded) -> [Int] {
    guard factors.count > 1 else { return factors }
    return factors.count <= Self.exhaustiveCount ? try exhaustive(factors) : try sifted(factors)
  }

  private mutating func exhaustive(_ factors: [Int]) throws(LimitExceeded) -> [Int] {
    var best = (order: factors, cells: try counter.count(function, factors[...]))
    try tryOrders([], factors, &best)
    return best.order
  }

  private mutating func tryOrders(
    _ front: [Int],
    _ rest: [Int],
    _ best: inout (order: [Int], cells: Int)
  ) throws(LimitExceeded) {
    guard store.steps < end else { return }
    guard rest.count > 1 else {
      let order = front + rest
      let cells = try counter.count(function, order[...])
      if cells < best.cells { best = (order, cells) }
      return
    }
    for factor in rest { try tryOrders(front + [factor], rest.filter { $0 != factor }, &best) }
  }

  private mutating func sifted(_ factors: [Int]) throws(LimitExceeded) -> [Int] {
    var best = (order: factors, cells: try counter.count(function, factors[...]))
    var isBetter = true
    while isBetter, store.steps < end {
      isBetter = false
      for factor in factors where store.steps < end {
        let others = best.order.filter { $0 != factor }
        for place in 0...others.count where store.steps < end {
          var order = others
          order.insert(factor, at: place)
          let cells = try counter.count(function, order[...])
          if cells < best.cells {
            best = (order, cells)
            isBetter = true
          }
        }
      }
    }
    return best.order
  }
}
