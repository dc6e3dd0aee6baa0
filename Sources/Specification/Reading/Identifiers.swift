import Diagnostics
import Text

/// The ids that authors choose: of factors, values, operations, variants, parts and rules.
enum Identifier {
  /// What conditions say with a word; a variant of an operation may be called so all the same.
  static let conditionWords = ["valid", "invalid", "any", "others", "not"]

  /// Whether a byte is a small letter, a digit or `_`.
  fileprivate static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
  }

  /// Signs that end an id in a condition, with what they are called.
  fileprivate static let separators: [(sign: String, name: String)] = [
    (",", "comma"), ("、", "comma"), ("，", "comma"), ("/", "`/`"), ("..", "`..`"),
  ]

  /// An id as people read it where nobody gave a label: `very_long` gives "Very long"; one with capitals of its own stays.
  static func inWords(_ id: String) -> String {
    let words = id.split(separator: "_").joined(separator: " ")
    guard let first = words.unicodeScalars.first, ("a"..."z").contains(first),
      !words.contains(where: { ("A"..."Z").contains($0) })
    else { return words.isEmpty ? id : words }
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension SyntaxReader {
  /// Whether a text can be an id; reports where it cannot.
  ///
  /// - Parameters:
  ///   - text: The id.
  ///   - span: Where it stands.
  ///   - subject: What a message calls it: "the name of a factor".
  ///   - taken: Words that it must not be.
  ///   - hasLabel: Whether a label can stand beside it.
  /// - Returns: Whether it can be one.
  mutating func isIdentifier(
    _ text: String,
    at span: SourceSpan,
    _ subject: String,
    except taken: [String] = Identifier.conditionWords,
    hasLabel: Bool = true
  ) -> Bool {
    guard isName(text, at: span, subject) else { return false }
    // Most ids are small letters, digits and `_`: nothing in them can separate.
    let isPlain = text.utf8.allSatisfy { Identifier.isPlain($0) }
    if isPlain { return isFree(text, at: span, subject, except: taken, hasLabel: hasLabel) }
    if let separator = Identifier.separators.first(where: { text.contains($0.sign) }) {
      let parts = text.split { ",、，".contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
      let help =
        switch separator.sign {
        case "..": "take another sign: `..` stands between the ends of an interval"
        case "/" where subject.contains("operation"):
          "`operation/variant` names a variant in rules; declare it under `variants`"
        case "/": "take another sign: `/` stands between an operation and its variant"
        default:
          hasLabel
            ? "commas separate ids: `[\(parts.joined(separator: ", "))]`"
            : "write `\(parts.joined(separator: "-"))`"
        }
      report(
        .invalidID,
        "\(subject) must not hold a \(separator.name), as `\(text)` does",
        at: span,
        help: [help]
      )
      return false
    }
    if text.contains(where: \.isWhitespace) {
      let joined = text.split(whereSeparator: \.isWhitespace).joined(separator: "_")
      report(
        .invalidID,
        "\(subject) must not hold a blank, as `\(text)` does",
        at: span,
        help: hasLabel
          ? ["write `\(joined)`, and what people read as its label: `\(joined): \(text)`"]
          : ["write `\(joined)`"]
      )
      return false
    }
    return isFree(text, at: span, subject, except: taken, hasLabel: hasLabel)
  }

  /// Whether a text is none of some words; reports where it is.
  private mutating func isFree(
    _ text: String,
    at span: SourceSpan,
    _ subject: String,
    except taken: [String],
    hasLabel: Bool
  ) -> Bool {
    guard taken.contains(text) else { return true }
    report(
      .reservedName,
      "\(subject) cannot be `\(text)`: the word has a meaning of its own",
      at: span,
      help: [hasLabel ? "take another id, and `\(text)` as its label" : "take another id"]
    )
    return false
  }
}
