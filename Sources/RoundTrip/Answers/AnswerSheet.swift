import Reporting
import Specification
import TestDesign
import Text
package import Workbooks

/// A row of a saved table of questions.
package struct AnswerRow: Hashable, Sendable {
  /// The sheet's name; empty for a CSV file.
  package var sheet: String
  /// Counted from 0.
  package var row: Int
}

/// A cell that `answer` writes back: why an answer was not applied, or nothing.
package struct AnswerMark: Hashable, Sendable {
  /// The sheet's name; empty for a CSV file.
  package var sheet: String
  package var position: CellPosition
  package var text: String
}

/// A saved table of questions: its rows, what stands above them, and where a reason against an answer belongs.
struct AnswerSheet {
  /// A row below the headings.
  struct Row {
    let sheet: SavedSheet
    let number: Int
    let place: CellPlace
    /// What stands in the column of ids, in upper case.
    let id: String

    init(sheet: SavedSheet, number: Int, place: CellPlace) {
      self.sheet = sheet
      self.number = number
      self.place = place
      id = sheet.text(.id, row: number).folded.uppercased()
    }

    func text(_ role: ReportColumn.Role) -> String { sheet.text(role, row: number) }
    func cell(_ column: Int) -> SavedCell { sheet.saved[row: number, column: column] }
    func place(of role: ReportColumn.Role) -> String {
      place(row: number, column: sheet.column(role) ?? 0)
    }
    var key: AnswerRow { AnswerRow(sheet: sheet.saved.name, row: number) }
  }

  let sheet: SavedSheet
  let place: CellPlace
  /// Who answered, and when, where a row says nothing of its own.
  let author: String
  let day: String
  /// The rows below the headings.
  let rows: [Row]
  /// The ids of the questions with their rows, in the order of the sheet.
  let questions: [(id: String, row: Int)]
  /// By id: the first row of the question.
  private let firstRows: [String: Int]
  /// True if the questions stand in the order in which they went out.
  let isInOrder: Bool

  /// - Parameters:
  ///   - sheet: The saved table.
  ///   - file: The file's name in messages.
  ///   - order: The place of each question among those of the spec, by id.
  init(_ sheet: SavedSheet, file: String, order: [String: Int]) {
    self.sheet = sheet
    let place = CellPlace(file: file, sheet: sheet.saved.name)
    self.place = place
    author = Self.entry(.answeredBy, above: sheet)
    day = Self.entry(.answeredOn, above: sheet)
    rows = sheet.saved.rows.indices.dropFirst(sheet.headingRow + 1).map {
      Row(sheet: sheet, number: $0, place: place)
    }
    questions = rows.filter { QuestionID.isOne($0.id) }.map { ($0.id, $0.number) }
    firstRows = Dictionary(questions.map { ($0.id, $0.row) }) { first, _ in first }
    let places = questions.compactMap { order[$0.id] }
    isInOrder = zip(places, places.dropFirst()).allSatisfy(<=)
  }

  /// The row below the headings with a number; `nil` where there is none.
  func row(_ number: Int) -> Row? {
    let index = number - sheet.headingRow - 1
    return rows.indices.contains(index) ? rows[index] : nil
  }

  /// The id of the question in a row; empty where there is none.
  func id(ofRow number: Int) -> String {
    row(number).map(\.id).flatMap { QuestionID.isOne($0) ? $0 : nil } ?? ""
  }

  func row(ofQuestion id: String) -> Int? { firstRows[id] }

