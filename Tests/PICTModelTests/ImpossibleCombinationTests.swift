import Combinatorics
import Diagnostics
import PICTModel
import Testing

@Suite struct ImpossibleCombinationTests {
  private static func found(
    _ text: String,
    strength: PICTStrength = .standard,
    listing: Int = 1_000
  ) throws -> (model: PICTModel, found: PICTImpossibilities) {
    let model = try #require(PICTCase(text).model)
    let checked = try impossibleCombinations(of: model, strength: strength, listing: listing)
    return (model, try #require(checked.value))
  }

  @Test func theLinesOfConstraintsAreNamed() throws {
    let text = """
      OS: win, mac, "linux"
      Disk: ntfs, apfs, ~raw
      Shell: cmd, zsh
      # A comment, so that lines and constraints differ.
      IF [OS] = "mac" THEN [Disk] = "apfs";
      IF [OS] <> "mac" THEN
        [Disk] <> "apfs";
      IF [Shell] = "cmd" THEN [OS] = "win";
      """
    let (model, found) = try Self.found(text)
    #expect(
      found.text(of: model) == """
        7 combinations are impossible though each of their values can occur
        OS: win, Disk: apfs — line 6
        OS: mac, Disk: ntfs — line 5
        OS: mac, Disk: raw — line 5
        OS: "linux", Disk: apfs — line 6
        OS: mac, Shell: cmd — line 8
        OS: "linux", Shell: cmd — line 8
        Disk: apfs, Shell: cmd — lines 6, 8

        """
    )
    let (_, short) = try Self.found(text, listing: 1)
    #expect(
      short.text(of: model).hasSuffix("OS: win, Disk: apfs — line 6\nand 6 more\n")
    )
    #expect(
      short.json(of: model) == """
        {
          "count": 7,
          "impossible": [
            {
              "values": { "OS": "win", "Disk": "apfs" },
              "lines": [6]
            }
          ]
        }

        """
    )
  }

  @Test func nothingIsImpossibleWithoutConstraints() throws {
    let (model, found) = try Self.found("A: 1, ~2\nB: 3, ~4")
    #expect(found.count == 0)
    #expect(found.json(of: model) == "{\n  \"count\": 0,\n  \"impossible\": []\n}\n")
  }

  @Test func subModelsAskForTheirOwn() throws {
    let text = "A: 1, 2\nB: 1, 2\nC: 1, 2\n{ A, B } @ 1\n[A] = [B];\n[B] = [C];"
    let (_, found) = try Self.found(text)
    #expect(found.listed.map(\.tuple.factors) == [[0, 2], [0, 2], [1, 2], [1, 2]])
    #expect(found.listed.map(\.constraints) == [[0, 1], [0, 1], [1], [1]])
  }

  /// A reason forbids the combination, and no constraint of it can be removed.
  @Test(arguments: 0..<40)
  func reasonsAreExactAndMinimal(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let sizes = (0..<4).map { _ in 2 + random.below(2) }
    var text = ""
    for (parameter, size) in sizes.enumerated() {
      let values = (0..<size).map { value in
        (value == 2 && random.below(3) == 0 ? "~" : "") + "\(value)"
      }
      text += "P\(parameter): \(values.joined(separator: ", "))\n"
    }
    func term() -> String {
      let parameter = random.below(4)
      return
        "[P\(parameter)] \(random.below(2) == 0 ? "=" : "<>") \(random.below(sizes[parameter]))"
    }
    for _ in 0..<(2 + random.below(5)) { text += "IF \(term()) THEN \(term());\n" }
    let model = try #require(PICTCase(text).model)
    let allowed = PICTCase.allowed(model)
    for strength in 2...3 {
      let checked = try impossibleCombinations(of: model, strength: .number(strength))
      guard let found = checked.value else { continue }
      #expect(found.count == found.listed.count)
      for combination in found.listed {
        let tuple = combination.tuple
        #expect(!allowed.contains { Self.has(tuple, $0) })
        for (factor, value) in zip(tuple.factors, tuple.values) {
          #expect(allowed.contains { $0[factor] == value })
        }
        let constraints = try #require(combination.constraints)
        for spared in [nil] + constraints.map(Optional.some) {
          var part = model
          part.constraints = constraints.filter { $0 != spared }.map { model.constraints[$0] }
          let isPossible = PICTCase.allowed(part).contains { Self.has(tuple, $0) }
          #expect(isPossible == (spared != nil), "\(text) \(tuple) \(constraints)")
        }
      }
    }
  }

  private static func has(_ tuple: ValueTuple, _ row: [Int]) -> Bool {
    zip(tuple.factors, tuple.values).allSatisfy { row[$0] == $1 }
  }

  // MARK: Values that never occur

  @Test func valuesThatNeverOccurAreSaidOnce() throws {
    let values = (0..<30).map(String.init).joined(separator: ", ")
    let text = "A: \(values)\nB: \(values)\n[A] = 0;\nIF [A] = 0 THEN [B] < 1 OR [B] > 28;"
    let model = try #require(PICTCase(text).model)
    let checked = try cover(model)
    let diagnostic = try #require(checked.diagnostics.first)
    #expect(checked.diagnostics.count == 1)
    #expect(diagnostic.message.hasPrefix("the constraints never allow `A: 1`, `A: 2`,"))
    #expect(diagnostic.message.hasSuffix("`A: 20` and 37 more"))
    #expect(diagnostic.help.count == 1)
    #expect(diagnostic.help.first?.hasPrefix("the constraint of line 3 forbids `A: 1`, ") == true)
  }

  @Test func constraintsThatForbidAValueTogetherAreNamed() throws {
    let text = "A: 1, 2, 3\nB: 1, 2\nIF [A] = 2 THEN [B] = 1;\nIF [A] = 2 THEN [B] = 2;"
    let checked = try cover(try #require(PICTCase(text).model))
    #expect(
      checked.diagnostics.map(\.help) == [
        ["together the constraints of lines 3, 4 forbid `A: 2`"]
      ]
    )
  }
}
