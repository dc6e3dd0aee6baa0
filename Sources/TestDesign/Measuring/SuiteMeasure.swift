package import Combinatorics
package import Specification

/// Which tuples, rules and questions of a spec a suite covers, and which it misses.
package struct SuiteMeasure: Sendable {
  /// A value of a factor, the operation included.
  package struct Setting: Hashable, Sendable {
    package var factor: Int
    package var value: Int
  }

  /// The tuples of values of one group of factors.
  package struct Group: Sendable {
    /// Numbers of factors; `nil` for all of them.
    package var factors: [Int]?
    package var strength: Int
    package var possible: Int
    package var covered: Int
    /// What no row has, the most useful first: values come first that are missing in most tuples.
    package var missing: [[Setting]]
  }

  /// How many of some things the rows meet, and which not.
  package struct Share<Thing: Sendable>: Sendable {
    package var all: Int
    package var missing: [Thing]
  }

  /// A row that cannot happen.
  package struct Impossible: Sendable {
    package var row: Int
    /// The values that never come together, `nil` for not applicable; with any one of them less they do.
    package var values: [(factor: Int, value: Int?)]
    package var conflict: Conflict
  }

  package var rows: Int
  package var groups: [Group]
  /// Rules that win somewhere: numbers in `Specification.rules`.
  package var rules: Share<Int>
  /// Ids of questions.
  package var questions: Share<String>
  /// Places in `Coverage.include`.
  package var includes: Share<Int>
  package var impossible: [Impossible]
  /// Rows that cover and meet nothing that the rows before them do not; impossible ones aside.
  package var idle: [Int]

  /// Whether nothing is missing.
  package var isComplete: Bool {
    groups.allSatisfy { $0.covered == $0.possible } && rules.missing.isEmpty
      && questions.missing.isEmpty && includes.missing.isEmpty
  }
}

extension AnalysedSpecification {
  /// Measures a suite against everything that the spec's own suite would have to cover.
  ///
  /// - Parameters:
  ///   - rows: The rows of the suite; what is open covers nothing, unless the rest of the row leaves it one value only.
  ///   - strength: 1 to 6; `nil` for what the spec asks for.
  /// - Returns: Exact numbers.
  /// - Throws: `LimitExceeded` where there are too many tuples.
  package func measure(
    _ rows: [PartialCombination],
    strength: Int? = nil
  ) throws(LimitExceeded) -> SuiteMeasure {
    try SuiteMeasurement(self, strength: strength ?? specification.coverage.strength).measure(rows)
  }

  /// The cases that a suite lacks, and what its open places are meant to be with them.
  ///
  /// - Parameters:
  ///   - rows: The rows of the suite.
  ///   - depth: How much they are completed to; `nil` for what the spec asks for.
  ///   - strength: 1 to 6; `nil` for what the spec asks for.
  ///   - effort: How long the rows are made fewer; `nil` for not at all.
  /// - Returns: By row the combination that it stands for, `nil` where it cannot happen or was not understood; and the new cases.
  /// - Throws: `LimitExceeded` where there are too many tuples.
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

/// Holds the rows of a suite against what the spec's own suite must cover.
struct SuiteMeasurement {
  private let analysed: AnalysedSpecification
  private let designer: CaseDesigner
  private let space: SpecificationSpace
  private let store: DiagramStore

  /// Missing tuples that are put in order; beyond them there is only a number.
  private static let listing = 100_000

  init(_ analysed: AnalysedSpecification, strength: Int) {
    self.analysed = analysed
    designer = CaseDesigner(analysed, depth: .all, strength: strength)
    space = analysed.regions.space
    store = analysed.regions.space.store
  }

