package import Combinatorics
import Specification
import Text

package struct SuiteVerdict: Hashable, Sendable {
  /// A sentence for each case that cannot happen and each thing that should be in some case and is not.
  package let complaints: [String]
  /// Combinations of values that no case has and of which could not be decided within the limits whether they can happen.
  package let undecided: Int

  /// True if the suite is complete for certain and all its cases can happen.
  package var isCertified: Bool { complaints.isEmpty && undecided == 0 }
}

extension AnalysedSpecification {
  /// Lets the independent checker judge a suite.
  ///
  /// Which combinations can happen is read from the specification's own conditions, case by case; no diagram is asked. Which rules win
  /// where, where exactly one result is expected and what the questions are about is the analysis' word; which of several values of an
  /// included case is taken is the generator's.
  ///
  /// - Throws: `LimitExceeded` if it takes too long to tell where results are expected, or what is missing.
  package func verify(_ matrix: TestMatrix) throws(LimitExceeded) -> SuiteVerdict {
    let verification = SuiteVerification(self, matrix, try operationRows())
    var reports: [(complaints: [String], undecided: Int)] = []
    if matrix.depth >= .relevant { reports += try verification.onWhatOperationsRead() }
    if matrix.depth == .all { reports.append(try verification.onAllPairs()) }
    return SuiteVerdict(
      complaints: try verification.onRows + verification.onTargets()
        + reports.flatMap(\.complaints),
      undecided: reports.reduce(0) { $0 + $1.undecided }
    )
  }
}

/// A suite under judgement.
private struct SuiteVerification {
  private let analysed: AnalysedSpecification
  private let matrix: TestMatrix
  private let operations: [OperationRows]
  private let test: SpecificationTest
  private let rows: [[Int]]
  /// By value of the operation: the rows with it.
  private let rowsOfValue: [Int: [[Int]]]
  /// What all reports may take together: there are as many as variants, and more.
  private let budget = StepBudget(limit: StepBudget.ofSpec / 2)
  /// What it takes of the budget to ask where a result is defined.
  private static let costOfDiagram = 100
  /// How many of the factors that a result depends on may be open where a row is held against the defined ones: fewer are found too late, more cost a
  /// look at a diagram too often.
  private static let mostOpen = 3
  /// By value of the operation: the operation of the cases that begins with it.
  private let operationOfValue: [Int: OperationRows]

  private var specification: Specification { analysed.specification }
  private var store: DiagramStore { analysed.regions.space.store }
  private var operationFactor: Int { specification.operationFactor }

  init(
    _ analysed: AnalysedSpecification,
    _ matrix: TestMatrix,
    _ operations: [OperationRows]
  ) {
    self.analysed = analysed
    self.matrix = matrix
    self.operations = operations
    test = SpecificationTest(analysed.specification)
    let rows = matrix.cases.map { analysed.regions.space.lowered.row($0.combination) }
    self.rows = rows
    rowsOfValue = Dictionary(grouping: rows) { $0[$0.count - 1] }
    operationOfValue = Dictionary(firstOf: operations.map { ($0.operation.value, $0) })
  }

  /// A row as each part of its operation has it, of those that can happen.
  private func views(of row: [Int]) -> [[Int]] {
    let operation = operationOfValue[row[operationFactor]]
    return (operation?.operation.values ?? 0..<0).compactMap { value in
      var view = row
      view[operationFactor] = value
      let isImpossible = test.constraints.contains { $0.isBroken(view) }
      return isImpossible || !store.contains(analysed.rowsOfCases, row: view) ? nil : view
    }
  }

  /// What is wrong with single cases.
  var onRows: [String] {
    guard !rows.isEmpty else {
      return specification.isPlanned ? [] : ["there is no case, though there are combinations"]
    }
    return zip(matrix.cases, rows).filter { views(of: $1).isEmpty }.map {
      "\($0.0.id) cannot happen"
    }
  }

