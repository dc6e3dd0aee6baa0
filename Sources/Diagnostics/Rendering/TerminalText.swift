/// Text made safe to print: nothing in it can break a line, colour a terminal or reorder its neighbours.
package enum VisibleText {
  /// The text on one line: breaks and tabs as `\n`, `\r`, `\t`, other controls as `<U+001B>`.
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

  /// A character of a source line as the excerpt shows it: a tab as one blank, other controls as `<U+001B>`.
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

  /// True if the scalar is a control, a line separator or a sign that cannot be seen (Unicode's `Default_Ignorable_Code_Point`): it would change
  /// what stands around it, or make two texts look alike.
  ///
  /// Joiners, variation selectors and tags stay: emoji and several scripts are made of them.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Most of what is written in English and Japanese.
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
  /// Of less importance.
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
  /// Uppercase hexadecimal, padded with zeros to a minimum number of digits.
  package func inHex(digits count: Int = 1) -> String {
    let digits = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
