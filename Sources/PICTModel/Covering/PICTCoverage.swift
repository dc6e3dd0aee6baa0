package import Combinatorics
package import Diagnostics

/// The coverage of a model's combinations by some rows.
package struct PICTCoverage: Hashable, Sendable {
  package var possible = 0
  /// The number of possible combinations that some valid row has.
  package var covered = 0
  /// Combinations that no valid row has, those without a negative value first, up to the listing limit.
  package var missing: [ValueTuple] = []
  /// The number of rows, and the number of rows that the model does not allow.
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

extension ValueTuple {
  func named(_ model: PICTModel) -> [(name: String, value: String)] {
    zip(factors, values).map { parameter, value in
      (model.parameters[parameter].name, model.parameters[parameter].values[value].name)
    }
  }
}

extension SuiteDesigner {
  /// Measures rows by the rules that `cover` follows: combinations without a negative value count only in rows without one.
  mutating func coverage(
    of rows: [PICTSeedRow],
    strength: PICTStrength,
    listing: Int
  ) throws(LimitExceeded) -> PICTCoverage? {
    guard let (space, groups) = try spaceAndGroups(strength, crossed: true) else { return nil }
    let negative = model.parameters.map { $0.values.map(\.isNegative) }
    func isNegative(_ row: PICTSeedRow) -> Bool {
      row.values.enumerated().contains { parameter, value in
        value.map { negative[parameter][$0] } ?? false
      }
    }
    var coverage = PICTCoverage(rowCount: rows.count)
    let all = try measureCoverage(
      of: rows.map(\.values),
      space: space.all,
      groups: groups,
      together: true,
      listing: listing
    ) { tuple in
      zip(tuple.factors, tuple.values).contains { negative[$0][$1] }
    }
    let positive = try measureCoverage(
      of: rows.filter { !isNegative($0) }.map(\.values),
      space: space.positive,
      groups: groups,
      together: true,
      listing: listing
    )
    coverage.add(positive, listing: listing)
    coverage.add(all, listing: listing)
    coverage.invalidCount = all.invalid.count
    warn(of: all.invalid, rows, space)
    return coverage
  }

  /// Warns about each invalid row, naming the values that cannot occur together and the lines that forbid them.
  private mutating func warn(
    of invalid: [Coverage.InvalidRow],
    _ rows: [PICTSeedRow],
    _ space: EncodedSpace
  ) {
    var blame = ConstraintBlame(space)
    for row in invalid {
      let names = row.values.named(model).map { "`\($0): \($1)`" }
      var help = "no row has \(names.joined(separator: ", "))"
      let constraints = blame.constraints(against: row.values.cube(space.encoding.domains))
      if let constraints, !constraints.isEmpty {
        let lines = model.lines(of: constraints).map(String.init).joined(separator: ", ")
        help += " together: see \(constraints.count == 1 ? "line" : "lines") \(lines) of the model"
      }
      let message = "the model does not allow this row: it covers nothing"
      diagnostics.warn("seed-violates-constraints", message, rows[row.row].span, [help])
    }
  }
}

/// Measures how many of the combinations that a model requests and allows are covered by existing rows.
///
/// - Parameters:
///   - rows: The rows; an unknown value covers nothing.
///   - model: The model.
///   - strength: The order of combinations.
///   - listing: The maximum number of missing combinations to list; all are counted.
/// - Returns: The coverage, or no value if the model allows no row or the order does not fit it, with diagnostics on the model and the
///   rows. Spans of diagnostics whose code begins with `seed` refer to the file of rows.
/// - Throws: `LimitExceeded` if an exact answer is out of reach.
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

/// Counts the distinct combinations of values that rows contain.
///
/// The rows are partitioned into classes that agree in some factors. Adding a factor splits the classes, and the final classes are the
/// combinations. All choices of factors with a common prefix share the work for that prefix.
struct TupleCount {
  private let isCounted: ([Int], _ strength: Int) -> Bool
  /// The parameter with a negative value in each row, or −1 if there is none.
  private let negative: [Int]
  /// The values of the rows by factor, and the number of values of each factor.
  private let columns: [[Int]]
  private let sizes: [Int]
  /// For each pair of class and value, the last split that met it and the class it was assigned then.
  private var splitOf: [Int] = []
  private var classOf: [Int] = []
  private var split = 0
  private var chosen: [Int] = []
  private var total = 0

  /// Returns the number of distinct tuples of the groups in the rows whose factors satisfy `isCounted`.
  ///
  /// In rows with a negative value, only tuples that contain it count.
  static func count(
    _ rows: SuiteDesigner.Rows,
    of model: PICTModel,
    _ groups: [CoveringRequest.Group],
    where isCounted: @escaping ([Int], _ strength: Int) -> Bool = { _, _ in true }
  ) -> Int {
    let rows = rows.positive + rows.negative
    guard !rows.isEmpty else { return 0 }
    let negative = rows.map { row in
      row.indices.first { model.parameters[$0].values[row[$0]].isNegative } ?? -1
    }
    var count = TupleCount(rows, negative, isCounted)
    let all = Array(repeating: 0, count: rows.count)
    for group in groups {
      count.visit(group, from: 0, min(group.strength, group.factors.count), all, classCount: 1)
    }
    return count.total
  }

  private init(
    _ rows: [[Int]],
    _ negative: [Int],
    _ isCounted: @escaping ([Int], _ strength: Int) -> Bool
  ) {
    self.isCounted = isCounted
    self.negative = negative
    columns = rows[0].indices.map { factor in rows.map { $0[factor] } }
    sizes = columns.map { ($0.max() ?? 0) + 1 }
  }

  /// Counts the tuples of the choices that add `left` factors, from a position in the group on, to the chosen ones.
  private mutating func visit(
    _ group: CoveringRequest.Group,
    from place: Int,
    _ left: Int,
    _ classes: [Int],
    classCount: Int
  ) {
    guard left > 0 else { return }
    var split = classes
    for place in place..<max(place, group.factors.count - left + 1) {
      chosen.append(group.factors[place])
      if left > 1 {
        let count = self.split(classes, classCount, by: group.factors[place], into: &split).all
        visit(group, from: place + 1, left - 1, split, classCount: count)
      } else if isCounted(chosen, group.strength) {
        total += self.split(classes, classCount, by: group.factors[place], into: &split).counted
      }
      chosen.removeLast()
    }
  }

  /// Splits classes of rows by the values of a factor; returns the new number of classes and how many of them count.
  private mutating func split(
    _ classes: [Int],
    _ classCount: Int,
    by factor: Int,
    into result: inout [Int]
  ) -> (all: Int, counted: Int) {
    let size = sizes[factor]
    let missing = classCount * size - splitOf.count
    if missing > 0 {
      splitOf += Array(repeating: 0, count: missing)
      classOf += Array(repeating: 0, count: missing)
    }
    split += 1
    var count = (all: 0, counted: 0)
    let column = columns[factor]
    for row in column.indices {
      let key = classes[row] * size + column[row]
      if splitOf[key] != split {
        splitOf[key] = split
        classOf[key] = count.all
        count.all += 1
        if negative[row] < 0 || chosen.contains(negative[row]) { count.counted += 1 }
      }
      result[row] = classOf[key]
    }
    return count
  }
}
