import Specification

/// A condition of the spec on a setup, an operation and a part, in no language yet.
indirect enum CodeCondition {
  /// Always met.
  case always
  /// That a factor has one of some values.
  case value(of: Int, among: [Int])
  /// That a factor applies.
  case applies(Int)
  /// That the value of a factor must be rejected.
  case isInvalid(Int)
  /// That the operation is one of some; numbers in `Specification.caseOperations`.
  case operation([Int])
  /// That the part that is looked at is one of some; numbers in `Specification.operationValues`.
  case part([Int])
  case all([CodeCondition])
  case any([CodeCondition])
  case not(CodeCondition)
  /// That one is met and the other is not.
  case differ(CodeCondition, CodeCondition)
}

/// What a combination must not be, in the order of the spec.
struct CodePossibility {
  /// What cannot happen, and why.
  private(set) var refusals: [(condition: CodeCondition, reason: String?)] = []
  /// Of which one at most may be met: one invalid value at a time.
  private(set) var invalidities: [CodeCondition] = []

  private let specification: Specification

  init(_ specification: Specification) {
    self.specification = specification
    for (number, factor) in specification.factors.enumerated() {
      guard let when = factor.onlyWhen else { continue }
      refusals.append((.differ(.applies(number), condition(when)), nil))
    }
    for (number, operation) in specification.operations.enumerated() {
      guard let when = operation.onlyWhen else { continue }
      let values = specification.operationValues.indices.filter {
        specification.operationValues[$0].operation == number
      }
      refusals.append((.all([isOperation(values), .not(condition(when))]), nil))
    }
    for impossibility in specification.impossible {
      refusals.append((condition(impossibility.when), impossibility.because))
    }
    for (number, factor) in specification.factors.enumerated()
    where factor.values.contains(where: \.isInvalid) {
      invalidities.append(.isInvalid(number))
    }
    let invalid = specification.operationValues.indices.filter {
      specification.operationValues[$0].isInvalid
    }
    if !invalid.isEmpty { invalidities.append(isOperation(invalid)) }
  }

  private func condition(_ condition: Condition) -> CodeCondition {
    let alternatives = condition.alternatives.map { conjunction -> CodeCondition in
      let terms = conjunction.terms.filter { !$0.isAny }.map { term -> CodeCondition in
        term.factor == specification.operationFactor
          ? isOperation(term.values) : .value(of: term.factor, among: term.values)
      }
      return terms.isEmpty ? .always : terms.count == 1 ? terms[0] : .all(terms)
    }
    return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
  }

  /// Whether it is one of some values of the operation; those of parts where the part is meant.
  private func isOperation(_ values: [Int]) -> CodeCondition {
    let operations = specification.caseOperations
    let whole = operations.indices.filter { operations[$0].values.allSatisfy(values.contains) }
    let parts = operations.indices.filter { !whole.contains($0) }
      .flatMap { operations[$0].values.filter(values.contains) }
    if parts.isEmpty { return .operation(whole) }
    return whole.isEmpty ? .part(parts) : .any([.operation(whole), .part(parts)])
  }
}
