package import Combinatorics
package import Diagnostics

/// Returns a small set of rows that contains all combinations of values that a model requests and allows.
///
/// The requested combinations are those of PICT. At order `t`, the values of any `t` parameters occur together in some row without a
/// negative value, and a negative value occurs together with the values of any `t - 1` other parameters; no row has two negative values.
/// Rows without a negative value are therefore made first, and then those with one, which take the former as given.
///
/// Each sub-model is first covered at its own order. Its rows then become the values of one factor, every other parameter is also a factor,
/// and these factors are covered at the model's order: the suite has few configurations of a sub-model, and each meets the others. If
/// constraints keep a combination that the model allows out of all these rows, rows that have it are added (PICT loses it).
///
/// - Parameters:
///   - model: The model.
///   - strength: The order of combinations.
///   - seeds: Rows to include in the suite, first and in this order.
///   - seed: The seed of the random number generator; another seed may give another suite.
///   - effort: The effort spent on reducing the suite, or `nil` for none.
///   - monitor: Follows the progress and may stop the work.
/// - Returns: The suite, or no value if the model allows no row or the order does not fit it, with diagnostics on the model. Spans of
///   diagnostics whose code begins with `seed` refer to the file of seeding rows.
/// - Throws: `LimitExceeded` if an exact answer is out of reach.
package func cover(
  _ model: PICTModel,
  strength: PICTStrength = .standard,
  seeds: [PICTSeedRow] = [],
  seed: UInt64 = 0,
  effort: CoveringEffort? = nil,
  monitor: CoveringMonitor? = nil
) throws(LimitExceeded) -> Checked<PICTSuite> {
  var designer = SuiteDesigner(model: model, seed: seed, effort: effort, monitor: monitor)
  let suite = try designer.design(strength: strength, seeds: seeds)
  return Checked(suite, diagnostics: designer.diagnostics)
}

package struct PICTSuite: Hashable, Sendable {
  /// The index of each value by row and parameter, or `nil` for an expected result that the row leaves open.
  package var rows: [[Int?]]
  /// The number of combinations of allowed values requested, or `nil` if there are too many choices of parameters.
  package var combinations: Int?
}

struct SuiteDesigner {
  let model: PICTModel
  let seed: UInt64
  let effort: CoveringEffort?
  let monitor: CoveringMonitor?
  var diagnostics: [Diagnostic] = []

  /// Rows of value indices, divided by whether they have a negative value.
  struct Rows {
    var positive: [[Int]] = []
    var negative: [[Int]] = []
  }

  /// Rows given in advance, divided by the part of the suite to which they belong.
  struct Fixed {
    var positive: [[Int?]] = []
    var negative: [[Int?]] = []
  }

  mutating func design(
    strength: PICTStrength,
    seeds: [PICTSeedRow]
  ) throws(LimitExceeded) -> PICTSuite? {
    guard let order = order(strength), let plain = try space() else { return nil }
    if let lost = try LostValues(space: plain).diagnostic() { diagnostics.append(lost) }
    let fixed = try fixedRows(seeds, plain)
    let rows: Rows
    let combinations: Int?
    if model.submodels.isEmpty {
      let orders = orders(order)
      let groups = groups(orders)
      rows = try run(plain, groups, fixed)
      // A choice of factors belongs to the lowest of their orders.
      combinations = TupleCount.count(rows, of: model, groups) { factors, strength in
        factors.count == strength && factors.contains { orders[$0] == strength }
      }
    } else {
      let asked = try? crossedGroups(order)
      rows = try combineSubmodels(order, asked, plain, fixed)
      combinations = asked.map { TupleCount.count(rows, of: model, $0) }
    }
    let opened = try (rows.positive + rows.negative).map { (row) throws(LimitExceeded) in
      try open(row, plain)
    }
    return PICTSuite(rows: opened, combinations: combinations)
  }

