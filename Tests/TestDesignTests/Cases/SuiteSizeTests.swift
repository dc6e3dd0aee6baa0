import Combinatorics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// How many rows the suites of the samples and the first specs have at most.
struct SuiteSizeTests {
  struct Goal: CustomTestStringConvertible {
    var path: String
    /// Rows at depth `relevant` and strength 2 that a greedy reached without search, open questions included.
    var rows: Int
    /// Questions that later changes of the language add to the spec, a row each; the reason stands beside.
    var addedQuestions = 0

    var testDescription: String { path }
  }

  private static let first = "Tests/SpecificationTests/FirstSpecs"

  static let goals = [
    Goal(path: "specs/tsukurepo-post.yaml", rows: 62),
    Goal(path: "specs/payment-confirmation.yaml", rows: 52),
    Goal(path: "specs/boost-popup.yaml", rows: 33),
    Goal(path: "specs/complete.yaml", rows: 18),
    // With `parts`; one row per item before.
    Goal(path: "specs/profile-screen.yaml", rows: 60),
    Goal(path: "\(first)/list.yaml", rows: 59),
    Goal(path: "\(first)/share.yaml", rows: 56),
    Goal(path: "\(first)/accept.yaml", rows: 35),
  ]

  @Test(arguments: goals)
  func `a suite has no more rows than a person would write`(goal: Goal) throws {
    let analysed = try SuiteSpecs.analysed(goal.path)
    let rows = try analysed.cases(earlier: nil, depth: .relevant, strength: 2, effort: .normal)
      .cases.count
    print("\(goal.path): \(rows) rows at relevant, \(goal.rows) + \(goal.addedQuestions) at most")
    #expect(rows <= goal.rows + goal.addedQuestions)
  }

  @Test(arguments: goals)
  func `a suite for review has a row per rule, question and case`(goal: Goal) throws {
    let analysed = try SuiteSpecs.analysed(goal.path)
    let rows = try analysed.cases(earlier: nil, depth: .review, strength: 2, effort: .normal)
      .cases.count
    let specification = analysed.specification
    let questions = analysed.analysis.findings.count { finding in
      finding.isQuestion && finding.code != .openQuestion && finding.code != .unreadFactor
    }
    let most =
      specification.rules.count + questions + specification.coverage.include.count
    print("\(goal.path): \(rows) rows for review, \(most) at most")
    #expect(rows <= most)
  }

  @Test func `all specs of the repository have a goal`() {
    #expect(Set(Self.goals.map(\.path)) == Set(SuiteSpecs.paths))
  }
}
