import Specification
import Text

extension Wording {
  /// An operation of which some variants, or all that there are, belong to a set.
  struct OperationGroup {
    var operation: Int
    /// Numbers of its variants; `nil` where the operation has none or all of them belong.
    var variants: [Int]?
  }

  /// The values of the operation gathered by operation, in the order of declaration.
  func operationGroups(_ values: [Int]) -> [OperationGroup] {
    var groups: [OperationGroup] = []
    let inOrder = values.enumerated().map { (operationValues[$1].operation, $0, $1) }.sorted(by: <)
    for (operation, _, value) in inOrder {
      if groups.last?.operation != operation {
        groups.append(OperationGroup(operation: operation, variants: []))
      }
      groups[groups.count - 1].variants?.append(value - firstValues[operation])
    }
    for (place, group) in groups.enumerated() {
      let count = max(1, specification.operations[group.operation].variants.count)
      if group.variants?.count == count { groups[place].variants = nil }
    }
    return groups
  }

  /// The clause that says what happens: 通信エラー（オフライン）が起きたとき, "when the network fails (offline)".
  func operationClause(_ literal: NamedCube.Literal) -> String {
    let selection = selection(literal)
    let groups = operationGroups(literal.values)
    switch (selection.form, language) {
    case (.all, .english) where groups.count > 1: return "on any operation"
    case (.all, .japanese) where groups.count > 1: return "どの操作でも"
    case (.allExcept, .english) where groups.count > 1:
      return "on anything except \(operationLabels(literal))"
    case (.allExcept, .japanese) where groups.count > 1:
      return "\(operationLabels(literal))以外の操作のとき"
    case (_, .english) where groups.count > 2: return "on \(operationLabels(literal))"
    case (_, .japanese) where groups.count > 2: return "\(operationLabels(literal))のとき"
    case (_, .english): return EnglishGrammar.list(groups.map(clause), "or")
    case (_, .japanese): return groups.map(clause).joined(separator: "、または")
    }
  }

  /// The operations of a literal as nouns, of a literal that is said by what is missing those that are missing.
  func operationLabels(_ literal: NamedCube.Literal) -> String {
    var values = literal.values
    if case .allExcept(let missing) = selection(literal).form { values = missing }
    let labels = operationGroups(values).map { group in
      let label = specification.operations[group.operation].label.onOneLine
      switch language {
      case .english: return EnglishGrammar.quoted(label) + variants(group)
      case .japanese: return JapaneseGrammar.noun(label) + variants(group)
      }
    }
    switch language {
    case .english: return EnglishGrammar.list(labels, "or")
    case .japanese: return JapaneseGrammar.either(labels)
    }
  }

  private func clause(_ group: OperationGroup) -> String {
    let operation = specification.operations[group.operation]
    if operation.hasParts, let parts = group.variants {
      let whole = clause(OperationGroup(operation: group.operation, variants: nil))
      return whole + partPhrase(parts, of: operation)
    }
    if let entry = operation.catalogueEntry, entry.label(language) == operation.label,
      !entry.clause(language).isEmpty
    {
      return clause(entry.clause(language), variants: variants(group))
    }
    let label = operation.label.onOneLine
    switch language {
    case .english:
      let name =
        operation.hasOwnLabel
        ? quoted(label) : EnglishGrammar.term(EnglishGrammar.words(operation.id, label: label))
      return "on \(name)\(variants(group))"
    case .japanese where JapaneseGrammar.endsInVerb(label):
      return "\(JapaneseGrammar.past(label))とき\(variants(group))"
    case .japanese where JapaneseGrammar.namesMishap(label):
      return "\(label)\(variants(group))が起きたとき"
    case .japanese: return "\(quoted(label))\(variants(group))のとき"
    }
  }

  /// What is looked at, behind the words for when: `, for “Name”`, 、名前について.
  private func partPhrase(_ numbers: [Int], of operation: Operation) -> String {
    let labels = numbers.map { operation.variants[$0].label.onOneLine }
    switch language {
    case .english: return ", for " + EnglishGrammar.list(labels.map(EnglishGrammar.quoted), "or")
    case .japanese: return "、" + labels.map(variantLabel).joined(separator: "・") + "について"
    }
  }

  /// Fills a clause of the catalogue; one without a place for the variants gets them at its end.
  private func clause(_ template: String, variants: String) -> String {
    for place in [" {variant}", "{variant}"] where template.contains(place) {
      return template.replacing(place, with: variants)
    }
    return template + variants
  }

  /// The variants in brackets, nothing where all belong.
  private func variants(_ group: OperationGroup) -> String {
    guard let numbers = group.variants else { return "" }
    let operation = specification.operations[group.operation]
    func labels(_ numbers: [Int]) -> [String] {
      terms(numbers, of: operation.variants, on: operation.line) {
        variantLabel($0.label.onOneLine)
      }
    }
    let selection = selection(
      numbers,
      of: operation.variants,
      on: operation.line,
      allowsNotApplicable: false
    )
    switch (selection.form, language) {
    case (.allExcept(let missing), .english):
      return bracketed("all except " + EnglishGrammar.list(labels(missing), "and"))
    case (.allExcept(let missing), .japanese):
      return bracketed(JapaneseGrammar.both(labels(missing)) + "以外")
    case (_, .english): return bracketed(EnglishGrammar.list(labels(numbers), "or"))
    case (_, .japanese): return bracketed(labels(numbers).joined(separator: "・"))
    }
  }

  /// The label of a variant, quoted where it could be taken for several or for the end of the brackets.
  private func variantLabel(_ label: String) -> String {
    let separators: [Character] = language == .english ? [","] : ["・"]
    let isSafe =
      !label.isEmpty && label.hasBalancedBrackets && !label.contains { separators.contains($0) }
    return isSafe ? label : quoted(label)
  }
}
