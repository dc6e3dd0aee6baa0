package import Specification

/// Which operations of a spec somebody has agreed to, and what has changed since.
package struct SpecAgreement: Sendable {
  package enum State: Hashable, Sendable {
    case open
    case agreed(AgreementLedger.Entry)
    case changed(AgreementLedger.Entry, AgreementChange)
    /// There is no table to compare with.
    case unknown(AgreementLedger.Entry)

    /// What somebody agreed to, be it as it was or not.
    package var entry: AgreementLedger.Entry? {
      switch self {
      case .open: nil
      case .agreed(let entry), .changed(let entry, _), .unknown(let entry): entry
      }
    }
  }

  /// By operation.
  package var states: [State]
  /// What was agreed to of operations that are there no more.
  package var gone: [AgreementLedger.Entry]
  /// True if there is a ledger.
  package var hasLedger: Bool

  package var agreedCount: Int {
    states.count { if case .agreed = $0 { true } else { false } }
  }

  /// Nothing agreed to.
  package init(noneOf specification: Specification) {
    states = specification.operations.map { _ in .open }
    gone = []
    hasLedger = false
  }

  /// Compares a spec with its ledger.
  ///
  /// An operation whose table is beyond the limits is unknown.
  ///
  /// - Parameters:
  ///   - analysed: The spec.
  ///   - tables: By operation: its table; `nil` if there is none.
  ///   - ledger: What people agreed to; `nil` if there is no ledger.
  package init(
    _ analysed: AnalysedSpecification,
    _ tables: [OutcomeTable?],
    with ledger: AgreementLedger?
  ) {
    self.init(noneOf: analysed.specification)
    guard let ledger else { return }
    hasLedger = true
    gone = ledger.gone(from: analysed.specification)
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
  /// By operation: its table; `nil` if its rules overlap in too many ways, and where it is not wanted.
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
