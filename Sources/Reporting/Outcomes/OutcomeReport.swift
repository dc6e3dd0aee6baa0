import Diagnostics
package import Specification
package import TestDesign
import Text

/// The outcome tables of a spec, in the spec's language.
///
/// The formats are extensions of this type.
package struct OutcomeReport {
  /// An operation's table, or the reason why there is none.
  package enum Entry {
    case table(OutcomeTable)
    /// The operation exceeds a limit, named by the reason.
    ///
    /// `operation` is the index in `Specification.operations`.
    case refused(operation: Int, reason: String)

    /// The table, or `nil` if there is none.
    package var table: OutcomeTable? { if case .table(let table) = self { table } else { nil } }

    var operation: Int {
      switch self {
      case .table(let table): table.operation
      case .refused(let operation, _): operation
      }
    }
  }

  package var specification: Specification
  package var analysis: Analysis
  package var entries: [Entry]
  /// The ids of the cases that test each cell, by operation, or an empty dictionary without a suite.
  package var cases: [Int: [[String]]]
  package var agreement: SpecAgreement?
  /// True to unfold the tables and show whole results, rules and counts.
  package var isFull: Bool
  /// True if all operations are shown, so that questions outside the cells are listed, too.
  package var isWhole: Bool
  /// The range of each operation in `Specification.operationValues`.
  private let operationValues: [Range<Int>]
  let wording: Wording

  package init(
    _ specification: Specification,
    _ analysis: Analysis,
    _ entries: [Entry],
    cases: [Int: [[String]]] = [:],
    agreement: SpecAgreement? = nil,
    isFull: Bool = false,
    isWhole: Bool = true
  ) {
    self.specification = specification
    self.analysis = analysis
    self.entries = entries
    self.cases = cases
    self.agreement = agreement
    self.isFull = isFull
    self.isWhole = isWhole
    wording = Wording(specification)
    var first = 0
    operationValues = specification.operations.map { operation in
      defer { first += max(1, operation.variants.count) }
      return first..<(first + max(1, operation.variants.count))
    }
  }

  var text: ReportText { ReportText(language: specification.language) }

  struct Said: Equatable {
    var sign = ""
    var text: String
    /// Ids of questions, or the deciding house rule; never truncated.
    var remark = ""
    var style: TerminalStyle?
    /// The notes below, only if everything is shown.
    var notes: [String] = []

    /// Appends a remark unless it is empty.
    mutating func add(_ words: String) {
      remark = [remark, words].filter { !$0.isEmpty }.joined(separator: "; ")
    }
  }

  enum Sign {
    static let open = "?"
    static let contradictory = "!"
    static let impossible = "–"
  }

  /// A table: cells under the headings of the factors that matter to them.
  struct Section {
    var operation: Int
    var title: String
    /// The state of the agreement, empty if there is none or in a further table of the same operation.
    var agreement = ""
    /// The indices of the factors, or an empty list if there is a single row.
    var factors: [Int]
    var rows: [Row]
    /// The conditions under which the operation is possible, or under which variants and parts of the section occur.
    var limits: [String] = []
    /// The first limit, if it holds for the whole section.
    var commonLimit: String?
    var assumptions: [String]
    /// The assumptions in a few words for the heading, or `nil` if they need several sentences.
    var briefAssumption: String?
    var remark: String?
  }

  struct Row {
    /// The values of the section's factors, with `nil` for the same value as in the row above.
    var values: [Value?]
    var said: Said
  }

  /// The contents of a row for a factor.
  struct Value: Equatable {
    var text: String
    /// True if the factor makes no difference in the row.
    var isAny = false
  }
}

extension OutcomeReport {
  var title: String {
    let tables = entries.compactMap(\.table)
    let cells = tables.reduce(0) { $0.addingReportingOverflow($1.cellCount).partialValue }
    let open = tables.reduce(0) { $0 + openCells($1) }
    let questions = analysis.requiredQuestions.count
    var title = "\(specification.id) \(VisibleText.line(specification.feature))"
    if tables.allSatisfy(\.listsCells), tables.count == specification.operations.count {
      title += text(
        " — \(cells - open) of \(cells) cells defined",
        " ― \(cells)マス中\(cells - open)マスが定義済み"
      )
    }
    guard isWhole else { return title }
    return title
      + text(
        questions == 0 ? ", nothing is open" : ", \(counted(questions, "question")) open",
        questions == 0 ? "、未解決の確認事項なし" : "、未解決の確認事項\(questions)件"
      )
  }

