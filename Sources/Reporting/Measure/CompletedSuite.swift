import Specification
package import TestDesign
import Text
import Workbooks

/// A suite as it was written, with the rows that it lacks at its end.
package struct CompletedSuite {
  private let table: ReportTable

  /// Adds rows, and columns for factors that the suite does not name; what rows leave open is filled in.
  package init(
    _ suite: ImportedSuite,
    _ completion: (rows: [Combination?], added: [TestCase]),
    of analysed: AnalysedSpecification
  ) {
    let specification = analysed.specification
    let text = ReportText(language: specification.language)
    let wording = Wording(specification)
    let operations = specification.caseOperationOfValue.map(wording.caseOperation)
    let saved = suite.table.rows
    let width = saved.dropFirst(suite.head).map(\.count).max() ?? 0
    func padded(_ row: [SavedCell]) -> [String] {
      row.map(\.words) + Array(repeating: "", count: max(0, width - row.count))
    }
    var headings = padded(saved[suite.head])
    var columns: [Int] = []
    for (factor, column) in suite.columns.enumerated() {
      if let column {
        columns.append(column)
      } else {
        columns.append(headings.count)
        headings.append(
          factor == specification.operationFactor ? "operation" : specification.factors[factor].name
        )
      }
    }
    func word(_ combination: Combination, _ factor: Int) -> String {
      factor == specification.operationFactor
        ? operations[combination.operation]
        : wording.value(combination.values[factor], of: factor)
    }
    func fill(_ row: inout [String], _ combination: Combination) {
      for (factor, column) in columns.enumerated() where row[column].isEmpty {
        row[column] = word(combination, factor)
      }
    }
    var rows: [[String]] = []
    for place in saved.indices where place > suite.head {
      var row = padded(saved[place])
      row += Array(repeating: "", count: headings.count - row.count)
      if let number = suite.rows.firstIndex(where: { $0.place == place }),
        let combination = completion.rows[number]
      {
        fill(&row, combination)
      }
      rows.append(row)
    }
    for testCase in completion.added {
      var row = Array(repeating: "", count: headings.count)
      fill(&row, testCase.combination)
      if let expected = suite.expected {
        row[expected] =
          testCase.status == .defined
          ? text.lines(testCase.expected) : "? " + testCase.questions.joined(separator: ", ")
      }
      rows.append(row)
    }
    table = ReportTable(
      name: .cases,
      title: "",
      columns: headings.map { ReportColumn(role: .note, heading: $0) },
      rows: rows.enumerated().map { number, row in
        ReportTable.Row(key: String(number), cells: row.map { .text($0) })
      }
    )
  }

  package var csv: [UInt8] { CSVDocument(table, encoding: .utf8WithMark).bytes }
}