  /// Each included case, each question, and each rule: undisputed, inside what it beats, and with what each condition does.
  func onTargets() throws(LimitExceeded) -> [String] {
    var complaints: [String] = []
    let views = rows.flatMap(views)
    let open = analysed.openTargets
    let conditions = try analysed.conditionTargets()
    let targets =
      open.count + specification.rules.count + analysed.shownOverrides.count + conditions.count
      + specification.coverage.include.count
    try analysed.regions.space.charge(comparisons: targets * views.count)
    for (number, include) in specification.coverage.include.enumerated()
    where !views.contains(where: { test.value(of: include.row, $0) == true }) {
      complaints.append("no case meets the case that must be there, number \(number + 1) of them")
    }
    let undecided = analysed.undecidedIDs.sorted { $0.key < $1.key }
    let asked =
      open + undecided.map { (id: $0.value, rows: analysed.regions.wins[$0.key]) }
    for (id, set) in asked
    where try store.meet(set, analysed.rowsOfCases)
      && !views.contains(where: { store.contains(set, row: $0) })
    {
      complaints.append("no case meets \(id)")
    }
    let defined = Dictionary(firstOf: operations.flatMap(\.parts).map { ($0.value, $0.defined) })
    guard analysed.regions.space.isJoined else { return complaints }
    /// True if some of these rows have one result, and no case is one of them.
    func isMissed(_ set: Diagram) -> Bool {
      let isPossible = defined.contains { value, rows in
        (try? store.intersection(rows, store.cofactor(set, ofFirst: value))) != .empty
      }
      return isPossible
        && !views.contains { view in
          store.contains(set, row: view)
            && defined[view[operationFactor]].map { store.contains($0, row: view) } == true
        }
    }
    for (pair, rows) in analysed.shownOverrides where isMissed(rows) {
      let (winner, beaten) = (specification.rules[pair.winner], specification.rules[pair.beaten])
      complaints.append("no case shows the rule `\(winner.id)` where `\(beaten.id)` applies too")
    }
    for target in conditions where isMissed(target.rows) {
      complaints.append(
        "no case shows that the rule `\(specification.rules[target.rule].id)` "
          + target.words(specification)
      )
    }
    for (rule, declared) in specification.rules.enumerated()
    where declared.results != nil && isMissed(analysed.regions.shown(rule)) {
      complaints.append("no case shows the rule `\(declared.id)` undisputed")
    }
    return complaints
  }

  /// What operations read: of `strength` things that come together the operation is one.
  ///
  /// Each variant meets the values of fewer factors, each part of as many; those of as many meet in a row of some variant that reads them. Each value
  /// is to be in a defined row; several together in one in which each of them matters.
  func onWhatOperationsRead() throws(LimitExceeded) -> [(complaints: [String], undecided: Int)] {
    var reports: [(complaints: [String], undecided: Int)] = []
    let together = Dictionary(grouping: operations) { $0.operation.operation }
    for operation in operations {
      let variants = together[operation.operation.operation] ?? []
      let isVariant = !operation.operation.hasParts && variants.count > 1
      for (number, part) in operation.parts.enumerated() where part.defined != .empty {
        let reader = Reader(operation: operation, part: number)
        let values = CoveringRequest.Group(factors: part.reads, strength: 1)
        reports.append(try report([reader], every(within: part.reads)))
        if !isVariant || matrix.strength > 1 {
          reports.append(try report([reader], [values], skipsInside: true))
        }
        let most = min(isVariant ? matrix.strength - 1 : matrix.strength, part.reads.count)
        for size in 1..<(most + 1) {
          for factors in part.reads.subsets(of: size) {
            reports.append(try report([reader], mattering: factors))
          }
        }
      }
    }
    reports += try onWhatAllRead()
    for operation in operations {
      let variants = together[operation.operation.operation] ?? []
      guard variants.first?.operation.value == operation.operation.value else { continue }
      reports += try judgedTogether(variants)
    }
    return reports
  }

