import Diagnostics

/// Resolution of operations in keys of `rules` and in `operation` of conditions.
extension SpecificationDecoder {
  /// Returns the ascending indices of the operation values that the texts select.
  func operations(_ texts: [OperationText], in context: ConditionContext) -> [Int]? {
    texts.mapAll { operations($0, in: context) }.map { Set($0.joined()).sorted() }
  }

  private func operations(_ text: OperationText, in context: ConditionContext) -> [Int]? {
    let parts = text.selectors.mapAll { self.values(of: $0, in: context, at: text.span) }
    guard let values = parts.map({ Set($0.joined()) }) else { return nil }
    guard text.isNegated else { return values.sorted() }
    let scope = context.scope
    if scope.hidesOperations || scope.operations.contains(where: \.isBroken) { return nil }
    let left = scope.operations.flatMap { operation in
      (0..<operation.count).filter { variant in
        let isInvalid = operation.variants?.values[variant].isInvalid ?? false
        return !values.contains(operation.first + variant) && (context.takesInvalid || !isInvalid)
      }.map { operation.first + $0 }
    }
    if !left.isEmpty || context.isOfHouse { return left }
    return read.reject(.selectsNothing, "`\(text.text)` leaves no operation", at: text.span)
  }

  private func values(
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
      if [nil, .word(.valid), .word(.any)].contains(selector.variant) { return [operation.first] }
      return read.reject(
        .unknownValue,
        "the operation `\(operation.id)` has no variants, so `\(selector.text)` means nothing",
        at: span,
        help: ["write `\(operation.id)`, or declare `variants`"]
      )
    }
    guard let item = selector.variant else {
      let values = context.takesInvalid ? Array(variants.values.indices) : variants.valid
      let message =
        "`\(operation.id)` has only invalid variants: name them, or write `\(operation.id)/any`"
      return lookup(variants, in: context, at: span).filled(values, message)?
        .map { operation.first + $0 }
    }
    // A variant named like a keyword takes precedence over the keyword.
    if case .word(let word) = item, let number = variants.numbers[word.rawValue] {
      return [operation.first + number]
    }
    return lookup(variants, in: context, at: span).values(of: item)?.map { operation.first + $0 }
  }

  private func reportUnknownOperation(
    _ selector: OperationText.Selector,
    in context: ConditionContext,
    at span: SourceSpan
  ) {
    let id = selector.operation
    var help = context.scope.home(of: id).map { [$0] }
    if dismissedIDs.contains(id) {
      help = ["it is dismissed: select it under `operations` to say what happens"]
    } else if help == nil, read.hasHelpLeft, catalogue.operation(id) != nil {
      help = ["the catalogue has it: select it under `operations`"]
    }
    let ids = context.scope.operations.map(\.id)
    read.report(
      .unknownValue,
      "the operation `\(id)` is not selected",
      at: span,
      help: help ?? read.help(for: id, among: ids, called: "the operations")
    )
  }
}
