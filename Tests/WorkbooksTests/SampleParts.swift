import Diagnostics
import Specification

@testable import Specification
@testable import TestDesign

/// Shorthand for specifications made by hand.
enum SampleParts {
  static func line(_ line: Int) -> SourceSpan {
    SourceSpan(
      start: SourcePosition(line: line, column: 3),
      end: SourcePosition(line: line, column: 9)
    )
  }

  static func value(
    _ id: String,
    _ label: String? = nil,
    invalid: Bool = false,
    sample: String? = nil,
    number: Int? = nil,
    note: String? = nil
  ) -> FactorValue {
    FactorValue(
      id: id,
      label: label ?? id,
      hasOwnLabel: label != nil,
      isInvalid: invalid,
      note: note,
      sample: sample,
      number: number,
      span: line(1)
    )
  }

  static func factor(
    _ name: String,
    _ label: String,
    _ kind: Factor.Kind,
    _ values: [FactorValue],
    onlyWhen: Condition? = nil,
    note: String? = nil
  ) -> Factor {
    Factor(
      name: name,
      kind: kind,
      label: label,
      values: values,
      usual: values.firstIndex { !$0.isInvalid } ?? 0,
      onlyWhen: onlyWhen,
      note: note,
      span: line(1)
    )
  }

  static func operation(
    _ id: String,
    _ label: String,
    _ variants: [FactorValue] = [],
    isEvent: Bool = false,
    onlyWhen: Condition? = nil
  ) -> Operation {
    let text = CatalogueEntry.Text(english: label, japanese: label)
    return Operation(
      id: id,
      label: label,
      hasOwnLabel: true,
      variants: variants,
      catalogueEntry: isEvent
        ? CatalogueEntry(id: id, label: text, clause: text, question: text) : nil,
      onlyWhen: onlyWhen,
      span: line(1)
    )
  }

  /// Returns a condition from factors and the indices of their values.
  static func condition(_ alternatives: [(Int, [Int])]...) -> Condition {
    Condition(
      alternatives: alternatives.map { terms in
        Conjunction(
          terms: terms.map {
            Term(factor: $0.0, values: $0.1, span: line(1))
          }
        )
      },
      span: line(1)
    )
  }

  static func rule(
    _ id: String,
    line number: Int,
    _ when: Condition,
    _ outcome: Rule.Outcome,
    source: String? = nil,
    priority: Rule.Priority? = nil
  ) -> Rule {
    Rule(
      id: id,
      hasOwnID: true,
      span: line(number),
      path: [],
      when: when,
      outcome: outcome,
      source: source,
      priority: priority
    )
  }

  /// Returns a precedence list in which the first rule wins over the others.
  static func precedence(_ rules: Int...) -> PrecedenceList {
    PrecedenceList(entries: rules.map { .init(rule: $0, span: line(1)) }, span: line(1))
  }

  static func then(_ texts: String...) -> Rule.Outcome {
    .then(texts.map { Rule.Result(text: $0, span: line(1)) })
  }

  static func testCase(
    _ number: Int,
    _ values: [Int?],
    _ operation: Int,
    state: TestCase.State = .kept,
    status: CombinationStatus = .defined,
    expected: [String] = [],
    rules: [Int] = [],
    questions: [String] = [],
    invalid: Bool = false,
    priority: Rule.Priority = .medium
  ) -> TestCase {
    let digits = String(number)
    return TestCase(
      id: "POST-" + String(repeating: "0", count: 3 - digits.count) + digits,
      state: state,
      combination: Combination(values: values, operation: operation),
      status: status,
      expected: expected,
      rules: rules,
      questions: questions,
      kind: invalid ? .invalidInput : .normal,
      priority: priority
    )
  }
}
