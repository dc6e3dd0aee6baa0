import Reporting
package import Specification
package import TestDesign
import Text
package import Workbooks

/// What came back in a workbook or a CSV file: the answers, and remarks about the rest.
package struct SavedAnswers: Sendable {
  /// Something that is reported instead of read.
  package struct Remark: Hashable, Sendable {
    /// `POST.xlsx:Questions!E7`.
    package var place: String
    /// One phrase.
    package var message: String
    /// Whether an answer is lost by it.
    package var isProblem: Bool
  }

  /// In the order of sheets and rows.
  package private(set) var answers: [QuestionAnswer] = []
  package private(set) var remarks: [Remark] = []
  /// Whether a table of questions was found.
  package private(set) var hasQuestions = false

  private let kinds = AnswerKinds()
  private let language: Language
  /// The questions as the spec's report shows them now, and their rows by id.
  private let current: ReportTable
  private let currentRows: [String: Int]
  private let fingerprints: [String: String]
  /// The sentences of the questions by id; a cell says more than that.
  private let messages: [String: String]
  /// By id of a question that offers answers: what each of them says.
  private let options: [String: [[String]]]
  /// The ids of questions which of some rules comes first.
  private let decisions: Set<String>

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
    language = specification.language
    current = ReportTable.questions(of: specification, analysis)
    currentRows = Dictionary(
      current.rows.enumerated().map { ($0.element.key, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    fingerprints = Dictionary(
      analysis.findings.compactMap { finding in
        finding.question.map { (finding.id, $0.fingerprint) }
      },
      uniquingKeysWith: { first, _ in first }
    )
    messages = Dictionary(
      analysis.findings.map { ($0.id, $0.message) },
      uniquingKeysWith: { first, _ in first }
    )
    options = Dictionary(
      analysis.findings.map { ($0.id, $0.choices(in: specification)) },
      uniquingKeysWith: { first, _ in first }
    )
    decisions = Set(
      analysis.findings.lazy.filter { $0.code == .contradictoryRules }.map(\.id)
    )
    let vocabulary = Vocabulary(.questions)
    let metadata = ReportMetadata(workbook)?.sheet(of: .questions)
    for table in workbook.tables where table.name != ReportMetadata.name {
      // On a sheet of its own name a heading may have been edited; any other must say what it is.
      let isNamed = table.name == metadata?.title
      guard isNamed || SavedSheet(table, vocabulary, metadata: nil)?.hasAnswers == true,
        let sheet = SavedSheet(table, vocabulary, metadata: metadata), sheet.hasAnswers
      else { continue }
      hasQuestions = true
      let place = CellPlace(file: file, sheet: table.name)
      remarkHeadings(of: sheet, vocabulary, place)
      for row in table.rows.indices.dropFirst(sheet.headingRow + 1) {
        let row = Row(sheet: sheet, number: row, place: place)
        if QuestionID.isOne(row.id) {
          read(row)
        } else {
          remarkAnswerToNothing(row, vocabulary)
        }
      }
      for row in sheet.rows { remarkWrittenOver(Row(sheet: sheet, number: row, place: place)) }
    }
  }

  /// A row of a saved table of questions.
  private struct Row {
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
  }

  private mutating func remark(_ row: Row, _ column: Int, _ message: String, isProblem: Bool) {
    remarks.append(
      Remark(
        place: row.place(row: row.number, column: column),
        message: message,
        isProblem: isProblem
      )
    )
  }

  /// Reports headings that appear twice, and the required one if it is missing.
  private mutating func remarkHeadings(
    of sheet: SavedSheet,
    _ vocabulary: Vocabulary,
    _ place: CellPlace
  ) {
    let headings = Row(sheet: sheet, number: sheet.headingRow, place: place)
    for (column, known) in sheet.columns.enumerated() {
      guard case .added(let text) = known, let role = vocabulary.role(of: text),
        sheet.column(role) != nil
      else { continue }
      let message = "a second column called `\(text.onOneLine)` is ignored"
      remark(headings, column, message, isProblem: role == .answer || role == .answerKind)
    }
    if sheet.column(.answer) == nil {
      let name = ReportTable.Name.questions.column(.answer, language).heading
      let message = "no column is called `\(name)`; write that above the answers"
      remark(headings, 0, message, isProblem: true)
    }
  }

  /// Reports an answer in a row without a question's id; a copy of the headings does not count.
  private mutating func remarkAnswerToNothing(_ row: Row, _ vocabulary: Vocabulary) {
    for role in [ReportColumn.Role.answer, .answerKind] {
      guard let column = row.sheet.column(role) else { continue }
      let text = row.text(role)
      guard !text.onOneLine.isEmpty, vocabulary.role(of: text) != role else { continue }
      let named =
        row.id.isEmpty ? "no id of a question" : "no question's id but \(Self.quoted(row.id))"
      let message =
        "not read: \(Self.quoted(text)): its row has \(named); copy the id, such as Q-3F9A2C7D, from the question"
      remark(row, column, message, isProblem: true)
      return
    }
  }

  private mutating func read(_ row: Row) {
    let id = row.id
    let fingerprint = row.text(.fingerprint).onOneLine
    let sentence = row.text(.question).onOneLine
    let current = fingerprints[id]
    if fingerprint == current || fingerprint.isEmpty && current != nil {
      remarkEdits(row, isSentenceCompared: !fingerprint.isEmpty)
    }
    let text = row.text(.answer)
    let kindText = row.text(.answerKind)
    // What a formula gave is not always saved with it.
    let hasRefused = [ReportColumn.Role.answer, .answerKind].contains {
      row.sheet.column($0).map { row.cell($0).refusal != nil } ?? false
    }
    guard !text.onOneLine.isEmpty || !kindText.onOneLine.isEmpty || hasRefused else {
      remarkComment(row)
      return
    }
    for role in [ReportColumn.Role.answer, .answerKind, .answeredBy, .answeredOn, .comment] {
      guard let column = row.sheet.column(role), let refusal = row.cell(column).refusal
      else { continue }
      remark(row, column, "\(id): the cell \(refusal)", isProblem: true)
      return
    }
    var kind = QuestionAnswer.Kind.asWritten
    if !kindText.onOneLine.isEmpty {
      guard let named = kinds[kindText] else {
        let message =
          "\(id): `\(kindText.onOneLine)` is not a valid kind of answer; choose one from the list"
        remark(row, row.sheet.column(.answerKind) ?? 0, message, isProblem: true)
        return
      }
      kind = named
    }
    var chosen: [String]?
    if kind == .asWritten, let option = option(text, of: id) ?? lines(text, of: id) {
      guard isOfferedStill(row) else {
        let message =
          "\(id): the options have changed since the question went out; write the answer"
        remark(row, row.sheet.column(.answer) ?? 0, message, isProblem: true)
        return
      }
      chosen = option
    } else if kind == .asWritten, let reason = reasonAgainst(text, of: id) {
      remark(row, row.sheet.column(.answer) ?? 0, "\(id): \(reason)", isProblem: true)
      return
    }
    answers.append(
      QuestionAnswer(
        question: id,
        fingerprint: fingerprint.isEmpty ? nil : fingerprint,
        sentence: sentence.isEmpty ? nil : isAskedStill(row) ? messages[id] : sentence,
        kind: kind,
        text: chosen?.joined(separator: "\n") ?? text,
        author: row.text(.answeredBy).onOneLine,
        day: row.text(.answeredOn).onOneLine,
        comment: row.text(.comment).onOneLine,
        place: row.place(row: row.number, column: row.sheet.column(.answer) ?? 0)
      )
    )
  }

  /// The answer with what its lines name by number: an option, and which rule comes first, a line each; `nil` where they name none.
  private func lines(_ answer: String, of question: String) -> [String]? {
    let lines = answer.split(whereSeparator: \.isNewline).map(String.init)
    let named = lines.map { option($0, of: question) }
    guard lines.count > 1, let last = named.last, last != nil else { return nil }
    return zip(lines, named).flatMap { $1 ?? [$0] }
  }

  /// What the option says that an answer names by its number, such as `②`, `2`, 「②」 or `② The list opens`; `nil` where it names none.
  private func option(_ answer: String, of question: String) -> [String]? {
    guard let options = options[question],
      // An option may be a number itself.
      !options.contains(where: { Self.isSame($0.joined(separator: "\n"), answer) })
    else { return nil }
    let number = Self.number(answer)
    for (index, option) in options.enumerated() {
      let names = ["\(index + 1)", (index + 1).asChoice.filter { !"()".contains($0) }]
      if names.contains(number) { return option }
      let line = ReportText(language: language).numbered(options)[index]
      if Self.isSame(line, answer) { return option }
    }
    return nil
  }

  /// Why an answer to a question with options, which names none of them, is no answer; `nil` where it may be one.
  private func reasonAgainst(_ answer: String, of question: String) -> String? {
    let line = answer.onOneLine
    let choice = (options[question] ?? []).indices.map { ($0 + 1).asChoice }
      .joined(separator: " or ")
    let number = Self.number(answer)
    // An order of choices, and words such as “both”, are read with the rules that they name.
    let isNumber = !number.isEmpty && number.count <= 2 && number.allSatisfy(\.isNumber)
    guard isNumber || !decisions.contains(question) else { return nil }
    if !choice.isEmpty {
      if isNumber {
        return "there is no option \(line); write the answer itself"
      }
      if let first = line.first, ("①"..."⑳").contains(first) {
        return
          "it begins with \(first) but says something else than that option; write \(first) alone, or the whole answer without it"
      }
    }
    guard Self.pointers.contains(number.lowercased().filter { !$0.isWhitespace }) else {
      return nil
    }
    return "`\(line)` does not say what happens; write "
      + (choice.isEmpty ? "the result itself" : "\(choice), or the result itself")
  }

  /// The answer without case, width and what stands around a number.
  private static func number(_ answer: String) -> String {
    answer.onOneLine.folded.filter { !"().:、。「」『』[]【】“”\"'’‘".contains($0) }
  }

  /// Words that point at one of two, and say nothing where the two are not beside them.
  private static let pointers: Set<String> = [
    "前者", "後者", "前者です", "後者です", "前者で", "後者で", "上", "下", "上の方", "下の方", "1つ目", "2つ目", "一つ目", "二つ目",
    "最初", "最後",
    "theformer", "former", "thelatter", "latter", "thefirst", "first", "thesecond", "second",
    "thefirstone", "thesecondone", "firstone", "secondone",
  ]

  /// Whether the row shows the options that there are now.
  private func isOfferedStill(_ row: Row) -> Bool {
    guard let saved = row.sheet.column(.options),
      let shown = currentRows[row.id].map({ current.rows[$0] }),
      let column = current.index(of: .options)
    else { return true }
    return Self.isSame(shown.cells[column].content.text, row.cell(saved).plainText)
  }

  /// Whether the row shows the question as it reads now.
  private func isAskedStill(_ row: Row) -> Bool {
    guard let shown = currentRows[row.id].map({ current.rows[$0] }),
      let column = current.index(of: .question)
    else { return false }
    return Self.isSame(shown.cells[column].content.text, row.text(.question))
  }

  /// Reports a comment without an answer: somebody asks back.
  private mutating func remarkComment(_ row: Row) {
    let comment = row.text(.comment)
    guard let column = row.sheet.column(.comment), !comment.onOneLine.isEmpty else { return }
    let message = "\(row.id): a comment without an answer: \(Self.quoted(comment))"
    remark(row, column, message, isProblem: false)
  }

  /// Reports generated cells that were edited.
  private mutating func remarkEdits(_ row: Row, isSentenceCompared: Bool) {
    guard let shown = currentRows[row.id].map({ current.rows[$0] }) else { return }
    for (number, column) in current.columns.enumerated() where column.kind == .generated {
      guard Self.comparedRoles.contains(column.role),
        isSentenceCompared || column.role != .question,
        let saved = row.sheet.column(column.role)
      else { continue }
      let now = row.cell(saved).plainText
      let cell = shown.cells[number]
      let whole = cell.content.text
      guard ![whole, cell.brief ?? whole].contains(where: { Self.isSame($0, now) })
      else { continue }
      let message =
        "\(row.id): edit of `\(column.heading)` ignored: \(Self.quoted(whole)) → \(Self.quoted(now)) (not an answer column)"
      remark(row, saved, message, isProblem: false)
    }
  }

  /// Reports what was written over other generated cells: an answer may be in the column of options or of rules.
  private mutating func remarkWrittenOver(_ row: Row) {
    guard QuestionID.isOne(row.id) else { return }
    for (column, known) in row.sheet.columns.enumerated() {
      guard case .role(let role) = known, role != .id, !Self.comparedRoles.contains(role),
        let digest = row.sheet.digest(row: row.number, column: column)
      else { continue }
      let shown = row.cell(column).plainText
      guard !shown.onOneLine.isEmpty, TextDigest.cell(shown) != digest else { continue }
      let heading = row.sheet.heading(ofColumn: column)
      let message =
        "\(row.id): edit of `\(heading)` ignored: \(Self.quoted(shown)) (not an answer column)"
      remark(row, column, message, isProblem: false)
    }
  }

  /// What the fingerprint covers: other columns may have changed with the rest of the spec.
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

extension SavedSheet {
  /// Whether there is a column to answer in.
  fileprivate var hasAnswers: Bool { column(.answer) != nil || column(.answerKind) != nil }
}

/// The kinds of answers by their names in every language.
private struct AnswerKinds {
  private var kinds: [String: QuestionAnswer.Kind] = [:]

  init() {
    for language in Language.allCases {
      for (name, kind) in zip(AnswerChoices(language).all, QuestionAnswer.Kind.allCases) {
        kinds[Vocabulary.key(name)] = kind
      }
    }
  }

  /// The kind that a text names, ignoring case, width and blanks.
  subscript(_ text: String) -> QuestionAnswer.Kind? { kinds[Vocabulary.key(text)] }
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
