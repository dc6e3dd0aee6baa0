package import Diagnostics
import Specification
package import TestDesign
import Text
import YAMLSyntax

/// The description of a kind of finding, from `findings.yaml`.
///
/// It is the single source of `explain`, the page on findings, and the rules in SARIF.
package struct FindingDescription: Sendable {
  package let code: FindingCode
  /// The default severity.
  package let severity: Severity
  /// True if a finding of this kind asks for a decision.
  let isQuestion: Bool
  /// The exception to the severity, such as "a warning until its day", or `nil` if there is none.
  private let exception: String?
  let headline: String
  let meaning: String
  let reason: String
  /// Further remarks, one paragraph each.
  let remarks: [String]
  let remedies: [String]
  /// The related headings on the page on the language.
  package let topics: [String]
  /// A spec with this finding at the marked place and no other.
  package let failing: MarkedExample
  /// The same spec without findings.
  package let passing: MarkedExample

  /// All descriptions, in the order in which they are explained.
  package static let all = FindingCode.allCases.map(FindingDescription.init)

  private static let file = tree(ofResource: "Findings/findings.yaml")

  package init(_ code: FindingCode) {
    let node = Self.file[[.key(code.rawValue)]]
    func text(_ key: String) -> String { node?.text(key) ?? "" }
    self.code = code
    severity = Severity(rawValue: text("severity")) ?? .error
    isQuestion = node?.text("question") != nil
    exception = node?.text("exception")
    headline = text("headline")
    meaning = text("meaning")
    reason = text("reason")
    remarks = node?.texts("remarks") ?? []
    remedies = node?.texts("remedies") ?? []
    topics = node?.texts("topics") ?? []
    failing = MarkedExample(text("failing"))
    passing = MarkedExample(text("passing"))
  }

  /// The severity, such as `error` or `error; a warning until its day`.
  var usualSeverity: String { severity.rawValue + (exception.map { "; \($0)" } ?? "") }

  /// Returns the explanation without its heading, for SARIF and the page on findings, ending in a line break.
  ///
  /// Topics are linked to the page on the language, and omitted without its address.
  func markdown(languagePage: String? = nil) -> String {
    var parts = ["**Means:** \(meaning)", "**Why:** \(reason)"] + remarks
    parts.append("**How to fix it:**\n\n" + remedies.map { "* \($0)" }.joined(separator: "\n"))
    if let languagePage {
      let links = topics.map { topic in
        "[\(topic)](\(languagePage)#\(topic.lowercased().replacing(" ", with: "-")))"
      }
      parts.append("In the language: " + links.joined(separator: " · "))
    }
    parts.append("With the finding:\n\n```yaml\n\(failing.commented(code.rawValue))```")
    parts.append("Fixed:\n\n```yaml\n\(passing.text)```")
    return parts.joined(separator: "\n\n") + "\n"
  }

  var plainText: String {
    let parts =
      [meaning, reason] + remarks + ["How to fix it: " + remedies.joined(separator: "; ") + "."]
    return parts.joined(separator: "\n\n")
  }

  /// The table at the top of the page on findings.
  package static var table: String {
    let rows = all.map { finding in
      let code = finding.code.rawValue
      return ["[`\(code)`](#\(code))", finding.usualSeverity, finding.headline]
    }
    return MarkdownText.table(["finding", "severity", "in short"], rows)
  }

  /// The sections of the page on findings.
  package static var sections: String {
    all.map { "## \($0.code.rawValue)\n\n\($0.markdown(languagePage: "language.md"))" }
      .joined(separator: "\n")
  }
}

/// An example spec with the place that a finding marks.
package struct MarkedExample: Sendable {
  /// The spec without the marks.
  package private(set) var text = ""
  /// The marked place, or `nil` if nothing is marked.
  package private(set) var span: SourceSpan?

  /// Reads an example in which `«` and `»` enclose a place on one line.
  ///
  /// The common head is prepended. An example without traits of its own gets an empty list of traits, so that it calls for no entries of
  /// the catalogue.
  fileprivate init(_ marked: String) {
    let traits = marked.hasPrefix("traits:") ? "" : "traits: []\n\n"
    let whole = "specmatrix: 1\nid: DRAFT\nfeature: Edit a post\n" + traits + marked
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
  }

  /// Returns the spec with a comment after the marked line.
  fileprivate func commented(_ comment: String) -> String {
    guard let span else { return text }
    var lines = SourceLines(text).lines.map(String.init)
    lines[span.start.line - 1] += "  # ← \(comment)"
    return lines.joined(separator: "\n")
  }
}

