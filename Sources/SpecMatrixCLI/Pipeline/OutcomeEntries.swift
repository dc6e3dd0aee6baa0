import Combinatorics
import Reporting
import Specification
import TestDesign

extension AnalysedSpecification {
  /// Returns the entries of the operations with the given indices; throws if the spec as a whole is too large.
  func outcomeEntries(
    of operations: [Int]
  ) throws(LimitExceeded) -> [OutcomeReport.Entry] {
    let builder = try OutcomeTableBuilder(self)
    return operations.map { operation in
      // One operation that exceeds the limits does not hide the others.
      do throws(LimitExceeded) {
        return .table(try builder.table(of: operation))
      } catch {
        return .refused(operation: operation, reason: error.what)
      }
    }
  }

  /// Returns the table of each operation, or `nil` where the entries have none.
  func tables(of entries: [OutcomeReport.Entry]) -> [OutcomeTable?] {
    var tables: [OutcomeTable?] = specification.operations.map { _ in nil }
    for case .table(let table) in entries { tables[table.operation] = table }
    return tables
  }
}
