import Foundation
import Reporting
import Specification
import Testing
import Workbooks

@testable import SpecMatrixCLI

/// Answers from a generated workbook to the spec, and their state in the next workbook.
@Suite struct AnsweredWorkbookTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let text = """
    specmatrix: 1
    id: T
    feature: Test
    traits: []
    states:
      plan: [free, plus]
    operations:
      tap: Tap
      close: Close
      send: Send
    rules:
      tap:
        plan:
          free: Done
      send:
        plan:
          free: Sent
          plus: Sent twice

    """

  private func generate(_ text: String? = nil) throws -> (workbook: String, run: CommandRun) {
    if let text { try folder.write(text, to: "specs/t.yaml") }
    let run = CommandRun(
      "generate \(folder("specs/t.yaml")) -o \(folder("out")) --format json,xlsx --effort quick"
    )
    return (folder("out/T.xlsx"), run)
  }

  /// Returns the table of questions, its heading row, and the column of each role.
  private func sheet(
    _ workbook: String,
    _ name: ReportTable.Name = .questions,
    _ language: Language = .english
  ) throws -> (table: SavedTable, heading: Int, columns: [ReportColumn.Role: Int]) {
    let saved = try SavedWorkbook(path: workbook)
    let table = try #require(saved.tables.first { $0.name == name.title(language) })
    let roles = name.statements.map(\.role)
    for row in table.rows.indices {
      var columns: [ReportColumn.Role: Int] = [:]
      for role in roles {
        let heading = name.column(role, language).heading
        columns[role] = table.rows[row].firstIndex { $0.plainText == heading }
      }
      if columns[.id] != nil, columns.count > 3 { return (table, row, columns) }
    }
    return try #require(nil)
  }

  /// Sets cells of the row whose question matches.
  private func enter(
    _ workbook: String,
    row isMeant: (String) -> Bool,
    _ entries: [ReportColumn.Role: String],
    _ language: Language = .english
  ) throws {
    let (table, heading, columns) = try sheet(workbook, .questions, language)
    let question = try #require(columns[.question])
    // Empty rows are below the saved ones.
    let found = table.rows.indices.dropFirst(heading + 1).first {
      isMeant(table[row: $0, column: question].plainText)
    }
    let row = try #require(found ?? (isMeant("") ? table.rows.count : nil))
    let texts = try entries.map { role, text in (row, try #require(columns[role]), text) }
    try TesterWorkbook.set(texts, on: table.name, in: workbook)
  }

  private func answer(_ workbook: String) -> CommandRun {
    CommandRun("answer", workbook, "--spec", folder("specs"))
  }

  @Test func `an operation out of scope is dismissed from the workbook`() throws {
    let (workbook, _) = try generate(Self.text)
    try enter(
      workbook,
      row: { $0.contains("“Close”") },
      [.answer: "since it is new", .answerKind: "Out of scope"]
    )
    try enter(
      workbook,
      row: { $0.contains("“Tap”") },
      [.answer: "next year", .answerKind: "Out of scope"]
    )
    let run = answer(workbook)
    #expect(run.errors.contains(": `close` is dismissed\n"), "\(run.errors)")
    #expect(run.errors.contains(": entry of `impossible` added\n"), "\(run.errors)")
    let text = try folder.read("specs/t.yaml")
    #expect(
      text.contains(
        "  tap: Tap\n  send: Send\ndismissed:\n  close: \"Out of scope: it is new (Q-"
      )
    )
    #expect(text.contains("impossible:\n  - when: {operation: tap, plan: plus}\n"))
    let again = answer(workbook)
    #expect(try folder.read("specs/t.yaml") == text)
    #expect(again.errors.ranges(of: ": already applied ").count == 2, "\(again.errors)")
    let next = try generate().run
    #expect(!next.errors.contains("not in the spec yet"), "\(next.errors)")
    #expect(next.output.contains("no open questions"), "\(next.output)")
  }

  /// The question was completely reworded; the suite tells what it is about.
  @Test func `an answer becomes a remark on the question that asks about most of the same`() throws
  {
    let photos = Self.text
      .replacing("states:\n", with: "data: {photos: {range: 0..9}}\nstates:\n")
      .replacing("      tap:\n        plan:\n          free: Done\n", with: "      tap: Done\n")
      .replacing("  tap:\n    plan:\n      free: Done\n", with: "  tap: Done\n")
    let before = photos.replacing("    plus: Sent twice\n", with: "")
    let (workbook, _) = try generate(before)
    try enter(workbook, row: { $0.contains("“Send”") }, [.answer: "It is sent twice"])
    let after =
      before.replacing(
        "  send:\n    plan:\n      free: Sent\n",
        with:
          "  send:\n    - {when: {plan: free}, then: Sent}\n    - {when: {plan: plus, photos: 0..2}, then: Few}\n    - {when: {plan: plus, photos: 8..}, then: Many}\n"
      ).replacing("send: Send", with: "send: Dispatch").replacing(
        "plan: [free, plus]",
        with: "plan: {label: Membership, values: {free: None, plus: Paid}}"
      )
    #expect(after.contains("Many"))
    let next = try generate(after).run
    #expect(
      next.errors.contains("1 answer was given to a question that has changed since"),
      "\(next.errors)"
    )
    let (table, _, columns) = try sheet(workbook)
    let (question, remark) = (try #require(columns[.question]), try #require(columns[.refusal]))
    let row = try #require(
      table.rows.indices.first {
        table[row: $0, column: remark].plainText.hasSuffix(": It is sent twice")
      }
    )
    #expect(answer(workbook).errors.contains("it contains no answers"))
    #expect(table[row: row, column: question].plainText.contains("“Dispatch”"))
    #expect(table[row: row, column: question].plainText.contains("“Photos” is 3 to 7"))
  }

  /// Sets the choice of an operation or a decision.
  private func say(
    _ choice: String,
    of operation: String,
    on name: ReportTable.Name = .outcomes,
    in workbook: String
  ) throws {
    let (table, heading, columns) = try sheet(workbook, name)
    let (id, agreement) = (try #require(columns[.id]), try #require(columns[.agreement]))
    let row = try #require(
      table.rows.indices.dropFirst(heading + 1).first {
        table[row: $0, column: id].plainText == operation
      }
    )
    try TesterWorkbook.set([(row, agreement, choice)], on: table.name, in: workbook)
  }

  @Test func `what is said of outcomes and is not in the ledger is told`() throws {
    let (workbook, _) = try generate(Self.text)
    try say("Agreed", of: "send", in: workbook)
    try say("Not so", of: "tap", in: workbook)
    let waiting = "2 answers on “Outcomes” are not in the ledger yet: run `specmatrix answer "
    #expect(try generate().run.errors.contains(waiting))
    // The outcomes of an operation change before anybody runs `answer`.
    let changed = Self.text.replacing("free: Sent\n", with: "free: Sent at once\n")
    let next = try generate(changed).run.errors
    #expect(
      next.contains("1 answer on “Outcomes” is not in the ledger yet: run `specmatrix answer "),
      "\(next)"
    )
    #expect(
      next.contains(
        "1 answer on “Outcomes” was not in the ledger when the spec changed: look at it on “Set aside”, and choose again"
      ),
      "\(next)"
    )
    _ = answer(workbook)
    let last = try generate().run.errors
    #expect(!last.contains("ledger"), "\(last)")
    // Once it is in the ledger, a change is not reported again.
    try say("Agreed", of: "send", in: workbook)
    _ = answer(workbook)
    let again = try generate(try folder.read("specs/t.yaml").replacing("at once", with: "now")).run
    #expect(!again.errors.contains("ledger"), "\(again.errors)")
  }

  @Test func `why a verdict on a decision was refused stays beside it`() throws {
    let asked = "questions: [{question: Who sends it?, then: Billing, source: Sato}]\n"
    let (workbook, _) = try generate(Self.text + asked)
    let (table, heading, columns) = try sheet(workbook, .decisions)
    let (id, state) = (try #require(columns[.id]), try #require(columns[.standing]))
    let decision = table[row: heading + 1, column: id].plainText
    try say("Disagree", of: decision, on: .decisions, in: workbook)
    #expect(answer(workbook).errors.contains("say in the comment what should happen instead"))
    let next = try generate().run.errors
    #expect(next.contains("1 answer cannot be applied: the reason is beside it"), "\(next)")
    let said = try sheet(workbook, .decisions).table[row: heading + 1, column: state].plainText
    #expect(said.hasPrefix("Not applied: "), "\(said)")
  }

  @Test func `what is said of a contested decision stays in the ledger when it is settled`() throws
  {
    let rules =
      "  send:\n    - then: Sent\n    - {id: hint, when: {plan: free}, then: A hint is shown}\n"
    let text = Self.text.replacing(
      "  send:\n    plan:\n      free: Sent\n      plus: Sent twice\n",
      with: rules
    )
    let (workbook, _) = try generate(text)
    let (table, heading, columns) = try sheet(workbook, .decisions)
    let id = table[row: heading + 1, column: try #require(columns[.id])].plainText
    let comment = try #require(
      table.rows[heading].firstIndex { $0.plainText == "Comment" }
    )
    try say("Disagree", of: id, on: .decisions, in: workbook)
    try TesterWorkbook.set([(heading + 1, comment, "It is sent")], on: table.name, in: workbook)
    #expect(answer(workbook).errors.contains("contested: an error until the spec says so"))
    let settled = text.replacing("then: A hint is shown", with: "then: Sent")
    #expect(settled != text)
    let next = try generate(settled).run.errors
    #expect(!next.contains("ledger"), "\(next)")
    #expect(answer(workbook).errors.contains("already applied D-"))
  }

  @Test func `a question of one's own gets its row`() throws {
    let (workbook, _) = try generate(Self.text)
    try enter(workbook, row: \.isEmpty, [.question: "Who sends the receipt?", .ask: "Billing"])
    try enter(
      workbook,
      row: \.isEmpty,
      [.question: "Is it free?", .answer: "Yes, until March", .comment: "as agreed"]
    )
    let first = answer(workbook)
    #expect(first.errors.ranges(of: "the question is added to `questions`").count == 2)
    func ids() throws -> [String: String] {
      let (table, heading, columns) = try sheet(workbook)
      let (id, question) = (try #require(columns[.id]), try #require(columns[.question]))
      let rows = table.rows.indices.dropFirst(heading + 1).map {
        (table[row: $0, column: question].plainText, table[row: $0, column: id].plainText)
      }
      return Dictionary(rows.filter { !$0.0.isEmpty }) { "\($0) and \($1)" }
    }
    let marked = try ids()
    #expect(marked["Who sends the receipt?"]?.hasPrefix("Q-") == true, "\(marked)")
    #expect(marked["Is it free?"]?.hasPrefix("Q-") == true, "\(marked)")
    // Nothing is asked or answered twice.
    let text = try folder.read("specs/t.yaml")
    _ = answer(workbook)
    #expect(try folder.read("specs/t.yaml") == text)
    #expect(try ids() == marked)
    let next = try generate().run.errors
    #expect(!next.contains("edited") && !next.contains("not in the spec yet"), "\(next)")
    let after = try ids()
    #expect(after["Who sends the receipt?"] == marked["Who sends the receipt?"], "\(after)")
    // A decided question is not asked again; its row stays in place under the question's id.
    #expect(after == marked)
    let again = answer(workbook)
    #expect(again.errors.contains("already applied \(try #require(marked["Is it free?"]))"))
    #expect(try folder.read("specs/t.yaml") == text)
    #expect(try generate().run.errors == "")
  }

  @Test(arguments: ["Agree", "Disagree"])
  func `decisions are confirmed on a sheet of their own`(choice: String) throws {
    let text = Self.text.replacing(
      "  send:\n    plan:\n      free: Sent\n      plus: Sent twice\n",
      with: "  send:\n    - then: Sent\n    - {when: {plan: free}, then: Only a hint is shown}\n"
    )
    let (workbook, _) = try generate(text)
    let (table, heading, columns) = try sheet(workbook, .decisions)
    let (agreement, comment) = (columns[.agreement], columns[.agreementComment])
    try TesterWorkbook.set(
      [
        (heading + 1, try #require(agreement), choice),
        (heading + 1, try #require(comment), "The hint is enough"),
      ],
      on: table.name,
      in: workbook
    )
    let run = answer(workbook)
    let ledger = try folder.read("specs/T.agreed.csv")
    #expect(ledger.contains("D-") && ledger.contains("The hint is enough"), "\(run.errors)")
    _ = try generate()
    let (next, _, nextColumns) = try sheet(workbook, .decisions)
    let state = next[row: heading + 1, column: try #require(nextColumns[.standing])].plainText
    #expect(state.hasPrefix(choice == "Agree" ? "Agreed" : "Not so"), "\(state)")
  }

  @Test func `of a decision that is gone there is nothing to look at`() throws {
    let text = Self.text.replacing(
      "  send:\n    plan:\n      free: Sent\n      plus: Sent twice\n",
      with: "  send:\n    - then: Sent\n    - {when: {plan: free}, then: Only a hint is shown}\n"
    )
    let (workbook, _) = try generate(text)
    let (table, heading, columns) = try sheet(workbook, .decisions)
    let agreement = try #require(columns[.agreement])
    try TesterWorkbook.set([(heading + 1, agreement, "Disagree")], on: table.name, in: workbook)
    try folder.write(Self.text, to: "specs/t.yaml")
    let run = answer(workbook)
    #expect(
      run.errors.contains(
        "the rules no longer settle this; if something else is wrong, disagree with the operation"
      ),
      "\(run.errors)"
    )
  }

  @Test func `who decides is asked once where the spec names nobody`() throws {
    let (workbook, _) = try generate(Self.text)
    let label = try #require(ReportTable.headLabel(.ask, .english))
    func place() throws -> (SavedTable, row: Int, column: Int)? {
      let table = try sheet(workbook).table
      return table.rows.indices.lazy.compactMap { row in
        table.rows[row].firstIndex { $0.plainText == label }.map { (table, row, $0) }
      }.first
    }
    let (table, row, column) = try #require(try place())
    try TesterWorkbook.set([(row, column + 1, "Shop team: web")], on: table.name, in: workbook)
    #expect(answer(workbook).errors.contains("applied owner: the owner is Shop team: web"))
    #expect(try folder.read("specs/t.yaml").contains("\nowner: \"Shop team: web\"\n"))
    _ = try generate()
    #expect(try place() == nil)
  }

  /// Returns the cells beside some labels on the front page.
  private func summary(_ workbook: String, _ labels: String...) throws -> [String] {
    let rows = try #require(try SavedWorkbook(path: workbook).tables.first).rows
    return labels.compactMap { label in
      rows.first { $0.first?.plainText == label && $0.count > 1 }?[1].plainText
    }
  }

  @Test func `only what can be applied counts as answered`() throws {
    let (workbook, _) = try generate(Self.text)
    let labels = ("Questions", "Answered", "Open")
    func counts() throws -> [String] { try summary(workbook, labels.0, labels.1, labels.2) }
    #expect(try counts().suffix(2) == ["0", "2"])
    try enter(workbook, row: { $0.contains("“Close”") }, [.answer: "It closes"])
    try enter(workbook, row: { $0.contains("“Tap”") }, [.answer: "TBD"])
    let next = try generate().run.errors
    #expect(next.contains("1 answer is not in the spec yet"), "\(next)")
    #expect(next.contains("1 answer cannot be applied: the reason is beside it"), "\(next)")
    #expect(try counts().suffix(2) == ["1", "1"])
    let trial = CommandRun("answer", workbook, "--spec", folder("specs"), "--dry-run").errors
    #expect(trial.contains("2 answers: 1 not applied, 1 would be applied\n"), "\(trial)")
    #expect(answer(workbook).errors.contains("2 answers: 1 not applied, 1 applied\n"))
    #expect(CommandRun("check", folder("specs/t.yaml")).output.contains("1 question"))
    // An applied answer still counts as answered, though its question is closed.
    _ = try generate()
    #expect(try counts() == ["2", "1", "1"])
    // A refused answer does not, once its question is closed otherwise.
    let text = try folder.read("specs/t.yaml")
    let closed = text.replacing("free: Done", with: "free: Done\n      plus: Done too")
    for spec in [closed, closed + "# Again\n"] {
      _ = try generate(spec)
      #expect(try counts() == ["1", "1", "0"])
    }
    _ = try generate(text)
    // A corrected answer counts again.
    try enter(workbook, row: { $0.contains("“Tap”") }, [.answer: "It waits"])
    _ = try generate()
    #expect(try counts() == ["2", "2", "0"])
    // An unanswered question also leaves the count when the spec no longer asks it.
    _ = answer(workbook)
    _ = try generate()
    #expect(try counts() == ["2", "2", "0"])
  }

  /// “Decide later” defers a question, which stays open until it is decided.
  @Test func `what is asked although it was answered is open again`() throws {
    let (workbook, _) = try generate(Self.text)
    func counts() throws -> [String] { try summary(workbook, "Answered", "Open") }
    let choices: [ReportColumn.Role: String] = [
      .answerKind: "Decide later", .decideBy: "2027-01-31",
    ]
    try enter(workbook, row: { $0.contains("“Close”") }, choices)
    #expect(answer(workbook).errors.contains(" applied "))
    _ = try generate()
    #expect(try counts() == ["0", "2"])
  }

  /// A relevant state is a question until its effect is specified.
  @Test func `a yes leads to a question that is open`() throws {
    let text = Self.text.replacing("traits: []", with: "traits: [localized]\ndismissed: {back: x}")
    let (workbook, _) = try generate(text)
    let before = try summary(workbook, "Open")
    try enter(workbook, row: { $0.contains("“Language") }, [.answerKind: "Yes"])
    #expect(answer(workbook).errors.contains(" applied "))
    _ = try generate()
    #expect(
      try summary(workbook, "Answered", "Open") == ["0"] + before.map { "\((Int($0) ?? 0) + 1)" }
    )
    let (table, _, columns) = try sheet(workbook)
    let row = try #require(
      table.rows.indices.first {
        table[row: $0, column: columns[.refusal] ?? 0].plainText.contains("Yes")
      }
    )
    #expect(table[row: row, column: try #require(columns[.answerKind])].isBlank)
  }

  /// Messages in a Japanese workbook are Japanese, also on the terminal.
  @Test(arguments: [
    ("未定", "", "「未定」は期待結果になりません。確認できる結果を書くか、「後日決定」を選んで期日を書いてください"),
    ("③", "", "「③」は選択肢の番号ですが、この確認事項に選択肢はありません。期待する結果を書いてください"),
    ("2020-01-01", "後日決定", "期日（2020-01-01）を過ぎています。今日以降の日付を書いてください"),
    ("そのうち", "後日決定", "期日がありません。2027-01-31のように書いてください"),
    ("天気", "他の条件による", "どの条件によるのか、次のいずれかだけを書いてください：「Plan」"),
    ("ログインしますか？", "", "確認できる結果を書き、質問はコメント欄に書いてください。画面に表示される質問は「」で囲んでください"),
    ("保存される", "たぶん", "「たぶん」は一覧にありません。一覧から選んでください"),
  ])
  func `a reason is in the language of the workbook`(
    text: String,
    kind: String,
    reason: String
  ) throws {
    let (workbook, _) = try generate(
      Self.text.replacing("traits: []", with: "language: ja\ntraits: []")
    )
    var entries: [ReportColumn.Role: String] = [.answer: text]
    if !kind.isEmpty { entries[.answerKind] = kind }
    try enter(workbook, row: { $0.contains("「Tap」") }, entries, .japanese)
    let run = answer(workbook)
    #expect(run.errors.contains(": 未反映 Q-"))
    #expect(run.errors.contains(reason), "\(run.errors)")
    let (table, heading, columns) = try sheet(workbook, .questions, .japanese)
    let column = try #require(columns[.refusal])
    let reasons = table.rows.indices.dropFirst(heading + 1).map {
      table[row: $0, column: column].plainText
    }.filter { $0.hasPrefix("未反映：") }
    #expect(reasons.count == 1 && reasons[0].hasSuffix(reason), "\(reasons)")
  }
}
