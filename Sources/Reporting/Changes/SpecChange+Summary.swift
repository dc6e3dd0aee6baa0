import TestDesign

extension SpecChange {
  /// How many cases became what: `1 added, 3 with another result, 12 as before`.
  var caseCounts: String {
    switch outcome {
    case .added(let count, let analysis):
      let questions = analysis.openQuestions.count
      let open = questions == 0 ? "no open questions" : counted(questions, "open question")
      return "a new spec: \(counted(count, "case")), \(open)"
    case .removed(let count):
      return "the spec is gone, with its \(counted(count, "case"))"
    case .compared(let suite, _):
      let phrases: [(CaseChange.Kind, String)] = [
        (.expectation, "with another result"), (.setup, "with another setup"),
        (.reworded, "reworded"), (.added, "added"), (.retired, "retired"), (.kept, "as before"),
      ]
      let parts = phrases.compactMap { kind, phrase in
        let count = suite.cases(kind).count
        return count > 0 ? "\(count) \(phrase)" : nil
      }
      return parts.isEmpty ? "no cases" : "cases: " + parts.joined(separator: ", ")
    }
  }

  /// What is left of the testers' results: `results: 3 void, 1 to check again`; `nil` where all stand.
  var resultCounts: String? {
    guard case .compared(let suite, _) = outcome else { return nil }
    let void = suite.cases.count { $0.standing == .void }
    let again = suite.cases.count { $0.standing == .checkAgain }
    let parts =
      (void > 0 ? ["\(void) void"] : []) + (again > 0 ? ["\(again) to check again"] : [])
    return parts.isEmpty ? nil : "results: " + parts.joined(separator: ", ")
  }

  /// `specs/post.yaml`, or how both versions are called where the names do not say it by themselves.
  var versions: String {
    switch (oldName, newName) {
    case (let old?, let new?): "\(old) → \(new)"
    case (let one?, nil), (nil, let one?): one
    case (nil, nil): ""
    }
  }
}
