import Combinatorics
import Diagnostics
import PICTModel
import Testing

@Suite struct CoverTests {
  private func covered(
    _ text: String,
    strength: PICTStrength = .standard,
    seeds: String? = nil
  ) throws -> (PICTModel, Checked<PICTSuite>) {
    let test = PICTCase(text)
    let model = try #require(test.model, "\(test.headlines)")
    let rows = seeds.flatMap {
      readPICTSeeds(SourceFile(path: "seeds", text: $0), for: model).value
    }
    return (model, try cover(model, strength: strength, seeds: rows ?? []))
  }

  private func lines(
    _ text: String,
    strength: PICTStrength = .standard,
    seeds: String? = nil
  ) throws
    -> [String]
  {
    let (model, checked) = try covered(text, strength: strength, seeds: seeds)
    return try #require(checked.value).text(of: model).split(separator: "\n").map(String.init)
  }

  // MARK: Small models, all of whose rows are known

  @Test func aSuiteIsWrittenAsTabSeparatedText() throws {
    #expect(try lines("A b: 1\nC: x").joined(separator: "\n") == "A b\tC\n1\tx")
    let (model, checked) = try covered("\u{FEFF}A b: 1\nC: ~x, é")
    #expect(try #require(checked.value).text(of: model) == "\u{FEFF}A b\tC\n1\té\n1\t~x\n")
  }

