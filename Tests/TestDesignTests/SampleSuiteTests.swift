import Testing

@testable import TestDesign

/// The suites of the sample specs of the repository.
struct SampleSuiteTests {
  @Test(arguments: SuiteSpecs.samples, 1...4)
  func `a sample's suite is complete and inside the space`(path: String, strength: Int) throws {
    let analysed = try SuiteSpecs.analysed(path)
    let matrix = try analysed.cases(earlier: nil, strength: strength)
    #expect(matrix.strength == strength)
    #expect(!matrix.cases.isEmpty)
    #expect(try analysed.verify(matrix).isCertified)
    #expect(Set(matrix.cases.map(\.id)).count == matrix.cases.count)
  }

  @Test(arguments: SuiteSpecs.samples)
  func `the checker misses what is taken away`(path: String) throws {
    let analysed = try SuiteSpecs.analysed(path)
    var matrix = try analysed.cases(earlier: nil)
    // No case can be removed.
    matrix.cases.remove(at: matrix.cases.count / 2)
    #expect(try !analysed.verify(matrix).complaints.isEmpty)
  }
}
