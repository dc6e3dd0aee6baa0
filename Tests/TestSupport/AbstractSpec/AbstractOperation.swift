/// An operation as it is selected.
package struct AbstractOperation: Hashable, Codable, Sendable {
  package var id: String
  package var label: String?
  /// Where its variants come from; `nil` for an operation without any.
  package var variants: AbstractValues?
  package var onlyWhen: AbstractCondition?

  package init(
    id: String,
    label: String? = nil,
    variants: AbstractValues? = nil,
    onlyWhen: AbstractCondition? = nil
  ) {
    self.id = id
    self.label = label
    self.variants = variants
    self.onlyWhen = onlyWhen
  }

  /// The values that it adds to the factor `operation`: itself, or `id/variant` for each variant.
  package var values: [AbstractValue] {
    guard let variants else { return [AbstractValue(id: id)] }
    return variants.values.map { variant in
      var value = variant
      value.id = "\(id)/\(variant.id)"
      return value
    }
  }
}
