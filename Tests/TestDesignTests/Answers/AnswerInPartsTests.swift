import Specification
import TestSupport
import Testing

@testable import TestDesign

/// Answers with a result for each part of a question, in the question's words for its parts.
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

  /// The parts that the advice for such a question names; answers are in `Specs/answers-in-parts.md`.
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
  func `a question names its parts`(
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
    #expect(parts.results(in: "Open: shown\nPaid: hidden") == [["shown"], ["hidden"], []])
    #expect(parts.results(in: "shown\nPaid: hidden") == nil)
    #expect(parts.strayLabel(in: "Open: shown\nGone: hidden\nPaid: shown") == "Gone")
    #expect(parts.strayLabel(in: "Open: shown\nTitle: “Gone”\nPaid: shown") == nil)
    #expect(!parts.isAnswered(by: "Otherwise: hidden"))
  }

  /// と and や occur in names too.
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
}
