import Specification
import Testing

@testable import TestDesign

/// A file with only a head: nothing can happen yet, and nothing is asked.
struct PlannedFeatureTests {
  @Test(arguments: ["", "traits: [has_list, reads_network]\n"])
  func `a planned feature has no combination, no finding and no case`(traits: String) throws {
    let analysed = try analysed("specmatrix: 1\nid: T\nfeature: Later\n" + traits)
    let counts = analysed.analysis.counts
    #expect(
      [
        counts.combinations, counts.defined, counts.undecided, counts.contradictory,
        counts.undefined,
      ] == ["0", "0", "0", "0", "0"]
    )
    #expect(analysed.analysis.findings.isEmpty && analysed.analysis.incomplete.isEmpty)
    let matrix = try analysed.cases(earlier: nil)
    #expect(matrix.cases.isEmpty)
    #expect(try analysed.verify(matrix).isCertified)
    #expect(try analysed.measure([]).isComplete)
    #expect(try analysed.pairCoverage(of: matrix).cellCount == 0)
    #expect(try analysed.outcomeTables().isEmpty)
  }
}
