package import Combinatorics
package import Diagnostics

/// Few rows that contain all combinations of values that a model asks for and allows.
///
/// What is asked for follows PICT. At the order `t` the values of any `t` parameters come together in some row that has no negative
/// value, and a negative value comes together with the values of any `t - 1` other parameters; no row has two negative values. So rows
/// without a negative value are made first, and then those with one, which begin where the others end.
///
/// With sub-models each of them is covered at its own order first. Its rows are then the values of one factor, every other parameter
/// being a factor too, and these factors are covered at the model's order: the suite has few configurations of a sub-model, and each
/// meets the others. Where constraints let none of these rows have a combination that the model allows (PICT loses it), rows that have
/// it are added.
///
/// - Parameters:
///   - model: The model.
///   - strength: The order of combinations.
///   - seeds: Rows that are to be in the suite, first and in this order.
///   - seed: Begins the draws: another seed may give another suite.
///   - effort: How long the suite is made smaller; `nil` for not at all.
///   - monitor: Follows the work and may end it early.
/// - Returns: The suite, unless the model allows no row or the order does not fit it; with what is to be said of the model.
///   Places in diagnostics with a code that begins with `seed` are those of the seeding rows.
/// - Throws: `LimitExceeded` where an exact answer is out of reach.
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
