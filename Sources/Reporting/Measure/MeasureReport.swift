import Diagnostics
package import Specification
package import TestDesign
import Text
package import Workbooks

/// A hand-written suite, as far as it could be mapped to a spec.
package struct ImportedSuite {
  package struct Row {
    /// The index of the row in the table, with the heading row counted.
    package var place: Int
    package var name: String?
    package var combination: PartialCombination
    /// The expected results, or an empty list if they are not to be compared with the spec.
    package var expected: [String]

    package init(
      place: Int,
      name: String?,
      combination: PartialCombination,
      expected: [String] = []
    ) {
      self.place = place
      self.name = name
      self.combination = combination
      self.expected = expected
    }
  }

  package enum Problem: Hashable {
    /// A column that is neither a factor nor part of a generated suite.
    case column(heading: String, advice: String?)
    case missing(factor: Int)
    /// A text that is not a value of its factor, with the rows in which it occurs.
    case value(String, factor: Int, rows: [Int], advice: String?)
    /// A sentence about nothing that the spec names, with the rows in which it occurs.
    case sentence(String, rows: [Int])
  }

  package var table: SavedTable
  package var head: Int
  /// The column of each factor, the operation last.
  package var columns: [Int?]
  /// The column of expected results, if there is one.
  package var expected: Int?
  /// The other sheets of the workbook that could contain the suite.
  package var others: [String] = []
  package var rows: [Row] = []
  package var problems: [Problem] = []

  /// True if the rows state their setup in sentences, so that everything else has its usual value.
  package var saysUsual = false

  /// Creates a suite whose rows and problems are yet to be read.
  package init(table: SavedTable, head: Int, columns: [Int?], expected: Int?) {
    self.table = table
    self.head = head
    self.columns = columns
    self.expected = expected
  }
}

extension ImportedSuite.Problem {
  /// True if part of a row is not understood.
  package var isUnread: Bool {
    switch self {
    case .value, .sentence: true
    case .column, .missing: false
    }
  }
}

