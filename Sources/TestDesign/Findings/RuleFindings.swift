import Combinatorics
import Diagnostics
import Specification
import Text

extension FindingWriter {
  /// Returns findings on rules that never win, with the reason; house rules are left out since other specs may need them.
  mutating func unreachableRules() throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    for (rule, declaredRule) in specification.rules.enumerated()
    where regions.wins[rule] == .empty && declaredRule.house == nil {
      if regions.additions.contains(where: { $0.rule == rule && $0.rows != .empty }) { continue }
      var finding = Finding(
        code: .unreachableRule,
        id: ids.next("F", ["unreachable", specification.id, idPart(ofRule: rule)]),
        message: "",
        span: declaredRule.span,
        combinations: "0",
        rules: [rule]
      )
      if regions.matches[rule] == .empty {
        let statements = try space.minimalConflict(
          with: try store.diagram(of: lowered.rules[rule])
        )
        // An open rule states nothing that could be wrong.
        if declaredRule.results != nil, !declaredRule.isDrafted,
          let entry = lowered.onlyEntry(statements)
        {
          findings.append(contradiction(of: rule, with: entry, finding))
          continue
        }
        let conflict = conflict(statements)
        finding.message = say(
          "`\(declaredRule.id)` applies to no combination: its condition can never be met"
        )
        finding.related = conflict.places
        finding.help =
          conflict.notes + [say("change `when` or what excludes it, or remove the rule")]
      } else {
        let takers = try takers(of: rule)
        finding.message = say("`\(declaredRule.id)` never applies: \(sentence(takers))")
        finding.related = (takers.first + takers.exceptions).map { taker in
          Diagnostic.Related(
            span: specification.rules[taker].span,
            message: takers.first.contains(taker)
              ? say("`\(specification.rules[taker].id)` comes first")
              : say("`\(specification.rules[taker].id)` is its exception")
          )
        }
        finding.rules += takers.first + takers.exceptions
        finding.help = [
          takers.first.isEmpty
            ? say("remove the rule, or narrow its exceptions")
            : say("remove the rule, or change `precedence` or the `when` of what comes first")
        ]
      }
      findings.append(finding)
    }
    return findings
  }

  /// Returns the finding that asks which one holds: a rule, or the entry of `impossible` that excludes it.
  private mutating func contradiction(
    of rule: Int,
    with entry: Int,
    _ finding: Finding
  ) -> Finding {
    let impossibility = specification.impossible[entry]
    var finding = finding
    finding.code = .excludedRule
    finding.id = ids.next("Q", ["excluded", specification.id, idPart(ofRule: rule)])
    finding.message = wording.whichHolds(rule, entry)
    finding.related = [
      Diagnostic.Related(span: impossibility.span, message: say("this entry of `impossible`"))
    ]
    finding.help = [say("remove the rule, or narrow the `when` of one of the two")]
    finding.question = QuestionDetail(
      condition: wording.condition(of: specification.rules[rule].when),
      fingerprint: Self.fingerprint(
        ["excluded"],
        of: [idPart(ofRule: rule)] + idParts(impossibility.when)
      )
    )
    return finding
  }

  /// Returns findings on rules with values that never occur together with the rest of their condition.
  mutating func partlyDeadRules() throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    for (rule, declared) in specification.rules.enumerated()
    where declared.house == nil && regions.shown(rule) != .empty {
      var dead: [NamedCube.Literal] = []
      for alternative in declared.when.alternatives {
        let cube = lowered.cube(of: alternative)
        for term in alternative.terms
        where term.namesValues && !term.isAny && term.factor != lowered.operationFactor {
          let listed = term.values.filter { value in
            let value = specification.factors[term.factor].values[value]
            return value.number == nil && !value.isNeighbour
          }
          // A list of all values means any value.
          let valid = specification.factors[term.factor].values.count { !$0.isInvalid }
          guard listed.count > 1 || declared.when.alternatives.count > 1, listed.count < valid
          else { continue }
          var values: [Int] = []
          for value in listed {
            var part = cube
            part.restrict(term.factor, to: [value])
            if try !space.rows.intersects(part) { values.append(value) }
          }
          if !values.isEmpty {
            dead.append(.init(factor: term.factor, values: values))
          }
        }
      }
      guard let first = dead.first else { continue }
      let factor = specification.factors[first.factor]
      let values = first.values.map { "`\(factor.values[$0].id)`" }.joined(separator: ", ")
      let finding = Finding(
        code: .partlyUnreachable,
        id: ids.next("F", ["partly", specification.id, idPart(ofRule: rule)]),
        message: say(
          "`\(declared.id)` names \(values) of `\(factor.name)`, which never occurs with the rest of its condition"
        ),
        span: declared.span,
        help: [say("leave it out, or change `impossible` or `only_when`")],
        rules: [rule]
      )
      findings.append(finding)
    }
    return findings
  }

  /// The rules that together beat a rule everywhere: by `precedence`, and as exceptions.
  private typealias Takers = (first: [Int], exceptions: [Int])

  private func sentence(_ takers: Takers) -> String {
    let first = names(ofRules: takers.first)
    let exceptions = names(ofRules: takers.exceptions)
    if takers.exceptions.isEmpty {
      return takers.first.count == 1
        ? say("\(first) comes first everywhere") : say("\(first) come first everywhere")
    }
    let isOne = takers.exceptions.count == 1
    if takers.first.isEmpty {
      return isOne
        ? say("its exception \(exceptions) covers all of it")
        : say("its exceptions \(exceptions) cover all of it")
    }
    let come = takers.first.count == 1 ? say("\(first) comes first") : say("\(first) come first")
    return isOne
      ? say("\(come), and its exception \(exceptions) covers the rest")
      : say("\(come), and its exceptions \(exceptions) cover the rest")
  }

  /// Returns a minimal set of rules that beat a rule everywhere.
  private func takers(of rule: Int) throws(LimitExceeded) -> Takers {
    let parts = lowered.parts
    // Precedence on one operation holds on every operation that both rules name.
    let first = Set(
      parts.of(rule: rule).flatMap { regions.precedence.before($0).map { parts[$0].rule } }
    )
    var exceptions: [Int: [Diagram]] = [:]
    for exception in parts.of(rule: rule).flatMap({ regions.exceptions.of[$0] })
    where !first.contains(parts[exception].rule) {
      exceptions[parts[exception].rule, default: []].append(regions.inPlay[exception])
    }
    try space.charge(comparisons: first.count + exceptions.count)
    // Precedence is applied first, so it is also the first reason given.
    var candidates = first.sorted().map { (rule: $0, rows: regions.matches[$0]) }
    for (exception, rows) in exceptions.sorted(by: { $0.key < $1.key }) {
      candidates.append((exception, try store.union(rows)))
    }
    // `left` has what remains of the rule before each candidate; `behind` collects the rows of later candidates that were kept.
    var left = [regions.matches[rule]]
    for candidate in candidates.dropLast() {
      left.append(try store.difference(left[left.count - 1], candidate.rows))
    }
    var behind = Diagram.empty
    var takers: [Int] = []
    for (place, candidate) in candidates.enumerated().reversed()
    where try !space.isWithin(left[place], behind) {
      takers.append(candidate.rule)
      behind = try store.union(behind, candidate.rows)
    }
    return (
      takers.filter(first.contains).sorted(), takers.filter { !first.contains($0) }.sorted()
    )
  }

  /// Returns the finding that asks for the text in place of a filler such as "TBD".
  private mutating func filler(_ filler: String, _ result: Rule.Result, _ rule: Int) -> Finding {
    let text = wording.quoted(result.text.onOneLine)
    let part = ["filler", specification.id, idPart(ofRule: rule), result.text]
    return Finding(
      code: .fillerResult,
      id: ids.next("Q", part),
      message: say("What stands in place of “\(filler)” in \(text)?"),
      span: result.span,
      help: [say("write the text that is shown")],
      rules: [rule],
      question: QuestionDetail(
        condition: wording.condition(of: specification.rules[rule].when),
        fingerprint: Self.fingerprint(["filler"], of: part)
      )
    )
  }

  /// Returns findings on results of the spec's own rules that nobody can observe.
  mutating func vagueResults() -> [Finding] {
    var findings: [Finding] = []
    var refusals: [(rule: Int, result: Rule.Result)] = []
    for (rule, declaredRule) in specification.rules.enumerated() {
      guard case .then(let results) = declaredRule.outcome, declaredRule.house == nil else {
        continue
      }
      for result in results {
        if let filler = VagueWords.filler(in: result.text) {
          findings.append(self.filler(filler, result, rule))
        } else if let word = VagueWords.first(in: result.text) {
          findings.append(
            vague(say("“\(word)” names nothing that a tester can observe"), [(rule, result)])
          )
        } else if VagueWords.refusal(in: result.text) != nil {
          refusals.append((rule, result))
        }
      }
    }
    guard let first = refusals.first else { return findings }
    // Such a spec tends to have many refusals: one note is enough.
    let message =
      refusals.count == 1
      ? say("“\(VagueWords.refusal(in: first.result.text) ?? "")” does not say what is shown")
      : say("\(refusals.count) results refuse something and do not say what is shown")
    return findings + [vague(message, refusals)]
  }

  private mutating func vague(
    _ message: String,
    _ places: [(rule: Int, result: Rule.Result)]
  ) -> Finding {
    let (rule, result) = places[0]
    return Finding(
      code: .vagueResult,
      id: ids.next("F", ["vague", specification.id, idPart(ofRule: rule), result.text]),
      message: message,
      span: result.span,
      help: [say("describe what is seen, heard, stored or sent")],
      related: places.dropFirst().prefix(Self.shownPlaces).map {
        Diagnostic.Related(span: $0.result.span, message: say("here, too"))
      },
      rules: places.map(\.rule)
    )
  }

  /// The maximum number of further places that a note on refusals shows.
  private static let shownPlaces = 5
}