  /// Every value of every factor once, and the groups that are asked for in whatever operation reads them.
  private func onWhatAllRead() throws(LimitExceeded) -> [(complaints: [String], undecided: Int)] {
    let readers = operations.flatMap { operation in
      operation.parts.indices.filter { operation.parts[$0].defined != .empty }.map {
        Reader(operation: operation, part: $0)
      }
    }
    let values = CoveringRequest.Group(factors: Array(0..<operationFactor), strength: 1)
    let groups = specification.coverage.every.map(\.factors).filter {
      !$0.contains(operationFactor)
    }
    var reports = [try report(readers, [values])]
    for factors in groups {
      reports.append(
        try report(
          readers.filter { factors.allSatisfy($0.reads.contains) },
          [CoveringRequest.Group(factors: factors, strength: factors.count)]
        )
      )
    }
    return reports
  }

  /// A value of the operation, or a part.
  private struct Reader {
    var operation: OperationRows
    /// A place in its parts.
    var part: Int

    var value: Int { operation.parts[part].value }
    var reads: [Int] { operation.parts[part].reads }
    var sensitivity: Sensitivity { operation.sensitivities[part] }
  }

  /// By choice of factors: their values, in a row of some variant to which they matter.
  private func judgedTogether(
    _ variants: [OperationRows]
  ) throws(LimitExceeded) -> [(complaints: [String], undecided: Int)] {
    guard variants.count > 1 else { return [] }
    let defined = variants.filter { $0.defined != .empty }
    let choices = Set(defined.flatMap { $0.reads.subsets(of: matrix.strength) })
    var reports: [(complaints: [String], undecided: Int)] = []
    for factors in choices.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      try analysed.regions.space.charge(comparisons: 4 * defined.count)
      let readers = defined.filter { $0.reads(factors) }.map { Reader(operation: $0, part: 0) }
      if matrix.strength == 1 {
        let values = CoveringRequest.Group(factors: factors, strength: 1)
        reports.append(try report(readers, [values], skipsInside: true))
      }
      reports.append(try report(readers, mattering: factors))
    }
    return reports
  }

  /// The groups that the spec names and that are read.
  private func every(within reads: [Int]) -> [CoveringRequest.Group] {
    specification.coverage.every.compactMap { group in
      let factors = group.factors.filter { $0 != operationFactor }
      return group.factors.contains(operationFactor) && factors.allSatisfy(reads.contains)
        ? CoveringRequest.Group(factors: factors, strength: factors.count) : nil
    }
  }

  /// What is missing of the values of some factors together, in rows in which each of them matters to one of these readers.
  private func report(
    _ readers: [Reader],
    mattering factors: [Int]
  ) throws(LimitExceeded) -> (complaints: [String], undecided: Int) {
    var sets: [Diagram] = []
    for reader in readers { sets.append(try reader.sensitivity.rows(factors, store)) }
    guard sets.contains(where: { $0 != .empty }) else { return ([], 0) }
    let group = CoveringRequest.Group(factors: factors, strength: factors.count)
    return try report(readers, [group], in: sets, skipsInside: true)
  }

  /// What is missing of some groups, in rows of these readers with a defined result or, by reader, in the rows of a set; values that no reader tells
  /// from their neighbours aside where `skipsInside`.
  private func report(
    _ readers: [Reader],
    _ groups: [CoveringRequest.Group],
    in sets: [Diagram]? = nil,
    skipsInside: Bool = false
  ) throws(LimitExceeded) -> (complaints: [String], undecided: Int) {
    let sets = sets ?? readers.map { $0.operation.parts[$0.part].defined }
    var shown: [[Int]] = []
    for (reader, set) in zip(readers, sets) {
      let own = rowsOfValue[reader.operation.operation.value] ?? []
      try analysed.regions.space.charge(comparisons: 10 + 4 * own.count)
      for row in own {
        var row = row
        row[operationFactor] = reader.value
        if store.contains(set, row: row) { shown.append(row) }
      }
    }
    let values = Set(readers.map(\.value) + [RowConstraint.open])
    let readerOfValue = Dictionary(firstOf: zip(readers.map(\.value), zip(readers, sets)))
    let onReader = RowConstraint(factors: [operationFactor]) { row in
      !values.contains(row[operationFactor])
    }
    let read = Set(readers.flatMap(\.reads)).sorted()
    // As soon as all but a few of the factors are known that the result depends on; where the sets say more than that, of whole rows.
    let isExact = analysed.regions.space.isJoined
    let deciding = isExact ? read + [operationFactor] : Array(test.sizes.indices)
    let isCounted = RowConstraint(factors: deciding) { row in
      guard let (reader, set) = readerOfValue[row[operationFactor]] else { return false }
      guard reader.reads.count(where: { row[$0] == RowConstraint.open }) <= Self.mostOpen else {
        return false
      }
      try? budget.charge(Self.costOfDiagram)
      return !store.intersects(set, setup(of: row))
    }
    return try report(
      on: shown,
      of: readers.map { name(factor: operationFactor, value: $0.value) },
      groups: groups.filter { !$0.factors.isEmpty },
      [onReader, isCounted]
    ) { factor, value in
      skipsInside
        && readers.allSatisfy {
          !$0.reads.contains(factor) || $0.sensitivity.inside[factor]?.contains(value) == true
        }
    }
  }

  /// Any values of any factors.
  func onAllPairs() throws(LimitExceeded) -> (complaints: [String], undecided: Int) {
    let shown = Set(operations.map(\.operation.value))
    let onCase = RowConstraint(factors: [operationFactor]) { row in
      row[operationFactor] != RowConstraint.open && !shown.contains(row[operationFactor])
    }
    let all = CoveringRequest.Group(
      factors: Array(test.sizes.indices),
      strength: matrix.strength
    )
    let every = specification.coverage.every.map {
      CoveringRequest.Group(factors: $0.factors, strength: $0.factors.count)
    }
    let definedOnly = RowConstraint(factors: Array(test.sizes.indices)) { row in
      guard row[operationFactor] != RowConstraint.open else { return false }
      try? budget.charge(Self.costOfDiagram)
      let set = operationOfValue[row[operationFactor]]?.defined ?? .empty
      return !store.intersects(set, setup(of: row))
    }
    return try report(
      on: rows.filter { row in
        operationOfValue[row[operationFactor]].map { $0.contains(row) && $0.isDefined(row) } == true
      },
      groups: [all] + every,
      [onCase, definedOnly]
    )
  }

  /// What is known of a row, the operation left out.
  private func setup(of row: [Int]) -> Cube {
    Cube(
      partial: row.dropLast().map { $0 == RowConstraint.open ? nil : $0 },
      domains: store.domains
    )
  }

  /// What the checker says of tuples in rows whose result is defined.
  private func report(
    on rows: [[Int]],
    of operations: [String] = [],
    groups: [CoveringRequest.Group],
    _ constraints: [RowConstraint],
    skipping isSkipped: (_ factor: Int, _ value: Int) -> Bool = { _, _ in false }
  ) throws(LimitExceeded) -> (complaints: [String], undecided: Int) {
    var checker = CoverageChecker(
      sizes: test.sizes,
      constraints: test.constraints + constraints,
      request: test.request(groups),
      budget: budget
    )
    let report = checker.report(on: Suite(rows: rows, fixedCount: 0))
    try budget.charge(0)
    let complaints = report.complaints.compactMap { complaint -> String? in
      guard case .tupleMissed(let factors, let values) = complaint,
        !zip(factors, values).contains(where: isSkipped)
      else { return nil }
      return "no case with a defined result has "
        + (zip(factors, values).map(name) + operations.prefix(1)).joined(separator: ", ")
    }
    return (complaints, report.undecided)
  }

  private func name(factor: Int, value: Int) -> String {
    guard factor != operationFactor else {
      return "operation: \(specification.operationValues[value].id)"
    }
    let declared = specification.factors[factor]
    return "\(declared.name): \(declared.values[value].id)"
  }
}
