import Foundation
import Testing

@testable import SpecMatrixCLI

/// `import` writes what `check` and `measure` read, and says in one line why it cannot.
@Suite struct ImportCommandTests {
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
    let folder = try TemporaryFolder()
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
    let folder = try TemporaryFolder()
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
    let folder = try TemporaryFolder()
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
    let folder = try TemporaryFolder()
    let sheet = try folder.write(text, to: "cases.csv")
    let run = CommandRun("import", sheet, "--output", folder("cart.yaml"))
    #expect(run.status == .invalid)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try folder.names() == ["cases.csv"])
  }

  @Test func bytesThatAreNoSheetAreRefused() throws {
    let folder = try TemporaryFolder()
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
    let folder = try TemporaryFolder()
    let text = "Preconditions,Steps,Expected result\n" + String(repeating: "a,b,c\n", count: rows)
    let run = CommandRun("import", try folder.write(text, to: "cases.csv"))
    #expect(run.status == .invalid && run.output.isEmpty)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func ofTwoColumnsWithOneNameTheFirstIsRead() throws {
    let folder = try TemporaryFolder()
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
