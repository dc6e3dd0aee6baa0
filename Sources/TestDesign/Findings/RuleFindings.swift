import Combinatorics
import Diagnostics
import Specification

extension FindingWriter {
  /// Rules that never apply, with the reason.
  mutating func unreachableRules() throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    for (rule, declaredRule) in specification.rules.enumerated()
    where regions.wins[rule] == .empty {
      var finding = Finding(
        code: .unreachableRule,
        severity: .warning,
        id: ids.next("F", ["unreachable", specification.id, idPart(ofRule: rule)]),
        message: "",
        span: declaredRule.span,
        combinations: "0",
        rules: [rule]
      )
      if regions.matches[rule] == .empty {
        let conflict = conflict(
          try space.minimalConflict(with: try store.diagram(of: lowered.rules[rule]))
        )
        finding.message =
          "`\(declaredRule.id)` applies to no combination: its condition can never be met"
        finding.related = conflict.places
        finding.help = conflict.notes + ["change `when` or what excludes it, or remove the rule"]
      } else {
        let takers = try takers(of: rule)
        finding.message =
          "`\(declaredRule.id)` never applies: \(names(ofRules: takers)) \(takers.count == 1 ? "overrides" : "override") it everywhere"
        finding.related = takers.map {
          Diagnostic.Related(
            span: specification.rules[$0].span,
            message: "`\(specification.rules[$0].id)` overrides it"
          )
        }
        finding.rules += takers
        finding.help = ["remove the rule, or narrow the rules that override it"]
      }
      findings.append(finding)
    }
    return findings
  }

  /// Rules that together override a rule wherever it covers; none of them can be spared.
  private func takers(of rule: Int) throws(LimitExceeded) -> [Int] {
    let candidates = regions.precedence.over[rule].map(\.rule)
    // What is left of the rule by the candidates in front of each one; those behind it that stay are gathered on the way.
    var left = [regions.matches[rule]]
    for candidate in candidates.dropLast() {
      left.append(try store.difference(left[left.count - 1], regions.matches[candidate]))
    }
    var behind = Diagram.empty
    var takers: [Int] = []
    for (place, candidate) in candidates.enumerated().reversed()
    where try !space.isWithin(left[place], behind) {
      takers.append(candidate)
      behind = try store.union(behind, regions.matches[candidate])
    }
    takers.reverse()
    return takers
  }

  /// Rules without a condition.
  mutating func catchAllRules() -> [Finding] {
    var findings: [Finding] = []
    for (rule, declaredRule) in specification.rules.enumerated()
    where declaredRule.when.isUnconditional {
      findings.append(
        Finding(
          code: .catchAllRule,
          severity: .warning,
          id: ids.next("F", ["catch-all", specification.id, idPart(ofRule: rule)]),
          message: "`\(declaredRule.id)` has no condition, so it hides every later gap",
          span: declaredRule.span,
          help: ["name in `when` the operations it is meant for"],
          rules: [rule]
        )
      )
    }
    return findings
  }

  /// Results that nobody can observe.
  mutating func vagueResults() -> [Finding] {
    var findings: [Finding] = []
    for (rule, declaredRule) in specification.rules.enumerated() {
      guard case .then(let results) = declaredRule.outcome else { continue }
      for result in results {
        guard let word = VagueWords.first(in: result.text) else { continue }
        findings.append(
          Finding(
            code: .vagueResult,
            severity: .note,
            id: ids.next("F", ["vague", specification.id, idPart(ofRule: rule), result.text]),
            message: "“\(word)” names nothing that a tester can observe",
            span: result.span,
            help: ["describe what is seen, heard, stored or sent"],
            rules: [rule]
          )
        )
      }
    }
    return findings
  }
}
