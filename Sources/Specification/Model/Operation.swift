package import Diagnostics

/// Something that happens: what the user does, or what befalls the feature.
package struct Operation: Sendable {
  /// The key or list item that selects it; holds no `/`.
  package var id: String
  /// What people read; the id in words where nobody gave a label.
  package var label: String
  /// Whether the author or the catalogue gave the label.
  package var hasOwnLabel: Bool
  /// The variants, or the parts; empty for an operation that counts as the one value `id`.
  package var variants: [FactorValue]
  /// The line on which the variants' numbers stand; `nil` for listed ones.
  package var line: NumberLine?
  /// Whether the variants are parts: what is looked at together, each with results of its own.
  package var hasParts: Bool
  /// The entry of the catalogue or of a pack that the operation is: of the same id, or named by `is`.
  ///
  /// Under `is` the entry has the operation's label and no clause: it brings the question and what else is known of such operations.
  package var catalogueEntry: CatalogueEntry?
  /// Where the operation can be done; `nil` for everywhere.
  package var onlyWhen: Condition?
  /// A remark for readers of the workbook.
  package var note: String?
  /// The key (or list item) that selects the operation.
  package var span: SourceSpan
}

/// A value of the factor `operation`: an operation, or one variant of it.
package struct OperationValue: Sendable {
  /// `submit`, or `network_error/offline`.
  package var id: String
  /// `投稿ボタンをタップする`, or `通信エラー(オフライン)` (full-width brackets in Japanese specs are the reporter's business: here
  /// the operation's label and the variant's stay apart).
  package var operationLabel: String
  /// The variant's label; `nil` for an operation without variants.
  package var variantLabel: String?
  /// The number of the operation in `Specification.operations`.
  package var operation: Int
  /// The variant, `nil` for an operation without variants.
  package var variant: FactorValue?
  /// Whether the feature must reject it.
  package var isInvalid: Bool { variant?.isInvalid ?? false }
}

extension Operation {
  /// Whether something around the feature fails: what the catalogue says of the entry that the operation is.
  package var isFailure: Bool { catalogueEntry?.isFailure ?? false }

  /// Whether nobody does it: a failure, or what else befalls the user.
  package var isEvent: Bool { catalogueEntry.map { $0.isFailure || $0.happens } ?? false }

  /// Whether people read the name that the catalogue gives it.
  package func hasCatalogueLabel(_ language: Language) -> Bool {
    catalogueEntry.map { $0.id == id && $0.label(language) == label } ?? false
  }

  /// How a tester brings it about, by the catalogue; `nil` where that says nothing.
  ///
  /// - Parameters:
  ///   - variant: One of the operation's own.
  ///   - language: The language of the instruction.
  /// - Returns: What is said of the variant, else of the entry, and whether it says all that the variant's label does.
  package func how(
    _ variant: FactorValue?,
    _ language: Language
  ) -> (text: String, saysVariant: Bool)? {
    guard let entry = catalogueEntry else { return nil }
    if let variant, let known = entry.variant(variant.id), known.how != .none {
      return (known.how(language), known.label(language) == variant.label)
    }
    return entry.how == .none ? nil : (entry.how(language), variant == nil)
  }

  /// What a variant means, by the catalogue; `nil` where its label says it, or where the author gave it a remark or a label.
  package func meaning(of variant: FactorValue, _ language: Language) -> String? {
    guard variant.note == nil, let known = catalogueEntry?.variant(variant.id), known.note != .none,
      known.label(language) == variant.label
    else { return nil }
    return known.note(language)
  }
}

extension Specification {
  /// The values of the factor `operation`, in the order of declaration, variants in the order of their operation.
  package var operationValues: [OperationValue] {
    operations.enumerated().flatMap { number, operation in
      operation.variants.isEmpty
        ? [
          OperationValue(
            id: operation.id,
            operationLabel: operation.label,
            variantLabel: nil,
            operation: number,
            variant: nil
          )
        ]
        : operation.variants.map {
          OperationValue(
            id: "\(operation.id)/\($0.id)",
            operationLabel: operation.label,
            variantLabel: $0.label,
            operation: number,
            variant: $0
          )
        }
    }
  }
}
