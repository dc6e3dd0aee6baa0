import Foundation
import Reporting
import Specification
import Testing
import Text
import Workbooks

@testable import SpecMatrixCLI

/// Answers whose question has changed since they were typed: they keep their meaning, or are refused.
@Suite struct ReopenedQuestionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The files of the first generation by format and name, with which each trial begins.
  private static let first: Result<[String: [String: Data]], any Error> = Result {
    try ["xlsx", "csv"].reduce(into: [:]) { files, format in
      let trial = try ReopenedQuestionTests()
      try trial.generate(asked, format)
      for name in try trial.folder.names(in: "out") {
        let file = URL(filePath: trial.folder("out/" + name))
        files[format, default: [:]][name] = try Data(contentsOf: file)
      }
    }
  }

  private func begin(_ format: String) throws {
    try folder.write(Self.asked, to: "specs/t.yaml")
    try? FileManager.default.removeItem(atPath: folder("out"))
    for (name, data) in try Self.first.get()[format, default: [:]] {
      try folder.write("", to: "out/" + name)
      try data.write(to: URL(filePath: folder("out/" + name)))
    }
  }

  private static let asked = """
    specmatrix: 1
    id: T
    feature: Test
    traits: []
    states:
      role: [guest, member]
    data:
      card: [good, expired, blocked]
      lamp: {values: {dark: Dark, ready: Green, failed: Red}}
    operations:
      pay: Pay
      tap: Tap
      close: Close
      scan: Scan
    rules:
      pay:
        - {when: {card: good}, question: What happens to the money?, options: [The money is sent, The money is refused]}
        - {when: {card: [expired, blocked]}, then: The payment is refused}
      tap:
        - {id: first, when: {role: member}, then: The card opens}
        - {id: second, when: {card: expired}, then: A warning is shown}
        - {when: {role: guest, card: [good, blocked]}, then: The sign-in screen opens}
      close:
        - {when: {role: member}, then: The list is shown}
      scan:
        - {when: {lamp: dark}, then: The gate opens}

    """

  /// A change of the spec that changes a question, and a part of the question's former sentence.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let question: String
    let answers: [String: String]
    let edits: [(String, String)]
    /// The replacements in the spec for one generation in between.
    var between: [(String, String)] = []
  }

  /// The typed answers, and how they are stored.
  private static let options = [
    "1": "① The money is sent", "②": "② The money is refused",
    "The money is sent": "The money is sent", "① The money is sent": "① The money is sent",
    "It is kept": "It is kept",
  ]
  private static let gap = [
    "The app closes": "The app closes", "Not possible": "Not possible",
    "Out of scope: next year": "Out of scope: next year",
  ]

  static let changes: [Change] = [
    Change(
      testDescription: "labels of the parts swapped",
      question: "Scan",
      answers: [
        "Green: The gate opens slowly\nRed: The gate stays shut":
          "Green: The gate opens slowly Red: The gate stays shut"
      ],
      edits: [("ready: Green, failed: Red", "ready: Red, failed: Green")]
    ),
    Change(
      testDescription: "options swapped",
      question: "money",
      answers: options,
      edits: [
        ("The money is sent, The money is refused", "The money is refused, The money is sent")
      ]
    ),
    Change(
      testDescription: "option inserted in front",
      question: "money",
      answers: options,
      edits: [("[The money is sent", "[The money is held, The money is sent")]
    ),
    Change(
      testDescription: "options swapped while the question was closed",
      question: "money",
      answers: options,
      edits: [
        ("The money is sent, The money is refused", "The money is refused, The money is sent")
      ],
      between: [
        (
          "question: What happens to the money?, options: [The money is sent, The money is refused]",
          "then: The money is sent"
        )
      ]
    ),
    Change(
      testDescription: "question asks about more",
      question: "money",
      answers: options,
      edits: [
        ("{when: {card: good}, question", "{when: {card: [good, blocked]}, question"),
        ("card: [expired, blocked]}, then: The payment", "card: expired}, then: The payment"),
      ]
    ),
    Change(
      testDescription: "rules of a contradiction swapped",
      question: "The card opens",
      answers: [
        "1": "① “The card opens” wins",
        "2": "② “A warning is shown” wins",
        "The card opens": "The card opens", "Both happen": "Both happen",
      ],
      edits: [
        ("id: first, when: {role: member}, then: The card opens", "id: x, SECOND"),
        (
          "id: second, when: {card: expired}, then: A warning is shown",
          "id: first, when: {role: member}, then: The card opens"
        ),
        ("id: x, SECOND", "id: second, when: {card: expired}, then: A warning is shown"),
      ]
    ),
    Change(
      testDescription: "value added to what is asked about",
      question: "“Close”",
      answers: gap,
      edits: [
        ("role: [guest, member]", "role: [guest, member, admin]"),
        (
          "when: {role: guest, card: [good, blocked]}",
          "when: {role: [guest, admin], card: [good, blocked]}"
        ),
      ]
    ),
    Change(
      testDescription: "range of what is asked about narrowed",
      question: "“Close”",
      answers: gap,
      edits: [
        ("when: {role: member}, then: The list", "when: {card: [good, expired]}, then: The list")
      ]
    ),
  ]

  @Test(arguments: changes, ["xlsx", "csv"])
  func `an answer to a question that has changed is a remark, and is never applied`(
    change: Change,
    format: String
  ) throws {
    // Both formats are read into the same table; a workbook takes ten times as long.
    let answers = change.answers.sorted(by: <).prefix(format == "csv" ? .max : 1)
    for (text, kept) in answers {
      try begin(format)
      try enter(text, toQuestion: change.question, format)
      // Applied at once, it is either accepted as typed or refused as no answer, but never stale.
      #expect(!answer(format, isTrial: true).errors.contains("stale"), "\(text)")
      for edits in [change.between, change.edits] where !edits.isEmpty {
        try generate(edits.reduce(Self.asked) { $0.replacing($1.0, with: $1.1) }, format)
      }
      let (spec, said) = (try folder.read("specs/t.yaml"), try remarks(format))
      let run = answer(format)
      #expect(try folder.read("specs/t.yaml") == spec, "\(text): \(run.errors)")
      let rows = try remarks(format).filter { $0.contains("Answered when") }
      #expect(rows.count == 1 && rows[0].hasSuffix(": " + kept), "\(rows)")
      try generate(nil, format)
      #expect(try remarks(format) == said)
    }
  }

  @Test(arguments: [
    [("pay: Pay", "pay: Pay now"), ("feature: Test", "feature: Other")],
    [("role: [guest, member]", "role: {label: Who, values: {guest: Guest, member: Signed in}}")],
    [("card: [good, expired, blocked]", "card: [blocked, expired, good]")],
    [("then: The list is shown", "then: The list is closed")],
  ])
  func `an answer stays where the question is the same in other words`(
    edits: [(String, String)]
  ) throws {
    for text in ["1", "The money is sent"] {
      try begin("xlsx")
      try enter(text, toQuestion: "money", "xlsx")
      try generate(edits.reduce(Self.asked) { $0.replacing($1.0, with: $1.1) }, "xlsx")
      #expect(try remarks("xlsx").allSatisfy(AnswerStatus.isWord))
      let run = answer("xlsx")
      #expect(try folder.read("specs/t.yaml").contains("then: The money is sent"), "\(run.errors)")
    }
  }

  // MARK: The round

  private func path(_ format: String) -> String {
    folder(format == "xlsx" ? "out/T.xlsx" : "out/T-questions.csv")
  }

  private func generate(_ text: String?, _ format: String) throws {
    if let text { try folder.write(text, to: "specs/t.yaml") }
    let run = CommandRun(
      "generate",
      folder("specs/t.yaml"),
      "-o",
      folder("out"),
      "--format",
      "json,\(format)",
      "--effort",
      "quick"
    )
    try #require(run.status.rawValue < 2, "\(run.errors)")
  }

  private func answer(_ format: String, isTrial: Bool = false) -> CommandRun {
    isTrial
      ? CommandRun("answer", path(format), "--spec", folder("specs"), "--dry-run")
      : CommandRun("answer", path(format), "--spec", folder("specs"))
  }

  private func table(_ format: String) throws -> (SavedTable, heading: Int) {
    let saved =
      format == "xlsx"
      ? try SavedWorkbook(path: path(format)).tables.first { $0.name == "Questions" }
      : try ReturnedFile(path: path(format)).workbook.tables.first
    let table = try #require(saved)
    let heading = try #require(
      table.rows.indices.first { table.rows[$0].contains { $0.plainText == "Your choice" } }
    )
    return (table, heading)
  }

  private func column(_ role: ReportColumn.Role, _ table: SavedTable, _ heading: Int) throws -> Int
  {
    let name = ReportTable.Name.questions.column(role, .english).heading
    return try #require(table.rows[heading].firstIndex { $0.plainText == name })
  }

  private func remarks(_ format: String) throws -> [String] {
    let (table, heading) = try table(format)
    let remark = try column(.refusal, table, heading)
    return table.rows.indices.dropFirst(heading + 1).map {
      table[row: $0, column: remark].plainText
    }
  }

  private func enter(_ text: String, toQuestion question: String, _ format: String) throws {
    let (table, heading) = try table(format)
    let asked = try column(.question, table, heading)
    let answer = try column(.answer, table, heading)
    let row = try #require(
      table.rows.indices.dropFirst(heading + 1).first {
        table[row: $0, column: asked].plainText.contains(question)
      }
    )
    guard format == "xlsx" else {
      let bytes = Array(try folder.read("out/T-questions.csv").utf8)
      let edited = try #require(CSVCells.setting([(row, answer, text)], in: bytes))
      try folder.write(String(decoding: edited, as: UTF8.self), to: "out/T-questions.csv")
      return
    }
    try TesterWorkbook.set([(row, answer, text)], on: table.name, in: path(format))
  }
}
