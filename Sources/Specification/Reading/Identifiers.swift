import Diagnostics
import Text

/// The ids that authors choose: of factors, values, operations, variants, parts and rules.
package enum Identifier {
  /// Words with a meaning in conditions; a variant of an operation may have them as its id all the same.
  package static let conditionWords = ["valid", "invalid", "any", "others", "not"]

  /// Signs that end an id in a condition, with what they are called.
  fileprivate static let separators: [(sign: String, name: String)] = [
    (",", "comma"), ("、", "comma"), ("，", "comma"), ("/", "`/`"), ("..", "`..`"),
  ]

  /// An id as people read it if nobody gave a label: `very_long` gives "Very long"; one with capitals of its own stays.
  package static func inWords(_ id: String) -> String {
    let words = id.split(separator: "_").joined(separator: " ")
    guard let first = words.unicodeScalars.first, ("a"..."z").contains(first),
      !words.contains(where: { ("A"..."Z").contains($0) })
    else { return words.isEmpty ? id : words }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// True if a text is small letters, digits and `_`, as most ids are: nothing in it can separate.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
  }
}

extension SyntaxReader {
  /// True if a text can be an id, beside which a label may stand; reports that it cannot.
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

  /// True if nothing in an id separates or is a blank; reports what does.
  private func isWhole(
    _ text: String,
    at span: SourceSpan,
    _ subject: String,
    hasLabel: Bool
  ) -> Bool {
    let sign: String
    let help: String
    if let separator = Identifier.separators.first(where: { text.contains($0.sign) }) {
      sign = separator.name
      let parts = text.split { ",、，".contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
      help =
        switch separator.sign {
        case "..": "use another sign: `..` separates the ends of an interval"
        case "/" where subject.contains("operation"):
          "`operation/variant` names a variant in rules; declare it under `variants`"
        case "/": "use another sign: `/` separates an operation from its variant"
        default:
          hasLabel
            ? "commas separate ids: `[\(parts.joined(separator: ", "))]`"
            : "write `\(parts.joined(separator: "-"))`"
        }
    } else if text.contains(where: \.isWhitespace) {
      sign = "blank"
      let words = text.split(whereSeparator: \.isWhitespace)
      let label = words.dropFirst().joined(separator: " ")
      help =
        "write `\(words.joined(separator: "_"))`"
        + (hasLabel ? ", or put a colon between id and label: `\(words[0]): \(label)`" : "")
    } else {
      return true
    }
    report(
      .invalidID,
      "\(subject) must not contain a \(sign), as `\(text)` does",
      at: span,
      help: [help]
    )
    return false
  }
}