  private func openCells(_ table: OutcomeTable) -> Int {
    table.cells.count { $0.isOpen(in: specification) }
  }

  /// The tables, with those of a single row separate.
  ///
  /// An operation whose parts depend on different factors has several tables.
  var sections: (tables: [Section], single: [Section]) {
    let words = AgreementWords(specification, wording)
    let all = entries.flatMap { entry in
      var sections = sections(of: entry)
      if let state = agreement?.states[entry.operation], !sections.isEmpty {
        sections[0].agreement = words.headline(state)
        if sections[0].factors.isEmpty { sections[0].rows[0].said.add(sections[0].agreement) }
      }
      return sections
    }
    return (all.filter { !$0.factors.isEmpty }, all.filter(\.factors.isEmpty))
  }

  /// The questions that appear in no cell.
  var otherQuestions: [Finding] {
    guard isWhole else { return [] }
    let shown = Set(entries.compactMap(\.table).flatMap { $0.cells.flatMap(\.questions) })
    return analysis.findings.filter { $0.isQuestion && !shown.contains($0.id) }
  }

  private func sections(of entry: Entry) -> [Section] {
    switch entry {
    case .refused(let operation, let reason):
      let said = Said(
        sign: Sign.open,
        text: text("no table: \(reason)", "表を作れません（\(reason)）"),
        style: .open
      )
      return [section(of: operation, said)]
    case .table(let table):
      guard table.cellCount > 0 else {
        let said = Said(
          sign: Sign.impossible,
          text: text("cannot happen", "起こらない"),
          style: .muted
        )
        return [section(of: table.operation, said)]
      }
      if table.isFolded, !isFull || !table.listsCells { return [folded(table)] }
      return blocks(of: table).map { section($0, of: table) }
    }
  }

  private func section(of operation: Int, _ said: Said) -> Section {
    Section(
      operation: operation,
      title: label(operation),
      factors: [],
      rows: [Row(values: [], said: said)],
      assumptions: []
    )
  }

  func label(_ operation: Int) -> String {
    VisibleText.line(specification.operations[operation].label)
  }

  /// Returns the ranges of cells with the columns that matter to them, split by variant or part if these depend on different factors.
  private func blocks(of table: OutcomeTable) -> [(cells: Range<Int>, columns: [Int])] {
    let columns = table.factors.indices
    func matter(_ cells: Range<Int>, from first: Int) -> [Int] {
      columns.dropFirst(first).filter { column in cells.contains { !table.cells[$0].spans[column] }
      }
    }
    let whole = table.cells.indices
    guard table.factors.first == specification.operationFactor, columns.count > 2 else {
      return [(whole, matter(whole, from: 0))]
    }
    var blocks: [(cells: Range<Int>, columns: [Int])] = []
    var start = 0
    for place in whole {
      let isLast = place + 1 == whole.upperBound
      guard isLast || table.cells[place + 1].values[0] != table.cells[place].values[0] else {
        continue
      }
      blocks.append((start..<(place + 1), matter(start..<(place + 1), from: 1)))
      start = place + 1
    }
    let sets = blocks.map { Set($0.columns) }.filter { !$0.isEmpty }
    let areApart = sets.indices.contains { left in
      sets[(left + 1)...].contains { $0.isDisjoint(with: sets[left]) }
    }
    return areApart ? blocks : [(whole, matter(whole, from: 0))]
  }

  private func section(
    _ block: (cells: Range<Int>, columns: [Int]),
    of table: OutcomeTable
  ) -> Section {
    let shown = block.columns.map { table.factors[$0] }
    var title = label(table.operation)
    var values = Set(operationValues[table.operation])
    if table.factors.first == specification.operationFactor,
      !shown.contains(specification.operationFactor)
    {
      let own = table.cells[block.cells.lowerBound].values[0]
      values = Set(own)
      title = text.remark(title, wording.cell(own, of: specification.operationFactor))
    }
    let rows = block.cells.map { number in
      let cell = table.cells[number]
      return (
        block.columns.map { value(cell.values[$0], cell.spans[$0], table.factors[$0]) },
        said(cell, number, of: table)
      )
    }
    let remark = isFull ? needs(table) : nil
    return section(of: table, title, shown, rows, among: values, remark: remark)
  }

