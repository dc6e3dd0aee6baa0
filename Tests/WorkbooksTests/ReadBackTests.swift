import Foundation
import Reporting
import Specification
import TestSupport
import Testing
import Workbooks

@Suite(.enabled(if: Python.hasOpenPyXL, "python3 with openpyxl is not installed"))
struct ReadBackTests {
  @Test func japaneseWorkbookHasWhatPeopleUse() throws {
    let facts = try facts(of: SampleReport(language: .japanese))
    #expect(facts.contains("created 2000-01-01T00:00:00"))
    #expect(
      facts.filter { $0.contains("|state|") } == [
        "概要|state|visible", "仕様の確認|state|visible", "テストケース|state|visible",
        "進捗|state|visible", "前回からの変更|state|visible", "ルール|state|visible", "因子・水準|state|visible",
        "specmatrix|state|hidden",
      ]
    )
    let headings = try #require(facts.first { $0.hasPrefix("テストケース|headings|") })
    #expect(
      headings
        == """
        テストケース|headings|ケースID|確認観点|前提条件|手順|入力する文字|期待結果|結果|実施者|実施日|端末・ビルド|不具合ID|エビデンス|備考|再確認|\
        深さ|テスト区分|優先度|根拠ルール|確認ID|出典|操作|ログイン状態|会員種別|写真の枚数|コメント|specmatrix
        """
    )
    #expect(facts.contains("テストケース|freeze|C4"))
    #expect(facts.contains("テストケース|filter|A3:Y9"))
    #expect(facts.contains("テストケース|repeat|$3:$3"))
    #expect(facts.contains("テストケース|page|landscape|8|1 × 0|True"))
    #expect(facts.contains("概要|page|landscape|8|1 × 1|True"))
    #expect(facts.contains { $0.hasPrefix("テストケース|footer|") && $0.contains("&P / &N") })
    #expect(facts.contains("テストケース|choice|G4:G9|list|\"OK,NG,ブロック,未実施,対象外\""))
    let general = "起こり得ない,今回は対象外,後日決定,他の条件による"
    #expect(facts.contains("仕様の確認|choice|C5|list|\"何も起こらない,\(general)\""))
    #expect(facts.contains("仕様の確認|choice|C6:C7|list|\"\(general)\""))
    #expect(facts.contains("テストケース|format|G4:G9|$G4=\"NG\"|FFFFC7CE"))
    #expect(facts.contains("テストケース|format|F4:F9|LEFT($F4,1)=\"?\"|FFFFD8B0"))
    #expect(facts.contains("テストケース|format|N4:N9|LEFT($N4,8)=\"無効（再テスト）\"|FFFFC7CE"))
    #expect(facts.contains("テストケース|link|S6|'仕様の確認'!A6"))
    #expect(facts.contains("仕様の確認|link|S5|'テストケース'!A7"))
  }

  @Test(arguments: SampleReport.all)
  func nothingGeneratedIsAFormulaExceptTallies(sample: SampleReport) throws {
    let facts = try facts(of: sample)
    let summary = sample.report.summary.title
    let formulas = facts.filter { $0.contains("|formula|") }
    // Counts of questions and results, and their shares.
    let ofSummary = formulas.filter { $0.hasPrefix("\(summary)|") }
    func isCount(_ formula: String) -> Bool {
      formula.contains("|=COUNTIFS(") || formula.contains("|=SUMPRODUCT(COUNTIFS(")
    }
    #expect(ofSummary.count(where: isCount) == 14)
    #expect(ofSummary.count { $0.contains("|=IF(B") } == 10)
    #expect(ofSummary.count == 24)
    // Progress: five counts and a share, for all cases and for each operation.
    let progress = try #require(sample.report[.progress])
    let ofProgress = formulas.filter { $0.hasPrefix("\(progress.title)|") }
    #expect(ofProgress.count(where: isCount) == 5 * progress.rows.count)
    #expect(ofProgress.count { $0.contains("|=IF(C") } == progress.rows.count)
    // The state of each question.
    let questions = try #require(sample.report[.questions]).rows.count
    #expect(formulas.count == 24 + 6 * progress.rows.count + questions)
    #expect(formulas.count { $0.contains("|=IF(TRIM(CLEAN(SUBSTITUTE(C") } == questions)
    #expect(facts.filter { $0.contains("|merged|") }.allSatisfy { $0.hasSuffix("|0") })
    #expect(facts.filter { $0.contains("|protected|") }.allSatisfy { $0.hasSuffix("|False") })
  }

  @Test func englishWorkbookHasEnglishWords() throws {
    let facts = try facts(of: SampleReport(language: .english))
    #expect(facts.contains("Cases|choice|G4:G9|list|\"OK,NG,Blocked,Not run,N/A\""))
    let general = "Cannot happen,Out of scope,Decide later,Depends on …"
    #expect(facts.contains("Questions|choice|C5|list|\"Nothing happens,\(general)\""))
    #expect(facts.contains("Questions|choice|C6:C7|list|\"\(general)\""))
    #expect(facts.contains("Questions|format|G5:G7|LEFT($G5,13)=\"Not applied: \"|FFFFC7CE"))
  }

  @Test func nastyTextsComeBackAsTheyWere() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("nasty.xlsx")
    try writeWorkbook(WorkbookPlan(NastyReport.report), to: path)
    let output = try Python.run(
      """
      import sys, json, openpyxl
      sheet = openpyxl.load_workbook(sys.argv[1]).worksheets[1]
      cells = [row[0] for row in sheet.iter_rows(min_row=2)]
      print(json.dumps([[cell.data_type, cell.value] for cell in cells]))
      """,
      [path]
    )
    let cells = try JSONDecoder().decode([[String]].self, from: Data(output.utf8))
    #expect(cells.map { $0[0] } == NastyReport.texts.map { _ in "s" })
    #expect(cells.map { $0[1] } == NastyReport.texts.map(\.shown))
  }

  private func facts(of sample: SampleReport) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = folder.path("report.xlsx")
    try writeWorkbook(WorkbookPlan(sample.report), to: path)
    return try OpenPyXL.facts(ofWorkbookAt: path)
  }
}
