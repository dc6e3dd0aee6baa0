package import TestDesign
package import Text

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
        case .known: findings[answer.question] != nil
        case .applied, .refused: false
        }
      return isOrphan && answer.ownQuestion == nil ? answer.question : nil
    }
  }
}
