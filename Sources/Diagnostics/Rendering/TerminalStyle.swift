/// The colours in which parts of a message or a report are shown on a terminal.
package enum TerminalStyle: String {
  case strong = "1"
  case error = "1;31"
  case warning = "1;33"
  case note = "1;36"
  case gutter = "1;34"
  case added = "32"
  case removed = "31"
  case changed = "33"

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
