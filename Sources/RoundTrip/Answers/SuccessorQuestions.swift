package import Reporting
import Specification
package import TestDesign
package import Text

/// A saved row whose question the spec no longer asks, as far as it tells which question took its place.
package struct SavedQuestion: Hashable, Sendable {
  /// What stands in the row's cells, by role.
  package var operation: String
  package var condition: String
  package var sentence: String
  package var kind = ""
}

/// Finds the questions that took the place of those that a spec no longer asks.
///
/// A question's id comes from its operation and region. Where the spec moves, the region is another one, and so is the id, though most of the
/// combinations are asked about still. The suite of the last generation says which these were: the question that asks about most of them is the
/// successor. Where the suite is missing, or older than that, the words of the saved row must do: questions of the same operation are compared by
/// the parts that their conditions and sentences share.
package struct SuccessorQuestions {
  /// The questions that are asked now, by their rows in the report.
  private let rows: [(id: String, key: Words, operation: String, kind: String)]
  private let analysed: AnalysedSpecification
  /// The generation whose questions were answered.
  private let earlier: EarlierSuite?

  /// Without the suite of the generation that asked the others, they are known only by what their rows say.
  package init(_ current: ReportTable, _ analysed: AnalysedSpecification, earlier: EarlierSuite?) {
    self.analysed = analysed
    self.earlier = earlier
    func text(_ role: ReportColumn.Role, _ row: ReportTable.Row) -> String {
      current.index(of: role).map { row.cells[$0].shownText } ?? ""
    }
    rows = current.rows.map { row in
      (
        row.key, Words(condition: text(.condition, row), sentence: text(.question, row)),
        Vocabulary.key(text(.operation, row)), Vocabulary.key(text(.kind, row))
      )
    }
  }

  /// By the id of a question that is gone: that of the question that took its place, which is its own where it is still asked.
  package func successors(of gone: [String: SavedQuestion]) -> [String: String] {
    let known = Set(rows.map(\.id))
    var successors: [String: String] = [:]
    for (id, saved) in gone.sorted(by: { $0.key < $1.key }) {
      if known.contains(id) {
        successors[id] = id
        continue
      }
      if let asked = earlier?.questions?.first(where: { $0.id == id }),
        let found = analysed.successor(of: asked.region, earlier?.factors ?? [])
      {
        successors[id] = found
        continue
      }
      let operation = Vocabulary.key(saved.operation)
      let words = Words(condition: saved.condition, sentence: saved.sentence)
      let kind = Vocabulary.key(saved.kind)
      let same = rows.filter { $0.operation == operation }
      let found = same.map { row in
        (
          id: row.id, score: row.key.likeness(to: words),
          isSameKind: kind.isEmpty || row.kind == kind
        )
      }.max {
        ($0.score.shared, $0.isSameKind ? 1 : 0, -$0.score.other, $1.id)
          < ($1.score.shared, $1.isSameKind ? 1 : 0, -$1.score.other, $0.id)
      }
      guard let found, found.score.shared > 0 || same.count == 1 else { continue }
      successors[id] = found.id
    }
    return successors
  }

  /// The pieces of a condition: phrases between commas, and the words in them.
  private struct Words {
    private let pieces: Set<String>
    private let words: Set<String>

    init(condition: String, sentence: String) {
      let text = condition.folded
      // Where the condition is always true, only the sentence tells.
      let source = text.isEmpty ? sentence.folded : text
      pieces = Set(
        source.replacing(" and ", with: ",").replacing("で、", with: ",").split {
          ",、。;".contains($0)
        }
        .map { String($0).trimmed }.filter { !$0.isEmpty }
      )
      words = Set(
        source.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter {
          !Self.empty.contains($0)
        }
      ).union(Self.pairs(of: source))
    }

    private static let empty: Set<String> = [
      "if", "the", "is", "are", "a", "an", "and", "or", "of", "to", "in", "what", "should",
      "happen", "on", "for", "anything", "except", "not", "than", "more", "always",
    ]

    /// Two letters beside each other, for a language without blanks.
    private static func pairs(of text: String) -> Set<String> {
      let letters = text.filter { $0.isLetter && !$0.isASCII }
      return Set(zip(letters, letters.dropFirst()).map { String([$0, $1]) })
    }

    /// How much two conditions share, and how much only one of them has.
    func likeness(to other: Words) -> (shared: Int, other: Int) {
      let sharedPieces = pieces.intersection(other.pieces).count
      let sharedWords = words.intersection(other.words).count
      return (
        sharedPieces * 4 + sharedWords,
        pieces.symmetricDifference(other.pieces).count
          + words.symmetricDifference(other.words).count
      )
    }
  }
}

extension SavedAnswers {
  /// What the rows of answered questions say, by their ids, that the spec no longer asks and no rule answers, or that it asks although it has
  /// the answer, “Decide later”; the states are those of the answers.
  package func orphans(_ states: [AnswerOutcome.State]) -> [String: SavedQuestion] {
    var orphans: [String: SavedQuestion] = [:]
    for (number, (answer, state)) in zip(answers, states).enumerated() {
      let isOrphan =
        switch state {
        case .stale: true
        case .known: findings[answer.question] != nil
        case .applied, .refused: false
        }
      guard isOrphan, answer.ownQuestion == nil, let row = savedQuestion(ofAnswer: number)
      else { continue }
      orphans[answer.question] = row
    }
    return orphans
  }
}

extension AnalysedSpecification {
  /// What would become of answers, measured against a day: `applied` where the spec can take one and has not yet.
  package func states(
    of answers: [QuestionAnswer],
    in file: AnswerFile,
    today: CalendarDate
  ) -> [AnswerOutcome.State] {
    answered(answers, in: file, today: today).outcomes.map(\.state)
  }
}
