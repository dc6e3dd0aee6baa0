/// A feature spec in the simplest terms: names and ids are text, every condition stands as it is written.
///
/// It shares nothing with the engine's `Specification`, so that a mistake made there is not made here again.
package struct AbstractSpec: Hashable, Codable, Sendable {
  package var id: String
  package var feature: String
  /// `ja`, `en`, or `nil` where the key is left out.
  package var language: String?
  package var owner: String?
  package var sources: [String] = []
  /// The states, then the data, in the order of declaration.
  package var factors: [AbstractFactor] = []
  package var operations: [AbstractOperation] = []
  package var impossible: [AbstractImpossibility] = []
  /// Those of one key stand together.
  package var rules: [AbstractRule] = []
  package var precedence: [AbstractPrecedence] = []
  package var questions: [AbstractQuestion] = []
  package var cases = AbstractCases()
  package var dismissed: [AbstractDismissal] = []
  /// What the project shares; the spec says nothing of it but that it selects its states and operations.
  package var pack: AbstractPack?
  /// What the run asks for; no part of the text.
  package var strength = 2
  /// What decides how `yaml()` writes it; it changes nothing of the meaning.
  package var styleSeed: UInt64 = 0

  /// The factor `operation` as any other: its values are the operations, or their variants.
  package var operationFactor: AbstractFactor {
    AbstractFactor(name: "operation", kind: .state, values: .listed(operations.flatMap(\.values)))
  }

  /// The spec without some of its rules; the lists of precedence name them no more.
  package func withoutRules(where isGone: (AbstractRule) -> Bool) -> AbstractSpec {
    var result = self
    result.rules.removeAll(where: isGone)
    let names = Set(result.rules.map(\.id))
    for number in result.precedence.indices {
      result.precedence[number].entries.removeAll { entry in
        if case .rule(let name) = entry { !names.contains(name) } else { false }
      }
    }
    result.precedence.removeAll { $0.entries.count < 2 }
    return result
  }

  /// Rules with those of one key together, the keys in the order in which they come first and written in one way.
  package static func grouped(_ rules: [AbstractRule]) -> [AbstractRule] {
    var keys: [[AbstractCondition.Selector]] = []
    for rule in rules where !keys.contains(where: { Set($0) == Set(rule.operations) }) {
      keys.append(rule.operations)
    }
    return keys.flatMap { key in
      rules.filter { Set($0.operations) == Set(key) }.map { rule in
        var rule = rule
        rule.operations = key
        return rule
      }
    }
  }
}

/// What the cases must hold.
package struct AbstractCases: Hashable, Codable, Sendable {
  /// Names of factors all of whose combinations must occur.
  package var every: [[String]] = []
  /// Cases that must stay, each one map.
  package var include: [Include] = []

  package struct Include: Hashable, Codable, Sendable {
    package var entries: [AbstractCondition.Entry]
    package var because: String?
  }
}

/// An entry of the catalogue that was left out on purpose.
package struct AbstractDismissal: Hashable, Codable, Sendable {
  package var id: String
  package var reason: String
}

/// What a project says once for all its specs.
package struct AbstractPack: Hashable, Codable, Sendable {
  package var factors: [AbstractFactor] = []
  package var operations: [AbstractOperation] = []
  package var impossible: [AbstractImpossibility] = []
  package var rules: [AbstractRule] = []
  package var questions: [AbstractQuestion] = []
  package var dismissed: [AbstractDismissal] = []
}
