import Reporting
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// What people read of a suite that was made for another depth.
@Suite struct ChangeReportTests {
  private func testCase(_ number: Int, parts: [TestCase.Part] = []) -> TestCase {
    TestCase(
      number: number,
      id: "POST-00\(number)",
      state: .kept,
      combination: Combination(values: [0, nil], operation: 0),
      parts: parts,
      status: .defined,
      expected: ["A"],
      rules: [],
      questions: [],
      kind: .normal
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

  /// From four cases to two at a lower depth, one of which expects something else of a part.
  private func report(isReversed: Bool = false) throws -> (ChangeReport, SuiteChanges) {
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
      retired: [],
      lastNumber: 4
    )
    let less = TestMatrix(
      strength: 2,
      depth: .review,
      cases: [
        testCase(1), testCase(2, parts: [part(1, .defined, ["Y"]), part(2, .undefined, [])]),
      ],
      sleeping: EarlierSuite(whole, of: specification, analysis).cases.filter { $0.number > 2 },
      retired: [],
      lastNumber: 4
    )
    let (before, after) = isReversed ? (less, whole) : (whole, less)
    let changes = SuiteChanges(
      from: EarlierSuite(before, of: specification, analysis),
      to: after,
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

  @Test func casesThatSleepStandApart() throws {
    let (report, _) = try report()
    #expect(
      report.text() == """
        POST: a.yaml → b.yaml
          depth: all → review, strength: 3 → 2
          cases: 1 with another result, 2 not shown at this depth, 1 as before
          results: 1 void

        expected result changed: test results are void
          ~ POST-002
              was: オフライン: X
              now: オフライン: Y

        cases that are not shown at this depth or strength: results wait
          - POST-003, POST-004

        """
    )
    #expect(report.markdown.contains("depth: all → review, strength: 3 → 2; cases: "))
    let json = report.json.split { $0 == " " || $0 == "\n" }.joined()
    #expect(json.contains(#""depth":{"before":"all","after":"review"}"#))
    #expect(report.json.contains(#""change": "sleeping""#))
    #expect(report.json.contains(#""part": "オフライン""#))
  }

  @Test func casesThatComeBackAreShownAgain() throws {
    let (report, _) = try report(isReversed: true)
    #expect(report.text().contains("depth: review → all, strength: 2 → 3\n"))
    #expect(report.text().contains("2 shown again"))
    #expect(
      report.text().contains(
        "cases that are shown again: results stand\n  + POST-003, POST-004\n"
      )
    )
  }

  @Test func theChangesSheetSaysItInALineEach() throws {
    let (_, changes) = try report()
    let table = try #require(
      Report(
        try SampleCheck.specification(),
        Analysis(counts: SampleCheck.counts, findings: [], incomplete: []),
        TestMatrix(strength: 2, cases: [], retired: [], lastNumber: 4),
        toolVersion: "1",
        changes: changes
      )[.changes]
    )
    let texts = table.rows.map { $0.cells.map(\.shownText) }
    #expect(texts.count == 4)
    #expect(texts[0][0] == "深さ" && texts[1][0] == "組み合わせ強度")
    #expect(texts[2].contains("この深さでは対象外") && texts[2][0].hasPrefix("POST-003"))
    #expect(texts[3].contains { $0.contains("オフライン") && $0.contains("Y") })
  }
}
