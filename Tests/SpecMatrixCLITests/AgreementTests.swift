import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// Agreement on its way from the workbook to the ledger, and back to workbook and check.
@Suite struct AgreementTests {
  private let folder: TemporaryFolder
  private let spec: String

  private static let text = """
    specmatrix: 1
    id: PAY
    feature: Pay
    traits: []
    states: {login: [guest, member], plan: [free, premium]}
    operations: {submit: Tap Submit, look: Look at it}
    rules:
      submit:
        login:
          guest: Log in first
          member: The form is sent
      look:
        - {id: seen, when: {plan: free}, then: [The form is shown, The price is shown]}
        - {id: rest, when: {plan: premium}, then: The form is shown}

    """

  init() throws {
    folder = try TemporaryFolder()
    spec = try folder.write(Self.text, to: "specs/pay.yaml")
  }

  /// The fingerprint of an operation as it is now.
  private func fingerprint(_ operation: String) throws -> String {
    let json = CommandRun("show", spec, "--operation", operation, "--format", "json").output
    return String(try #require(json.firstMatch(of: /"fingerprint": "([0-9a-f]{16})"/)).output.1)
  }

  /// A sheet of outcomes as a CSV file.
  private func csv(_ rows: String...) throws -> String {
    try folder.write(
      "Answered by:,Sato,,\nAnswered on,2026-11-20,,\n\n"
        + "Operation,Agreement,Comment,ID,Fingerprint\n"
        + rows.joined(separator: "\n"),
      to: "PAY.csv"
    )
  }

  private func answer(_ arguments: String...) -> CommandRun {
    CommandRun(arguments: ["answer"] + arguments + ["--spec", folder("specs")])
  }

  private func edit(_ old: String, _ new: String) throws {
    let text = try folder.read("specs/pay.yaml")
    #expect(text.contains(old))
    try folder.write(text.replacing(old, with: new), to: "specs/pay.yaml")
  }

  @Test func `agreement is a line of the ledger, written once`() throws {
    let file = try csv("Tap Submit,Agreed,as discussed,submit,\(try fingerprint("submit"))")
    let trial = answer(file, "--dry-run")
    #expect(trial.output.hasPrefix("--- a\(folder("specs"))/PAY.agreed.csv\n"))
    #expect(trial.errors.hasPrefix("\(file):B5: would be applied submit: agreed\n"))
    #expect(try folder.names(in: "specs") == ["pay.yaml"])

    let run = answer(file)
    #expect(run.errors == "\(file):B5: applied submit: agreed\n")
    #expect(run.status == .success)
    let ledger = """
      operation,fingerprint,by,on,comment,outcomes,assumed
      submit,\(try fingerprint("submit")),Sato,2026-11-20,as discussed,login=guest: Log in first | login=member: The form is sent,plan

      """
    #expect(try folder.read("specs/PAY.agreed.csv") == ledger)
    #expect(try folder.read("specs/pay.yaml") == Self.text)

    let again = answer(file)
    #expect(again.errors == "\(file):B5: already applied submit\n")
    #expect(again.status == .success)
    #expect(try folder.read("specs/PAY.agreed.csv") == ledger)
  }

  @Test func `show says who agreed to an operation, and since when it is another`() throws {
    let before = CommandRun("show", spec, "--width", "120").output
    #expect(!before.contains("agreed"))
    _ = answer(try csv("Tap Submit,Agreed,,submit,\(try fingerprint("submit"))"))
    let text = CommandRun("show", spec, "--width", "120").output
    #expect(text.contains("Tap Submit — agreed by Sato on 2026-11-20"))
    #expect(text.components(separatedBy: "agreed").count == 2)
    #expect(text.split(separator: "\n").count == before.split(separator: "\n").count)
    let markdown = CommandRun("show", spec, "--format", "markdown").output
    #expect(markdown.contains("### Tap Submit\n\nagreed by Sato on 2026-11-20\n\n|"))
    let json = CommandRun("show", spec, "--format", "json").output
    for member in [#""by": "Sato""#, #""on": "2026-11-20""#, #""comment": """#, #""holds": true"#] {
      #expect(json.components(separatedBy: member).count == 2, "\(member)")
    }
    // A rule that begins to name a factor without another outcome changes nothing about it.
    try edit(
      "      guest: Log in first",
      "      guest: {plan: {free: Log in first, premium: Log in first}}"
    )
    let split = CommandRun("show", spec, "--width", "120").output
    #expect(split.contains("Tap Submit — agreed by Sato on 2026-11-20"))
    try edit("premium: Log in first", "premium: Never")
    let changed = CommandRun("show", spec, "--width", "120").output
    #expect(
      changed.contains("Tap Submit — changed since 2026-11-20 (agreed by Sato): 3 outcomes differ")
    )
    let void = CommandRun("show", spec, "--format", "json").output
    #expect(void.contains(#""holds": false"#) && void.contains(#""differing": 3"#))
  }