  func measure(_ suite: [PartialCombination]) throws(LimitExceeded) -> SuiteMeasure {
    var rows: [[Int?]] = []
    for row in suite { rows.append(try completedWhereForced(row)) }
    let request = designer.allPairs()
    let coverage = try measureCoverage(
      of: rows,
      space: space.rows,
      groups: request.groups,
      listing: Self.listing,
      where: { tuple in
        zip(tuple.factors, tuple.values).allSatisfy { request.isAsked[$0][$1] }
      }
    )
    var impossible: [SuiteMeasure.Impossible] = []
    for invalid in coverage.invalid {
      guard case .neverTogether(let tuple) = invalid.reason else { continue }
      impossible.append(try self.impossible(invalid.row, tuple))
    }
    let rules = analysed.regions.wins.indices.filter { analysed.regions.wins[$0] != .empty }
    let valid = rows.indices.filter { row in !coverage.invalid.contains { $0.row == row } }
    let questions = analysed.questionRegions
    let met = try firstMeetings(
      of: rules.map { analysed.regions.wins[$0] } + questions.map(\.rows)
        + space.describedCases(),
      by: valid.map { ($0, rows[$0]) }
    )
    let metQuestions = met.targets.dropFirst(rules.count)
    let metIncludes = metQuestions.dropFirst(questions.count)
    return SuiteMeasure(
      rows: suite.count,
      groups: zip(coverage.groups, request.groups.indices).map { group, number in
        SuiteMeasure.Group(
          factors: number == 0 ? nil : group.group.factors,
          strength: min(group.group.strength, group.group.factors.count),
          possible: group.possible,
          covered: group.covered,
          missing: Self.usefulFirst(group.uncovered)
        )
      },
      rules: share(rules, met.targets),
      questions: share(questions.map(\.id), metQuestions),
      includes: share(Array(analysed.specification.coverage.include.indices), metIncludes),
      impossible: impossible,
      idle: valid.filter { row in
        !met.rows.contains(row) && coverage.groups.allSatisfy { $0.newTuples[row] == 0 }
      }
    )
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

  /// A row whose open places have the value that the rest of it leaves; one that was not understood stays as it is.
  private func completedWhereForced(
    _ partial: PartialCombination
  ) throws(LimitExceeded) -> [Int?] {
    var row = space.lowered.row(partial)
    guard partial.values.contains(.open), !partial.values.contains(.unread),
      let support = try space.rows.support(in: space.lowered.cube(of: partial))
    else { return row }
    for factor in row.indices where row[factor] == nil {
      let values = support.values(of: factor)
      if values.count == 1 { row[factor] = values[0] }
    }
    return row
  }

  /// Which sets of combinations the rows meet for certain, and the rows that are the first to meet one.
  private func firstMeetings(
    of targets: [Diagram],
    by rows: [(number: Int, row: [Int?])]
  ) throws(LimitExceeded) -> (targets: [Bool], rows: Set<Int>) {
    var isMet = targets.map { _ in false }
    var first: Set<Int> = []
    for (number, row) in rows {
      let whole = row.compactMap(\.self)
      let combinations = whole.count == row.count ? nil : try self.combinations(of: row)
      for target in targets.indices where !isMet[target] {
        let isWithin =
          if let combinations {
            try space.isWithin(combinations, targets[target])
          } else { store.contains(targets[target], row: whole) }
        guard isWithin else { continue }
        isMet[target] = true
        first.insert(number)
      }
    }
    return (isMet, first)
  }

  private func combinations(of row: [Int?]) throws(LimitExceeded) -> Diagram {
    var cube = Cube(full: store.domains)
    for (factor, value) in row.enumerated() {
      if let value { cube.restrict(factor, to: [value]) }
    }
    return try store.intersection(space.all, try store.diagram(of: cube))
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

  /// Tuples with a value that is missing in most of them come first: a row with it covers most.
  private static func usefulFirst(_ tuples: [ValueTuple]) -> [[SuiteMeasure.Setting]] {
    let settings = tuples.map { tuple in
      zip(tuple.factors, tuple.values).map { SuiteMeasure.Setting(factor: $0, value: $1) }
    }
    var uses: [SuiteMeasure.Setting: Int] = [:]
    for setting in settings.joined() { uses[setting, default: 0] += 1 }
    let ranked = settings.enumerated().map { number, tuple in
      (rank: tuple.map { uses[$0] ?? 0 }.sorted(by: >), number: number, tuple: tuple)
    }
    return ranked.sorted {
      $0.rank == $1.rank
        ? $0.number < $1.number : $1.rank.lexicographicallyPrecedes($0.rank)
    }.map(\.tuple)
  }
}