  /// Returns the rows that the model allows; `nil`, with a diagnostic, if there are none.
  private mutating func space() throws(LimitExceeded) -> EncodedSpace? {
    let plain = try EncodedSpace(Encoding(model))
    guard try !plain.positive.hasRows() else { return plain }
    diagnostics.append(try plain.emptiness())
    return nil
  }

  /// Returns the rows that the model allows and the groups to cover; `nil`, with a diagnostic, if there can be no suite.
  ///
  /// If `crossed`, combinations of a sub-model are combined as a whole with what is outside it, otherwise value by value.
  mutating func spaceAndGroups(
    _ strength: PICTStrength,
    crossed: Bool
  ) throws(LimitExceeded) -> (EncodedSpace, [CoveringRequest.Group])? {
    guard let order = order(strength), let plain = try space() else { return nil }
    let groups =
      try model.submodels.isEmpty
      ? groups(orders(order)) : crossed ? crossedGroups(order) : submodelGroups(order)
    if let largest = groups.map(\.strength).max(), largest > 8 {
      throw LimitExceeded(what: "combinations of \(largest) parameters, the limit being 8")
    }
    return (plain, groups)
  }

  // MARK: Rows

  /// Makes the rows without a negative value, then those with one.
  func run(
    _ space: EncodedSpace,
    _ groups: [CoveringRequest.Group],
    _ fixed: Fixed
  ) throws(LimitExceeded) -> Rows {
    let positive = try suite(space, space.positive, groups, fixed.positive)
    guard model.hasNegativeValues else { return Rows(positive: positive) }
    let all = try suite(space, space.all, groups, positive as [[Int?]] + fixed.negative)
    return Rows(positive: positive, negative: Array(all.dropFirst(positive.count)))
  }

  private func suite(
    _ space: EncodedSpace,
    _ rows: Space,
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
    let support = try rows.support(in: Cube(full: encoding.domains))
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
    return try coveringArray(space: rows, request: request, monitor: monitor).rows
  }

  /// Returns a row in which the expected results that do not follow from its other values are `nil`.
  private func open(_ row: [Int], _ space: EncodedSpace) throws(LimitExceeded) -> [Int?] {
    let results = model.parameters.indices.filter { model.parameters[$0].isResult }
    guard !results.isEmpty else { return row }
    var given: [Int?] = row
    for result in results { given[result] = nil }
    let support = try space.all.support(in: space.encoding.cube(given))
    var opened = row.map(Optional.some)
    for result in results where (support?.valueCount(of: result) ?? 0) > 1 { opened[result] = nil }
    return opened
  }

  // MARK: Order