  @Test func aSuiteIsWrittenAsJSON() throws {
    let (model, checked) = try covered("A: ~1, \"\\\nB: x")
    #expect(
      try #require(checked.value).json(of: model) == #"""
        [
          [
            {
              "key": "A",
              "value": "\"\\"
            },
            {
              "key": "B",
              "value": "x"
            }
          ],
          [
            {
              "key": "A",
              "value": "1"
            },
            {
              "key": "B",
              "value": "x"
            }
          ]
        ]

        """#
    )
  }

  @Test func statisticsAreWritten() throws {
    let (_, checked) = try covered("A: 1, 2\nB: 1, 2, 3\nC: 1\nIF [A] = 1 THEN [B] = 1;")
    #expect(
      try #require(checked.value).statistics(seconds: 3_723) == """
        Combinations:   9
        Generated tests:4
        Generation time:1:02:03

        """
    )
  }

  @Test func namesOfAValueTakeTurns() throws {
    let rows = try lines("A: x|y|z\nB: 1, 2, 3, 4").dropFirst()
    #expect(rows.map { $0.prefix(1) } == ["x", "y", "z", "x"])
  }

  @Test func everythingAtTheLargestOrder() throws {
    let text = (1...8).map { "P\($0): 0, 1\n" }.joined() + "[P1] <> [P2];\n"
    #expect(try lines(text, strength: .maximum).count == 1 + 128)
    #expect(try lines(text, strength: .number(8)).count == 1 + 128)
    #expect(throws: LimitExceeded.self) { try covered(text, strength: .number(7)) }
    #expect(try lines("A: 1, 2", strength: .standard).count == 3)
  }

  @Test func anOrderMayNotBeLargerThanTheModel() throws {
    let (_, plain) = try covered("A: 1\nB: 1\n$R: 1", strength: .number(3))
    #expect(plain.value == nil)
    #expect(plain.diagnostics.map(\.code) == ["order-too-large"])
    let (_, grouped) = try covered("A: 1\nB: 1\nC: 1\n{ A, B }", strength: .number(3))
    #expect(
      grouped.diagnostics.map(\.message) == [
        "the order 3 is larger than the number of sub-models and parameters outside of them, 2"
      ]
    )
  }

  @Test func constraintsThatLeaveNothingAreNamed() throws {
    let text = "A: 1, 2\nB: 1, 2\n[B] = 1 OR [B] = 2;\n[A] = [B];\n[A] = 1;\n[B] = 2;"
    let (_, checked) = try covered(text)
    #expect(checked.value == nil)
    let diagnostic = try #require(checked.diagnostics.first)
    #expect(diagnostic.message == "these 3 constraints together leave no row")
    #expect(diagnostic.span?.start.line == 4)
    #expect(diagnostic.related.map { $0.span.start.line } == [5, 6])
  }

  @Test func valuesThatNeverOccurAreNamed() throws {
    let (_, checked) = try covered("A: 1, 2, 3\nB: 1, 2\nIF [A] > 1 THEN [B] = 1 AND [B] = 2;")
    #expect(
      checked.diagnostics.map(\.message) == ["the constraints never allow `A: 2`, `A: 3`"]
    )
  }

  @Test func expectedResultsFollowOrStayOpen() throws {
    let text =
      "A: 1, 2, 3\nB: 1, 2\n$R: ok, no\nIF [A] = 1 THEN [$R] = \"ok\";\nIF [A] = 2 THEN [$R] = \"no\";"
    for line in try lines(text).dropFirst() {
      let cells = line.split(separator: "\t")
      #expect(cells[2] == ["1": "ok", "2": "no", "3": "?"][cells[0]])
    }
  }

  @Test func parametersMayHaveTheirOwnOrder() throws {
    // Three parameters of order 3 and a fourth of order 1.
    let text = "A @ 3: 0, 1\nB @ 3: 0, 1\nC @ 3: 0, 1\nD @ 1: 0, 1"
    #expect(try lines(text).count == 1 + 8)
  }

  // MARK: Seeds

  @Test func seedsComeFirst() throws {
    let seeds = "B\tQ\tA\n2\t9\t~1\n\t\t3\n2\t\t3\n7\t\t2\n\nlost"
    let text = "A: ~1, 2, 3\nB: 1, 2\nC: 1, 2"
    let model = try #require(PICTCase(text).model)
    let read = readPICTSeeds(SourceFile(path: "s", text: seeds), for: model)
    #expect(
      read.diagnostics.map(\.message) == [
        "the model has no parameter `Q`: the column is ignored",
        "`B` has no value `7`: the value is ignored", "rows after an empty line are ignored",
      ]
    )
    #expect(
      read.value?.map(\.values) == [[0, 1, nil], [2, nil, nil], [2, 1, nil], [1, nil, nil]]
    )
    let rows = try lines(text, seeds: seeds).dropFirst()
    // The second seed is contained in the third; the first is negative and starts the second part.
    #expect(rows.first?.hasPrefix("3\t2\t") == true)
    #expect(rows.dropFirst().first?.hasPrefix("2\t") == true)
    #expect(rows.first { $0.hasPrefix("~") }?.hasPrefix("~1\t2\t") == true)
  }

  @Test func seedsThatAreNotAllowedAreLeftOut() throws {
    let (_, checked) = try covered("A: 1, 2\nB: 1, 2\n[A] <> [B];", seeds: "A\tB\n1\t1\n2\t1")
    #expect(checked.diagnostics.map(\.code) == ["seed-violates-constraints"])
    #expect(checked.diagnostics.map { $0.span?.start.line } == [2])
    #expect(checked.value?.rows == [[1, 0], [0, 1]])
  }

  @Test func suitesCanBeFedBack() throws {
    let text = "A: a|b, ~c\nB: 1, 2, ~3\nC: x, y, z\nIF [A] = \"a\" THEN [C] <> \"z\" OR [B] = 1;"
    let first = try lines(text)
    let second = try lines(text, seeds: first.joined(separator: "\n"))
    #expect(Set(second.map(Self.withoutTurns)) == Set(first.map(Self.withoutTurns)))
  }

  private static func withoutTurns(_ line: String) -> String { line.replacing("b", with: "a") }

  // MARK: Sub-models

  @Test func subModelsHaveFewConfigurationsThatMeetEverything() throws {
    let text = """
      CPU: a, b, c
      RAM: 1, 2, 3
      Disk: s, t
      OS: x, y
      App: p, q, r
      { CPU, RAM, Disk } @ 2
      """
    let rows = try lines(text).dropFirst().map { $0.split(separator: "\t") }
    let configurations = Set(rows.map { $0.prefix(3).joined(separator: " ") })
    #expect(configurations.count == 9)
    #expect(Set(rows.map { $0[0] + $0[1] }).count == 9)
    #expect(Set(rows.map { $0.prefix(3).joined() + $0[3] }).count == 18)
    #expect(Set(rows.map { $0.prefix(3).joined() + $0[4] }).count == 27)
    #expect(rows.count == 27)
  }

  @Test func subModelsLoseNothingThatConstraintsAllow() throws {
    let text = """
      A: 1, 2, 3
      B: 1, 2, 3
      C: 1, 2, 3
      D: 1, 2, 3
      { A, B, C } @ 1
      IF [D] = 1 AND [A] = 1 THEN [B] = 2 AND [C] = 3;
      """
    let rows = try lines(text).dropFirst().map { $0.split(separator: "\t") }
    for other in 0..<3 { #expect(Set(rows.map { $0[other] + $0[3] }).count > 6) }
    #expect(Set(rows.map { $0[0] + $0[3] }).count == 9)
  }

  // MARK: Not applicable

  @Test func valuesThatDoNotApplyDependOnEachOther() throws {
    var text = "P0: on, off, NA\n"
    for number in 1..<20 {
      text += "P\(number): a, b, c, NA\n"
    }
    text += "[P0] <> \"NA\";\n"
    for number in 1..<20 {
      let parent = (number - 1) / 2
      let off = parent == 0 ? "[P0] = \"off\"" : "[P\(parent)] = \"NA\" OR [P\(parent)] = \"c\""
      text += "IF \(off) THEN [P\(number)] = \"NA\" ELSE [P\(number)] <> \"NA\";\n"
    }
    let (_, checked) = try covered(text)
    #expect(checked.value != nil)
  }
}
