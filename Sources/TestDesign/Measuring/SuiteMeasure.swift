package import Combinatorics
package import Specification

/// The tuples, rules and questions of a spec that a suite covers, and those that it misses.
package struct SuiteMeasure: Sendable {
  /// A value of a factor, the operation included.
  package struct Setting: Hashable, Sendable {
    package var factor: Int
    package var value: Int
  }

  /// A tuple of values that no row covers where it counts.
  package struct Missing: Hashable, Sendable {
    /// The operation value that requires the tuple, the first part for an operation with parts; `nil` if any will do.
    package var operation: Int?
    package var settings: [Setting]
  }

  /// The tuples that a depth requires.
  package struct Tuples: Sendable {
    package var possible = 0
    package var covered = 0
    /// The tuples that no row has, the most useful first: those whose values are missing in most tuples.
    package var missing: [Missing] = []

    package var isComplete: Bool { covered == possible }
  }

  /// The number of some things, and those that no row meets.
  package struct Share<Thing: Sendable>: Sendable {
    package var all: Int
    package var missing: [Thing]
  }

  /// A row that cannot happen.
  package struct Impossible: Sendable {
    package var row: Int
    /// The values that never occur together, `nil` for not applicable; without any one of them the others do.
    package var values: [(factor: Int, value: Int?)]
    package var conflict: Conflict
  }

  package var rows: Int
  /// The depth and the strength that the suite is measured against.
  package var depth: Depth
  package var strength: Int
  /// Rules that win somewhere undisputed, and those that no row shows so; indices into `Specification.rules`.
  package var rules: Share<Int>
  /// Rules that override another one, and those that no row shows so.
  package var overrides: Share<OverridePair>
  /// Conditions that alone keep a rule from deciding somewhere, and those that no row shows so.
  package var conditions: Share<ConditionTarget>
  /// Ids of questions.
  package var questions: Share<String>
  /// Indices into `Coverage.include`.
  package var includes: Share<Int>
  /// The requirements of depth `relevant`: the values, and tuples of values, that an operation's rules read.
  package var relevant: Tuples
  /// The additional requirements of depth `all`: tuples of values of all factors.
  package var all: Tuples
  package var impossible: [Impossible]
  /// Rows that cover nothing that the rows before them do not; rows with an open result only if they repeat another row.
  package var idle: [Int]

  /// True if nothing is missing at the depth.
  package var isComplete: Bool {
    rules.missing.isEmpty && overrides.missing.isEmpty && conditions.missing.isEmpty
      && questions.missing.isEmpty && includes.missing.isEmpty
      && (depth < .relevant || relevant.isComplete) && (depth < .all || all.isComplete)
  }
}

extension AnalysedSpecification {
  /// Measures a suite against everything that the spec's own suite would have to cover.
  ///
  /// Open places of a row cover nothing, unless the rest of the row leaves only one value. `depth` and `strength` (1 to 6) default to those
  /// of the spec. The numbers are exact, for all depths. Throws `LimitExceeded` if there are too many tuples.
  package func measure(
    _ rows: [PartialCombination],
    depth: Depth? = nil,
    strength: Int? = nil
  ) throws(LimitExceeded) -> SuiteMeasure {
    try SuiteMeasurement(
      self,
      depth: depth ?? specification.coverage.depth,
      strength: strength ?? specification.coverage.strength
    ).measure(rows)
  }

  /// Returns the combination that each row of a suite stands for, and the cases that make the suite complete.
  ///
  /// A combination is `nil` if it cannot happen or the row was not understood. `depth` and `strength` (1 to 6) default to those of the
  /// spec. Without an `effort` no time is spent on making the new cases fewer. Throws `LimitExceeded` if there are too many tuples.
  package func completion(
    of rows: [PartialCombination],
    depth: Depth? = nil,
    strength: Int? = nil,
    effort: CoveringEffort? = .normal
  ) throws(LimitExceeded) -> (rows: [Combination?], added: [TestCase]) {
    let designer = CaseDesigner(
      self,
      depth: depth ?? specification.coverage.depth,
      strength: strength ?? specification.coverage.strength
    )
    return try designer.completion(of: rows, effort: effort)
  }
}

/// Measures the rows of a suite against the requirements of the spec.
struct SuiteMeasurement {
  /// A partially known row with one operation value; a row of an operation with parts has one reading for each part.
  private struct Reading {
    /// The index of the row in the suite.
    var row: Int
    /// In the indices of the engine.
    var values: [Int?]
  }

  private let analysed: AnalysedSpecification
  private let depth: Depth
  private let strength: Int
  private let space: SpecificationSpace
  private let store: DiagramStore

  /// The maximum number of missing tuples to list and sort; beyond it they are only counted.
  private static let listing = 100_000

  init(_ analysed: AnalysedSpecification, depth: Depth, strength: Int) {
    self.analysed = analysed
    self.depth = depth
    self.strength = min(strength, analysed.specification.factors.count + 1)
    space = analysed.regions.space
    store = analysed.regions.space.store
  }

