import Foundation
import Testing

@testable import SpecMatrixCLI

/// `import` writes what `check` and `measure` read, and says in one line why it cannot.
@Suite struct ImportCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let sheet = """
    前提条件,手順,期待結果
    "ログイン済み
    カートが0点",「購入」をタップ,ボタンを押せない
    "ログイン済み
    カートが1点",同上,支払い画面が開く
    "ログイン済み
    カートが1点",同上,在庫の確認画面が開く
    未ログイン,同上,
    お客様からの電話の内容を確認したうえで、担当の部署に転送し、折り返しを待つ,同上,支払い画面が開く
    """

  /// In whatever order and however often a row names them.
  @Test func theSameValuesAreOneCondition() throws {
    let sheet = try folder.write(
      "Plan,Operation,Expected result\n\"Free, Free\",Save,A\nFree,Save,B\n\"Free, Pro\",Save,C\nPro/Free,Save,D\nPro,Save,E\n",
      to: "plans.csv"
    )
    let run = CommandRun("import", sheet)
    #expect(run.errors.contains("rows 2 and 3 contradict each other"))
    #expect(run.errors.contains("rows 4 and 5 contradict each other"))
    #expect(!run.output.contains("[free, free]"))
  }

  @Test func moreValuesThanASpecTakesAreSaid() throws {
    let rows = (0...300).map { "colour \($0) x,Save,Saved\n" }.joined()
    let sheet = try folder.write("Colour,Operation,Expected result\n" + rows, to: "colours.csv")
    let run = CommandRun("import", sheet)
    #expect(
      run.errors.contains(
        "“Colour” has more than 300 values, the maximum in a spec: group them in the sheet"
      )
    )
  }

  @Test func theDraftIsCheckedAndMeasured() throws {
    let sheet = try folder.write(Self.sheet, to: "cases.csv")
    let draft = folder("specs/cart.yaml")
    let run = CommandRun("import", sheet, "--output", draft)
    #expect(run.status == .success)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        specmatrix: cases.csv: 3 of 5 rows in 3 rules, 1 without a result, asked about, 1 not read, 1 contradiction
        specmatrix: rows 3 and 4 contradict each other: “支払い画面が開く” – “在庫の確認画面が開く”
        specmatrix: row 6 is not read: “お客様からの電話の内容を確認したうえで、担当の部署に転送し、折り返しを待つ”

        """
    )
    let yaml = try folder.read("specs/cart.yaml")
    #expect(yaml.contains("id: CART\n") && yaml.contains("cases.csv 2行目"))
    #expect(
      CommandRun("import", sheet).output
        == yaml.replacing("CART", with: "CASES").replacing("feature: Cart", with: "feature: Cases")
    )
    #expect(
      CommandRun("import", sheet, "--output", "-").output == CommandRun("import", sheet).output
    )
    let check = CommandRun("check", draft, "--format", "concise")
    #expect(check.status == .findings)
    #expect(check.output.contains("contradictory-expectations"))
    #expect(check.output.contains("undecided-expectation"))
    let measure = CommandRun("measure", draft, sheet)
    #expect(measure.status == .findings)
    #expect(measure.output.contains("5 rows against CART"))
    #expect(measure.output.contains("not understood:\n  row 6:"))
    #expect(!measure.output.contains("say otherwise"))

    let before = try folder.read("specs/cart.yaml")
    let again = CommandRun("import", sheet, "--output", draft)
    #expect(again.status == .invalid)
    #expect(again.errors.contains("exists already and is not overwritten"))
    #expect(try folder.read("specs/cart.yaml") == before)

    try folder.write(
      before.replacing("then: ボタンを押せない", with: "then: 空のカートが開く"),
      to: "specs/cart.yaml"
    )
    let other = CommandRun("measure", draft, sheet, "--width", "200")
    #expect(
      other.output.contains(
        "rows that say otherwise than the spec:\n  row 2: “ボタンを押せない”; the spec says “空のカートが開く”\n"
      ),
      "\(other.output)"
    )
    let json = CommandRun("measure", draft, sheet, "--format", "json")
    #expect(json.output.contains("\"expected\": [\"ボタンを押せない\"]"), "\(json.output)")
  }

  /// What no rule decides is no contradiction; of several numbers a row means one that no other rule decides.
  @Test func rowsThatNoRuleDecidesAreListedApart() throws {
    let sheet = try folder.write(
      "ID,Operation,Account,Balance,Expected result\n1,Pay,Owner,> 3,Paid\n2,Pay,Owner,4,Refused\n3,Pay,Owner,<= 3,Nothing\n",
      to: "pay.csv"
    )
    let draft = folder("pay.yaml")
    #expect(CommandRun("import", sheet, "--output", draft).status == .success)
    let own = CommandRun("measure", draft, sheet)
    #expect(!own.output.contains("otherwise") && !own.output.contains("decide\n"), "\(own.output)")
    let rules = try folder.read("pay.yaml")
    try folder.write(rules.replacing("balance: ..3", with: "balance: 0"), to: "pay.yaml")
    let other = CommandRun("measure", draft, sheet, "--width", "200")
    #expect(
      other.output.contains("rows that the spec does not decide:\n  row 4 (3): “Nothing”\n"),
      "\(other.output)"
    )
    #expect(!other.output.contains("otherwise"))
  }

  /// Steps in which the rows of an operation differ are conditions, so that no two rows seem to contradict each other.
  @Test(arguments: [
    (
      "1. Open cart¶2. Select a coupon¶3. Tap Pay|1. Open cart¶2. Tap Pay",
      ["select_coupon: Select a coupon", "{select_coupon: yes}", "{select_coupon: no}"]
    ),
    (
      "1. Enter a valid email¶2. Tap Log in|1. Enter an invalid email¶2. Tap Log in",
      ["enter_valid_email: Enter a valid email", "{enter_valid_email: no}"]
    ),
    (
      "1. Enter the code¶2. Tap Go|1. Enter a wrong code¶2. Tap Go|1. Tap Go",
      ["{steps_before_tap_go: enter_wrong_code}", "{steps_before_tap_go: none}"]
    ),
    (
      "1. 商品名に40文字入力する¶2. 出品を押す|1. 商品名に41文字入力する¶2. 出品を押す",
      ["商品名: {range: 0.. 文字}", "{商品名: 40}", "{商品名: 41}", "出品を押す: 出品を押す"]
    ),
    (
      "1. 価格に300円を入力する¶2. 出品を押す|1. 価格に299円を入力する¶2. 出品を押す|1. 価格を入力しない¶2. 出品を押す",
      ["価格: {range: 0.. 円}", "{価格を入力しない: no, 価格: 299}", "{価格を入力しない: yes}"]
    ),
  ])
  func stepsThatDifferAreConditions(steps: String, lines: [String]) throws {
    let rows = steps.split(separator: "|").enumerated().map { number, steps in
      "\"\(steps.replacing("¶", with: "\n"))\",Result \(number)\n"
    }
    let sheet = try folder.write("Steps,Expected\n" + rows.joined(), to: "steps.csv")
    let run = CommandRun("import", sheet)
    #expect(!run.errors.contains("contradict"), "\(run.errors)")
    for line in lines { #expect(run.output.contains(line), "\(line) in \(run.output)") }
    let draft = try folder.write(run.output, to: "steps.yaml")
    let measure = CommandRun("measure", draft, sheet)
    for word in ["otherwise", "not decide", "not understood"] {
      #expect(!measure.output.contains(word), "\(measure.output)")
    }
  }

  /// A case whose steps have rows of their own is one row, with what holds before its first step.
  @Test func stepsInRowsOfTheirOwnAreOneCase() throws {
    let text = """
      "ID","Title","Preconditions","Section","Steps (Step)","Steps (Expected Result)"
      "C1","Pay ok","User is signed in","Pay","Open the cart","Cart is shown"
      "","","","","Tap Pay","Receipt is shown"
      "C2","Pay guest","User is not signed in","Pay","Open the cart",""
      "","","","","Tap Pay","Sign in opens"
      """
    let run = CommandRun("import", try folder.write(text, to: "cases.csv"))
    #expect(run.errors == "specmatrix: cases.csv: 2 of 2 rows in 2 rules\n")
    #expect(run.output.contains(#"how: "Open the cart\nTap Pay""#))
    #expect(run.output.contains("- Cart is shown\n        - Receipt is shown"), "\(run.output)")
    #expect(run.output.contains("- when: {signed_in: no}\n      then: Sign in opens"))
  }

  @Test func aRowWithoutStepsIsNotThatAbove() throws {
    let text =
      "ID,Title,Preconditions,Steps,Expected\n1,A,Signed in,Tap Pay,Paid\n2,B,,,Fine in dark mode\n3,C,Signed in,,No crash\n"
    let run = CommandRun("import", try folder.write(text, to: "cases.csv"))
    #expect(
      run.errors == """
        specmatrix: cases.csv: 1 of 3 rows in 1 rule, 2 not read
        specmatrix: row 3 is not read: nothing says what is done; write “same as above” for steps that repeat
        specmatrix: row 4 is not read: nothing says what is done; write “same as above” for steps that repeat

        """
    )
  }

  /// What is no sheet of test cases is refused in one line, and nothing is written.
  @Test(arguments: [
    ("", "no sheet of test cases"),
    ("\n\n,,\n", "no sheet of test cases"),
    ("Name,Age\nBo,3\n", "no sheet of test cases"),
    ("Preconditions,Steps\na,b\n", "no column says what is expected"),
    ("Preconditions,Steps,Expected result\n", "no row stands below its headings"),
    ("Preconditions,Steps,Expected result\na,b,\n", "no row stands below its headings"),
    ("Steps,Expected result\n\"a,b\n", "never closes"),
  ])
  func whatIsNoSheetIsRefused(text: String, reason: String) throws {
    let sheet = try folder.write(text, to: "cases.csv")
    let run = CommandRun("import", sheet, "--output", folder("cart.yaml"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try folder.names() == ["cases.csv"])
  }

  @Test func bytesThatAreNoSheetAreRefused() throws {
    for (name, bytes, reason) in [
      ("garbage.csv", [0xFF, 0x00, 0x81, 0x0A, 0xC3, 0x28], "is not UTF-8"),
      ("garbage.xlsx", [0x50, 0x4B, 0x03, 0x04, 0x00, 0xFF], "cut off or damaged"),
      // A workbook with a password is in a container of its own.
      (
        "locked.xlsx",
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 600)
          + "EncryptedPackage".utf8.flatMap { [$0, 0] },
        "protected by a password"
      ),
    ] as [(String, [UInt8], String)] {
      try Data(bytes).write(to: URL(filePath: folder(name)))
      let run = CommandRun("import", folder(name))
      #expect(run.status == .invalid && run.output.isEmpty)
      #expect(run.errors.contains(reason), "\(name): \(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test(arguments: [
    (6_000, "it has 6000 rows, and at most 5000 are read"), (1_000_000, "exceeds the limit"),
  ])
  func tooManyRowsAreRefused(rows: Int, reason: String) throws {
    let text = "Preconditions,Steps,Expected result\n" + String(repeating: "a,b,c\n", count: rows)
    let run = CommandRun("import", try folder.write(text, to: "cases.csv"))
    #expect(run.status == .invalid && run.output.isEmpty)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func ofTwoColumnsWithOneNameTheFirstIsRead() throws {
    let text =
      "Action,Plan,Plan,Expected result\nSave,free,gold,Saved\nSave,gold,free,Asked to pay\n"
    let run = CommandRun("import", try folder.write(text, to: "cases.csv"))
    #expect(run.status == .success)
    #expect(run.output.contains("plan: [free, gold]") && run.output.contains("{plan: gold}"))
    #expect(run.errors.contains("columns that are not read: Plan"))
  }

  @Test func aSheetOfAWorkbookIsChosen() throws {
    let path = "Tests/RoundTripTests/Fixtures/sheets/library-ja.xlsx"
    let sheet = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../\(path)"
    )
    .standardizedFileURL.path
    #expect(CommandRun("import", sheet, "--sheet-name", "テスト項目").status == .success)
    let other = CommandRun("import", sheet, "--sheet-name", "改訂履歴")
    #expect(other.errors.contains("no sheet of test cases"), "\(other.errors)")
    let none = CommandRun("import", sheet, "--sheet-name", "Tests")
    #expect(none.errors.contains("has no sheet `Tests`: there are 改訂履歴, テスト項目"), "\(none.errors)")
  }
}
