package import Diagnostics

/// Something that happens: an action of the user, or an event.
package struct Operation: Sendable {
  /// The key or list item that selects it, without `/`.
  package var id: String
  /// The label that people read; by default the id in words.
  package var label: String
  package var hasOwnLabel: Bool
  /// The variants or parts; if empty, the operation is the one value `id`.
  package var variants: [FactorValue] = []
  package var line: NumberLine?
  /// True if the variants are parts, which are checked together, each with its own results.
  package var hasParts = false
  /// The entry of the catalogue or of a pack with the same id, or the one named by `is`.
  ///
  /// With `is`, the entry has the operation's label and no clause; it contributes the question and the other properties.
  package var catalogueEntry: CatalogueEntry?
  /// The condition under which the operation is possible, or `nil` for always.
  package var onlyWhen: Condition?
  package var note: String?
  /// The author's instructions for testers.
  package var how: String?
  /// True if the author declares it as an event.
  package var happens = false
  /// The operations during which it happens, according to the author: indices in `Specification.operations`, preferred first.
  package var during: [Int] = []
  package var span: SourceSpan

  /// The conditions under which the operation is possible, or one of its parts is seen.
  package var applicability: [Condition] {
    (onlyWhen.map { [$0] } ?? []) + variants.compactMap(\.onlyWhen)
  }
}

/// A value of the factor `operation`: an operation, or one variant of it.
package struct OperationValue: Sendable {
  /// `submit`, or `network_error/offline`.
  package var id: String
  /// The label of the operation without the variant's: `投稿ボタンをタップする`.
  package var operationLabel: String
  /// The label of the variant, or `nil` for an operation without variants.
  package var variantLabel: String?
  package var operation: Int
  package var variant: FactorValue?
  package var isInvalid: Bool { variant?.isInvalid ?? false }
}

extension Operation {
  /// True if something around the feature fails, according to the catalogue.
  package var isFailure: Bool { catalogueEntry?.isFailure ?? false }

  /// True if no user does it: a failure or another event.
  package var isEvent: Bool {
    happens || catalogueEntry.map { $0.isFailure || $0.happens } ?? false
  }

  package func hasCatalogueLabel(_ language: Language) -> Bool {
    catalogueEntry.map { $0.id == id && $0.label(language) == label } ?? false
  }

  /// Returns the instructions for testers, one step per line, and whether they cover the variant's label; `nil` if there are none.
  ///
  /// The author's take precedence. Without `trigger`, the catalogue's have general words for the triggering operation.
  package func how(
    _ variant: FactorValue?,
    _ language: Language,
    during trigger: String? = nil
  ) -> (text: String, saysVariant: Bool)? {
    if let how = variant?.how { return (how, true) }
    if let how { return (how, variant == nil) }
    return catalogueHow(variant, language).map { ($0.text.during(trigger), $0.saysVariant) }
  }

  /// True if its steps depend on the operation during which it happens.
  package var hasTrigger: Bool {
    (variants.isEmpty || hasParts ? [nil] : variants.map(Optional.some)).contains {
      how == nil && $0?.how == nil && catalogueHow($0, .english)?.text.contains("{") ?? false
    }
  }

  /// Returns the catalogue's instructions, with the step of the triggering operation in braces.
  package func catalogueHow(
    _ variant: FactorValue?,
    _ language: Language
  ) -> (text: String, saysVariant: Bool)? {
    guard let entry = catalogueEntry else { return nil }
    if let variant, let known = entry.variant(variant.id), known.how != .none {
      return (known.how(language), known.label(language) == variant.label)
    }
    return entry.how == .none ? nil : (entry.how(language), variant == nil)
  }

  /// Returns the catalogue's explanation of a variant, or `nil` if there is none, or the author gave it a note or another label.
  package func meaning(of variant: FactorValue, _ language: Language) -> String? {
    guard variant.note == nil, let known = catalogueEntry?.variant(variant.id), known.note != .none,
      known.label(language) == variant.label
    else { return nil }
    return known.note(language)
  }
}

extension String {
  /// Returns an instruction with the parts in braces replaced by `trigger`, or without the braces if it is `nil`.
  ///
  /// "{Tap what sends or loads something} while the phone is offline.": "Tap Post while the phone is offline."
  package func during(_ trigger: String? = nil) -> String {
    split(separator: "{", omittingEmptySubsequences: false).map { piece in
      let parts = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? (trigger ?? String(parts[0])) + parts[1] : String(piece)
    }.joined()
  }
}

extension Specification {
  /// The operations during which each operation happens, preferred first.
  ///
  /// These are the ones of its `during`, otherwise the only possible one; empty if its instructions depend on none, or the choice is open.
  package var triggers: [[Int]] {
    let possible = possibleTriggers
    return operations.map { operation in
      guard operation.during.isEmpty else { return operation.during }
      return operation.hasTrigger && possible.count == 1 ? possible : []
    }
  }

  /// The operations of the spec's own that may send or load something.
  ///
  /// These are not events, not typing, and, if the feature writes to the network, not screens that are opened.
  package var possibleTriggers: [Int] {
    let isSent = traits?.contains("writes_network") ?? false
    return operations.indices.filter {
      let operation = operations[$0]
      return operation.catalogueEntry == nil && !operation.happens
        && operation.line?.scale != .textLength && !(isSent && operation.hasParts)
    }
  }

  /// The values of the factor `operation`, in the order of declaration, variants in the order of their operation.
  package var operationValues: [OperationValue] {
    operations.enumerated().flatMap { number, operation in
      let variants = operation.variants.isEmpty ? [nil] : operation.variants.map(Optional.some)
      return variants.map { variant in
        OperationValue(
          id: operation.id + (variant.map { "/\($0.id)" } ?? ""),
          operationLabel: operation.label,
          variantLabel: variant?.label,
          operation: number,
          variant: variant
        )
      }
    }
  }
}
