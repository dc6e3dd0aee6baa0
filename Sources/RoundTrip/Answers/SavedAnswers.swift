import Diagnostics
import Reporting
package import Specification
package import TestDesign
import Text
package import Workbooks

/// The contents of a returned workbook or CSV file: answers, questions that people added, and remarks on the rest.
package struct SavedAnswers: Sendable {
  /// A part of the file that is reported instead of read.
  package struct Remark: Hashable, Sendable {
    /// The place, such as `POST.xlsx:Questions!E7`.
    package var place: String
    /// The message, a single phrase.
    package var message: AnswerReason
    /// True if an answer is lost.
    package var isProblem: Bool
    package var row: AnswerRow?
  }

  /// The answers, in the order of sheets and rows.
  package private(set) var answers: [QuestionAnswer] = []
  package private(set) var answerRows: [AnswerRow] = []
  package internal(set) var remarks: [Remark] = []
  /// True if a table of questions was found.
  package internal(set) var hasQuestions = false

  /// The maximum length in characters.
  private static let longestAnswer = 10_000
  /// The maximum number of answers per file, since each is checked against the whole spec.
  private static let mostAnswers = 5_000
  /// The maximum number of new questions per file, since each adds one to the spec.
  private static let mostQuestions = 500
  /// The number of answers beyond these limits, and the first such row.
  private var beyond: (count: Int, row: Row?) = (0, nil)

  let specification: Specification
  private let reader: AnswerReader
  /// The table of questions for the current spec, and its rows by id.
  let current: ReportTable
  let currentRows: [String: Int]
  let questions: OpenQuestions
  private(set) var sheets: [AnswerSheet] = []
  var language: Language { specification.language }

  /// Reads the answers to a spec's questions.
  ///
  /// The table of questions is recognised on any sheet by its headings, as are its columns; rows are matched by id. Only people's columns
  /// are read. A row without an id in which people wrote a question is a question of their own.
  package init(
    _ workbook: SavedWorkbook,
    file: String,
    specification: Specification,
    analysis: Analysis
  ) {
    self.specification = specification
    reader = AnswerReader(specification.language)
    current = ReportTable.questions(of: specification, analysis)
    currentRows = Dictionary(firstOf: current.rows.enumerated().map { ($0.element.key, $0.offset) })
    questions = OpenQuestions(analysis)
    let vocabulary = Vocabulary(.questions)
    let metadata = ReportMetadata(workbook)?.sheet(of: .questions)
    for table in workbook.tables where table.name != ReportMetadata.name {
      // On the sheet with the recorded name, a heading may have been edited. Any other sheet needs the right headings.
      let isNamed = table.name == metadata?.title
      guard isNamed || SavedSheet(table, vocabulary, metadata: nil)?.hasAnswers == true,
        let saved = SavedSheet(table, vocabulary, metadata: metadata), saved.hasAnswers
      else {
        remarkUnread(table, vocabulary, isNamed: isNamed, file)
        continue
      }
      hasQuestions = true
      let sheet = AnswerSheet(saved, file: file)
      sheets.append(sheet)
      guard remarkHeadings(of: saved, vocabulary, sheet.place) else { continue }
      if specification.owner == nil, let name = saved.entry(.ask) {
        let place = sheet.place(row: 0, column: 0)
        answers.append(QuestionAnswer(question: QuestionAnswer.owner, text: name, place: place))
        answerRows.append(AnswerRow(sheet: table.name, row: 0))
      }
      for row in sheet.rows {
        if QuestionID.isOne(row.id) {
          remarkEdits(row)
          read(row, of: sheet)
        } else if !readOwnQuestion(row, of: sheet, vocabulary) {
          remarkAnswerToNothing(row, vocabulary)
        }
      }
    }
    guard let first = beyond.row else { return }
    let message: AnswerReason =
      "\(beyond.count) more rows with answers or questions were not read: a file may have at most \(Self.mostAnswers) answers and \(Self.mostQuestions) new questions, so split it"
    remark(first, first.sheet.column(.answer) ?? 0, message, isProblem: true)
  }

  typealias Row = AnswerSheet.Row

  mutating func remark(
    _ row: Row,
    _ column: Int,
    _ message: AnswerReason,
    isProblem: Bool
  ) {
    let (place, key) = (row.place(row: row.number, column: column), isProblem ? row.key : nil)
    remarks.append(Remark(place: place, message: message, isProblem: isProblem, row: key))
  }

  // MARK: Answers

  private mutating func read(_ row: Row, of sheet: AnswerSheet) {
    // The result of a formula is not always saved with it.
    let hasRefused = [ReportColumn.Role.answer, .answerKind].contains {
      row.sheet.column($0).map { row.refusal($0) != nil } ?? false
    }
    if let (place, first) = [ReportColumn.Role.answerKind, .answer].lazy.compactMap({ role in
      row.sheet.column(role).map { CellPosition(row: row.number, column: $0) }
    }).compactMap({ place in sheet.merged[place].map { (place, $0) } }).first,
      !row.sheet.saved[row: first.row, column: first.column].isBlank
    {
      let message: AnswerReason =
        "\(row.id): the cell is merged with \(first), whose text answers only its own row; write the answer here, too"
      remark(row, place.column, message, isProblem: true)
    }
    guard
      !row.text(.answer).onOneLine.isEmpty || !row.text(.answerKind).onOneLine.isEmpty
        || hasRefused
    else {
      remarkComment(row)
      return
    }
    if let answer = answer(row, of: sheet, question: row.id) { take(answer, row) }
  }

  /// Returns the answer in a row's cells, or `nil` if a remark was added instead.
  private mutating func answer(
    _ row: Row,
    of sheet: AnswerSheet,
    question id: String
  ) -> QuestionAnswer? {
    guard answers.count < (row.id.isEmpty ? Self.mostQuestions : Self.mostAnswers) else {
      beyond = (beyond.count + 1, beyond.row ?? row)
      return nil
    }
    for role in [
      ReportColumn.Role.answer, .answerKind, .decideBy, .answeredBy, .answeredOn, .comment,
    ] {
      guard let column = row.sheet.column(role), let refusal = row.refusal(column)
      else { continue }
      let message = AnswerReason(
        "\(id): the cell \(refusal)",
        "\(id)：数式・エラー・取り消し線のセルは読み取れません。文字や値を直接入力してください"
      )
      remark(row, column, message, isProblem: true)
      return nil
    }
    for role in [ReportColumn.Role.answer, .comment]
    where row.text(role).count > Self.longestAnswer {
      let message = AnswerReason(
        "\(id): the text has more than 10,000 characters, more than a result can have; write what the user sees",
        "\(id)：10,000文字を超えています。期待結果として読める長さで書いてください"
      )
      remark(row, row.sheet.column(role) ?? 0, message, isProblem: true)
      return nil
    }
    let choice = row.text(.answerKind).onOneLine
    let kind = choice.isEmpty ? nil : QuestionAnswer.Kind(named: choice)
    var text = row.text(.answer).trimmed
    let decideBy = row.text(.decideBy).onOneLine
    if !decideBy.isEmpty {
      guard kind == .later else {
        let later = QuestionAnswer.Kind.later
        let message: AnswerReason =
          "\(id): a day goes with “\(later.name(language))” only; choose that, or clear the day"
        remark(row, row.sheet.column(.decideBy) ?? 0, message, isProblem: true)
        return nil
      }
      text = [decideBy, text].filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let (author, day) = (row.text(.answeredBy).onOneLine, row.text(.answeredOn).onOneLine)
    let fingerprint = row.text(.fingerprint).onOneLine
    let sentence = row.text(.question).onOneLine
    var answer = QuestionAnswer(
      question: id,
      fingerprint: fingerprint.isEmpty ? nil : fingerprint,
      sentence: sentence.isEmpty ? nil : sentence,
      kind: kind ?? .asWritten,
      text: text,
      author: author.isEmpty ? sheet.author : author,
      day: day.isEmpty ? sheet.day : day,
      comment: row.text(.comment).onOneLine,
      place: row.place(of: text.isEmpty ? .answerKind : .answer)
    )
    if let column = current.index(of: .question),
      let now = question(of: row, id).flatMap({ currentRows[$0.id] }),
      !Self.meansTheSame(
        text,
        saw: row.text(.question),
        now: current.rows[now].cells[column].wholeText
      )
    {
      answer.refusal = .init(
        "the labels of its values have changed since the question went out; answer it in a new sheet"
      )
      return answer
    }
    let setting = setting(of: row, id)
    var chosen = choice.isEmpty || kind != nil ? nil : choice
    if choice.isEmpty, let (option, reason) = reader.optionWithReason(text, to: setting) {
      (chosen, text) = (option, reason)
    }
    let reading =
      chosen.map { reader.read(text, beside: $0, to: setting) }
      ?? reader.read(text, kind: kind, to: setting)
    let doubt = doubt(ofOptions: row, fingerprint)
    guard let reading else {
      if text.isEmpty { answer.text = choice }
      answer.refusal =
        doubt
        ?? .init("`\(choice)` is not on the list; choose from it")
      return answer
    }
    switch reading {
    case .said(let readKind, let said):
      // Numbers refer to the choices as they were shown.
      let isNumber = !"\(chosen ?? choice)\n\(text)".folded.contains(said.folded)
      if isNumber, let doubt, setting.offers(said) {
        answer.refusal = doubt
      } else {
        answer.kind = readKind
        answer.text = said
        // Text beside an option or “Yes” is the reason.
        if chosen != nil || answer.isYes, !text.isEmpty, !said.contains(text) {
          answer.comment = [text.onOneLine, answer.comment].filter { !$0.isEmpty }
            .joined(separator: " – ")
        }
      }
    case .refused(let reason): answer.refusal = reason
    }
    if [.notPossible, .outOfScope].contains(answer.kind), answer.refusal == nil,
      (answer.text + answer.comment).onOneLine.isEmpty
    {
      answer.refusal = .withoutReason
    }
    return answer
  }

  /// Returns the open question of a row, or `nil` if the spec no longer asks it.
  func question(of row: Row, _ id: String) -> Finding? {
    questions[id, row.text(.fingerprint).onOneLine]?.finding
  }

  /// Returns the choices of the row's question, or those shown in the row if the question is no longer asked.
  private func setting(of row: Row, _ id: String) -> AnswerSetting {
    if let finding = question(of: row, id) {
      let options = finding.choices(in: specification)
      return AnswerSetting(finding, options: options, in: specification)
    }
    var setting = AnswerSetting(
      options: ReadChoice.options(shown: row.text(.options)),
      asked: row.text(.question)
    )
    if !QuestionID.isOne(row.id) { setting.need = .text }
    return setting
  }

  /// Returns the reason why the row may have shown different options, or `nil` if it is known to have shown the current ones.
  private func doubt(ofOptions row: Row, _ fingerprint: String) -> AnswerReason? {
    guard let now = questions[row.id]?.question?.fingerprint, fingerprint != now,
      let column = current.index(of: .options), let number = currentRows[row.id]
    else { return nil }
    if fingerprint.isEmpty {
      let heading = current.columns[column].heading
      let shown = ReadChoice.options(shown: current.rows[number].cells[column].wholeText)
      if shown.isEmpty { return nil }
      guard let saved = row.sheet.column(.options) else {
        return
          "the column `\(heading)` is missing, and a number may have meant another option; write the answer"
      }
      let old = ReadChoice.options(shown: row.cell(saved).plainText)
      if shown.elementsEqual(old, by: { $0.elementsEqual($1, by: ReadChoice.isSame) }) {
        return nil
      }
    }
    return "the options have changed since the question went out; write the answer"
  }

  /// True if a line of the answer begins with the label of a value shown in the question, such as `Blue: the draft is kept`.
  static func namesParts(_ answer: String, of question: String) -> Bool {
    answer.split(whereSeparator: \.isNewline).contains { line in
      guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return false }
      let label = String(line[..<colon]).folded
      return !label.isEmpty && question.folded.contains(label)
    }
  }

  /// True if an answer that names values means the same for the current question as for the one that was shown.
  static func meansTheSame(_ answer: String, saw question: String, now: String) -> Bool {
    let isSaid = question.onOneLine.isEmpty || ReadChoice.isSame(now, question)
    if isSaid || !namesParts(answer, of: question) { return true }
    let named = now.split(whereSeparator: \.isNewline).filter { namesParts(answer, of: String($0)) }
    return !named.isEmpty && named.allSatisfy(question.split(whereSeparator: \.isNewline).contains)
  }

  private mutating func take(_ answer: QuestionAnswer, _ row: Row) {
    answers.append(answer)
    answerRows.append(row.key)
  }

  // MARK: People's own questions

  /// Reads a question that somebody wrote into a row without an id, with its answer if there is one, or returns false if there is none.
  private mutating func readOwnQuestion(
    _ row: Row,
    of sheet: AnswerSheet,
    _ vocabulary: Vocabulary
  ) -> Bool {
    let text = row.text(.question).onOneLine
    guard !text.isEmpty, row.id.isEmpty, vocabulary.role(of: text) == nil,
      row.sheet.isGenerated(row: row.number) != true,
      // A row that lost its id is not a new question.
      !questions.all.contains(where: {
        $0.code != .openQuestion && ReadChoice.isSame($0.message, text)
      })
    else { return false }
    let id = QuestionAnswer.id(ofOwnQuestion: text, in: specification)
    guard var answer = answer(row, of: sheet, question: id) else { return true }
    answer.ownQuestion = text
    answer.fingerprint = nil
    answer.sentence = nil
    answer.ask = row.text(.ask).onOneLine
    if answer.text.isEmpty { answer.place = row.place(of: .question) }
    take(answer, row)
    return true
  }
}
