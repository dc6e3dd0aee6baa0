import Diagnostics
package import Reporting
package import Specification
import TestDesign
import Text
package import Workbooks

extension ImportedSuite {
  /// Reads the table with the most columns for factors of the spec, or returns `nil` if there is none.
  ///
  /// Rows without any value of a factor are not part of the suite.
  package init?(_ workbook: SavedWorkbook, of specification: Specification) {
    let names = SpecNames(specification)
    let vocabulary = names.vocabulary
    func factors(of sheet: SavedSheet) -> Int { sheet.columns.count { $0.role?.isFactor ?? false } }
    let sheets = workbook.tables.filter { !$0.isHidden }
      .compactMap {
        SavedSheet($0, vocabulary, metadata: nil) { $0.contains(where: \.isFactor) }
      }
    let best = sheets.enumerated()
      .max { (factors(of: $0.element), $1.offset) < (factors(of: $1.element), $0.offset) }
    guard let sheet = best?.element else { return nil }
    var columns = specification.factors.indices.map { factor in
      sheet.columns.firstIndex { column in
        // A factor named like a column for testers may have a more specific heading that contains its name.
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
    // A generated suite formats expected results for testers, and its other sheets repeat its contents.
    let isGenerated = sheet.column(.rule) != nil
    if !isGenerated { others = sheets.map(\.saved.name).filter { $0 != sheet.saved.name } }
    readRows(names, nameColumn: sheet.column(.id), expected: isGenerated ? nil : expected)
  }

  /// Returns the expected results in a cell, one per line, or an empty list if they are open.
  private static func results(_ text: String) -> [String] {
    let lines = ListedLines.texts(in: text)
    let isOpen = lines.contains { PlaceholderKind(of: $0) != nil || $0.hasPrefix("?") }
    return isOpen ? [] : lines
  }

  private mutating func addProblems(of sheet: SavedSheet, _ names: SpecNames) {
    // Other columns of a generated suite are no mistakes, even if a factor has the same name.
    let generated = Vocabulary(.cases)
    for (place, column) in sheet.columns.enumerated() {
      switch column {
      case .role, .digests, .blank: continue
      case .added where columns.contains(place): continue
      case .gone, .added:
        let heading = table[row: head, column: place].words
        guard !heading.isEmpty, generated.role(of: heading) == nil else { continue }
        let isSecond = names.factor(heading) != nil
        let nearest = names.nearestFactor(to: heading).map { names.say("did you mean `\($0)`?") }
        let advice = isSecond ? names.say("another column says it already") : nearest
        problems.append(.column(heading: heading, advice: advice))
      }
    }
    for (factor, column) in columns.enumerated()
    where column == nil && !names.isComparison(factor) {
      problems.append(.missing(factor: factor))
    }
  }

  private mutating func readRows(_ names: SpecNames, nameColumn: Int?, expected: Int?) {
    // Suites repeat the same few texts.
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
          values.append(columns[factor] == nil ? .open : names.blank(of: factor))
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
  /// True if the column holds the values of a factor, including the operation.
  fileprivate var isFactor: Bool {
    if case .factor = self { true } else { self == .operation }
  }
}

/// Suites whose rows describe setup and steps in sentences, like hand-written test cases.
extension ImportedSuite {
  /// Reads a suite with a column for each factor, or else a sheet of test cases, or returns `nil` if it is neither.
  ///
  /// If a suite has no column of operations, or has unknown values, the reading that understands more is chosen.
  package static func ofAnyForm(_ workbook: SavedWorkbook, of specification: Specification) -> Self?
  {
    let plain = ImportedSuite(workbook, of: specification)
    func unread(_ suite: Self) -> Int {
      suite.problems.filter(\.isUnread).count
    }
    let hasOperations = plain?.columns.last.flatMap(\.self) != nil
    if let plain, hasOperations, unread(plain) == 0 { return plain }
    guard let sheet = try? CaseSheet(workbook) else { return plain }
    let read = ImportedSuite(sheet, of: specification)
    let operation = specification.operationFactor
    let namesOperation = read.rows.contains { $0.combination.values[operation] != .unread }
    if let plain, hasOperations || !namesOperation, unread(plain) <= unread(read) { return plain }
    // A sheet that names nothing of the spec is not a suite for it.
    let knows = read.rows.contains {
      $0.combination.values.contains { if case .value = $0 { true } else { false } }
    }
    return knows ? read : plain
  }

  /// Reads a sheet of test cases, interpreting each sentence as when a spec is drafted from such a sheet.
  package init(_ sheet: CaseSheet, of specification: Specification) {
    self.init(
      table: sheet.table,
      head: sheet.head,
      columns: Array(repeating: nil, count: specification.factors.count + 1),
      expected: sheet.expected
    )
    saysUsual = true
    others = sheet.others
    let reader = SentenceReader(sheet, specification)
    var unread: [(text: String, rows: [Int])] = []
    var places: [String: Int] = [:]
    for row in sheet.rows {
      var values = Array(
        repeating: Set<PartialCombination.Value>(),
        count: specification.factors.count + 1
      )
      var unknown: [String] = []
      if let operation = reader.operation(of: row) {
        values[specification.operationFactor] = [.value(operation)]
      } else {
        values[specification.operationFactor] = [.unread]
        unknown.append(reader.words(for: row))
      }
      for condition in row.conditions + reader.entered(in: row) {
        guard let meaning = reader.meaning(of: condition) else {
          unknown.append(condition.text)
          continue
        }
        values[meaning.factor].formUnion(meaning.values)
      }
      for text in unknown {
        let place = places[text] ?? unread.count
        places[text] = place
        if place == unread.count { unread.append((text, [])) }
        unread[place].rows.append(rows.count)
      }
      // A text that is not understood may be about any unmentioned factor.
      if !unknown.isEmpty {
        for factor in values.indices where values[factor].isEmpty { values[factor] = [.unread] }
      }
      let isCompared =
        unknown.isEmpty && !row.expected.contains { PlaceholderKind(of: $0) != nil }
      for combination in Self.combinations(values) {
        rows.append(
          Row(
            place: row.place,
            name: row.id.isEmpty ? nil : row.id,
            combination: combination,
            expected: isCompared ? row.expected : []
          )
        )
      }
    }
    problems += unread.map { .sentence($0.text, rows: $0.rows) }
  }

  /// Returns the combinations for a row that allows several values per factor, at most sixteen.
  private static func combinations(
    _ values: [Set<PartialCombination.Value>]
  ) -> [PartialCombination] {
    var all = [PartialCombination(values: values.map { $0.count == 1 ? $0.first ?? .open : .open })]
    for (factor, several) in values.enumerated()
    where several.count > 1 && all.count * several.count <= 16 {
      let ordered = several.sorted { String(describing: $0) < String(describing: $1) }
      all = all.flatMap { row in
        ordered.map { value in
          var row = row
          row.values[factor] = value
          return row
        }
      }
    }
    return all
  }
}

/// A reader of the sentences and cells of a sheet that finds the factors and values of a spec.
private struct SentenceReader {
  private let names: SpecNames
  private let specification: Specification
  private let operationNames: OperationNames
  private let headings: [Int: String]
  private var numbers: [String: [Int]] = [:]
  private var words: [String: [Int]] = [:]
  private var statements: [String: (factor: Int, isTrue: Bool)] = [:]
  /// The factors that have a value, by the value's name as used without a subject.
  private var listed: [String: Set<Int>] = [:]

  init(_ sheet: CaseSheet, _ specification: Specification) {
    self.specification = specification
    names = SpecNames(specification)
    operationNames = OperationNames(sheet.rows)
    let choices = sheet.rows.compactMap(operationNames.choice).map { ($0.column, $0.heading) }
    headings = Dictionary(firstOf: sheet.factorColumns.map { ($0.column, $0.heading) } + choices)
    for (number, factor) in specification.factors.enumerated() {
      for text in Set([factor.label, factor.name]).sorted() {
        if factor.isYesNo {
          if case .statement(let isTrue)? = ConditionReading.all(text).last?.value,
            let key = ConditionReading.all(text).last?.key, statements[key] == nil
          {
            statements[key] = (number, isTrue)
          }
        } else if factor.line != nil {
          numbers[ConditionReading.subjectKey(text), default: []].append(number)
        } else {
          words[ConditionReading.subjectKey(text), default: []].append(number)
        }
      }
      guard !factor.isYesNo, factor.line == nil else { continue }
      for text in factor.values.flatMap({ [$0.id, $0.label] }) {
        listed[text.asName, default: []].insert(number)
      }
    }
  }

  func operation(of row: CaseSheet.Row) -> Int? {
    let names = [operationNames.label(of: row), operationNames.base(row), row.title]
    for text in names where !text.isEmpty {
      if case .value(let value) = self.names.meaning(text, of: specification.operationFactor) {
        return value
      }
      // The id derived from a text that is its own label.
      let id = DraftIDs.slug(text)
      if case .value(let value) = self.names.meaning(id, of: specification.operationFactor) {
        return value
      }
    }
    // If the sheet names no steps, the only operation of the spec is meant.
    return names[0].isEmpty && specification.operations.count == 1 ? 0 : nil
  }

  /// Returns the texts that may name the row's operation.
  func words(for row: CaseSheet.Row) -> String {
    [operationNames.base(row), row.title, row.expected.joined(separator: " / ")]
      .first { !$0.isEmpty } ?? ""
  }

  /// Returns the conditions in the steps of a row that the spec knows: numbers, and steps that not all rows have.
  func entered(in row: CaseSheet.Row) -> [CaseSheet.Condition] {
    let choice = operationNames.choice(of: row).flatMap { choice in
      names.factor(choice.heading).map { _ in [choice.condition] }
    }
    return operationNames.entered(in: row) + (choice ?? [])
  }

  func meaning(
    of condition: CaseSheet.Condition
  ) -> (factor: Int, values: [PartialCombination.Value])? {
    switch condition {
    case .sentence(let text):
      for reading in ConditionReading.all(text) {
        if let meaning = meaning(of: reading) { return meaning }
      }
      // A word such as 未ログイン may be the value of exactly one factor.
      let word = ConditionReading.tidied(text)
      guard let factors = listed[word.asName], factors.count == 1, let factor = factors.first,
        case .value(let value) = names.meaning(word, of: factor)
      else { return nil }
      return (factor, [.value(value)])
    case .cell(let column, let text):
      let heading = headings[column] ?? ""
      let key = ConditionReading.subjectKey(heading)
      let factor =
        names.factor(heading) ?? numbers[key]?.first ?? words[key]?.first
        ?? ConditionReading.all(heading).last.flatMap { statements[$0.key]?.factor }
      guard let factor, factor < specification.operationFactor else { return nil }
      return values(text, of: factor).map { (factor, $0) }
    }
  }

  private func meaning(
    of reading: ConditionReading
  ) -> (factor: Int, values: [PartialCombination.Value])? {
    switch reading.value {
    case .number(let span):
      // 選択されている写真 are the 写真 of a spec without others.
      let things = reading.isCounted ? numbers.filter { reading.key.hasSuffix($0.key) } : [:]
      for factor in numbers[reading.key] ?? (things.count == 1 ? things.first?.value : nil) ?? [] {
        if let value = value(span, unit: reading.unit, of: factor) {
          return (factor, [.value(value)])
        }
      }
    case .word(let word):
      for factor in words[reading.key] ?? [] {
        if let values = values(word, of: factor) { return (factor, values) }
      }
    case .statement(let isTrue):
      guard let known = statements[reading.key] ?? whole(of: reading) else { return nil }
      let id = isTrue == known.isTrue ? "yes" : "no"
      let value = specification.factors[known.factor].values.firstIndex { $0.id == id }
      return value.map { (known.factor, [.value($0)]) }
    }
    return nil
  }

  /// Returns the statement that a bare denial is about, as when a spec is drafted.
  private func whole(of reading: ConditionReading) -> (factor: Int, isTrue: Bool)? {
    guard reading.isBareDenial else { return nil }
    let keys = statements.keys.filter { $0.hasSuffix(reading.key) }
    return keys.count == 1 ? statements[keys[0]] : nil
  }

  /// Returns the value that represents a number, in the unit of its factor.
  private func value(_ span: NumberSpan, unit: String, of factor: Int) -> Int? {
    guard let line = specification.factors[factor].line else { return nil }
    let isSame =
      unit.isEmpty
      || line.unit.map { ConditionReading.unitKey($0) == ConditionReading.unitKey(unit) } ?? true
    guard isSame else { return nil }
    let decimals = max(line.scale.digits, span.decimals)
    let (from, to) = span.bounds(decimals)
    guard from != to else { return value(span.example(decimals), of: factor) }
    func number(_ bound: Int?) -> Int? {
      bound.flatMap { line.number(in: span.kind.text($0, decimals: decimals)) }
    }
    // For a range, the largest class of numbers within it is the most typical.
    let (low, high) = (number(from) ?? Int.min, number(to) ?? Int.max)
    let values = specification.factors[factor].values
    let sizes = values.indices.compactMap { place -> (place: Int, size: UInt)? in
      guard low <= high, !values[place].isInvalid, let number = values[place].number,
        (low...high).contains(number),
        let all = values[place].numbers?.clamped(to: low...high)
      else { return nil }
      return (place, UInt(bitPattern: all.upperBound &- all.lowerBound))
    }
    return sizes.max { ($0.size, $1.place) < ($1.size, $0.place) }?.place
      ?? value(span.example(decimals), of: factor)
  }

  /// Returns the values that a cell or word names, or all but the excluded ones.
  private func values(_ text: String, of factor: Int) -> [PartialCombination.Value]? {
    guard let choice = SheetFactors.choice(text, { value($0, of: factor) }) else { return nil }
    let all = specification.factors[factor].values
    let others = all.indices.filter { !all[$0].isInvalid && !choice.named.contains($0) }
    return (choice.isExcluded ? others : choice.named).map { .value($0) }
  }

  private func value(_ text: String, of factor: Int) -> Int? {
    if specification.factors[factor].isYesNo {
      let id = SheetWords.holds("true", text) ? "yes" : SheetWords.holds("false", text) ? "no" : ""
      return specification.factors[factor].values.firstIndex { $0.id == id }
    }
    if case .value(let value) = names.meaning(text, of: factor) { return value }
    return CellNumber(text).flatMap { value($0.span, unit: $0.unit, of: factor) }
  }
}
