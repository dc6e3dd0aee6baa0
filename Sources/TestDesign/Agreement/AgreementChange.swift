package import Combinatorics
package import Specification
import Text

/// The changes of an operation since somebody agreed to it.
package struct AgreementChange: Hashable, Sendable {
  /// An outcome that differs from the agreed table, or that only the agreed table has.
  package struct Difference: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
      /// An index into `OutcomeTable.cells`.
      case cell(Int)
      /// A condition of the agreed table that no longer occurs, as written in the ledger.
      case gone(String)
    }

    package var place: Place
    /// The outcome agreed to under this condition, or `nil` if the condition is new.
    package var was: String?
  }

  /// The number of differing outcomes, or `nil` if the ledger does not record the outcomes.
  package var count: Int?
  /// The first of them: cells in the order of the table, then conditions that no longer occur.
  package var differences: [Difference] = []
  /// The factors that make no difference now but were not listed when somebody agreed, as `factor` or `part/factor`; a final `!` stands for
  /// the invalid values of the factor.
  package var assumedNow: [String] = []
  /// The factors that were listed as making no difference, but no longer are.
  package var assumedBefore: [String] = []

  /// The maximum number of differences to list.
  package static let listed = 20
}

/// Writes ledger entries, and compares a spec with them.
///
/// Tables are compared by combination: a condition that is split differently, or names another factor, differs only where its outcome does.
package struct AgreementComparison {
  private let specification: Specification
  private let space: SpecificationSpace
  private var lowered: LoweredSpecification { space.lowered }
  private let unread: [UnreadFactors?]

  /// Throws `LimitExceeded` if the search for a combination takes too long.
  package init(_ analysed: AnalysedSpecification) throws(LimitExceeded) {
    specification = analysed.specification
    space = analysed.regions.space
    unread = try analysed.unreadFactors()
  }

  /// Returns the ledger entry for an operation that somebody agrees to.
  package func entry(
    of table: OutcomeTable,
    by author: String,
    on day: String,
    comment: String
  ) -> AgreementLedger.Entry {
    AgreementLedger.Entry(
      operation: specification.operations[table.operation].id,
      fingerprint: table.fingerprint,
      by: author,
      on: day,
      comment: comment,
      outcomes: AgreedOutcomes(table, in: specification).text,
      assumed: assumed(table.operation).joined(separator: ", ")
    )
  }

  /// Returns the names of the factors that make no difference to an operation, in order of declaration.
  private func assumed(_ operation: Int) -> [String] {
    let variants = lowered.variants[operation]
    let all = variants.map { value -> [String] in
      guard let unread = unread[value] else { return [] }
      return unread.factors.map { specification.factors[$0].name }
        + unread.invalid.map { specification.factors[$0.factor].name + "!" }
    }
    let common = (all.first ?? []).filter { entry in all.allSatisfy { $0.contains(entry) } }
    let own = zip(variants, all).flatMap { value, entries in
      let name = lowered.operationValues[value].variant?.id ?? ""
      return entries.filter { !common.contains($0) }.map { "\(name)/\($0)" }
    }
    return common + own
  }

  /// True if nothing that was agreed to is wrong now, and no more is assumed than then.
  ///
  /// The fingerprint also changes if a rule begins to name a factor without any effect. Then the table is the same and fewer assumptions
  /// are made, so nobody has to look again.
  package func holds(_ entry: AgreementLedger.Entry, for table: OutcomeTable) -> Bool {
    if table.fingerprint == entry.fingerprint { return true }
    let change = change(of: table, since: entry)
    return change.count == 0 && change.assumedNow.isEmpty
  }

  package func change(of table: OutcomeTable, since entry: AgreementLedger.Entry) -> AgreementChange
  {
    var change = AgreementChange()
    let now = assumed(table.operation)
    let before = entry.assumed.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    guard !entry.outcomes.trimmed.isEmpty || !before.isEmpty else { return change }
    // A factor that made no difference to the whole operation made none to its variants.
    change.assumedNow = now.filter { name in
      let ofAll = name.firstIndex(of: "/").map { String(name[name.index(after: $0)...]) }
      return !before.contains(name) && !before.contains(ofAll ?? name)
    }
    change.assumedBefore = before.filter { !now.contains($0) }
    guard table.listsCells, !entry.outcomes.trimmed.isEmpty,
      let agreed = AgreedOutcomes(entry.outcomes)
    else { return change }
    let today = AgreedOutcomes(table, in: specification)
    let found = space.store.attempt(nodeShare: 0.9) { () throws(LimitExceeded) in
      try differences(of: today, on: table, since: agreed)
    }
    // Tables too large to compare by combination are compared by the text of their conditions.
    let differing = found ?? writtenDifferences(of: today, since: agreed)
    change.count = differing.count
    change.differences = Array(differing.prefix(AgreementChange.listed))
    return change
  }

  private func writtenDifferences(
    of today: AgreedOutcomes,
    since agreed: AgreedOutcomes
  ) -> [AgreementChange.Difference] {
    let (were, are) = (agreed.byCondition, today.byCondition)
    let cells = today.cells.enumerated().filter { were[$1.condition] != $1.outcome }
    let gone = agreed.cells.filter { are[$0.condition] == nil }
    return cells.map { number, cell in
      .init(place: .cell(number), was: were[cell.condition].map(AgreedOutcomes.plain))
    } + gone.map { .init(place: .gone($0.condition), was: AgreedOutcomes.plain($0.outcome)) }
  }

  /// Returns the cells whose outcome differs from the agreed one, then the agreed conditions that can no longer occur.
  private func differences(
    of today: AgreedOutcomes,
    on table: OutcomeTable,
    since agreed: AgreedOutcomes
  ) throws(LimitExceeded) -> [AgreementChange.Difference] {
    let store = space.store
    let names = ConditionNames(specification, table.operation)
    let possible = try store.intersection(space.all, lowered.cube(ofOperation: table.operation))
    func cubes(_ cells: [AgreedOutcomes.Cell], isWhole: Bool) -> [Cube] {
      cells.compactMap { names.cube($0.condition, isWhole: isWhole, in: lowered) }
    }
    var surely: [String: Diagram] = [:]
    var maybe: [(outcome: String, rows: Diagram)] = []
    for cells in agreed.cells.gathered(by: \.outcome) {
      surely[cells[0].outcome] = try store.diagram(of: cubes(cells, isWhole: true))
      maybe.append((cells[0].outcome, try store.diagram(of: cubes(cells, isWhole: false))))
    }
    let agreedOutcomes = agreed.byCondition
    var differences: [AgreementChange.Difference] = []
    for (number, cell) in today.cells.enumerated()
    where agreedOutcomes[cell.condition] != cell.outcome {
      var cube = lowered.cube(ofOperation: table.operation)
      for (factor, values) in zip(table.factors, table.cells[number].values) {
        cube.restrict(factor, to: values)
      }
      let rows = try store.intersection(possible, cube)
      let other = try store.difference(rows, surely[cell.outcome] ?? .empty)
      guard other != .empty else { continue }
      var were: [String] = []
      if differences.count < AgreementChange.listed {
        for (outcome, rows) in maybe where outcome != cell.outcome {
          if try store.meet(other, rows) { were.append(outcome) }
        }
      }
      let was = were.prefix(Self.quoted).map(AgreedOutcomes.plain).joined(separator: " / ")
      differences.append(
        .init(
          place: .cell(number),
          was: were.isEmpty ? nil : was + (were.count > Self.quoted ? " / …" : "")
        )
      )
    }
    let todays = today.byCondition
    for cell in agreed.cells where todays[cell.condition] == nil {
      guard !cubes([cell], isWhole: false).contains(where: { store.intersects(possible, $0) })
      else { continue }
      differences.append(
        .init(place: .gone(cell.condition), was: AgreedOutcomes.plain(cell.outcome))
      )
    }
    return differences
  }

  /// The maximum number of agreed outcomes to quote for a difference.
  private static let quoted = 3
}

