import Reporting
import Specification
package import TestDesign
import Text
import Workbooks

/// Remarks about answers to an earlier form of a question, for people to adopt or discard.
extension AnswerStatus {
  /// Returns the lines of a text that are such remarks.
  static func earlierLines(of text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { line in
      Language.allCases.map { AnswerStatus($0) }.contains { words in
        line.hasPrefix(words.earlier) || line.hasPrefix(words.deferred)
      }
    }
  }
}

extension ReportTable {
  func fingerprint(ofRow row: Int) -> String {
    index(of: .fingerprint).map { rows[row].cells[$0].shownText } ?? ""
  }

  /// Reopens a question by turning its answer into a remark, with chosen options spelled out.
  ///
  /// An answer that postponed an unchanged question leaves no remark, since the spec records it.
  mutating func reopen(_ row: Int, offered: String, isSame: Bool, _ language: Language) {
    let kind = index(of: .answerKind).map { rows[row].cells[$0].shownText } ?? ""
    let isDeferred = isSame && QuestionAnswer.Kind(named: kind) == .later
    let roles: [ReportColumn.Role] = [.answerKind, .answer, .decideBy, .answeredBy, .answeredOn]
    // A formula is never read as an answer.
    let columns = roles.compactMap { index(of: $0) }.filter { !rows[row].cells[$0].isFormula }
    let options = ReadChoice.options(shown: offered)
    let texts = columns.map { column in
      let text = rows[row].cells[column].shownText
      // A number is meaningless once the options have changed.
      let number = options.indices.first {
        [String($0 + 1), ($0 + 1).asChoice].contains(text.folded)
      }
      return number.map { "\(($0 + 1).asChoice) \(options[$0].joined(separator: " / "))" } ?? text
    }
    let isAnswered = columns.contains { column in
      [.answer, .answerKind].contains(self.columns[column].role)
        && rows[row].cells[column].content != .empty
    }
    // The kind of the answer, its text, its author and its date.
    let said = texts.map(\.onOneLine).filter { !$0.isEmpty }.joined(separator: " – ")
    guard isDeferred || isAnswered && !said.isEmpty, let remark = index(of: .refusal) else {
      return
    }
    for column in columns + [index(of: .answerKind)].compactMap(\.self) {
      rows[row].cells[column] = .empty
    }
    if isDeferred { return }
    let words = AnswerStatus(language)
    // A refusal's reason refers to an answer that is no longer in its cells.
    let before = rows[row].cells[remark].shownText.split(separator: "\n").map(String.init)
      .filter { !AnswerStatus.isWord($0) && !AnswerStatus.isRefusal($0) }
    rows[row].cells[remark] = .text(([words.earlier + said] + before).joined(separator: "\n"))
  }
}

extension ReportCell {
  fileprivate var isFormula: Bool {
    if case .saved(.formula) = content { true } else { false }
  }
}

extension AnalysedSpecification {
  /// Returns the questions that replace those that a spec no longer asks, by the ids of the latter.
  ///
  /// The id of a question derives from its operation and region. When the spec changes, so do the region and the id, although most of the
  /// combinations may still be in question. The suite of the last generation tells which these were; the question about most of them is the
  /// successor. A question still asked is its own successor. `gone` holds the ids of answered questions, `earlier` is the generation that
  /// asked them.
  package func successors(of gone: [String], earlier: EarlierSuite?) -> [String: String] {
    let known = Set(analysis.questions.map(\.id))
    let before = Dictionary(firstOf: (earlier?.questions ?? []).map { ($0.id, $0) })
    var successors: [String: String] = [:]
    for id in gone {
      if known.contains(id) {
        successors[id] = id
      } else if let asked = before[id],
        case .some(.some(let new)) = successor(of: asked.region, earlier?.factors ?? [])
      {
        successors[id] = new
      }
    }
    return successors
  }
}

extension SavedAnswers {
  /// Returns the ids of answered questions that the spec no longer asks without a rule answering them, or that it still asks despite the
  /// answer (“Decide later”).
  ///
  /// `states` are those of the answers, in order.
  package func orphans(_ states: [AnswerOutcome.State]) -> [String] {
    zip(answers, states).compactMap { answer, state in
      let isOrphan =
        switch state {
        case .stale: true
        case .known: questions[answer.question] != nil
        case .applied, .refused: false
        }
      return isOrphan && answer.ownQuestion == nil ? answer.question : nil
    }
  }
}
