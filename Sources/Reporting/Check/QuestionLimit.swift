import TestDesign

/// Which findings of a spec are shown where a reader is not to be flooded: of each operation the first few questions.
enum QuestionLimit {
  /// An entry of the list to show.
  enum Entry {
    case finding(Finding)
    /// Stands behind the last shown question of its operation.
    case rest(Rest)
  }

  /// What is left out of one operation.
  struct Rest: Hashable {
    /// The number of the operation in `Specification.operations`.
    var operation: Int
    var questions: Int
    /// The sum of what the questions left out stand for; two questions may share combinations.
    var combinations: CombinationCount
  }

  /// The findings in their order, of each operation at most `limit` questions.
  ///
  /// The limit counts from 1, `nil` shows all. A rule's own question that spans several operations is always shown.
  static func entries(of findings: [Finding], limit: Int?) -> [Entry] {
    guard let limit else { return findings.map(Entry.finding) }
    /// By operation, the places of its questions in `findings`.
    var questions: [Int: [Int]] = [:]
    for (index, finding) in findings.enumerated() {
      if let operation = finding.question?.operation {
        questions[operation, default: []].append(index)
      }
    }
    return findings.enumerated().flatMap { index, finding -> [Entry] in
      guard let operation = finding.question?.operation, let all = questions[operation],
        all.count > limit
      else { return [.finding(finding)] }
      if index == all[limit - 1] {
        let left = all[limit...].map { CombinationCount(findings[$0].combinations ?? "0") }
        let sum = left.reduce(CombinationCount("0"), +)
        let rest = Rest(operation: operation, questions: left.count, combinations: sum)
        return [.finding(finding), .rest(rest)]
      }
      return index < all[limit - 1] ? [.finding(finding)] : []
    }
  }
}
