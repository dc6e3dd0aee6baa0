import Diagnostics
package import Reporting
package import Specification
import TestDesign
import Text
package import Workbooks

extension ImportedSuite {
  /// Reads the table that has most columns of the spec's factors; rows without any of them are not part of the suite.
  ///
  /// - Returns: `nil` if no column is a factor's.
  package init?(_ workbook: SavedWorkbook, of specification: Specification) {
    let names = SpecNames(specification)
    let vocabulary = names.vocabulary
    func factors(of sheet: SavedSheet) -> Int { sheet.columns.count { $0.role?.isFactor ?? false } }
    let best = workbook.tables.filter { !$0.isHidden }
      .compactMap {
        SavedSheet($0, vocabulary, metadata: nil) { $0.contains(where: \.isFactor) }
      }
      .enumerated()
      .max { (factors(of: $0.element), $1.offset) < (factors(of: $1.element), $0.offset) }
    guard let sheet = best?.element else { return nil }
    var columns = specification.factors.indices.map { factor in
      sheet.columns.firstIndex { column in
        // A factor called like a column for testers has its name in its own heading, which says more.
        guard case .added(let heading) = column, names.factor(heading) == factor else {
          return false
        }
        let declared = specification.factors[factor]
        return ![declared.label.asName, declared.name.asName].contains(heading.asName)
      } ?? sheet.column(.factor(factor))
    }
    columns.append(sheet.column(.operation))
    let expected = sheet.column(.expected)
    self.init(table: sheet.saved, head: sheet.headingRow, columns: columns, expected: expected)
    addProblems(of: sheet, names)
    // What a generated suite expects is laid out for testers.
    let isGenerated = sheet.column(.rule) != nil
    readRows(names, nameColumn: sheet.column(.id), expected: isGenerated ? nil : expected)
  }

  /// What a cell expects, a text a line; empty if it says that something is open.
  private static func results(_ text: String) -> [String] {
    let lines = ListedLines.texts(in: text)
    let isOpen = lines.contains { PlaceholderKind(of: $0) != nil || $0.hasPrefix("?") }
    return isOpen ? [] : lines
  }

  private mutating func addProblems(of sheet: SavedSheet, _ names: SpecNames) {
    // What a generated suite has besides its factors is nobody's mistake, even where a factor is called alike.
    let generated = Vocabulary(.cases)
    for (place, column) in sheet.columns.enumerated() {
      switch column {
      case .role, .digests, .blank: continue
      case .added where columns.contains(place): continue
      case .gone, .added:
        let heading = table[row: head, column: place].words
        guard !heading.isEmpty, generated.role(of: heading) == nil else { continue }
        let isSecond = names.factor(heading) != nil
        let nearest = names.nearestFactor(to: heading).map { "did you mean `\($0)`?" }
        problems.append(
          .column(heading: heading, advice: isSecond ? "another column says it already" : nearest)
        )
      }
    }
    for (factor, column) in columns.enumerated() where column == nil {
      problems.append(.missing(factor: factor))
    }
  }

  private mutating func readRows(_ names: SpecNames, nameColumn: Int?, expected: Int?) {
    // Suites say the same few words again and again.
    var known: [[String: SpecNames.Meaning]] = columns.map { _ in [:] }
    var unknown: [(text: String, factor: Int, rows: [Int])] = []
    var unknownPlaces: [[String: Int]] = columns.map { _ in [:] }
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
          let seen = unknownPlaces[factor][text] ?? unknown.count
          unknownPlaces[factor][text] = seen
          if seen == unknown.count { unknown.append((text, factor, [])) }
          unknown[seen].rows.append(rows.count)
        }
      }
      let name = nameColumn.map { table[row: place, column: $0].words }
      rows.append(
        Row(
          place: place,
          name: name.flatMap { $0.isEmpty ? nil : $0 },
          combination: PartialCombination(values: values),
          expected: expected.map { Self.results(table[row: place, column: $0].words) } ?? []
        )
      )
    }
    for (text, factor, rows) in unknown {
      let advice = names.advice(text, of: factor)
      problems.append(.value(text, factor: factor, rows: rows, advice: advice))
    }
  }
}

extension ReportColumn.Role {
  /// True if the column holds a combination's values of a factor, the operation included.
  fileprivate var isFactor: Bool {
    if case .factor = self { true } else { self == .operation }
  }
}
