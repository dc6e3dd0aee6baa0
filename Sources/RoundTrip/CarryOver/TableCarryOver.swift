import Reporting
import Specification
import Text
import Workbooks

/// Carries over what people entered in a saved sheet to the table that replaces it.
struct TableCarryOver {
  /// What else decides whether a tester's result still holds.
  struct Context {
    var language: Language
    /// True if the cases were renumbered, so that an old number means nothing.
    var isRenumbered: Bool
    /// The cases whose results are valid although they read differently.
    var standing: Set<String>
    /// The cases of which something else is expected now.
    var void: Set<String>
    /// By the id of a question that is asked no more: the question that took its place.
    var successors: [String: String]
    /// The prefix of the numbers of cases.
    var id: String
  }

  private let sheet: SavedSheet
  private let context: Context
  private let text: ReportText
  private(set) var table: ReportTable
  /// What is there no more.
  private(set) var retired: [RetiredRow] = []
  private(set) var edits: [CarryOver.Edit] = []
  /// Where the rows stand in the saved sheet.
  private(set) var alignment: TableAlignment
  /// What tells the rows apart that are generated today.
  private var keys: Set<[String]> = []
  /// What people call the sheet.
  private var origin: String { sheet.saved.name.isEmpty ? table.title : sheet.saved.name }

  init(_ sheet: SavedSheet, into table: ReportTable, _ context: Context) {
    self.sheet = sheet
    self.table = table
    self.context = context
    text = ReportText(language: context.language)
    alignment = TableAlignment(sheet: sheet, rows: [], removed: [])
    let matched = matchRows()
    alignment.rows = table.rows.indices.map { matched[$0] }
    let marks = matched.sorted { $0.key < $1.key }.filter { needsRecheck($0.value, row: $0.key) }
    addColumns()
    let columns = peopleColumns
    for (number, row) in matched { fill(number, fromRow: row, columns) }
    if table.name == .questions {
      for (number, row) in matched where !isAskedStill(number, row) {
        self.table.reopen(number, offered: sheet.text(.options, row: row), context.language)
      }
    }
    retired += self.table.takeLapsedAgreement(matched, sheet, text)
    if let recheck = self.table.index(of: .recheck) {
      for (number, _) in marks {
        let isVoid = context.void.contains(self.table.rows[number].key)
        // What a tester wrote there says as well that the case is to be looked at.
        let written = self.table.rows[number].cells[recheck].shownText
        guard written.isEmpty || RecheckMark.isMark(written) else { continue }
        self.table.rows[number].cells[recheck] = .text(
          RecheckMark.text(of: day(matched[number]), isVoid: isVoid, context.language)
        )
      }
      let marked = Set(marks.map(\.key))
      for (number, row) in matched where !marked.contains(number) {
        let mark = self.table.rows[number].cells[recheck].shownText
        if RecheckMark.isSettled(mark, by: day(row)) {
          self.table.rows[number].cells[recheck] = .empty
        }
      }
    }
    for column in sheet.columns.indices {
      guard let was = sheet.formerHeading(ofColumn: column) else { continue }
      note("", was, sheet.saved[row: sheet.headingRow, column: column])
    }
    let numbers = Dictionary(
      matched.map { ($0.value, $0.key) },
      uniquingKeysWith: { first, _ in first }
    )
    for row in sheet.rows { report(row, number: numbers[row]) }
    addRows(without: matched)
    order()
  }

  /// True if the question of a row is the one that was asked when its saved row was written.
  private func isAskedStill(_ number: Int, _ row: Int) -> Bool {
    let fingerprint = sheet.text(.fingerprint, row: row).onOneLine
    func isSame(_ role: ReportColumn.Role) -> Bool {
      guard let column = table.index(of: role) else { return true }
      return table.rows[number].cells[column].shownText.withSingleBlanks
        == sheet.text(role, row: row).withSingleBlanks
    }
    guard !fingerprint.isEmpty else {
      return [ReportColumn.Role.id, .question, .options].allSatisfy(isSame)
    }
    return fingerprint == table.fingerprint(ofRow: number)
      && (isSame(.question)
        || !SavedAnswers.namesParts(
          sheet.text(.answer, row: row),
          of: sheet.text(.question, row: row)
        ))
  }

  /// When the case of a saved row was tested.
  private func day(_ row: Int?) -> SavedCell {
    guard let row, let column = sheet.column(.testedOn) else { return .empty }
    return sheet.saved[row: row, column: column]
  }

  // MARK: Rows

  /// The saved row of each row of the table.
  private mutating func matchRows() -> [Int: Int] {
    var numbers: [[String]: Int] = [:]
    for (number, row) in table.rows.enumerated() { numbers[key(of: row)] = number }
    keys = Set(numbers.keys)
    var matched: [Int: Int] = [:]
    for row in sheet.rows {
      guard let key = sheet.key(ofRow: row), let number = numbers[key], matched[number] == nil
      else { continue }
      matched[number] = row
    }
    if table.name == .questions { succeed(&matched, numbers) }
    guard table.name == .cases, context.isRenumbered else { return matched }
    return matched.filter { isSame($0.value, row: $0.key) }
  }

