package import Specification
package import TestDesign

/// What came back in a workbook or a CSV file: the answers, and what is to be said about the rest.
package struct SavedAnswers: Sendable {
  /// Something that is told and not read.
  package struct Remark: Hashable, Sendable {
    /// `POST.xlsx:Questions!E7`.
    package var place: String
    /// One phrase.
    package var message: String
    /// Whether an answer is lost by it.
    package var isProblem: Bool

    package init(place: String, message: String, isProblem: Bool) {
      self.place = place
      self.message = message
      self.isProblem = isProblem
    }
  }

  /// In the order of sheets and rows.
  package private(set) var answers: [QuestionAnswer] = []
  package private(set) var remarks: [Remark] = []
  /// Whether a table of questions was found.
  package private(set) var hasQuestions = false

  private let headings: QuestionHeadings
  private let language: Language
  /// The questions as the spec's report shows them now.
  private let current: ReportTable
  private let fingerprints: [String: String]

  /// Reads the answers of a spec's questions.
  ///
  /// The table of questions is found by its headings on any sheet, its columns by theirs, its rows by the questions' ids. Only people's columns
  /// are read.
  ///
  /// - Parameters:
  ///   - workbook: What was saved.
  ///   - file: How the file is called in places.
  ///   - specification: The spec as it stands now.
  ///   - analysis: Its analysis.
  package init(
    _ workbook: SavedWorkbook,
    file: String,
    specification: Specification,
    analysis: Analysis
  ) {
    headings = QuestionHeadings(specification, analysis)
    language = specification.language
    current = ReportSource(specification, analysis).questionsTable()
    fingerprints = Dictionary(
      analysis.findings.compactMap { finding in
        finding.question.map { (finding.id, $0.fingerprint) }
      },
      uniquingKeysWith: { first, _ in first }
    )
    let metadata = ReportMetadata(workbook)?.sheet(of: .questions)
    for table in workbook.tables where table.name != ReportMetadata.name {
      guard let layout = AnswerLayout(table, headings) else { continue }
      hasQuestions = true
      let place = CellPlace(file: file, sheet: table.name)
      read(table, layout, place)
      if let metadata { remarkWrittenOver(table, metadata, place) }
    }
  }

  private mutating func read(_ table: SavedTable, _ layout: AnswerLayout, _ place: CellPlace) {
    for (role, column) in layout.doubled {
      let name = table[row: layout.headingRow, column: column].plainText.onOneLine
      let message = "a second column is called `\(name)`; it is not read"
      let place = place(row: layout.headingRow, column: column)
      remarks.append(
        Remark(place: place, message: message, isProblem: role == .answer || role == .answerKind)
      )
    }
    if layout.columns[.answer] == nil {
      let name = ReportColumn.Role.answer.heading(in: .questions, language)
      let message = "no column is called `\(name)`; write that above the answers"
      let place = place(row: layout.headingRow, column: 0)
      remarks.append(Remark(place: place, message: message, isProblem: true))
    }
    for row in table.rows.indices.dropFirst(layout.headingRow + 1) {
      let id = layout.text(.id, row, table).folded.uppercased()
      if QuestionID.isOne(id) {
        read(row, id, table, layout, place)
      } else {
        remarkAnswerToNothing(row, id, table, layout, place)
      }
    }
  }

  /// Tells of an answer in a row without the id of a question; a copy of the headings is none.
  private mutating func remarkAnswerToNothing(
    _ row: Int,
    _ id: String,
    _ table: SavedTable,
    _ layout: AnswerLayout,
    _ place: CellPlace
  ) {
    for role in [ReportColumn.Role.answer, .answerKind] {
      guard let column = layout.columns[role] else { continue }
      let text = table[row: row, column: column].plainText
      guard !text.onOneLine.isEmpty, headings.role(of: text) != role else { continue }
      let named = id.isEmpty ? "no id of a question" : "no question's id but \(Self.quoted(id))"
      let message =
        "not read: \(Self.quoted(text)): its row has \(named); copy the id, such as Q-3F9A2C7D, from the question"
      remarks.append(
        Remark(place: place(row: row, column: column), message: message, isProblem: true)
      )
      return
    }
  }

  private mutating func read(
    _ row: Int,
    _ id: String,
    _ table: SavedTable,
    _ layout: AnswerLayout,
    _ place: CellPlace
  ) {
    let fingerprint = layout.text(.fingerprint, row, table).onOneLine
    let sentence = layout.text(.question, row, table).onOneLine
    let current = fingerprints[id]
    if fingerprint == current || fingerprint.isEmpty && current != nil {
      remarkEdits(row, id, table, layout, place, isSentenceCompared: !fingerprint.isEmpty)
    }
    let text = layout.text(.answer, row, table)
    let kindText = layout.text(.answerKind, row, table)
    // What a formula gave is not always saved with it.
    let hasRefused = [ReportColumn.Role.answer, .answerKind].contains {
      layout.columns[$0].map { table[row: row, column: $0].refusal != nil } ?? false
    }
    guard !text.onOneLine.isEmpty || !kindText.onOneLine.isEmpty || hasRefused else {
      remarkComment(row, id, table, layout, place)
      return
    }
    for role in [ReportColumn.Role.answer, .answerKind, .answeredBy, .answeredOn, .comment] {
      guard let column = layout.columns[role],
        let refusal = table[row: row, column: column].refusal
      else { continue }
      let problem = "\(id): the cell \(refusal)"
      remarks.append(
        Remark(place: place(row: row, column: column), message: problem, isProblem: true)
      )
      return
    }
    var kind = QuestionAnswer.Kind.asWritten
    if !kindText.onOneLine.isEmpty {
      guard let named = headings.kind(kindText) else {
        let message =
          "\(id): `\(kindText.onOneLine)` is no kind of answer; choose one from the list"
        let column = layout.columns[.answerKind] ?? 0
        remarks.append(
          Remark(place: place(row: row, column: column), message: message, isProblem: true)
        )
        return
      }
      kind = named
    }
    answers.append(
      QuestionAnswer(
        question: id,
        fingerprint: fingerprint.isEmpty ? nil : fingerprint,
        sentence: sentence.isEmpty ? nil : sentence,
        kind: kind,
        text: text,
        author: layout.text(.answeredBy, row, table).onOneLine,
        day: layout.text(.answeredOn, row, table).onOneLine,
        comment: layout.text(.comment, row, table).onOneLine,
        place: place(row: row, column: layout.columns[.answer] ?? 0)
      )
    )
  }

  /// Tells of a comment without an answer: somebody asks back.
  private mutating func remarkComment(
    _ row: Int,
    _ id: String,
    _ table: SavedTable,
    _ layout: AnswerLayout,
    _ place: CellPlace
  ) {
    let comment = layout.text(.comment, row, table)
    guard let column = layout.columns[.comment], !comment.onOneLine.isEmpty else { return }
    let message = "\(id): a comment and no answer: \(Self.quoted(comment))"
    remarks.append(
      Remark(place: place(row: row, column: column), message: message, isProblem: false)
    )
  }

  /// Tells of cells of the report's own that say something else than the report did.
  private mutating func remarkEdits(
    _ row: Int,
    _ id: String,
    _ table: SavedTable,
    _ layout: AnswerLayout,
    _ place: CellPlace,
    isSentenceCompared: Bool
  ) {
    guard let shown = current.row(named: id).map({ current.rows[$0] }) else { return }
    for (number, column) in current.columns.enumerated() where column.kind == .generated {
      guard Self.comparedRoles.contains(column.role),
        isSentenceCompared || column.role != .question,
        let saved = layout.columns[column.role]
      else { continue }
      let now = table[row: row, column: saved].plainText
      let cell = shown.cells[number]
      guard
        ![cell.content.text, cell.brief ?? cell.content.text].contains(where: {
          Self.isSame($0, now)
        })
      else { continue }
      let message =
        "\(id): `\(column.heading)` was edited: \(Self.quoted(cell.content.text)) → \(Self.quoted(now)); it is not read"
      remarks.append(
        Remark(place: place(row: row, column: saved), message: message, isProblem: false)
      )
    }
  }

  /// Tells of what was written over the other cells of the report's own: an answer may stand in the column of suggestions.
  private mutating func remarkWrittenOver(
    _ table: SavedTable,
    _ metadata: ReportMetadata.Sheet,
    _ place: CellPlace
  ) {
    let sheet = SavedSheet(
      table,
      as: .questions,
      metadata: metadata,
      today: current,
      oldHeadings: []
    )
    guard let sheet else { return }
    for row in sheet.rows {
      let id = sheet.text(.id, row: row).folded.uppercased()
      guard QuestionID.isOne(id) else { continue }
      for (column, known) in sheet.columns.enumerated() {
        guard case .role(let role) = known, role != .id, !Self.comparedRoles.contains(role),
          let digest = sheet.digest(row: row, column: column)
        else { continue }
        let shown = table[row: row, column: column].plainText
        guard !shown.onOneLine.isEmpty, TextDigest.cell(shown) != digest else { continue }
        let message =
          "\(id): `\(sheet.heading(ofColumn: column))` was edited: \(Self.quoted(shown)); it is not read"
        remarks.append(
          Remark(place: place(row: row, column: column), message: message, isProblem: false)
        )
      }
    }
  }

  /// What the fingerprint vouches for: other columns may have changed with the rest of the spec.
  private static let comparedRoles: [ReportColumn.Role] = [
    .kind, .operation, .condition, .question,
  ]

  private static func isSame(_ text: String, _ saved: String) -> Bool {
    func key(_ text: String) -> String {
      let folded = text.folded.filter { !$0.isWhitespace }
      return folded.hasPrefix("'") ? String(folded.dropFirst()) : folded
    }
    return key(text) == key(saved)
  }

  private static func quoted(_ text: String) -> String {
    let line = text.onOneLine
    return "“\(line.count > 60 ? line.prefix(59) + "…" : line[...])”"
  }
}

extension ReportCell.Content {
  /// The content as text.
  fileprivate var text: String {
    switch self {
    case .empty: ""
    case .text(let text): text
    case .number(let number): String(number)
    case .tally(let tally): String(tally.counted)
    case .saved(let cell): cell.plainText
    }
  }
}