/// The operations of a spec that people have agreed to, and the changes since.
package struct SpecAgreement: Sendable {
  package enum State: Hashable, Sendable {
    case open
    case agreed(AgreementLedger.Entry)
    case changed(AgreementLedger.Entry, AgreementChange)
    /// There is no table to compare with.
    case unknown(AgreementLedger.Entry)

    /// The entry, whether or not it still holds.
    package var entry: AgreementLedger.Entry? {
      switch self {
      case .open: nil
      case .agreed(let entry), .changed(let entry, _), .unknown(let entry): entry
      }
    }
  }

  /// By operation.
  package var states: [State]
  /// The entries of operations that no longer exist.
  package var gone: [AgreementLedger.Entry]
  /// Objections to decisions that the rules no longer make.
  package var settled: [AgreementLedger.Entry]
  /// Decisions that were agreed to and have changed since.
  package var decisions: [Decision] = []
  package var hasLedger: Bool

  package var agreedCount: Int {
    states.count { if case .agreed = $0 { true } else { false } }
  }

  /// Creates the state without any agreement.
  package init(noneOf specification: Specification) {
    states = specification.operations.map { _ in .open }
    gone = []
    settled = []
    hasLedger = false
  }

  /// Compares a spec with its ledger, if there is one.
  ///
  /// `tables` holds the table of each operation, or `nil` if it exceeds the limits; then the operation's state is unknown.
  package init(
    _ analysed: AnalysedSpecification,
    _ tables: [OutcomeTable?],
    with ledger: AgreementLedger?
  ) {
    self.init(noneOf: analysed.specification)
    guard let ledger else { return }
    hasLedger = true
    gone = ledger.gone(from: analysed.specification)
    settled = analysed.analysis.settledObjections
    decisions = analysed.analysis.decisions.filter { $0.state.lapsed != nil }
    let comparison = try? AgreementComparison(analysed)
    states = analysed.specification.operations.enumerated().map { number, operation in
      guard let entry = ledger[operation.id] else { return .open }
      guard let table = tables[number] else { return .unknown(entry) }
      if comparison?.holds(entry, for: table) ?? (table.fingerprint == entry.fingerprint) {
        return .agreed(entry)
      }
      return .changed(entry, comparison?.change(of: table, since: entry) ?? AgreementChange())
    }
  }
}

extension AnalysedSpecification {
  /// Returns the table of each operation, or `nil` if it is not wanted or its rules overlap in too many ways.
  package func outcomeTablesWithinLimits(
    where isWanted: (Operation) -> Bool = { _ in true }
  ) -> [OutcomeTable?] {
    let wanted = specification.operations.map(isWanted)
    guard wanted.contains(true), let builder = try? OutcomeTableBuilder(self) else {
      return wanted.map { _ in nil }
    }
    return wanted.enumerated().map { $1 ? try? builder.table(of: $0) : nil }
  }
}
