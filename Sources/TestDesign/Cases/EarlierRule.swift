package import Specification

/// A rule as an earlier generation knew it, in what people read.
package struct EarlierRule: Hashable, Sendable {
  package var id: String
  /// Where it applies, in words.
  package var condition: String
  /// Its results, or its question behind a question mark.
  package var says: [String]

  package init(id: String, condition: String, says: [String]) {
    self.id = id
    self.condition = condition
    self.says = says
  }

  /// The rules of a spec, those of the house left out: their packs have versions of their own.
  package static func all(of specification: Specification) -> [EarlierRule] {
    let wording = Wording(specification)
    return specification.rules.filter { $0.house == nil }.map { rule in
      let says =
        switch rule.outcome {
        case .then(let results): results.map(\.text)
        case .placeholder(let open): ["? " + open.results.map(\.text).joined(separator: " / ")]
        case .question(let open): ["? " + open.text]
        }
      return EarlierRule(id: rule.id, condition: wording.condition(of: rule.when), says: says)
    }
  }
}
