import Diagnostics
package import Specification
import Text

/// The words for sets of combinations of one spec, in the spec's language.
///
/// Everything that a person reads of a cube or of a condition is made here, and the YAML that would answer a question. Numbers of
/// factors and values are those of the `Specification`; the same input gives the same text.
package final class Wording: Sendable {
  let specification: Specification
  let operationValues: [OperationValue]
  /// By operation: the first of its numbers in `operationValues`.
  let firstValues: [Int]
  /// By factor and value: whether the value's label says enough without its factor.
  let standsAlone: [[Bool]]
  /// By operation, the rules that name it, ascending.
  private let rulesByOperation: [[Int]]

  package init(_ specification: Specification) {
    self.specification = specification
    let operationValues = specification.operationValues
    self.operationValues = operationValues
    var first = 0
    firstValues = specification.operations.map { operation in
      defer { first += max(1, operation.variants.count) }
      return first
    }
    standsAlone = Self.labelsThatStandAlone(in: specification)
    var rulesByOperation: [[Int]] = Array(repeating: [], count: specification.operations.count)
    for (rule, declaredRule) in specification.rules.enumerated() where !declaredRule.isAddition {
      for term in declaredRule.when.alternatives.flatMap(\.terms)
      where term.factor == specification.operationFactor {
        for operation in term.values.map({ operationValues[$0].operation })
        where rulesByOperation[operation].last != rule {
          rulesByOperation[operation].append(rule)
        }
      }
    }
    self.rulesByOperation = rulesByOperation
  }

  /// The rules that speak of some operations, ascending.
  func rules(about operations: Set<Int>) -> [Int] {
    operations.count == 1
      ? rulesByOperation[operations.first ?? 0]
      : Set(operations.flatMap { rulesByOperation[$0] }).sorted()
  }

  var language: Language { specification.language }

  func say(_ phrase: Phrase) -> String { language.say(phrase) }

  /// "A, B or C", 「A、BまたはC」.
  func either(_ items: [String]) -> String {
    language.choose(EnglishGrammar.list(items, "or"), JapaneseGrammar.either(items))
  }

  /// “ and 3 more”.
  func more(_ count: Int) -> String { language.choose(" and \(count) more", "ほか\(count)件") }

  /// A list in words, in English with a conjunction before its last item.
  package func listed(_ items: [String], _ conjunction: String = "and") -> String {
    language.choose(EnglishGrammar.list(items, conjunction), items.joined(separator: "、"))
  }

  /// The label of a value of the operation, such as 通信エラー（オフライン） or "Network error (offline)".
  package func operation(_ value: Int) -> String {
    let named = operationValues[value]
    let label = named.operationLabel.onOneLine
    guard let variant = named.variantLabel else { return label }
    return label + bracketed(variant.onOneLine)
  }

  /// The label of what a case does; of an operation with parts that of the whole operation.
  package func caseOperation(_ operation: CaseOperation) -> String {
    operation.hasParts
      ? specification.operations[operation.operation].label.onOneLine
      : self.operation(operation.value)
  }

  /// The label of a value of a factor, `–` for not applicable.
  package func value(_ value: Int?, of factor: Int) -> String {
    guard let value else { return "–" }
    return factor == specification.operationFactor
      ? operation(value) : specification.factors[factor].values[value].label.onOneLine
  }

  /// States and data of a combination in words, factors that do not apply left out.
  package func setup(_ combination: Combination) -> String {
    specification.factors.indices
      .filter { combination.values[$0] != nil && specification.factors[$0].comparison == nil }
      .map { factor in
        let label = specification.factors[factor].label.onOneLine
        return "\(label): \(value(combination.values[factor], of: factor))"
      }
      .joined(separator: " / ")
  }

  /// What is typically asked about an operation (number in `Specification.operations`), if the catalogue knows it.
  package func followUp(operation: Int) -> String? {
    specification.operations[operation].catalogueEntry?.question(language)
  }

  /// A text behind what it belongs to: "Photo: one photo", 「写真：1枚」.
  func labelled(_ label: String, _ text: String) -> String {
    language.choose("\(label): \(text)", "\(label)：\(text)")
  }

  /// A text in the brackets of the language, to be put right behind a word.
  func bracketed(_ text: String) -> String {
    language.choose(" (\(text))", "（\(text)）")
  }

  /// A text in the quotation marks of the language.
  func quoted(_ text: String) -> String {
    language.choose(EnglishGrammar.quoted(text), JapaneseGrammar.quoted(text))
  }

  /// Finds the labels that name nothing else: written by the author, of a state, unlike every other label, and telling by themselves.
  private static func labelsThatStandAlone(in specification: Specification) -> [[Bool]] {
    let labels =
      specification.factors.flatMap { [$0.label] + $0.values.map(\.label) }
      + specification.operations.flatMap { [$0.label] + $0.variants.map(\.label) }
    let occurrences = Dictionary(labels.map { ($0.onOneLine.lowercased(), 1) }, uniquingKeysWith: +)
    return specification.factors.map { factor in
      factor.values.map { value in
        let label = value.label.onOneLine
        // In English a label is never bent, and without its factor only a plural would read well.
        return specification.language == .japanese && factor.kind == .state && value.hasOwnLabel
          && occurrences[label.lowercased()] == 1
          && JapaneseGrammar.isTelling(label, of: factor.label)
      }
    }
  }
}