  /// An answer to a question that is asked no more is a remark on the question that took its place, unless that has one.
  private func succeed(_ matched: inout [Int: Int], _ numbers: [[String]: Int]) {
    for row in sheet.rows {
      guard let key = sheet.key(ofRow: row), numbers[key] == nil,
        let successor = context.successors[key[0]], let number = numbers[[successor]]
      else { continue }
      if matched[number] == nil { matched[number] = row }
    }
  }

  private func key(of row: ReportTable.Row) -> [String] {
    table.name.keyRoles.map { role in
      (table.index(of: role).map { row.cells[$0].shownText } ?? "").withSingleBlanks
    }
  }

  /// True if a case still says what the tester saw.
  private func isSame(_ saved: Int, row number: Int) -> Bool {
    [ReportColumn.Role.operation, .setup, .expected].allSatisfy { role in
      guard let column = table.index(of: role), let savedColumn = sheet.column(role)
      else { return true }
      let cell = table.rows[number].cells[column]
      let was =
        sheet.digest(row: saved, column: savedColumn)
        ?? TextDigest.cell(sheet.saved[row: saved, column: savedColumn].plainText)
      if was == TextDigest.cell(cell.shownText) { return true }
      guard case .text(let whole) = cell.content else { return false }
      return was == TextDigest.cell(whole)
    }
  }

  private func needsRecheck(_ saved: Int, row number: Int) -> Bool {
    guard table.name == .cases, !isSame(saved, row: number),
      !context.standing.contains(table.rows[number].key)
    else { return false }
    return sheet.entries(ofRow: saved).contains { $0.role != .note && $0.role != .recheck }
  }

  /// Where people's columns are in the saved sheet and in the table.
  private var peopleColumns: [(saved: Int, column: Int)] {
    sheet.columns.indices.compactMap { number in
      switch sheet.columns[number] {
      case .role(let role) where table.name.isForPeople(role):
        table.index(of: role).map { (number, $0) }
      case .added: table.index(of: .added(number)).map { (number, $0) }
      case .role, .gone, .digests, .blank: nil
      }
    }
  }

  private mutating func fill(
    _ number: Int,
    fromRow row: Int,
    _ columns: [(saved: Int, column: Int)]
  ) {
    for (saved, column) in columns {
      table.rows[number].cells[column] = carried(row, saved, column: column)
    }
  }

  /// A cell with choices in the spec's language.
  private func carried(_ row: Int, _ saved: Int, column: Int) -> ReportCell {
    let cell = sheet.saved[row: row, column: saved]
    if case .text(let text) = cell {
      return .text(table.columns[column].role.choice(text, context.language))
    }
    return ReportCell(entered: cell)
  }

  /// Records what has no place in the new table: edits of generated cells, or the whole row if it no longer exists.
  private mutating func report(_ row: Int, number: Int?) {
    let isOurs = number != nil || isGivenUp(row)
    guard isOurs else { return }
    for column in sheet.columns.indices {
      if sheet.columns[column] == .digests, sheet.isWrittenOver(row, column) {
        note(row, column: column, shown: sheet.saved[row: row, column: column])
      }
      guard sheet.hasDigests, isGenerated(column) else { continue }
      // Without a digest it is not known to be ours.
      let digest = sheet.digest(row: row, column: column)
      let shown = sheet.saved[row: row, column: column].plainText
      guard TextDigest.cell(shown) != digest, !shown.isEmpty, !isToday(shown, column, number)
      else { continue }
      note(row, column: column, shown: sheet.saved[row: row, column: column])
    }
    guard number == nil else { return }
    alignment.removed.insert(row)
    if let gone = sheet.retired(row: row, because: reason, from: origin) { retired.append(gone) }
  }

  private func isGenerated(_ column: Int) -> Bool {
    switch sheet.columns[column] {
    case .role(let role): !table.name.isForPeople(role)
    case .gone: true
    case .added, .digests, .blank: false
    }
  }

  private func isToday(_ shown: String, _ column: Int, _ number: Int?) -> Bool {
    guard let number, case .role(let role) = sheet.columns[column],
      let today = table.index(of: role)
    else { return false }
    return table.rows[number].cells[today].shownText.withSingleBlanks
      == shown.withSingleBlanks
  }

  private mutating func note(_ row: Int, column: Int, shown cell: SavedCell) {
    let id = (sheet.key(ofRow: row) ?? []).joined(separator: "=")
    note(id, sheet.heading(ofColumn: column), cell)
  }

