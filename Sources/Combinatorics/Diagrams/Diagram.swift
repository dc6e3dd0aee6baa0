/// A set of rows: a node of a `DiagramStore`.
///
/// Equal numbers of one store are equal sets.
package struct Diagram: Hashable, Sendable {
  package let node: Int32

  package init(node: Int32) {
    self.node = node
  }

  package static let empty = Diagram(node: 0)
  package static let full = Diagram(node: 1)
}
