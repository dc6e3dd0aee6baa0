import Specification
import Text

extension Wording {
  /// An operation with those of its variants that belong to a set.
  struct OperationGroup {
    var operation: Int
    /// The indices of the variants, or `nil` if the operation has none or all of them belong.
    var variants: [Int]?
  }

  /// Returns operation values grouped by operation, in the order of declaration.
  func operationGroups(_ values: [Int]) -> [OperationGroup] {
    let byOperation = Dictionary(grouping: values) { operationValues[$0].operation }
    return byOperation.sorted { $0.key < $1.key }.map { operation, values in
      let isAll = values.count == max(1, specification.operations[operation].variants.count)
      let variants = values.map { $0 - firstValues[operation] }
      return OperationGroup(operation: operation, variants: isAll ? nil : variants)
    }
  }

  /// Returns a clause for an event, one per operation joined by "or": 通信エラー（オフライン）が起きたとき, "when the network fails (offline)".
  ///
  /// `when` is the Japanese word at the end of the clause, とき or 場合.
  func operationClause(
    _ literal: NamedCube.Literal,
    when: String = "とき",
    by subject: String = "somebody"
  ) -> String {
    let selection = selection(literal)
    let groups = operationGroups(literal.values)
    switch (selection.form, language) {
    case (.all, .english) where groups.count > 3: return "on any operation"
    case (.all, .japanese) where groups.count > 3: return "どの操作でも"
    case (.allExcept, .english) where groups.count > 1:
      return "on anything except \(operationLabels(literal))"
    case (.allExcept, .japanese) where groups.count > 1:
      return "\(operationLabels(literal))以外の操作の\(when)"
    case (_, .english) where groups.count > 2: return "on \(operationLabels(literal))"
    case (_, .japanese) where groups.count > 2: return "\(operationLabels(literal))の\(when)"
    case (_, .english): return either(groups.map { clause($0, when: when, by: subject) })
    case (_, .japanese): return groups.map { clause($0, when: when) }.joined(separator: "、または")
    }
  }

  /// Returns the operations of a literal as nouns, or the missing ones if the literal is expressed by these.
  func operationLabels(_ literal: NamedCube.Literal) -> String {
    var values = literal.values
    if case .allExcept(let missing) = selection(literal).form { values = missing }
    return either(
      operationGroups(values).map { group in
        let label = specification.operations[group.operation].label.onOneLine
        return language.choose(EnglishGrammar.quoted(label), JapaneseGrammar.noun(label))
          + variants(group)
      }
    )
  }

  /// Returns what somebody does as an English clause, or `nil` if the operation is something else: "somebody taps Post".
  func action(_ operation: Operation, by subject: String) -> String? {
    let label = operation.label.onOneLine
    guard language == .english, operation.hasOwnLabel, !operation.isEvent,
      EnglishStatement.event(label, happens: false) == nil
    else { return nil }
    return EnglishStatement.action(label, by: subject)
  }

  private func clause(
    _ group: OperationGroup,
    when: String,
    by subject: String = "somebody"
  ) -> String {
    let operation = specification.operations[group.operation]
    if operation.hasParts, let parts = group.variants {
      let all = OperationGroup(operation: group.operation, variants: nil)
      let whole = clause(all, when: when, by: subject)
      return whole + partPhrase(parts, of: operation)
    }
    if let entered = textEntered(group) { return entered + when }
    if let entry = operation.catalogueEntry, entry.label(language) == operation.label,
      !entry.clause(language).isEmpty
    {
      return clause(ending(entry.clause(language), in: when), variants: variants(group))
    }
    let label = operation.label.onOneLine
    if language == .english, operation.hasOwnLabel,
      let clause = EnglishStatement.event(label, happens: operation.happens)
        ?? action(operation, by: subject)
    {
      return "when \(clause)\(variants(group))"
    }
    switch language {
    case .english:
      let name =
        operation.hasOwnLabel
        ? quoted(label) : EnglishGrammar.term(EnglishGrammar.words(operation.id, label: label))
      return "on \(name)\(variants(group))"
    case .japanese where JapaneseGrammar.endsInVerb(label):
      return "\(JapaneseGrammar.past(label))\(when)\(variants(group))"
    case .japanese where operation.happens || JapaneseGrammar.namesMishap(label):
      return "\(label)\(variants(group))が起きた\(when)"
    case .japanese: return "\(quoted(label))\(variants(group))の\(when)"
    }
  }

