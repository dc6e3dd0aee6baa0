import Diagnostics
import Reporting
import Specification
package import TestDesign
import Text
package import Workbooks

/// Remarks on parts of a saved sheet that cannot be read.
extension SavedAnswers {
  /// Reports a sheet of questions without a column of ids or of answers, but not a CSV file that is about something else.
  mutating func remarkUnread(
    _ table: SavedTable,
    _ vocabulary: Vocabulary,
    isNamed: Bool,
    _ file: String
  ) {
    let found =
      table.rows.prefix(SavedSheet.rowsSearched).map { row in
        Set(row.compactMap { vocabulary.role(of: $0.plainText) })
      }.max { $0.count < $1.count } ?? []
    let names = [""] + Language.allCases.map(ReportTable.Name.questions.title)
    let isAboutQuestions =
      names.contains(table.name) && !found.isDisjoint(with: [.question, .answer])
    guard isNamed || isAboutQuestions && found.count > 1 else { return }
    let lacking = [ReportColumn.Role.id, .answer].filter { !found.contains($0) }
      .map { "`\(ReportTable.Name.questions.column($0, language).heading)`" }
    let message = AnswerReason(
      "not read: no column is called \(lacking.joined(separator: " or ")); put it back, with what stood in it",
      "\(lacking.joined(separator: "・"))の列がないため、読み取れませんでした。見出しと内容を元に戻してください"
    )
    hasQuestions = true
    let place = CellPlace(file: file, sheet: table.name)
    remarks.append(
      Remark(place: place(row: 0, column: 0), message: message, isProblem: true, row: nil)
    )
  }

  /// Reports duplicate and missing headings, and returns false if the answers cannot be read without a missing one.
  mutating func remarkHeadings(
    of sheet: SavedSheet,
    _ vocabulary: Vocabulary,
    _ place: CellPlace
  ) -> Bool {
    let headings = Row(sheet: sheet, number: sheet.headingRow, place: place)
    for (column, known) in sheet.columns.enumerated() {
      guard case .added(let text) = known, let role = vocabulary.role(of: text),
        sheet.column(role) != nil
      else { continue }
      let message: AnswerReason = "a second column called `\(text.onOneLine)` is ignored"
      remark(headings, column, message, isProblem: role == .answer || role == .answerKind)
    }
    if sheet.column(.answer) == nil {
      let name = ReportTable.Name.questions.column(.answer, language).heading
      let message: AnswerReason = "no column is called `\(name)`; write that above the answers"
      remark(headings, 0, message, isProblem: true)
    }
    // A hand-written table needs no list of choices. From a generated sheet, it was removed together with the choices made.
    guard sheet.column(.answerKind) == nil, sheet.column(.decideBy) != nil else { return true }
    let name = ReportTable.Name.questions.column(.answerKind, language).heading
    let message: AnswerReason =
      "no column is called `\(name)`, so no answer is read; put it back, with what stood in it"
    remark(headings, 0, message, isProblem: true)
    return false
  }

  /// Reports an answer in a row without the id of a question, unless the row repeats the headings.
  mutating func remarkAnswerToNothing(_ row: Row, _ vocabulary: Vocabulary) {
    for role in [ReportColumn.Role.answer, .answerKind] {
      guard let column = row.sheet.column(role) else { continue }
      let text = row.text(role)
      guard !text.onOneLine.isEmpty, vocabulary.role(of: text) != role else { continue }
      let named =
        row.id.isEmpty ? "no id of a question" : "no question's id but \(Self.quoted(row.id))"
      let message = AnswerReason(
        "not read: \(Self.quoted(text)): its row has \(named); copy the id, such as Q-3F9A2C7D, from the question",
        "この行には確認IDがないため、読み取れませんでした。該当する確認事項のID（Q-3F9A2C7Dなど）を写してください"
      )
      remark(row, column, message, isProblem: true)
      return
    }
  }

  /// Reports a comment without an answer, which may be a question in return.
  mutating func remarkComment(_ row: Row) {
    let comment = row.text(.comment)
    guard let column = row.sheet.column(.comment), !comment.onOneLine.isEmpty else { return }
    let message: AnswerReason = "\(row.id): a comment without an answer: \(Self.quoted(comment))"
    remark(row, column, message, isProblem: false)
  }

