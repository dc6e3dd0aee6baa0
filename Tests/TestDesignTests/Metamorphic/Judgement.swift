import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The verdict of an analysis on every combination, in the names of the original spec.
struct Judgement {
  struct Verdict: Hashable {
    var status: String
    /// The sorted ids of the winning rules.
    var winners: [String]
  }

  /// A combination: its cells in alphabetical order.
  typealias Point = [String]

  let analysed: AnalysedSpecification
  /// The verdicts on all images of each original combination.
  private(set) var verdicts: [Point: [Verdict]] = [:]
  /// The question ids of all images of each original combination.
  private(set) var met: [Point: Set<Set<String>>] = [:]
  /// The original combinations of each question, by id.
  private(set) var questions: [String: Set<Point>] = [:]

  /// Creates the judgement, or `nil` if only the space shows that the spec is invalid.
  init?(_ changed: ChangedSpec) throws {
    let read = ReadSpec(changed.spec)
    var specification = try #require(read.specification, "\(read.mistakes)")
    specification.coverage.strength = changed.spec.strength
    guard let analysed = try analyse(specification, today: testDay).value else { return nil }
    self.analysed = analysed
    let oracle = Oracle(changed.spec)
    let judge = Verdicts(analysed)
    for numbers in oracle.combinations {
      let point = zip(oracle.factors, numbers).compactMap { factor, value in
        changed.before(factor.name, value.map { factor.values[$0].id })
      }.sorted()
      let combination = Combination(
        values: Array(numbers.dropLast()),
        operation: (numbers.last ?? nil) ?? 0
      )
      // The oracle lists the combinations, and the engine must know each.
      let said = try #require(judge.verdict(on: combination), "\(point)")
      let winners = said.winners.map { changed.before(rule: oracle.rules[$0].id) }.sorted()
      verdicts[point, default: []].append(Verdict(status: said.status.rawValue, winners: winners))
      met[point, default: []].insert(Set(said.questions))
      for question in said.questions { questions[question, default: []].insert(point) }
    }
  }

  /// The questions, each as the set of its combinations.
  var family: Set<Set<Point>> { Set(questions.values) }

  /// True if a question asks about the relevance of an unread factor.
  func saysUnread(_ factor: String) -> Bool {
    analysed.analysis.findings.contains { finding in
      finding.code == .unreadFactor
        && (finding.stub ?? finding.help.joined(separator: "\n")).contains(factor)
    }
  }

  /// The indices of the statements under `impossible` reported as redundant.
  var redundant: Set<Int> {
    let impossible = analysed.specification.impossible
    return Set(
      impossible.indices.filter { number in
        analysed.analysis.findings.contains {
          $0.code == .redundantConstraint && $0.span == impossible[number].span
        }
      }
    )
  }

  /// Returns the checker's complaints about the suite.
  func suiteComplaints() throws -> [String] {
    try analysed.verify(try analysed.cases(earlier: nil)).complaints
  }
}