  /// True if a label is a sentence about an event: "The link expires", 「リンクの期限が切れる」.
  package func isSentence(_ label: String) -> Bool {
    language.choose(EnglishStatement.event(label) != nil, JapaneseGrammar.endsInVerb(label))
  }

  /// Returns the Japanese instruction for an operation: 「投稿する」をタップする, 「写真の追加」を行う.
  package func step(_ name: String) -> String {
    JapaneseGrammar.isVerbalNoun(name) ? name + "する" : "「\(name)」を行う"
  }

  /// Returns a Japanese clause of the catalogue with another word in place of とき at its end.
  private func ending(_ clause: String, in when: String) -> String {
    for end in ["とき", "とき{variant}"] where language == .japanese && clause.hasSuffix(end) {
      return clause.dropLast(end.count) + end.replacing("とき", with: when)
    }
    return clause
  }

  /// Returns the Japanese clause for entering a single kind of text, or `nil`: 空白だけを入力した, 141文字を入力した.
  ///
  /// The catalogue's instruction for testers is used if there is one; a length is clear by itself.
  private func textEntered(_ group: OperationGroup) -> String? {
    let operation = specification.operations[group.operation]
    guard language == .japanese, let numbers = group.variants, numbers.count == 1,
      operation.hasCatalogueLabel(language),
      operation.catalogueEntry?.clause(language).hasPrefix("文字{variant}を入力") == true
    else { return nil }
    let variant = operation.variants[numbers[0]]
    if let how = operation.catalogueHow(variant, language), how.saysVariant {
      let instruction = how.text.prefix { $0 != "（" }
      return JapaneseGrammar.endsInVerb(String(instruction))
        ? JapaneseGrammar.past(String(instruction)) : nil
    }
    return variant.label.hasSuffix("文字") ? "\(variant.label)を入力した" : nil
  }

  /// Returns a phrase for the parts that are looked at, to append to a clause: `, for “Name”`, 、名前について.
  private func partPhrase(_ numbers: [Int], of operation: Operation) -> String {
    let labels = numbers.map { operation.variants[$0].label.onOneLine }
    return language.choose(
      ", for " + EnglishGrammar.list(labels.map(EnglishGrammar.quoted), "or"),
      "、" + labels.map(variantLabel).joined(separator: "・") + "について"
    )
  }

  /// Inserts variants into a clause of the catalogue, or appends them if it has no place for them.
  private func clause(_ template: String, variants: String) -> String {
    for place in [" {variant}", "{variant}"] where template.contains(place) {
      return template.replacing(place, with: variants)
    }
    return template + variants
  }

  /// Returns the variants in brackets; empty if all belong.
  func variants(_ group: OperationGroup) -> String {
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
    guard case .allExcept(let missing) = selection.form else {
      return bracketed(series(labels(numbers), "or"))
    }
    let (english, japanese) = (
      EnglishGrammar.list(labels(missing), "and"), JapaneseGrammar.both(labels(missing))
    )
    return bracketed(language.choose("all except \(english)", "\(japanese)以外"))
  }

  /// Returns the label of a variant, quoted if it could be mistaken for several or for the end of the brackets.
  private func variantLabel(_ label: String) -> String {
    let separators: [Character] = language == .english ? [","] : ["・"]
    let isSafe =
      !label.isEmpty && label.hasBalancedBrackets && !label.contains { separators.contains($0) }
    return isSafe ? label : quoted(label)
  }
}
