import Diagnostics
import Specification
import Testing

/// The sample texts that a tester can paste.
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
