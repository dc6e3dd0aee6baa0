package import Specification
package import Workbooks

/// Cases for QualityForward: a workbook whose columns are free but for the priority, which is a letter from A to J.
///
/// A case without a priority is greyed out there and counted nowhere, so that each has one. Its import knows no ids of its own. Source:
/// QualityForward, 「インポート時の優先度を設定する」.
extension ExportedSuite {
  func qualityForward() -> (ExportedFile.Content, shortened: Int) {
    var shortened = 0
    let rows = cases.map { testCase in
      [
        testCase.priority("A", "B", "C"),
        testCase.title.fitting(.qualityForward, &shortened), testCase.operation, testCase.setup,
        testCase.steps, testCase.expected, testCase.references.joined(separator: "\n"),
      ]
    }
    return (.workbook(title: id, rows: [qualityForwardHeadings] + rows), shortened)
  }

  var qualityForwardHeadings: [String] {
    let roles: [ReportColumn.Role] = [
      .priority, .title, .operation, .setup, .steps, .expected, .question,
    ]
    return roles.map { ReportTable.Name.cases.statement(of: $0)?.heading(language) ?? "" }
  }
}

extension WorkbookPlan {
  /// A workbook with one plain sheet, the headings in its first row: what an import reads; created in seconds since 1970-01-01T00:00Z.
  package init(
    title: String,
    rows: [[String]],
    in language: Language,
    created: Int = Self.defaultCreated
  ) {
    let name = SheetName.valid([title])[0]
    let widths: [Double] = [8, 40, 24, 48, 36, 48, 14]
    self.init(
      properties: WorkbookProperties(title: title, subject: title, comments: "", created: created),
      font: Typesetting(language).font,
      sheets: [
        SheetPlan(
          name: name,
          columns: (rows.first ?? []).indices.map { ColumnPlan(width: widths[$0 % widths.count]) },
          rows: rows.enumerated().map { number, row in
            RowPlan(
              cells: row.map {
                CellPlan(
                  $0.isEmpty ? .blank : .text(CellText.fitted($0)),
                  style: number == 0 ? .heading : .text
                )
              }
            )
          },
          page: PagePlan(repeatedRows: 0...0, footer: "")
        )
      ],
      definedNames: []
    )
  }
}
