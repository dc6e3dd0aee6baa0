import Diagnostics
import YAMLSyntax

/// Which operation values a key of `rules`, or `operation` in a condition, means.
extension SpecificationDecoder {
  /// The numbers of the values of `operation` that some texts mean, ascending.
  mutating func operations(_ texts: [OperationText], in context: ConditionContext) -> [Int]? {
    var values: Set<Int> = []
    var isReadable = true
    for text in texts {
      guard let part = operations(text, in: context) else {
        isReadable = false
        continue
      }
      values.formUnion(part)
    }
    return isReadable ? values.sorted() : nil
  }

  private mutating func operations(
    _ text: OperationText,
    in context: ConditionContext
  ) -> [Int]? {
    var values: Set<Int> = []
    var isReadable = true
    for selector in text.selectors {
      guard let part = self.values(of: selector, in: context, at: text.span) else {
        isReadable = false
        continue
      }
      values.formUnion(part)
    }
    guard isReadable else { return nil }
    guard text.isNegated else { return values.sorted() }
    let scope = context.scope
    if scope.hidesOperations || scope.operations.contains(where: \.isBroken) { return nil }
    let left = scope.operations.flatMap { operation in
      (0..<operation.count).filter { variant in
        let isInvalid = operation.variants?.isInvalid[variant] ?? false
        return !values.contains(operation.first + variant) && (context.takesInvalid || !isInvalid)
      }.map { operation.first + $0 }
    }
    if left.isEmpty && !context.isOfHouse {
      read.report(.selectsNothing, "`\(text.text)` leaves no operation", at: text.span)
      return nil
    }
    return left
  }

  private mutating func values(
    of selector: OperationText.Selector,
    in context: ConditionContext,
    at span: SourceSpan
  ) -> [Int]? {
    let scope = context.scope
    guard let number = scope.operation(selector.operation) else {
      if !scope.hidesOperations { reportUnknownOperation(selector, in: context, at: span) }
      return nil
    }
    let operation = scope.operations[number]
    guard let variants = operation.variants else {
      if operation.isBroken { return nil }
      switch selector.variant {
      case nil, .valid, .any: return [operation.first]
      default:
        read.report(
          .unknownValue,
          "the operation `\(operation.id)` has no variants, so `\(selector.text)` means nothing",
          at: span,
          help: ["write `\(operation.id)`, or declare `variants`"]
        )
        return nil
      }
    }
    guard let item = selector.variant else {
      return bare(operation, variants, in: context, at: span)
    }
    // A variant that is called like a word wins over the word.
    if let word = Self.word(item), let number = variants.numbers[word] {
      return [operation.first + number]
    }
    if item == .others {
      read.report(
        .unreadableCondition,
        "`\(selector.text)` does not say which variants are meant",
        at: span,
        help: [
          "name them, each with its operation: `\(operation.names.prefix(2).joined(separator: ", "))`"
        ]
      )
      return nil
    }
    return values(of: item, in: variants, context, at: span)?.map { operation.first + $0 }
  }

  /// The valid variants, in some places all.
  private mutating func bare(
    _ operation: NameScope.NamedOperation,
    _ variants: NamedValues,
    in context: ConditionContext,
    at span: SourceSpan
  ) -> [Int]? {
    let values = context.takesInvalid ? Array(variants.ids.indices) : variants.valid
    if values.isEmpty && context.isOfHouse { return [] }
    if values.isEmpty && !operation.isBroken {
      read.report(
        .selectsNothing,
        "`\(operation.id)` has only invalid variants, which the bare operation does not cover",
        at: span,
        help: ["name them: `\(operation.names[0])`, or `\(operation.id)/any`"]
      )
    }
    return values.isEmpty ? nil : values.map { operation.first + $0 }
  }

  /// The text of a word.
  private static func word(_ item: ConditionText.Item) -> String? {
    switch item {
    case .valid: "valid"
    case .invalid: "invalid"
    case .any: "any"
    case .others: "others"
    case .name, .interval: nil
    }
  }

  private mutating func reportUnknownOperation(
    _ selector: OperationText.Selector,
    in context: ConditionContext,
    at span: SourceSpan
  ) {
    let scope = context.scope
    let id = selector.operation
    var help: [String] = []
    if scope.factor(id) != nil {
      help = [
        "`\(id)` is a factor: it stands below an operation, `\(scope.operations.first?.id ?? "submit"): {\(id): …}`"
      ]
    } else if RuleKey(rawValue: id) != nil {
      help = [
        "rules stand under their operations: `\(scope.operations.first?.id ?? "submit"): {\(id): …}`"
      ]
    } else if dismissedIDs.contains(id) {
      help = ["it is dismissed: select it under `operations` to say what happens"]
    } else if let owner = scope.operations.first(where: { $0.variants?.number(of: id) != nil }) {
      help = ["did you mean `\(owner.id)/\(id)`? The operation is repeated behind each comma"]
    } else if Int(id) != nil,
      let owner = scope.operations.first(where: { $0.variants?.scale != nil })
    {
      help = ["the operation is repeated behind each comma: `\(owner.id)/\(id)`"]
    } else if read.hasHelpLeft {
      help = read.help(for: id, among: scope.operations.map(\.id), called: "the operations")
      if catalogue.operation(id) != nil {
        help = ["the catalogue has it: select it under `operations`"]
      }
    }
    read.report(.unknownValue, "the operation `\(id)` is not selected", at: span, help: help)
  }
}
