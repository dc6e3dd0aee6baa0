import Text

enum CodeText {
  /// A text for a literal in quotes: in one line, and nothing in it that an editor does not show.
  ///
  /// Besides `"` and `\` the `special` signs get a backslash; `number` writes a scalar by its number.
  static func escaped(
    _ text: String,
    special: String = "",
    _ number: (Unicode.Scalar) -> String
  ) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\"", "\\": "\\\(scalar)"
      case _ where special.unicodeScalars.contains(scalar): "\\\(scalar)"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          number(scalar)
        default: String(scalar)
        }
      }
    }.joined()
  }

  static func hexadecimal(_ number: some BinaryInteger, digits: Int = 1) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// A text for a comment: in one line, and nothing in it that an editor does not show.
  static func line(_ text: String) -> String {
    let shown = text.unicodeScalars.map { scalar -> String in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      case .format: ""
      default: String(scalar)
      }
    }.joined()
    return shown.split(separator: " ").joined(separator: " ")
  }

  /// A text in a tag of Gherkin, which ends at a blank.
  static func tag(_ text: String) -> String {
    text.filter { !$0.isWhitespace && $0 != "#" && $0 != "@" }
  }

  /// What templates can write a text as in every language.
  static let forms: [String: @Sendable (String) -> String] = [
    "line": { line($0) },
    // In a comment of the kind that ends with a sign.
    "comment": { line($0).replacing("*/", with: "* /").replacing("/*", with: "/ *") },
    "markdown": { MarkdownText.line($0) },
    // In a cell of a table of Gherkin.
    "cell": { line($0).replacing("\\", with: "\\\\").replacing("|", with: "\\|") },
    "tag": { tag($0) },
  ]
}
