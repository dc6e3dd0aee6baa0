/// What the cases must cover, as it is written.
package struct AbstractCoverage: Hashable, Codable, Sendable {
  package struct Group: Hashable, Codable, Sendable {
    package var factors: [String]
    package var strength: Int

    package init(factors: [String], strength: Int) {
      self.factors = factors
      self.strength = strength
    }
  }

  /// One value of one factor.
  package struct Cell: Hashable, Codable, Sendable {
    package var factor: String
    package var value: String

    package init(factor: String, value: String) {
      self.factor = factor
      self.value = value
    }
  }

  /// `nil` where the key is left out: pairs.
  package var strength: Int?
  package var stronger: [Group]
  package var include: [[Cell]]

  package init(strength: Int? = nil, stronger: [Group] = [], include: [[Cell]] = []) {
    self.strength = strength
    self.stronger = stronger
    self.include = include
  }
}