  func measure(_ suite: [PartialCombination]) throws(LimitExceeded) -> SuiteMeasure {
    let required = try RequiredGroups(analysed, strength: strength)
    let (readings, impossible) = try self.readings(of: suite)
    let undisputed = try undisputedRows(required.defined)
    let rules = undisputed.indices.filter { undisputed[$0] != .empty }
    let somewhere = try store.union(required.defined)
    let overrides = try possible(analysed.shownOverrides, rows: \.rows, within: somewhere)
    let conditions = try possible(analysed.conditionTargets(), rows: \.rows, within: somewhere)
    let questions = try possible(
      analysed.questionRegions,
      rows: \.rows,
      within: analysed.rowsOfCases
    )
    let met = try firstMeetings(
      of: rules.map { undisputed[$0] } + overrides.map(\.rows) + conditions.map(\.rows)
        + questions.map(\.rows) + space.describedCases(),
      by: readings
    )
    let (relevant, telling) = try tuples(required.relevant, readings)
    let (all, others) = try tuples(required.all, readings)
    let useful = met.rows.union(depth < .relevant ? [] : telling).union(depth < .all ? [] : others)
    let metOverrides = met.targets.dropFirst(rules.count)
    let metConditions = metOverrides.dropFirst(overrides.count)
    let metQuestions = metConditions.dropFirst(conditions.count)
    let metIncludes = metQuestions.dropFirst(questions.count)
    var (seen, undecided): (Set<[Int?]>, Set<Int>) = ([], [])
    try space.charge(comparisons: readings.count)
    for reading in readings where try !isWithin(reading.values, somewhere) {
      if seen.insert(reading.values).inserted { undecided.insert(reading.row) }
    }
    return SuiteMeasure(
      rows: suite.count,
      depth: depth,
      strength: strength,
      rules: share(rules, met.targets),
      overrides: share(overrides.map(\.thing.pair), metOverrides),
      conditions: share(conditions.map(\.thing), metConditions),
      questions: share(questions.map(\.thing.id), metQuestions),
      includes: share(Array(analysed.specification.coverage.include.indices), metIncludes),
      relevant: relevant,
      all: all,
      impossible: impossible,
      idle: Set(readings.map(\.row)).subtracting(useful).subtracting(undecided).sorted()
    )
  }

  // MARK: Rows

  /// Returns the readings that can happen, and the rows that cannot.
  private func readings(
    of suite: [PartialCombination]
  ) throws(LimitExceeded) -> ([Reading], [SuiteMeasure.Impossible]) {
    let operations = analysed.specification.caseOperationOfValue
    var readings: [Reading] = []
    for (number, partial) in suite.enumerated() {
      let row = try completedWhereForced(space.lowered.row(partial), partial)
      let operation = row[space.lowered.operationFactor].map { operations[$0] }
      guard let operation, operation.hasParts else {
        readings.append(Reading(row: number, values: row))
        continue
      }
      for value in operation.values {
        var values = space.lowered.row(partial)
        values[space.lowered.operationFactor] = value
        values = try completedWhereForced(values, partial)
        readings.append(Reading(row: number, values: values))
      }
    }
    let judged = try measureCoverage(of: readings.map(\.values), space: space.rows, groups: [])
    let invalid = Set(judged.invalid.map(\.row))
    let valid = readings.indices.filter { !invalid.contains($0) }.map { readings[$0] }
    let possible = Set(valid.map(\.row))
    var impossible: [SuiteMeasure.Impossible] = []
    for judgement in judged.invalid {
      let row = readings[judgement.row].row
      guard !possible.contains(row), impossible.last?.row != row else { continue }
      impossible.append(try self.impossible(row, judgement.values))
    }
    return (valid, impossible)
  }

  /// Returns, for each rule, the rows in which it wins undisputed.
  private func undisputedRows(_ defined: [Diagram]) throws(LimitExceeded) -> [Diagram] {
    let somewhere = try store.union(defined)
    return try analysed.regions.wins.map { (wins) throws(LimitExceeded) in
      try space.possible(store.intersection(wins, somewhere))
    }
  }

  /// Returns the things that can be shown within a set, with the rows that show them there.
  private func possible<Thing>(
    _ things: [Thing],
    rows: KeyPath<Thing, Diagram>,
    within set: Diagram
  ) throws(LimitExceeded) -> [(thing: Thing, rows: Diagram)] {
    var found: [(thing: Thing, rows: Diagram)] = []
    for thing in things {
      let rows = try space.possible(try store.intersection(thing[keyPath: rows], set))
      if rows != .empty { found.append((thing, rows)) }
    }
    return found
  }

  // MARK: Tuples

