import Testing

@testable import Combinatorics

/// The cells of decision tables, against the rows of their function.
struct DecisionTableTests {
  private static func table(_ sample: RandomFunction) throws -> DecisionTable {
    let (needed, function) = try sample.store.neededFactors(
      of: sample.diagram,
      preferring: Array(sample.sizes.indices)
    )
    return try sample.store.table(
      of: function,
      factors: needed.factors,
      weakValues: sample.sizes.map { _ in nil }
    )
  }

  @Test func everyRowIsInOneCellWithItsLabel() throws {
    var cellCount = 0
    for seed in 0..<400 {
      let sample = try RandomFunction(seed: seed)
      let table = try Self.table(sample)
      let cells = try table.cells()
      #expect(try table.cellCount() == cells.count)
      for (number, label) in sample.labels.enumerated() {
        let row = RandomFunction.row(number, sample.sizes)
        let holding = cells.filter { cell in
          zip(table.columns, cell.values).allSatisfy { $1.contains(row[$0]) }
        }
        #expect(holding.count <= 1, "seed \(seed)")
        if let label { #expect(holding.map(\.label) == [label], "seed \(seed)") }
      }
      cellCount += cells.count
    }
    #expect(cellCount > 1_000)
  }

  /// No other order of the columns has fewer cells.
  @Test func theOrderHasTheFewestCells() throws {
    for seed in 0..<120 {
      let sample = try RandomFunction(seed: seed)
      let table = try Self.table(sample)
      let (_, function) = try sample.store.deciding(sample.diagram, table.columns)
      let count = try table.cellCount()
      for order in Self.orders(of: table.columns) {
        // One step allows no search: the table keeps the given order.
        let other = try sample.store.table(
          of: function,
          factors: order,
          weakValues: sample.sizes.map { _ in nil },
          searchSteps: 0
        )
        #expect(other.columns == order)
        #expect(try other.cellCount() >= count, "seed \(seed), order \(order)")
      }
    }
  }

  private static func orders(of columns: [Int]) -> [[Int]] {
    guard columns.count > 1 else { return [columns] }
    return columns.flatMap { column in
      orders(of: columns.filter { $0 != column }).map { [column] + $0 }
    }
  }

  /// A fold counts its cells, and those with a counted label.
  @Test func foldsCountTheirCells() throws {
    for seed in 0..<200 {
      let sample = try RandomFunction(seed: seed)
      let table = try Self.table(sample)
      guard !table.columns.isEmpty else { continue }
      let isCounted = (0..<6).map { $0 == 1 }
      let folds = try table.folded(columnLimit: 2, foldLimit: 6, isCounted: isCounted)
      let cells = try table.cells()
      #expect(folds.reduce(0) { $0 + $1.cells } == cells.count)
      var first = 0
      for fold in folds {
        let own = cells[first..<(first + fold.cells)]
        first += fold.cells
        #expect(own.allSatisfy { Array($0.values.prefix(fold.values.count)) == fold.values })
        #expect(fold.counted == own.count { $0.label == 1 })
        #expect(fold.label == (own.count == 1 ? own.first?.label : nil))
      }
    }
  }

  /// Twenty fields checked in sequence give 21 cells in spite of 2^20 combinations.
  @Test func aLongCascadeIsShort() throws {
    let count = 20
    let domains = Domains(sizes: Array(repeating: 2, count: count))
    let sets = DiagramStore(domains: domains, order: Array((0..<count).reversed()))
    // Set number i: field i is wrong and all before it are right.
    let wrong = try (0..<count).map { field in
      var cube = Cube(full: domains)
      for before in 0..<field { cube.restrict(before, to: [0]) }
      cube.restrict(field, to: [1])
      return try sets.diagram(of: cube)
    }
    let store = LabelStore(for: sets)
    let (function, _) = try store.membership(of: wrong, within: .full, in: sets)
    let (needed, projected) = try store.neededFactors(
      of: function,
      preferring: Array(0..<count)
    )
    #expect(needed.factors == Array(0..<count) && needed.isSmallest)
    let table = try store.table(
      of: projected,
      factors: needed.factors,
      weakValues: Array(repeating: nil, count: count)
    )
    #expect(try table.cellCount() == 21)
    #expect(store.steps < 300_000, "\(store.steps)")
  }
}
