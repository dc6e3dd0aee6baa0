package import Combinatorics
import Specification

/// Builds outcome tables, sharing what they have in common.
package struct OutcomeTableBuilder {
  private let analysed: AnalysedSpecification
  private let readFactors: [Set<Int>?]
  /// The unread factors by operation value.
  private let unread: [UnreadFactors?]
  /// The assumptions by operation value.
  private var assumptions: [Assumption?]
  private let questions: [(id: String, rows: Diagram)]

  private var regions: RuleRegions { analysed.regions }
  private var space: SpecificationSpace { regions.space }
  private var lowered: LoweredSpecification { space.lowered }

  /// Prepares the tables of a spec.
  ///
  /// Throws `LimitExceeded` if the search for a combination takes too long.
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

  /// Returns the outcomes of an operation, an index into `Specification.operations`, in every combination.
  ///
  /// If the space is not joined, combinations are not counted, and a smaller set of factors may suffice. With `byVariant`, each cell has
  /// one operation value and lists no rules or questions of others. Throws `LimitExceeded` if rules overlap in too many ways or the search
  /// for a combination takes too long.
  package func table(
    of operation: Int,
    byVariant: Bool = false
  ) throws(LimitExceeded) -> OutcomeTable {
    let outcomes = try OutcomeRegions(analysed, operation: operation)
    let variants = lowered.variants[operation]
    var read = variants.reduce(into: Set<Int>()) { $0.formUnion(readFactors[$1] ?? []) }
    if variants.count > 1 { read.insert(lowered.operationFactor) }

    // A comparison of two numbers says more than either number.
    let comparisons = analysed.specification.factors.indices.filter {
      analysed.specification.factors[$0].comparison != nil && read.contains($0)
    }
    let (needed, function) = try outcomes.store.neededFactors(
      of: outcomes.function,
      preferring: comparisons + read.subtracting(comparisons).sorted()
    )
    // The variants become the first column.
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

  /// Makes the operation the first column, and splits each cell by variant.
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

  /// Returns the folds of listed cells.
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

  /// Returns the assumptions without factors that a column distinguishes, since a column may imply a factor.
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
