import PICTModel
import Testing

@Suite struct SubmodelTests {
  private static let parameters = "A: 1, 2\nB: 1, 2\nC: 1, 2\n"

  @Test(arguments: [
    ("{ A, B } @ 2", [0, 1], 2), ("{b,A}", [0, 1], nil), ("  {A}@1 ", [0], 1),
  ])
  func aLineIsRead(line: String, parameters: [Int], order: Int?) throws {
    let model = try #require(PICTCase(Self.parameters + line).model)
    #expect(model.submodels.map(\.parameters) == [parameters])
    #expect(model.submodels.map(\.order) == [order])
  }

  @Test func theSeparatorOfValuesServesToo() throws {
    let options = PICTSyntaxOptions(valueSeparator: ";")
    let model = try #require(PICTCase("A: 1\nB: 1\n{ A; B }\n{ B, A }", options: options).model)
    #expect(model.submodels.map(\.parameters) == [[0, 1], [0, 1]])
  }

  @Test(arguments: [
    (
      "{ A, Bb }",
      "4:6: warning[unknown-parameter]: there is no parameter `Bb`: the sub-model is ignored"
    ),
    (
      "{ A, A, B }",
      "4:3: warning[duplicate-parameter]: the sub-model names a parameter twice: it counts once"
    ),
    ("{ }", "4:1: error[submodel-syntax]: the sub-model names no parameters"),
    ("{ A } 2", "4:7: error[submodel-syntax]: this is not an order of a sub-model"),
    ("{ A } @ 0", "4:7: error[submodel-syntax]: this is not an order of a sub-model"),
    ("{ A } @ x", "4:7: error[submodel-syntax]: this is not an order of a sub-model"),
    (
      "{ A, B } @ 3",
      "4:1: error[order-too-large]: the order 3 is larger than the sub-model, which has 2 parameters"
    ),
    ("{ A, B }\nD: 1", "5:1: error[submodel-syntax]: a sub-model is written `{ A, B } @ 2`"),
  ])
  func mistakesAreTold(line: String, headline: String) {
    #expect(PICTCase(Self.parameters + line).headlines == [headline])
  }
}
