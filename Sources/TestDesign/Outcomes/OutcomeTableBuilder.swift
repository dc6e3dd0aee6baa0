package import Combinatorics
import Specification

/// Makes outcome tables, with what they share made once.
package struct OutcomeTableBuilder {
  private let analysed: AnalysedSpecification
  private let readFactors: [Set<Int>?]
  /// By operation value.
  private let unread: [UnreadFactors?]
  /// By operation value.
  private var assumptions: [Assumption?]
  private let questions: [(id: String, rows: Diagram)]

  private var regions: RuleRegions { analysed.regions }
  private var space: SpecificationSpace { regions.space }
  private var lowered: LoweredSpecification { space.lowered }

  /// - Throws: `LimitExceeded` if the search for a combination took too long.
  package init(_ analysed: AnalysedSpecification) throws(LimitExceeded) {
    self.analysed = analysed
    readFactors = try analysed.regions.readFactors()
    unread = try analysed.unreadFactors()
    assumptions = Array(repeating: nil, count: unread.count)
    for assumption in analysed.assumptions(unread) {
      assumptions[assumption.operationValue] = assumption
    }
    questions = analysed.questionRegions
  }

  /// What happens on an operation, for every combination.
  ///
  /// Where statements of the space are apart, combinations are not counted, and a smaller set of factors may do.
  ///
  /// - Parameters:
  ///   - operation: A number in `Specification.operations`.
  ///   - byVariant: True if each cell is about one value of the operation, so that it names no rule or question of another.
  /// - Returns: The table.
  /// - Throws: `LimitExceeded` if its rules overlap in too many ways, or the search for a combination took too long.
  package func table(
    of operation: Int,
    byVariant: Bool = false
  ) throws(LimitExceeded) -> OutcomeTable {
    let outcomes = try OutcomeRegions(analysed, operation: operation)
    let variants = lowered.variants[operation]
    var read = variants.reduce(into: Set<Int>()) { $0.formUnion(readFactors[$1] ?? []) }
    if variants.count > 1 { read.insert(lowered.operationFactor) }

    // How two numbers compare says more than either of them.
    let comparisons = analysed.specification.factors.indices.filter {
      analysed.specification.factors[$0].comparison != nil && read.contains($0)
    }
    let (needed, function) = try outcomes.store.neededFactors(
      of: outcomes.function,
      preferring: comparisons + read.subtracting(comparisons).sorted()
    )
    // The variants stand in front where they might as well.
    let factors = needed.factors.sorted { left, right in
      (left != lowered.operationFactor ? 1 : 0, left)
        < (right != lowered.operationFactor ? 1 : 0, right)
    }
    let table = try outcomes.store.table(
      of: function,
      factors: factors,
      weakValues: lowered.domains.sizes.indices.map { lowered.notApplicable($0) }
    )
    var count = try table.cellCount()
    var columns = table.columns
    var cells: [OutcomeTable.Cell] = []
    if count <= OutcomeTable.cellLimit {
      var listed = try table.cells()
      if byVariant { divide(&listed, &columns, variants) }
      cells = try CellContents(
        regions,
        analysed.overrides,
        questions,
        outcomes,
        operation: operation
      )
      .cells(listed, columns: columns)
      count = cells.count
    }
    return OutcomeTable(
      operation: operation,
      factors: columns,
      isSmallest: needed.isSmallest && space.isJoined,
      cellCount: count,
      cells: cells,
      folds: count > OutcomeTable.foldLimit ? try folds(of: table, outcomes, cells) : [],
      assumptions: assumed(operation, cells, columns),
      fingerprint: try OutcomeFingerprint(lowered).digest(
        outcomes,
        reading: read,
        unread: variants.map { ($0, unread[$0]) }
      ),
      steps: outcomes.store.steps
    )
  }

  /// Puts the operation in front, and makes of each cell one for each of its variants.
  private func divide(
    _ cells: inout [DecisionTable.Cell],
    _ columns: inout [Int],
    _ variants: Range<Int>
  ) {
    let place = columns.firstIndex(of: lowered.operationFactor)
    cells = variants.flatMap { variant in
      cells.filter { cell in place.map { cell.values[$0].contains(variant) } ?? true }.map { cell in
        var cell = cell
        if let place {
          cell.values.remove(at: place)
          cell.spans.remove(at: place)
        }
        cell.values.insert([variant], at: 0)
        cell.spans.insert(false, at: 0)
        return cell
      }
    }
    if let place { columns.remove(at: place) }
    columns.insert(lowered.operationFactor, at: 0)
  }

  // MARK: Folds

  private func folds(
    of table: DecisionTable,
    _ outcomes: OutcomeRegions,
    _ cells: [OutcomeTable.Cell]
  ) throws(LimitExceeded) -> [OutcomeTable.Fold] {
    guard cells.isEmpty else { return folds(of: cells) }
    let folds = try table.folded(
      columnLimit: OutcomeTable.foldedFactors,
      foldLimit: OutcomeTable.foldLimit,
      isCounted: outcomes.outcomes.map { !$0.isDefined }
    )
    return folds.map { fold in
      OutcomeTable.Fold(
        values: fold.values,
        spans: fold.spans,
        outcome: fold.label.map { outcomes.outcomes[$0] },
        cells: fold.cells,
        open: fold.counted,
        firstCell: 0
      )
    }
  }

  /// The same of cells that are listed.
  private func folds(of cells: [OutcomeTable.Cell]) -> [OutcomeTable.Fold] {
    var best: [OutcomeTable.Fold] = []
    for columns in 1...min(OutcomeTable.foldedFactors, cells[0].values.count) {
      var folds: [OutcomeTable.Fold] = []
      for (number, cell) in cells.enumerated() {
        let values = Array(cell.values.prefix(columns))
        if let last = folds.last, last.values == values {
          folds[folds.count - 1].cells += 1
          folds[folds.count - 1].open += cell.isOpen(in: analysed.specification) ? 1 : 0
          if last.outcome != cell.outcome { folds[folds.count - 1].outcome = nil }
        } else {
          folds.append(
            OutcomeTable.Fold(
              values: values,
              spans: Array(cell.spans.prefix(columns)),
              outcome: cell.outcome,
              cells: 1,
              open: cell.isOpen(in: analysed.specification) ? 1 : 0,
              firstCell: number
            )
          )
        }
      }
      guard columns == 1 || folds.count <= OutcomeTable.foldLimit else { break }
      best = folds
    }
    return best
  }

  // MARK: Assumptions

  /// The assumptions, without factors that a column distinguishes: a column may stand for a factor that it implies.
  private func assumed(
    _ operation: Int,
    _ cells: [OutcomeTable.Cell],
    _ columns: [Int]
  ) -> [OutcomeTable.Assumed] {
    let variants = columns.firstIndex(of: lowered.operationFactor)
    var assumed: [OutcomeTable.Assumed] = []
    for var assumption in assumptions[lowered.variants[operation]].compactMap(\.self) {
      let own = cells.filter { cell in
        variants.map { cell.values[$0].contains(assumption.operationValue) } ?? true
      }
      let telling = columns.indices.filter { column in
        cells.isEmpty || own.contains { !$0.spans[column] }
      }.map { columns[$0] }
      assumption.factors.removeAll(where: telling.contains)
      assumption.invalid.removeAll { telling.contains($0.factor) }
      guard !assumption.factors.isEmpty || !assumption.invalid.isEmpty else { continue }
      if let place = assumed.firstIndex(where: { $0.assumption.assumesTheSame(as: assumption) }) {
        assumed[place].operationValues.append(assumption.operationValue)
      } else {
        assumed.append(.init(operationValues: [assumption.operationValue], assumption: assumption))
      }
    }
    return assumed
  }
}