  /// Returns the model's order; `nil`, with a diagnostic, if there are fewer things to combine.
  private mutating func order(_ strength: PICTStrength) -> Int? {
    let count =
      model.submodels.isEmpty ? model.inputs.count : model.submodels.count + model.outside.count
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

  /// Returns the order of each parameter in a model without sub-models.
  private func orders(_ order: Int) -> [Int] {
    model.parameters.map { $0.isResult ? 1 : $0.order ?? order }
  }

  /// Returns the groups to cover in a model without sub-models.
  ///
  /// A parameter with its own order is combined with those of the same or a higher order; expected results are not combined.
  private func groups(_ orders: [Int]) -> [CoveringRequest.Group] {
    Set(orders).sorted(by: >).map { strength in
      let factors = orders.indices.filter { orders[$0] >= strength }
      return CoveringRequest.Group(factors: factors, strength: strength)
    }
  }

  // MARK: Seeding rows

  /// Returns the seeding rows that the model allows, without those subsumed by another one; warns about rows not allowed.
  private mutating func fixedRows(
    _ seeds: [PICTSeedRow],
    _ space: EncodedSpace
  ) throws(LimitExceeded) -> Fixed {
    var fixed = Fixed()
    let agreement = try RowAgreement(seeds.map(\.values), with: seeds.map(\.values))
    for (number, seed) in seeds.enumerated() {
      // Of equal rows, keep the first.
      let isSaid = agreement.hasMoreSpecific[number] || agreement.firstEqual[number] < number
      let cube = space.encoding.cube(seed.values)
      if try !space.all.intersects(cube) {
        let message = "the constraints do not allow this row: the row is ignored"
        diagnostics.warn("seed-violates-constraints", message, seed.span)
      } else if isSaid {
        continue
      } else if try space.positive.intersects(cube) {
        fixed.positive.append(seed.values)
      } else {
        fixed.negative.append(seed.values)
      }
    }
    return fixed
  }
}

extension SuiteDesigner {
  /// Covers the sub-models first and then combines their rows.
  func combineSubmodels(
    _ order: Int,
    _ asked: [CoveringRequest.Group]?,
    _ plain: EncodedSpace,
    _ fixed: Fixed
  ) throws(LimitExceeded) -> Rows {
    var blocks: [Encoding.Block] = []
    for submodel in model.submodels {
      let rows = try submodelRows(plain, submodelGroup(submodel, order), fixed)
      blocks.append(block(submodel.parameters, rows))
    }
    for parameter in model.outside {
      let values = model.parameters[parameter].values.indices
      blocks.append(Encoding.Block(parameters: [parameter], rows: values.map { [$0] }))
    }
    let space = try EncodedSpace(Encoding(model, blocks: blocks))
    guard try space.positive.hasRows() else {
      // No rows of the sub-models fit together, so their combinations must be covered by complete rows.
      return try run(plain, repairGroups(asked, order), fixed)
    }
    let group = CoveringRequest.Group(factors: Array(blocks.indices), strength: order)
    let seeds = Fixed(
      positive: fixed.positive.map(space.encoding.encode),
      negative: fixed.negative.map(space.encoding.encode)
    )
    let combined = try run(space, [group], seeds)
    let rows = Rows(
      positive: combined.positive.map(space.encoding.decode),
      negative: combined.negative.map(space.encoding.decode)
    )
    guard mayHaveLost(blocks) else { return rows }
    let given = Fixed(
      positive: rows.positive as [[Int?]] + (try missing(fixed.positive, in: rows.positive)),
      negative: rows.negative as [[Int?]] + (try missing(fixed.negative, in: rows.negative))
    )
    return try run(plain, repairGroups(asked, order), given)
  }

  /// Returns complete rows that cover a sub-model.
  private func submodelRows(
    _ plain: EncodedSpace,
    _ group: CoveringRequest.Group,
    _ fixed: Fixed
  ) throws(LimitExceeded) -> Rows {
    let part = { (rows: [[Int?]]) in
      rows.map { row in row.enumerated().map { group.factors.contains($0) ? $1 : nil } }
        .filter { $0.contains { $0 != nil } }
    }
    return try run(
      plain,
      [group],
      Fixed(positive: part(fixed.positive), negative: part(fixed.negative))
    )
  }

  /// Returns the distinct projections of rows onto a sub-model.
  private func block(_ parameters: [Int], _ rows: Rows) -> Encoding.Block {
    var seen: Set<[Int]> = []
    let parts = (rows.positive + rows.negative).map { row in parameters.map { row[$0] } }
    return Encoding.Block(parameters: parameters, rows: parts.filter { seen.insert($0).inserted })
  }

  /// True if the combined rows of sub-models may lack a combination that the model allows.
  private func mayHaveLost(_ blocks: [Encoding.Block]) -> Bool {
    let all = model.submodels.flatMap(\.parameters)
    if Set(all).count < all.count { return true }
    return model.constraints.contains { constraint in
      !blocks.contains { block in constraint.parameters.allSatisfy(block.parameters.contains) }
    }
  }

  private func missing(_ seeds: [[Int?]], in rows: [[Int]]) throws(LimitExceeded) -> [[Int?]] {
    let agreement = try RowAgreement(seeds, with: rows)
    return seeds.indices.filter {
      !agreement.hasMoreSpecific[$0] && agreement.firstEqual[$0] == .max
    }.map { seeds[$0] }
  }
}
