import Foundation
import Testing

@testable import TestCode
@testable import TestDesign

/// Generated Swift, compiled and run: it decides as the engine does.
struct SwiftDecisionTests {
  @Test func `the code of the samples decides as the engine does`() throws {
    var program = SwiftProgram()
    try program.add(DecisionSpecs.withoutFactors())
    for path in DecisionSpecs.samples {
      let isLarge = path.hasSuffix("profile-screen.yaml")
      if isLarge, DecisionSpecs.seedCount(orElse: 0) == 0 { continue }
      try program.add(try DecisionSpecs.sample(path))
    }
    try compare(program)
  }

  /// `SPECMATRIX_SEEDS=200` for the figure of the issue.
  @Test func `the code of random specs decides as the engine does`() throws {
    var program = SwiftProgram()
    for seed in 0..<DecisionSpecs.seedCount(orElse: 8) {
      guard let analysed = try DecisionSpecs.random(seed: seed)?.analysed else { continue }
      try program.add(analysed, seed.isMultiple(of: 5) ? .mangled : .raw)
    }
    try compare(program)
  }

  private func compare(_ program: SwiftProgram) throws {
    let output = try program.output()
    let difference = zip(
      output.split(separator: "\n", omittingEmptySubsequences: false),
      program.expected.split(separator: "\n", omittingEmptySubsequences: false)
    ).first { $0 != $1 }
    #expect(difference.map { "\($0), not \($1)" } == nil)
    #expect(output == program.expected)
    #expect(program.combinations > 100)
    print("compiled: \(program.combinations) combinations that can occur")
  }
}
