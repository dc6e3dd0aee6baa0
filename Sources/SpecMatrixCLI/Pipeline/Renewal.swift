import Reporting
import RoundTrip
import Specification
import TestDesign
import Text

/// A new suite of a spec beside the one that it takes the place of.
struct Renewal {
  let analysed: AnalysedSpecification
  let matrix: TestMatrix
  /// The suite as the next generation reads it.
  let json: String
  let report: Report
  let earlierGeneration: CarryOver.Earlier

  init(
    _ analysed: AnalysedSpecification,
    _ matrix: TestMatrix,
    earlier: EarlierSuite?,
    earlierDigest: String,
    specText: String
  ) {
    self.analysed = analysed
    self.matrix = matrix
    let specification = analysed.specification
    let changes = earlier.map {
      SuiteChanges(from: $0, to: matrix, of: specification, analysed.analysis)
    }
    json = matrix.json(of: specification, analysed.analysis)
    var report = Report(
      specification,
      analysed.analysis,
      matrix,
      toolVersion: ProgramVersion.current,
      catalogue: analysed.specification.catalogue,
      changes: changes
    )
    report.specDigest = TextDigest.whole(specText)
    report.suiteDigest = TextDigest.whole(json)
    self.report = report
    earlierGeneration = CarryOver.Earlier(
      changes: changes,
      suiteDigest: earlierDigest,
      headings: Set((earlier?.factors ?? []).map(\.label))
    )
  }

  var id: String { analysed.specification.id }

  /// The report with the grid of pairs, which only the workbook shows.
  var reportWithCoverage: Report {
    var report = report
    report.add(analysed.pairCoverage(of: matrix), of: analysed.specification, analysed.analysis)
    return report
  }
}
