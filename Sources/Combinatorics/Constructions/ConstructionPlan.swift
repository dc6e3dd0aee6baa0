/// How to build a covering array of strength 2 over one number of values, with its size known before it is built.
///
/// The shape (rows, constant rows and factors, flat factors) follows from the shapes of the parts, so that plans can be
/// compared by the thousand and only the best is built.
struct ConstructionPlan: Sendable {
  /// The ways to build an array.
  indirect enum Method: Sendable {
    /// An orthogonal array over a field.
    case orthogonal
    /// Starter developed.
    case starter(Starter)
    /// Starter developed, three rows chosen to be the constant ones.
    case partition(Starter)
    /// Values as pairs of the values of two plans.
    case valueProduct(ConstructionPlan, ConstructionPlan)
    /// A plan over one value more, less that value and two rows.
    case fused(ConstructionPlan)
    /// A plan over one value more, less that value and one row, for further products.
    case trimmed(ConstructionPlan)
    /// The factors as pairs of the factors of two plans.
    case product(ConstructionPlan, ConstructionPlan)
  }

  /// How the array is built.
  let method: Method
  /// The number of values of each factor.
  let values: Int
  /// The number of rows.
  let rows: Int
  /// How many of the first rows are constant.
  let constantRows: Int
  /// The number of constant factors.
  let constantFactors: Int
  /// The number of flat factors.
  let flatFactors: Int

  /// The number of factors.
  var factors: Int { constantFactors + flatFactors }

  /// Whether the other plan is as good in every respect where only so many factors are wanted.
  func isDominated(by other: ConstructionPlan, wanted: Int) -> Bool {
    other.rows <= rows && other.constantRows >= constantRows
      && other.factors >= min(factors, wanted)
      && other.constantFactors >= min(constantFactors, wanted)
  }

  /// The array of the plan.
  func built() -> PartitionedArray? {
    switch method {
    case .orthogonal: FiniteField(order: values).map { .orthogonal(field: $0) }
    case .starter(let starter): starter.partitioned()
    case .partition(let starter): .bestPartition(rows: starter.developed())
    case .fused(let plan): plan.built()?.fused()
    case .trimmed(let plan): plan.built()?.trimmed()
    case .product(let left, let right):
      if let left = left.built(), let right = right.built() {
        left.product(with: right)
      } else {
        nil
      }
    case .valueProduct(let left, let right):
      if let left = left.built(), let right = right.built() {
        left.valueProduct(with: right)
      } else {
        nil
      }
    }
  }
}

/// The best plan for a number of values and factors.
extension ConstructionPlan {
  /// How many values may be taken away from an array over more values.
  private static let fusions = 4

  /// How many plans are worth building, and how many rows above the best.
  private static let worthwhile = (count: 8, rows: 6)

  /// The plans of the fewest rows for that many factors, the best first; none where there are too many values.
  ///
  /// There are several because idle rows are only found in the array itself. Products of products of the ingredients are
  /// grown level by level; each level multiplies the factors, so that a few do. Plans that another beats in every respect are forgotten.
  static func best(values: Int, factors: Int) -> [ConstructionPlan] {
    let all = ingredients(values: values, fusions: fusions)
    let ingredients = undominated(all, wanted: factors)
    var complete = all.filter { $0.factors >= factors }
    var level = ingredients.filter { $0.factors < factors }
    while !level.isEmpty {
      let fewest = complete.reduce(Int.max / 2) { min($0, $1.rows) }
      var products: [ConstructionPlan] = []
      func append(_ left: ConstructionPlan, _ right: ConstructionPlan) {
        guard left.rows + right.rows - right.constantRows <= fewest + worthwhile.rows else {
          return
        }
        products.append(.product(left, right))
      }
      for left in level {
        for right in ingredients {
          append(left, right)
          append(right, left)
        }
      }
      complete.append(contentsOf: products.filter { $0.factors >= factors })
      level = undominated(products.filter { $0.factors < factors }, wanted: factors)
    }
    let ranked = complete.indices.sorted {
      (complete[$0].rows, complete[$0].factors, $0) < (complete[$1].rows, complete[$1].factors, $1)
    }
    let fewest = ranked.first.map { complete[$0].rows } ?? 0
    return ranked.prefix(worthwhile.count).map { complete[$0] }
      .filter { $0.rows <= fewest + worthwhile.rows }
  }