  /// The row of the nearest question above a row; `nil` where there is none.
  func question(above number: Int) -> Int? {
    var (low, high) = (0, questions.count)
    while low < high {
      let middle = (low + high) / 2
      if questions[middle].row < number { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? questions[low - 1].row : nil
  }

  /// What stands beside a label above the headings.
  private static func entry(_ role: ReportColumn.Role, above sheet: SavedSheet) -> String {
    let labels = Set(
      Language.allCases.map {
        Vocabulary.key(ReportTable.Name.questions.column(role, $0).heading)
      }
    )
    for row in 0..<sheet.headingRow {
      let cells = sheet.saved.rows[row]
      let label = cells.firstIndex { cell in
        labels.contains(Vocabulary.key(cell.plainText.filter { !":：".contains($0) }))
      }
      guard let label, label + 1 < cells.count else { continue }
      if cells[label + 1].refusal == nil { return cells[label + 1].plainText.onOneLine }
    }
    return ""
  }

  // MARK: Reasons

  /// The cells to be written so that each row says why its answer was not applied, and no other does.
  ///
  /// - Parameters:
  ///   - reasons: By row.
  ///   - language: Of the heading, where the column is missing.
  /// - Returns: The cells that are to change.
  func marks(_ reasons: [Int: String], _ language: Language) -> [AnswerMark] {
    let column = sheet.column(.refusal)
    let name = sheet.saved.name
    func mark(_ row: Int, _ column: Int, _ text: String) -> AnswerMark {
      AnswerMark(
        sheet: name,
        position: CellPosition(row: row, column: column),
        text: text
      )
    }
    guard let column else {
      guard !reasons.isEmpty else { return [] }
      let new = sheet.saved.rows.map(\.count).max() ?? 0
      let heading = ReportTable.Name.questions.column(.refusal, language).heading
      return [mark(sheet.headingRow, new, heading)]
        + reasons.sorted { $0.key < $1.key }.map { mark($0.key, new, $0.value) }
    }
    return rows.compactMap { row in
      let earlier = EarlierAnswer.lines(of: row.cell(column).plainText)
      let text = ((reasons[row.number].map { [$0] } ?? []) + earlier).joined(separator: "\n")
      let isHeading = Language.allCases.contains {
        Vocabulary.key(row.text(.refusal))
          == Vocabulary.key(ReportTable.Name.questions.column(.refusal, $0).heading)
      }
      guard row.cell(column).plainText != text, !isHeading else { return nil }
      return mark(row.number, column, text)
    }
  }
}

extension SavedSheet {
  /// Whether there is a column to answer in.
  var hasAnswers: Bool { column(.answer) != nil || column(.answerKind) != nil }
}

extension SavedCell {
  /// Why a person's entry cannot be taken from the cell; `nil` where it can.
  var refusal: String? {
    switch self {
    case .formula: "is a formula; write the text itself"
    case .error(let name): "shows the error \(name); write the text itself"
    case .empty, .text, .number, .boolean, .day: nil
    }
  }
}

/// The form of the ids of questions.
enum QuestionID {
  /// Whether a text is the id of a question: `Q-` and eight hexadecimal digits.
  static func isOne(_ text: String) -> Bool {
    let text = text.uppercased()
    return text.hasPrefix("Q-") && text.count == 10
      && text.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}

/// The kinds of answers by their names in every language.
struct AnswerKinds {
  private var kinds: [String: QuestionAnswer.Kind] = [:]

  init() {
    for language in Language.allCases {
      for (name, kind) in zip(AnswerChoices(language).all, QuestionAnswer.Kind.allCases) {
        kinds[Vocabulary.key(name)] = kind
      }
    }
    for (kind, names) in Self.others {
      for name in names { kinds[Vocabulary.key(name)] = kind }
    }
  }

  /// Other ways to write them.
  private static let others: [(QuestionAnswer.Kind, [String])] = [
    (
      .asWritten,
      [
        "回答欄の通り", "回答欄通り", "回答欄どおり", "回答の通り", "回答のとおり", "回答どおり", "記載の通り", "記載のとおり", "記載どおり",
        "書いた通り", "書いたとおり", "左の通り", "左記の通り",
        "as in the answer column", "as in the answer", "as answered", "as in answer column",
        "see answer", "written", "answer", "as stated",
      ]
    ),
    (
      .notPossible,
      [
        "起こりえない", "起きない", "起こらない", "ありえない", "あり得ない", "発生しない", "不可能", "impossible", "cannot happen",
        "can't happen",
      ]
    ),
    (.outOfScope, ["対象外", "スコープ外", "今回対象外", "oos", "not in scope", "out-of-scope"]),
    (
      .later,
      [
        "後日", "後で", "未定", "保留", "後日決める", "後日回答", "later", "tbd", "decide later on", "postponed",
        "deferred", "undecided",
      ]
    ),
    (.depends, ["条件による", "場合による", "依存", "depends", "it depends", "他の条件による場合"]),
    (.dismiss, ["dismiss"]),
    (.select, ["選択", "採用"]),
  ]

  /// The kind that a text names, ignoring case, width and blanks.
  subscript(_ text: String) -> QuestionAnswer.Kind? { kinds[Vocabulary.key(text)] }
}
