import Combinatorics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The maximum sizes of the suites of the samples and of the specs of the first edition.
///
/// `FirstEdition` has the first edition's specs in today's language, with their gaps; `FirstSpecs` answers some.
struct SuiteSizeTests {
  struct Goal: CustomTestStringConvertible {
    var path: String
    /// Rows at depth `relevant` and strength 2, including open ones, of a greedy algorithm before questions were disjoint.
    var greedy: Int
    /// Rows for questions that no longer share a combination: one row used to meet two of them.
    var apart = 0
    /// Required rows that the greedy algorithm omitted; the proof is in the comment.
    var required = 0
    /// Rows that the search does not save; the minimum by integer programming is in the comment.
    var unsaved = 0
    /// The current maximum.
    var rows: Int

    var testDescription: String { path }
  }

  private static let edition = "Tests/TestDesignTests/Cases/FirstEdition"

  static let goals = [
    // `submit`: “more than 4 photos” and “1 to 4 photos, no comment”; before, 5 photos without a comment were in both. One more row shows
    // that a draft is deleted.
    Goal(path: "specs/tsukurepo-post.yaml", greedy: 62, apart: 1, rows: 60),
    Goal(path: "specs/payment-confirmation.yaml", greedy: 52, rows: 46),
    // Its questions are unchanged. `purchase` has a defined row only in `network_error/offline` and `background`: `finish` is open there,
    // everything else has another screen or none. Each of the two has one rule and reads nothing, so its only row is for review and has the
    // usual screen, and `purchase` needs one more. The 33 others are minimal by operation. No views and too many digits are separate
    // questions, and the outcome of the boost is separate from the screen; the usual case is one combination, so two rows for review are no
    // longer shared.
    Goal(path: "specs/boost-popup.yaml", greedy: 33, apart: 1, required: 1, unsaved: 2, rows: 35),
    // `apply` reads 2 baskets × 5 days × 2 uses: with 10 rows each day has exactly two, and each of its 4 pairs of basket and day, and of
    // use and day, is in one. The rules for valid days are closest to usual on the same day, in three rows for review, so there are 11.
    // Five more are next to conditions that rules with other results share: a valid day, another use.
    Goal(path: "specs/complete.yaml", greedy: 18, required: 6, rows: 24),
    // With `parts`; before, one row per item. Four rows for review are at bounds of the numbers that the items show.
    Goal(path: "specs/profile-screen.yaml", greedy: 60, rows: 57),
    // One row for review is next to a condition. The defined rows of `add_item` (seven variants, four of which read four factors, the
    // others fewer) could be 26 by integer programming, in addition to the rows for review; the search ends five rows above.
    Goal(path: "\(edition)/list.yaml", greedy: 59, required: 1, unsaved: 5, rows: 65),
    // `invite`: other roles, and owners who may not; `remove_member`: nobody to remove, and other roles. One is next to a condition that
    // two rules share.
    Goal(path: "\(edition)/share.yaml", greedy: 56, apart: 2, rows: 46),
    // `accept` takes 16 rows by itself, and 20 (by integer programming) in addition to its six rules' rows for review: all six have a valid
    // invitation, five of them nobody else on the list, so they share pairs. The greedy algorithm had 18 without rows for review. Three
    // more are next to a condition.
    Goal(path: "\(edition)/accept.yaml", greedy: 35, required: 6, rows: 41),
  ]

  @Test(arguments: goals)
  func `a suite has no more rows than a person would write`(goal: Goal) throws {
    let analysed = try SuiteSpecs.analysed(goal.path)
    let rows = try analysed.cases(earlier: nil, depth: .relevant, strength: 2, effort: .normal)
      .cases.count
    print("\(goal.path): \(rows) rows at relevant, \(goal.rows) at most")
    #expect(rows <= goal.rows)
    #expect(goal.rows <= goal.greedy + goal.apart + goal.required + goal.unsaved)
  }

  @Test(arguments: goals)
  func `a suite for review has a row per rule, exception, condition, question and case`(
    goal: Goal
  ) throws {
    let analysed = try SuiteSpecs.analysed(goal.path)
    let rows = try analysed.cases(earlier: nil, depth: .review, strength: 2, effort: .normal)
      .cases.count
    let specification = analysed.specification
    let questions = analysed.analysis.findings.count { finding in
      finding.isQuestion && finding.code != .openQuestion && finding.code != .unreadFactor
    }
    let most =
      specification.rules.count + analysed.shownOverrides.count
      + (try analysed.conditionTargets().count) + questions + specification.coverage.include.count
    print("\(goal.path): \(rows) rows for review, \(most) at most")
    #expect(rows <= most)
  }

  @Test func `all samples have a goal`() {
    #expect(SuiteSpecs.samples.count == 5)
    #expect(Set(Self.goals.map(\.path)).isSuperset(of: SuiteSpecs.samples))
  }
}
