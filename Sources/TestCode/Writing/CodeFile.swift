/// How the tests of a spec are divided.
package enum CodeStyle: String, CaseIterable, Sendable {
  /// One test with the cases as its arguments.
  case arguments
  /// One test for each case, for tools that need an entry each.
  case functions
}

/// A file of generated code.
package struct CodeFile: Sendable {
  /// The name without a folder.
  package var name: String
  package var text: String
}
