import Diagnostics

/// Lines of YAML with remarks at their ends that stand under each other.
struct StarterText {
  private(set) var text = ""

  /// The column at which remarks begin.
  private static let remarkColumn = 36

  mutating func add(_ line: String, _ remark: String? = nil) {
    text += line
    if let remark {
      let width = DisplayWidth.columns(of: line)
      text += String(repeating: " ", count: max(2, Self.remarkColumn - width)) + "# " + remark
    }
    text += "\n"
  }

  /// A text as a YAML scalar, in quotes where it could be read as something else than a text.
  static func scalar(_ text: String) -> String {
    let visible = VisibleText.line(text)
    let words = ["true", "false", "null", "yes", "no"]
    let isPlain =
      visible.first?.isLetter == true && !words.contains(visible.lowercased())
      && visible.allSatisfy { $0.isLetter || $0.isNumber || " -".contains($0) }
    if isPlain { return visible }
    return "'" + visible.replacing("'", with: "''") + "'"
  }
}
