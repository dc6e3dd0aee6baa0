import Diagnostics
import Reporting
import TestDesign
import TestSupport
import Testing
import Text

import struct Specification.Specification

@testable import RoundTrip
@testable import Workbooks

/// Answers that name an option of a question by number.
@Suite struct OptionAnswerTests {
  private let specification: Specification
  private let analysis: Analysis
  private let id: String

  private static let alone = """
    specmatrix: 1
    id: T
    feature: Test
    traits: []
    operations: {accept: Tap Accept}
    rules:
      accept:
        question: How much is accepted?
        options: [All of it, [A part, “The rest follows” is shown]]
    """

  init() throws { try self.init(Self.alone) }

  private init(_ text: String) throws {
    let analysed = try SpecText.analysed(text, path: "t.yaml")
    (specification, analysis) = (analysed.specification, analysed.analysis)
    id = try #require(analysis.findings.first { $0.isQuestion }?.id)
  }

  private func read(_ answer: SavedCell, options: String? = nil) -> SavedAnswers {
    var headings: [SavedCell] = [.text("Question"), .text("Result or reason")]
    var row: [SavedCell] = [.text(id), answer]
    if let options {
      headings.append(.text("Options"))
      row.append(.text(options))
    } else {
      headings.append(.text("Fingerprint"))
      row.append(.text(analysis.findings.first { $0.id == id }?.question?.fingerprint ?? ""))
    }
    return read(headings, row)
  }

  private func read(_ rows: [SavedCell]...) -> SavedAnswers {
    SavedAnswers(SavedTable(name: "Questions", rows: rows), of: specification, analysis)
  }

  /// An option may be followed by the reason; a text outside the list is no answer.
  @Test(arguments: [
    (
      "② A part／“The rest follows” is shown", "because legal said so",
      "A part\n“The rest follows” is shown"
    ),
    ("②", "", "A part\n“The rest follows” is shown"),
    ("Another result", "Nothing is sent", "Nothing is sent"), ("③", "", nil), ("perhaps", "x", nil),
  ])
  func `a choice from the list is the answer`(choice: String, beside: String, said: String?) {
    let question = analysis.findings.first { $0.id == id }?.question
    let saved = read(
      ["Question", "Your choice", "Result or reason", "Fingerprint"].map { .text($0) },
      [.text(id), .text(choice), .text(beside), .text(question?.fingerprint ?? "")]
    )
    let answer = saved.answers.first
    #expect(saved.answers.count == 1 && (answer?.refusal == nil) == (said != nil))
    if let said { #expect(answer?.text == said) }
    if choice.hasPrefix("②") { #expect(answer?.comment == beside) }
  }

  /// A reason stands behind the option in one cell, however the option is named; a limit or a doubt is none.
  @Test(arguments: [
    ("Option 1, because guests cannot pay", "because guests cannot pay"),
    ("1⏎because guests cannot pay", "because guests cannot pay"),
    ("option 1: since guests cannot pay", "since guests cannot pay"),
    ("The first one, to avoid double bookings", "to avoid double bookings"),
    ("All of it because guests cannot pay", "because guests cannot pay"),
    ("Option 1. Reason: guests cannot pay", "Reason: guests cannot pay"),
    ("選択肢1。法人も使えるため", "法人も使えるため"), ("①（法人も使えるため）", "法人も使えるため"),
    ("1番でお願いします。法人も使えるので", "法人も使えるので"),
    ("Option 1, but only for guests", nil), ("Option 1 or 2, because both work", nil),
    ("Option 1 because it depends", nil), ("Option 1, because only for guests", nil),
    ("Option 3, because guests cannot pay", nil), ("1か2、どちらも使えるため", nil),
    ("because guests cannot pay", nil), ("1番、ただし法人のみ", nil),
  ])
  func `a reason behind an option is its comment`(answer: String, reason: String?) {
    let read = read(.text(answer.replacing("⏎", with: "\n"))).answers.first
    #expect((read?.refusal == nil) == (reason != nil), "\(String(describing: read?.refusal))")
    if let reason { #expect(read?.text == "All of it" && read?.comment == reason) }
  }

  @Test func `a number says nothing where the options are not in the file`() {
    let saved = read(["Question", "Your choice"].map { .text($0) }, [.text(id), .text("①")])
    #expect(
      saved.answers.map(\.refusal?.english) == [
        "the column `Options` is missing, and a number may have meant another option; write the answer"
      ]
    )
  }

  @Test func theSheetNumbersThem() throws {
    let table = ReportTable.questions(of: specification, analysis)
    let column = try #require(table.index(of: .options))
    #expect(
      table.rows[0].cells[column].shownText
        == "① All of it\n② A part / “The rest follows” is shown\n"
        + "Another result\nCannot happen\nOut of scope\nDecide later\nDepends on …"
    )
  }

  @Test(arguments: [
    "②", "2", "２", "(2)", "2.", "「②」", "“2”", "② A part / “The rest follows” is shown",
  ])
  func aNumberStandsForWhatTheOptionSays(answer: String) {
    #expect(
      read(.text(answer)).answers.map(\.text) == ["A part\n“The rest follows” is shown"]
    )
  }

