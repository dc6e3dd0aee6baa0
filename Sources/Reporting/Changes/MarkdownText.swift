import Diagnostics

/// Text made safe to stand in Markdown: it is shown as it is, whatever signs it has.
enum MarkdownText {
  /// The text on one line, with a backslash before every sign that Markdown, HTML or a code host (`@name`, `#1`) reads as its own.
  static func line(_ text: String) -> String {
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
}
