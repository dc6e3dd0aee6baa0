import Diagnostics
import Specification
import TestDesign
import TestSupport
import Testing
import Text
import YAMLSyntax

@testable import Reporting

/// Tables and exports of specs, read, analysed and expanded as the program does.
@Suite struct RecordedReportTests {
  @Test(arguments: try RecordedCases.all(in: "Reports"))
  func `a report is as recorded`(cases: RecordedCases) throws {
    let tables = ReportTable.Name.allCases.map(\.rawValue)
    let profiles = ExportProfile.all.map(\.name) + ["markdown"]
    try cases.check(["summary"] + tables + profiles) { inputs, view in
      if profiles.contains(view) {
        return [try ExportedSuite(inputs["yaml"]).shown(view, links: inputs["links"])]
      }
      let hasOutcomes = view == ReportTable.Name.outcomes.rawValue
      let report = try (hasOutcomes ? Self.reportWithOutcomes : { try Self.report($0) })(
        inputs["yaml"]
      )
      try Self.expectSound(report)
      if view == "summary" { return Self.lines(report.summary) }
      let table = try #require(ReportTable.Name(rawValue: view).flatMap { report[$0] }, "\(view)")
      if table.name == .questions { try Self.expectOneForm(table) }
      return Self.lines(table)
    }
  }

  /// Expects a purpose for each table, empty columns for people, and questions that refer to existing cases.
  private static func expectSound(_ report: Report) throws {
    for table in report.tables {
      let purposes = [Language.english, .japanese].map { table.name.purpose($0) }
      #expect(purposes.contains { table.head.first == .line($0) })
      for (number, column) in table.columns.enumerated()
      where column.kind == .people && column.role != .refusal {
        #expect(table.rows.allSatisfy { $0.cells[number].content == .empty })
      }
      #expect(Set(table.columns.map(\.heading)).count == table.columns.count)
      #expect(Set(table.rows.map(\.key)).count == table.rows.count)
    }
    guard let index = report[.questions]?.index(of: .relatedCases) else { return }
    for row in report[.questions]?.rows ?? [] where row.cells[index].wholeText != "" {
      guard case .row(of: .cases, let key) = row.cells[index].link else {
        Issue.record("no link")
        continue
      }
      #expect(report[.cases]?.row(named: key) != nil)
    }
  }

  /// Expects one form of Japanese questions; rules nearby are not stated with “only”, which would exclude others.
  private static func expectOneForm(_ table: ReportTable) throws {
    let (asked, nearby) = try (
      #require(table.index(of: .question)), #require(table.index(of: .nearestRule))
    )
    for row in table.rows {
      // The question is followed by what is already decided.
      let sentence = row.cells[asked].wholeText.prefix { $0 != "\n" }
        .replacing(/（[^（）]*）$/, with: "")
      let isAsked = ["ますか？", "ですか？"].contains(where: sentence.hasSuffix)
      #expect(isAsked || !sentence.contains("？"), "\(sentence)")
      let said = row.cells[nearby].wholeText
      // A rule is followed by its id.
      guard let last = said.last, ")）".contains(last) else { continue }
      #expect(!said.contains("だけ") && !said.lowercased().contains("only"), "\(said)")
    }
  }

  static func report(_ yaml: String, path: String = "specs/t.yaml") throws -> Report {
    try report(SpecText.analysed(yaml, path: path))
  }

  /// Returns the report, with a table of outcomes if there is an agreement.
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

  /// Returns the head of the table, its columns (folded ones in brackets), and a line per row without empty cells.
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
