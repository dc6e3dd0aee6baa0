import Diagnostics

/// Text made safe to stand in XML 1.0, as content or as an attribute in double quotes.
package enum XMLText {
  package static func line(_ text: some StringProtocol) -> String {
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

  /// An element with attributes, as they are written, around indented lines.
  package static func element(
    _ name: String,
    attributes: String = "",
    _ lines: [String]
  ) -> [String] {
    let start = attributes.isEmpty ? name : "\(name) \(attributes)"
    return ["<\(start)>"] + lines.map { "  " + $0 } + ["</\(name)>"]
  }
}

/// Text made safe to stand in Markdown: it is shown as it is, whatever signs it has.
package enum MarkdownText {
  /// The text on one line, with a backslash before every sign that Markdown, HTML or a code host (`@name`, `#1`) reads as its own.
  package static func line(_ text: String) -> String {
    var line = ""
    for character in VisibleText.line(text) {
      switch character {
      case "<": line += "&lt;"
      case ">": line += "&gt;"
      case "&": line += "&amp;"
      case "@": line += "&#64;"
      case "#": line += "&#35;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "$", "!": line += "\\\(character)"
      default: line.append(character)
      }
    }
    return line
  }

  /// A table of cells in Markdown.
  package static func table(_ heads: [String], _ rows: [[String]]) -> String {
    ([heads, heads.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |\n" }
      .joined()
  }
}

extension String {
  /// True if the text is a web address, so that it can be clicked.
  package var isWebAddress: Bool {
    (hasPrefix("https://") || hasPrefix("http://"))
      && unicodeScalars.allSatisfy { $0.value > 32 && !"<>\"".unicodeScalars.contains($0) }
  }
}