  /// Reports edited cells of generated columns, since an answer may be in the column of options or of rules.
  ///
  /// A cell without a digest is compared with the question as currently asked, if that has not changed.
  mutating func remarkEdits(_ row: Row) {
    let asked = question(of: row, row.id)
    let (fingerprint, today) = (row.text(.fingerprint).onOneLine, asked?.question?.fingerprint)
    let isSame = today != nil && (fingerprint.isEmpty || fingerprint == today)
    for (number, column) in current.columns.enumerated() where column.kind == .generated {
      guard column.role != .id, let saved = row.sheet.column(column.role) else { continue }
      let shown = row.cell(saved).plainText
      let digest = row.sheet.digest(row: row.number, column: saved)
      if digest == TextDigest.cell(shown) { continue }
      var edit = Self.quoted(shown)
      if Self.comparedRoles.contains(column.role), isSame,
        column.role != .question || !fingerprint.isEmpty,
        let cell = asked.flatMap({ currentRows[$0.id] }).map({ current.rows[$0].cells[number] })
      {
        guard ![cell.wholeText, cell.shownText].contains(where: { ReadChoice.isSame($0, shown) })
        else { continue }
        edit = "\(Self.quoted(cell.wholeText)) → \(edit)"
      } else if digest == nil || shown.onOneLine.isEmpty {
        continue
      }
      let message: AnswerReason =
        "\(row.id): edit of `\(column.heading)` ignored: \(edit) (not an answer column)"
      remark(row, saved, message, isProblem: false)
    }
  }

  /// The columns covered by the fingerprint; others may have changed with the rest of the spec.
  private static let comparedRoles: [ReportColumn.Role] = [
    .kind, .operation, .condition, .question,
  ]

  private static func quoted(_ text: String) -> String {
    let line = text.onOneLine
    return "“\(line.count > 60 ? line.prefix(59) + "…" : line[...])”"
  }
}

/// The edits that are written back to a saved sheet.
extension SavedAnswers {
  /// Returns the edits to write back.
  ///
  /// They add the reason why an answer was not applied, clear outdated reasons, and add the ids of people's own questions that the spec now
  /// asks. `states` are those of the answers, in order.
  package func marks(_ states: [AnswerOutcome.State]) -> [CellEdit] {
    ids(ofOwnQuestions: states) + reasons(states)
  }

  /// The reasons beside questions that are still asked, or beside their successors; rows of closed questions keep theirs.
  package func reasons(
    _ states: [AnswerOutcome.State],
    after successors: [String: String]
  ) -> [CellEdit] {
    let closed = zip(answers, answerRows).filter { answer, _ in
      answer.ownQuestion == nil && successors[answer.question] == nil
        && questions[answer.question, answer.fingerprint] == nil
    }
    let rows = Set(closed.map(\.1))
    return reasons(states).filter {
      !rows.contains(AnswerRow(sheet: $0.sheet, row: $0.position.row))
    }
  }

  private func reasons(_ states: [AnswerOutcome.State]) -> [CellEdit] {
    var reasons: [AnswerRow: AnswerReason] = [:]
    for remark in remarks where remark.isProblem {
      if let row = remark.row, reasons[row] == nil { reasons[row] = remark.message }
    }
    for (row, state) in zip(answerRows, states) {
      switch state {
      case .applied, .known: break
      case .refused(let why): reasons[row] = why
      case .stale(let now): reasons[row] = now
      }
    }
    return sheets.flatMap { sheet in
      let own = reasons.filter { $0.key.sheet == sheet.sheet.saved.name }
      return sheet.marks(
        Dictionary(firstOf: own.map { ($0.key.row, $0.value.text(language)) }),
        language
      )
    }
  }

  /// Returns the edits that add the ids of people's own questions adopted by the spec, so that their rows belong to these questions.
  private func ids(ofOwnQuestions states: [AnswerOutcome.State]) -> [CellEdit] {
    var known = Set(sheets.flatMap { $0.questions.map(\.id) })
    var marks: [CellEdit] = []
    for ((answer, row), state) in zip(zip(answers, answerRows), states)
    where answer.ownQuestion != nil && (state == .known || state.isApplied) {
      guard let sheet = sheets.first(where: { $0.sheet.saved.name == row.sheet })?.sheet,
        let column = sheet.column(.id), known.insert(answer.question).inserted
      else { continue }
      marks.append(sheet.edit(row: row.row, column: column, answer.question))
    }
    return marks
  }
}
