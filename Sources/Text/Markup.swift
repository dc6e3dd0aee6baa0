import Diagnostics

/// Escapes text for XML 1.0, as content or as an attribute in double quotes.
package enum XMLText {
  package static func line(_ text: some StringProtocol) -> String {
    VisibleText.line(text).escaping(escapes)
  }

  /// U+FFFE and U+FFFF cannot be represented in XML.
  private static let escapes: [Unicode.Scalar: String] = [
    "<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "\u{FFFE}": "\u{FFFD}",
    "\u{FFFF}": "\u{FFFD}",
  ]

  /// Returns an element around indented lines; `attributes` must be escaped.
  package static func element(
    _ name: String,
    attributes: String = "",
    _ lines: [String]
  ) -> [String] {
    let start = attributes.isEmpty ? name : "\(name) \(attributes)"
    return ["<\(start)>"] + lines.map { "  " + $0 } + ["</\(name)>"]
  }
}

/// Escapes text for Markdown, so that it is shown literally.
package enum MarkdownText {
  /// Returns the text on one line, escaping everything that is special in Markdown, HTML or on a code host (`@name`, `#1`).
  package static func line(_ text: String) -> String {
    VisibleText.line(text).escaping(escapes)
  }

  private static let escapes: [Unicode.Scalar: String] = [
    "<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;", "#": "&#35;", "\\": "\\\\", "`": "\\`",
    "*": "\\*", "_": "\\_", "[": "\\[", "]": "\\]", "|": "\\|", "~": "\\~", "$": "\\$", "!": "\\!",
  ]

  /// Returns a Markdown table; heads and cells must be escaped.
  package static func table(_ heads: [String], _ rows: [[String]]) -> String {
    ([heads, heads.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |\n" }
      .joined()
  }
}

extension String {
  /// True if the text is a web address that can be linked.
  package var isWebAddress: Bool {
    (hasPrefix("https://") || hasPrefix("http://"))
      && unicodeScalars.allSatisfy { $0.value > 32 && !"<>\"".unicodeScalars.contains($0) }
  }
}
