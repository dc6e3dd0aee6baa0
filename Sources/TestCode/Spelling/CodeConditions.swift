import Specification

/// The conditions that exclude combinations, as expressions over `setup`, `operation` and `part`, in the order of the spec.
struct CodeConditions {
  /// The impossible conditions with their reasons, which are empty if the spec has none.
  private(set) var refusals: [(condition: String, reason: String)] = []
  /// The conditions of which at most one may hold, so that there is only one invalid value at a time.
  private(set) var invalidities: [String] = []

  private let specification: Specification
  private let names: CodeNames
  private let spelling: Spelling

  /// An expression, with a flag for whether it needs parentheses within another.
  private typealias Expression = (text: String, isCompound: Bool)

  init(_ specification: Specification, _ names: CodeNames, _ spelling: Spelling) {
    self.specification = specification
    self.names = names
    self.spelling = spelling
    let values = specification.operationValues
    for (number, factor) in specification.factors.enumerated() {
      // A comparison of two numbers is computed from the numbers.
      guard let when = factor.onlyWhen, factor.comparison == nil else { continue }
      let applies = property(number) + spelling.applies
      let condition = condition(when).text
      refusals.append(("(\(applies))\(spelling.logic.differ)(\(condition))", ""))
    }
    for (number, operation) in specification.operations.enumerated() {
      guard let when = operation.onlyWhen else { continue }
      let isOperation = isOperation(values.indices.filter { values[$0].operation == number })
      let isElsewhere = "\(spelling.logic.not)(\(condition(when).text))"
      refusals.append((joined([isOperation, (isElsewhere, false)], spelling.logic.and).text, ""))
    }
    for impossibility in specification.impossible {
      refusals.append((condition(impossibility.when).text, impossibility.because ?? ""))
    }
    for (number, factor) in specification.factors.enumerated() {
      let invalid = factor.values.indices.filter { factor.values[$0].isInvalid }
      if invalid.isEmpty { continue }
      let names = members(invalid, of: number)
      invalidities.append(
        spelling.isInvalid(property(number), factor.onlyWhen != nil, names)
      )
    }
    let invalid = values.indices.filter { values[$0].isInvalid }
    if !invalid.isEmpty { invalidities.append(isOperation(invalid).text) }
  }

  private func condition(_ condition: Condition) -> Expression {
    let alternatives = condition.alternatives.map { conjunction in
      let terms = conjunction.terms.filter { !$0.isAny }.map { term in
        term.factor == specification.operationFactor
          ? isOperation(term.values)
          : (spelling.isOne(property(term.factor), members(term.values, of: term.factor)), false)
      }
      return terms.isEmpty ? (spelling.logic.yes, false) : joined(terms, spelling.logic.and)
    }
    return joined(alternatives, spelling.logic.or)
  }

  /// Returns the condition that the operation, or the part where only some are meant, is one of the values.
  private func isOperation(_ values: [Int]) -> Expression {
    let operations = specification.caseOperations
    let whole = operations.indices.filter { operations[$0].values.allSatisfy(values.contains) }
    let parts = operations.indices.filter { !whole.contains($0) }
      .flatMap { operations[$0].values.filter(values.contains) }
    var expressions: [Expression] = []
    if !whole.isEmpty || parts.isEmpty {
      let members = whole.map { spelling.member("Operation", names.operations[$0]) }
      expressions.append((spelling.isOne("operation", members), false))
    }
    if !parts.isEmpty {
      let members = parts.map { spelling.member("Part", names.parts[$0]) }
      expressions.append((spelling.isOne("part", members), false))
    }
    return joined(expressions, spelling.logic.or)
  }

  private func joined(_ expressions: [Expression], _ sign: String) -> Expression {
    if expressions.count == 1 { return expressions[0] }
    let texts = expressions.map { $0.isCompound ? "(\($0.text))" : $0.text }
    return (texts.joined(separator: sign), true)
  }

  private func property(_ factor: Int) -> String { "setup.\(names.properties[factor])" }

  private func members(_ values: [Int], of factor: Int) -> [String] {
    values.map { spelling.member(names.types[factor], names.values[factor][$0]) }
  }
}
