package import Combinatorics
package import Diagnostics

/// Combinations of values that no row can have, though each of the values can occur.
package struct PICTImpossibilities: Hashable, Sendable {
  /// A combination and what forbids it.
  package struct Combination: Hashable, Sendable {
    /// Indices of the parameters and of their values.
    package var tuple: ValueTuple
    /// Constraints that forbid it, none of which could be spared: indices; `nil` where to find them takes too much.
    package var constraints: [Int]?
  }

  /// In the order of parameters and values, as many as were to be listed.
  package var listed: [Combination] = []
  /// How many there are, listed or not.
  package var count = 0

  /// - Parameters:
  ///   - space: Each parameter a factor.
  ///   - groups: Parameters and the order at which they are combined.
  ///   - listing: The most combinations that are listed.
  /// - Throws: `LimitExceeded` where an exact answer is out of reach.
  init(
    _ space: EncodedSpace,
    _ groups: [CoveringRequest.Group],
    listing: Int
  ) throws(LimitExceeded) {
    let model = space.encoding.model
    let tuples = try ImpossibleTuples(
      of: try space.diagram(of: space.all, for: "the impossible combinations"),
      in: space.store,
      groups: groups,
      listing: listing
    ) { tuple in
      // Nobody asks for two negative values together.
      let negative = zip(tuple.factors, tuple.values).count {
        model.parameters[$0].values[$1].isNegative
      }
      return negative < 2
    }
    var blame = ConstraintBlame(space)
    count = tuples.count
    listed = tuples.listed.map { tuple in
      let cube = tuple.cube(space.encoding.domains)
      return Combination(tuple: tuple, constraints: blame.constraints(against: cube))
    }
  }
}

/// The combinations that `cover` would ask for and that the constraints forbid, with the constraints that do.
///
/// - Parameters:
///   - model: The model.
///   - strength: The order of combinations.
///   - listing: The most combinations that are listed; all are counted.
/// - Returns: The combinations, unless the model allows no row or the order does not fit it; with what is to be said of the model.
/// - Throws: `LimitExceeded` where an exact answer is out of reach.
package func impossibleCombinations(
  of model: PICTModel,
  strength: PICTStrength = .standard,
  listing: Int = 1_000
) throws(LimitExceeded) -> Checked<PICTImpossibilities> {
  var designer = SuiteDesigner(model: model, seed: 0, effort: nil, monitor: nil)
  let found = try designer.impossibilities(strength: strength, listing: listing)
  return Checked(found, diagnostics: designer.diagnostics)
}
