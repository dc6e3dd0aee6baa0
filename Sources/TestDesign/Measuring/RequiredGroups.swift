import Combinatorics
import Specification
import Text

/// Which tuples of values a suite must have, and in which rows they count.
///
/// A tuple counts in *defined* rows alone: those of which the spec says one thing. At depth `relevant` each value that is read is to be seen, and as
/// many things come together as the strength says, the operation being one, where each of them matters (`Sensitivity`): each variant meets fewer values
/// than that, and any as many of them meet in a row of some variant; and every value of every factor is to be seen once. At depth `all`
/// every tuple of the strength of all factors is to be seen, the operation being one of them. Of an operation with parts each part asks for its
/// own, and a case that does the whole operation counts for every part that is defined there.
struct RequiredGroups {
  /// The tuples of as many values of some factors as the strength says.
  struct Group {
    /// The rows in which they count.
    var rows: Diagram
    /// The value of the operation that asks for them; of a whole operation its first part; `nil` if none does.
    var operation: Int?
    /// The values of the operation that `rows` have.
    var operations: Range<Int>
    /// Ascending.
    var factors: [Int]
    /// At most as many as there are factors.
    var strength: Int
    /// Pairs of a factor and a value that is not asked for.
    var skipped: Set<[Int]> = []

    /// Tuples of rows of neighbouring values of the operation, the first of which asks for them.
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

  /// By value of the operation: the rows in which the spec says one thing of it.
  let defined: [Diagram]
  /// By value of the operation: the factors that it reads, ascending.
  let reads: [[Int]]
  /// By value of the operation: where what it reads matters.
  private let sensitivities: [Int: Sensitivity]
  /// What depth `relevant` asks for.
  private(set) var relevant: [Group] = []
  /// What depth `all` asks for besides.
  private(set) var all: [Group] = []

  /// - Parameters:
  ///   - analysed: The spec.
  ///   - strength: 1 to 6; of fewer factors all are combined.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit or the search for a row took too long.
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
    // With the operation as one of the factors, tuples are those without it, and for each operation those that are one shorter.
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

  /// The values of some factors, in a defined row of one of some values of the operation; without those that matter somewhere, which are asked for
  /// there.
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

  /// The values of some factors together, in a row in which each of them matters to one of some values of the operation.
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

  /// The values that none of some values of the operation tells from their neighbours.
  private func inside(_ readers: [Int], _ factors: [Int]) -> Set<[Int]> {
    Set(
      factors.flatMap { factor in
        let sets = readers.map { sensitivities[$0]?.inside[factor] ?? [] }
        return sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }.map { [factor, $0] }
      }
    )
  }

  /// What `every` asks for: with the operation among its factors, of each operation that reads the others; else once in a row of one that does.
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
