import Combinatorics
import Diagnostics

/// How rows of a model's values are written as rows of factors.
///
/// A factor is a block of parameters with the combinations that it may have. Usually each parameter is a block of its own; a sub-model
/// becomes one factor whose values are its rows.
struct Encoding {
  /// Parameters that are chosen together.
  struct Block {
    var parameters: [Int]
    /// By value of the factor: the value of each parameter.
    var rows: [[Int]]
  }

  let model: PICTModel
  let blocks: [Block]
  /// By parameter: the first block that it is in, and its place there.
  private let home: [(block: Int, place: Int)]
  let domains: Domains

  init(_ model: PICTModel, blocks: [Block]) {
    self.model = model
    self.blocks = blocks
    home = model.parameters.indices.map { parameter in
      for (number, block) in blocks.enumerated() {
        if let place = block.parameters.firstIndex(of: parameter) { return (number, place) }
      }
      preconditionFailure("every parameter is in a block")
    }
    domains = Domains(sizes: blocks.map(\.rows.count))
  }

  /// Each parameter a factor.
  init(_ model: PICTModel) {
    self.init(
      model,
      blocks: model.parameters.enumerated().map { index, parameter in
        Block(parameters: [index], rows: parameter.values.indices.map { [$0] })
      }
    )
  }

  /// The value of each parameter in a row of factors.
  func decode(_ row: [Int]) -> [Int] {
    home.indices.map { blocks[home[$0].block].rows[row[home[$0].block]][home[$0].place] }
  }

  /// The rows of factors that agree with the values given, as far as each block has a row that does; the first such row is taken.
  func encode(_ values: [Int?]) -> [Int?] {
    blocks.map { block in
      guard block.parameters.contains(where: { values[$0] != nil }) else { return nil }
      return block.rows.firstIndex { row in
        zip(block.parameters, row).allSatisfy { values[$0] == nil || values[$0] == $1 }
      }
    }
  }

  /// The rows in which the parameter has one of the values marked.
  func cube(_ parameter: Int, _ values: [Bool]) -> Cube {
    var cube = Cube(full: domains)
    restrict(&cube, parameter, values)
    return cube
  }

  /// The rows that agree with the values that are given.
  func cube(_ values: [Int?]) -> Cube {
    var cube = Cube(full: domains)
    for (parameter, value) in values.enumerated() {
      guard let value else { continue }
      restrict(&cube, parameter, model.parameters[parameter].values.indices.map { $0 == value })
    }
    return cube
  }

  private func restrict(_ cube: inout Cube, _ parameter: Int, _ values: [Bool]) {
    let (block, place) = home[parameter]
    let allowed = blocks[block].rows.indices.filter { values[blocks[block].rows[$0][place]] }
    cube = cube.intersection(Cube(domains, block, in: allowed))
  }

  // MARK: Formulas

  /// What is true of every row, the constraints first, in their order, one after the other: each may be large.
  func forEachFormula(
    _ body: (Formula) throws(LimitExceeded) -> Void
  ) throws(LimitExceeded) {
    try checkSize()
    for constraint in model.constraints { try body(formula(constraint)) }
    try body(signs)
    try forEachAgreement(body)
  }

  /// The maximum size of the cubes of all constraints together.
  private static let maxWords = 2_000_000_000
  /// The maximum size of the cubes of one constraint.
  private static let maxWordsAtOnce = 20_000_000

  /// Refuses constraints whose formulas would take minutes or gigabytes.
  private func checkSize() throws(LimitExceeded) {
    var all = 0
    for constraint in model.constraints {
      let cubes = (constraint.condition?.size ?? 0).addingSaturated(constraint.consequence.size)
      let words = cubes.multipliedSaturated(by: domains.wordCount)
      all = all.addingSaturated(words)
      if words > Self.maxWordsAtOnce || all > Self.maxWords {
        throw LimitExceeded(
          what: "the constraints up to line \(constraint.span.start.line): they compare too many "
            + "values in a model of \(domains.sizes.reduce(0, +).grouped)"
        )
      }
    }
  }

  /// The factors that formulas name together, to order the levels of diagrams by.
  func groups() -> [FactorGroup] {
    model.constraints.map { constraint in
      let factors = Set(constraint.parameters.map { home[$0].block }).sorted()
      return FactorGroup(factors: factors, weight: 1)
    }
  }

  /// The rows without negative values.
  func positive() -> Cube {
    var cube = Cube(full: domains)
    for (index, parameter) in model.parameters.enumerated()
    where parameter.values.contains(where: \.isNegative) {
      restrict(&cube, index, parameter.values.map { !$0.isNegative })
    }
    return cube
  }

