import Reporting
import Specification
import TestDesign
import Text
package import Workbooks

/// A row of a saved table of questions.
package struct AnswerRow: Hashable, Sendable {
  /// The name of the sheet, or an empty text for a CSV file.
  package var sheet: String
  /// The index of the row, from 0.
  package var row: Int
}

extension SavedWorkbook {
  /// Returns the workbook with edits applied, as `answer` would write them.
  package func marked(_ marks: [CellEdit]) -> Self {
    var marked = self
    for mark in marks {
      guard let table = tables.firstIndex(where: { $0.name == mark.sheet }) else { continue }
      let (row, column) = (mark.position.row, mark.position.column)
      let missing = column + 1 - marked.tables[table].rows[row].count
      marked.tables[table].rows[row] += Array(repeating: .empty, count: max(missing, 0))
      marked.tables[table].rows[row][column] = mark.cell
    }
    return marked
  }
}

/// A saved table of questions: its rows, the entries above them, and the cells for reasons why an answer was refused.
struct AnswerSheet {
  struct Row {
    let sheet: SavedSheet
    let number: Int
    let place: CellPlace
    /// The text in the column of ids, in upper case.
    let id: String

    init(sheet: SavedSheet, number: Int, place: CellPlace) {
      self.sheet = sheet
      self.number = number
      self.place = place
      id = sheet.text(.id, row: number).folded.uppercased()
    }

    func text(_ role: ReportColumn.Role) -> String { sheet.text(role, row: number) }
    func cell(_ column: Int) -> SavedCell { sheet.saved[row: number, column: column] }
    /// Returns the reason why an entry cannot be read from the cell, or `nil` if it can.
    func refusal(_ column: Int) -> String? {
      let place = CellPosition(row: number, column: column)
      return sheet.saved.unstruckTexts[place] != nil
        ? "has text that is struck through; clear it, or write it again" : cell(column).refusal
    }
    func place(of role: ReportColumn.Role) -> String {
      place(row: number, column: sheet.column(role) ?? 0)
    }
    var isAnswered: Bool {
      [ReportColumn.Role.answer, .answerKind].contains { !text($0).onOneLine.isEmpty }
    }
    var key: AnswerRow { AnswerRow(sheet: sheet.saved.name, row: number) }
  }

  let sheet: SavedSheet
  let place: CellPlace
  /// The person who answered, for rows without an entry of their own.
  let author: String
  let day: String
  let rows: [Row]
  /// The ids of the questions with their rows, in the order of the sheet.
  let questions: [(id: String, row: Int)]
  /// The cells for answers that are merged with a cell above, each with the cell that contains the text.
  let merged: [CellPosition: CellPosition]

  init(_ sheet: SavedSheet, file: String) {
    self.sheet = sheet
    let place = CellPlace(file: file, sheet: sheet.saved.name)
    self.place = place
    author = sheet.entry(.answeredBy) ?? ""
    day = sheet.entry(.answeredOn) ?? ""
    rows = sheet.saved.rows.indices.dropFirst(sheet.headingRow + 1)
      .filter { !sheet.isGone(row: $0) }
      .map { Row(sheet: sheet, number: $0, place: place) }
    questions = rows.filter { QuestionID.isOne($0.id) }.map { ($0.id, $0.number) }
    merged = sheet.merged([.answerKind, .answer])
  }

  // MARK: Reasons

  /// Returns the edits that make the rows show exactly these reasons.
  ///
  /// `language` is used for a heading that has to be added.
  func marks(_ reasons: [Int: String], _ language: Language) -> [CellEdit] {
    let column = sheet.column(.refusal)
    let words = AnswerStatus(language)
    guard let column else {
      guard !reasons.isEmpty else { return [] }
      let new = sheet.saved.rows.map(\.count).max() ?? 0
      let heading = ReportTable.Name.questions.column(.refusal, language).heading
      return [sheet.edit(row: sheet.headingRow, column: new, heading)]
        + reasons.sorted { $0.key < $1.key }
        .map { sheet.edit(row: $0.key, column: new, words.notApplied + $0.value) }
    }
    let headings = Vocabulary.headings(of: .refusal)
    return rows.compactMap { row in
      let earlier = AnswerStatus.earlierLines(of: row.cell(column).plainText)
      let reason = reasons[row.number].map { [words.notApplied + $0] } ?? []
      var text = (reason + earlier).joined(separator: "\n")
      if text.isEmpty, QuestionID.isOne(row.id), !row.cell(column).isBlank {
        text = row.isAnswered ? words.answered : words.open
      }
      let isHeading = headings.contains(Vocabulary.key(row.text(.refusal)))
      guard row.cell(column).plainText != text, !isHeading else { return nil }
      return sheet.edit(row: row.number, column: column, text)
    }
  }
}

extension SavedSheet {
  var hasAnswers: Bool { column(.answer) != nil || column(.answerKind) != nil }

  /// Returns the entry beside a label above the headings, or `nil` if there is none.
  func entry(_ role: ReportColumn.Role) -> String? {
    let names = Vocabulary.headings(of: role)
    for cells in saved.rows[..<headingRow] {
      let label = cells.firstIndex { cell in
        names.contains(Vocabulary.key(cell.plainText.filter { !":：".contains($0) }))
      }
      guard let label, let entry = cells[(label + 1)...].first(where: { !$0.isBlank }) else {
        continue
      }
      if entry.refusal == nil { return entry.plainText.onOneLine }
    }
    return nil
  }
}

extension SavedCell {
  /// The reason why an entry cannot be read from the cell, or `nil` if it can.
  var refusal: String? {
    switch self {
    case .formula: "is a formula; write the text itself"
    // In a CSV file, a formula is a text.
    case .text(let text) where text.utf8.first == UInt8(ascii: "=") && text.isFormula:
      "is a formula; write the text itself"
    case .error(let name): "shows the error \(name); write the text itself"
    case .empty, .text, .number, .boolean, .day: nil
    }
  }
}

extension String {
  fileprivate var isFormula: Bool { prefixMatch(of: /=[A-Za-z0-9("+-]/) != nil }
}

/// The format of the ids of questions.
enum QuestionID {
  /// True if a text is the id of a question: `Q-` and eight hexadecimal digits.
  static func isOne(_ text: String) -> Bool {
    let text = text.uppercased()
    return text.hasPrefix("Q-") && text.count == 10
      && text.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}

extension QuestionAnswer.Kind {
  /// Creates the kind named by a text in any language, ignoring case, width and spaces.
  init?(named text: String) {
    guard let kind = Self.byName[Vocabulary.key(text)] else { return nil }
    self = kind
  }

  private static let byName = Dictionary(
    firstOf: Language.allCases.flatMap { language in
      allCases.map { (Vocabulary.key($0.name(language)), $0) }
    }
  )
}
