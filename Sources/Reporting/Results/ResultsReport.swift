package import Specification

/// What runs of tests say of the cases of a spec: the formats are extensions of this type.
///
/// A case counts as passed only where a run says so of this version of the case.
package struct ResultsReport: Sendable {
  package enum Verdict: String, CaseIterable, Sendable {
    case passed
    /// A run of this version of the case failed.
    case failed
    /// What ran was another version of the case.
    case checkAgain
    /// A run began it, and does not say how it ended.
    case unclear
    /// Nothing is expected of it for certain until a question is answered.
    case blocked
    /// No run says that it passed or failed: it did not run, or a report does not name it.
    case noResult
  }

  /// A case and why it has its verdict, in one line each: messages of failures, ids of questions.
  ///
  /// It is named where a run names it, be it to say that it was left out; of a case to check again the other version passed or not, and neither if it did
  /// not run to its end.
  package typealias Case = (
    id: String, title: String, verdict: Verdict, reasons: [String], isNamed: Bool,
    earlierPassed: Bool?
  )

  /// An id of the spec that no case of its suite has; the reason is what became of it: "it is retired".
  package typealias UnknownID = (id: String, reason: String, hasFailed: Bool)

  /// An entry of a report that names no case, with the ids in it that belong to other specs.
  package typealias UnknownEntry = (name: String, hasFailed: Bool, otherIDs: [String])

  package var id: String
  package var feature: String
  package var specPath: String
  package var reports: [String]
  /// In the order of the suite.
  package var cases: [Case]
  package var unknownIDs: [UnknownID]
  package var unknownEntries: [UnknownEntry]
  /// What is to be known of the reports, one sentence each.
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

  /// True if a run says anything of the spec.
  package var mentionsSpec: Bool { !unknownIDs.isEmpty || cases.contains(where: \.isNamed) }
}
