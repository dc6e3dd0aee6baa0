/// How much of what can be tested a suite holds, ascending; the suite of a depth has all cases of those before it.
package enum Depth: String, CaseIterable, Comparable, Sendable {
  /// Each rule once, where it is most usual, and each question.
  case review
  /// Also the values, and the pairs of values, that an operation's rules read.
  case relevant
  /// Also every pair of values of any two factors.
  case all

  package static func < (left: Depth, right: Depth) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
