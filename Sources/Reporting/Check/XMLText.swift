import Diagnostics

/// Text made safe to stand in XML 1.0, as content or as an attribute in double quotes.
enum XMLText {
  /// The text on one line.
  static func line(_ text: some StringProtocol) -> String {
    var line = String.UnicodeScalarView()
    for scalar in VisibleText.line(text).unicodeScalars {
      switch scalar {
      case "<": line.append(contentsOf: "&lt;".unicodeScalars)
      case ">": line.append(contentsOf: "&gt;".unicodeScalars)
      case "&": line.append(contentsOf: "&amp;".unicodeScalars)
      case "\"": line.append(contentsOf: "&quot;".unicodeScalars)
      // XML has no way to write these.
      case "\u{FFFE}", "\u{FFFF}": line.append("\u{FFFD}")
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
