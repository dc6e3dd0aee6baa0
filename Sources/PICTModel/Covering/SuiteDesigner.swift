import Combinatorics
import Diagnostics

/// Makes the suite of a model.
struct SuiteDesigner {
  let model: PICTModel
  let seed: UInt64
  let effort: CoveringEffort?
  let monitor: CoveringMonitor?
  var diagnostics: [Diagnostic] = []

  /// Rows of value indices, those without a negative value first.
  struct Rows {
    var positive: [[Int]] = []
    var negative: [[Int]] = []
  }

  /// Rows that are there before others, by the part of the suite that they belong to.
  struct Fixed {
    var positive: [[Int?]] = []
    var negative: [[Int?]] = []
  }

  init(model: PICTModel, seed: UInt64, effort: CoveringEffort?, monitor: CoveringMonitor?) {
    self.model = model
    self.seed = seed
    self.effort = effort
    self.monitor = monitor
  }

  mutating func design(
    strength: PICTStrength,
    seeds: [PICTSeedRow]
  ) throws(LimitExceeded) -> PICTSuite? {
    guard let order = order(strength), let plain = try space() else { return nil }
    if let lost = try LostValues(plain).diagnostic() { diagnostics.append(lost) }
    let fixed = try fixedRows(seeds, plain)
    var rows: Rows
    let combinations: Int
    if model.submodels.isEmpty {
      let orders = orders(order)
      let groups = groups(orders)
      rows = try run(plain, groups, fixed)
      // A choice of factors belongs to the lowest of their orders.
      combinations = TupleCount.count(rows.positive, groups) { factors, strength in
        factors.count == strength && factors.contains { orders[$0] == strength }
      }
    } else {
      (rows, combinations) = try combineSubmodels(order, plain, fixed)
    }
    let all = rows.positive + rows.negative
    var opened: [[Int?]] = []
    for row in all { opened.append(try open(row, plain)) }
    return PICTSuite(rows: opened, combinations: combinations)
  }

  /// The rows that the model allows; `nil`, with a diagnostic, where there is none.
  private mutating func space() throws(LimitExceeded) -> EncodedSpace? {
    let plain = try EncodedSpace(Encoding(model))
    guard try !plain.hasRows(plain.positive) else { return plain }
    diagnostics.append(try EmptySpace(plain).diagnostic())
    return nil
  }

  /// Combinations that are asked for and that no row can have.
  mutating func impossibilities(
    strength: PICTStrength,
    listing: Int
  ) throws(LimitExceeded) -> PICTImpossibilities? {
    guard let (space, groups) = try spaceAndGroups(strength) else { return nil }
    return try PICTImpossibilities(space, groups, listing: listing)
  }

  /// The rows that the model allows, and what is asked of a suite; `nil`, with a diagnostic, where there is no suite.
  mutating func spaceAndGroups(
    _ strength: PICTStrength
  ) throws(LimitExceeded) -> (EncodedSpace, [CoveringRequest.Group])? {
    guard let order = order(strength), let plain = try space() else { return nil }
    guard !model.submodels.isEmpty else { return (plain, groups(orders(order))) }
    let inside = model.submodels.map { submodelGroup($0, order) }
    return (plain, inside + across(model.submodels.map(\.parameters), order))
  }

  // MARK: Rows

  /// First the rows without a negative value, then those with one.
  func run(
    _ space: EncodedSpace,
    _ groups: [CoveringRequest.Group],
    _ fixed: Fixed
  ) throws(LimitExceeded) -> Rows {
    let positive = try suite(space, space.positive, groups, fixed.positive)
    guard model.hasNegativeValues else { return Rows(positive: positive) }
    let before: [[Int?]] = positive.map { row in row.map { $0 } }
    let all = try suite(space, space.all, groups, before + fixed.negative)
    return Rows(positive: positive, negative: Array(all.dropFirst(positive.count)))
  }

