import Reporting
import Specification
import TestDesign
import Text
import Workbooks

/// The transfer of people's entries in a saved sheet to the table that replaces it.
struct TableCarryOver {
  /// The further information needed to decide whether a result still holds.
  struct Context {
    var language: Language
    /// True if the cases were renumbered, so that an old id may denote a different case.
    var isRenumbered: Bool
    /// The standing of the results of a case, if known.
    var standing: [String: CaseChange.Standing]
    /// The successor of a question that is no longer asked, by id.
    var successors: [String: String]
    /// The prefix of the ids of cases.
    var id: String
    /// The sheets, in lower case, to which formulas on people's own sheets refer.
    var mentioned: Set<String>
  }

  let sheet: SavedSheet
  let context: Context
  let text: ReportText
  /// The resulting table, in a workbook arranged like the saved sheet.
  var table: ReportTable
  private(set) var notes: [SetAsideNote] = []
  private(set) var edits: [CarryOver.Edit] = []
  /// The keys of the rows generated now.
  private var keys: Set<[String]> = []
  /// The name that people gave to the sheet.
  var origin: String { sheet.saved.name.isEmpty ? table.title : sheet.saved.name }
  var isCSV: Bool { sheet.saved.name.isEmpty }
  /// The new column of results that replaces each idle column.
  private(set) var successors: [Int: ReportColumn.Role] = [:]

  init(_ sheet: SavedSheet, into table: ReportTable, _ context: Context) {
    self.sheet = sheet
    self.table = table
    self.context = context
    text = ReportText(language: context.language)
    let matched = matchRows()
    let changed = Set(matched.filter { needsRecheck($0.value, row: $0.key) }.keys)
    let keepsRows = keepsRows(matched)
    let isAnew = !keepsRows && hasOtherColumns && !isTouched
    successors = isAnew ? [:] : columnSuccessors()
    if !isAnew { addColumns() }
    let columns = peopleColumns
    for (number, row) in matched {
      for (saved, column) in columns
      where self.table.columns[column].role != .refusal
        || !sheet.saved[row: row, column: saved].isBlank
      {
        self.table.rows[number].cells[column] = carried(row, saved, column: column)
      }
    }
    if table.name == .questions {
      for (number, row) in matched {
        let id = self.table.rows[number].key
        // The spec may still ask a question that is answered in its row.
        let isSame = isAskedStill(number, row)
        if isSame, context.successors[id] != id { continue }
        let offered = sheet.text(.options, row: row)
        self.table.reopen(number, offered: offered, isSame: isSame, context.language)
      }
    }
    takeLapsedAgreement(matched)
    keepReasons(matched)
    mark(matched, changed: changed)
    for column in sheet.columns.indices {
      guard let was = sheet.formerHeading(ofColumn: column) else { continue }
      note("", was, sheet.saved[row: sheet.headingRow, column: column])
    }
    for (number, row) in matched.sorted(by: { $0.value < $1.value }) { noteEdits(row, number) }
    self.table.sayStatus(context.language)
    if keepsRows {
      let numbers = Dictionary(firstOf: matched.map { ($0.value, $0.key) })
      let restored = restoredRows(numbers)
      layRows(numbers)
      layColumns(restored: restored)
    } else {
      for row in sheet.rows where !matched.values.contains(row) { noteEntries(row) }
      let saved = (sheet.rows.last ?? sheet.headingRow) - sheet.headingRow
      if isAnew { return }
      self.table.clearedRows = isCSV ? 0 : max(saved - table.rows.count - table.emptyRows, 0)
      layColumns(restored: [])
    }
  }

