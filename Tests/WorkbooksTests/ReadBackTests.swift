import Foundation
import Reporting
import Specification
import TestSupport
import Testing
import Workbooks

@Suite(.enabled(if: OpenPyXL.isThere, "python3 with openpyxl is not installed"))
struct ReadBackTests {
  @Test func japaneseWorkbookHasWhatPeopleUse() throws {
    let facts = try facts(of: SampleReport(language: .japanese))
    #expect(facts.contains("created 2000-01-01T00:00:00"))
    #expect(
      facts.filter { $0.contains("|state|") } == [
        "概要|state|visible", "確認事項|state|visible", "テストケース|state|visible", "ルール|state|visible",
        "因子・水準|state|visible", "specmatrix|state|hidden",
      ]
    )
    let headings = try #require(facts.first { $0.hasPrefix("テストケース|headings|") })
    #expect(
      headings
        == """
        テストケース|headings|ケースID|タイトル|前回比|分類|操作|ログイン状態|会員種別|写真の枚数|コメント|前提条件|手順|\
        テストデータ|期待結果|確認ID|根拠ルール|正常／異常|優先度|結果|実施日|実施者|端末|ビルド|エビデンス|不具合ID|備考|specmatrix
        """
    )
    #expect(facts.contains("テストケース|freeze|B2"))
    #expect(facts.contains("テストケース|filter|A1:Y7"))
    #expect(facts.contains("テストケース|repeat|$1:$1"))
    #expect(facts.contains("テストケース|page|landscape|9|1 × 0|True"))
    #expect(facts.contains("概要|page|landscape|9|1 × 1|True"))
    #expect(facts.contains { $0.hasPrefix("テストケース|footer|") && $0.contains("&P / &N") })
    #expect(facts.contains("テストケース|choice|R2:R7|list|\"OK,NG,ブロック,未実施,対象外\""))
    #expect(
      facts.contains("確認事項|choice|M2:M4|list|\"回答欄のとおり,起こり得ない,今回は対象外,後日決定,他の条件による\"")
    )
    #expect(facts.contains("テストケース|format|R2:R7|$R2=\"NG\"|FFFFC7CE"))
    #expect(facts.contains("テストケース|format|M2:M7|LEFT($M2,1)=\"?\"|FFFFD8B0"))
    #expect(facts.contains("テストケース|format|C2:C7|$C2=\"変更\"|FFCFE2FF"))
    #expect(facts.contains("テストケース|link|N4|'確認事項'!A3"))
    #expect(facts.contains("確認事項|link|Q2|'テストケース'!A5"))
  }

  @Test(arguments: SampleReport.all)
  func nothingGeneratedIsAFormulaExceptTallies(sample: SampleReport) throws {
    let facts = try facts(of: sample)
    let summary = sample.report.summary.title
    let formulas = facts.filter { $0.contains("|formula|") }
    #expect(formulas.count == 6)
    #expect(formulas.allSatisfy { $0.hasPrefix("\(summary)|") && $0.contains("|=COUNT") })
    #expect(facts.filter { $0.contains("|merged|") }.allSatisfy { $0.hasSuffix("|0") })
    #expect(facts.filter { $0.contains("|protected|") }.allSatisfy { $0.hasSuffix("|False") })
  }

  @Test func englishWorkbookHasEnglishWords() throws {
    let facts = try facts(of: SampleReport(language: .english))
    #expect(facts.contains("Cases|choice|R2:R7|list|\"OK,NG,Blocked,Not run,N/A\""))
    #expect(
      facts.contains(
        "Questions|choice|M2:M4|list|\"As written,Not possible,Out of scope,Decide later,Depends on …\""
      )
    )
    #expect(facts.contains("Questions|format|A2:A4|LEN(TRIM($L2))=0|FFFFD8B0"))
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
