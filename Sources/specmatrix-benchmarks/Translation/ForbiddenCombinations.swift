package import PICTModel

/// Values that never come together: no row has, of every parameter that is named, one of its values.
package struct ForbiddenCombination: Hashable, Sendable {
  /// A parameter and some of its values.
  package struct Term: Hashable, Sendable {
    package var parameter: Int
    /// Ascending.
    package var values: [Int]

    package init(parameter: Int, values: [Int]) {
      self.parameter = parameter
      self.values = values
    }
  }

  /// One for each parameter that is named, ascending.
  package var terms: [Term]

  package init(terms: [Term]) {
    self.terms = terms
  }
}

/// The constraints of a model as the combinations that they forbid, for programs that know nothing else.
///
/// What a constraint forbids is where its condition holds and its consequence does not. That is written as a union of products of value
/// sets: `AND` multiplies, `OR` adds, `NOT` exchanges them.
package struct ForbiddenCombinations {
  /// The most that are written for a model; the other programs take each as an argument or a call.
  private static let most = 3_000

  /// Of the parameters that are named, the values marked; by parameter.
  private typealias Product = [Int: [Bool]]
  private struct TooMany: Error {}

  /// All that a model forbids.
  ///
  /// - Returns: `nil` where there are too many to write.
  package static func of(_ model: PICTModel) -> [ForbiddenCombination]? {
    do throws(TooMany) {
      var forbidden: [Product] = []
      for constraint in model.constraints {
        let condition = constraint.condition ?? .all([])
        let broken = PICTPredicate.all([condition, .not(constraint.consequence)])
        forbidden += try products(of: broken, holding: true)
        guard forbidden.count <= most else { return nil }
      }
      return forbidden.map { product in
        ForbiddenCombination(
          terms: product.sorted { $0.key < $1.key }.map { parameter, marks in
            .init(parameter: parameter, values: marks.indices.filter { marks[$0] })
          }
        )
      }
    } catch {
      return nil
    }
  }

  private static func products(
    of predicate: PICTPredicate,
    holding isTrue: Bool
  ) throws(TooMany) -> [Product] {
    switch predicate {
    case .oneOf(let parameter, let values):
      let marks = values.map { $0 == isTrue }
      return marks.contains(true) ? [[parameter: marks]] : []
    case .pair(let first, let second, let values):
      return pair(first, second, values.map { $0.map { $0 == isTrue } })
    case .not(let part):
      return try products(of: part, holding: !isTrue)
    case .all(let parts):
      return isTrue ? try joined(parts, isTrue) : try united(parts, isTrue)
    case .any(let parts):
      return isTrue ? try united(parts, isTrue) : try joined(parts, isTrue)
    }
  }

  /// A product for each different row of the table, with the values of the first that have it.
  private static func pair(_ first: Int, _ second: Int, _ values: [[Bool]]) -> [Product] {
    var seen: Set<[Bool]> = []
    return values.filter { $0.contains(true) && seen.insert($0).inserted }.compactMap { row in
      let product = [first: values.map { $0 == row }]
      return intersection(product, [second: row])
    }
  }

  private static func united(
    _ parts: [PICTPredicate],
    _ isTrue: Bool
  ) throws(TooMany) -> [Product] {
    var all: [Product] = []
    for part in parts { all += try products(of: part, holding: isTrue) }
    guard all.count <= most else { throw TooMany() }
    return all
  }

  private static func joined(
    _ parts: [PICTPredicate],
    _ isTrue: Bool
  ) throws(TooMany) -> [Product] {
    var all: [Product] = [[:]]
    for part in parts {
      let factor = try products(of: part, holding: isTrue)
      guard all.count * factor.count <= most else { throw TooMany() }
      all = all.flatMap { left in factor.compactMap { intersection(left, $0) } }
    }
    return all
  }

  /// `nil` where no row is in both.
  private static func intersection(_ left: Product, _ right: Product) -> Product? {
    let both = left.merging(right) { zip($0, $1).map { $0 && $1 } }
    return both.values.allSatisfy { $0.contains(true) } ? both : nil
  }
}

/// A model in numbers, for programs that know neither words nor the language: what they can be given of it.
package struct PlainModel: Hashable, Sendable {
  /// By parameter: the number of its values.
  package var sizes: [Int]
  package var forbidden: [ForbiddenCombination]

  package init(sizes: [Int], forbidden: [ForbiddenCombination] = []) {
    self.sizes = sizes
    self.forbidden = forbidden
  }

  /// Translates a model.
  ///
  /// - Throws: What stands in the way.
  package init(_ model: PICTModel) throws(Obstacle) {
    guard !model.hasNegativeValues else { throw .negativeValues }
    guard model.submodels.isEmpty, model.parameters.allSatisfy({ $0.order == nil }) else {
      throw .strengths
    }
    guard model.inputs.count == model.parameters.count else { throw .expectedResults }
    guard let forbidden = ForbiddenCombinations.of(model) else { throw .constraints }
    self.init(sizes: model.parameters.map(\.values.count), forbidden: forbidden)
  }
}

/// Why a program cannot be given a model.
package enum Obstacle: String, CaseIterable, Error, Sendable {
  case negativeValues = "it knows no negative values"
  case strengths = "it knows no sub-models and no orders of single parameters"
  case expectedResults = "it knows no expected results"
  case manyValues = "it knows no more than 52 values of a parameter"
  case constraints = "the constraints forbid too many combinations to list them for it"
}
