import Combinatorics

/// The combinations that a suite with sub-models must cover.
extension SuiteDesigner {
  func submodelGroup(_ submodel: PICTSubmodel, _ order: Int) -> CoveringRequest.Group {
    let strength = submodel.order ?? min(order, submodel.parameters.count)
    return CoveringRequest.Group(factors: submodel.parameters, strength: strength)
  }

  /// Returns the combinations for which rows are added if constraints prevent rows of sub-models from being combined.
  ///
  /// These are the requested ones or, if they exceed the largest strength, those of `submodelGroups`.
  func repairGroups(
    _ asked: [CoveringRequest.Group]?,
    _ order: Int
  ) throws(LimitExceeded) -> [CoveringRequest.Group] {
    if let asked, asked.allSatisfy({ $0.strength <= Self.maxRepairStrength }) { return asked }
    return try submodelGroups(order)
  }

  /// Returns the combinations of each sub-model at its own order, and those combined with other sub-models and outside parameters.
  ///
  /// - Throws: `LimitExceeded` if there are too many choices of parameters.
  func crossedGroups(_ order: Int) throws(LimitExceeded) -> [CoveringRequest.Group] {
    let groups = model.submodels.map { submodelGroup($0, order) }
    let outside = model.outside
    let ones = outside.map { _ in 1 }
    let counts = groups.map { $0.factors.map { _ in 1 }.sumOfProducts(of: $0.strength) }
    let own = counts.reduce(0) { $0.addingSaturated($1) }
    let count = (1...order).reduce(own) { sum, number in
      let rest = ones.sumOfProducts(of: order - number)
      return sum.addingSaturated(
        counts.sumOfProducts(of: number).multipliedSaturated(by: rest)
      )
    }
    guard count <= Self.maxChoices else {
      throw LimitExceeded(
        what: "\(count.grouped) choices of parameters of sub-models and outside of them, the limit "
          + "being \(Self.maxChoices.grouped)"
      )
    }
    var choices: Set<[Int]> = []
    var begun: [(factors: [Int], count: Int)] = [([], 0)]
    for group in groups {
      let own = group.factors.sorted().subsets(of: group.strength)
      choices.formUnion(own)
      begun += begun.filter { $0.count < order }.flatMap { choice in
        own.map { (choice.factors + $0, choice.count + 1) }
      }
    }
    for choice in begun.dropFirst() {
      for rest in outside.subsets(of: order - choice.count) {
        choices.insert(Set(choice.factors + rest).sorted())
      }
    }
    let plain = CoveringRequest.Group(factors: outside, strength: order)
    return choices.sorted { $0.lexicographicallyPrecedes($1) }.map {
      CoveringRequest.Group(factors: $0, strength: $0.count)
    } + (outside.count < order ? [] : [plain])
  }

  private static let maxRepairStrength = 6
  /// The maximum number of choices of parameters.
  private static let maxChoices = 20_000

  /// Returns the combinations of each sub-model, and those of parameters in different sub-models.
  func submodelGroups(_ order: Int) throws(LimitExceeded) -> [CoveringRequest.Group] {
    try model.submodels.map { submodelGroup($0, order) } + across(order)
  }

  /// Returns as few groups as possible that contain each choice of `order` parameters of which no two are in the same sub-model.
  ///
  /// - Throws: `LimitExceeded` if there are too many choices of one parameter from each sub-model.
  private func across(_ order: Int) throws(LimitExceeded) -> [CoveringRequest.Group] {
    let submodels = model.submodels.map(\.parameters)
    let count = submodels.map(\.count).sumOfProducts(of: min(order, submodels.count))
    guard count <= Self.maxGroups else {
      throw LimitExceeded(
        what: "\(count.grouped) choices of \(min(order, submodels.count)) parameters in different "
          + "sub-models, the limit being \(Self.maxGroups.grouped)"
      )
    }
    var choices: [[Int]] = [[]]
    for parameters in submodels {
      choices += choices.filter { $0.count < order }.flatMap { choice in
        parameters.map { choice + [$0] }
      }
    }
    let largest = choices.filter { $0.count == min(order, submodels.count) }
    return Set(largest.map { Set($0 + model.outside).sorted() }).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    .map { CoveringRequest.Group(factors: $0, strength: order) }
  }

  /// The maximum number of groups of parameters across sub-models.
  private static let maxGroups = 4_000
}
