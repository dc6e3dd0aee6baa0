/// What changed for QA between two versions of some specs.
package struct ChangeReport: Sendable {
  /// In the order of their paths.
  package var specs: [SpecChange]

  package init(specs: [SpecChange]) {
    self.specs = specs
  }

  package var isEmpty: Bool { specs.allSatisfy(\.isEmpty) }
}
