import Combinatorics

extension SuiteDesigner {
  /// Covers sub-models first, and then combines their rows.
  func combineSubmodels(
    _ order: Int,
    _ plain: EncodedSpace,
    _ fixed: Fixed
  ) throws(LimitExceeded) -> (rows: Rows, combinations: Int) {
    var blocks: [Encoding.Block] = []
    var groups: [CoveringRequest.Group] = []
    var combinations = 0
    for submodel in model.submodels {
      let group = submodelGroup(submodel, order)
      groups.append(group)
      let rows = try submodelRows(plain, group, fixed)
      combinations += TupleCount.count(rows.positive, [group])
      blocks.append(block(submodel.parameters, rows))
    }
    let outside = Set(model.parameters.indices).subtracting(model.submodels.flatMap(\.parameters))
    for parameter in outside.sorted() {
      let values = model.parameters[parameter].values.indices
      blocks.append(Encoding.Block(parameters: [parameter], rows: values.map { [$0] }))
    }
    let space = try EncodedSpace(Encoding(model, blocks: blocks))
    guard try space.hasRows(space.positive) else {
      // No rows of the sub-models go together: only whole rows can say what does.
      let rows = try run(plain, groups + across(model.submodels.map(\.parameters), order), fixed)
      return (rows, combinations)
    }
    let group = CoveringRequest.Group(factors: Array(blocks.indices), strength: order)
    let seeds = Fixed(
      positive: fixed.positive.map(space.encoding.encode),
      negative: fixed.negative.map(space.encoding.encode)
    )
    let combined = try run(space, [group], seeds)
    combinations += TupleCount.count(combined.positive, [group])
    let rows = Rows(
      positive: combined.positive.map(space.encoding.decode),
      negative: combined.negative.map(space.encoding.decode)
    )
    guard mayHaveLost(blocks) else { return (rows, combinations) }
    let complete = try run(
      plain,
      groups + across(model.submodels.map(\.parameters), order),
      Fixed(
        positive: given(rows.positive) + missing(fixed.positive, in: rows.positive),
        negative: given(rows.negative) + missing(fixed.negative, in: rows.negative)
      )
    )
    return (complete, combinations)
  }

  /// What is covered of a sub-model.
  func submodelGroup(_ submodel: PICTSubmodel, _ order: Int) -> CoveringRequest.Group {
    let strength = submodel.order ?? min(order, submodel.parameters.count)
    return CoveringRequest.Group(factors: submodel.parameters, strength: strength)
  }

  /// The rows that cover a sub-model, in all parameters.
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

  /// The sub-model's part of rows, each once.
  private func block(_ parameters: [Int], _ rows: Rows) -> Encoding.Block {
    var seen: Set<[Int]> = []
    let parts = (rows.positive + rows.negative).map { row in parameters.map { row[$0] } }
    return Encoding.Block(parameters: parameters, rows: parts.filter { seen.insert($0).inserted })
  }

  /// Whether rows of sub-models may fail to go together with what the model allows their values to meet.
  private func mayHaveLost(_ blocks: [Encoding.Block]) -> Bool {
    let all = model.submodels.flatMap(\.parameters)
    if Set(all).count < all.count { return true }
    return model.constraints.contains { constraint in
      let named = (constraint.condition?.parameters ?? []) + constraint.consequence.parameters
      return !blocks.contains { block in named.allSatisfy(block.parameters.contains) }
    }
  }

  /// Parameters of which no two are in one sub-model, in as few groups as hold each choice of so many.
  func across(_ submodels: [[Int]], _ order: Int) -> [CoveringRequest.Group] {
    let inside = Set(submodels.flatMap { $0 })
    let outside = model.parameters.indices.filter { !inside.contains($0) }
    var choices: [[Int]] = [[]]
    for parameters in submodels {
      choices += choices.filter { $0.count < order }.flatMap { choice in
        parameters.map { choice + [$0] }
      }
    }
    let largest = choices.filter { $0.count == min(order, submodels.count) }
    return Set(largest.map { Set($0 + outside).sorted() }).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    .map { CoveringRequest.Group(factors: $0, strength: order) }
  }

  private func given(_ rows: [[Int]]) -> [[Int?]] {
    rows.map { row in row.map { $0 } }
  }

  /// The seeding rows that no row agrees with.
  private func missing(_ seeds: [[Int?]], in rows: [[Int]]) -> [[Int?]] {
    seeds.filter { seed in
      !rows.contains { row in zip(seed, row).allSatisfy { $0 == nil || $0 == $1 } }
    }
  }
}
