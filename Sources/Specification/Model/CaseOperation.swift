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
  /// Whether `values` are parts.
  package var hasParts: Bool

  /// The number by which combinations of cases name it: its only value, or its first part.
  package var value: Int { values.lowerBound }
}

extension Specification {
  /// What cases can do, in the order of declaration.
  package var caseOperations: [CaseOperation] {
    var all: [CaseOperation] = []
    var first = 0
    for (number, operation) in operations.enumerated() {
      let values = first..<(first + max(1, operation.variants.count))
      first = values.upperBound
      if operation.hasParts || operation.variants.isEmpty {
        all.append(
          CaseOperation(
            id: operation.id,
            operation: number,
            values: values,
            hasParts: operation.hasParts
          )
        )
      } else {
        for (value, variant) in zip(values, operation.variants) {
          all.append(
            CaseOperation(
              id: "\(operation.id)/\(variant.id)",
              operation: number,
              values: value..<(value + 1),
              hasParts: false
            )
          )
        }
      }
    }
    return all
  }

  /// By number in `operationValues`: what a case does that shows it.
  package var caseOperationOfValue: [CaseOperation] {
    caseOperations.flatMap { operation in operation.values.map { _ in operation } }
  }
}
