import Combinatorics
import Diagnostics
import TestSupport
import Testing

@testable import Specification
@testable import TestDesign

/// The repair proposed for a contradiction closes it, opens nothing and leaves every rule reachable.
@Suite struct RepairTests {
  @Test(arguments: 0..<4)
  func `a proposed list of precedence does what it says, and nothing else`(part: Int) throws {
    var tried = 0
    for seed in stride(from: part, to: Seeds.share(400), by: 4) {
      guard let random = try RandomAnalysis(seed: UInt64(seed)) else { continue }
      tried += try expectRepaired(random.analysed, "seed \(seed)")
    }
    #expect(tried > Seeds.count / 20)
  }

  /// In file order, a general rule would precede its own exception.
  @Test func `an exception is never listed behind its general rule`() throws {
    let analysed = try analysed(
      spec(
        """
        states: {card: [good, expired], age: [child, adult], copy: [there, lost]}
        operations: {lend: Lend}
        rules:
          lend:
            - {id: expired, when: {card: expired}, then: The card is renewed first}
            - {id: expired-child, when: {card: expired, age: child}, then: A parent is asked}
            - {id: lost, when: {copy: lost}, then: The loss is noted}
            - {id: lent, when: {card: good, copy: there}, then: The book is lent}
        """
      )
    )
    #expect(try expectRepaired(analysed, "lend") > 0)
    let help = analysed.analysis.findings.flatMap(\.help)
    #expect(!help.contains { $0.contains("[expired, expired-child") }, "\(help)")
  }

  /// Tries all proposed lists and returns their number.
  private func expectRepaired(_ before: AnalysedSpecification, _ name: String) throws -> Int {
    let specification = before.specification
    var tried = 0
    for finding in before.analysis.findings where finding.code == .contradictoryRules {
      for help in finding.help {
        let lists = help.matches(of: /\[([^\[\]]+)\]/).map { match in
          match.output.1.split(separator: ", ").map {
            $0.trimmingPrefix("\"").prefix { $0 != "\"" }
          }
        }
        guard !lists.isEmpty else { continue }
        var repaired = specification
        for ids in lists {
          let rules = try ids.map { id in
            id == "others"
              ? nil
              : try #require(
                specification.rules.firstIndex { $0.id == id && $0.house == nil },
                "\(help)"
              )
          }
          repaired.precedence.append(
            PrecedenceList(
              entries: rules.map { .init(rule: $0, span: finding.span) },
              span: finding.span
            )
          )
          // Additional requirements of the help.
          if help.contains("`because`"), let first = rules[0] {
            repaired.rules[first].because = "Agreed"
          }
        }
        let checked = try analyse(repaired, today: testDay)
        let after = try #require(checked.value, "\(name): \(help)\n\(checked.diagnostics)")
        tried += 1
        let comment: Comment = "\(name): \(help)"
        let own = (finding.question?.disagreements ?? []).map { "\($0.rules)" }
        #expect(questions(after).isDisjoint(with: own), comment)
        #expect(questions(after).subtracting(questions(before)).isEmpty, comment)
        #expect(after.analysis.counts.undefined == before.analysis.counts.undefined, comment)
        // A dead rule may turn out to have the result of the first one.
        #expect(Set(dead(after)).isSubset(of: dead(before)), comment)
      }
    }
    return tried
  }

  private func questions(_ analysed: AnalysedSpecification) -> Set<String> {
    // Contradictory pairs and undefined combinations may be grouped differently once some are settled.
    Set(
      analysed.analysis.openFindings.filter(\.isQuestion).flatMap { finding in
        switch finding.code {
        case .contradictoryRules: (finding.question?.disagreements ?? []).map { "\($0.rules)" }
        case .undefinedCombination: [String]()
        default: [finding.id]
        }
      }
    )
  }

  private func dead(_ analysed: AnalysedSpecification) -> [Int] {
    analysed.regions.wins.indices.filter { analysed.regions.wins[$0] == .empty }
  }
}
