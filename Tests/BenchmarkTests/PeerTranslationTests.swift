import PICTModel
import Testing
import specmatrix_benchmarks

@Suite struct PeerTranslationTests {
  private static let model = PlainModel(
    sizes: [3, 2, 4],
    forbidden: [
      ForbiddenCombination(
        terms: [.init(parameter: 0, values: [1]), .init(parameter: 2, values: [0, 3])]
      )
    ]
  )

  @Test func jennyIsGivenNumbersAndWithouts() throws {
    let arguments = try JennyModel.arguments(Self.model, strength: 3)
    #expect(arguments == ["-n3", "3", "2", "4", "-w1b3ad"])
  }

  @Test func jennyHasLettersForFiftyTwoValues() throws {
    #expect(try JennyModel.arguments(PlainModel(sizes: [52, 2]), strength: 2).count == 3)
    #expect(throws: Obstacle.manyValues) {
      try JennyModel.arguments(PlainModel(sizes: [53, 2]), strength: 2)
    }
  }

  @Test func rowsOfJennyAreRead() {
    let answer = " 1a 2b 3d \n 1c 2a 3A \nCould not cover tuple 1a 2a\n"
    #expect(JennyModel.rows(answer, parameters: 3) == [[0, 1, 3], [2, 0, 26]])
    #expect(JennyModel.rows(" 1a 2b \n", parameters: 3) == nil)
    #expect(JennyModel.rows(" 1a 3b 2c \n", parameters: 3) == nil)
  }

  @Test func allpairspyIsGivenJSON() {
    #expect(
      AllPairsModel.input(Self.model, strength: 2) == """
        {"strength": 2, "sizes": [3, 2, 4], "forbidden": [[[0, [1]], [2, [0, 3]]]]}

        """
    )
  }

  @Test func rowsOfAllpairspyAreRead() {
    #expect(AllPairsModel.rows("0\t12\n1\t0\n", parameters: 2) == [[0, 12], [1, 0]])
    #expect(AllPairsModel.rows("0\t1\n1\n", parameters: 2) == nil)
  }

  @Test func suitesInWordsAreRead() throws {
    let model = try SampleModel.read("A: x, y | z\nB: 1, ~2\n")
    #expect(SuiteText.rows("A\tB\ny\t1\nz\t~2\n", of: model) == [[1, 0], [1, 1]])
    #expect(SuiteText.rows("A\tB\ny\t1\nw\t1\n", of: model) == nil)
    #expect(SuiteText.rows("A\tB\ny\n", of: model) == nil)
    #expect(SuiteText.rows("A\tB\nx\t1\n\ny\t1\n\nboom\n", of: model) == nil)
  }

  @Test(arguments: [
    ("A: 1, ~2\nB: 1, 2", Obstacle.negativeValues),
    ("A: 1, 2\nB: 1, 2\nC: 1, 2\n{ A, B } @ 2", .strengths),
    ("A @ 1: 1, 2\nB: 1, 2", .strengths),
    ("A: 1, 2\n$B: 1, 2\nC: 1, 2", .expectedResults),
  ])
  func whatOthersDoNotKnowIsNotTranslated(text: String, obstacle: Obstacle) throws {
    let model = try SampleModel.read(text)
    #expect(throws: obstacle) { try PlainModel(model) }
  }
}