  @Test func whatComesFirstIsChosenByANumberToo() throws {
    let beside = try OptionAnswerTests(
      """
      specmatrix: 1
      id: T
      feature: Test
      traits: []
      states: {limit: [below, above], transfer: [waiting, expired]}
      operations: {accept: Tap Accept}
      rules:
        accept:
          - then: It is accepted
          - when: {limit: above}
            question: How much is accepted?
            options: [All of it, A part]
          - {id: expired, when: {transfer: expired}, then: Nothing}
      """
    )
    let table = ReportTable.questions(of: beside.specification, beside.analysis)
    let column = try #require(table.index(of: .options))
    #expect(
      table.rows[0].cells[column].shownText
        == "① All of it\n② A part\n③ The answer wins\n④ “Nothing” wins\n"
        + "Another result\nCannot happen\nOut of scope\nDecide later\nDepends on …"
    )
    for (answer, text) in [
      ("②\n④", "A part\n“Nothing” wins"), ("①", "All of it"),
      ("A half\n③", "A half\nThe answer wins"), ("Two\nlines", "Two\nlines"),
    ] {
      #expect(beside.read(.text(answer)).answers.map(\.text) == [text])
    }
  }

  @Test(arguments: ["The answer", "“Closed”"])
  func `a result stands beside what wins`(winner: String) throws {
    let beside = try OptionAnswerTests(
      """
      specmatrix: 1
      id: T
      feature: Test
      traits: []
      states: {stock: [some, none], day: [work, holiday]}
      operations: {order: Tap Order}
      rules:
        order:
          - {when: {day: holiday}, then: Closed}
          - {when: {day: work, stock: some}, then: Ordered}
          - {when: {stock: none}, then: TBD}
      """
    )
    let answers = beside.read(
      ["Question", "Your choice", "Result or reason", "Fingerprint"].map { .text($0) },
      [
        .text(beside.id), .text(winner == "The answer" ? "①" : "② “Closed” wins"),
        .text("Sold out"),
        .text(beside.analysis.findings.first { $0.id == beside.id }?.question?.fingerprint ?? ""),
      ]
    ).answers
    #expect(answers.map(\.text) == ["Sold out\n\(winner) wins"], "\(answers)")
  }

  @Test func aNumberAsANumberToo() {
    #expect(read(.number(1)).answers.map(\.text) == ["All of it"])
  }

  @Test func anyOtherTextIsTheAnswer() {
    #expect(read(.text("Nothing")).answers.map(\.text) == ["Nothing"])
    #expect(read(.text("2 of 3")).answers.map(\.text) == ["2 of 3"])
  }

  @Test(arguments: [
    ("②", 1), ("2) A part / “The rest follows” is shown", 1), ("All of it", 0),
    ("② A part / “The re…", 1), ("A part\n“The rest follows” is shown", 1),
  ])
  func anOptionIsChosenByItsNumberOrItsText(answer: String, option: Int) {
    let said = ["All of it", "A part\n“The rest follows” is shown"]
    #expect(read(.text(answer)).answers.map(\.text) == [said[option]])
    #expect(read(.text(answer)).answers.map(\.refusal) == [nil])
  }

  @Test(arguments: [
    "②ですが、文言は変えたい", "① only for members", "① A part / “The rest follows” is shown", "3", "③",
  ])
  func aChoiceThatIsNoneAsItStandsIsRefused(answer: String) throws {
    let refusal = try #require(read(.text(answer)).answers[0].refusal).english
    #expect(refusal.contains("① / ②"), "\(refusal)")
  }

  /// Another option may have been inserted since the question was asked.
  @Test func aNumberCountsAmongTheOptionsThatWereShown() {
    let same = read(.text("1"), options: "① All of it\n② A part / “The rest follows” is shown")
    #expect(same.answers.map(\.text) == ["All of it"])
    let other = read(.text("1"), options: "① None of it\n② All of it")
    #expect(
      other.answers.map(\.refusal)
        == ["the options have changed since the question went out; write the answer"]
    )
  }
}
