import Diagnostics
import Reporting
import TestDesign
import TestSupport
import Testing
import Text

import struct Specification.Specification

@testable import RoundTrip
@testable import Workbooks

/// Answers read from tables as people leave them.
@Suite struct SavedAnswersTests {
  private static let spec = """
    specmatrix: 1
    id: T
    feature: Test
    language: en
    states: {plan: {label: Plan, values: {free: Free, premium: Premium}}}
    operations: {submit: Submit, look: Look}
    rules:
      submit: {id: sent, when: {plan: free}, then: It is sent}
      look: {id: seen, when: {plan: premium}, then: It is seen}
    """

  private let specification: Specification
  private let analysis: Analysis
  private var questions: [Finding] { analysis.findings.filter(\.isQuestion) }

  init() throws {
    let analysed = try SpecText.analysed(Self.spec, path: "t.yaml")
    (specification, analysis) = (analysed.specification, analysed.analysis)
  }

  private func read(_ rows: [[SavedCell]], sheet: String = "Questions") -> SavedAnswers {
    SavedAnswers(
      SavedTable(name: "Notes", rows: [[.text("my notes")], [.text("Answer")]]),
      SavedTable(name: sheet, rows: rows),
      of: specification,
      analysis
    )
  }

  @Test func `columns are found by heading in either language, rows by id`() throws {
    let (one, two) = (questions[0].id, questions[1].id)
    for headings in [
      ["Result or reason", "Extra", "Your choice", "Question", "Who", "Answered on", "Comment"],
      ["期待結果・理由", "メモ", "選択", "確認ID", "回答者", "回答日", "コメント"],
      [" RESULT OR REASON ", "", "Your Choice", "question", "who", "Answered  on", "Ｃｏｍｍｅｎｔ"],
    ] {
      let saved = read([
        [.text("A title")], [], headings.map { .text($0) },
        [.empty, .text("x"), .empty, .text("by hand")],
        [
          .text("It is\nshown"), .text("x"), .text("another result"), .text(two), .text(" Sato "),
          .day(CalendarDate(number: 20_777)), .text("c"),
        ],
        [.number(12), .empty, .empty, .text(one.lowercased())],
        [.empty, .empty, .text("起こり得ない"), .text("Q-00000000")],
        [.empty, .empty, .empty, .text(one), .text("nobody")],
      ])
      #expect(saved.hasQuestions)
      #expect(saved.remarks == [])
      #expect(saved.answers.map(\.question) == [two, one, "Q-00000000"])
      #expect(saved.answers.map(\.text) == ["It is\nshown", "12", ""])
      #expect(saved.answers.map(\.kind) == [.asWritten, .asWritten, .notPossible])
      #expect(saved.answers[0].author == "Sato")
      #expect(saved.answers[0].day == "2026-11-20")
      #expect(saved.answers[0].place == "T.xlsx:Questions!A5")
    }
  }

  @Test(arguments: [
    ("Another result", QuestionAnswer.Kind.asWritten), ("別の結果", .asWritten),
    ("Cannot  happen", .notPossible), ("out of scope", .outOfScope), ("今回は対象外", .outOfScope),
    ("後日決定 ", .later), ("ＤＥＣＩＤＥ　ＬＡＴＥＲ", .later), ("Depends on …", .depends),
    ("depends on", .depends),
    ("Depends on...", .depends), ("他の条件による", .depends),
  ])
  func `kinds are known in either language and width`(text: String, kind: QuestionAnswer.Kind) {
    let saved = read([
      [.text("Question"), .text("Your choice")], [.text(questions[0].id), .text(text)],
    ])
    #expect(saved.answers.map(\.kind) == [kind])
  }

