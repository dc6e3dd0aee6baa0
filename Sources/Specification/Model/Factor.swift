package import Diagnostics

/// Something that may differ when the feature is used: a state of the user or a condition of the data.
package struct Factor: Sendable {
  package enum Kind: String, Sendable {
    case state, data
  }

  package var name: String
  package var kind: Kind
  /// What people read; the name where the author gave none.
  package var label: String
  /// In the order of declaration, generated ones ascending; never empty, ids differ.
  package var values: [FactorValue]
  /// Where the factor applies; `nil` for everywhere.
  package var onlyWhen: Condition?
  package var note: String?
  /// The key that declares the factor.
  package var span: SourceSpan
}

/// A value of a factor, or a variant of an operation.
package struct FactorValue: Sendable {
  package var id: String
  /// What people read; the id where the author gave none.
  package var label: String
  /// Whether the author wrote the label (or the catalogue did): a sentence may then name the value by its label alone.
  package var hasOwnLabel: Bool
  /// Whether the feature must reject the value.
  package var isInvalid: Bool = false
  /// How much a case generator should favour the value, from 1.
  package var weight: Int = 1
  package var note: String?
  /// What a tester can paste or enter: the text of a `text` value, the number of a `range` value, the day of a `date` value.
  package var sample: String?
  /// Where the value stands on a line for `from`/`to`: the integer of a range, the day number (days since 1970-01-01) of a date,
  /// the length in grapheme clusters of a text length; `nil` for all others.
  package var number: Int?
  package var span: SourceSpan
}
