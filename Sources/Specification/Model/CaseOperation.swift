/// What a case does: an operation, one of its variants, or an operation with all its parts at once.
///
/// The analysis looks at each part by itself. A tester opens a screen once and checks everything on it, so in a case an operation with
/// parts is one thing.
package struct CaseOperation: Sendable {
  /// `submit`, `network_error/offline`; of an operation with parts `show`.
  package var id: String
  /// The number in `Specification.operations`.
  package var operation: Int
  /// The numbers in `Specification.operationValues`: one, or those of all parts.
  package var values: Range<Int>
  package var hasParts: Bool

  /// The number by which combinations of cases name it: its only value, or its first part.
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

  /// By number in `operationValues`: what a case does that shows it.
  package var caseOperationOfValue: [CaseOperation] {
    caseOperations.flatMap { operation in operation.values.map { _ in operation } }
  }
}
