import Reporting
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The report on a suite generated for another depth.
@Suite struct ChangeReportTests {
  private func testCase(_ number: Int, parts: [TestCase.Part] = []) -> TestCase {
    TestCase(
      id: "POST-00\(number)",
      state: .kept,
      combination: Combination(values: [0, nil], operation: 0),
      parts: parts,
      status: .defined,
      expected: ["A"],
      rules: [],
      questions: [],
      kind: .normal,
      priority: .medium
    )
  }

  private func part(
    _ value: Int,
    _ status: CombinationStatus,
    _ expected: [String]
  ) -> TestCase.Part {
    TestCase.Part(
      operationValue: value,
      status: status,
      expected: expected,
      rules: [],
      questions: []
    )
  }

  /// Returns a change from four cases to two at a lower depth, one of which expects another result for a part.
  private func report() throws -> (ChangeReport, SuiteChanges) {
    let specification = try SampleCheck.specification()
    let analysis = Analysis(counts: SampleCheck.counts, findings: [], incomplete: [])
    let whole = TestMatrix(
      strength: 3,
      depth: .all,
      cases: [
        testCase(1),
        testCase(2, parts: [part(1, .defined, ["X"]), part(2, .undefined, [])]),
        testCase(3), testCase(4),
      ],
      retired: []
    )
    let less = TestMatrix(
      strength: 2,
      depth: .review,
      cases: [
        testCase(1), testCase(2, parts: [part(1, .defined, ["Y"]), part(2, .undefined, [])]),
      ],
      retired: [3, 4].map { .init(id: "POST-00\($0)", code: "\($0)") }
    )
    let changes = SuiteChanges(
      from: EarlierSuite(whole, of: specification, analysis),
      to: less,
      of: specification,
      analysis
    )
    let findings = FindingChanges(from: analysis, to: analysis)
    let change = SpecChange(
      id: "POST",
      oldName: "a.yaml",
      newName: "b.yaml",
      outcome: .compared(changes, findings)
    )
    return (ChangeReport(specs: [change]), changes)
  }

  @Test func aLowerDepthIsSaid() throws {
    let (report, _) = try report()
    #expect(
      report.text() == """
        POST: a.yaml → b.yaml
          depth: all → review, strength: 3 → 2
          cases: 1 with another result, 2 retired, 1 as before
          results: 1 void

        expected result changed: test results are void
          ~ POST-002
              was: オフライン: X
              now: オフライン: Y

        cases retired
          - POST-003  投稿ボタンをタップする / Login: 未ログイン
          - POST-004  投稿ボタンをタップする / Login: 未ログイン

        """
    )
    #expect(report.markdown.contains("depth: all → review, strength: 3 → 2; cases: "))
    let json = report.json.split { $0 == " " || $0 == "\n" }.joined()
    #expect(json.contains(#""depth":{"before":"all","after":"review"}"#))
    #expect(report.json.contains(#""part": "オフライン""#))
  }

  @Test func theChangesSheetSaysItInALineEach() throws {
    let (_, changes) = try report()
    let table = try #require(
      Report(
        try SampleCheck.specification(),
        Analysis(counts: SampleCheck.counts, findings: [], incomplete: []),
        TestMatrix(strength: 2, cases: [], retired: []),
        toolVersion: "1",
        changes: changes
      )[.changes]
    )
    let texts = table.rows.map { $0.cells.map(\.shownText) }
    #expect(texts.count == 5)
    #expect(texts[0][0] == "深さ" && texts[1][0] == "組み合わせ強度")
    #expect(texts[2].contains { $0.contains("オフライン") && $0.contains("Y") })
    #expect(texts[3].contains("欠番になったケース") && texts[3][0] == "POST-003")
  }
}