  @Test func `the ledger keeps what others wrote, in the order of the spec`() throws {
    try folder.write(
      "\u{FEFF}fingerprint,operation,by,team\r\n0123456789abcdef,gone,Abe,A\r\n0123456789abcdef,look,Mori,B\r\n",
      to: "specs/PAY.agreed.csv"
    )
    _ = answer(try csv("Tap Submit,合意,,submit,\(try fingerprint("submit"))"))
    #expect(
      try folder.read("specs/PAY.agreed.csv") == """
        operation,fingerprint,by,on,comment,outcomes,assumed,team
        submit,\(try fingerprint("submit")),Sato,2026-11-20,,login=guest: Log in first | login=member: The form is sent,plan,
        look,0123456789abcdef,Mori,,,,,B
        gone,0123456789abcdef,Abe,,,,,A

        """
    )
    let check = CommandRun("check", spec)
    #expect(check.output.contains("  1 of 2 operations agreed\n"))
    #expect(
      check.output.contains(
        "  Look at it: changed since it was agreed to (agreed by Mori)\n    the ledger does not say which outcomes were agreed to\n"
      )
    )
    #expect(check.output.contains("  agreed, but not in the spec any more: gone\n"))
  }

  @Test func `outcomes that have changed since are not agreed to`() throws {
    let file = try csv("Tap Submit,Agreed,,submit,\(try fingerprint("submit"))")
    try edit("Log in first", "Sign in first")
    let run = answer(file)
    #expect(run.status == .findings)
    #expect(
      run.errors
        == "\(file):B5: not applied submit: the outcomes have changed since this workbook was written; generate again and look\n"
    )
    #expect(try folder.names(in: "specs") == ["pay.yaml"])
  }

  @Test func `check says what has changed since, and nothing without a ledger`() throws {
    func json() -> String { CommandRun("check", spec, "--format", "json").output }
    func text() -> String { CommandRun("check", spec).output }
    #expect(!text().contains("agreed"))
    #expect(json().contains("\"operations\": 2,"))
    #expect(json().contains("\"agreed\": 0"))
    #expect(!json().contains("\"ledger\""))
    _ = answer(
      try csv(
        "Tap Submit,Agreed,,submit,\(try fingerprint("submit"))",
        "Look,Agreed,,look,\(try fingerprint("look"))"
      )
    )
    #expect(text().contains("  2 of 2 operations agreed\n"))
    // A comment, a label, the id of a rule and an order void nothing.
    try edit("id: seen", "id: seen_by_all")
    try edit("submit: Tap Submit", "submit: Send")
    try edit("[guest, member]", "[member, guest]")
    try edit("feature: Pay", "feature: Pay  # as it was")
    #expect(text().contains("  2 of 2 operations agreed\n"))
    try edit("guest: Log in first", "guest: Sign in first")
    let run = CommandRun("check", spec)
    #expect(run.status == .success)
    #expect(
      run.output.contains(
        """
          1 of 2 operations agreed
          Send: changed since 2026-11-20 (agreed by Sato): 1 outcome differs
            Login: Guest — Log in first → Sign in first

        """
      )
    )
    #expect(
      json().contains(
        #"{"operation": "submit", "by": "Sato", "on": "2026-11-20", "differing": 1, "changes": ["Login: Guest — Log in first → Sign in first"]}"#
      )
    )
    let markdown = CommandRun("check", spec, "--format", "markdown").output
    #expect(
      markdown.contains("\n1 of 2 operations agreed\n\n- Send: changed since 2026-11-20")
    )
    // What makes no difference belongs to it.
    try edit("guest: Sign in first", "guest: Log in first")
    try edit("plan: [free, premium]", "plan: [free, premium], age: [young, old]")
    #expect(
      text().contains(
        "Send: changed since 2026-11-20 (agreed by Sato): no outcome differs\n    now the same whatever Age\n"
      )
    )
  }

  @Test func `a broken ledger is left alone`() throws {
    let broken = "operation,fingerprint\nsubmit,0123\n"
    try folder.write(broken, to: "specs/PAY.agreed.csv")
    let run = answer(try csv("Tap Submit,Agreed,,submit,\(try fingerprint("submit"))"))
    #expect(run.status == .invalid)
    #expect(
      run.errors.contains(
        "cannot read \(folder("specs"))/PAY.agreed.csv: line 2 has `0123` instead of 16 hexadecimal digits; delete the line, and agree to `submit` again in the workbook"
      )
    )
    #expect(try folder.read("specs/PAY.agreed.csv") == broken)
    let check = CommandRun("check", spec)
    #expect(check.status == .success)
    #expect(check.errors.contains("nothing counts as agreed"))
  }

  @Test func `no report takes the place of a ledger`() throws {
    _ = answer(try csv("Tap Submit,Agreed,,submit,\(try fingerprint("submit"))"))
    let ledger = try folder.read("specs/PAY.agreed.csv")
    let run = CommandRun("check", spec, "--output-file", folder("specs/PAY.agreed.csv"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains("it says what people agreed to; name another file"))
    #expect(try folder.read("specs/PAY.agreed.csv") == ledger)
  }

  // MARK: Not so

  @Test func `what is not so makes the rule that is named a question`() throws {
    let file = try csv(
      "Look,Not so,`rest` shows the price as well,look,\(try fingerprint("look"))"
    )
    let run = answer(file)
    #expect(run.errors == "\(file):B5: applied look: rule rest is a question now\n")
    #expect(run.status == .findings)
    let text = try folder.read("specs/pay.yaml")
    #expect(
      text.contains(
        #"{id: rest, when: {plan: premium}, question: "“Look at it”: is this not so? What happens instead? (Sato, 2026-11-20: `rest` shows the price as well)", options: [The form is shown]}"#
      )
    )
    #expect(
      text.hasPrefix(
        String(
          Self.text.prefix(upTo: try #require(Self.text.range(of: "    - {id: rest")).lowerBound)
        )
      )
    )
    #expect(try folder.names(in: "specs") == ["pay.yaml"])
    let again = answer(file)
    #expect(again.errors == "\(file):B5: already applied look\n")
    #expect(try folder.read("specs/pay.yaml") == text)
  }

  @Test func `a rule that is a text gets keys`() throws {
    _ = answer(try csv("S,Not so,submit-guest?,submit,\(try fingerprint("submit"))"))
    #expect(
      try folder.read("specs/pay.yaml").contains(
        """
              guest:
                question: "“Tap Submit”: is this not so? What happens instead? (Sato, 2026-11-20: submit-guest?)"
                options:
                  - Log in first
              member: The form is sent

        """
      )
    )
  }

  /// Of several rules or none the operation as a whole is asked about.
  @Test(arguments: ["", "seen and rest contradict the screen", "the rest-day is missing"])
  func `an objection that names no single rule is asked beside them`(comment: String) throws {
    let file = try csv("Look,相違あり,\(comment),look,\(try fingerprint("look"))")
    let run = answer(file)
    #expect(run.errors == "\(file):B5: applied look: asked under `questions`\n")
    let text = try folder.read("specs/pay.yaml")
    #expect(text.hasPrefix(Self.text))
    #expect(text.dropFirst(Self.text.count).contains("As the spec says now"))
    #expect(answer(file).errors == "\(file):B5: already applied look\n")
    #expect(try folder.read("specs/pay.yaml") == text)
  }

  @Test(arguments: ["except for Plus", "ただし停止を優先", "not sure", "TBD"])
  func `agreement with a limit is not agreement`(comment: String) throws {
    let run = answer(try csv("Look,Agreed,\(comment),look,\(try fingerprint("look"))"))
    #expect(run.errors.contains("“\(comment)” limits the agreement; "))
    #expect(try folder.names(in: "specs") == ["pay.yaml"])
  }

  @Test func `opposite verdicts and rows that are no operation are told`() throws {
    let look = try fingerprint("look")
    let file = try csv(
      "Look,Agreed,,look,\(look)",
      "Look,Not so,,look,\(look)",
      "Look,Agreed,,look: plan=free,",
      "Look,perhaps,,look,\(look)",
      "Old,Agreed,,old,\(look)"
    )
    let run = answer(file)
    #expect(run.status == .findings)
    #expect(
      run.errors == """
        \(file):B7: not read: “Agreed”: agree to an operation in the row that has its name in bold
        \(file):B8: look: “perhaps” is not one of the choices; choose “Agreed” or “Not so”
        \(file):B5: not applied look: \(file):B6 says the opposite of the same operation; keep one of the two
        \(file):B6: not applied look: \(file):B5 says the opposite of the same operation; keep one of the two
        \(file):B9: not applied old: the spec has no such operation any more; generate again and look
        5 answers: 5 not applied

        """
    )
    #expect(try folder.names(in: "specs") == ["pay.yaml"])
  }

  // MARK: The workbook

  /// Chooses something for operations, by id, on the sheet of outcomes.
  private static let filling = """
    import openpyxl, sys
    book = openpyxl.load_workbook(sys.argv[1])
    sheet = book["Outcomes"]
    heading = next(r for r in range(1, 40) if "Agreement" in [c.value for c in sheet[r]])
    columns = {c.value: c.column for c in sheet[heading]}
    for choice in sys.argv[2:]:
      name, text = choice.split("=")
      for row in range(heading + 1, sheet.max_row + 1):
        if sheet.cell(row, columns["ID"]).value == name:
          sheet.cell(row, columns["Agreement"]).value = text
    book.save(sys.argv[1])
    """

  private static let reading = """
    import openpyxl, sys
    book = openpyxl.load_workbook(sys.argv[1])
    for name in ["Outcomes"] + (["Set aside"] if "Set aside" in book.sheetnames else []):
      sheet = book[name]
      heading = next(r for r in range(1, 40) if {"Agreement", "What"} & {c.value for c in sheet[r]})
      for row in sheet.iter_rows(min_row=heading + 1):
        print(name, *[str(c.value).replace("\\n", " / ") for c in row if c.value is not None and sheet.cell(heading, c.column).value not in ("ID", "Fingerprint", "specmatrix")], sep="|")
    """

  @Test(.enabled(if: Python.has("openpyxl")))
  func `the workbook shows who agreed, and lets it lapse`() throws {
    func generate() { _ = CommandRun("generate", spec, "-o", folder("out"), "--effort", "quick") }
    func rows() throws -> [String] {
      try Python.run(Self.reading, [folder("out/PAY.xlsx")]).split(separator: "\n").map(String.init)
    }
    generate()
    #expect(
      try rows() == [
        "Outcomes|Tap Submit|Login",
        "Outcomes|Tap Submit|Guest|Log in first|submit-guest|2|PAY-W37",
        "Outcomes|Tap Submit|Member|The form is sent|submit-member|2|PAY-FV2",
        "Outcomes|Tap Submit|The same whatever Plan",
        "Outcomes|Look at it|Plan",
        "Outcomes|Look at it|Free|• The form is shown / • The price is shown|seen|2|PAY-6QN",
        "Outcomes|Look at it|Premium|The form is shown|rest|2|PAY-KT5",
        "Outcomes|Look at it|The same whatever Login",
      ]
    )
    _ = try Python.run(Self.filling, [folder("out/PAY.xlsx"), "submit=Agreed", "look=Agreed"])
    let answered = answer(folder("out/PAY.xlsx"))
    #expect(answered.errors.contains("applied submit: agreed"))
    #expect(answered.status == .success)
    generate()
    let agreed = try rows()
    let today = try #require(
      try folder.read("specs/PAY.agreed.csv").firstMatch(of: /,(\d{4}-\d\d-\d\d),/)
    ).output.1
    #expect(agreed.first == "Outcomes|Tap Submit|Agreed|Agreed on \(today)|Login")
    #expect(agreed.contains("Outcomes|Look at it|Agreed|Agreed on \(today)|Plan"))
    // The bytes stay the same, and so does what was agreed to.
    let bytes = try folder.bytes("out/PAY.xlsx")
    generate()
    #expect(try folder.bytes("out/PAY.xlsx") == bytes)

    try edit("guest: Log in first", "guest: Sign in first")
    generate()
    let lapsed = try rows()
    #expect(
      lapsed.first
        == "Outcomes|Tap Submit|Changed since \(today): 1 outcome differs / Login: Guest — Log in first → Sign in first|Login"
    )
    #expect(lapsed.contains("Outcomes|Look at it|Agreed|Agreed on \(today)|Plan"))
    #expect(lapsed.last == "Set aside|submit|Outcomes|Outcomes changed since|Agreed")
    // Nobody has agreed to what stands there now.
    let ledger = try folder.read("specs/PAY.agreed.csv")
    _ = answer(folder("out/PAY.xlsx"))
    #expect(try folder.read("specs/PAY.agreed.csv") == ledger)
  }

  /// A large table is folded to its most telling factors; its rows are there all the same.
  @Test(.enabled(if: Python.has("openpyxl")))
  func `a large table is folded`() throws {
    let values = (0..<3).map { "v\($0)" }
    var rules = ""
    for (number, first) in values.enumerated() {
      for second in values {
        for third in values {
          for fourth in values.prefix(2) {
            rules +=
              "    - {when: {a: \(first), b: \(second), c: \(third), d: \(fourth)}, then: R\(number)\(second)\(third)\(fourth)}\n"
          }
        }
      }
    }
    let states = ["a", "b", "c", "d"].map { "  \($0): [v0, v1, v2]\n" }.joined()
    let path = try folder.write(
      "specmatrix: 1\nid: FOLD\nfeature: Fold\ntraits: []\nstates:\n\(states)operations: [go]\nrules:\n  go:\n\(rules)",
      to: "specs/fold.yaml"
    )
    let run = CommandRun("generate \(path) -o \(folder("out")) --effort quick --depth review")
    #expect(run.status == .success)
    let program = """
      import openpyxl, sys
      sheet = openpyxl.load_workbook(sys.argv[1])["Outcomes"]
      heading = next(r for r in range(1, 40) if "Agreement" in [c.value for c in sheet[r]])
      expected = next(c.column for c in sheet[heading] if c.value == "Expected result")
      keys = next(c.column for c in sheet[heading] if c.value == "ID")
      rows = range(heading + 1, sheet.max_row + 1)
      folded = [r for r in rows if sheet.row_dimensions[r].hidden]
      print(len(folded), len([r for r in rows if str(sheet.cell(r, expected).value).startswith("3 rows")]))
      print(len(set(sheet.cell(r, keys).value for r in rows)) == len(rows))
      """
    // 54 cells with a result by 18 folds, and one row for all that is open.
    #expect(try Python.run(program, [folder("out/FOLD.xlsx")]) == "54 18\nTrue\n")
  }
}
