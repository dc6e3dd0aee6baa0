package import Combinatorics
import Specification
import Text

package struct SuiteVerdict: Hashable, Sendable {
  /// A sentence for each case that cannot happen and each missing tuple, rule or question.
  package let complaints: [String]
  /// The number of missing tuples for which it could not be decided within the limits whether they can happen.
  package let undecided: Int

  /// True if the suite is certainly complete and all its cases can happen.
  package var isCertified: Bool { complaints.isEmpty && undecided == 0 }
}

extension AnalysedSpecification {
  /// Verifies a suite with an independent checker.
  ///
  /// The checker derives the possible combinations from the conditions of the spec, case by case and without diagrams. It relies on the
  /// analysis for the regions where rules win, where exactly one result is expected and what the questions are about, and on the generator
  /// for the choice among several values of an included case.
  ///
  /// Throws `LimitExceeded` if it takes too long to find where results are expected, or what is missing.
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

private struct SuiteVerification {
  private let analysed: AnalysedSpecification
  private let matrix: TestMatrix
  private let operations: [OperationRows]
  private let test: SpecificationTest
  private let rows: [[Int]]
  /// The rows of each operation value.
  private let rowsOfValue: [Int: [[Int]]]
  /// The budget of all reports together; there are more of them than variants.
  private let budget = StepBudget(limit: StepBudget.ofSpec / 2)
  /// The cost of a diagram query in steps of the budget.
  private static let costOfDiagram = 100
  /// The number of factors on which a result depends that may be open when a row is checked against the defined rows.
  ///
  /// A lower number detects conflicts too late, a higher one queries diagrams too often.
  private static let mostOpen = 3
  /// The case operation that begins with each operation value.
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

  /// Returns the possible views of a row, one for each part of its operation.
  private func views(of row: [Int]) -> [[Int]] {
    let operation = operationOfValue[row[operationFactor]]
    return (operation?.operation.values ?? 0..<0).compactMap { value in
      var view = row
      view[operationFactor] = value
      let isImpossible = test.constraints.contains { $0.isBroken(view) }
      return isImpossible || !store.contains(analysed.rowsOfCases, row: view) ? nil : view
    }
  }

  /// Complaints about single cases.
  var onRows: [String] {
    guard !rows.isEmpty else {
      return specification.isPlanned ? [] : ["there is no case, though there are combinations"]
    }
    return zip(matrix.cases, rows).filter { views(of: $1).isEmpty }.map {
      "\($0.0.id) cannot happen"
    }
  }

  /// Returns complaints about missing targets: included cases, questions, and rules, both undisputed and where they override another one,
  /// and the effect of each condition.
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
    /// True if some of these rows have one result and no case is among them.
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

  /// Reports on the tuples of `strength` values, one of which is the operation.
  ///
  /// Each variant must meet the tuples of one factor fewer, each part those of `strength` factors; tuples of `strength` factors must be met
  /// in a row of some variant that reads them. Single values must occur in a defined row, several together in a row in which each of them
  /// matters.
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

  /// Reports on every value of every factor, and on the `every` groups, in the operations that read them.
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
    /// An index into the parts of the operation.
    var part: Int

    var value: Int { operation.parts[part].value }
    var reads: [Int] { operation.parts[part].reads }
    var sensitivity: Sensitivity { operation.sensitivities[part] }
  }

  /// Reports on each choice of `strength` factors, in rows of some variant to which they matter.
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

  /// Returns the `every` groups that include the operation and whose other factors are all read.
  private func every(within reads: [Int]) -> [CoveringRequest.Group] {
    specification.coverage.every.compactMap { group in
      let factors = group.factors.filter { $0 != operationFactor }
      return group.factors.contains(operationFactor) && factors.allSatisfy(reads.contains)
        ? CoveringRequest.Group(factors: factors, strength: factors.count) : nil
    }
  }

  /// Reports on tuples of some factors, in rows in which each of them matters to one of the readers.
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

  /// Reports on groups in rows with a defined result or, given `sets` by reader, in those sets.
  ///
  /// With `skipsInside`, values that no reader distinguishes from their neighbours are ignored.
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
    // The diagram is queried once all but a few of the factors that the result depends on are known, or the whole row if the sets depend on
    // more.
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

  /// Reports on the tuples of all factors.
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

  /// Returns the known values of a row, without the operation.
  private func setup(of row: [Int]) -> Cube {
    Cube(
      partial: row.dropLast().map { $0 == RowConstraint.open ? nil : $0 },
      domains: store.domains
    )
  }

  /// Runs the checker on tuples in rows with a defined result.
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
