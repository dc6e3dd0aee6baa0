import Reporting
import Specification
import TestDesign
import Text
import Workbooks

/// An answer to a question as it was asked before: a remark beside the question, for people to take over or not.
extension AnswerStatus {
  /// The lines of a text that are such remarks.
  static func earlierLines(of text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { line in
      Language.allCases.contains { line.hasPrefix(AnswerStatus($0).earlier) }
    }
  }
}

extension ReportTable {
  func fingerprint(ofRow row: Int) -> String {
    index(of: .fingerprint).map { rows[row].cells[$0].shownText } ?? ""
  }

  /// Opens a question again: what was answered becomes a remark, with the options that it had, a numbered line each.
  mutating func reopen(_ row: Int, offered: String, _ language: Language) {
    let roles: [ReportColumn.Role] = [
      .answerKind, .answer, .decideBy, .answeredBy, .answeredOn,
    ]
    // A formula is never taken for an answer.
    let columns = roles.compactMap { index(of: $0) }.filter { !rows[row].cells[$0].isFormula }
    let options = ReadChoice.options(shown: offered)
    let texts = columns.map { column in
      let text = rows[row].cells[column].shownText
      // A number means nothing beside other options.
      let number = options.indices.first {
        [String($0 + 1), ($0 + 1).asChoice].contains(text.folded)
      }
      return number.map { "\(($0 + 1).asChoice) \(options[$0].joined(separator: " / "))" } ?? text
    }
    let isAnswered = columns.contains { column in
      [.answer, .answerKind].contains(self.columns[column].role)
        && rows[row].cells[column].content != .empty
    }
    // The kind of the answer, what it says, who gave it and when.
    let said = texts.map(\.onOneLine).filter { !$0.isEmpty }.joined(separator: " – ")
    guard isAnswered, !said.isEmpty, let remark = index(of: .refusal) else { return }
    let earlier = AnswerStatus(language).earlier + said
    for column in columns { rows[row].cells[column] = .empty }
    let before = rows[row].cells[remark].shownText
    rows[row].cells[remark] = .text(before.isEmpty ? earlier : "\(earlier)\n\(before)")
  }
}

extension ReportCell {
  fileprivate var isFormula: Bool {
    if case .saved(.formula) = content { true } else { false }
  }
}
