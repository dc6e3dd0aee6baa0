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
    let digits = String(scalar.value, radix: 16, uppercase: true)
    text += "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }

  /// Whether the scalar is a control, a line separator or an invisible sign that changes what stands around it.
  ///
  /// Joiners and tags stay: emoji and several scripts are made of them.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: return false
    case 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB:
      return true
    default: return scalar.properties.generalCategory == .control
    }
  }
}

/// The colours in which parts of a message or a report are shown on a terminal.
package enum TerminalStyle: String, Sendable {
  case strong = "1"
  case error = "1;31"
  case warning = "1;33"
  case note = "1;36"
  case gutter = "1;34"
  case added = "32"
  case removed = "31"
  case changed = "33"
  /// What somebody must answer; yellow could not be read on a light ground.
  case open = "1;35"
  /// What matters less.
  case muted = "2"

  /// What is in order.
  package static var good: Self { .added }

  /// The style of a severity's name and mark.
  package init(_ severity: Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }

  /// The text between the escape sequences that switch the style on and off.
  package func applied(to text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
