package struct AbstractRule: Hashable, Codable, Sendable {
  package enum Outcome: Hashable, Codable, Sendable {
    case then([String])
    case question(AbstractQuestion)
  }

  /// The written id, or the derived one if `isNamed` is false.
  package var id: String
  package var isNamed = true
  /// The operations of its key; at least one.
  package var operations: [AbstractCondition.Selector]
  /// The condition on factors other than the operation.
  package var when = AbstractCondition.none
  package var outcome: Outcome
  package var source: String?
  package var priority: String?

  /// True if it leaves the outcome open: a question, or a placeholder among the results.
  package var isOpen: Bool { isQuestion || isPlaceholder }

  package var isQuestion: Bool {
    if case .question = outcome { true } else { false }
  }

  package var isPlaceholder: Bool {
    guard case .then(let results) = outcome else { return false }
    return results.contains(where: Self.placeholders.contains)
  }

  /// Placeholders as people write them, each a word of the page or a form of one.
  package static let placeholders = [
    "TBD", "TBA.", "(TBC)", "?", "…", "-", "N/A", "none yet", "未定", "（検討中）", "要確認。", "後日", "別途",
    "同上", "対象外",
    "both", "see Figma", "same as above", "As specified", "out of scope", "lorem ipsum", "ＴＢＤ",
    "Write the expected result here", "ここに期待結果を書く",
  ]

  /// Returns the id derived from the rule's content; `factors` are in declaration order.
  ///
  /// `nil` if the page does not define it clearly: alternatives, lists, intervals, several ids.
  package func derivedID(_ factors: [AbstractFactor]) -> String? {
    guard let first = operations.first, when.alternatives.count <= 1 else { return nil }
    var parts: [String] = [first.text.replacing("/", with: "-").replacing(":", with: "")]
    if case .interval? = first.variants { return nil }
    // The page does not define the combination of a minus and the `-` before it.
    if first.variants?.text.hasPrefix("-") == true { return nil }
    let entries = when.alternatives.first ?? []
    for factor in factors {
      guard let entry = entries.first(where: { $0.factor == factor.name }) else { continue }
      guard entry.test.count == 1, entry.test[0].parts.count == 1,
        case .item(let item) = entry.test[0].parts[0]
      else { return nil }
      if case .interval = item { return nil }
      if item.text.hasPrefix("-") { return nil }
      if factor.source == .yesNo, !entry.test[0].isNot, ["yes", "no"].contains(item.text) {
        parts += item.text == "yes" ? [factor.name] : ["not", factor.name]
        continue
      }
      // A value name suffices if no other factor has it.
      let having = factors.filter { $0.values.contains { $0.id == item.text } }.map(\.name)
      if having != [factor.name] || !item.text.contains(where: \.isLetter) {
        parts.append(factor.name)
      }
      parts.append((entry.test[0].isNot ? "not-" : "") + item.text.replacing(":", with: ""))
    }
    // A suffix of the part before is not repeated.
    return parts.dropFirst().reduce(parts[0]) { $0.hasSuffix("-" + $1) ? $0 : $0 + "-" + $1 }
  }
}

/// An open question of a rule or of the team.
package struct AbstractQuestion: Hashable, Codable, Sendable {
  package var text: String
  /// The possible answers, each one or several results.
  package var options: [[String]] = []
  package var ask: String?
  /// The date as `YYYY-MM-DD`.
  package var until: String?
}

package struct AbstractImpossibility: Hashable, Codable, Sendable {
  package var when: AbstractCondition
  package var because: String?
}

/// The precedence of rules that cover the same combination.
package struct AbstractPrecedence: Hashable, Codable, Sendable {
  package enum Entry: Hashable, Codable, Sendable {
    case rule(String)
    /// All rules that the list does not name.
    case others
  }

  package var entries: [Entry]
}
