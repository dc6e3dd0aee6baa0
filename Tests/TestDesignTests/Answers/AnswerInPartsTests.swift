import Specification
import TestSupport
import Testing

@testable import TestDesign

/// Answers that say what happens for each part of a question: in the words in which the question names its parts.
struct AnswerInPartsTests {
  private static func spec(_ language: String, _ data: String, _ rules: String) -> String {
    """
    specmatrix: 1
    id: T
    feature: Test
    language: \(language)
    traits: []
    data:
      \(data)
    operations: {submit: {label: Post}}
    rules:
      submit: {when: \(rules), then: A}

    """
  }

  /// What a question with these parts is told to be answered by, and each part answered.
  @Test(arguments: [
    ("ja", "photos: {label: 写真の枚数, range: 1..4 枚}", "{photos: valid}", ["0枚", "5枚以上"]),
    (
      "en", "photos: {range: 1..10000 photos}", "{photos: valid}",
      ["0 photos", "10,001 photos or more"]
    ),
    (
      "en", "photos: {range: 3..9 photos}", "{photos: valid}",
      ["2 photos or less", "10 photos or more"]
    ),
    ("en", "state: {values: [open, paid, closed]}", "{state: open}", ["Paid", "Closed"]),
    ("ja", "state: {values: {a: 未送信, b: 送信中, c: 送信済み}}", "{state: a}", ["送信中", "送信済み"]),
  ])
  func `an answer in the parts that the question names makes a rule of each`(
    language: String,
    data: String,
    rules: String,
    parts: [String]
  ) throws {
    let text = Self.spec(language, data, rules)
    let analysed = try analysed(text)
    let finding = try #require(
      analysed.analysis.findings.first { $0.code == .undefinedCombination }
    )
    #expect(Wording(analysed.specification).answerableParts(of: finding) == parts)
    for form in ["%: R", "%：R", "%:\n・R"] {
      let lines = parts.enumerated().map { number, part in
        form.replacing("%", with: part).replacing("R", with: "Result \(number)")
      }
      let reading = AnswerReader(analysed.specification.language).read(
        lines.joined(separator: "\n"),
        kind: nil,
        to: AnswerSetting(finding, options: [], in: analysed.specification)
      )
      guard case .said(.depends, let said) = reading else {
        Issue.record("\(lines): \(reading)")
        continue
      }
      let answer = QuestionAnswer(
        question: finding.id,
        fingerprint: finding.question?.fingerprint,
        kind: .depends,
        text: said,
        author: "Sato",
        day: "2026-11-20",
        place: "T.csv:B2"
      )
      let result = analysed.answered([answer], in: text)
      #expect(result.outcomes[0].state.isApplied, "\(lines): \(result.outcomes[0].state)")
      let after = try TestDesignTests.analysed(result.text)
      #expect(
        !after.analysis.findings.contains { $0.code == .undefinedCombination },
        "\(result.text)"
      )
      let results = after.specification.rules.compactMap(\.results).filter { $0 != ["A"] }
      #expect(results == parts.indices.map { ["Result \($0)"] }, "\(result.text)")
    }
  }

  @Test(arguments: [
    ("Open, closed: shown\nPaid: hidden", [["shown"], ["hidden"], ["shown"]]),
    (
      "Open: shown\nOtherwise: hidden,\nand the list opens",
      [["shown"], ["hidden, and the list opens"], ["hidden, and the list opens"]]
    ),
    (
      "Paid and Open: shown\nElse:\n・hidden\n・logged",
      [["shown"], ["shown"], ["hidden", "logged"]]
    ),
  ])
  func `a line may speak of several parts, and the last of the rest`(
    answer: String,
    results: [[String]]
  ) {
    let parts = QuestionParts(factor: 0, parts: ["Open", "Paid", "Closed"].map { ($0, [0]) })
    #expect(parts.isAnswered(by: answer))
    #expect(parts.results(in: answer) == results)
    #expect(parts.results(in: "Open: shown\nPaid: hidden") == nil)
    #expect(!parts.isAnswered(by: "Otherwise: hidden"))
  }

  /// と and や stand in names too.
  @Test func `names are listed by what joins them`() {
    let names = NamesInText(["おとな", "こども", "おとなとこども", "A and B", "A"])
    #expect(names.listed(in: "おとな、こども") == [0, 1])
    #expect(names.listed(in: "おとなとこども") == [2])
    #expect(names.listed(in: "こどもとおとな") == [1, 0])
    #expect(names.listed(in: "A and B, A") == [3, 4])
    #expect(names.listed(in: "A, and こども") == [4, 1])
    let platforms = NamesInText(["iOS", "Android", "Order"])
    #expect(platforms.listed(in: "iOS, Android") == [0, 1])
    #expect(platforms.listed(in: "iOS and Android, or Order") == [0, 1, 2])
    #expect(platforms.listed(in: "iOS Android") == nil)
    for text in ["", "おとなの", "、", "A B", "Another"] { #expect(names.listed(in: text) == nil) }
  }

  @Test func `a question with one part is not told to be answered in parts`() throws {
    let analysed = try analysed(
      Self.spec("en", "photos: {range: 0..4 photos}", "{photos: valid}")
    )
    for finding in analysed.analysis.findings {
      #expect(Wording(analysed.specification).answerableParts(of: finding).isEmpty)
    }
  }

  /// Numbers that there are, and no more than one "or" between two of them.
  @Test(arguments: [
    ("en", "1..4 photos", "{photos: valid}", "outside 1 to 4 photos"),
    ("en", "0..4 photos", "{photos: valid}", "5 photos or more"),
    ("en", "1..9 photos", "{photos: not 4}", "4 photos"),
    ("en", "1..9 photos", "{photos: 2..8}", "1 or 9 photos"),
    ("en", "1.. photos", "{photos: 4..}", "1 to 3 photos"),
    ("en", "..9 photos", "{photos: 4..9}", "3 photos or less"),
    ("ja", "1..4 枚", "{photos: valid}", "0枚または5枚以上"),
    ("ja", "3..9 枚", "{photos: not 4}", "4枚"),
  ])
  func `bounds are said as numbers that exist`(
    language: String,
    range: String,
    rules: String,
    said: String
  ) throws {
    let analysed = try analysed(Self.spec(language, "photos: {range: \(range)}", rules))
    let finding = try #require(
      analysed.analysis.findings.first { $0.code == .undefinedCombination }
    )
    #expect(finding.message.contains(said), "\(finding.message)")
  }
}
