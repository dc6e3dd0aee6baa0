/// That an exact answer would take more memory or steps than the engine allows itself.
package struct LimitExceeded: Error, Hashable, Sendable {
  /// What grew too large, as a phrase: "the decision diagram of the space has more than 4000000 nodes".
  package var what: String

  package init(what: String) {
    self.what = what
  }
}
