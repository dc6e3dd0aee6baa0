import Reporting
import Specification
package import TestDesign
package import Text
import Workbooks

/// An answer to a question as it was asked before: a remark beside the question, for people to take over or not.
extension AnswerStatus {
  /// The lines of a text that are such remarks.
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

  /// Opens a question again: what was answered becomes a remark, with the options that it had, a numbered line each.
  ///
  /// Nothing is left of an answer that put an unchanged question off: the spec says that.
  mutating func reopen(_ row: Int, offered: String, isSame: Bool, _ language: Language) {
    let kind = index(of: .answerKind).map { rows[row].cells[$0].shownText } ?? ""
    let isDeferred = isSame && QuestionAnswer.Kind(named: kind) == .later
    let roles: [ReportColumn.Role] = [.answerKind, .answer, .decideBy, .answeredBy, .answeredOn]
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
    guard isDeferred || isAnswered && !said.isEmpty, let remark = index(of: .refusal) else {
      return
    }
    for column in columns + [index(of: .answerKind)].compactMap(\.self) {
      rows[row].cells[column] = .empty
    }
    if isDeferred { return }
    let earlier = AnswerStatus(language).earlier + said
    let now = rows[row].cells[remark].shownText
    let before = AnswerStatus.isWord(now) ? "" : now
    rows[row].cells[remark] = .text(before.isEmpty ? earlier : "\(earlier)\n\(before)")
  }
}

extension ReportCell {
  fileprivate var isFormula: Bool {
    if case .saved(.formula) = content { true } else { false }
  }
}

extension AnalysedSpecification {
  /// Finds the questions that took the place of those that a spec no longer asks.
  ///
  /// A question's id comes from its operation and region. Where the spec moves, the region is another one, and so is the id, though most of the
  /// combinations are asked about still. The suite of the last generation says which these were: the question that asks about most of them is the
  /// successor.
  ///
  /// - Parameters:
  ///   - gone: The ids of questions that were answered.
  ///   - earlier: The generation that asked them.
  /// - Returns: By these ids those that took their place, which is their own where they are still asked.
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

  /// What would become of answers, measured against a day: `applied` where the spec can take one and has not yet.
  package func states(
    of answers: [QuestionAnswer],
    in file: AnswerFile,
    today: CalendarDate
  ) -> [AnswerOutcome.State] {
    answered(answers, in: file, today: today).outcomes.map(\.state)
  }
}

extension SavedAnswers {
  /// The ids of answered questions that the spec no longer asks and no rule answers, or that it asks although it has the answer, “Decide later”;
  /// the states are those of the answers.
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
