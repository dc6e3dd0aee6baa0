import PICTModel
import Testing
import specmatrix_benchmarks

@Suite struct ForbiddenCombinationTests {
  private static let parameters = """
    A: 1, 2, 3
    B: 1, 2, 3
    C: x, y, NA
    D: x, y

    """

  @Test(arguments: [
    "IF [A] = 1 THEN [B] = 2;",
    "IF [A] = 1 THEN [C] = \"NA\" ELSE [C] <> \"NA\";",
    "[A] <= [B];",
    "[A] <> [B] OR [B] = 1;",
    "(NOT ([A] = 1 AND ([B] = 2 OR [D] = \"x\")));",
    "IF [A] = 1 OR [B] > 2 THEN [C] IN {\"x\", \"y\"} AND NOT [D] = \"y\" ELSE [A] > [B] OR [D] = \"x\";",
    "[A] = 2; IF [D] = \"x\" THEN [B] <> 3;",
    "IF [A] = 1 AND [A] = 2 THEN [B] = 1;",
  ])
  func theyForbidExactlyWhatTheConstraintsDo(constraints: String) throws {
    let model = try SampleModel.read(Self.parameters + "\n" + constraints)
    let forbidden = try #require(ForbiddenCombinations.of(model))
    for row in SampleModel.rows(of: model) {
      let isForbidden = forbidden.contains { combination in
        combination.terms.allSatisfy { $0.values.contains(row[$0.parameter]) }
      }
      #expect(isForbidden != SampleModel.isAllowed(row, by: model), "\(row)")
    }
    for terms in forbidden.map(\.terms) {
      #expect(terms.map(\.parameter) == Set(terms.map(\.parameter)).sorted())
      #expect(terms.allSatisfy { !$0.values.isEmpty })
    }
  }

  /// Eight comparisons of two parameters each multiply to 3^8 combinations.
  @Test func tooManyAreNotListed() throws {
    let names = (0..<16).map { "p\($0)" }
    let pairs = stride(from: 0, to: 16, by: 2).map { "[\(names[$0])] = [\(names[$0 + 1])]" }
    let text =
      names.map { "\($0): 1, 2, 3\n" }.joined()
      + "IF \(pairs.joined(separator: " AND ")) THEN [p0] = 1;"
    let model = try SampleModel.read(text)
    #expect(ForbiddenCombinations.of(model) == nil)
    #expect(throws: Obstacle.constraints) { try PlainModel(model) }
  }
}
