import Diagnostics
package import Specification
package import TestDesign

/// A suite that people wrote, as far as it speaks of a spec.
package struct ReadSuite {
  /// A row of the suite.
  package struct Row {
    /// The row of the table, counted from 0, the heading's included.
    package var place: Int
    /// What the suite calls it.
    package var name: String?
    package var combination: PartialCombination
  }

  /// What was not understood.
  package enum Problem: Hashable {
    /// A column that is no factor's and none that a generated suite has.
    case column(heading: String, advice: String?)
    /// A factor without a column.
    case missing(factor: Int)
    /// A text that is no value of its factor, in these rows.
    case value(String, factor: Int, rows: [Int], advice: String?)
  }

  package var table: SavedTable
  /// The row of the headings.
  package var head: Int
  /// By factor, the operation last: its column.
  package var columns: [Int?]
  /// The column of expected results, if there is one.
  package var expected: Int?
  package var rows: [Row]
  package var problems: [Problem]

  /// Reads the table that has most columns of the spec's factors; rows that say nothing of them are no rows of the suite.
  ///
  /// - Returns: `nil` where no column is a factor's.
  package init?(_ workbook: SavedWorkbook, of specification: Specification) {
    let names = SpecNames(specification)
    var best: (table: SavedTable, head: Int, columns: [Int?], count: Int)?
    for table in workbook.tables where !table.isHidden {
      for row in table.rows.indices.prefix(Self.searchedRows) {
        let columns = Self.columns(table.rows[row], names, specification.operationFactor + 1)
        let count = columns.count { $0 != nil }
        if count > best?.count ?? 0 { best = (table, row, columns, count) }
      }
    }
    guard let best else { return nil }
    table = best.table
    head = best.head
    columns = best.columns
    rows = []
    problems = []
    let headings = CaseHeadings(specification)
    let headRow = best.table.rows[best.head].map(\.words)
    expected = headRow.firstIndex { headings.isExpected($0) }
    let nameColumn = headRow.firstIndex { headings.isName($0) }
    addProblems(of: headRow, names, headings)
    readRows(names, nameColumn: nameColumn)
  }

  /// Headings stand in one of the first rows; above them may stand a title.
  private static let searchedRows = 30

  /// The column of each factor, the first of several.
  private static func columns(_ row: [SavedCell], _ names: SpecNames, _ count: Int) -> [Int?] {
    var columns: [Int?] = Array(repeating: nil, count: count)
    for (place, cell) in row.enumerated() {
      guard let factor = names.factor(cell.words), columns[factor] == nil else { continue }
      columns[factor] = place
    }
    return columns
  }

  private mutating func addProblems(
    of headings: [String],
    _ names: SpecNames,
    _ known: CaseHeadings
  ) {
    for (place, heading) in headings.enumerated()
    where !heading.isEmpty && !columns.contains(place) && !known.contains(heading) {
      let nearest = names.nearestFactor(to: heading).map { "did you mean `\($0)`?" }
      let isSecond = names.factor(heading) != nil
      problems.append(
        .column(heading: heading, advice: isSecond ? "another column says it already" : nearest)
      )
    }
    for (factor, column) in columns.enumerated() where column == nil {
      problems.append(.missing(factor: factor))
    }
  }

  private mutating func readRows(_ names: SpecNames, nameColumn: Int?) {
    // Suites say the same few words again and again.
    var known: [[String: SpecNames.Meaning]] = columns.map { _ in [:] }
    var unknown: [(text: String, factor: Int, rows: [Int])] = []
    for place in table.rows.indices where place > head {
      let texts = columns.map { column in
        column.map { table[row: place, column: $0].words } ?? ""
      }
      guard texts.contains(where: { !$0.isEmpty }) else { continue }
      var values: [PartialCombination.Value] = []
      for (factor, text) in texts.enumerated() {
        guard !text.isEmpty else {
          values.append(.open)
          continue
        }
        let meaning = known[factor][text] ?? names.meaning(text, of: factor)
        known[factor][text] = meaning
        switch meaning {
        case .value(let value): values.append(.value(value))
        case .notApplicable: values.append(.notApplicable)
        case .unknown:
          values.append(.unread)
          if let seen = unknown.firstIndex(where: { $0.text == text && $0.factor == factor }) {
            unknown[seen].rows.append(rows.count)
          } else {
            unknown.append((text, factor, [rows.count]))
          }
        }
      }
      let name = nameColumn.map { table[row: place, column: $0].words }
      rows.append(
        Row(
          place: place,
          name: name.flatMap { $0.isEmpty ? nil : $0 },
          combination: PartialCombination(values: values)
        )
      )
    }
    for (text, factor, rows) in unknown {
      let advice = names.advice(text, of: factor)
      problems.append(.value(text, factor: factor, rows: rows, advice: advice))
    }
  }
}

extension SavedCell {
  /// What a person reads in the cell, without blanks around it.
  var words: String {
    switch self {
    case .empty: return ""
    case .text(let text), .error(let text): return text.withoutBlanksAround
    case .number(let number):
      return number.magnitude < 1e15 && number == number.rounded()
        ? String(Int(number)) : String(number)
    case .boolean(let value): return value ? "yes" : "no"
    case .day(let day): return day.description
    case .formula(_, let value): return value.words
    }
  }
}

extension String {
  fileprivate var withoutBlanksAround: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
