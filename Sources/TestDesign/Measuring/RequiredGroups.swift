import Combinatorics
import Specification
import Text

/// The tuples of values that a suite must cover, and the rows in which they count.
///
/// A tuple counts only in *defined* rows, for which the spec gives one result. At depth `relevant`, each value that is read must be
/// covered, and tuples as long as the strength, the operation being one of their values, in rows in which each value matters
/// (`Sensitivity`): each variant must meet the tuples of one factor fewer, and each tuple without the operation must occur in a row of some
/// variant. Every value of every factor must occur once. At depth `all`, every tuple of all factors, the operation being one of them, must
/// be covered. Each part of an operation has its own requirements, and a case of the whole operation counts for every part that is defined
/// in it.
struct RequiredGroups {
  /// The tuples of `strength` values of some factors.
  struct Group {
    /// The rows in which they count.
    var rows: Diagram
    /// The operation value that requires them, the first part for an operation with parts; `nil` if none does.
    var operation: Int?
    /// The operation values of `rows`.
    var operations: Range<Int>
    /// Ascending.
    var factors: [Int]
    /// At most the number of factors.
    var strength: Int
    /// Pairs of a factor and a value that is not required.
    var skipped: Set<[Int]> = []

    /// Creates a group for consecutive operation values, the first of which requires it.
    static func of(
      _ operations: Range<Int>,
      _ rows: Diagram,
      _ factors: [Int],
      strength: Int,
      skipping skipped: Set<[Int]> = []
    ) -> Group {
      Group(
        rows: rows,
        operation: operations.lowerBound,
        operations: operations,
        factors: factors,
        strength: strength,
        skipped: skipped
      )
    }
  }

  /// The rows for which the spec gives one result, by operation value.
  let defined: [Diagram]
  /// The factors read by each operation value, ascending.
  let reads: [[Int]]
  /// The rows in which the factors that it reads matter, by operation value.
  private let sensitivities: [Int: Sensitivity]
  /// The requirements of depth `relevant`.
  private(set) var relevant: [Group] = []
  /// The additional requirements of depth `all`.
  private(set) var all: [Group] = []