  /// At most one value is negative; a sub-model's rows have no two.
  private var signs: Formula {
    var negative = Cube(none: domains)
    for (index, parameter) in model.parameters.enumerated() {
      let (block, place) = home[index]
      for (number, row) in blocks[block].rows.enumerated()
      where parameter.values[row[place]].isNegative {
        negative.insert(number, factor: block)
      }
    }
    return .atMostOneIn(negative)
  }

  /// Blocks that share a parameter agree on its value.
  private func forEachAgreement(
    _ body: (Formula) throws(LimitExceeded) -> Void
  ) throws(LimitExceeded) {
    for (number, block) in blocks.enumerated() {
      for (place, parameter) in block.parameters.enumerated() where home[parameter].block != number
      {
        let count = model.parameters[parameter].values.count
        var rowsOf = Array(repeating: [Int](), count: count)
        for (index, row) in block.rows.enumerated() { rowsOf[row[place]].append(index) }
        for value in 0..<count {
          let here = Cube(domains, number, in: rowsOf[value])
          let values = (0..<count).map { $0 == value }
          try body(.equivalent(.anyOf([here]), .anyOf([cube(parameter, values)])))
        }
      }
    }
  }

  func formula(_ constraint: PICTConstraint) -> Formula {
    let consequence = formula(constraint.consequence)
    guard let condition = constraint.condition else { return consequence }
    return .any([.not(formula(condition)), consequence])
  }

  private func formula(_ predicate: PICTPredicate) -> Formula {
    switch predicate {
    case .oneOf(let parameter, let values): .anyOf([cube(parameter, values)])
    case .pair(let first, let second, let values): pair(first, second, values)
    case .not(let part): .not(formula(part))
    case .all(let parts): .all(parts.map(formula))
    case .any(let parts): .any(parts.map(formula))
    }
  }

  private func pair(_ first: Int, _ second: Int, _ values: [[Bool]]) -> Formula {
    .anyOf(
      values.indices.map { value in
        var both = cube(first, values.indices.map { $0 == value })
        restrict(&both, second, values[value])
        return both
      }
    )
  }
}

/// The rows that a model allows, as decision diagrams over the factors of an encoding.
struct EncodedSpace {
  let encoding: Encoding
  let store: DiagramStore
  /// By constraint, and behind them what else is true of every row.
  let statements: [Diagram]
  let all: Space
  let positive: Space

  init(_ encoding: Encoding) throws(LimitExceeded) {
    self.encoding = encoding
    let count = encoding.domains.count
    let order = factorOrder(encoding.groups(), factorCount: count, first: nil)
    let budget = StepBudget(limit: StepBudget.ofSpec)
    let store = DiagramStore(domains: encoding.domains, order: order, budget: budget)
    var statements: [Diagram] = []
    try encoding.forEachFormula { (formula) throws(LimitExceeded) in
      statements.append(try store.diagram(of: formula))
    }
    let sign = try store.diagram(of: encoding.positive())
    all = Space(joining: statements, in: store, nodeShare: Self.share)
    positive = try all.narrowed(to: sign)
    self.store = store
    self.statements = statements
  }

  /// The part of the nodes of a store that all constraints together may take before they are left apart.
  static let share = 0.05

  private static let maxRows = 500_000

  /// All rows of a space, by the value of the first factor, then of the second, and so on.
  ///
  /// - Throws: `LimitExceeded` if they are too many.
  func allRows(of space: Space) throws(LimitExceeded) -> [[Int]] {
    if let count = space.decimalCount, Int(count) ?? .max > Self.maxRows {
      throw LimitExceeded(what: "a suite of \(count) rows, the limit being \(Self.maxRows)")
    }
    let sizes = encoding.domains.sizes
    var found: [[Int]] = []
    // By factor with a value: the value tried last.
    var row: [Int] = []
    var cube = Cube(full: encoding.domains)
    var next = 0
    while true {
      if row.count == sizes.count {
        guard found.count < Self.maxRows else {
          throw LimitExceeded(what: "a suite of more than \(Self.maxRows) rows")
        }
        found.append(row)
      } else if next < sizes[row.count] {
        cube.restrict(row.count, to: CollectionOfOne(next))
        if try space.intersects(cube) {
          row.append(next)
          next = 0
        } else {
          next += 1
        }
        continue
      } else {
        cube.release(row.count)
      }
      // Back to the last factor with a value.
      guard let last = row.popLast() else { return found }
      next = last + 1
    }
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
