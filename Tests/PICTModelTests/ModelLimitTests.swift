import Combinatorics
import Diagnostics
import Testing

@testable import PICTModel

/// Excessive sizes are reported with their location before anything is allocated.
struct ModelLimitTests {
  /// 483 bytes whose last parameter would have 268 million values.
  @Test func referencesThatDoubleAreRefused() {
    let lines = ["A0: a, b"] + (1..<29).map { "A\($0): <A\($0 - 1)>, <A\($0 - 1)>" }
    let read = PICTCase(lines.joined(separator: "\n"))
    #expect(read.model == nil)
    // 2^17 values are allowed; the parameters before have room for 262,142 in total.
    #expect(read.headlines == ["18:13: error[model-too-large]: `A17` has more than 200,000 values"])
  }

  @Test func valuesOfAllParametersAreCounted() {
    let list = (0..<100_000).map { "v\($0)" }.joined(separator: ",")
    let read = PICTCase("A: \(list)\n" + (1..<6).map { "A\($0): <A>\n" }.joined())
    #expect(read.model == nil)
    #expect(
      read.headlines == ["6:5: error[model-too-large]: the model has more than 500,000 values"]
    )
  }

  @Test func aLongListIsRefused() {
    let list = { (count: Int) in (0..<count).map { "\($0)" }.joined(separator: ",") }
    #expect(PICTCase("A: \(list(200_000))\nB: 1\n").model?.parameters[0].values.count == 200_000)
    let read = PICTCase("A: \(list(200_001))\nB: 1\n")
    #expect(read.headlines == ["1:3: error[model-too-large]: `A` has more than 200,000 values"])
  }

  @Test func parametersAreCounted() {
    let lines = (0...5_000).map { "P\($0): 1\n" }.joined()
    #expect(
      PICTCase(lines).headlines == [
        "5001:1: error[model-too-large]: the model has more than 5,000 parameters"
      ]
    )
  }

  /// All pairs of two lists of 10,000 numbers are 100 million.
  @Test func comparisonsAreCounted() {
    let list = (0..<10_000).map { "\($0)" }.joined(separator: ",")
    let read = PICTCase("A: \(list)\nB: \(list)\n[A] < [B];\n[A] > [B];\n")
    #expect(
      read.headlines == [
        "3:1: error[model-too-large]: from here on the constraints look at more than 50,000,000 values"
      ]
    )
  }

  /// NaN and infinity equal nothing.
  @Test func setsHoldWhatIsEqual() throws {
    let model = try #require(
      PICTCase("A: 1, 1.0, 2, nan, inf\nB: x, y\n[A] IN {1, nan, inf};\n").model
    )
    #expect(
      model.constraints[0].consequence
        == .oneOf(parameter: 0, values: [true, true, false, false, false])
    )
  }

  /// Redundant rows, against pairwise comparison.
  @Test(arguments: 0..<60)
  func rowsAgreeAsComparedOneByOne(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let rows = (0..<(2 + random.below(12))).map { _ in
      (0..<3).map { _ -> Int? in random.below(3) == 0 ? nil : random.below(2) }
    }
    func implies(_ row: [Int?], _ other: [Int?]) -> Bool {
      zip(row, other).allSatisfy { $1 == nil || $0 == $1 }
    }
    let agreement = try RowAgreement(rows, with: rows)
    for number in rows.indices {
      let isSaid = rows.indices.contains { other in
        other != number && implies(rows[other], rows[number])
          && (other < number || !implies(rows[number], rows[other]))
      }
      #expect(
        isSaid == (agreement.hasMoreSpecific[number] || agreement.firstEqual[number] < number)
      )
    }
  }

  @Test func choicesAcrossSubmodelsAreCounted() throws {
    let parameters = (0..<60).map { "P\($0): 0, 1, 2, 3\n" }.joined()
    let submodels = (0..<6).map { submodel in
      "{ \((0..<10).map { "P\(10 * submodel + $0)" }.joined(separator: ", ")) } @ 2\n"
    }
    let model = try #require(PICTCase(parameters + submodels.joined()).model)
    #expect(throws: LimitExceeded.self) {
      try impossibleCombinations(of: model, strength: .number(6))
    }
  }
}
