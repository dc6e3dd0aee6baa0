import Foundation

/// The number of random inputs in tests.
package enum Seeds {
  /// `SPECMATRIX_SEEDS`: 200 in its CI job, 20 by default.
  package static let count = environment ?? 20

  /// True if a number of seeds was requested, with the time that they take.
  package static let isAsked = environment != nil

  private static let environment = ProcessInfo.processInfo.environment["SPECMATRIX_SEEDS"]
    .flatMap(Int.init)

  /// Returns the inputs of a test that takes `number` of them where others take 200.
  package static func share(_ number: Int) -> Int { max(4, number * count / 200) }
}
