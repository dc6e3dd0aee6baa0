import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import TestSupport
import Text
import Workbooks
import YAMLSyntax

/// One generation of a spec: what it made, and what the next one finds of it.
struct Generated {
  let earlier: EarlierSuite
  var report: Report

  /// Generates a spec on top of an earlier generation; `nil` for a spec that cannot be generated.
  init?(
    _ text: String,
    after earlier: EarlierSuite? = nil,
    isLagging: Bool = false
  ) throws {
    let tree = parseYAML(SourceFile(path: "specs/t.yaml", text: text))
    guard let root = tree.value,
      let specification = decodeSpecification(
        root,
        path: "specs/t.yaml",
        catalogue: .standard
      ).value,
      let analysed = try analyse(specification, today: CalendarDay(number: 20_000)).value
    else { return nil }
    let matrix = try analysed.cases(earlier: earlier, effort: nil)
    let changes = earlier.map {
      SuiteChanges(from: $0, to: matrix, of: specification, analysed.analysis)
    }
    report = Report(
      specification,
      analysed.analysis,
      matrix,
      toolVersion: "0.1.0",
      catalogue: .standard,
      changes: changes
    )
    report.add(try analysed.pairCoverage(of: matrix), of: specification, analysed.analysis)
    report.suiteDigest = TextDigest.whole(matrix.json(of: specification, analysed.analysis))
    self.earlier = EarlierSuite(matrix, of: specification, analysed.analysis)
    carryOverContext = CarryOver.Earlier(
      changes: changes,
      suiteDigest: "",
      headings: Set((earlier?.factors ?? []).map(\.label))
    )
  }

  private var carryOverContext: CarryOver.Earlier

  /// Takes over what people saved; `before` is the generation whose file they had.
  mutating func carry(_ saved: SavedWorkbook, before: Generated) -> CarryOver {
    carryOverContext.suiteDigest = before.report.suiteDigest
    let carryOver = CarryOver(of: saved, into: report, earlier: carryOverContext)
    report = carryOver.report
    return carryOver
  }

  var saved: SavedWorkbook { WorkbookPlan(report).saved }
}
