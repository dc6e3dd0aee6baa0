package import Specification
package import Text
package import Workbooks

/// A hand-written sheet of test cases: rows with preconditions, steps and expected results.
///
/// Headings may follow a title. A merged cell, a blank in a column of operations, and 同上 stand for the text above. A row without an id that
/// has only steps and results continues the case above.
package struct CaseSheet {
  typealias Priority = Rule.Priority

  enum Condition: Hashable {
    /// A sentence among the preconditions.
    case sentence(String)
    /// A cell of a column for one condition.
    case cell(column: Int, String)

    var column: Int? { if case .cell(let column, _) = self { column } else { nil } }
    var sentence: String? { if case .sentence(let text) = self { text } else { nil } }
  }

  struct Row {
    /// The index of the row in the table.
    var place: Int
    var id: String
    /// The headings that group rows, from the outermost.
    var sections: [String]
    var title: String
    var operation: String
    var steps: [String]
    var conditions: [Condition]
    /// The expected results, one text per line.
    var expected: [String]
    /// The results of the steps before the last one.
    var earlier: [String] = []
    var priority: Priority?
  }

  /// The maximum number of rows, more than a spec of one feature could hold.
  static let limit = 5_000
  /// The number of rows searched for headings.
  private static let rowsSearched = 30

  /// The other sheets of the workbook with a column of expected results.
  package let others: [String]
  package let table: SavedTable
  /// The table with the text of merged cells only in their first row.
  private let written: SavedTable
  package let head: Int
  package let language: Language
  /// The text above the headings, or in a column of suites.
  let title: String?
  private(set) var rows: [Row] = []
  /// True if steps were added to the last row after its last expected result.
  private var hasGoneOn = false
  /// The rows that contain only a remark.
  private(set) var remarks: [(place: Int, text: String)] = []
  /// The texts in the column of priorities that are not priorities.
  private(set) var unreadPriorities: [String] = []
  /// The columns for one condition each, with their headings.
  let factorColumns: [(column: Int, heading: String)]
  /// The columns that are not understood.
  let unreadColumns: [String]
  let expected: Int

  private let columns: [Int: SheetWords.Column]
  /// The further columns of steps or results, read only where the main one is empty.
  private let spare: [Int: SheetWords.Column]

  /// Reads the sheet with the most columns of test cases.
  ///
  /// - Throws: The reason why the workbook cannot be read as a sheet of cases.
  package init(_ workbook: SavedWorkbook) throws(FormatMismatch) {
    let candidates = workbook.tables.map(\.withoutStruckTexts).flatMap { table in
      table.rows.indices.prefix(Self.rowsSearched).map { row in
        (table: table, row: row, columns: Self.columns(table.rows[row]))
      }
    }
    let best = candidates.filter { !$0.table.isHidden }.enumerated().max { one, other in
      let (left, right) = (one.element.columns, other.element.columns)
      return (left.contains { $0.value == .expected } ? 1 : 0, left.count, other.offset)
        < (right.contains { $0.value == .expected } ? 1 : 0, right.count, one.offset)
    }?.element
    guard var best,
      best.columns.count > 1
        || best.columns.values.contains(.expected)
          && best.table.rows[best.row].count(where: { !$0.isBlank }) > 1
    else {
      throw .init(
        "it has no sheet of test cases: name columns like Preconditions, Steps and Expected result, or 前提条件, 手順 and 期待結果"
      )
    }
    let sheets = Set(
      candidates.filter { $0.columns.values.contains(.expected) }.map(\.table.name)
    )
    others = workbook.tables.map(\.name).filter { $0 != best.table.name && sheets.contains($0) }
    head = best.row
    best.table = best.table.withHeadingsInOneLine(head)
    best.columns = Self.columns(best.table.rows[head])
    let count = best.table.rows.count - head - 1
    guard count <= Self.limit else {
      throw .init("it has \(count) rows, and at most \(Self.limit) are read: split it by feature")
    }
    // A comma in an unquoted text shifts the cells after it by a column.
    let width = best.table.rows[head].lastIndex { !$0.isBlank } ?? 0
    let below = best.table.rows.dropFirst(head + 1)
    let shifted = below.firstIndex { row in
      row.dropFirst(width + 1).contains { !$0.isBlank }
        && best.columns.allSatisfy { row.indices.contains($0.key) && !row[$0.key].isBlank }
    }
    if best.table.name.isEmpty, let shifted {
      throw .init(
        "row \(shifted + 1) has more cells than there are headings: quote texts that contain a comma, or add a heading"
      )
    }
    // Rows with a merged id are the steps of a single case.
    let table = best.table.filledMerges(below: head) { best.columns[$0] != .id }
    let places = table.rows.indices.dropFirst(best.row + 1)
    func filled(_ column: Int) -> [SavedCell] {
      places.map { table[row: $0, column: column] }.filter { !$0.isBlank }
    }
    func fullest(_ kind: SheetWords.Column) -> Int? {
      best.columns.filter { $0.value == kind }.map { (filled($0.key).count, -$0.key) }.max {
        $0 < $1
      }
      .map { -$0.1 }
    }
    guard let expected = fullest(.expected) else {
      throw .init("no column says what is expected: name one Expected result, or 期待結果")
    }
    let noRows = FormatMismatch("it has no rows below its headings")
    guard count > 0, !filled(expected).isEmpty else { throw noRows }
    self.expected = expected
    var columns = best.columns
    // Of several columns of steps or results, the fullest counts.
    var spare: [Int: SheetWords.Column] = [:]
    for kind in [SheetWords.Column.expected, .steps, .operation, .id, .title, .feature, .priority] {
      let kept = fullest(kind)
      for (column, other) in best.columns where other == kind && column != kept {
        columns[column] = .ignored
        if [.expected, .steps].contains(kind) { spare[column] = kind }
      }
    }
    self.columns = columns
    let headings = table.rows[best.row].map(\.words)
    let hasSentences = columns.values.contains(.conditions)
    var factorColumns: [(column: Int, heading: String)] = []
    var unread: [String] = []
    for (column, heading) in headings.enumerated() where columns[column] == nil && !heading.isEmpty
    {
      let texts = Set(filled(column).map(\.words))
      let areShort = texts.allSatisfy { $0.count <= 40 && !$0.contains(where: \.isNewline) }
      if !hasSentences, column < expected, !texts.isEmpty, areShort,
        !factorColumns.contains(where: { SheetWords.key($0.heading) == SheetWords.key(heading) })
      {
        factorColumns.append((column, heading.withSingleBlanks))
      } else if !texts.isEmpty {
        unread.append(heading.withSingleBlanks)
      }
    }
    self.factorColumns = factorColumns
    self.spare = spare
    unreadColumns =
      unread
      + spare.sorted { $0.key < $1.key }.filter { column, kind in
        let main = columns.first { $0.value == kind }?.key
        return places.contains { row in
          !table[row: row, column: column].isBlank
            && main.map { !table[row: row, column: $0].isBlank } ?? false
        }
      }.map { headings[$0.key].withSingleBlanks }
    let above = table.rows.prefix(best.row).joined().map(\.words).first { !$0.isEmpty }
    let suite = columns.first { $0.value == .feature }.flatMap { column, _ in
      filled(column).map(\.words).first { !$0.isEmpty }
    }
    title = suite ?? above.flatMap(Self.feature)
    let sample =
      headings.joined()
      + places.prefix(50).map { table[row: $0, column: expected].words }.joined()
    language = SheetWords.isJapanese(sample) ? .japanese : .english
    self.table = table
    written = best.table
    readRows()
    if rows.isEmpty { throw noRows }
    let clauses = SheetClauses(Set(rows.flatMap(\.conditions).compactMap(\.sentence)))
    for row in rows.indices {
      rows[row].conditions = rows[row].conditions.flatMap { condition in
        condition.sentence.map { clauses.split($0).map(Condition.sentence) } ?? [condition]
      }
    }
    // A priority common to all rows distinguishes nothing.
    if Set(rows.map(\.priority)).count == 1 { rows.indices.forEach { rows[$0].priority = nil } }
  }

  /// The rows hidden in the workbook, which are read like the others.
  var hiddenRows: [Int] { rows.map(\.place).filter(table.hiddenRows.contains) }

  /// The rows with texts that are struck through.
  var struckRows: [Int] {
    Set(table.unstruckTexts.keys.map(\.row)).filter { $0 > head }.sorted()
  }

  func isBlank(_ column: Int, in row: Row) -> Bool { table[row: row.place, column: column].isBlank }

  private static func columns(_ row: [SavedCell]) -> [Int: SheetWords.Column] {
    Dictionary(
      firstOf: row.enumerated().compactMap { number, cell in
        cell.words.utf8.count > 200 ? nil : SheetWords.column(cell.words).map { (number, $0) }
      }
    )
  }

  /// Returns a title without the words common to all sheets of cases.
  private static func feature(_ title: String) -> String? {
    let words = CompatibilityForms.plain(title).split(whereSeparator: \.isWhitespace)
    let noise = SheetWords.list("title noise")
    let kept = words.filter { word in
      !noise.contains { noise in
        SheetWords.isJapanese(noise) ? word.contains(noise) : word.lowercased() == noise
      } && !(word.first == "v" && word.dropFirst().first?.isNumber == true)
    }
    return kept.isEmpty || kept.count == words.count && words.count > 12
      ? nil : kept.joined(separator: " ")
  }

  private mutating func readRows() {
    // The text of each column that 同上 or a repeating blank stands for.
    var above: [Int: String] = [:]
    let sections = columns.filter { $0.value == .section }.map(\.key).sorted()
    let operation = columns.first { $0.value == .operation }?.key
    for place in table.rows.indices.dropFirst(head + 1) {
      let cells = table.rows[place].map(\.words)
      let filled = cells.indices.filter { !cells[$0].isEmpty && columns[$0] != .id }
      guard let first = filled.first else { continue }
      let isRemark = SheetLines.isRemark(cells[first])
      if !isRemark, continues(place) {
        goOn(at: place, &above)
        continue
      }
      if filled.count == 1 {
        // A row with a single cell is a heading for the rows below, or a remark.
        if columns[first] == .section, !isRemark {
          above[first] = cells[first]
        } else if columns[first] != .expected {
          remarks.append((place, cells[first].onOneLine))
          continue
        }
      }
      func text(_ column: Int) -> String {
        let text = cells.indices.contains(column) ? cells[column] : ""
        return SheetWords.holds("above", text) ? above[column] ?? "" : text
      }
      for (level, column) in sections.enumerated() where !text(column).isEmpty {
        above[column] = text(column)
        for lower in sections.dropFirst(level + 1) where text(lower).isEmpty { above[lower] = nil }
      }
      func all(_ kind: SheetWords.Column) -> [String] {
        let found = columns.filter { $0.value == kind }.map(\.key).sorted().map(text)
          .filter { !$0.isEmpty }
        let others = spare.filter { $0.value == kind }.map(\.key).sorted().map(text)
        return found.isEmpty ? Array(others.filter { !$0.isEmpty }.prefix(1)) : found
      }
      let isCase =
        [.expected, .conditions, .steps, .operation].contains { !all($0).isEmpty }
        || factorColumns.contains { !text($0.column).isEmpty }
      guard isCase else {
        // A case with only a number is reported as a remark.
        let rest =
          filled.first { ![.section, .title].contains(columns[$0]) }
          ?? (all(.id).isEmpty ? nil : filled.last)
        if let rest { remarks.append((place, cells[rest].onOneLine)) }
        continue
      }
      // Rows that continue this case only add to its own steps.
      for (column, kind) in columns where [.steps, .expected].contains(kind) {
        if text(column).isEmpty { above[column] = nil }
      }
      for column in columns.keys where columns[column] != .section && !text(column).isEmpty {
        above[column] = text(column)
      }
      for factor in factorColumns where !text(factor.column).isEmpty {
        above[factor.column] = text(factor.column)
      }
      hasGoneOn = false
      let stepLines = SheetLines(all(.steps).joined(separator: "\n"))
      let conditionLines = all(.conditions).map { SheetLines($0) }
      for lines in conditionLines + [stepLines] {
        remarks += lines.remarks.map { (place, $0) }
      }
      let steps = stepLines.texts
      let count = steps.count + stepLines.remarks.count
      var results = Self.results(all(.expected).joined(separator: "\n"), ofSteps: count)
      let expected = results.popLast() ?? []
      let priority = priority(all(.priority).first ?? "")
      rows.append(
        Row(
          place: place,
          id: all(.id).first ?? "",
          sections: sections.compactMap { above[$0]?.onOneLine },
          title: all(.title).first?.onOneLine ?? "",
          operation: operation.flatMap { above[$0] }?.onOneLine ?? "",
          steps: steps,
          conditions: conditionLines.flatMap(\.sentences).map(Condition.sentence)
            + factorColumns.compactMap { factor in
              let text = text(factor.column)
              return text.isEmpty || SheetWords.saysNothing(text, below: factor.heading)
                ? nil : .cell(column: factor.column, text.onOneLine)
            },
          expected: expected,
          earlier: results.flatMap(\.self),
          priority: priority
        )
      )
    }
  }

  /// True if a row continues the case above: the sheet has ids, and the row has only steps or results.
  private func continues(_ place: Int) -> Bool {
    guard columns.values.contains(.id), rows.last?.id.isEmpty == false else { return false }
    let cells = written.rows[place].map(\.words)
    let kinds = cells.indices.filter { !cells[$0].isEmpty }.map { columns[$0] }
      .filter { $0 != .ignored && $0 != .priority }
    return !kinds.isEmpty && kinds.allSatisfy { [.steps, .expected].contains($0) }
  }

  private mutating func priority(_ said: String) -> Priority? {
    let priority = Priority.allCases.first { SheetWords.holds("priority \($0.rawValue)", said) }
    if priority == nil, !said.isEmpty, !SheetWords.holds("nothing", said) {
      unreadPriorities.append(said)
    }
    return priority
  }

  private mutating func goOn(at place: Int, _ above: inout [Int: String]) {
    let cells = written.rows[place].map(\.words)
    let last = rows.count - 1
    // The result of a step applies to the next step only if it is merged across both.
    let isBeside = table[row: place, column: expected] != written[row: place, column: expected]
    for (column, kind) in columns.sorted(by: { $1.value == .expected && $0.value != .expected })
    where [.steps, .expected, .priority].contains(kind) {
      guard cells.indices.contains(column), !cells[column].isEmpty else { continue }
      if kind == .priority {
        let priority = priority(cells[column])
        rows[last].priority = Priority.allCases.first {
          [rows[last].priority, priority].contains($0)
        }
        continue
      }
      let lines = SheetLines.all(cells[column])
      if kind == .steps {
        rows[last].steps += lines
        hasGoneOn = !isBeside
        if !isBeside { above[expected] = nil }
      } else {
        if hasGoneOn {
          rows[last].earlier += rows[last].expected
          rows[last].expected = []
        }
        rows[last].expected += lines
        hasGoneOn = false
      }
      above[column] = [above[column], cells[column]].compactMap(\.self).joined(separator: "\n")
    }
  }

  /// Returns the results of each step if they are numbered like the steps, or else all results as those of one step.
  private static func results(_ text: String, ofSteps count: Int) -> [[String]] {
    let lines = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    let numbers = lines.map { line in
      ListedLines.numbered(line)?.number
        ?? (SheetLines.all(line).isEmpty ? Int(CompatibilityForms.plain(line).dropLast()) : nil)
    }
    return count > 1 && numbers == Array(1...count)
      ? lines.map { SheetLines.all($0) } : [SheetLines.all(text)]
  }
}
