/// A rule as it is written.
package struct AbstractRule: Hashable, Codable, Sendable {
  package enum Outcome: Hashable, Codable, Sendable {
    /// One or several results.
    case then([String])
    case question(AbstractQuestion)
  }

  /// What the spec calls it; where `isNamed` is false nobody writes it, and the rule has the id that follows from what it says.
  package var id: String
  package var isNamed = true
  /// The key that it stands under: at least one.
  package var operations: [AbstractCondition.Selector]
  /// On the factors alone.
  package var when = AbstractCondition.none
  package var outcome: Outcome
  package var source: String?
  package var priority: String?

  /// True if it leaves open what happens: a question, or results of which one is a placeholder.
  package var isOpen: Bool { isQuestion || isPlaceholder }

  package var isQuestion: Bool {
    if case .question = outcome { true } else { false }
  }

  /// True if one of its results says nothing yet.
  package var isPlaceholder: Bool {
    guard case .then(let results) = outcome else { return false }
    return results.contains(where: Self.placeholders.contains)
  }

  /// Texts that are no result, as people write them: each a word of the page or a form of one.
  package static let placeholders = [
    "TBD", "TBA.", "(TBC)", "?", "…", "-", "N/A", "none yet", "未定", "（検討中）", "要確認。", "後日", "別途",
    "同上", "対象外",
    "both", "see Figma", "same as above", "As specified", "out of scope", "lorem ipsum", "ＴＢＤ",
    "Write the expected result here", "ここに期待結果を書く",
  ]

  /// The id that follows from what it says, given the factors in the order of declaration.
  ///
  /// `nil` where the page does not say it clearly: alternatives, lists, intervals, several ids.
  package func derivedID(_ factors: [AbstractFactor]) -> String? {
    guard let first = operations.first, when.alternatives.count <= 1 else { return nil }
    var parts: [String] = [first.text.replacing("/", with: "-").replacing(":", with: "")]
    if case .interval? = first.variants { return nil }
    // How a minus and the `-` before it go together, the page leaves open.
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
      // A name says enough where no other factor has it.
      let having = factors.filter { $0.values.contains { $0.id == item.text } }.map(\.name)
      if having != [factor.name] || !item.text.contains(where: \.isLetter) {
        parts.append(factor.name)
      }
      parts.append((entry.test[0].isNot ? "not-" : "") + item.text.replacing(":", with: ""))
    }
    // What the part before ends with is not said again.
    return parts.dropFirst().reduce(parts[0]) { $0.hasSuffix("-" + $1) ? $0 : $0 + "-" + $1 }
  }
}

/// Something that is still open: of a rule, or of the team.
package struct AbstractQuestion: Hashable, Codable, Sendable {
  package var text: String
  /// The answers to choose from, each one or several results.
  package var options: [[String]] = []
  package var ask: String?
  /// `YYYY-MM-DD`.
  package var until: String?
}

/// What cannot happen.
package struct AbstractImpossibility: Hashable, Codable, Sendable {
  package var when: AbstractCondition
  package var because: String?
}

/// Which of several rules that cover a combination come first.
package struct AbstractPrecedence: Hashable, Codable, Sendable {
  package enum Entry: Hashable, Codable, Sendable {
    /// A rule, by its `id`.
    case rule(String)
    /// All that the list does not name.
    case others
  }

  package var entries: [Entry]
}
