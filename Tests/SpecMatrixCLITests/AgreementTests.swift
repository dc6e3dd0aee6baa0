import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// Agreement from the workbook to the ledger, and back to workbook and check.
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

  private func answer(_ arguments: String...) -> CommandRun {
    CommandRun(arguments: ["answer"] + arguments + ["--spec", folder("specs")])
  }

  private func edit(_ old: String, _ new: String) throws {
    let text = try folder.read("specs/pay.yaml")
    #expect(text.contains(old))
    try folder.write(text.replacing(old, with: new), to: "specs/pay.yaml")
  }

  /// A script that sets the choices of operations, by id, on the sheet of outcomes.
  private static let filling = """
    import openpyxl, sys
    book = openpyxl.load_workbook(sys.argv[1])
    sheet = book["Outcomes"]
    heading = next(r for r in range(1, 40) if "Agreement" in [c.value for c in sheet[r]])
    columns = {c.value: c.column for c in sheet[heading]}
    for choice in sys.argv[2:]:
      name, text = choice.split("=")
      text, _, comment = text.partition("|")
      for row in range(heading + 1, sheet.max_row + 1):
        if sheet.cell(row, columns["ID"]).value == name:
          sheet.cell(row, columns["Agreement"]).value = text
          sheet.cell(row, columns["Comment"]).value = comment or None
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

  @Test(.enabled(if: Python.hasOpenPyXL))
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
    // Neither the bytes nor the agreement change.
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
    // Nobody has agreed to the current outcomes.
    let ledger = try folder.read("specs/PAY.agreed.csv")
    _ = answer(folder("out/PAY.xlsx"))
    #expect(try folder.read("specs/PAY.agreed.csv") == ledger)
  }

  /// `answer` wrote the reason, so it is not an edit by a person.
  @Test(.enabled(if: Python.hasOpenPyXL))
  func `a refused agreement keeps its reason`() throws {
    func generate() -> CommandRun {
      CommandRun("generate", spec, "-o", folder("out"), "--effort", "quick")
    }
    _ = generate()
    let entry = "submit=Agreed|but only once per day"
    _ = try Python.run(Self.filling, [folder("out/PAY.xlsx"), entry])
    #expect(answer(folder("out/PAY.xlsx")).errors.contains("limits the agreement"))
    let errors = generate().errors
    #expect(errors.contains("1 answer cannot be applied: the reason is beside it"))
    #expect(!errors.contains("edited") && !errors.contains("not in the ledger"))
    let rows = try Python.run(Self.reading, [folder("out/PAY.xlsx")])
    #expect(
      rows.hasPrefix("Outcomes|Tap Submit|Agreed|but only once per day|Not applied: “but only")
    )
    #expect(!rows.contains("Set aside"))
  }

  /// A large table is folded to its most significant factors; its rows remain.
  @Test(.enabled(if: Python.hasOpenPyXL))
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
    // 54 cells with a result in 18 folds, and one row for everything open.
    #expect(try Python.run(program, [folder("out/FOLD.xlsx")]) == "54 18\nTrue\n")
  }
}
