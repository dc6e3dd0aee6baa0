/// Texts as they can stand in code.
enum CodeText {
  /// A text between quotes in one line, with nothing in it that an editor does not show.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - special: Signs that need a backslash besides `"` and `\`.
  ///   - number: How the language writes a scalar by its number.
  /// - Returns: The literal.
  static func literal(
    _ text: String,
    special: String = "",
    _ number: (Unicode.Scalar) -> String
  ) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where special.unicodeScalars.contains(scalar): literal += "\\\(scalar)"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          literal += number(scalar)
        default: literal.unicodeScalars.append(scalar)
        }
      }
    }
    return literal + "\""
  }

  /// `\u{1F}`.
  static func bracedNumber(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// A number of at least so many hexadecimal digits.
  static func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
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

  /// A comment of the kind that ends with a sign, which the text must not have.
  static func documentation(_ text: String) -> String {
    let line = line(text).replacing("*/", with: "* /").replacing("/*", with: "/ *")
    return "/** \(line) */"
  }
}
