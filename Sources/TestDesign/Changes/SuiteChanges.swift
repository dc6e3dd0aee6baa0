package import Specification
import Text

/// What changed for testers and for those who answer questions between an earlier suite and a new one.
package struct SuiteChanges: Sendable {
  /// That a suite was made for another depth or strength than the one before.
  package struct Extent<Value: Hashable & Sendable>: Hashable, Sendable {
    package var before: Value
    package var after: Value
  }

  /// Every case of the new suite in its order, then what is gone by id; cases retired before the earlier suite are left out.
  package var cases: [CaseChange]
  /// `nil` where it is the same, or the earlier suite does not say.
  package var depth: Extent<Depth>?
  package var strength: Extent<Int>?
  /// Factors and values that are the same thing under a new name.
  package var renames: [EarlierNames.Rename]
  /// What the spec says now of its factors and, where the earlier suite says what they were, of its rules, and did not say before.
  package var specification: [SpecificationDifference]
  /// Questions of today that were not open; `nil`, as `closedQuestions` then is too, where the earlier suite does not say what was.
  package var openedQuestions: [EarlierSuite.Question]?
  package var closedQuestions: [EarlierSuite.Question]?
  /// By id of a closed question: the rules (numbers in `Specification.rules`) that decide now the cases that met it.
  package var answers: [String: [Int]] = [:]

  /// Compares two suites of a spec.
  ///
  /// - Parameters:
  ///   - earlier: What the last generation left.
  ///   - matrix: The suite that was made on top of it: what has the same id is the same case.
  ///   - specification: The spec of the new suite.
  ///   - analysis: The findings of that spec.
  package init(
    from earlier: EarlierSuite,
    to matrix: TestMatrix,
    of specification: Specification,
    _ analysis: Analysis
  ) {
    let comparison = CaseComparison(earlier, specification)
    let before = Dictionary(earlier.cases.map { ($0.id, $0) }) { first, _ in first }
    let now = Set(matrix.cases.map(\.id))
    let gone = earlier.cases.filter { !now.contains($0.id) }.sorted { $0.id < $1.id }
    cases =
      matrix.cases.map { comparison.change(from: before[$0.id], to: $0) }
      + gone.map(comparison.retired)
    depth = earlier.depth.flatMap {
      $0 == matrix.depth ? nil : Extent(before: $0, after: matrix.depth)
    }
    strength = earlier.strength.flatMap {
      $0 == matrix.strength ? nil : Extent(before: $0, after: matrix.strength)
    }
    renames = comparison.names.renames
    self.specification =
      SpecificationDifference.ofFactors(earlier.factors, comparison.names, in: specification)
      + (earlier.rules.map {
        SpecificationDifference.ofRules($0, EarlierRule.all(of: specification))
      } ?? [])
    if let were = earlier.questions {
      let are = analysis.openQuestions
      openedQuestions = Self.those(of: are, notIn: were)
      closedQuestions = Self.those(of: were, notIn: are)
    }
    answers = Self.answers(to: closedQuestions ?? [], earlier, matrix)
  }

  private static func answers(
    to questions: [EarlierSuite.Question],
    _ earlier: EarlierSuite,
    _ matrix: TestMatrix
  ) -> [String: [Int]] {
    guard !questions.isEmpty else { return [:] }
    let closed = Set(questions.map(\.id))
    let now = Dictionary(matrix.cases.map { ($0.id, $0) }) { first, _ in first }
    var answers: [String: [Int]] = [:]
    for testCase in earlier.cases {
      guard let decided = now[testCase.id] else { continue }
      for id in testCase.questions where closed.contains(id) {
        let parts = decided.parts.filter { $0.status == .defined }.flatMap(\.rules)
        let rules = parts.isEmpty && decided.status == .defined ? decided.rules : parts
        for rule in rules where answers[id]?.contains(rule) != true {
          answers[id, default: []].append(rule)
        }
      }
    }
    return answers
  }

  /// The cases of one kind.
  package func cases(_ kind: CaseChange.Kind) -> [CaseChange] { cases.filter { $0.kind == kind } }

  /// True if there is anything that a tester or whoever answers questions has to know.
  package var isEmpty: Bool {
    depth == nil && strength == nil && renames.isEmpty && specification.isEmpty
      && cases.allSatisfy { $0.kind == .kept }
      && (openedQuestions ?? []).isEmpty && (closedQuestions ?? []).isEmpty
  }

  /// Questions that others do not have, neither by id nor, since a new name of a factor gives a question a new id, by their words.
  private static func those(
    of questions: [EarlierSuite.Question],
    notIn others: [EarlierSuite.Question]
  ) -> [EarlierSuite.Question] {
    let ids = Set(others.map(\.id))
    let messages = Set(others.map { FoldedText($0.message) })
    return questions.filter {
      !ids.contains($0.id) && !messages.contains(FoldedText($0.message))
    }
  }
}

/// Which findings of a spec came and which went between two versions of it.
package struct FindingChanges: Sendable {
  /// Findings of the new version that the old one has not, in the order of the new one.
  package var opened: [Finding]
  /// Findings of the old version that the new one has not, in the order of the old one.
  package var closed: [Finding]

  /// Compares two analyses.
  ///
  /// A new name of a factor gives a question a new id: one that reads the same is the same.
  package init(from old: Analysis, to new: Analysis) {
    opened = Self.those(of: new.findings, notIn: old.findings)
    closed = Self.those(of: old.findings, notIn: new.findings)
  }

  private static func those(of findings: [Finding], notIn others: [Finding]) -> [Finding] {
    let ids = Set(others.map(\.id))
    let messages = Set(others.map { [$0.code.rawValue, $0.message] })
    return findings.filter {
      !ids.contains($0.id) && !messages.contains([$0.code.rawValue, $0.message])
    }
  }
}