/// The coverage of a spec by a suite.
///
/// The formats are extensions of this type.
package struct MeasureReport {
  package var specification: Specification
  package var analysis: Analysis
  package var path: String
  package var suite: ImportedSuite
  package var measure: SuiteMeasure
  /// The rows whose expected results differ from the spec's.
  package var different: [DifferentRow]
  /// The operation that a row performs, by operation value.
  private let operations: [CaseOperation]

  package init(
    _ analysed: AnalysedSpecification,
    path: String,
    suite: ImportedSuite,
    measure: SuiteMeasure,
    different: [DifferentRow] = []
  ) {
    specification = analysed.specification
    analysis = analysed.analysis
    self.path = path
    self.suite = suite
    self.measure = measure
    // A row may name several combinations, of which one suffices.
    self.different = different.reduce(into: []) { all, row in
      if all.last.map({ suite.rows[$0.row].place }) != suite.rows[row.row].place { all.append(row) }
    }
    operations = analysed.specification.caseOperationOfValue
  }

  /// True if the suite covers everything, and all its rows are understood and possible.
  package var isComplete: Bool {
    measure.isComplete && measure.impossible.isEmpty && different.isEmpty
      && !suite.problems.contains(where: \.isUnread)
  }

  /// The phrases in the spec's language.
  var say: ReportText { ReportText(language: specification.language) }

  var rowCount: Int { Set(suite.rows.map(\.place)).count }

  /// The rows none of whose combinations adds coverage, each once.
  var idle: [Int] {
    let useful = Set(suite.rows.indices).subtracting(measure.idle).map { suite.rows[$0].place }
    var seen = Set(useful)
    return measure.idle.filter { seen.insert(suite.rows[$0].place).inserted }
  }

  /// Returns a row's number in the file, followed by its name if it has one.
  func name(ofRow row: Int) -> String {
    let row = suite.rows[row]
    let place = say("row \(row.place + 1)")
    return row.name.map { say.remark(place, VisibleText.line($0)) } ?? place
  }

  func name(ofFactor factor: Int) -> String {
    VisibleText.line(specification.name(ofFactor: factor))
  }

  /// Returns the id of a value, or `–` for not applicable.
  func id(ofValue value: Int?, of factor: Int) -> String {
    guard let value else { return "–" }
    let id =
      factor == specification.operationFactor
      ? operations[value].id : specification.factors[factor].values[value].id
    return VisibleText.line(id)
  }

  func words(for settings: [(factor: Int, value: Int?)]) -> String {
    settings.map { "\(name(ofFactor: $0.factor)): \(id(ofValue: $0.value, of: $0.factor))" }
      .joined(separator: ", ")
  }

  /// Returns the allowed values in words, such as `plan: free or trial`.
  func words(for term: Term) -> String {
    var ids: [String] = []
    for id in term.values.map({ id(ofValue: $0, of: term.factor) }) where ids.last != id {
      ids.append(id)
    }
    return "\(name(ofFactor: term.factor)): "
      + (term.isAny ? "any" : ids.joined(separator: say(" or ", "または")))
  }

  func words(for settings: [(factor: String, id: String)]) -> String {
    settings.map { "\($0.factor): \($0.id)" }.joined(separator: ", ")
  }

  /// Returns the names of the factors and the ids of the values, the operation last.
  private func settings(
    of missing: SuiteMeasure.Missing,
    operation id: (Int) -> String
  ) -> [(factor: String, id: String)] {
    let operationFactor = specification.operationFactor
    let values =
      missing.settings.map { ($0.factor, $0.value) }
      + (missing.operation.map { [(operationFactor, $0)] } ?? [])
    return values.map { factor, value in
      (
        name(ofFactor: factor),
        factor == operationFactor
          ? VisibleText.line(id(value)) : self.id(ofValue: value, of: factor)
      )
    }
  }

  /// Returns a combination missing at depth `relevant`, where each part of an operation counts separately.
  func settings(ofRelevant missing: SuiteMeasure.Missing) -> [(factor: String, id: String)] {
    let values = specification.operationValues
    return settings(of: missing) { values[$0].id }
  }

  /// Returns a combination missing at depth `all`, where a row performs a whole operation.
  func settings(ofAny missing: SuiteMeasure.Missing) -> [(factor: String, id: String)] {
    settings(of: missing) { operations[$0].id }
  }

  /// The name of tuples of the strength, such as `pairs` or `triples`.
  var tuplesInWords: String {
    switch measure.strength {
    case 1: say("values")
    case 2: say("pairs")
    case 3: say("triples")
    default: say("combinations of \(measure.strength) values")
    }
  }

  func words(for problem: ImportedSuite.Problem) -> String {
    switch problem {
    case .column(let heading, let advice):
      say("the column `\(VisibleText.line(heading))` is not a factor of the spec")
        + (advice.map { say(": ", "：") + $0 } ?? "")
    case .missing(let factor):
      say("no column says `\(name(ofFactor: factor))`")
    case .value(let text, let factor, let rows, let advice):
      say.labelled(
        places(rows),
        say("`\(VisibleText.line(text))` is not a value of `\(name(ofFactor: factor))`")
      ) + (advice.map { say(": ", "：") + VisibleText.line($0) } ?? "")
    case .sentence(let text, let rows):
      say.labelled(
        places(rows),
        say("nothing in the spec is called `\(VisibleText.line(text))`")
      )
    }
  }

  /// Returns the results that a row expects, and those that the spec specifies instead.
  func words(for row: DifferentRow) -> String {
    func text(_ results: [String]) -> String {
      let line = VisibleText.line(results.joined(separator: " / "))
      return say("“\(line)”", line.contains("「") ? "『\(line)』" : "「\(line)」")
    }
    let said =
      row.results.isEmpty
      ? row.questions.first.map { say("; the spec asks ", "、仕様では未決定：") + text([$0]) } ?? ""
      : say("; the spec says ", "、仕様では")
        + row.results.map(text).joined(separator: say(" or ", "または"))
    return say.labelled(name(ofRow: row.row), text(suite.rows[row.row].expected)) + said
  }

  /// Returns the numbers of rows, such as `rows 3, 5 and 12`, abbreviated if there are many.
  func places(_ rows: [Int]) -> String {
    let places = rows.map { String(suite.rows[$0].place + 1) }
    guard let last = places.last, places.count > 1 else {
      return say("row \(places.joined())")
    }
    guard places.count <= 12 else {
      let (first, more) = (say.list(Array(places.prefix(10))), places.count - 10)
      return say("rows \(first) and \(more) more")
    }
    let first = say.list(places.dropLast())
    return say("rows \(first) and \(last)")
  }
}

extension ImportedSuite {
  /// Returns the suite as CSV, completed by the missing rows.
  ///
  /// Existing rows keep their contents, columns are added for missing factors, and values that rows leave open are filled in.
  package func completed(
    by completion: (rows: [Combination?], added: [TestCase]),
    of specification: Specification
  ) -> [UInt8] {
    let text = ReportText(language: specification.language)
    let wording = Wording(specification)
    let operations = specification.caseOperationOfValue.map(wording.caseOperation)
    let width = table.rows.dropFirst(head).map(\.count).max() ?? 0
    var headings: [String] = []
    func padded(_ row: [SavedCell]) -> [String] {
      row.map(\.words) + Array(repeating: "", count: max(0, max(width, headings.count) - row.count))
    }
    headings = padded(table.rows[head])
    let columns = columns.enumerated().map { factor, column in
      if let column { return column }
      headings.append(specification.name(ofFactor: factor))
      return headings.count - 1
    }
    func fill(_ row: inout [String], _ combination: Combination) {
      for (factor, column) in columns.enumerated() where row[column].isEmpty {
        row[column] =
          factor == specification.operationFactor
          ? operations[combination.operation]
          : wording.value(combination.values[factor], of: factor)
      }
    }
    var lines = [headings]
    for place in table.rows.indices where place > head {
      var row = padded(table.rows[place])
      if let number = rows.firstIndex(where: { $0.place == place }),
        let combination = completion.rows[number]
      {
        fill(&row, combination)
      }
      lines.append(row)
    }
    for testCase in completion.added {
      var row = padded([])
      fill(&row, testCase.combination)
      if let expected {
        row[expected] =
          testCase.openStatus == nil
          ? text.lines(testCase.expected) : "? " + testCase.questions.joined(separator: ", ")
      }
      lines.append(row)
    }
    var writer = CSVWriter(encoding: .utf8WithMark)
    for line in lines { writer.record(line.map { writer.safe($0) }) }
    return writer.bytes
  }
}