  private func folded(_ table: OutcomeTable) -> Section {
    let rows = table.folds.map { fold in
      (
        fold.values.indices.map { value(fold.values[$0], fold.spans[$0], table.factors[$0]) },
        said(fold, of: table)
      )
    }
    let id = specification.operations[table.operation].id
    let count = grouped(table.cellCount)
    let others = table.factors.dropFirst(table.foldedFactors.count)
      .map { heading($0, of: table.operation) }.joined(separator: text(", ", "・"))
    let advice =
      table.listsCells
      ? text("; --operation \(id) --full lists them", "。--operation \(id) --full で展開") : ""
    let remark = text(
      "\(count) cells, folded: \(others) matter, too",
      "\(count)マスを折りたたみ: \(others)にもよる"
    )
    return section(
      of: table,
      label(table.operation),
      table.foldedFactors,
      rows,
      among: Set(operationValues[table.operation]),
      remark: remark + advice
    )
  }

  /// Returns a section of a table that shows the results of some operation values.
  private func section(
    of table: OutcomeTable,
    _ title: String,
    _ factors: [Int],
    _ rows: [([Value], Said)],
    among values: Set<Int>,
    remark: String?
  ) -> Section {
    let limits = wording.limits(of: table.operation, among: values).map(VisibleText.line)
    let isCommon = values.count == 1 || specification.operations[table.operation].onlyWhen != nil
    return Section(
      operation: table.operation,
      title: title,
      factors: factors,
      rows: joined(rows),
      limits: limits,
      commonLimit: isCommon ? limits.first : nil,
      assumptions: assumptions(of: table, among: values),
      briefAssumption: briefAssumption(of: table, among: values),
      remark: remark
    )
  }

  /// Returns the rows, without values that repeat the row above.
  private func joined(_ rows: [([Value], Said)]) -> [Row] {
    rows.enumerated().map { number, row in
      let above = number > 0 ? rows[number - 1].0 : []
      var isSame = true
      let values = row.0.enumerated().map { column, value -> Value? in
        isSame = isSame && number > 0 && above[column] == value
        return isSame ? nil : value
      }
      return Row(values: values, said: row.1)
    }
  }

  private func value(_ values: [Int], _ spans: Bool, _ factor: Int) -> Value {
    if spans, values.count > 1 { return Value(text: text("any", "すべて"), isAny: true) }
    return named(values, spans, factor)
  }

  /// Returns the contents of a row for a factor, naming the values even if they make no difference.
  func named(_ values: [Int], _ spans: Bool, _ factor: Int) -> Value {
    let text = VisibleText.line(wording.cell(values, of: factor))
    guard text == Sign.impossible else { return Value(text: text) }
    guard !spans, let absence = wording.absence(of: factor) else {
      return Value(text: text, isAny: spans)
    }
    return Value(text: self.text.remark(text, VisibleText.line(absence)))
  }

  func heading(_ factor: Int, of operation: Int) -> String {
    VisibleText.line(text.heading(ofFactor: factor, of: operation, in: specification))
  }

  private func needs(_ table: OutcomeTable) -> String? {
    table.isSmallest
      ? nil : text("fewer factors may do", "より少ない要因で表せるかもしれません")
  }

  private func assumptions(of table: OutcomeTable, among values: Set<Int>) -> [String] {
    table.assumptions.compactMap { assumed in
      let own = assumed.operationValues.filter(values.contains)
      guard !own.isEmpty else { return nil }
      let said = VisibleText.line(wording.assumption(assumed.assumption))
      guard own.count < values.count else { return said }
      return wording.cell(own, of: specification.operationFactor) + text(": ", "：") + said
    }
  }
}

extension OutcomeReport {
  /// Returns a short form of the assumptions for a table whose columns show everything that matters, such as "the same whatever else; also
  /// with People: 11".
  ///
  /// The result is `nil` if the assumptions differ in the use of invalid values, or if one names no factors.
  private func briefAssumption(of table: OutcomeTable, among values: Set<Int>) -> String? {
    let own = table.assumptions.filter { $0.operationValues.contains(where: values.contains) }
    guard let first = own.first?.assumption,
      own.allSatisfy({ $0.assumption.invalid == first.invalid && !$0.assumption.factors.isEmpty })
    else { return nil }
    return VisibleText.line(wording.assumptionOfTheRest(invalid: first.invalid))
  }
}
