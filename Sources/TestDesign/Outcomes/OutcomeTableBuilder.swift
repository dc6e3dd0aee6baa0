package import Combinatorics
import Specification

extension AnalysedSpecification {
  /// What happens on an operation, for every combination.
  ///
  /// Where statements of the space are apart, combinations are not counted, and a smaller set of factors may do.
  ///
  /// - Parameter operation: A number in `Specification.operations`.
  /// - Throws: `LimitExceeded` where its rules overlap in too many ways, or the search for a combination took too long.
  package func outcomeTable(of operation: Int) throws(LimitExceeded) -> OutcomeTable {
    try OutcomeTableBuilder(self).table(of: operation)
  }

  /// The tables of all operations, in the order of declaration.
  ///
  /// - Throws: `LimitExceeded` as of one table.
  package func outcomeTables() throws(LimitExceeded) -> [OutcomeTable] {
    let builder = try OutcomeTableBuilder(self)
    var tables: [OutcomeTable] = []
    for operation in specification.operations.indices {
      tables.append(try builder.table(of: operation))
    }
    return tables
  }
}

/// Makes outcome tables, with what they share made once.
package struct OutcomeTableBuilder {
  private let analysed: AnalysedSpecification
  private let readFactors: [Set<Int>?]
  /// By operation value.
  private let unread: [UnreadFactors?]
  private let assumptions: [Assumption]
  private let questions: [(id: String, rows: Diagram)]

  private var regions: RuleRegions { analysed.regions }
  private var space: SpecificationSpace { regions.space }
  private var lowered: LoweredSpecification { space.lowered }

  /// - Throws: `LimitExceeded` where the search for a combination took too long.
  package init(_ analysed: AnalysedSpecification) throws(LimitExceeded) {
    self.analysed = analysed
    readFactors = try analysed.readFactors()
    unread = try analysed.unreadFactors()
    assumptions = analysed.assumptions(unread)
    questions = analysed.questionRegions
  }

  /// - Throws: `LimitExceeded` as of `outcomeTable(of:)`.
  package func table(of operation: Int) throws(LimitExceeded) -> OutcomeTable {
    let outcomes = try OutcomeRegions(analysed, operation: operation)
    let variants = lowered.variants[operation]
    var read = variants.reduce(into: Set<Int>()) { $0.formUnion(readFactors[$1] ?? []) }
    if variants.count > 1 { read.insert(lowered.operationFactor) }

    let (needed, function) = try outcomes.store.neededFactors(
      of: outcomes.function,
      preferring: read.sorted()
    )
    // The variants stand in front where they might as well.
    let factors = needed.factors.sorted { left, right in
      (left != lowered.operationFactor ? 1 : 0, left)
        < (right != lowered.operationFactor ? 1 : 0, right)
    }
    let table = try outcomes.store.table(of: function, factors: factors)
    var count = try table.cellCount()
    var cells: [OutcomeTable.Cell] = []
    if count <= OutcomeTable.cellLimit {
      for cell in try table.cells() {
        if let cell = try self.cell(cell, table.columns, outcomes) { cells.append(cell) }
      }
      count = cells.count
    }
    return OutcomeTable(
      operation: operation,
      factors: table.columns,
      isSmallest: needed.isSmallest && space.isJoined,
      cellCount: count,
      cells: cells,
      folds: count > OutcomeTable.foldLimit ? try folds(of: table, outcomes, cells) : [],
      assumptions: assumed(operation),
      fingerprint: try OutcomeFingerprint(lowered, outcomes).digest(
        reading: read,
        unread: variants.map { ($0, unread[$0]) }
      ),
      steps: outcomes.store.steps
    )
  }

  // MARK: Cells

  /// - Returns: `nil` for a cell of which nothing can occur, as may be where statements are apart.
  private func cell(
    _ cell: DecisionTable.Cell,
    _ columns: [Int],
    _ outcomes: OutcomeRegions
  ) throws(LimitExceeded) -> OutcomeTable.Cell? {
    let store = space.store
    var cube = Cube(full: lowered.domains)
    for (factor, values) in zip(columns, cell.values) { cube.restrict(factor, to: values) }
    let rows = try store.intersection(outcomes.rows, try store.diagram(of: cube))
    guard try space.possible(rows) != .empty else { return nil }
    let winners = try winners(rows)
    return OutcomeTable.Cell(
      values: cell.values,
      spans: cell.spans,
      outcome: outcomes.outcomes[cell.label],
      rules: winners.map { lowered.parts[$0].rule },
      departsFrom: try generalRules(of: winners, rows),
      questions: try questions(meeting: rows),
      combinations: space.decimalCount([rows])
    )
  }

  /// The parts of rules that win somewhere, ascending by rule.
  private func winners(_ rows: Diagram) throws(LimitExceeded) -> [Int] {
    guard let row = space.store.anyRow(of: rows) else { return [] }
    let operation = lowered.specification.operationValues[row[lowered.operationFactor]].operation
    var winners: [Int] = []
    for part in lowered.parts.of(operation: operation) {
      let won = try space.store.intersection(regions.wonByParts[part], rows)
      if try space.possible(won) != .empty { winners.append(part) }
    }
    return winners
  }

  /// The rules that would win if their exceptions did not.
  private func generalRules(
    of winners: [Int],
    _ rows: Diagram
  ) throws(LimitExceeded) -> [Int] {
    guard let first = winners.first else { return [] }
    var rules: [Int] = []
    for part in lowered.parts.of(operation: lowered.parts[first].operation)
    where !winners.contains(part) {
      for exception in regions.exceptions.direct(of: part) where winners.contains(exception) {
        let both = try space.store.intersection(
          try space.store.intersection(regions.wonByParts[exception], regions.inPlay[part]),
          rows
        )
        guard try space.possible(both) != .empty else { continue }
        rules.append(lowered.parts[part].rule)
        break
      }
    }
    return rules
  }

  private func questions(meeting rows: Diagram) throws(LimitExceeded) -> [String] {
    var ids: [String] = []
    for question in questions {
      let both = try space.store.intersection(question.rows, rows)
      if try space.possible(both) != .empty { ids.append(question.id) }
    }
    return ids
  }

  // MARK: Folds

  private func folds(
    of table: DecisionTable,
    _ outcomes: OutcomeRegions,
    _ cells: [OutcomeTable.Cell]
  ) throws(LimitExceeded) -> [OutcomeTable.Fold] {
    let folds = try table.folded(
      columnLimit: OutcomeTable.foldedFactors,
      foldLimit: OutcomeTable.foldLimit,
      isCounted: outcomes.outcomes.map { !$0.isDefined }
    )
    var firstCell = 0
    return folds.map { fold in
      defer { firstCell = firstCell.addingReportingOverflow(fold.cells).partialValue }
      return OutcomeTable.Fold(
        values: fold.values,
        spans: fold.spans,
        outcome: fold.label.map { outcomes.outcomes[$0] },
        cells: fold.cells,
        open: fold.counted,
        firstCell: firstCell
      )
    }
  }

  // MARK: Assumptions

  private func assumed(_ operation: Int) -> [OutcomeTable.Assumed] {
    var assumed: [OutcomeTable.Assumed] = []
    for assumption in assumptions
    where lowered.variants[operation].contains(assumption.operationValue) {
      if let place = assumed.firstIndex(where: { $0.assumption.assumesTheSame(as: assumption) }) {
        assumed[place].operationValues.append(assumption.operationValue)
      } else {
        assumed.append(.init(operationValues: [assumption.operationValue], assumption: assumption))
      }
    }
    return assumed
  }
}