  @Test(arguments: ["Nothing happens", "nothing happens", "何も起こらない"])
  func `that nothing happens is a whole result`(choice: String) {
    let rows = ["", choice, "because it is sent already"].map {
      [SavedCell.text(questions[0].id), .text($0), .text(choice)]
    }
    let heading: [SavedCell] = [.text("Question"), .text("Result or reason"), .text("Your choice")]
    let answers = rows.map { read([heading, $0]).answers[0] }
    #expect(answers.map(\.kind) == [.asWritten, .asWritten, .nothing])
    #expect(answers.prefix(2).map(\.text) == ["Nothing happens", "Nothing happens"])
    #expect(answers.map { $0.refusal == nil } == [true, true, false])
  }

  @Test func `what cannot be taken is told with its place`() {
    let id = questions[0].id
    let saved = read([
      [
        .text("Question"), .text("Result or reason"), .text("Your choice"),
        .text("Result or reason"),
      ],
      [.text(id), .formula("A1", .text("x"))], [.text(id), .error("#REF!")],
      [.text(id), .text("x"), .text("maybe")],
    ])
    #expect(saved.answers.map(\.refusal?.english) == ["`maybe` is not on the list; choose from it"])
    #expect(!saved.remarks.contains { !$0.isProblem })
    #expect(
      saved.remarks.map { "\($0.place): \($0.message)" } == [
        "T.xlsx:Questions!D1: a second column called `Result or reason` is ignored",
        "T.xlsx:Questions!B2: \(id): the cell is a formula; write the text itself",
        "T.xlsx:Questions!B3: \(id): the cell shows the error #REF!; write the text itself",
      ]
    )
  }

  @Test func `nothing that looks like an answer is passed over`() {
    let id = questions[0].id
    let saved = read([
      ["Question", "Result or reason", "Your choice", "Comment"].map { .text($0) },
      [.text(id), .formula("A1", .empty)],
      [.text(questions[1].id), .empty, .empty, .text("What is a plan?")],
      [.empty, .text("It is shown")], [.text("no. 3"), .empty, .text("cannot happen")],
      ["Question", "Result or reason", "Your choice"].map { .text($0) }, [.text("the end")],
    ])
    #expect(saved.answers == [])
    #expect(
      saved.remarks.map { "\($0.place): \($0.message)" } == [
        "T.xlsx:Questions!B2: \(id): the cell is a formula; write the text itself",
        "T.xlsx:Questions!D3: \(questions[1].id): a comment without an answer: “What is a plan?”",
        "T.xlsx:Questions!B4: not read: “It is shown”: its row has no id of a question; copy the id, such as Q-3F9A2C7D, from the question",
        "T.xlsx:Questions!C5: not read: “cannot happen”: its row has no question's id but “NO. 3”; copy the id, such as Q-3F9A2C7D, from the question",
      ]
    )
    #expect(saved.remarks.map(\.isProblem) == [true, false, true, true])
    let wide = String(
      String.UnicodeScalarView(id.unicodeScalars.map { Unicode.Scalar($0.value + 0xFEE0) ?? $0 })
    )
    let folded = read([[.text("Question"), .text("Result or reason")], [.text(wide), .text("x")]])
    #expect(folded.answers.map(\.question) == [id])
    let renamed = read([
      [.text("Question"), .text("My answer"), .text("Your choice")], [.text(id), .text("x")],
    ])
    #expect(
      renamed.remarks.map(\.message) == [
        "no column is called `Result or reason`; write that above the answers"
      ]
    )
  }

  @Test func `a column that is missing is named`() {
    let id = questions[0].id
    func remarks(_ headings: String...) -> [String] {
      read([headings.map { .text($0) }, [.text(id), .text("x")]]).remarks.map(\.message.english)
    }
    let problem = "; put it back, with what stood in it"
    #expect(
      remarks("What should happen?", "Result or reason", "Your choice")
        == ["not read: no column is called `Question`" + problem]
    )
    // The choice was removed with it; a result beside it would mean something else.
    let cut = read([
      ["Question", "What should happen?", "Result or reason", "Decide by"].map { .text($0) },
      [.text(id), .empty, .text("x")],
    ])
    #expect(cut.answers == [])
    #expect(cut.remarks.map(\.isProblem) == [true])
    #expect(cut.remarks.first?.message.english.contains("`Your choice`, so no answer") == true)
    #expect(
      remarks("Question", "What should happen?", "Comment")
        == ["not read: no column is called `Result or reason`" + problem]
    )
  }

  @Test func `text that is struck through is no answer, and merged cells answer one question`() {
    var table = SavedTable(
      name: "Questions",
      rows: [
        ["Question", "Your choice", "Result or reason"].map { .text($0) },
        [.text(questions[0].id), .empty, .text("It is shown")],
        [.text(questions[1].id), .empty, .text("It stays")], [.text(questions[1].id)],
        [.text(questions[0].id), .empty, .text("It is hidden It is shown")],
      ]
    )
    table.unstruckTexts = [
      CellPosition(row: 1, column: 2): "", CellPosition(row: 4, column: 2): "It is shown",
    ]
    let rows = CellRange(
      first: CellPosition(row: 2, column: 2),
      last: CellPosition(row: 3, column: 2)
    )
    table.merges = [rows]
    let saved = SavedAnswers(table, of: specification, analysis)
    #expect(saved.answers.map(\.text) == ["It stays"])
    #expect(
      saved.remarks.map { "\($0.place): \($0.message)" } == [
        "T.xlsx:Questions!C2: \(questions[0].id): the cell has text that is struck through; clear it, or write it again",
        "T.xlsx:Questions!C4: \(questions[1].id): the cell is merged with C3, whose text answers only its own row; write the answer here, too",
        "T.xlsx:Questions!C5: \(questions[0].id): the cell has text that is struck through; clear it, or write it again",
      ]
    )
  }

  @Test func `more answers than can be judged are counted`() {
    let rows = (0..<5_010).map { number -> [SavedCell] in
      [.text("Q-" + String(number + 0x1000_0000, radix: 16)), .text("It is shown")]
    }
    let saved = read([[.text("Question"), .text("Result or reason")]] + rows)
    #expect(saved.answers.count == 5_000)
    #expect(
      saved.remarks.map { "\($0.place): \($0.message)" } == [
        "T.xlsx:Questions!B5002: 10 more rows with answers or questions were not read: a file may have at most 5000 answers and 500 new questions, so split it"
      ]
    )
  }

  @Test func `edited cells of the report are told and not read`() throws {
    let question = questions[0]
    let fingerprint = try #require(question.question?.fingerprint)
    let saved = read([
      [
        "Question", "Condition", "What should happen?", "Operation", "Result or reason",
        "Fingerprint",
      ]
      .map { .text($0) },
      [
        .text(question.id), .text("if the plan is gold"), .text(question.message),
        .text("Submit"), .text("It is sent"), .text(fingerprint),
      ],
    ])
    #expect(
      saved.remarks == [
        .init(
          place: "T.xlsx:Questions!B2",
          message:
            "\(question.id): edit of `Condition` ignored: “\(question.question?.condition ?? "")” → “if the plan is gold” (not an answer column)",
          isProblem: false
        )
      ]
    )
    #expect(saved.answers.map(\.fingerprint) == [fingerprint])
    #expect(saved.answers.map(\.sentence) == [question.message])
  }

  /// Rules elsewhere changed the id of the question.
  @Test func `edited cells are told of a question under another id`() throws {
    let question = questions[0]
    let fingerprint = try #require(question.question?.fingerprint)
    let saved = read([
      ["Question", "Condition", "Result or reason", "Fingerprint"].map { .text($0) },
      [.text("Q-00000000"), .text("if the plan is gold"), .empty, .text(fingerprint)],
    ])
    #expect(
      saved.remarks.map(\.message.english) == [
        "Q-00000000: edit of `Condition` ignored: “\(question.question?.condition ?? "")” → “if the plan is gold” (not an answer column)"
      ]
    )
  }

  @Test func `a workbook without questions is told apart`() {
    #expect(!read([[.text("Case"), .text("Result")]]).hasQuestions)
    #expect(!read([]).hasQuestions)
  }
}
