import Diagnostics
package import Specification
import Text

/// The results of test runs for the cases of a spec.
///
/// A case counts as passed only if a run says so for its current version. The formats are extensions of this type.
package struct ResultsReport: Sendable {
  package enum Verdict: String, CaseIterable, Sendable {
    case passed
    /// A run of this version of the case failed.
    case failed
    /// Only another version of the case was run.
    case checkAgain
    /// A run started the case without saying how it ended.
    case unclear
    /// The expected results depend on an open question.
    case blocked
    /// No run reports a result: the case was not run, or no report names it.
    case noResult
  }

  /// A case with its verdict and the reasons, one line each: failure messages or ids of questions.
  ///
  /// `isNamed` is true if a run names the case, even as skipped. For a case to check again, `earlierPassed` tells whether the other version
  /// passed, and is `nil` if that one did not run to its end.
  package typealias Case = (
    id: String, title: String, verdict: Verdict, reasons: [String], isNamed: Bool,
    earlierPassed: Bool?
  )

  /// An id of the spec that no case of the suite has, with the reason, such as "it is retired".
  package typealias UnknownID = (id: String, reason: String, hasFailed: Bool)

  /// An entry of a report that names no case, with the ids in it that belong to other specs.
  package typealias UnknownEntry = (name: String, hasFailed: Bool, otherIDs: [String])

  package var id: String
  package var feature: String
  package var specPath: String
  package var reports: [String]
  /// The cases, in the order of the suite.
  package var cases: [Case]
  package var unknownIDs: [UnknownID]
  package var unknownEntries: [UnknownEntry]
  /// Remarks about the reports, one sentence each.
  package var remarks: [String]

  package init(
    _ specification: Specification,
    reports: [String],
    cases: [Case],
    unknownIDs: [UnknownID],
    unknownEntries: [UnknownEntry],
    remarks: [String]
  ) {
    id = specification.id
    feature = specification.feature
    specPath = specification.path
    self.reports = reports
    self.cases = cases
    self.unknownIDs = unknownIDs
    self.unknownEntries = unknownEntries
    self.remarks = remarks
  }

  package func count(_ verdict: Verdict) -> Int { cases.count { $0.verdict == verdict } }

  /// True if a run reports anything about the spec.
  package var mentionsSpec: Bool { !unknownIDs.isEmpty || cases.contains(where: \.isNamed) }
}

extension ResultsReport.Verdict {
  /// The phrase for headings and counts.
  fileprivate var words: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .checkAgain: "to be checked again"
    case .unclear: "unclear"
    case .blocked: "blocked by open questions"
    case .noResult: "without a result"
    }
  }
}

extension ResultsReport {
  /// The maximum number of entries listed that name no case.
  private static let entriesListed = 10

  /// The counts by verdict, such as `36 passed, 5 failed, 10 blocked by open questions, 0 without a result`.
  private var counts: String {
    Verdict.allCases.filter { verdict in
      count(verdict) > 0 || [.passed, .failed, .blocked, .noResult].contains(verdict)
    }
    .map { "\(count($0)) \($0.words)" }.joined(separator: ", ")
  }

  /// The verdicts whose cases are listed with their reasons.
  private static let explained: [Verdict] = [.failed, .checkAgain, .unclear]

  /// The sections about entries of reports that match no case.
  private var leftOver: [(heading: String, items: [String])] {
    var sections: [(heading: String, items: [String])] = []
    if !unknownIDs.isEmpty {
      let items = unknownIDs.map { "\($0.id): \($0.reason)\($0.hasFailed ? "; it failed" : "")" }
      sections.append(("Unknown ids", items))
    }
    let others = Self.byPrefix(unknownEntries.flatMap(\.otherIDs))
    if !others.isEmpty {
      let items = others.map { "\($0.spec): \(counted($0.count, "id"))" }
      sections.append(("Ids that are not of \(id)", items))
    }
    let nameless = unknownEntries.filter(\.otherIDs.isEmpty)
    if !nameless.isEmpty {
      var items = nameless.prefix(Self.entriesListed)
        .map { $0.name + ($0.hasFailed ? " (failed)" : "") }
      if nameless.count > Self.entriesListed {
        items.append("and \(nameless.count - Self.entriesListed) more")
      }
      let count = counted(nameless.count, "unknown entry").replacing("entrys", with: "entries")
      let failed = nameless.count(where: \.hasFailed)
      let heading = "\(count): no id of a case" + (failed > 0 ? ", \(failed) failed" : "")
      sections.append((heading, items))
    }
    return sections
  }

