/// The operation of a case: an operation, one of its variants, or an operation with all its parts.
///
/// The analysis examines each part separately, but a tester opens a screen once and checks everything on it.
package struct CaseOperation: Sendable {
  /// `submit`, `network_error/offline`, or `show` for an operation with parts.
  package var id: String
  /// The index in `Specification.operations`.
  package var operation: Int
  /// The indices in `Specification.operationValues`: one, or those of all parts.
  package var values: Range<Int>
  package var hasParts: Bool

  /// The operation value in combinations of cases: the only value, or the first part.
  package var value: Int { values.lowerBound }
}

extension Specification {
  /// The operations of cases, in the order of declaration.
  package var caseOperations: [CaseOperation] {
    var first = 0
    return operations.enumerated().flatMap { number, operation in
      let values = first..<(first + max(1, operation.variants.count))
      first = values.upperBound
      let isOne = operation.hasParts || operation.variants.isEmpty
      let ids = isOne ? [operation.id] : operation.variants.map { "\(operation.id)/\($0.id)" }
      return ids.enumerated().map { place, id in
        CaseOperation(
          id: id,
          operation: number,
          values: isOne ? values : (values.lowerBound + place)..<(values.lowerBound + place + 1),
          hasParts: operation.hasParts
        )
      }
    }
  }

  /// The operation of the cases that show each value in `operationValues`.
  package var caseOperationOfValue: [CaseOperation] {
    caseOperations.flatMap { operation in operation.values.map { _ in operation } }
  }
}
