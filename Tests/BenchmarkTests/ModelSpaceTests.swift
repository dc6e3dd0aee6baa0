import Combinatorics
import Diagnostics
import PICTModel
import Testing
import specmatrix_benchmarks

@Suite struct ModelSpaceTests {
  private static let models = [
    "A: 1, 2, 3\nB: 1, 2\nC: 1, 2, 3\n",
    "A: 1, 2, 3\nB: 1, 2, NA\nC: 1, 2, 3\nIF [A] = 1 THEN [B] = \"NA\" ELSE [B] <> \"NA\";\n[A] <= [C];",
    "A: 1, 2, ~3\nB: 1, ~2, ~3\nC: 1, 2\nD: 1, 2\nIF [A] = 3 THEN [C] = 1;",
    "A: 1, 2, 3\nB: 1, 2\nC: 1, 2\nD: 1, 2, 3\n{ A, B, C } @ 3\nIF [A] = 1 THEN [D] > 1;",
    "A @ 3: 1, 2\nB @ 3: 1, 2\nC @ 3: 1, 2\nD: 1, 2, 3\n",
  ]

  private func suite(of model: PICTModel) throws -> [[Int]] {
    let suite = try #require(try cover(model, strength: .number(2)).value)
    return suite.rows.map { $0.compactMap { $0 } }
  }

  @Test(arguments: models)
  func aSuiteIsCertifiedAndOneWithoutAValueIsNot(text: String) throws {
    let model = try SampleModel.read(text)
    let space = ModelSpace(model, strength: 2)
    let rows = try suite(of: model)
    #expect(space.verdict(on: rows) == .certified)
    // Without the rows that have a value, nothing that the value is to meet is met.
    for (parameter, value) in [(0, 0), (1, 1), (2, 1)] {
      let fewer = rows.filter { $0[parameter] != value }
      guard case .failed(invalidRows: 0, let missed) = space.verdict(on: fewer) else {
        Issue.record("parameter \(parameter), value \(value)")
        continue
      }
      #expect(missed >= 2)
    }
    #expect(space.verdict(on: []) != .certified)
  }

  @Test func aForbiddenRowIsFound() throws {
    let model = try SampleModel.read(Self.models[1])
    let rows = try suite(of: model) + [[0, 0, 0]]
    #expect(
      ModelSpace(model, strength: 2).verdict(on: rows) == .failed(invalidRows: 1, missed: 0)
    )
  }

  @Test func aRowWithTwoNegativeValuesIsFound() throws {
    let model = try SampleModel.read(Self.models[2])
    let rows = try suite(of: model) + [[2, 1, 0, 0]]
    #expect(
      ModelSpace(model, strength: 2).verdict(on: rows) == .failed(invalidRows: 1, missed: 0)
    )
  }

  /// The pair of the two first values is only in a row with a negative value, which may hide what it should show.
  @Test func aPairMustBeInARowWithoutNegativeValues() throws {
    let model = try SampleModel.read("A: 1, 2\nB: 1, 2\nC: 1, ~2\n")
    let rows = [[0, 1, 0], [1, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, 1]]
    #expect(
      ModelSpace(model, strength: 2).verdict(on: rows) == .failed(invalidRows: 0, missed: 1)
    )
    #expect(ModelSpace(model, strength: 2).verdict(on: rows + [[0, 0, 0]]) == .certified)
  }

  /// Of 12 pairs the first row has 3, the second 3 more, the third 2 and the fourth 4 less what was there: all rows together all 12.
  @Test func theFirstRowsHaveTheirShare() throws {
    let model = try SampleModel.read("A: 1, 2\nB: 1, 2\nC: 1, 2\n")
    let space = ModelSpace(model, strength: 2)
    let rows = [[0, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]]
    #expect(space.verdict(on: rows) == .certified)
    // 30 % of four rows are two.
    #expect(space.shareOfFirstRows(rows) == 0.5)
    #expect(space.shareOfFirstRows([[0, 0, 0]]) == 1)
  }
}
