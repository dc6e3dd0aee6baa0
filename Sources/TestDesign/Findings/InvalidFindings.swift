import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

extension FindingWriter {
  /// A question for each factor whose invalid values no rule of the spec names.
  mutating func findings(of unnamed: [UnnamedInvalid]) throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    let taken = Set(specification.rules.map(\.id))
    for var unnamed in unnamed where unnamed.isNamedNowhere {
      let decided = try store.difference(unnamed.rows, regions.undefined)
      let example = try example(of: decided, in: Cube(full: lowered.domains))
      let plain = example.flatMap { regions.winners(lowered.row($0)).first }
      unnamed.rule = plain ?? unnamed.rule
      let cube = lowered.named(lowered.cube(of: unnamed))
      let meaning = idParts(cube)
      let factor = specification.factors[unnamed.factor]
      let name = "\(specification.operations[unnamed.operations[0]].id)-\(factor.name)-invalid"
        .replacing("_", with: "-")
      let isFirst = regions.needsPrecedence([lowered.cube(of: unnamed)], in: unnamed.rows)
      let first = !isFirst ? nil : taken.contains(name) ? name + "-2" : name
      let condition = wording.condition(cube.literals)
      let unsaid = try unsaid(decided, in: lowered.cube(of: unnamed))
      let rules = wording.rules(about: Set(unnamed.operations.prefix(1)))
      let finding = Finding(
        code: .invalidLikeValid,
        severity: .error,
        id: ids.next("Q", ["invalid", specification.id, factor.name]),
        message: wording.invalidQuestion(condition, unnamed),
        span: factor.span,
        help: [
          say("if that is meant, say so in a rule: `when: {\(factor.name.asFlowScalar): any}`"),
          say(
            "if it never occurs, say so under `impossible`: `{when: {\(factor.name.asFlowScalar): invalid}, because: …}`"
          ),
        ],
        cube: cube,
        combinations: space.decimalCount([unnamed.rows]),
        ask: specification.owner,
        rules: [unnamed.rule],
        stub: wording.stub([cube], first: first),
        stubsInPlace: wording.stubsInPlace([cube], first: first),
        question: QuestionDetail(
          operation: unnamed.operations[0],
          condition: condition,
          asked: cube,
          example: example,
          region: [cube],
          assumed: wording.assumed(unsaid.assumed),
          reach: wording.reach(
            factors(toldApartBy: rules, for: lowered.cube(of: unnamed), among: unsaid.free)
          ),
          fingerprint: fingerprint(["invalid"], of: meaning)
        )
      )
      findings.append(finding)
    }
    return findings
  }
}

extension Wording {
  /// Asks what happens with invalid values, and says what happens as written.
  fileprivate func invalidQuestion(_ condition: String, _ unnamed: UnnamedInvalid) -> String {
    let result = quoted(outcome(of: specification.rules[unnamed.rule]))
    let operation = specification.operations[unnamed.operations[0]].label.onOneLine
    let variants = operationGroups(unnamed.operationValues).map(variants).joined()
    return language.choose(
      "What happens \(condition)? As written, it is treated like any other: \(EnglishGrammar.term(operation))\(variants) → \(result)",
      "\(condition)、どうなりますか？ 今の記載では、ほかと同じ扱いです：\(JapaneseGrammar.quoted(operation))\(variants)→\(result)"
    )
  }

  /// A line for an amount whose zero is treated like any other number.
  func zeroLikeOthers(_ unnamed: UnnamedInvalid) -> String {
    let factor = specification.factors[unnamed.factor]
    let zero = factor.values[unnamed.values[0]].label
    let result = quoted(outcome(of: specification.rules[unnamed.rule]))
    let operation = specification.operations[unnamed.operations[0]].label.onOneLine
    let below =
      factor.isMoney
      ? language.choose(
        ", and less (a refund, a correction) does not occur",
        "（返金・訂正などで0未満になることはない）"
      ) : ""
    return language.choose(
      "\(EnglishGrammar.quoted(factor.label.onOneLine)) of \(zero) is treated like any other\(below): \(EnglishGrammar.term(operation)) → \(result)",
      "\(JapaneseGrammar.quoted(factor.label.onOneLine))が\(zero)でもほかの値と同じ扱いとする\(below)：\(JapaneseGrammar.quoted(operation))→\(result)"
    )
  }

  /// A line for operations that treat invalid values like any other.
  func invalidElsewhere(_ unnamed: UnnamedInvalid) -> String {
    let values = unnamed.values.map { specification.factors[unnamed.factor].values[$0].label }
    let factor = specification.factors[unnamed.factor].label.onOneLine
    let operations = unnamed.operations.map { specification.operations[$0].label.onOneLine }
    switch language {
    case .english:
      let list = EnglishGrammar.list(operations.map(EnglishGrammar.quoted), "and")
      let condition = "\(EnglishGrammar.quoted(factor)) is \(EnglishGrammar.list(values, "or"))"
      return "On \(list), it makes no difference if \(condition)"
    case .japanese:
      let list = operations.map(JapaneseGrammar.quoted).joined(separator: "・")
      return "\(list)は、\(JapaneseGrammar.quoted(factor))が\(values.joined(separator: "・"))でも同じ"
    }
  }
}