  /// Sets aside verdicts on operations whose outcomes have changed, since nobody has reviewed the new ones.
  private mutating func takeLapsedAgreement(_ matched: [Int: Int]) {
    guard [.decisions, .outcomes].contains(table.name), let agreement = table.index(of: .agreement),
      let fingerprint = table.index(of: .fingerprint), let saved = sheet.column(.agreement)
    else { return }
    for (number, row) in matched.sorted(by: { $0.key < $1.key }) {
      let now = table.rows[number].cells[fingerprint].shownText
      let cell = sheet.saved[row: row, column: saved]
      guard !now.isEmpty, !cell.isBlank,
        sheet.text(.fingerprint, row: row).onOneLine.lowercased() != now
      else { continue }
      table.rows[number].cells[agreement] = .empty
      let reason = text("Outcomes changed since", "その後、期待結果が変わりました")
      setAside(table.rows[number].key, reason, cell)
    }
  }

  private mutating func setAside(_ subject: String, _ reason: String, _ cell: SavedCell) {
    notes.append(SetAsideNote(subject: subject, origin: origin, reason: reason, cell: cell))
  }

  /// True if the question of a row is the same as when the saved row was written.
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
      && SavedAnswers.meansTheSame(
        sheet.text(.answer, row: row),
        saw: sheet.text(.question, row: row),
        now: table.index(of: .question).map { table.rows[number].cells[$0].shownText } ?? ""
      )
  }

  // MARK: Rows

  /// Returns the saved row of each row of the table.
  private mutating func matchRows() -> [Int: Int] {
    var numbers: [[String]: Int] = [:]
    for (number, row) in table.rows.enumerated() { numbers[key(of: row)] = number }
    keys = Set(numbers.keys)
    var matched: [Int: Int] = [:]
    guard table.name != .setAside else { return matched }
    // A row of a removed subject matches only if no other row has its key.
    for row in sheet.rowsByState {
      guard let key = sheet.key(ofRow: row), let number = numbers[key], matched[number] == nil
      else { continue }
      if table.name == .cases, context.isRenumbered || isRenumbered(row),
        !isSame(row, row: number)
      {
        continue
      }
      matched[number] = row
    }
    if table.name == .questions { succeed(&matched, numbers) }
    return matched
  }

  /// True if a row is about a case whose id has since been given to another.
  private func isRenumbered(_ row: Int) -> Bool {
    let state = sheet.text(.state, row: row)
    return Language.allCases.contains { GoneState.renumbered.text($0) == state }
  }

  /// True if the rows must keep their places, since entries or references depend on them.
  ///
  /// Otherwise the sheet is written anew, in order. The outcomes of an operation are read from its first row to its last, so that there
  /// only references to places keep the rows; verdicts follow their operation.
  private func keepsRows(_ matched: [Int: Int]) -> Bool {
    let isOrdered = table.name == .outcomes
    // The sheet of outcomes has row groups of its own.
    let pinned = sheet.pinnedRows.union(isOrdered ? [] : sheet.saved.groupedRows)
    if pinned.contains(where: { $0 > sheet.headingRow }) { return true }
    if context.mentioned.contains(sheet.saved.name.lowercased()) { return true }
    for column in sheet.columns.indices {
      switch sheet.columns[column] {
      case .added where !isIdle(column): return true
      case .role(let role) where !table.name.isForPeople(role) || isOrdered: continue
      case .role, .blank:
        if sheet.rows.contains(where: { !sheet.saved[row: $0, column: column].isBlank }) {
          return true
        }
      case .added, .gone, .digests: continue
      }
    }
    let taken = Set(matched.values)
    return sheet.rows.contains { row in
      !taken.contains(row) && !isGivenUp(row) || !isOrdered && !editedCells(row).isEmpty
    }
  }

  /// Matches the saved rows of questions whose ids changed.
  ///
  /// A question with the same fingerprint or a successor takes over the row, unless it has one itself.
  private func succeed(_ matched: inout [Int: Int], _ numbers: [[String]: Int]) {
    let same = Dictionary(grouping: table.rows.indices, by: table.fingerprint(ofRow:))
      .filter { !$0.isEmpty && $1.count == 1 }
    for row in sheet.rowsByState {
      guard let key = sheet.key(ofRow: row), numbers[key] == nil,
        let number = context.successors[key[0]].flatMap({ numbers[[$0]] })
          ?? same[sheet.text(.fingerprint, row: row).onOneLine]?.first
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
      if role == .expected, isCSV {
        // The line with a question disappears once that is answered, although the same results are expected.
        return results(sheet.text(.expected, row: saved)) == results(cell.shownText)
      }
      let was =
        sheet.digest(row: saved, column: savedColumn)
        ?? TextDigest.cell(sheet.saved[row: saved, column: savedColumn].plainText)
      if case .text(let whole) = cell.content, was == TextDigest.cell(whole) { return true }
      return was == TextDigest.cell(cell.shownText)
    }
  }

  private func needsRecheck(_ saved: Int, row number: Int) -> Bool {
    let results = sheet.results.map { sheet.text($0, row: saved).trimmed }.filter { !$0.isEmpty }
    guard [.cases, .flows].contains(table.name), !isSame(saved, row: number),
      context.standing[Flow.caseID(ofStep: table.rows[number].key)] != .stands,
      results.isEmpty || results.contains(where: { TestResult($0) != .notRun })
    else { return false }
    return sheet.entries(ofRow: saved).contains { $0 != .note && $0 != .recheck }
  }

  /// True if the expected results differ from those that the tester saw.
  func isVoid(_ saved: Int, row number: Int) -> Bool {
    if let standing = context.standing[table.rows[number].key] { return standing == .void }
    // Each step of an end-to-end case has its own result.
    guard let column = table.index(of: .expected) else { return false }
    return results(sheet.text(.expected, row: saved))
      != results(table.rows[number].cells[column].shownText)
  }

  /// Returns the lines of an expected result, without those that name an open question.
  private func results(_ text: String) -> Set<FoldedText> {
    Set(
      text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("? ") }
        .map { FoldedText(String($0)) }
    )
  }

  /// The indices of the columns for people, in the saved sheet and in the table.
  private var peopleColumns: [(saved: Int, column: Int)] {
    sheet.columns.indices.compactMap { number in
      sheet.isForPeople(number) ? index(ofSaved: number).map { (number, $0) } : nil
    }
  }

  /// Returns a cell, with a choice translated to the spec's language.
  func carried(_ row: Int, _ saved: Int, column: Int) -> ReportCell {
    let cell = sheet.saved[row: row, column: saved]
    if case .text(let text) = cell {
      return .text(table.columns[column].role.choice(text, context.language))
    }
    return ReportCell(entered: cell)
  }

  /// Keeps the reasons why verdicts on operations could not be applied.
  private mutating func keepReasons(_ matched: [Int: Int]) {
    guard let standing = table.index(of: .standing), let agreement = table.index(of: .agreement)
    else { return }
    for (number, row) in matched
    where isReason(row) && !table.rows[number].cells[agreement].shownText.isEmpty {
      table.rows[number].cells[standing] = .text(sheet.text(.standing, row: row))
    }
  }

  /// True if `answer` wrote the state of a row.
  private func isReason(_ row: Int) -> Bool {
    AnswerStatus.isRefusal(sheet.text(.standing, row: row))
  }

  /// Returns the generated cells of a row that are known to have been overwritten.
  private func editedCells(_ row: Int) -> [Int] {
    sheet.columns.indices.filter { column in
      let cell = sheet.saved[row: row, column: column]
      if sheet.columns[column] == .digests { return sheet.isWrittenOver(row, column) }
      // Without a digest, the content is not known to have been generated.
      return sheet.hasDigests && isGenerated(column) && !cell.plainText.isEmpty
        && TextDigest.cell(cell.plainText) != sheet.digest(row: row, column: column)
    }
  }

  /// Sets aside the text that overwrote generated cells, unless the same is generated now.
  private mutating func noteEdits(_ row: Int, _ number: Int) {
    for column in editedCells(row) {
      let cell = sheet.saved[row: row, column: column]
      let isState =
        sheet.columns[column] == .role(.state)
        || sheet.columns[column] == .role(.standing) && isReason(row)
      guard !isState, !isToday(cell.plainText, column, number) else { continue }
      note(id(ofRow: row), sheet.heading(ofColumn: column), cell)
    }
  }

  /// Sets aside the entries in a row that is removed.
  private mutating func noteEntries(_ row: Int) {
    let edited = editedCells(row)
    for column in sheet.columns.indices {
      let isEntry = sheet.columns[column].role.map(table.name.isForPeople) ?? false
      guard isEntry || edited.contains(column), !sheet.saved[row: row, column: column].isBlank
      else { continue }
      let heading = sheet.heading(ofColumn: column)
      let reason = text("\(heading): the row no longer exists", "「\(heading)」：該当する行なし")
      setAside(id(ofRow: row), reason, sheet.saved[row: row, column: column])
    }
  }

  private func isGenerated(_ column: Int) -> Bool {
    switch sheet.columns[column] {
    case .role(let role): !table.name.isForPeople(role)
    case .gone: true
    case .added, .digests, .blank: false
    }
  }

  private func isToday(_ shown: String, _ column: Int, _ number: Int) -> Bool {
    guard case .role(let role) = sheet.columns[column],
      let today = table.index(of: role)
    else { return false }
    return table.rows[number].cells[today].shownText.withSingleBlanks
      == shown.withSingleBlanks
  }

  private func id(ofRow row: Int) -> String {
    (sheet.key(ofRow: row) ?? []).joined(separator: "=")
  }

  /// Records and sets aside the text that overwrote a generated cell.
  private mutating func note(_ id: String, _ heading: String, _ cell: SavedCell) {
    edits.append(
      CarryOver.Edit(sheet: origin, row: id, heading: heading, text: cell.plainText)
    )
    setAside(id, text("Edited cell “\(heading)”", "「\(heading)」欄への書き込み"), cell)
  }

  /// True if a row without a successor was generated rather than added by people.
  func isGivenUp(_ row: Int) -> Bool {
    guard let key = sheet.key(ofRow: row) else { return false }
    if sheet.isGone(row: row) { return true }
    if keys.contains(key) { return table.name == .cases && context.isRenumbered }
    if let isGenerated = sheet.isGenerated(row: row) { return isGenerated }
    switch table.name {
    case .cases, .flows: return key[0].hasPrefix(context.id + "-")
    case .questions: return QuestionID.isOne(key[0])
    case .decisions, .outcomes, .rules, .factors, .progress, .changes, .setAside: return false
    }
  }

  var state: GoneState {
    switch table.name {
    case .cases: context.isRenumbered ? .renumbered : .retired
    case .flows: .retired
    case .questions: .closed
    case .decisions, .outcomes, .rules, .factors, .progress, .changes, .setAside: .dropped
    }
  }
}

extension ReportColumn.Role {
  /// Returns a choice of a drop-down translated to a language, or any other text unchanged.
  func choice(_ entered: String, _ language: Language) -> String {
    if self == .recheck { return RecheckMark(entered)?.text(language) ?? entered }
    func choices(_ language: Language) -> [String] {
      switch self {
      case .result, .deviceResult: TestResult.allCases.map { $0.word(language) }
      case .answerKind: QuestionAnswer.Kind.allCases.map { $0.name(language) }
      case .agreement: AgreementChoices(language).all
      default: []
      }
    }
    for other in Language.allCases where other != language {
      if isResult, let (isVoid, result) = RecheckMarks(other).read(entered) {
        return RecheckMark.marked(choice(result, language), isVoid: isVoid, language)
      }
      if let number = choices(other).firstIndex(of: entered) { return choices(language)[number] }
    }
    return entered
  }
}
