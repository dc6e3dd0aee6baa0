/// Makes text safe to print: it cannot break a line, colour the terminal or reorder adjacent text.
package enum VisibleText {
  /// Returns the text on one line: line breaks and tabs as `\n`, `\r`, `\t`, other control characters as `<U+001B>`.
  package static func line(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return String(text) }
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      default: append(scalar, to: &line)
      }
    }
    return line
  }

  /// Returns a character as shown in a source excerpt: a tab as one space, other control characters as `<U+001B>`.
  static func cell(_ character: Character) -> String {
    if character == "\t" { return " " }
    guard character.unicodeScalars.contains(where: isHarmful) else { return String(character) }
    var cell = ""
    for scalar in character.unicodeScalars { append(scalar, to: &cell) }
    return cell
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    guard isHarmful(scalar) else {
      text.unicodeScalars.append(scalar)
      return
    }
    text += "<U+" + scalar.value.inHex(digits: 4) + ">"
  }

  /// True if the scalar is a control character, a line separator or invisible (Unicode's `Default_Ignorable_Code_Point`).
  ///
  /// These affect the surrounding text or make different texts look alike. Joiners, variation selectors and tags are kept: emoji and
  /// several scripts are made of them.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // The fast path for most English and Japanese text.
    case 0x20..<0x7F, 0x3040..<0x3100, 0x4E00..<0xA000: return false
    case 0x034F, 0x200C, 0x200D, 0xE0020...0xE007F: return false
    case 0x2028, 0x2029, 0xFFF9...0xFFFB: return true
    default:
      let properties = scalar.properties
      return properties.generalCategory == .control
        || (properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector)
    }
  }
}

package enum TerminalStyle: String, Sendable {
  case strong = "1"
  case error = "1;31"
  case warning = "1;33"
  case note = "1;36"
  case gutter = "1;34"
  case added = "32"
  case removed = "31"
  case changed = "33"
  /// An open question; yellow is hard to read on a light background.
  case open = "1;35"
  /// Something less important.
  case muted = "2"

  package static var good: Self { .added }

  package init(_ severity: Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }

  package func applied(to text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}

extension BinaryInteger {
  /// Returns upper-case hexadecimal digits, padded with zeros to a minimum number.
  package func inHex(digits count: Int = 1) -> String {
    let digits = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
