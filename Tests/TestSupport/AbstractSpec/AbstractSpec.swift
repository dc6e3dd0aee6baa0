/// A feature spec in the simplest terms: names and ids are text, conditions are as written.
///
/// It shares nothing with the engine's `Specification`, so that mistakes there are not repeated here.
package struct AbstractSpec: Hashable, Codable, Sendable {
  package var id: String
  package var feature: String
  /// `ja`, `en`, or `nil` if the key is missing.
  package var language: String?
  package var owner: String?
  package var sources: [String] = []
  /// The states, then the data, in declaration order.
  package var factors: [AbstractFactor] = []
  package var operations: [AbstractOperation] = []
  package var impossible: [AbstractImpossibility] = []
  /// The rules, those of one key adjacent.
  package var rules: [AbstractRule] = []
  package var precedence: [AbstractPrecedence] = []
  package var questions: [AbstractQuestion] = []
  package var cases = AbstractCases()
  package var dismissed: [AbstractDismissal] = []
  /// The project's pack, whose states and operations the spec selects.
  package var pack: AbstractPack?
  /// The requested strength, which is not part of the text.
  package var strength = 2
  /// The seed for the style of `yaml()`, which has no effect on the meaning.
  package var styleSeed: UInt64 = 0

  /// The factor `operation`, whose values are the operations or their variants.
  package var operationFactor: AbstractFactor {
    AbstractFactor(name: "operation", kind: .state, values: .listed(operations.flatMap(\.values)))
  }

  /// Returns the spec without some of its rules, also in the lists of precedence.
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

  /// Returns rules grouped by key, the keys in order of first occurrence and spelled uniformly.
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

package struct AbstractCases: Hashable, Codable, Sendable {
  /// Sets of factors whose combinations must all occur.
  package var every: [[String]] = []
  /// Cases that must stay, each one map.
  package var include: [Include] = []

  package struct Include: Hashable, Codable, Sendable {
    package var entries: [AbstractCondition.Entry]
    package var because: String?
  }
}

/// An entry of the catalogue that was excluded on purpose.
package struct AbstractDismissal: Hashable, Codable, Sendable {
  package var id: String
  package var reason: String
}

/// Declarations that a project shares among its specs.
package struct AbstractPack: Hashable, Codable, Sendable {
  package var factors: [AbstractFactor] = []
  package var operations: [AbstractOperation] = []
  package var impossible: [AbstractImpossibility] = []
  package var rules: [AbstractRule] = []
  package var questions: [AbstractQuestion] = []
  package var dismissed: [AbstractDismissal] = []
}
