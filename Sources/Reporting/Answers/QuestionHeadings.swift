import Specification
import TestDesign

/// What the columns of the questions are called, in every language: they are found by it wherever they stand.
struct QuestionHeadings {
  private var roles: [String: ReportColumn.Role] = ["fingerprint": .fingerprint]
  private var kinds: [String: QuestionAnswer.Kind] = [:]

  /// The headings and kinds of answers of the questions table in all languages.
  init(_ specification: Specification, _ analysis: Analysis) {
    for language in Language.allCases {
      var translated = specification
      translated.language = language
      let table = ReportSource(translated, analysis).questionsTable()
      for column in table.columns {
        roles[Self.key(column.heading)] = column.role
        guard column.role == .answerKind else { continue }
        for (name, kind) in zip(column.choices, QuestionAnswer.Kind.allCases) {
          kinds[Self.key(name)] = kind
        }
      }
    }
  }

  /// The role of a column with this heading.
  func role(of heading: String) -> ReportColumn.Role? { roles[Self.key(heading)] }

  /// The kind of answer that a text names, whatever the case, the width and the blanks of its letters.
  func kind(_ text: String) -> QuestionAnswer.Kind? { kinds[Self.key(text)] }

  private static func key(_ text: String) -> String {
    var key = text.folded.filter { !$0.isWhitespace && $0 != "…" && $0 != "." && $0 != "'" }
    while key.last == "。" { key.removeLast() }
    return key
  }
}

extension ReportSource {
  /// The source of what is reported before there are cases.
  init(_ specification: Specification, _ analysis: Analysis) {
    let matrix = TestMatrix(strength: 1, cases: [], retired: [], lastNumber: 0)
    self.init(specification, analysis, matrix, catalogue: nil)
  }
}
