import Diagnostics
package import Specification
import Text

/// The wording of sets of combinations of one spec, in the spec's language.
///
/// All text about cubes and conditions is created here, as is the YAML that answers questions. Factors and values are indices of the
/// `Specification`; the output depends only on the input.
package final class Wording: Sendable {
  let specification: Specification
  let operationValues: [OperationValue]
  /// The first index in `operationValues` of each operation.
  let firstValues: [Int]
  /// True if a value's label is clear without its factor, by factor and value.
  let standsAlone: [[Bool]]
  /// The rules that name each operation, ascending.
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

  /// Returns the rules that name one of the operations, ascending.
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

  /// Returns a list in words, in English with a conjunction before the last item.
  package func listed(_ items: [String], _ conjunction: String = "and") -> String {
    language.choose(EnglishGrammar.list(items, conjunction), items.joined(separator: "、"))
  }

  /// “ and 3 more”.
  func more(_ count: Int) -> String { language.choose(" and \(count) more", "ほか\(count)件") }

  /// Returns a list of labels: "A, B or C", 「A・B・C」.
  func series(_ labels: [String], _ conjunction: String) -> String {
    language.choose(EnglishGrammar.list(labels, conjunction), labels.joined(separator: "・"))
  }

  /// Returns the label of an operation value, such as 通信エラー（オフライン） or "Network error (offline)".
  package func operation(_ value: Int) -> String {
    let named = operationValues[value]
    let label = named.operationLabel.onOneLine
    guard let variant = named.variantLabel else { return label }
    return label + bracketed(variant.onOneLine)
  }

  /// Returns the label of a case's operation; with parts, that of the whole operation.
  package func caseOperation(_ operation: CaseOperation) -> String {
    operation.hasParts
      ? specification.operations[operation.operation].label.onOneLine
      : self.operation(operation.value)
  }

  /// Returns the label of a factor's value, or `–` for *not applicable*.
  package func value(_ value: Int?, of factor: Int) -> String {
    guard let value else { return "–" }
    return factor == specification.operationFactor
      ? operation(value) : specification.factors[factor].values[value].label.onOneLine
  }

  /// Returns the states and data of a combination in words, without factors that do not apply.
  package func setup(_ combination: Combination) -> String {
    specification.factors.indices
      .filter { combination.values[$0] != nil && specification.factors[$0].comparison == nil }
      .map { factor in
        let label = specification.factors[factor].label.onOneLine
        return "\(label): \(value(combination.values[factor], of: factor))"
      }
      .joined(separator: " / ")
  }

  /// Returns the catalogue's question about an operation (an index into `Specification.operations`), or `nil` if it has none.
  package func followUp(operation: Int) -> String? {
    specification.operations[operation].catalogueEntry?.question(language)
  }

  /// Returns a text with a label before it: "Photo: one photo", 「写真：1枚」.
  func labelled(_ label: String, _ text: String) -> String {
    language.choose("\(label): \(text)", "\(label)：\(text)")
  }

  /// Returns a text in the brackets of the language, to be appended to a word.
  func bracketed(_ text: String) -> String {
    language.choose(" (\(text))", "（\(text)）")
  }

  /// Returns a text in the quotation marks of the language.
  func quoted(_ text: String) -> String {
    language.choose(EnglishGrammar.quoted(text), JapaneseGrammar.quoted(text))
  }

  /// Returns the labels that are unambiguous: written by the author, of a state, unique, and clear by themselves.
  private static func labelsThatStandAlone(in specification: Specification) -> [[Bool]] {
    let labels =
      specification.factors.flatMap { [$0.label] + $0.values.map(\.label) }
      + specification.operations.flatMap { [$0.label] + $0.variants.map(\.label) }
    let occurrences = Dictionary(labels.map { ($0.onOneLine.lowercased(), 1) }, uniquingKeysWith: +)
    return specification.factors.map { factor in
      factor.values.map { value in
        let label = value.label.onOneLine
        // English labels are never inflected, and only plurals would read well without their factor.
        return specification.language == .japanese && factor.kind == .state && value.hasOwnLabel
          && occurrences[label.lowercased()] == 1
          && JapaneseGrammar.isTelling(label, of: factor.label)
      }
    }
  }
}