  /// Returns the tuples of some groups that the rows cover, and the rows that are the first to cover one.
  private func tuples(
    _ groups: [RequiredGroups.Group],
    _ readings: [Reading]
  ) throws(LimitExceeded) -> (SuiteMeasure.Tuples, first: Set<Int>) {
    let operationFactor = space.lowered.operationFactor
    let byOperation = Dictionary(grouping: readings.indices) {
      readings[$0].values[operationFactor]
    }
    var tuples = SuiteMeasure.Tuples()
    var first: Set<Int> = []
    for group in groups {
      let candidates =
        group.operations.count == space.lowered.operationValues.count
        ? Array(readings.indices)
        : group.operations.flatMap { byOperation[$0] ?? [] }.sorted()
      var rows: [Int] = []
      try space.charge(comparisons: candidates.count)
      for candidate in candidates
      where try isWithin(readings[candidate].values, group.rows) { rows.append(candidate) }
      let measured = try measureCoverage(
        of: rows.map { readings[$0].values },
        space: space.rows(of: group.rows),
        groups: [CoveringRequest.Group(factors: group.factors, strength: group.strength)],
        listing: Self.listing,
        where: { tuple in
          zip(tuple.factors, tuple.values).allSatisfy {
            space.lowered.notApplicable($0) != $1 && !group.skipped.contains([$0, $1])
          }
        }
      ).groups[0]
      tuples.possible += measured.possible
      tuples.covered += measured.covered
      tuples.missing += measured.uncovered.map { tuple in
        SuiteMeasure.Missing(
          operation: group.operation,
          settings: zip(tuple.factors, tuple.values).map {
            SuiteMeasure.Setting(factor: $0, value: $1)
          }
        )
      }
      for (row, count) in zip(rows, measured.newTuples) where count > 0 {
        first.insert(readings[row].row)
      }
    }
    tuples.missing = Self.usefulFirst(tuples.missing, operationFactor)
    return (tuples, first)
  }

  private func share<Thing>(
    _ things: [Thing],
    _ met: some Sequence<Bool>
  ) -> SuiteMeasure.Share<Thing> {
    SuiteMeasure.Share(
      all: things.count,
      missing: zip(things, met).filter { !$0.1 }.map(\.0)
    )
  }

  /// Fills open places that the rest of the row leaves only one value; a row with unread values stays as it is.
  private func completedWhereForced(
    _ row: [Int?],
    _ partial: PartialCombination
  ) throws(LimitExceeded) -> [Int?] {
    guard row.contains(nil), !partial.values.contains(.unread) else { return row }
    let cube = Cube(partial: row, domains: store.domains)
    guard let support = try space.rows.support(in: cube) else { return row }
    var row = row
    for factor in row.indices where row[factor] == nil {
      let values = support.values(of: factor)
      if values.count == 1 { row[factor] = values[0] }
    }
    return row
  }

  /// Returns which targets the rows meet for certain, and the rows that are the first to meet one.
  private func firstMeetings(
    of targets: [Diagram],
    by readings: [Reading]
  ) throws(LimitExceeded) -> (targets: [Bool], rows: Set<Int>) {
    var isMet = targets.map { _ in false }
    var first: Set<Int> = []
    for reading in readings {
      try space.charge(comparisons: targets.count)
      for target in targets.indices where !isMet[target] {
        guard try isWithin(reading.values, targets[target]) else { continue }
        isMet[target] = true
        first.insert(reading.row)
      }
    }
    return (isMet, first)
  }

  /// True if a row is in a set, whatever its open places stand for.
  private func isWithin(_ row: [Int?], _ set: Diagram) throws(LimitExceeded) -> Bool {
    let whole = row.compactMap(\.self)
    guard whole.count < row.count else { return store.contains(set, row: whole) }
    let combinations = Cube(partial: row, domains: store.domains)
    return try space.isWithin(store.intersection(space.all, combinations), set)
  }

  private func impossible(
    _ row: Int,
    _ tuple: ValueTuple
  ) throws(LimitExceeded) -> SuiteMeasure.Impossible {
    let rows = try store.diagram(of: tuple.cube(store.domains))
    return SuiteMeasure.Impossible(
      row: row,
      values: zip(tuple.factors, tuple.values).map { factor, value in
        (factor, value == space.lowered.notApplicable(factor) ? nil : value)
      },
      conflict: Conflict(try space.minimalConflict(with: rows), in: space.lowered)
    )
  }

  /// Sorts tuples so that those with values missing most often come first: a row with them covers most.
  private static func usefulFirst(
    _ tuples: [SuiteMeasure.Missing],
    _ operationFactor: Int
  ) -> [SuiteMeasure.Missing] {
    let settings = tuples.map { tuple in
      tuple.settings
        + (tuple.operation.map {
          [SuiteMeasure.Setting(factor: operationFactor, value: $0)]
        } ?? [])
    }
    var uses: [SuiteMeasure.Setting: Int] = [:]
    for setting in settings.joined() { uses[setting, default: 0] += 1 }
    let ranked = settings.enumerated().map { number, tuple in
      (rank: tuple.map { uses[$0] ?? 0 }.sorted(by: >), number: number)
    }
    return ranked.sorted {
      $0.rank == $1.rank
        ? $0.number < $1.number : $1.rank.lexicographicallyPrecedes($0.rank)
    }.map { tuples[$0.number] }
  }
}
