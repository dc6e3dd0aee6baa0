import Diagnostics
import Specification
import Testing

/// What ranges, dates, times, lengths and statements give.
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
    Example("{range: ..10}", "9 10 11!"),
    Example("{range: ..0}", "-1 0 1!"),
    Example("{range: 1..}", "0! 1 2"),
    Example("{range: -5..}", "-6! -5 -4"),
    // Nothing lies below 0, like a length.
    Example("{range: 0..}", "0 1"),
    Example("{range: 0..0}", "0 1!"),
    Example("{range: 0..1}", "0 1 2!"),
    Example("{range: 0..2}", "0 1 2 3!"),
    Example("{range: 0..200}", "0 1 200 201!"),
    // A unit behind a blank.
    Example("{range: 1..4 EUR}", "0! 1 2 4 5!"),
    Example("{range: 100..1000 yen}", "99! 100 101 1000 1001!"),
    Example("{range: 0.. 枚}", "0 1"),
    Example("{range: ..10 %}", "9 10 11!"),
    Example("{range: -20..40 °C}", "-21! -20 -19 40 41!"),
    Example(
      "{range: -1000000000000000..1000000000000000}",
      "-1000000000000001! -1000000000000000 -999999999999999 1000000000000000 1000000000000001!"
    ),
    // `empty` is a value of every length.
    Example("{length: 0..140}", "empty 1 140 141!"),
    Example("{length: 1..140}", "empty! 1 2 140 141!"),
    Example("{length: 0..0}", "empty 1!"),
    Example("{length: 0..}", "empty 1"),
    Example("{length: 1..}", "empty! 1 2"),
    Example("{length: 2..3}", "empty! 1! 2 3 4!"),
    Example("{length: 5..10}", "empty! 4! 5 6 10 11!"),
    Example("{length: 5..5}", "empty! 4! 5 6!"),
    Example("{length: 5..}", "empty! 4! 5 6"),
    Example("{length: ..10}", "empty 1 10 11!"),
    Example("{length: ..1}", "empty 1 2!"),
    Example("{length: ..0}", "empty 1!"),
    Example("{length: 1..2, kinds: [newline]}", "empty! 1 2 3! newline"),
    Example("{length: 1..140, kinds: [emoji, markup]}", "empty! 1 2 140 141! emoji markup"),
    Example("{kinds: [emoji], length: 1..140}", "empty! 1 2 140 141! emoji"),
    Example(
      "{date: 2026-01-01..2026-12-31}",
      "2025-12-31! 2026-01-01 2026-01-02 2026-12-31 2027-01-01!"
    ),
    Example(
      "{date: 2028-02-28..2028-03-01}",
      "2028-02-27! 2028-02-28 2028-02-29 2028-03-01 2028-03-02!"
    ),
    Example("{time: 09:00..18:00}", "08:59! 09:00 09:01 18:00 18:01!"),
    Example("{time: 9:00..9:01}", "08:59! 09:00 09:01 09:02!"),
    Example("{time: 00:00..23:59}", "00:00 00:01 23:59"),
    Example("{time: 23:59..}", "23:58! 23:59"),
    Example("{time: ..00:00}", "00:00 00:01!"),
    // Past midnight, with what is free in the middle of the day.
    Example("{time: 22:00..05:00}", "21:59! 22:00 22:01 05:00 05:01!"),
    Example("{time: 12:00..11:58}", "12:00 12:01 11:58 11:59!"),
    Example("{time: 12:00..11:59}", "12:00 12:01 11:59"),
    Example("{date: 2026-01-01..}", "2025-12-31! 2026-01-01 2026-01-02"),
    Example("{date: ..2026-01-01}", "2025-12-31 2026-01-01 2026-01-02!"),
    Example("{date: 2026-01-31..2026-01-31}", "2026-01-30! 2026-01-31 2026-02-01!"),
    Example("{date: 0000-01-01..9999-12-31}", "0000-01-01 0000-01-02 9999-12-31"),
    Example("A statement", "yes no"),
    Example("{label: A statement}", "yes no"),
    Example("{}", "yes no"),
  ])
  func `a declaration gives its boundary values`(example: Example) throws {
    let spec = try specification(
      sections: """
        data:
          x: \(example.declaration)
        operations:
          bare: Bare
        """
    )
    #expect(spec.factors[0].values.inWords == example.values)
    #expect(spec.factors[0].values.allSatisfy { !$0.hasOwnLabel })
    #expect(spec.factors[0].isYesNo == (example.values == "yes no"))
    let places = Set(spec.factors[0].values.map(\.span.start.line))
    #expect(places == [6])
  }

  @Test(arguments: [
    "range: 1..4", "range: 0..4 EUR", "length: 1..140, kinds: [emoji]", "length: 0..140",
    "date: 2026-01-01..",
  ])
  func `variants are generated as values are`(declaration: String) throws {
    let spec = try specification(
      sections: """
        data:
          x: {\(declaration)}
        operations:
          enter: {label: Enter, \(declaration)}
        """
    )
    let factor = spec.factors[0].values
    let variants = spec.operations[0].variants
    #expect(factor.map(\.id) == variants.map(\.id))
    #expect(factor.map(\.label) == variants.map(\.label))
    #expect(factor.map(\.isInvalid) == variants.map(\.isInvalid))
    #expect(factor.map(\.sample) == variants.map(\.sample))
    #expect(factor.map(\.number) == variants.map(\.number))
    #expect(!spec.operations[0].hasParts)
  }

  @Test func `values stand on their line`() throws {
    let spec = try specification(
      sections: """
        data:
          count: {range: 1..4 枚}
          name: {length: 1..9, kinds: [emoji]}
          day: {date: 1970-01-02..}
          plan: [1, 2]
          long: {length: 5..9}
          mixed: [1, many]
        operations: [submit]
        """
    )
    #expect(spec.factors[0].values.map(\.number) == [0, 1, 2, 4, 5])
    #expect(spec.factors[1].values.map(\.number) == [0, 1, 2, 9, 10, nil])
    #expect(spec.factors[2].values.map(\.number) == [0, 1, 2])
    // Listed integers have their place too, where all are.
    #expect(spec.factors[3].values.map(\.number) == [1, 2])
    #expect(spec.factors[5].values.map(\.number) == [nil, nil])
    #expect(spec.factors[4].values.map(\.number) == [0, 4, 5, 6, 9, 10])
    #expect(spec.factors[0].values.map(\.sample) == ["0", "1", "2", "4", "5"])
    #expect(spec.factors[2].values[0].sample == "1970-01-01")
    #expect(spec.factors[3].values[0].sample == nil)
    #expect(spec.factors[4].values[0].sample == "")
  }

  @Test(arguments: [
    (Language.japanese, "{range: 1..2 枚}", "0枚 1枚 2枚 3枚"),
    (.japanese, "{range: 1..2 GB}", "0GB 1GB 2GB 3GB"),
    (.english, "{range: 9..10 %}", "8% 9% 10% 11%"),
    (.english, "{range: 1..2 GB}", "0 GB 1 GB 2 GB 3 GB"),
    (.english, "{range: 0..1 EUR}", "0 EUR 1 EUR 2 EUR"),
    (.english, "{range: 1..2}", "0 1 2 3"),
    (.english, "{range: 1.. yen}", "0 yen 1 yen 2 yen"),
    (.english, "{range: 1..2 GB, usual: 1}", "0 GB 1 GB 2 GB 3 GB"),
    (.english, "{range: 1..9 GB, usual: 5}", "0 GB 1 GB 2 GB 5 GB 9 GB 10 GB"),
    (.japanese, "{length: 1..140}", "空 1文字 2文字 140文字 141文字"),
    (.english, "{length: 1..140}", "empty 1 character 2 characters 140 characters 141 characters"),
    (.japanese, "{label: 済み}", "はい いいえ"),
    (.english, "{label: Done}", "yes no"),
    (.japanese, "{length: 0..1, kinds: [emoji, half_width_kana]}", "空 1文字 2文字 絵文字 半角カナ"),
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
          x: \(text)
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
    let samples = try samples(
      "{length: 1..140, kinds: [\(Self.kinds.joined(separator: ", "))]}",
      .english
    )
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
