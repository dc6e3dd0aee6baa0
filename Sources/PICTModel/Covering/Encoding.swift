import Combinatorics
import Diagnostics

/// A mapping between rows of a model's values and rows of factors.
///
/// A factor is a block of parameters with the combinations of values that it may have. Usually each parameter is its own block; a sub-model
/// becomes one factor whose values are its rows.
struct Encoding {
  /// Parameters whose values are chosen together.
  struct Block {
    var parameters: [Int]
    /// The value of each parameter, by value of the factor.
    var rows: [[Int]]
  }

  let model: PICTModel
  let blocks: [Block]
  /// The first block of each parameter, and its position there.
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

  /// Creates an encoding in which each parameter is a factor.
  init(_ model: PICTModel) {
    self.init(
      model,
      blocks: model.parameters.enumerated().map { index, parameter in
        Block(parameters: [index], rows: parameter.values.indices.map { [$0] })
      }
    )
  }

  /// Returns the value of each parameter in a row of factors.
  func decode(_ row: [Int]) -> [Int] {
    home.indices.map { blocks[home[$0].block].rows[row[home[$0].block]][home[$0].place] }
  }

  /// Encodes a partial row, taking the first matching row of each block; `nil` for a block without given values or without a match.
  func encode(_ values: [Int?]) -> [Int?] {
    blocks.map { block in
      guard block.parameters.contains(where: { values[$0] != nil }) else { return nil }
      return block.rows.firstIndex { row in
        zip(block.parameters, row).allSatisfy { values[$0] == nil || values[$0] == $1 }
      }
    }
  }

  /// Returns the rows in which the parameter has one of the marked values.
  func cube(_ parameter: Int, _ values: [Bool]) -> Cube {
    var cube = Cube(full: domains)
    restrict(&cube, parameter, values)
    return cube
  }

  /// Returns the rows that agree with the given values.
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

  /// Calls `body` with each formula that all rows satisfy, the constraints first and in order; one at a time because each may be large.
  func forEachFormula(
    _ body: (Formula) throws(LimitExceeded) -> Void
  ) throws(LimitExceeded) {
    try checkSize()
    for constraint in model.constraints { try body(formula(constraint)) }
    try body(signs)
    try forEachAgreement(body)
  }

  /// The maximum total size of the cubes of all constraints, in words.
  private static let maxWords = 2_000_000_000
  /// The maximum total size of the cubes of one constraint, in words.
  private static let maxWordsAtOnce = 20_000_000

  /// Throws if the formulas of the constraints would take minutes or gigabytes.
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

  /// Returns the factors that each formula names, from which the level order of diagrams is determined.
  func groups() -> [FactorGroup] {
    model.constraints.map { constraint in
      let factors = Set(constraint.parameters.map { home[$0].block }).sorted()
      return FactorGroup(factors: factors, weight: 1)
    }
  }

  /// Returns the rows without negative values.
  func positive() -> Cube {
    var cube = Cube(full: domains)
    for (index, parameter) in model.parameters.enumerated()
    where parameter.values.contains(where: \.isNegative) {
      restrict(&cube, index, parameter.values.map { !$0.isNegative })
    }
    return cube
  }

  /// The formula that at most one value is negative; a sub-model's rows never have two.
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

  /// Calls `body` with the formulas that blocks sharing a parameter agree on its value.
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
  /// The diagram of each constraint, followed by those of the other formulas.
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

  /// The fraction of a store's node limit that joining all constraints may use; beyond it they are kept separate.
  static let share = 0.05

  private static let maxRows = 500_000

  /// Returns all rows of a space in lexicographic order.
  ///
  /// - Throws: `LimitExceeded` if there are too many.
  func allRows(of space: Space) throws(LimitExceeded) -> [[Int]] {
    if let count = space.decimalCount, Int(count) ?? .max > Self.maxRows {
      throw LimitExceeded(what: "a suite of \(count) rows, the limit being \(Self.maxRows)")
    }
    let sizes = encoding.domains.sizes
    var found: [[Int]] = []
    // The values of the leading factors assigned so far.
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
      // Backtrack to the last factor with a value.
      guard let last = row.popLast() else { return found }
      next = last + 1
    }
  }
}

extension Encoding {
  /// The weights by factor and value; a row of a sub-model weighs as much as its heaviest value.
  var weights: [[Int]] {
    blocks.map { block in
      block.rows.map { row in
        zip(block.parameters, row).map { model.parameters[$0].values[$1].weight }.max() ?? 1
      }
    }
  }
}