  /// Returns the number of distinct ids by the spec's id in front of the last hyphen, ordered by that id.
  private static func byPrefix(_ ids: [String]) -> [(spec: String, count: Int)] {
    var counts: [String: Int] = [:]
    for id in Set(ids) {
      counts[String(id.prefix(upTo: id.lastIndex(of: "-") ?? id.startIndex)), default: 0] += 1
    }
    return counts.sorted { $0.key < $1.key }.map { (spec: $0.key, count: $0.value) }
  }

  package func text(columns: Int, usesColor: Bool) -> String {
    var text = TerminalText(columns: columns, usesColor: usesColor)
    text.heading("\(id) \(feature)")
    text.item(counts)
    for verdict in Self.explained where count(verdict) > 0 {
      text.heading(verdict.words.capitalisedAtStart)
      for entry in cases where entry.verdict == verdict {
        text.item("\(entry.id) \(entry.title)")
        for reason in entry.reasons { text.item(reason, indent: 4) }
      }
    }
    for verdict in [Verdict.blocked, .noResult] where count(verdict) > 0 {
      text.heading(verdict.words.capitalisedAtStart)
      text.item(lines(of: verdict).joined(separator: "; "))
    }
    for section in leftOver {
      text.heading(section.heading)
      for item in section.items { text.item(item) }
    }
    for remark in remarks { text.heading("Note: \(remark)", .gutter) }
    return text.text
  }

  /// Returns a line per case: `PAY-4KD (Q-1B11CF2C)`, `PAY-7XM (skipped: later)`, or the id alone.
  private func lines(of verdict: Verdict) -> [String] {
    cases.filter { $0.verdict == verdict }.map { entry in
      entry.reasons.isEmpty ? entry.id : "\(entry.id) (\(entry.reasons.joined(separator: ", ")))"
    }
  }

  /// The report as Markdown, for a page or a comment.
  package var markdown: String {
    var lines = ["## \(MarkdownText.line("\(id) \(feature)"))", "", counts]
    for verdict in Self.explained where count(verdict) > 0 {
      lines += ["", "| \(verdict.words.capitalisedAtStart) | | |", "| --- | --- | --- |"]
      for entry in cases where entry.verdict == verdict {
        let reasons = entry.reasons.map(MarkdownText.line).joined(separator: "<br>")
        lines.append("| \(entry.id) | \(MarkdownText.line(entry.title)) | \(reasons) |")
      }
    }
    for verdict in [Verdict.blocked, .noResult] where count(verdict) > 0 {
      let ids = self.lines(of: verdict).map(MarkdownText.line).joined(separator: ", ")
      lines += ["", "**\(verdict.words.capitalisedAtStart):** \(ids)"]
    }
    for section in leftOver {
      lines += ["", "**\(MarkdownText.line(section.heading))**", ""]
      lines += section.items.map { "- " + MarkdownText.line($0) }
    }
    for remark in remarks { lines += ["", "> " + MarkdownText.line(remark)] }
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: String {
    let counts = Verdict.allCases.map { JSONValue.Member($0.rawValue, .integer(count($0))) }
    let document = JSONValue.of([
      "version": 1, "id": id, "spec": specPath, "reports": reports,
      "counts": JSONValue.object(counts),
      "cases": cases.json {
        ["id": $0.id, "title": $0.title, "result": $0.verdict.rawValue, "reasons": $0.reasons]
      },
      "unknownIDs": unknownIDs.json {
        ["id": $0.id, "reason": $0.reason, "failed": $0.hasFailed]
      },
      "unknownEntries": unknownEntries.json {
        ["name": $0.name, "failed": $0.hasFailed, "otherIDs": $0.otherIDs]
      },
      "remarks": remarks,
    ])
    return document.text(spreading: 2)
  }
}