  private func suite(
    _ space: EncodedSpace,
    _ rows: RowSpace,
    _ groups: [CoveringRequest.Group],
    _ fixed: [[Int?]]
  ) throws(LimitExceeded) -> [[Int]] {
    if let group = groups.first(where: { $0.strength > 6 }) {
      guard group.factors.count <= group.strength else {
        let what =
          "combinations of \(group.strength) parameters, the limit being 6 unless all are combined"
        throw LimitExceeded(what: what)
      }
      return try space.allRows(of: rows)
    }
    let encoding = space.encoding
    let support = try space.store.support(of: rows, in: Cube(full: encoding.domains))
    let request = CoveringRequest(
      groups: groups,
      isAsked: encoding.domains.sizes.enumerated().map { factor, size in
        (0..<size).map { support?.contains($0, factor: factor) ?? false }
      },
      weights: encoding.weights,
      fixed: fixed.map { CoveringRequest.FixedRow(values: $0) },
      seed: seed,
      effort: effort
    )
    return try coveringArray(space: rows, in: space.store, request: request, monitor: monitor).rows
  }

  /// A row with its expected results, those left open that do not follow from its other values.
  private func open(_ row: [Int], _ space: EncodedSpace) throws(LimitExceeded) -> [Int?] {
    let results = model.parameters.indices.filter { model.parameters[$0].isResult }
    guard !results.isEmpty else { return row }
    var given: [Int?] = row
    for result in results { given[result] = nil }
    let support = try space.store.support(of: space.all, in: space.encoding.cube(given))
    var opened = row.map(Optional.some)
    for result in results where (support?.valueCount(of: result) ?? 0) > 1 { opened[result] = nil }
    return opened
  }

  // MARK: Order

  /// The model's order; `nil`, with a diagnostic, where it is larger than what there is to combine.
  private mutating func order(_ strength: PICTStrength) -> Int? {
    let inputs = model.inputs.count
    let inSubmodels = Set(model.submodels.flatMap(\.parameters))
    let count =
      model.submodels.isEmpty
      ? inputs
      : model.submodels.count + model.parameters.count - inSubmodels.count
    switch strength {
    case .standard: return max(1, min(2, count))
    case .maximum: return max(1, count)
    case .number(let number):
      if number >= 1, number <= count { return number }
      let things =
        model.submodels.isEmpty ? "parameters" : "sub-models and parameters outside of them"
      diagnostics.append(
        Diagnostic(
          code: "order-too-large",
          message: "the order \(number) is larger than the number of \(things), \(count)",
          span: nil,
          help: ["ask for an order up to \(count), or for the largest with `max`"]
        )
      )
      return nil
    }
  }

  /// The order of each parameter without sub-models.
  private func orders(_ order: Int) -> [Int] {
    model.parameters.map { $0.isResult ? 1 : $0.order ?? order }
  }

  /// What is covered without sub-models.
  ///
  /// A parameter with an order of its own is combined with those of the same order or a higher one; expected results are not combined.
  private func groups(_ orders: [Int]) -> [CoveringRequest.Group] {
    Set(orders).sorted(by: >).map { strength in
      let factors = orders.indices.filter { orders[$0] >= strength }
      return CoveringRequest.Group(factors: factors, strength: strength)
    }
  }

  // MARK: What is to be said

  /// The seeding rows that the model allows, those left out that say no more than another.
  private mutating func fixedRows(
    _ seeds: [PICTSeedRow],
    _ space: EncodedSpace
  ) throws(LimitExceeded) -> Fixed {
    var fixed = Fixed()
    for (number, seed) in seeds.enumerated() {
      let isSaid = seeds.enumerated().contains { other, row in
        other != number && row.implies(seed) && (other < number || !seed.implies(row))
      }
      let cube = space.encoding.cube(seed.values)
      if try !space.store.intersects(space.all, cube) {
        diagnostics.append(
          Diagnostic(
            code: "seed-violates-constraints",
            severity: .warning,
            message: "the constraints do not allow this row: it is left out",
            span: seed.span
          )
        )
      } else if isSaid {
        continue
      } else if try space.store.intersects(space.positive, cube) {
        fixed.positive.append(seed.values)
      } else {
        fixed.negative.append(seed.values)
      }
    }
    return fixed
  }
}

extension PICTSeedRow {
  /// Whether every complete row that agrees with this one agrees with the other.
  fileprivate func implies(_ other: PICTSeedRow) -> Bool {
    zip(values, other.values).allSatisfy { $1 == nil || $0 == $1 }
  }
}
