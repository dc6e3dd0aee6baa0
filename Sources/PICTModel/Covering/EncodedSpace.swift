import Combinatorics

/// The rows that a model allows, as decision diagrams over the factors of an encoding.
struct EncodedSpace {
  let encoding: Encoding
  let store: DiagramStore
  /// By constraint, and behind them what else is true of every row.
  let statements: [Diagram]
  let all: RowSpace
  /// The rows without a negative value.
  let positive: RowSpace

  init(_ encoding: Encoding) throws(LimitExceeded) {
    self.encoding = encoding
    let count = encoding.domains.count
    let order = factorOrder(encoding.groups(), factorCount: count, first: nil)
    let store = DiagramStore(domains: encoding.domains, order: order)
    var statements: [Diagram] = []
    for formula in encoding.formulas() { statements.append(try store.diagram(of: formula)) }
    let sign = try store.diagram(of: encoding.positive())
    let joined = store.attempt(nodeShare: Self.share) { () throws(LimitExceeded) in
      try store.intersection(statements)
    }
    if let joined {
      all = RowSpace([joined])
      positive = RowSpace([try store.intersection(joined, sign)])
    } else {
      all = RowSpace(statements)
      positive = RowSpace(statements + [sign])
    }
    self.store = store
    self.statements = statements
  }

  /// The part of the nodes of a store that all constraints together may take before they are left apart.
  private static let share = 0.05

  /// Whether a set of rows has any.
  func hasRows(_ rows: RowSpace) throws(LimitExceeded) -> Bool {
    try store.intersects(rows, Cube(full: encoding.domains))
  }

  /// A set of rows as one diagram.
  ///
  /// - Throws: `LimitExceeded` where the constraints had to be left apart.
  func diagram(of rows: RowSpace, for what: String) throws(LimitExceeded) -> Diagram {
    guard let diagram = rows.diagram else {
      throw LimitExceeded(what: "\(what) of a model whose constraints have a very large diagram")
    }
    return diagram
  }

  /// The most rows that are listed.
  private static let mostRows = 500_000

  /// All rows of a set, by the value of the first factor, then of the second, and so on.
  func allRows(of space: RowSpace) throws(LimitExceeded) -> [[Int]] {
    let rows = try diagram(of: space, for: "all rows")
    let count = store.decimalCount([rows])
    guard let number = Int(count), number <= Self.mostRows else {
      throw LimitExceeded(what: "a suite of \(count) rows, the limit being \(Self.mostRows)")
    }
    var found: [[Int]] = []
    var open: [(row: [Int], cube: Cube)] = [([], Cube(full: encoding.domains))]
    while let (row, cube) = open.popLast() {
      guard row.count < encoding.domains.count else {
        found.append(row)
        continue
      }
      for value in (0..<encoding.domains.sizes[row.count]).reversed() {
        var part = cube
        part.restrict(row.count, to: [value])
        if store.intersects(rows, part) { open.append((row + [value], part)) }
      }
    }
    return found
  }
}

extension Encoding {
  /// By factor and value; a row of a sub-model weighs as much as its heaviest value.
  var weights: [[Int]] {
    blocks.map { block in
      block.rows.map { row in
        zip(block.parameters, row).map { model.parameters[$0].values[$1].weight }.max() ?? 1
      }
    }
  }
}
