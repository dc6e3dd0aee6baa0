import Specification
import Text
import YAMLSyntax

/// Generates readable ids for the rules that answers make, from the operation and the condition: `post-guest-offline`.
struct AnswerRuleNames {
  /// The maximum length in characters; a longer condition is cut, since the rule itself states it.
  private static let maxLetters = 48

  private let wording: Wording
  private let taken: Set<String>

  init(_ specification: Specification) {
    wording = Wording(specification)
    taken = Set(specification.rules.map(\.id))
  }

  /// Returns an unused id for a rule with these cubes, or one made from `other` if the condition has no letters that an id could have.
  func id(for cubes: [NamedCube], instead other: String) -> String {
    Self.free(base(wording.written(cubes)) ?? other, taken)
  }

  /// Returns an id for a rule of a whole operation.
  func id(ofOperation operation: String, instead other: String) -> String {
    let base = Self.kebab(operation)
    return Self.free(base.isEmpty ? other : base, taken)
  }

  /// Returns the first of `id`, `id-2`, `id-3` … that is not taken.
  static func free(_ id: String, _ taken: Set<String>) -> String {
    var candidate = id
    var number = 2
    while taken.contains(candidate) {
      candidate = "\(id)-\(number)"
      number += 1
    }
    return candidate
  }

  /// True if a rule has the id that an answer would give it.
  func isNamed(_ rule: Rule) -> Bool {
    guard rule.hasOwnID, let first = rule.when.alternatives.first else { return false }
    let operation = first.literals.first { $0.factor == wording.specification.operationFactor }
    guard operation != nil, let base = base(wording.written(first.literals)) else { return false }
    return rule.id == base || rule.id.hasPrefix(base + "-")
  }

  private func base(_ condition: WrittenCube) -> String? {
    let operations = wording.selectors(condition.operations, in: .rule)
    var parts = [Self.kebab(operations.first ?? "")]
    let entries = condition.alternatives.first ?? []
    for entry in entries {
      let factor = wording.specification.factors[entry.factor]
      let name = Self.kebab(factor.name)
      let values = factor.values
      let ids = entry.values.map { values[$0].id }
      let said: String
      if Set(values.map(\.id)) == ["yes", "no"], ids.count == 1 {
        said = ids[0] == "yes" ? name : "not-" + name
      } else {
        let text = Self.kebab(wording.key(entry))
        said = text.contains { $0.isLetter } ? text : [name, text].joined(separator: "-")
      }
      let next = (parts + [said.trimmedHyphens]).filter { !$0.isEmpty }
      guard next.joined(separator: "-").count <= Self.maxLetters else { break }
      parts = next
    }
    let base = parts.filter { !$0.isEmpty }.joined(separator: "-")
    // In 「小計: invalid」, for example, only a keyword would be left.
    return base.contains { $0.isLetter } && !Identifier.conditionWords.contains(base) ? base : nil
  }

  /// Returns the letters and digits of a text in lower case, with a hyphen for everything else.
  private static func kebab(_ text: String) -> String {
    let plain = CompatibilityForms.plain(text).lowercased()
    return plain.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}

extension String {
  fileprivate var trimmedHyphens: String {
    split(separator: "-").joined(separator: "-")
  }
}

extension Way {
  /// The ids of the rules that it adds.
  var newIDs: Set<String> { Set(changes.compactMap(\.newID)) }

  /// Renames new rules whose ids are taken or repeated.
  func renamed(_ taken: Set<String>) -> Way {
    var taken = taken
    var way = self
    for (index, change) in changes.enumerated() {
      guard let id = change.newID else { continue }
      let free = AnswerRuleNames.free(id, taken)
      taken.insert(free)
      guard free != id else { continue }
      way.changes[index] = change.renamed(free)
      way.phrase = way.phrase.replacing(id, with: free)
    }
    return way
  }
}

extension AnswerRule {
  func renamed(_ id: String) -> AnswerRule {
    var rule = self
    rule.id = id
    rule.rule.fields = rule.rule.fields.map { $0.key == "id" ? NewField("id", .text(id)) : $0 }
    return rule
  }
}

extension SpecificationChange {
  /// The id of the rule that it adds.
  var newID: String? {
    switch self {
    case .addRule(let rule): rule.id
    case .select(let selection) where !selection.results.isEmpty: selection.ruleID
    default: nil
    }
  }

  fileprivate func renamed(_ id: String) -> SpecificationChange {
    switch self {
    case .addRule(let rule): return .addRule(rule.renamed(id))
    case .select(var selection):
      selection.ruleID = id
      return .select(selection)
    default: return self
    }
  }
}
