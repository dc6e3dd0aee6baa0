import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// What an analysis says of every combination, in the names of the spec that the analysed one was made from.
struct Judgement {
  /// What is said of one combination.
  struct Verdict: Hashable {
    var status: String
    /// The ids of the rules that win, in alphabetical order.
    var winners: [String]
  }

  /// A combination: its cells in alphabetical order.
  typealias Point = [String]

  let analysed: AnalysedSpecification
  /// By combination of before: the verdicts on all that it became.
  private(set) var verdicts: [Point: [Verdict]] = [:]
  /// By combination of before: for all that it became the ids of the questions met.
  private(set) var met: [Point: Set<Set<String>>] = [:]
  /// By id of a question: the combinations of before of which one meets it.
  private(set) var questions: [String: Set<Point>] = [:]

  /// `nil` where only the space shows that the spec is wrong.
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
      // The list is the oracle's: what it lists the engine must know.
      let said = try #require(judge.verdict(on: combination), "\(point)")
      let winners = said.winners.map { changed.before(rule: oracle.rules[$0].id) }.sorted()
      verdicts[point, default: []].append(Verdict(status: said.status.rawValue, winners: winners))
      met[point, default: []].insert(Set(said.questions))
      for question in said.questions { questions[question, default: []].insert(point) }
    }
  }

  /// What is asked: each question is the set of the combinations that it is about.
  var family: Set<Set<Point>> { Set(questions.values) }

  /// True if it is asked if a factor that nothing reads matters.
  func saysUnread(_ factor: String) -> Bool {
    analysed.analysis.findings.contains { finding in
      finding.code == .unreadFactor
        && (finding.stub ?? finding.help.joined(separator: "\n")).contains(factor)
    }
  }

  /// The places of the statements under `impossible` that are reported to be redundant.
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

  /// What the checker says of the suite.
  func suiteComplaints() throws -> [String] {
    try analysed.verify(try analysed.cases(earlier: nil)).complaints
  }
}
