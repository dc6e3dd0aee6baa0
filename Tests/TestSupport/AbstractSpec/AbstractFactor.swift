/// A factor as it is declared.
package struct AbstractFactor: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case state, data
  }

  package var name: String
  package var kind: Kind
  package var label: String?
  package var source: AbstractValues
  /// The id of the ordinary value where one is written; a number adds itself to the values.
  package var usual: String?
  package var onlyWhen: AbstractCondition?
  package var note: String?
  /// Whether all but the label comes from the pack of the project, so that the bare id selects it.
  package var isSelected = false

  package init(
    name: String,
    kind: Kind,
    label: String? = nil,
    values source: AbstractValues,
    onlyWhen: AbstractCondition? = nil
  ) {
    self.name = name
    self.kind = kind
    self.label = label
    self.source = source
    self.onlyWhen = onlyWhen
  }

  /// Its values, the generated ones included.
  package var values: [AbstractValue] { source.values(with: usual) }

  /// The number of the ordinary value: the one written, else the page's default; `nil` where no value is valid.
  package var usualValue: Int? {
    let values = values
    func number(_ id: String) -> Int? { values.firstIndex { $0.id == id } }
    if let usual { return number(usual) }
    switch source {
    case .listed: return values.firstIndex { !$0.isInvalid }
    case .yesNo: return number("no")
    case .range, .date, .length:
      let valid = values.indices.filter { !values[$0].isInvalid && values[$0].number != nil }
      // The lower bound, the first number strictly between, the upper bound: two alone are both bounds.
      let isOpen = if case .range(_, nil, _) = source { true } else { false }
      return isOpen || valid.count > 2 ? valid[1] : valid[0]
    }
  }
}

/// An operation as it is selected.
package struct AbstractOperation: Hashable, Codable, Sendable {
  package var id: String
  package var label: String?
  /// Where its variants or parts come from; `nil` for an operation without any.
  package var variants: AbstractValues?
  /// Whether they are parts.
  package var hasParts = false
  /// The entry that it behaves as.
  package var behavesAs: String?
  /// Whether the catalogue or the pack has an entry of this id.
  package var isSelected = false
  /// Whether the variants come from that entry, so that nobody writes them.
  package var inheritsVariants = false
  package var onlyWhen: AbstractCondition?
  package var note: String?

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
    return variants.values(with: nil).map { variant in
      var value = variant
      value.id = "\(id)/\(variant.id)"
      return value
    }
  }
}

/// A value of a factor, or a variant or part of an operation.
package struct AbstractValue: Hashable, Codable, Sendable {
  package var id: String
  package var label: String?
  package var isInvalid: Bool
  /// The integer of a range, the day of a date, the length of a text; `nil` for all others.
  package var number: Int?
  package var note: String?
  /// Whether a range, a date or a length adds it, without allowing it: the numbers just outside, and `empty`.
  package var isNeighbour = false
  /// Whether an entry of the catalogue says whether it is invalid.
  package var isInherited = false

  package init(
    id: String,
    label: String? = nil,
    isInvalid: Bool = false,
    number: Int? = nil,
    note: String? = nil
  ) {
    self.id = id
    self.label = label
    self.isInvalid = isInvalid
    self.number = number
    self.note = note
  }
}

/// Where the values of a factor, or the variants of an operation, come from.
package enum AbstractValues: Hashable, Codable, Sendable {
  /// Written out.
  case listed([AbstractValue])
  /// Boundary values of an integer range; a missing `to` means that it has no upper end.
  case range(from: Int, to: Int?, unit: String?)
  /// Boundary values of a range of days, written `YYYY-MM-DD`.
  case date(from: String, to: String)
  /// Boundary values of a length, and kinds of text.
  case length(from: Int, to: Int, kinds: [String])
  /// The values `yes` and `no`.
  case yesNo

  /// The values that this gives, generated ones ascending and kinds of text last.
  ///
  /// The ordinary value is one of them even if the boundaries do not give it.
  package func values(with usual: String?) -> [AbstractValue] {
    switch self {
    case .listed(let values):
      // Listed values that are all integers can be compared.
      guard values.allSatisfy({ Int($0.id) != nil }) else { return values }
      return values.map { value in
        var value = value
        value.number = Int(value.id)
        return value
      }
    case .range(let from, let to, _):
      var numbers = Self.boundaries(from: from, to: to)
      // A range from 0 has no neighbour below.
      if from == 0 { numbers[-1] = nil }
      return Self.values(numbers, with: usual.flatMap { Int($0) }) { String($0) }
    case .date(let from, let to):
      let numbers = Self.boundaries(from: Day(from).number, to: Day(to).number)
      return Self.values(numbers, with: usual.map { Day($0).number }) { Day(number: $0).text }
    case .length(let from, let to, let kinds):
      var numbers = Self.boundaries(from: from, to: to)
      numbers[-1] = nil
      // `empty` is a value of every length.
      if numbers[0] == nil { numbers[0] = true }
      let length = usual.flatMap { kinds.contains($0) ? nil : $0 == "empty" ? 0 : Int($0) }
      return Self.values(numbers, with: length) { $0 == 0 ? "empty" : String($0) }
        + kinds.map { AbstractValue(id: $0) }
    case .yesNo:
      return [AbstractValue(id: "yes"), AbstractValue(id: "no")]
    }
  }

  /// The boundary rule of the page, by number whether it is invalid: one step outside, both ends, and the first value between.
  private static func boundaries(from: Int, to: Int?) -> [Int: Bool] {
    guard let to else { return [from - 1: true, from: false, from + 1: false] }
    var numbers = [from - 1: true, to + 1: true]
    for number in [from, min(from + 1, to), to] { numbers[number] = false }
    return numbers
  }

  private static func values(
    _ numbers: [Int: Bool],
    with usual: Int?,
    id: (Int) -> String
  ) -> [AbstractValue] {
    var numbers = numbers
    if let usual { numbers[usual] = false }
    return numbers.sorted { $0.key < $1.key }.map { number, isInvalid in
      var value = AbstractValue(id: id(number), isInvalid: isInvalid, number: number)
      value.isNeighbour = isInvalid
      return value
    }
  }
}