/// The description of a group of mistakes, from `mistakes.yaml`.
///
/// A mistake keeps a spec from being analysed, at least in part. Unlike findings, mistakes have messages that say what was expected and
/// what to write, so a group needs little explanation.
package struct MistakeDescription: Sendable {
  let headline: String
  let severity: Severity
  let meaning: String
  let remedies: [String]
  /// The codes of the group, with a phrase each.
  package let codes: [(name: String, headline: String)]

  /// All groups, in the order of the stages that detect them.
  package static let all = tree(ofResource: "Findings/mistakes.yaml").items.map { group in
    MistakeDescription(
      headline: group.text("headline") ?? "",
      severity: group.text("severity").flatMap(Severity.init) ?? .error,
      meaning: group.text("meaning") ?? "",
      remedies: group.texts("remedies"),
      codes: (group.entry("codes")?.value.entries ?? []).map { code in
        (code.key, code.value.writtenScalar?.text ?? "")
      }
    )
  }

  /// Returns the group and phrase of a code, or `nil` for an unknown code.
  package static func of(_ name: String) -> (group: MistakeDescription, headline: String)? {
    for group in all {
      if let code = group.codes.first(where: { $0.name == name }) { return (group, code.headline) }
    }
    return nil
  }

  /// The table of all mistakes for the page on findings.
  package static var table: String {
    let rows = all.flatMap { group in
      group.codes.enumerated().map { index, code in
        ["`\(code.name)`", code.headline, index == 0 ? group.headline : ""]
      }
    }
    return MarkdownText.table(["mistake", "means", "group"], rows)
  }
}

extension SyntaxNode {
  func text(_ key: String) -> String? { entry(key)?.value.writtenScalar?.text }

  func texts(_ key: String) -> [String] {
    (entry(key)?.value.items ?? []).compactMap { $0.writtenScalar?.text }
  }
}

/// The output of `specmatrix explain`, for a terminal of 80 columns.
package struct ExplanationText {
  private let empty: TerminalText

  package init(usesColor: Bool = false) {
    empty = TerminalText(columns: 80, usesColor: usesColor)
  }

  /// Returns a kind of finding with its examples.
  package func text(of finding: FindingDescription) -> String {
    var text = empty
    let style = TerminalStyle(finding.severity)
    text.begin(finding.code.rawValue, finding.usualSeverity, style, finding.headline)
    text.section("What it means", [finding.meaning] + finding.remarks)
    text.section("Why it matters", [finding.reason])
    text.list("How to fix it", finding.remedies)
    text.heading("Example")
    text.example(finding.failing, style)
    text.heading("The same example, fixed")
    text.example(finding.passing, style)
    return text.text
  }

  /// Returns a mistake with its group, or `nil` for an unknown code.
  package func text(ofMistake name: String) -> String? {
    guard let (group, headline) = MistakeDescription.of(name) else { return nil }
    var text = empty
    let severity = "\(group.severity.rawValue) (a mistake, not a finding)"
    text.begin(name, severity, TerminalStyle(group.severity), headline)
    text.section("What it means", [group.meaning])
    text.list("How to fix it", group.remedies)
    let others = group.codes.filter { $0.name != name }.map { "`\($0.name)`" }
    text.section("Related mistakes", [others.joined(separator: ", ")])
    return text.text
  }

  /// The list of everything that can be explained, a line each.
  package var index: String {
    var text = empty
    text.heading("Findings")
    let findings = FindingDescription.all
    let width = findings.map(\.code.rawValue.count).max() ?? 0
    for finding in findings {
      text.entry(finding.code.rawValue, finding.headline, width, TerminalStyle(finding.severity))
    }
    for group in MistakeDescription.all {
      text.heading(group.headline.capitalisedAtStart)
      let width = group.codes.map(\.name.count).max() ?? 0
      for code in group.codes { text.entry(code.name, code.headline, width, .strong) }
    }
    return text.text
  }
}

extension TerminalText {
  fileprivate mutating func begin(
    _ name: String,
    _ severity: String,
    _ style: TerminalStyle,
    _ headline: String
  ) {
    line(styled(name, .strong) + " · " + styled(severity, style))
    item(headline.capitalisedAtStart + ".", indent: 0)
  }

  fileprivate mutating func section(_ title: String, _ paragraphs: [String]) {
    heading(title)
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { line("") }
      item(paragraph)
    }
  }

  fileprivate mutating func list(_ title: String, _ items: [String]) {
    heading(title)
    for item in items { self.item(item, lead: "* ", style: nil) }
  }

  fileprivate mutating func entry(
    _ name: String,
    _ headline: String,
    _ width: Int,
    _ style: TerminalStyle
  ) {
    let padding = String(repeating: " ", count: width - name.count + 2)
    let margin = String(repeating: " ", count: 2 + width + 2)
    let broken = LineBreaking.lines(of: headline, columns: columns - margin.count)
    line("  " + styled(name, style) + padding + broken[0])
    for rest in broken.dropFirst() { line(margin + rest) }
  }

  fileprivate mutating func example(_ example: MarkedExample, _ style: TerminalStyle) {
    for (index, text) in SourceLines(example.text).lines.dropLast().enumerated() {
      line("    " + text)
      guard let span = example.span, span.start.line == index + 1 else { continue }
      let blanks = String(repeating: " ", count: 4 + span.start.column - 1)
      let sign = String(repeating: "^", count: span.end.column - span.start.column)
      line(blanks + styled(sign, style))
    }
  }
}
