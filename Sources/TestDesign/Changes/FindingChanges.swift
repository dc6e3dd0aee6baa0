/// Which findings of a spec came and which went between two versions of it.
package struct FindingChanges: Sendable {
  /// Findings of the new version that the old one has not, in the order of the new one.
  package var opened: [Finding]
  /// Findings of the old version that the new one has not, in the order of the old one.
  package var closed: [Finding]

  /// Compares two analyses.
  ///
  /// A new name of a factor gives a question a new id: one that reads the same is the same.
  package init(from old: Analysis, to new: Analysis) {
    opened = Self.those(of: new.findings, notIn: old.findings)
    closed = Self.those(of: old.findings, notIn: new.findings)
  }

  private static func those(of findings: [Finding], notIn others: [Finding]) -> [Finding] {
    let ids = Set(others.map(\.id))
    let messages = Set(others.map { [$0.code.rawValue, $0.message] })
    return findings.filter {
      !ids.contains($0.id) && !messages.contains([$0.code.rawValue, $0.message])
    }
  }
}
