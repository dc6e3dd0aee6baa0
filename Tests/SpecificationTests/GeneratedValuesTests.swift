import Diagnostics
import Specification
import Testing

/// What ranges, dates, texts and flags give.
@Suite struct GeneratedValuesTests {
  /// A declaration and its values; an invalid one ends in `!`.
  struct Example: CustomTestStringConvertible {
    var declaration: String
    var values: String

    init(_ declaration: String, _ values: String) {
      self.declaration = declaration
      self.values = values
    }

    var testDescription: String { declaration }
  }

  @Test(arguments: [
    Example("{range: 1..4}", "0! 1 2 4 5!"),
    Example("{range: 1..3}", "0! 1 2 3 4!"),
    Example("{range: 1..2}", "0! 1 2 3!"),
    Example("{range: 5..5}", "4! 5 6!"),
    Example("{range: -3..3}", "-4! -3 -2 3 4!"),
    Example("{range: -3..-1}", "-4! -3 -2 -1 0!"),
    Example("{range: 0..}", "-1! 0 1"),
    Example("{range: ..10}", "9 10 11!"),
    Example("{range: {from: 1, to: 4}}", "0! 1 2 4 5!"),
    Example("{range: {from: 0}}", "-1! 0 1"),
    Example("{range: {to: 10, step: 5}}", "5 10 15!"),
    Example("{range: {from: 0, to: 100, step: 10}}", "-10! 0 10 100 110!"),
    Example("{range: {from: 0, to: 10, step: 10}}", "-10! 0 10 20!"),
    Example("{range: {from: 7, to: 7, step: 10}}", "-3! 7 17!"),
    Example("{range: {from: 1, to: 4, pick: all}}", "0! 1 2 3 4 5!"),
    Example("{range: {from: 1, to: 4, pick: boundaries}}", "0! 1 2 4 5!"),
    Example("{range: {from: 0, to: 6, step: 2, pick: all}}", "-2! 0 2 4 6 8!"),
    Example(
      "{range: -1000000000000000..1000000000000000}",
      "-1000000000000001! -1000000000000000 -999999999999999 1000000000000000 1000000000000001!"
    ),
    Example("{text: {length: 0..140}}", "empty 1 140 141!"),
    Example("{text: {length: 1..140}}", "empty! 1 2 140 141!"),
    Example("{text: {length: 0..0}}", "empty 1!"),
    Example("{text: {length: 0..}}", "empty 1"),
    Example("{text: {length: 1..}}", "empty! 1 2"),
    Example("{text: {length: ..10}}", "9 10 11!"),
    Example("{text: {length: ..0}}", "empty 1!"),
    Example("{text: {length: 2..3}}", "1! 2 3 4!"),
    Example("{text: {kinds: [emoji, markup]}}", "emoji markup"),
    Example("{text: {length: 1..2, kinds: [newline]}}", "empty! 1 2 3! newline"),
    Example(
      "{date: 2026-01-01..2026-12-31}",
      "2025-12-31! 2026-01-01 2026-01-02 2026-12-31 2027-01-01!"
    ),
    Example(
      "{date: 2028-02-28..2028-03-01}",
      "2028-02-27! 2028-02-28 2028-02-29 2028-03-01 2028-03-02!"
    ),
    Example("{date: 2026-01-01..}", "2025-12-31! 2026-01-01 2026-01-02"),
    Example("{date: ..2026-01-01}", "2025-12-31 2026-01-01 2026-01-02!"),
    Example(
      "{date: {from: 2026-01-01, to: 2026-01-15, step: 7}}",
      "2025-12-25! 2026-01-01 2026-01-08 2026-01-15 2026-01-22!"
    ),
    Example(
      "{date: {from: 2026-01-30, to: 2026-02-01, pick: all}}",
      "2026-01-29! 2026-01-30 2026-01-31 2026-02-01 2026-02-02!"
    ),
    Example("{date: 0000-01-01..9999-12-31}", "0000-01-01 0000-01-02 9999-12-31"),
    Example("flag", "yes no"),
    Example("{flag: true}", "yes no"),
    Example("{flag: }", "yes no"),
    Example("{values: flag}", "yes no"),
  ])
  func `a declaration gives its boundary values`(example: Example) throws {
    let spec = try specification(
      sections: """
        data:
          x: \(example.declaration)
        operations:
          bare:
        """
    )
    let written = spec.factors[0].values.map { $0.id + ($0.isInvalid ? "!" : "") }
    #expect(written.joined(separator: " ") == example.values)
    #expect(spec.factors[0].values.allSatisfy { !$0.hasOwnLabel })
  }

  @Test(arguments: ["range: 1..4", "text: {length: 1..140, kinds: [emoji]}", "date: 2026-01-01.."])
  func `variants are generated as values are`(declaration: String) throws {
    let spec = try specification(
      sections: """
        data:
          x: {\(declaration)}
        operations:
          enter: {\(declaration)}
        """
    )
    let factor = spec.factors[0].values
    let variants = spec.operations[0].variants
    #expect(factor.map(\.id) == variants.map(\.id))
    #expect(factor.map(\.label) == variants.map(\.label))
    #expect(factor.map(\.isInvalid) == variants.map(\.isInvalid))
    #expect(factor.map(\.sample) == variants.map(\.sample))
  }

