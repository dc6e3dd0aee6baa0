package import Diagnostics
package import TestDesign

/// What a kind of finding means: the one source of `explain`, of the page on findings and of the rules in SARIF.
///
/// Texts are plain English with names in backticks; a test holds the examples to what they say.
package struct FindingDescription: Sendable {
  package var code: FindingCode
  /// The default.
  package var severity: Severity
  /// When it differs: "a warning until its day"; `nil` where it never has.
  package var exception: String?
  /// A phrase: "no rule says what happens".
  package var headline: String
  /// A few sentences, as the next two are.
  package var meaning: String
  /// Why it is reported.
  package var reason: String
  /// What else its reader should know, a paragraph each.
  package var remarks: [String] = []
  /// What to do, one way each.
  package var remedies: [String]
  /// Headings of the language's page that say more.
  package var topics: [String] = []
  /// A spec that has this finding, at the marked place, and no other.
  package var failing: MarkedExample
  /// The same spec, fixed: it has no findings.
  package var passing: MarkedExample

  /// `error`, or `error; a warning until its day`.
  package var usualSeverity: String {
    severity.rawValue + (exception.map { "; \($0)" } ?? "")
  }

  /// All of them, in the order in which they are explained.
  package static let all = FindingCode.allCases.map(FindingDescription.init)

  /// The description of a kind.
  package init(_ code: FindingCode) {
    self =
      switch code {
      case .undefinedCombination: .undefinedCombination
      case .contradictoryRules: .contradictoryRules
      case .undecidedRule: .undecidedRule
      case .placeholderResult: .placeholderResult
      case .openQuestion: .openQuestion
      case .unconsideredOperation: .unconsideredOperation
      case .unreachableRule: .unreachableRule
      case .impossibleValue: .impossibleValue
      case .redundantConstraint: .redundantConstraint
      case .unreadCombination: .unreadCombination
      case .noSuchDay: .noSuchDay
      case .unreadFactor: .unreadFactor
      case .vagueResult: .vagueResult
      }
  }

  init(
    code: FindingCode,
    severity: Severity,
    exception: String? = nil,
    headline: String,
    meaning: String,
    reason: String,
    remarks: [String] = [],
    remedies: [String],
    topics: [String] = [],
    failing: String,
    passing: String
  ) {
    self.code = code
    self.severity = severity
    self.exception = exception
    self.headline = headline
    self.meaning = meaning
    self.reason = reason
    self.remarks = remarks
    self.remedies = remedies
    self.topics = topics
    self.failing = MarkedExample(failing)
    self.passing = MarkedExample(passing)
  }
}

/// A spec as an example, with the place that a finding marks.
package struct MarkedExample: Sendable {
  /// The spec without the marks.
  package let text: String
  /// The marked place; `nil` where nothing is marked.
  package let span: SourceSpan?

  /// Reads an example in which `«` and `»` stand around a place on one line.
  ///
  /// The head that all examples share is put in front; an example without traits of its own calls for nothing.
  init(_ marked: String) {
    let traits = marked.hasPrefix("traits:") ? "" : "traits: []\n\n"
    let whole = Self.head + traits + marked + "\n"
    var text = ""
    var span: SourceSpan?
    for (index, line) in SourceLines(whole).lines.dropLast().enumerated() {
      let parts = line.split(omittingEmptySubsequences: false) { $0 == "«" || $0 == "»" }
      text += parts.joined() + "\n"
      guard parts.count == 3 else { continue }
      let start = parts[0].unicodeScalars.count + 1
      span = SourceSpan(
        start: SourcePosition(line: index + 1, column: start),
        end: SourcePosition(line: index + 1, column: start + parts[1].unicodeScalars.count)
      )
    }
    self.text = text
    self.span = span
  }

  private static let head = """
    specmatrix: 1
    id: DRAFT
    feature: Edit a post

    """

  /// The spec with a comment behind the marked line.
  func commented(_ comment: String) -> String {
    guard let span else { return text }
    var lines = SourceLines(text).lines.map(String.init)
    lines[span.start.line - 1] += "  # ← \(comment)"
    return lines.joined(separator: "\n")
  }
}

extension FindingDescription {
  /// The explanation below a heading, as the rules of SARIF have it and the page on findings.
  ///
  /// - Parameter languagePage: The address of the page on the language, which topics are linked to; `nil` leaves them out.
  /// - Returns: The text, ending in a line break.
  package func markdown(languagePage: String? = nil) -> String {
    var parts = ["**Means:** \(meaning)", "**Why:** \(reason)"] + remarks
    parts.append("**How to fix it:**\n\n" + remedies.map { "* \($0)" }.joined(separator: "\n"))
    if let languagePage {
      let links = topics.map { "[\($0)](\(languagePage)#\(Self.anchor($0)))" }
      parts.append("In the language: " + links.joined(separator: " · "))
    }
    parts.append("With the finding:\n\n```yaml\n\(failing.commented(code.rawValue))```")
    parts.append("Fixed:\n\n```yaml\n\(passing.text)```")
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The explanation without Markdown's marks, for those who show none.
  package var plainText: String {
    let parts =
      [meaning, reason] + remarks + ["How to fix it: " + remedies.joined(separator: "; ") + "."]
    return parts.joined(separator: "\n\n")
  }

  /// The table at the top of the page on findings.
  package static var table: String {
    var rows = ["| finding | severity | in short |", "| --- | --- | --- |"]
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
    var rows = ["| mistake | means | group |", "| --- | --- | --- |"]
    for group in all {
      for (index, code) in group.codes.enumerated() {
        let last = index == 0 ? group.headline : ""
        rows.append("| `\(code.name)` | \(code.headline) | \(last) |")
      }
    }
    return rows.map { $0 + "\n" }.joined()
  }
}
