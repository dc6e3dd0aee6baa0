import Diagnostics
import Reporting
package import Specification
package import TestDesign
import Text
package import Workbooks

/// The verdicts on operations in a returned workbook: whether the outcomes are as they should be.
package struct SavedAgreement: Sendable {
  /// The verdicts, in the order of sheets and rows.
  package private(set) var verdicts: [OperationVerdict] = []
  package private(set) var remarks: [SavedAnswers.Remark] = []
  /// The cell with the state of the agreement for each verdict, with its text, or `nil` if there is none.
  private var states: [(sheet: String, position: CellPosition, text: String)?] = []
  /// True if a sheet of outcomes was found.
  package private(set) var hasOutcomes = false

  /// Reads the sheets of outcomes, which are recognised by their headings.
  ///
  /// `file` is the name used in places.
  package init(_ workbook: SavedWorkbook, file: String) {
    let vocabulary = Vocabulary(.outcomes)
    let metadata = ReportMetadata(workbook)
    let written = metadata?.sheet(of: .outcomes)
    let elsewhere = Self.head(of: workbook, metadata)
    for table in workbook.tables where table.name != ReportMetadata.name {
      // On the sheet with the recorded name, a heading may have been edited. Any other sheet needs the right headings.
      let isNamed = table.name == written?.title
      guard isNamed || SavedSheet(table, vocabulary, metadata: nil) != nil,
        let sheet = SavedSheet(table, vocabulary, metadata: written)
      else { continue }
      hasOutcomes = true
      let own = Head.read(above: sheet)
      let head = Head(by: own.by ?? elsewhere.by, on: own.on ?? elsewhere.on)
      for row in sheet.rows {
        read(row, of: sheet, head, CellPlace(file: file, sheet: table.name))
      }
    }
  }

  /// Returns who answers and when, according to the sheet of questions.
  private static func head(of workbook: SavedWorkbook, _ metadata: ReportMetadata?) -> Head {
    for table in workbook.tables where table.name != ReportMetadata.name {
      let written = metadata?.sheet(of: .questions)
      let isNamed = table.name == written?.title
      let sheet = SavedSheet(table, Vocabulary(.questions), metadata: isNamed ? written : nil)
      if let sheet, sheet.column(.answer) != nil { return Head.read(above: sheet) }
    }
    return Head()
  }

  private mutating func read(_ row: Int, of sheet: SavedSheet, _ head: Head, _ place: CellPlace) {
    guard let column = sheet.column(.agreement) else { return }
    let cell = sheet.saved[row: row, column: column]
    let said = cell.plainText
    let operation = sheet.text(.id, row: row).onOneLine
    let comment = sheet.text(.agreementComment, row: row).onOneLine
    let fingerprint = sheet.text(.fingerprint, row: row).onOneLine.lowercased()
    let place = place(row: row, column: column)
    func remark(_ message: AnswerReason, isProblem: Bool = true) {
      remarks.append(SavedAnswers.Remark(place: place, message: message, isProblem: isProblem))
    }
    if let refusal = cell.refusal {
      return remark(.init("the cell \(refusal)", "数式・エラー・取り消し線のセルは読み取れません。文字を直接入力してください"))
    }
    let japanese = AgreementChoices(.japanese).all.map { "「\($0)」" }.joined(separator: "か")
    guard !said.onOneLine.isEmpty else {
      guard !comment.isEmpty, !operation.isEmpty, !fingerprint.isEmpty else { return }
      return remark(
        .init(
          "\(operation): a comment without a choice: “\(comment)”; choose beside it whether you agree",
          "\(operation)：コメント「\(comment)」だけでは反映できません。\(japanese)を選んでください"
        ),
        isProblem: false
      )
    }
    guard !fingerprint.isEmpty, !operation.isEmpty else {
      return remark(
        .init(
          "not read: “\(said.onOneLine)”: agree to an operation in the row that has its name in bold"
        )
      )
    }
    guard let isAgreed = Self.choices[Vocabulary.key(said)] else {
      let choices = AgreementChoices(.english).all.map { "“\($0)”" }.joined(separator: " or ")
      return remark(
        .init(
          "\(operation): “\(said.onOneLine)” is not one of the choices; choose \(choices)",
          "\(operation)：「\(said.onOneLine)」は選択肢にありません。\(japanese)を選んでください"
        )
      )
    }
    states.append(
      sheet.column(.standing).map { CellPosition(row: row, column: $0) }.map {
        (sheet.saved.name, $0, sheet.saved[row: row, column: $0.column].plainText)
      }
    )
    verdicts.append(
      OperationVerdict(
        operation: operation,
        fingerprint: fingerprint,
        isAgreed: isAgreed,
        comment: comment,
        author: head.by ?? "",
        day: head.on ?? "",
        place: place
      )
    )
  }

  /// Returns the edits that make the states show exactly the reasons why verdicts were not applied.
  ///
  /// `reasons` has one for each verdict, or `nil` if it was applied. `language` is that of the spec.
  package func marks(_ reasons: [AnswerReason?], _ language: Language) -> [CellEdit] {
    let notApplied = AnswerStatus(language).notApplied
    return zip(states, reasons).compactMap { state, reason in
      guard let state, reason != nil || AnswerStatus.isRefusal(state.text) else { return nil }
      let text = reason.map { notApplied + $0.text(language) } ?? ""
      guard text != state.text else { return nil }
      return CellEdit(
        sheet: state.sheet,
        position: state.position,
        cell: text.isEmpty ? .empty : .text(text)
      )
    }
  }

  /// True for agreement, false for objection, by the texts that people choose or write in any language.
  private static let choices: [String: Bool] = {
    let words = Language.allCases.map(AgreementChoices.init)
    let agreed =
      words.map(\.agreed) + ["ok", "yes", "agree", "○", "〇", "はい", "合意します", "相違なし", "問題なし"]
    let notSo = words.map(\.notSo) + ["ng", "no", "disagree", "×", "✕", "いいえ", "相違"]
    return Dictionary(
      firstOf: agreed.map { (Vocabulary.key($0), true) } + notSo.map { (Vocabulary.key($0), false) }
    )
  }()
}

/// The person who answers and the date, according to the rows above the headings of a sheet.
private struct Head {
  var by: String?
  var on: String?

  static func read(above sheet: SavedSheet) -> Head {
    Head(by: sheet.entry(.answeredBy), on: sheet.entry(.answeredOn))
  }
}
