package import Combinatorics
package import Diagnostics

/// Which of the combinations that a model asks for and allows some rows contain.
package struct PICTCoverage: Hashable, Sendable {
  /// How many combinations there are.
  package var possible = 0
  /// How many of them some valid row has.
  package var covered = 0
  /// Combinations that no valid row has, those without a negative value first, as many as were to be listed.
  package var missing: [ValueTuple] = []
  /// How many rows there are, and how many of them the model does not allow.
  package var rowCount = 0
  package var invalidCount = 0

  package var missingCount: Int { possible - covered }

  mutating func add(_ coverage: Coverage, listing: Int) {
    for group in coverage.groups {
      possible += group.possible
      covered += group.covered
      missing += group.uncovered.prefix(max(0, listing - missing.count))
    }
  }
}

extension SuiteDesigner {
  /// Measures rows as `cover` makes them: combinations without a negative value count in rows without one.
  mutating func coverage(
    of rows: [PICTSeedRow],
    strength: PICTStrength,
    listing: Int
  ) throws(LimitExceeded) -> PICTCoverage? {
    guard let (space, groups) = try spaceAndGroups(strength) else { return nil }
    let negative = model.parameters.map { $0.values.map(\.isNegative) }
    func isNegative(_ row: PICTSeedRow) -> Bool {
      row.values.enumerated().contains { parameter, value in
        value.map { negative[parameter][$0] } ?? false
      }
    }
    var coverage = PICTCoverage(rowCount: rows.count)
    let all = try measureCoverage(
      of: rows.map(\.values),
      space: try space.diagram(of: space.all, for: "the exact coverage"),
      in: space.store,
      groups: groups,
      listing: listing
    ) { tuple in
      zip(tuple.factors, tuple.values).contains { negative[$0][$1] }
    }
    let positive = try measureCoverage(
      of: rows.filter { !isNegative($0) }.map(\.values),
      space: try space.diagram(of: space.positive, for: "the exact coverage"),
      in: space.store,
      groups: groups,
      listing: listing
    )
    coverage.add(positive, listing: listing)
    coverage.add(all, listing: listing)
    coverage.invalidCount = all.invalid.count
    warn(of: all.invalid, rows, space)
    return coverage
  }

  /// Says of each row that the model does not allow which of its values do not go together, and why.
  private mutating func warn(
    of invalid: [Coverage.InvalidRow],
    _ rows: [PICTSeedRow],
    _ space: EncodedSpace
  ) {
    var blame = ConstraintBlame(space)
    for row in invalid {
      guard case .neverTogether(let tuple) = row.reason else { continue }
      let names = zip(tuple.factors, tuple.values).map { parameter, value in
        "`\(model.parameters[parameter].name): \(model.parameters[parameter].values[value].name)`"
      }
      var help = "no row has \(names.joined(separator: ", "))"
      let constraints = blame.constraints(against: tuple.cube(space.encoding.domains))
      if let constraints, !constraints.isEmpty {
        let lines = model.lines(of: constraints).map(String.init).joined(separator: ", ")
        help += " together: see \(constraints.count == 1 ? "line" : "lines") \(lines) of the model"
      }
      diagnostics.append(
        Diagnostic(
          code: "seed-violates-constraints",
          severity: .warning,
          message: "the model does not allow this row: it covers nothing",
          span: rows[row.row].span,
          help: [help]
        )
      )
    }
  }
}

/// Measures what rows that somebody has cover of the combinations that a model asks for and allows.
///
/// - Parameters:
///   - rows: The rows; a value that is not known covers nothing.
///   - model: The model.
///   - strength: The order of combinations.
///   - listing: The most missing combinations that are listed; all are counted.
/// - Returns: The numbers, unless the model allows no row or the order does not fit it; with what is to be said of the model and the
///   rows. Places in diagnostics with a code that begins with `seed` are those of the rows.
/// - Throws: `LimitExceeded` where an exact answer is out of reach.
package func coverage(
  of rows: [PICTSeedRow],
  in model: PICTModel,
  strength: PICTStrength = .standard,
  listing: Int = 1_000
) throws(LimitExceeded) -> Checked<PICTCoverage> {
  var designer = SuiteDesigner(model: model, seed: 0, effort: nil, monitor: nil)
  let measured = try designer.coverage(of: rows, strength: strength, listing: listing)
  return Checked(measured, diagnostics: designer.diagnostics)
}
