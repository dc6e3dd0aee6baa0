package import Diagnostics

/// Something that happens: what the user does, or what befalls the feature.
package struct Operation: Sendable {
  /// The key or list item that selects it; holds no `/`.
  package var id: String
  /// What people read; the id in words if nobody gave a label.
  package var label: String
  package var hasOwnLabel: Bool
  /// The variants, or the parts; empty for an operation that counts as the one value `id`.
  package var variants: [FactorValue] = []
  package var line: NumberLine?
  /// True if the variants are parts: what is looked at together, each with results of its own.
  package var hasParts = false
  /// The entry of the catalogue or of a pack that the operation is: of the same id, or named by `is`.
  ///
  /// Under `is` the entry has the operation's label and no clause: it brings the question and what else is known of such operations.
  package var catalogueEntry: CatalogueEntry?
  /// Where the operation can be done; `nil` for everywhere.
  package var onlyWhen: Condition?
  package var note: String?
  /// How a tester brings it about, by the author.
  package var how: String?
  /// True if the author says that nobody does it.
  package var happens = false
  /// The operations during which it happens, as the author says: numbers in `Specification.operations`, the first choice first.
  package var during: [Int] = []
  package var span: SourceSpan

  /// The conditions under which it can be done, or one of its parts is seen.
  package var applicability: [Condition] {
    (onlyWhen.map { [$0] } ?? []) + variants.compactMap(\.onlyWhen)
  }
}

/// A value of the factor `operation`: an operation, or one variant of it.
package struct OperationValue: Sendable {
  /// `submit`, or `network_error/offline`.
  package var id: String
  /// `投稿ボタンをタップする`; the variant's label stands apart.
  package var operationLabel: String
  /// `nil` for an operation without variants, as the next but one.
  package var variantLabel: String?
  package var operation: Int
  package var variant: FactorValue?
  package var isInvalid: Bool { variant?.isInvalid ?? false }
}

extension Operation {
  /// True if something around the feature fails: what the catalogue says of the entry that the operation is.
  package var isFailure: Bool { catalogueEntry?.isFailure ?? false }

  /// True if nobody does it: a failure, or what else befalls the user.
  package var isEvent: Bool {
    happens || catalogueEntry.map { $0.isFailure || $0.happens } ?? false
  }

  package func hasCatalogueLabel(_ language: Language) -> Bool {
    catalogueEntry.map { $0.id == id && $0.label(language) == label } ?? false
  }

  /// How a tester brings it about, by the author or else by the catalogue, a step a line, and whether that says all that the variant's label
  /// does; `nil` if nothing is said.
  ///
  /// The catalogue has words of its own for where the operation is not known.
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

  /// The same by the catalogue alone, with the step of that operation in braces.
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

  /// The meaning of a variant by the catalogue; `nil` if its label says it, or if the author gave it a remark or a label.
  package func meaning(of variant: FactorValue, _ language: Language) -> String? {
    guard variant.note == nil, let known = catalogueEntry?.variant(variant.id), known.note != .none,
      known.label(language) == variant.label
    else { return nil }
    return known.note(language)
  }
}

extension String {
  /// An instruction of the catalogue with what is done in place of each part in braces, or with those parts as they stand.
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
  /// By operation: those during which it happens, the first choice first.
  ///
  /// That is what its `during` names, or else the only one that may be meant; empty if its instructions depend on none, or if nothing says which.
  package var triggers: [[Int]] {
    let possible = possibleTriggers
    return operations.map { operation in
      guard operation.during.isEmpty else { return operation.during }
      return operation.hasTrigger && possible.count == 1 ? possible : []
    }
  }

  /// The operations of the spec's own that may send or load something: what nobody does does not, nor does typing, and where something is sent,
  /// a screen that opens is not what sends it.
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
