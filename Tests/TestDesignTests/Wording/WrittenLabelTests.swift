import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// Labels occur in sentences as their authors wrote them: never lowercased, inflected or pluralised.
@Suite struct WrittenLabelTests {
  /// Random specs with capitalised labels, wherever a question names one.
  @Test func `a question names factors and values as they are written`() throws {
    var named = 0
    for seed in UInt64(0)..<60 {
      guard let random = try RandomAnalysis(seed: seed) else { continue }
      var specification = random.analysed.specification
      specification.language = seed.isMultiple(of: 2) ? .english : .japanese
      for factor in specification.factors.indices {
        specification.factors[factor].label = "The FACTOR \(factor) Sees"
        for value in specification.factors[factor].values.indices
        where !specification.factors[factor].isYesNo {
          specification.factors[factor].values[value].label = "Is VALUE \(factor)-\(value)s"
          specification.factors[factor].values[value].hasOwnLabel = true
        }
      }
      guard let analysed = try analyse(specification, today: testDay).value else { continue }
      for finding in analysed.analysis.findings
      where finding.code == .undefinedCombination || finding.code == .contradictoryRules {
        let texts = [finding.message, finding.question?.condition ?? ""]
        for text in texts {
          let lower = text.lowercased()
          for wanted in ["The FACTOR", "Is VALUE"] {
            #expect(
              text.ranges(of: wanted).count == lower.ranges(of: wanted.lowercased()).count,
              "seed \(seed): \(text)"
            )
            named += text.ranges(of: wanted).count
          }
        }
      }
    }
    #expect(named > 200)
  }
}
