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
    current = ReportSource(specification, analysis).questionsTable()
    fingerprints = Dictionary(
      analysis.findings.compactMap { finding in
        finding.question.map { (finding.id, $0.fingerprint) }
      },
      uniquingKeysWith: { first, _ in first }
    )
    for table in workbook.tables where table.name != "specmatrix" {
      guard let layout = AnswerLayout(table, headings) else { continue }
      hasQuestions = true
      read(table, layout, CellPlace(file: file, sheet: table.name))
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
    for row in table.rows.indices.dropFirst(layout.headingRow + 1) {
      let id = layout.text(.id, row, table).onOneLine
      guard QuestionID.isOne(id) else { continue }
      read(row, id.uppercased(), table, layout, place)
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
    guard !text.onOneLine.isEmpty || !kindText.onOneLine.isEmpty else { return }
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
