/// A condition as written: a map, or a list of maps of which at least one must hold.
package struct AbstractCondition: Hashable, Codable, Sendable {
  /// A number and its notation: a date is written as `YYYY-MM-DD`.
  package struct Bound: Hashable, Codable, Sendable {
    package var number: Int
    package var text: String
  }

  /// An item between the commas of a text.
  package enum Item: Hashable, Codable, Sendable {
    case id(String)
    /// An inclusive interval; a missing end is open.
    case interval(from: Bound?, to: Bound?)
    case valid
    case invalid
    case any

    var text: String {
      switch self {
      case .id(let id): id
      case .interval(let from, let to): "\(from?.text ?? "")..\(to?.text ?? "")"
      case .valid: "valid"
      case .invalid: "invalid"
      case .any: "any"
      }
    }
  }

  package struct Selector: Hashable, Codable, Sendable {
    package var operation: String
    /// The part after the `/`, or `nil` for the bare operation.
    package var variants: Item?

    package init(_ operation: String, _ variants: Item? = nil) {
      self.operation = operation
      self.variants = variants
    }

    var text: String { operation + (variants.map { "/\($0.text)" } ?? "") }
  }

  /// A text of items; after `not`, all values except these.
  package struct Text: Hashable, Codable, Sendable {
    package enum Part: Hashable, Codable, Sendable {
      /// An item of a factor.
      case item(Item)
      /// A selector of the operation.
      case selector(Selector)

      var text: String {
        switch self {
        case .item(let item): item.text
        case .selector(let selector): selector.text
        }
      }
    }

    package var isNot: Bool
    /// The items; at least one.
    package var parts: [Part]

    package init(not isNot: Bool = false, _ parts: [Part]) {
      self.isNot = isNot
      self.parts = parts
    }

    var text: String { (isNot ? "not " : "") + parts.map(\.text).joined(separator: ", ") }
  }

  /// The test of one factor: a text, or a list of texts of which at least one must hold.
  package typealias Test = [Text]

  package struct Entry: Hashable, Codable, Sendable {
    /// The name of a factor, or `operation`.
    package var factor: String
    package var test: Test

    package init(_ factor: String, _ test: Test) {
      self.factor = factor
      self.test = test
    }

    /// Creates an entry by which a factor has one of some values.
    package init(_ factor: String, ids: [String]) {
      self.init(factor, [Text(ids.map { .item(.id($0)) })])
    }
  }

  /// Maps that name each factor at most once.
  ///
  /// No map at all stands for a missing `when`, which always holds.
  package var alternatives: [[Entry]]

  package init(anyOf alternatives: [[Entry]]) {
    self.alternatives = alternatives
  }

  package init(_ entries: Entry...) {
    alternatives = [entries]
  }

  /// The condition of a rule without one.
  package static let none = AbstractCondition(anyOf: [])
}

/// The values that the texts of a condition cover, by the section *Exactly* of the page.
extension AbstractCondition {
  /// The place of a condition, which decides if `not`, open ends and a bare operation include invalid values.
  package enum Place: Sendable {
    /// In a rule or a case: valid values only.
    case rule
    /// In `impossible` or `only_when`: invalid values too.
    case fact
  }

  /// Returns the values that a test covers: bit v is value v, the bit after the last one is *not applicable*.
  package static func mask(
    _ test: Test,
    of values: [AbstractValue],
    in place: Place
  ) -> UInt64 {
    var mask: UInt64 = 0
    for (number, value) in values.enumerated()
    where test.contains(where: { covers($0, value, values, place) }) {
      mask |= 1 << UInt64(number)
    }
    if test.contains(where: { !$0.isNot && $0.parts.contains(.item(.any)) }) {
      mask |= 1 << UInt64(values.count)
    }
    return mask
  }

  private static func covers(
    _ text: Text,
    _ value: AbstractValue,
    _ values: [AbstractValue],
    _ place: Place
  ) -> Bool {
    let isNamed = text.parts.contains { part in
      switch part {
      case .item(let item): covers(item, value, values, place)
      case .selector(let selector): covers(selector, value, values, place)
      }
    }
    guard text.isNot else { return isNamed }
    return !isNamed && (place == .fact || !value.isInvalid)
  }

  private static func covers(
    _ selector: Selector,
    _ value: AbstractValue,
    _ values: [AbstractValue],
    _ place: Place
  ) -> Bool {
    if value.id == selector.operation { return true }
    let prefix = selector.operation + "/"
    guard value.id.hasPrefix(prefix) else { return false }
    var variant = value
    variant.id = String(value.id.dropFirst(prefix.count))
    guard let variants = selector.variants else { return place == .fact || !value.isInvalid }
    // A variant named like a keyword takes precedence.
    if values.contains(where: { $0.id == selector.text }) { return value.id == selector.text }
    return covers(variants, variant, values.filter { $0.id.hasPrefix(prefix) }, place)
  }

  private static func covers(
    _ item: Item,
    _ value: AbstractValue,
    _ values: [AbstractValue],
    _ place: Place
  ) -> Bool {
    switch item {
    // Length 0 and `empty` are the same value.
    case .id(let id): return value.id == id || (value.id == "empty" && id == "0")
    case .valid: return !value.isInvalid
    case .invalid: return value.isInvalid
    case .any: return true
    case .interval(let from, let to):
      guard let number = value.number else { return false }
      let isInside =
        (from.map { $0.number <= number } ?? true) && (to.map { number <= $0.number } ?? true)
      let isOpen = from == nil || to == nil
      let isBound = number == from?.number || number == to?.number
      let takesAll =
        place == .fact || values.contains { $0.isInvalid && $0.number == (from ?? to)?.number }
      return isInside && (!value.isInvalid || isBound || (isOpen && takesAll))
    }
  }
}
