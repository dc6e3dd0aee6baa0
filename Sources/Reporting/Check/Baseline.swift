package import Diagnostics
import Specification
import TestDesign
package import Text

/// Findings that somebody knows, so that a check speaks only of those that are new.
package struct Baseline: Sendable {
  /// A finding that is known, and why it stays.
  package struct Entry: Hashable, Sendable {
    package var id: String
    /// The path of the spec when the entry was written.
    package var spec: String
    package var code: String
    /// A finding that has become graver is not known any more.
    package var severity: Severity
    /// The day on which it was taken in.
    package var since: CalendarDay?
    package var message: String
    /// What people wrote; empty where nobody wrote anything.
    package var reason: String

    package init(
      id: String,
      spec: String,
      code: String,
      severity: Severity,
      since: CalendarDay?,
      message: String = "",
      reason: String = ""
    ) {
      self.id = id
      self.spec = spec
      self.code = code
      self.severity = severity
      self.since = since
      self.message = message
      self.reason = reason
    }
  }

  /// One for each id, by the paths of the specs and then by the ids.
  package private(set) var entries: [Entry]

  /// Takes entries in any order; of several with one id the first.
  package init(_ entries: [Entry] = []) {
    var seen: Set<String> = []
    self.entries = entries.filter { seen.insert($0.id).inserted }.sorted { left, right in
      guard left.spec == right.spec else {
        return left.spec.utf8.lexicographicallyPrecedes(right.spec.utf8)
      }
      return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
    }
  }

  /// The severity with which each finding is known, by id.
  package var known: [String: Severity] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.severity) })
  }

  /// The entries of specs that were analysed which name nothing that was found.
  package func gone(in report: CheckReport) -> [Entry] {
    let found = report.foundIDs
    let paths = Set(report.analysedPaths)
    return entries.filter { paths.contains($0.spec) && !found.contains($0.id) }
  }

  /// The baseline of everything in a report.
  ///
  /// An entry that stays keeps its day and its reason. Entries of specs that the report does not speak of, or that could not be analysed,
  /// stay where `isThere` says that the file of that path still exists.
  ///
  /// - Parameters:
  ///   - report: A report that nothing was left out of.
  ///   - today: The day of new entries.
  ///   - isThere: Whether a file exists.
  /// - Returns: The new baseline.
  package func updated(
    with report: CheckReport,
    today: CalendarDay,
    isThere: (String) -> Bool
  ) -> Baseline {
    let earlier = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
    let paths = Set(report.analysedPaths)
    let found = report.specs.flatMap { spec in
      spec.findings.map { finding in
        Entry(
          id: finding.id,
          spec: spec.source.path,
          code: finding.code.rawValue,
          severity: finding.severity,
          since: earlier[finding.id]?.since ?? today,
          message: finding.message,
          reason: earlier[finding.id]?.reason ?? ""
        )
      }
    }
    return Baseline(found + entries.filter { !paths.contains($0.spec) && isThere($0.spec) })
  }
}

extension CheckReport {
  fileprivate var foundIDs: Set<String> { Set(specs.flatMap { $0.findings.map(\.id) }) }

  fileprivate var analysedPaths: [String] {
    specs.compactMap { spec in
      switch spec.outcome {
      case .analysed, .planned: spec.source.path
      case .invalid, .limitExceeded: nil
      }
    }
  }
}

extension Baseline {
  /// The version of the format, and the key that it stands under.
  package static let version = 1
  package static let versionKey = "specmatrix-baseline"

  /// The baseline as YAML, with a place for reasons.
  package var yaml: String {
    var text = """
      # What `specmatrix check --baseline` leaves out, since it is known. A finding that becomes graver is told again.
      # Write down why a finding stays: a reason is kept when `--write-baseline` rewrites this file.
      \(Self.versionKey): \(Self.version)
      findings:\(entries.isEmpty ? " {}" : "")

      """
    for entry in entries {
      text += "  \(entry.id):\n"
      for member in entry.members {
        // JSON's texts are YAML's too.
        text += "    \(member.key): \(member.value.text(spreading: 0))"
      }
    }
    return text
  }

  /// The baseline as JSON.
  package var json: String {
    let document: JSONValue = [
      Self.versionKey: .integer(Self.version),
      "findings": .object(entries.map { .init($0.id, .object($0.members)) }),
    ]
    return document.text(spreading: 3)
  }
}

extension Baseline.Entry {
  fileprivate var members: [JSONValue.Member] {
    [
      .init("spec", .string(spec)), .init("code", .string(code)),
      .init("severity", .string(severity.rawValue)),
      .init("since", .string(since?.description ?? "")),
      .init("message", .string(message)), .init("reason", .string(reason)),
    ]
  }
}
