import Diagnostics
import Specification
import TestDesign
import TestSupport
import Testing
import Text
import YAMLSyntax

@testable import Reporting

/// Tables of specs that are read, analysed and expanded as the program does it.
@Suite struct RecordedReportTests {
  @Test(arguments: try RecordedCases.all(in: "Reports"))
  func `a report is as recorded`(cases: RecordedCases) throws {
    let tables = ReportTable.Name.allCases.map(\.rawValue)
    try cases.check(["summary"] + tables) { inputs, view in
      let report = try Self.report(inputs["yaml"])
      if view == "summary" { return Self.lines(report.summary) }
      let table = ReportTable.Name(rawValue: view).flatMap { report[$0] }
      return Self.lines(try #require(table, "\(view)"))
    }
  }

  static func report(_ yaml: String, path: String = "specs/t.yaml") throws -> Report {
    try report(SpecText.analysed(yaml, path: path))
  }

  /// With a table of outcomes where there is an agreement.
  static func report(
    _ analysed: AnalysedSpecification,
    agreement: SpecAgreement? = nil
  ) throws -> Report {
    Report(
      analysed.specification,
      analysed.analysis,
      try analysed.cases(earlier: nil),
      toolVersion: "0.1.0",
      catalogue: .standard,
      outcomes: agreement.map {
        ReportOutcomes(tables: analysed.outcomeTablesWithinLimits(), agreement: $0)
      }
    )
  }

  static func reportWithOutcomes(_ yaml: String) throws -> Report {
    let analysed = try SpecText.analysed(yaml)
    return try report(analysed, agreement: SpecAgreement(noneOf: analysed.specification))
  }

  private static func lines(_ summary: ReportSummary) -> [String] {
    [summary.heading]
      + summary.sections.flatMap { section in
        [section.heading]
          + section.lines.map { line in
            "  \(line.label): \(line.cell.shownText)" + (line.whole.map { " of \($0)" } ?? "")
          }
      }
  }

  /// What stands above the table; its columns, those that are folded in brackets; a line for each row, without empty cells.
  private static func lines(_ table: ReportTable) -> [String] {
    let head = table.head.map { row in
      switch row {
      case .line(let text): text
      case .entry(_, let label, _): "\(label): …"
      case .kept: "kept"
      }
    }
    let columns = table.columns.map { $0.isFolded ? "[\($0.heading)]" : $0.heading }
    return head + [columns.joined(separator: " | "), "empty rows: \(table.emptyRows)"]
      + table.rows.map { row in
        zip(table.columns, row.cells).compactMap { column, cell -> String? in
          var text = cell.shownText
          if case .text(let whole) = cell.content, whole != text { text += " ⟨\(whole)⟩" }
          guard !text.isEmpty else { return nil }
          return "\(column.heading): \(text.replacing("\n", with: " ⏎ "))"
        }.joined(separator: " | ")
      }
  }
}
