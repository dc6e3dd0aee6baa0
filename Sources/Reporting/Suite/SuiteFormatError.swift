/// That a file is no suite that can be built on.
package struct SuiteFormatError: Error, Hashable, Sendable {
  /// What is wrong, as a phrase: "it belongs to the spec PAY, not to POST".
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
