import Foundation

/// How many random inputs the tests take.
package enum Seeds {
  /// `SPECMATRIX_SEEDS`: 200 in CI's job for it; 20 in an ordinary run.
  package static let count = environment ?? 20

  /// True if somebody asked for a number of seeds, and has the time that they take.
  package static let isAsked = environment != nil

  private static let environment = ProcessInfo.processInfo.environment["SPECMATRIX_SEEDS"]
    .flatMap(Int.init)

  /// The inputs of a test that takes `number` of them where others take 200.
  package static func share(_ number: Int) -> Int { max(4, number * count / 200) }
}
