/// A value of a factor, or a variant of an operation.
package struct AbstractValue: Hashable, Codable, Sendable {
  package var id: String
  package var label: String?
  package var isInvalid: Bool
  /// The integer of a range, the day of a date, the length of a text; `nil` for all others.
  package var number: Int?
  package var weight: Int?
  package var note: String?

  package init(
    id: String,
    label: String? = nil,
    isInvalid: Bool = false,
    number: Int? = nil,
    weight: Int? = nil,
    note: String? = nil
  ) {
    self.id = id
    self.label = label
    self.isInvalid = isInvalid
    self.number = number
    self.weight = weight
    self.note = note
  }
}
