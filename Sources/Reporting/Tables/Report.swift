package import Specification
package import TestDesign

/// What a generation tells people, as tables without any format, with headings in the spec's language.
package struct Report: Hashable, Sendable {
  package var language: Language
  /// The spec's id, such as `POST`.
  package var id: String
  package var feature: String
  /// `specmatrix` and its version.
  package var tool: String
  package var summary: ReportSummary
  /// In the order of `ReportTable.Name`.
  package var tables: [ReportTable]

  package init(
    language: Language,
    id: String,
    feature: String,
    tool: String,
    summary: ReportSummary,
    tables: [ReportTable]
  ) {
    self.language = language
    self.id = id
    self.feature = feature
    self.tool = tool
    self.summary = summary
    self.tables = tables
  }

  /// The report of a spec, its analysis and its suite.
  ///
  /// `catalogue` gives dismissed entries the names that people read; without it they keep their ids.
  package init(
    _ specification: Specification,
    _ analysis: Analysis,
    _ matrix: TestMatrix,
    toolVersion: String,
    catalogue: Catalogue? = nil
  ) {
    let source = ReportSource(specification, analysis, matrix, catalogue: catalogue)
    let tables = [
      source.questionsTable(), source.casesTable(), source.rulesTable(), source.factorsTable(),
    ]
    let tool = "specmatrix \(toolVersion)"
    self.init(
      language: specification.language,
      id: specification.id,
      feature: specification.feature,
      tool: tool,
      summary: source.summary(tool: tool, tables: tables),
      tables: tables
    )
  }

  package subscript(name: ReportTable.Name) -> ReportTable? {
    tables.first { $0.name == name }
  }
}
