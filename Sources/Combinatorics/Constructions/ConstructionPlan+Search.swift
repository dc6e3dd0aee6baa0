/// The best plan for a number of values and factors.
extension ConstructionPlan {
  /// How many values may be taken away from an array over more values.
  private static let fusions = 4

  /// The plan of the fewest rows for that many factors; nil where the values are too many.
  ///
  /// Products of products of the ingredients are grown level by level; a product has at least twice the factors of its parts, or more
  /// rows for nothing, so that a few levels do. Plans another plan beats in every respect are forgotten.
  static func best(values: Int, factors: Int) -> ConstructionPlan? {
    let ingredients = undominated(
      ingredients(values: values, fusions: fusions),
      wanted: factors
    )
    var best = ingredients.filter { $0.factors >= factors }.min { $0.rows < $1.rows }
    var level = ingredients
    while !level.isEmpty {
      let limit = best?.rows ?? Int.max
      var products: [ConstructionPlan] = []
      for left in level {
        for right in ingredients {
          products.append(contentsOf: [.product(left, right), .product(right, left)])
        }
      }
      products = products.filter { $0.rows < limit }
      for product in products where product.factors >= factors {
        if product.rows < best?.rows ?? Int.max { best = product }
      }
      level = undominated(products.filter { $0.factors < factors }, wanted: factors)
    }
    return best
  }

  /// The arrays over a number of values that are no products.
  private static func ingredients(values: Int, fusions: Int) -> [ConstructionPlan] {
    var plans: [ConstructionPlan] = []
    if let plan = orthogonal(values: values) { plans.append(plan) }
    for starter in Starter.known where starter.values == values {
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
    for plan in plans where !kept.contains(where: { plan.isDominated(by: $0, wanted: wanted) }) {
      kept.removeAll { $0.isDominated(by: plan, wanted: wanted) }
      kept.append(plan)
    }
    return kept
  }
}
