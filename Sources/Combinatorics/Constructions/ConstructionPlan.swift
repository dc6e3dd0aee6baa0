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
