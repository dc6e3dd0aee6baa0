/// A condition as it is written: a map, or a list of maps of which at least one must hold.
package struct AbstractCondition: Hashable, Codable, Sendable {
  /// A number and how it is written: a day stands as `YYYY-MM-DD`.
  package struct Bound: Hashable, Codable, Sendable {
    package var number: Int
    package var text: String

    package init(number: Int, text: String) {
      self.number = number
      self.text = text
    }
  }

  /// What one factor may be.
  package enum Test: Hashable, Codable, Sendable {
    case value(String)
    case oneOf([String])
    case notValue(String)
    case notOneOf([String])
    case onlyValid
    case onlyInvalid
    case between(from: Bound?, to: Bound?)
    case applies(Bool)
  }

  /// One entry of a map.
  package struct Entry: Hashable, Codable, Sendable {
    /// The name of a factor, or `operation`.
    package var factor: String
    package var test: Test

    package init(_ factor: String, _ test: Test) {
      self.factor = factor
      self.test = test
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