  /// Computes the requirements at a strength of 1 to 6; with fewer factors, all of them are combined.
  ///
  /// Throws `LimitExceeded` if the diagrams outgrow their limit or the search for a row takes too long.
  init(_ analysed: AnalysedSpecification, strength: Int) throws(LimitExceeded) {
    let store = analysed.regions.space.store
    defined = try analysed.regions.definedRows().map { (rows) throws(LimitExceeded) in
      try store.intersection(rows, analysed.rowsOfCases)
    }
    reads = try analysed.regions.readFactors().map { ($0 ?? []).sorted() }
    sensitivities = Dictionary(
      firstOf: try analysed.operationRows().flatMap { operation in
        zip(operation.parts.map(\.value), operation.sensitivities)
      }
    )
    let specification = analysed.specification
    let everywhere = Group(
      rows: try store.union(defined),
      operations: defined.indices,
      factors: Array(0...specification.operationFactor),
      strength: 1
    )
    for operation in specification.operations.indices {
      let values = analysed.regions.space.lowered.variants[operation]
      let isSplit = !specification.operations[operation].hasParts && values.count > 1
      let most = isSplit ? strength - 1 : strength
      for value in values where defined[value] != .empty {
        if most > 0 { try addValues([value], reads[value], store) }
        for size in 1..<(min(most, reads[value].count) + 1) {
          for factors in reads[value].subsets(of: size) {
            try add(factors, mattering: [value], store)
          }
        }
      }
      guard isSplit else { continue }
      let readers = values.filter { defined[$0] != .empty }
      let choices = Set(readers.flatMap { reads[$0].subsets(of: strength) })
      for factors in choices.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        let own = readers.filter { factors.allSatisfy(reads[$0].contains) }
        if strength == 1 { try addValues(own, factors, store) }
        try add(factors, mattering: own, store)
      }
    }
    relevant.append(everywhere)
    let factors = Array(specification.factors.indices)
    // The tuples with the operation as a factor: those without it, and for each operation those with one factor fewer.
    let length = min(strength, factors.count + 1)
    if length == 1 {
      all.append(everywhere)
    } else {
      if length <= factors.count {
        var group = everywhere
        (group.factors, group.strength) = (factors, length)
        all.append(group)
      }
      for operation in specification.caseOperations {
        let rows = try store.union(Array(defined[operation.values]))
        guard rows != .empty else { continue }
        all.append(.of(operation.values, rows, factors, strength: length - 1))
      }
    }
    for wanted in specification.coverage.every {
      try add(every: wanted.factors, everywhere, specification, store)
    }
  }

  /// Requires each value of some factors in a defined row of one of the readers, except values that matter somewhere, which
  /// `add(_:mattering:_:)` requires there.
  private mutating func addValues(
    _ readers: [Int],
    _ factors: [Int],
    _ store: DiagramStore
  ) throws(LimitExceeded) {
    var skipped = inside(readers, factors)
    for reader in readers {
      for factor in factors {
        let mattering = sensitivities[reader]?.matters[factor] ?? .empty
        let support = store.support(of: mattering, in: Cube(full: store.domains))
        skipped.formUnion((support?.values(of: factor) ?? []).map { [factor, $0] })
      }
    }
    let rows = try store.union(readers.map { defined[$0] })
    let values = readers[0]..<(readers[readers.count - 1] + 1)
    relevant.append(.of(values, rows, factors, strength: 1, skipping: skipped))
  }

  /// Requires the tuples of some factors, in a row in which each of them matters to one of the readers.
  private mutating func add(
    _ factors: [Int],
    mattering readers: [Int],
    _ store: DiagramStore
  ) throws(LimitExceeded) {
    let rows = try readers.map { (reader) throws(LimitExceeded) in
      let cube = Cube(store.domains, store.domains.count - 1, in: [reader])
      let set = try sensitivities[reader]?.rows(factors, store) ?? .empty
      return try store.intersection(set, cube)
    }
    let set = try store.union(rows)
    guard set != .empty else { return }
    let values = readers[0]..<(readers[readers.count - 1] + 1)
    let skipped = inside(readers, factors)
    relevant.append(.of(values, set, factors, strength: factors.count, skipping: skipped))
  }

  /// Returns the values that no reader distinguishes from their neighbours.
  private func inside(_ readers: [Int], _ factors: [Int]) -> Set<[Int]> {
    Set(
      factors.flatMap { factor in
        let sets = readers.map { sensitivities[$0]?.inside[factor] ?? [] }
        return sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }.map { [factor, $0] }
      }
    )
  }

  /// Requires an `every` group: with the operation among its factors, for each operation that reads the others; else once, in a row of any
  /// that does.
  private mutating func add(
    every wanted: [Int],
    _ everywhere: Group,
    _ specification: Specification,
    _ store: DiagramStore
  ) throws(LimitExceeded) {
    let factors = wanted.filter { $0 != specification.operationFactor }.sorted()
    guard !factors.isEmpty else { return }
    let readers = defined.indices.filter { value in
      defined[value] != .empty && factors.allSatisfy(reads[value].contains)
    }
    guard factors.count < wanted.count else {
      var group = everywhere
      (group.factors, group.strength) = (factors, factors.count)
      all.append(group)
      group.rows = try store.union(readers.map { defined[$0] })
      if !readers.isEmpty { relevant.append(group) }
      return
    }
    let strength = factors.count
    for value in readers {
      relevant.append(.of(value..<(value + 1), defined[value], factors, strength: strength))
    }
    for operation in specification.caseOperations {
      let rows = try store.union(Array(defined[operation.values]))
      all.append(.of(operation.values, rows, factors, strength: strength))
    }
  }
}