  /// The arrays over a number of values that are no products.
  private static func ingredients(values: Int, fusions: Int) -> [ConstructionPlan] {
    var plans: [ConstructionPlan] = []
    if let plan = orthogonal(values: values) { plans.append(plan) }
    for starter in Starter.known where starter.values == values {
      // The array over the points is built by a plan too, which must not ask for this one.
      let target = values + fusions - Self.fusions
      guard starter.elements == 0 || starter.points < target else { continue }
      let array = starter.partitioned()
      plans.append(developed(array, by: .starter(starter)))
      if values == 3, array.constantRows < 3,
        let partition = PartitionedArray.bestPartition(rows: array.rows)
      {
        plans.append(developed(partition, by: .partition(starter)))
      }
    }
    if fusions > 0 {
      for plan in ingredients(values: values + 1, fusions: fusions - 1) {
        plans.append(
          ConstructionPlan(
            method: .fused(plan),
            values: values,
            rows: plan.rows - 2,
            constantRows: 1,
            constantFactors: plan.factors,
            flatFactors: 0
          )
        )
        if plan.constantRows == plan.values {
          plans.append(
            ConstructionPlan(
              method: .trimmed(plan),
              values: values,
              rows: plan.rows - 1,
              constantRows: values,
              constantFactors: plan.constantFactors,
              flatFactors: plan.flatFactors
            )
          )
        }
      }
    }
    return undominated(plans, wanted: .max)
  }

  /// The array that takes each pair once, over a field or over the values as tuples of elements of fields.
  private static func orthogonal(values: Int) -> ConstructionPlan? {
    guard let prime = (2...max(2, values)).first(where: { values % $0 == 0 }) else { return nil }
    var power = prime
    while values % (power * prime) == 0 { power *= prime }
    let field = ConstructionPlan(
      method: .orthogonal,
      values: power,
      rows: power * power,
      constantRows: power,
      constantFactors: power,
      flatFactors: 1
    )
    guard power < values else { return field }
    return orthogonal(values: values / power).map { rest in
      ConstructionPlan(
        method: .valueProduct(field, rest),
        values: values,
        rows: values * values,
        constantRows: values,
        constantFactors: min(field.constantFactors, rest.constantFactors),
        flatFactors: 1
      )
    }
  }

  private static func developed(_ array: PartitionedArray, by method: Method) -> ConstructionPlan {
    ConstructionPlan(
      method: method,
      values: array.values,
      rows: array.rows.count,
      constantRows: array.constantRows,
      constantFactors: array.constantFactors,
      flatFactors: array.factors - array.constantFactors
    )
  }

  private static func product(
    _ left: ConstructionPlan,
    _ right: ConstructionPlan
  ) -> ConstructionPlan {
    let refined = left.constantRows == left.values && right.constantRows == right.values
    return ConstructionPlan(
      method: .product(left, right),
      values: left.values,
      rows: left.rows + right.rows - right.constantRows,
      constantRows: left.constantRows,
      constantFactors: left.constantFactors * right.constantFactors,
      flatFactors: left.flatFactors * right.constantFactors
        + (refined ? left.constantFactors * right.flatFactors : 0)
    )
  }

  private static func undominated(_ plans: [ConstructionPlan], wanted: Int) -> [ConstructionPlan] {
    var kept: [ConstructionPlan] = []
    let byRows = plans.indices.sorted { (plans[$0].rows, $0) < (plans[$1].rows, $1) }
    for plan in byRows.map({ plans[$0] }) {
      if kept.contains(where: { plan.isDominated(by: $0, wanted: wanted) }) { continue }
      kept.removeAll { $0.isDominated(by: plan, wanted: wanted) }
      kept.append(plan)
    }
    return kept
  }
}
