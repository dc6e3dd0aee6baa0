/// A condition as it is written: a map, or a list of maps of which at least one must hold.
package struct AbstractCondition: Hashable, Codable, Sendable {
  /// A number and how it is written: a day stands as `YYYY-MM-DD`.
  package struct Bound: Hashable, Codable, Sendable {
    package var number: Int
    package var text: String
  }

  /// One of the things that stand between the commas of a text.
  package enum Item: Hashable, Codable, Sendable {
    /// A value by its id.
    case id(String)
    /// From one number to another, both in; an end that is left out is open.
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

  /// An operation, or some of its variants.
  package struct Selector: Hashable, Codable, Sendable {
    package var operation: String
    /// What stands behind the `/`; `nil` for the bare operation.
    package var variants: Item?

    package init(_ operation: String, _ variants: Item? = nil) {
      self.operation = operation
      self.variants = variants
    }

    var text: String { operation + (variants.map { "/\($0.text)" } ?? "") }
  }

  /// A text of items; behind `not` it means what none of them is.
  package struct Text: Hashable, Codable, Sendable {
    package enum Part: Hashable, Codable, Sendable {
      /// Of a factor.
      case item(Item)
      /// Of the operation.
      case selector(Selector)

      var text: String {
        switch self {
        case .item(let item): item.text
        case .selector(let selector): selector.text
        }
      }
    }

    package var isNot: Bool
    /// At least one.
    package var parts: [Part]

    package init(not isNot: Bool = false, _ parts: [Part]) {
      self.isNot = isNot
      self.parts = parts
    }

    var text: String { (isNot ? "not " : "") + parts.map(\.text).joined(separator: ", ") }
  }

  /// What one factor may be: one text, or a list of texts of which at least one must hold.
  package typealias Test = [Text]

  /// One entry of a map.
  package struct Entry: Hashable, Codable, Sendable {
    /// The name of a factor, or `operation`.
    package var factor: String
    package var test: Test

    package init(_ factor: String, _ test: Test) {
      self.factor = factor
      self.test = test
    }

    /// That a factor has one of some values.
    package init(_ factor: String, ids: [String]) {
      self.init(factor, [Text(ids.map { .item(.id($0)) })])
    }
  }

  /// Maps, in each of which a factor is named at most once.
  ///
  /// No map at all stands for a `when` that is left out: it holds everywhere.
  package var alternatives: [[Entry]]

  package init(anyOf alternatives: [[Entry]]) {
    self.alternatives = alternatives
  }

  package init(_ entries: Entry...) {
    alternatives = [entries]
  }

  /// The condition of a rule that has none.
  package static let none = AbstractCondition(anyOf: [])
}

/// What the texts of a condition cover, by the section *Exactly* of the page.
extension AbstractCondition {
  /// Where a condition stands decides what `not`, open ends and a bare operation say of invalid values.
  package enum Place: Sendable {
    /// In a rule or a case: they stay among the valid values.
    case rule
    /// In `impossible` or `only_when`: they take in invalid values too.
    case fact
  }

  /// The values that a test covers: bit v stands for value number v, the bit after the last one for *not applicable*.
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
      case .item(let item): covers(item, value, place)
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
    // A variant that is called like a word wins over the word.
    if values.contains(where: { $0.id == selector.text }) { return value.id == selector.text }
    return covers(variants, variant, place)
  }

  private static func covers(_ item: Item, _ value: AbstractValue, _ place: Place) -> Bool {
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
      return isInside && (!value.isInvalid || isBound || (isOpen && place == .fact))
    }
  }
}
