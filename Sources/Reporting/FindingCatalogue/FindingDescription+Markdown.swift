import Diagnostics
import TestDesign

extension FindingDescription {
  /// The explanation below a heading, as the rules of SARIF have it and the page on findings.
  ///
  /// - Parameter languagePage: The address of the page on the language, which topics are linked to; `nil` leaves them out.
  /// - Returns: The text, ending in a line break.
  package func markdown(languagePage: String? = nil) -> String {
    var parts = ["**Means:** \(meaning)", "**Why:** \(reason)"] + remarks
    parts.append("**To mend it:**\n\n" + remedies.map { "* \($0)" }.joined(separator: "\n"))
    if let languagePage {
      let links = topics.map { "[\($0)](\(languagePage)#\(Self.anchor($0)))" }
      parts.append("In the language: " + links.joined(separator: " · "))
    }
    parts.append("Has it:\n\n```yaml\n\(failing.commented(code.rawValue))```")
    parts.append("Has none:\n\n```yaml\n\(passing.text)```")
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The explanation without Markdown's marks, for those who show none.
  package var plainText: String {
    let parts =
      [meaning, reason] + remarks + ["To mend it: " + remedies.joined(separator: "; ") + "."]
    return parts.joined(separator: "\n\n")
  }

  /// The table at the top of the page on findings.
  package static var table: String {
    var rows = ["| finding | usually | in short |", "| --- | --- | --- |"]
    for finding in all {
      let code = finding.code.rawValue
      rows.append("| [`\(code)`](#\(code)) | \(finding.usualSeverity) | \(finding.headline) |")
    }
    return rows.map { $0 + "\n" }.joined()
  }

  /// The sections of the page on findings.
  package static var sections: String {
    all.map { "## \($0.code.rawValue)\n\n\($0.markdown(languagePage: "language.md"))" }
      .joined(separator: "\n")
  }

  private static func anchor(_ heading: String) -> String {
    heading.lowercased().replacing(" ", with: "-")
  }
}

extension MistakeDescription {
  /// The table of all mistakes on the page on findings.
  package static var table: String {
    var rows = ["| mistake | says | |", "| --- | --- | --- |"]
    for group in all {
      for (index, code) in group.codes.enumerated() {
        let last = index == 0 ? group.headline : ""
        rows.append("| `\(code.name)` | \(code.headline) | \(last) |")
      }
    }
    return rows.map { $0 + "\n" }.joined()
  }
}