  /// Keeps what was written over a generated cell.
  private mutating func note(_ id: String, _ heading: String, _ cell: SavedCell) {
    edits.append(
      CarryOver.Edit(sheet: origin, row: id, heading: heading, text: cell.plainText)
    )
    retired.append(
      RetiredRow(
        about: [
          .id: id, .origin: origin,
          .change: text("Edited cell “\(heading)”", "「\(heading)」欄への書き込み"),
        ],
        entries: [RetiredRow.Entry(role: .note, heading: "", cell: cell)]
      )
    )
  }

  /// True if a row without a successor was dropped by the program, not added by people.
  private func isGivenUp(_ row: Int) -> Bool {
    guard let key = sheet.key(ofRow: row) else { return false }
    if keys.contains(key) { return table.name == .cases && context.isRenumbered }
    if let isGenerated = sheet.isGenerated(row: row) { return isGenerated }
    switch table.name {
    case .cases: return key[0].hasPrefix(context.id + "-")
    case .questions: return QuestionID.isOne(key[0])
    case .outcomes, .rules, .factors, .changes, .unconsidered, .retired: return false
    }
  }

  private var reason: String {
    switch table.name {
    case .cases:
      context.isRenumbered
        ? text("Cases were renumbered", "ケースIDの振り直し") : text("Case retired", "ケースの廃番")
    case .questions: text("Question closed", "確認事項の解決")
    case .outcomes, .rules, .factors, .changes, .unconsidered, .retired:
      text("Row no longer exists", "該当する行なし")
    }
  }

  /// Rows that people added below stay there unchanged.
  private mutating func addRows(without matched: [Int: Int]) {
    let taken = Set(matched.values)
    for row in sheet.rows where !taken.contains(row) && !isGivenUp(row) {
      var cells = [ReportCell](repeating: .empty, count: table.columns.count)
      for column in sheet.columns.indices {
        let cell = sheet.saved[row: row, column: column]
        guard !cell.isBlank else { continue }
        let target: Int? =
          switch sheet.columns[column] {
          case .role(let role): table.index(of: role)
          case .added: table.index(of: .added(column))
          case .gone, .digests, .blank: nil
          }
        if let target {
          cells[target] = carried(row, column, column: target)
        } else if sheet.columns[column] != .digests || sheet.isWrittenOver(row, column) {
          note(row, column: column, shown: cell)
        }
      }
      guard cells.contains(where: { $0.content != .empty }) else { continue }
      table.rows.append(ReportTable.Row(key: "", cells: cells, isAdded: true))
      alignment.rows.append(row)
    }
  }

  // MARK: Columns

  /// Adds the columns that people added.
  private mutating func addColumns() {
    for (number, column) in sheet.columns.enumerated() {
      guard case .added(let heading) = column else { continue }
      table.insert(
        ReportColumn(role: .added(number), heading: heading, kind: .people),
        at: table.columns.count
      )
    }
    for (number, column) in sheet.columns.enumerated() {
      let role: ReportColumn.Role
      switch column {
      case .role(let known): role = known
      case .added: role = .added(number)
      case .gone, .digests, .blank: continue
      }
      if let index = table.index(of: role) {
        table.columns[index].width = sheet.width(ofColumn: number)
      }
    }
  }

  /// Puts the columns in the order that people left them in, new ones behind them: a column never moves by itself.
  private mutating func order() {
    var order = sheet.columns.enumerated().compactMap { number, column -> Int? in
      switch column {
      case .role(let role): table.index(of: role)
      case .added: table.index(of: .added(number))
      case .gone, .digests, .blank: nil
      }
    }
    let known = Set(order)
    order += table.columns.indices.filter { !known.contains($0) }
    table.columns = order.map { table.columns[$0] }
    for row in table.rows.indices {
      let cells = table.rows[row].cells
      table.rows[row].cells = order.map { cells[$0] }
    }
    // Numbered from the left, so that the same columns have the same names next time.
    var number = 0
    for column in table.columns.indices {
      guard case .added = table.columns[column].role else { continue }
      table.columns[column].role = .added(number)
      number += 1
    }
  }
}

extension ReportColumn.Role {
  /// A choice of a drop-down in the words of a language; any other text as it is.
  func choice(_ entered: String, _ language: Language) -> String {
    if self == .recheck { return RecheckMark.translated(entered, to: language) ?? entered }
    let known: [(Language, [String])] = Language.allCases.map { language in
      switch self {
      case .result: (language, ResultChoices(language).all)
      case .answerKind: (language, AnswerChoices(language).all)
      case .agreement: (language, AgreementChoices(language).all)
      default: (language, [])
      }
    }
    for (other, choices) in known where other != language {
      guard let number = choices.firstIndex(of: entered),
        let today = known.first(where: { $0.0 == language })?.1
      else { continue }
      return today[number]
    }
    return entered
  }
}

extension ReportTable {
  /// Adds a column in which nothing stands.
  mutating func insert(_ column: ReportColumn, at index: Int) {
    columns.insert(column, at: index)
    for row in rows.indices { rows[row].cells.insert(.empty, at: index) }
  }
}
