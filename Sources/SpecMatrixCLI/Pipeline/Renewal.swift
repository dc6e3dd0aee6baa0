import Combinatorics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text

/// A new suite of a spec, with the changes from the one that it replaces.
struct Renewal {
  let analysed: AnalysedSpecification
  let matrix: TestMatrix
  /// The suite in the format that the next generation reads.
  let json: String
  let report: Report
  let changes: SuiteChanges?
  let earlierGeneration: CarryOver.Earlier

  init(
    _ analysed: AnalysedSpecification,
    _ matrix: TestMatrix,
    outcomes: ReportOutcomes,
    earlier: EarlierSuite?,
    earlierDigest: String
  ) {
    self.analysed = analysed
    let specification = analysed.specification
    let changes = earlier.map {
      SuiteChanges(from: $0, to: matrix, of: specification, analysed.analysis)
    }
    self.changes = changes
    // Generating the same spec again must give the same files.
    var matrix = matrix
    if let earlier, earlier.isOptimal, !matrix.isOptimal {
      // The proof of optimality is not repeated for a suite that is only kept.
      var proven = matrix
      proven.isOptimal = true
      let text = proven.json(of: specification, analysed.analysis)
      if TextDigest.whole(text) == earlierDigest { matrix = proven }
    }
    self.matrix = matrix
    json = matrix.json(of: specification, analysed.analysis)
    var report = Report(
      specification,
      analysed.analysis,
      matrix,
      toolVersion: ProgramVersion.current,
      catalogue: analysed.specification.catalogue,
      changes: changes,
      outcomes: outcomes
    )
    report.suiteDigest = TextDigest.whole(json)
    self.report = report
    earlierGeneration = CarryOver.Earlier(
      changes: changes,
      suiteDigest: earlierDigest,
      // A column also has the factor's name where the label alone is ambiguous.
      headings: Set(
        (earlier?.factors ?? []).flatMap { [$0.label, "\($0.label) (\($0.name))"] }
      ),
      factors: Dictionary(
        firstOf: (earlier?.factors ?? []).flatMap { factor in
          specification.factors.firstIndex { $0.name == factor.name }.map { number in
            [factor.label, "\(factor.label) (\(factor.name))", "\(factor.label)（\(factor.name)）"]
              .map { ($0, number) }
          } ?? []
        }
      )
    )
  }

  var id: String { analysed.specification.id }
}