  @Test func `values stand on their line`() throws {
    let spec = try specification(
      sections: """
        data:
          count: {range: 1..4}
          name: {text: {length: 1..9, kinds: [emoji]}}
          day: {date: 1970-01-02..}
          plan: [1, 2]
        operations: [submit]
        """
    )
    #expect(spec.factors[0].values.map(\.number) == [0, 1, 2, 4, 5])
    #expect(spec.factors[1].values.map(\.number) == [0, 1, 2, 9, 10, nil])
    #expect(spec.factors[2].values.map(\.number) == [0, 1, 2])
    #expect(spec.factors[3].values.map(\.number) == [nil, nil])
    #expect(spec.factors[0].values.map(\.sample) == ["0", "1", "2", "4", "5"])
    #expect(spec.factors[2].values[0].sample == "1970-01-01")
    #expect(spec.factors[3].values[0].sample == nil)
  }

  @Test(arguments: [
    (Language.japanese, "{range: {from: 1, to: 2, unit: 枚}}", "0枚 1枚 2枚 3枚"),
    (.japanese, "{range: {from: 1, to: 2, unit: GB}}", "0GB 1GB 2GB 3GB"),
    (.english, "{range: {from: 9, to: 10, unit: \"%\"}}", "8% 9% 10% 11%"),
    (.english, "{range: {from: 1, to: 2, unit: GB}}", "0 GB 1 GB 2 GB 3 GB"),
    (.english, "{range: 1..2}", "0 1 2 3"),
    (.japanese, "{text: {length: 1..140}}", "空 1文字 2文字 140文字 141文字"),
    (
      .english, "{text: {length: 1..140}}",
      "empty 1 character 2 characters 140 characters 141 characters"
    ),
    (.japanese, "flag", "はい いいえ"),
    (.english, "flag", "yes no"),
    (.japanese, "{text: {kinds: [emoji, half_width_kana]}}", "絵文字 半角カナ"),
  ])
  func `labels speak the language of the spec`(
    language: Language,
    declaration: String,
    labels: String
  ) throws {
    let spec = try specification(
      sections: """
        data:
          x: \(declaration)
        operations: [submit]
        """,
      language: language
    )
    #expect(spec.factors[0].values.map(\.label).joined(separator: " ") == labels)
  }

  @Test func `a range that picks all may fill a factor and no more`() throws {
    let spec = try specification(
      sections: "data: {x: {range: {from: 1, to: 998, pick: all}}}\noperations: [submit]"
    )
    #expect(spec.factors[0].values.count == 1_000)
    let beyond = decode(
      sections: "data: {x: {range: {from: 1, to: 999, pick: all}}}\noperations: [submit]"
    )
    #expect(beyond.diagnostics.map(\.code) == ["too-many"])
  }
}

/// What a tester can paste for the values of a text.
@Suite struct TextSampleTests {
  private static let kinds = [
    "emoji", "whitespace", "newline", "full_width", "half_width_kana", "combining",
    "right_to_left", "zero_width", "control", "markup", "edge_spaces",
  ]

  private func samples(_ text: String, _ language: Language) throws -> [String: String?] {
    let spec = try specification(
      sections: """
        data:
          x:
            text: \(text)
        operations: [submit]
        """,
      language: language
    )
    return Dictionary(uniqueKeysWithValues: spec.factors[0].values.map { ($0.id, $0.sample) })
  }

  @Test(arguments: Language.allCases)
  func `a sample is as long as its value says`(language: Language) throws {
    let samples = try samples("{length: 1..140}", language)
    #expect(samples["empty"] == "")
    for length in [1, 2, 140, 141] { #expect(samples["\(length)"]??.count == length) }
    #expect(samples["2"] == (language == .japanese ? "あい" : "ab"))
  }

  @Test func `beyond five thousand characters there is no sample`() throws {
    let samples = try samples("{length: 0..5000}", .english)
    #expect(samples["5000"]??.count == 5_000)
    #expect(samples["5001"] == .some(.none))
  }

  @Test(arguments: kinds, Language.allCases)
  func `the sample of a kind has a valid length`(kind: String, language: Language) throws {
    for bounds in [1...1, 2...2, 3...3, 1...140, 8...9, 40...60] {
      let samples = try samples(
        "{length: \(bounds.lowerBound)..\(bounds.upperBound), kinds: [\(kind)]}",
        language
      )
      let sample = try #require(samples[kind] ?? nil)
      #expect(bounds.contains(sample.count), "\(kind) in \(bounds): \(sample.count)")
    }
  }

  @Test func `the sample of a kind is of that kind`() throws {
    let samples = try samples("{kinds: [\(Self.kinds.joined(separator: ", "))]}", .english)
    func sample(_ kind: String) -> String { (samples[kind] ?? nil) ?? "" }
    func scalars(_ kind: String) -> [Unicode.Scalar] { Array(sample(kind).unicodeScalars) }
    #expect(sample("emoji").contains("👨‍👩‍👧‍👦"))
    #expect(!sample("whitespace").isEmpty && sample("whitespace").allSatisfy { $0.isWhitespace })
    #expect(sample("newline").dropFirst().dropLast().contains("\n"))
    #expect(scalars("full_width").allSatisfy { (0xFF01...0xFF5E).contains($0.value) })
    #expect(scalars("half_width_kana").allSatisfy { (0xFF65...0xFF9F).contains($0.value) })
    #expect(scalars("combining").contains { $0.properties.generalCategory == .nonspacingMark })
    #expect(scalars("right_to_left").allSatisfy { (0x0590...0x06FF).contains($0.value) })
    #expect(scalars("zero_width").contains("\u{200B}"))
    #expect(scalars("control").contains { $0.properties.generalCategory == .control })
    #expect(sample("markup").wholeMatch(of: /<b>[a-z]+<\/b>/) != nil)
    #expect(sample("edge_spaces").wholeMatch(of: /\ [a-z]+\ /) != nil)
  }
}
