package import TestDesign

/// What changed for QA between two versions of one spec.
package struct SpecChange: Sendable {
  package enum Outcome: Sendable {
    /// Both versions are there.
    case compared(SuiteChanges, FindingChanges)
    /// Only the new version is there.
    case added(caseCount: Int, Analysis)
    /// Only the old version is there.
    case removed(caseCount: Int)
  }

  /// The spec's id, of the new version where there is one.
  package var id: String
  /// How the versions are called: paths, or a revision and a path.
  package var oldName: String?
  package var newName: String?
  package var outcome: Outcome

  package init(id: String, oldName: String?, newName: String?, outcome: Outcome) {
    self.id = id
    self.oldName = oldName
    self.newName = newName
    self.outcome = outcome
  }

  /// Whether there is nothing that anybody has to know.
  package var isEmpty: Bool {
    guard case .compared(let suite, let findings) = outcome else { return false }
    return suite.isEmpty && findings.opened.isEmpty && findings.closed.isEmpty
  }
}
