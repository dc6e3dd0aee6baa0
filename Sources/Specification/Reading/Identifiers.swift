import Diagnostics
import Text

/// The ids that authors choose: of factors, values, operations, variants, parts and rules.
package enum Identifier {
  /// Words with a meaning in conditions; only variants of an operation may have them as ids.
  package static let conditionWords = ["valid", "invalid", "any", "others", "not"]

  /// Returns an id as a label: `very_long` gives "Very long"; one with capitals keeps them.
  package static func inWords(_ id: String) -> String {
    let words = id.split(separator: "_").joined(separator: " ")
    guard let first = words.unicodeScalars.first, ("a"..."z").contains(first),
      !words.contains(where: { ("A"..."Z").contains($0) })
    else { return words.isEmpty ? id : words }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// True if a text consists of small letters, digits and `_`, so that it cannot contain separators.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
  }
}

extension SyntaxReader {
  /// True if a text can be an id; reports one that cannot, suggesting a label if `hasLabel`.
  func isIdentifier(
    _ text: String,
    at span: SourceSpan,
    _ subject: String,
    except taken: [String] = Identifier.conditionWords,
    hasLabel: Bool = true
  ) -> Bool {
    guard isName(text, at: span, subject) else { return false }
    if !Identifier.isPlain(text), !isWhole(text, at: span, subject, hasLabel: hasLabel) {
      return false
    }
    guard taken.contains(text) else { return true }
    report(
      .reservedName,
      "\(subject) cannot be `\(text)`: the word has a meaning of its own",
      at: span,
      help: [hasLabel ? "use another id, and `\(text)` as its label" : "take another id"]
    )
    return false
  }

  /// True if an id has no separators or blanks; reports those found.
  private func isWhole(
    _ text: String,
    at span: SourceSpan,
    _ subject: String,
    hasLabel: Bool
  ) -> Bool {
    func parts(_ isSeparator: (Character) -> Bool) -> [String] {
      text.split(whereSeparator: isSeparator).map(\.trimmed).filter { !$0.isEmpty }
    }
    let (commas, words) = (parts { ",、，".contains($0) }, parts(\.isWhitespace))
    let label = words.dropFirst().joined(separator: " ")
    let signs: [(sign: String, isThere: Bool, help: String)] = [
      (
        "comma", text.contains { ",、，".contains($0) },
        hasLabel
          ? "commas separate ids: `[\(commas.joined(separator: ", "))]`"
          : "write `\(commas.joined(separator: "-"))`"
      ),
      (
        "`/`", text.contains("/"),
        "use another sign: `/` separates an operation from its variant, which is declared under `variants`"
      ),
      ("`..`", text.contains(".."), "use another sign: `..` separates the ends of an interval"),
      (
        "blank", text.contains(where: \.isWhitespace),
        "write `\(words.joined(separator: "_"))`"
          + (hasLabel && label.first?.isLowercase == false
            ? ", or put a colon between id and label: `\(words.first ?? ""): \(label)`" : "")
      ),
    ]
    guard let (sign, _, help) = signs.first(where: \.isThere) else { return true }
    let message = "\(subject) must not contain a \(sign), as `\(text)` does"
    report(.invalidID, message, at: span, help: [help])
    return false
  }
}
