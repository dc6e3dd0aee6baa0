package import Specification

/// A rule as an earlier generation knew it, in what people read.
package struct EarlierRule: Hashable, Sendable {
  package var id: String
  /// Where it applies, in words.
  package var condition: String
  /// The same in names and ids: labels may change, and thresholds cut values in other places, without a change of what is meant.
  package var names: String
  /// Its results and what factors become, or its question behind a question mark.
  package var says: [String]

  /// Stands before what a factor becomes.
  package static let move = "→ "

  package init(id: String, condition: String, names: String, says: [String]) {
    self.id = id
    self.condition = condition
    self.names = names
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
      return EarlierRule(
        id: rule.id,
        condition: wording.condition(of: rule.when),
        names: rule.when.alternatives.map { names($0, in: specification) }
          .joined(separator: " | "),
        says: says + rule.becomes.map { Self.move + $0.names(in: specification) }
      )
    }
  }

  /// "operation: buy; plan: free, plus".
  private static func names(_ conjunction: Conjunction, in specification: Specification) -> String {
    let operations = specification.operationValues
    return conjunction.terms.map { term in
      guard term.factor != specification.operationFactor else {
        return "operation: " + term.values.map { operations[$0].id }.joined(separator: ", ")
      }
      let factor = specification.factors[term.factor]
      let values = term.isAny ? ["any"] : term.values.map { factor.values[$0].id }
      return "\(factor.name): " + values.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  /// True if two rules apply in the same place: in the same words or by the same names.
  func isAlike(_ other: EarlierRule) -> Bool {
    condition == other.condition || names == other.names
  }
}
