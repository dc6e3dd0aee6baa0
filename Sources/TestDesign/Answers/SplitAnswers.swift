import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

/// Plans answers that depend on a factor.
extension AnswerPlanner {
  /// Splits a question by an answer that gives results by part, with an open question for the rest, or that only names a factor.
  func split(_ answer: QuestionAnswer, of question: AskedQuestion) throws(AnswerReason) -> [Way] {
    guard let cubes = question.cubes else { throw elsewhere }
    let ways = wording.parts(of: question.finding)
    if let parts = ways.first(where: { $0.isAnswered(by: answer.text) }) {
      return try rules(of: parts, answer, question, cubes)
    }
    let said = (answer.text.isEmpty ? answer.comment : answer.text).asName
    if ["operation", "操作"].contains(said), byOperations(cubes).count > 1 {
      let rules = newRules(question, cubes, askedAnew(question), answer, remark: answer.text)
      let phrase = say("split by operation into \(rules.count) questions")
      return replacing(question, [Way(rules.map { .addRule($0) }, phrase)])
    }
    let factors = specification.factors
    guard
      let number = factors.firstIndex(where: { [$0.label.asName, $0.name.asName].contains(said) })
    else {
      let names = factors.map {
        EnglishGrammar.isDerived($0.label, from: $0.name)
          ? "`\($0.name)`" : "`\($0.name)` (\($0.label.onOneLine))"
      }
      let labels = factors.map { "「\($0.label.onOneLine)」" }.joined()
      let list = told(names.joined(separator: ", "), labels)
      throw "write the factor that it depends on alone: \(list)"
    }
    let factor = factors[number]
    let parts = parts(of: cubes, number)
      .map { $0.filter { analysed.regions.mayMeet(question.rows, $0) } }
      .filter { !$0.isEmpty }
    guard parts.count > 1 else {
      let label = wording.quoted(factor.label.onOneLine)
      throw
        "the question concerns only one value of \(label), or values that no rule distinguishes; write what happens for all of them"
    }
    let rules = parts.flatMap { part in
      newRules(question, part, askedAnew(question, in: part), answer, remark: answer.text)
    }
    let phrase = say("split by `\(factor.name)` into \(parts.count) questions")
    return replacing(question, [Way(rules.map { .addRule($0) }, phrase)])
  }

  /// Returns the fields of a rule that asks the same question again, with the same deadline.
  private func askedAnew(_ question: AskedQuestion, in part: [Cube]? = nil) -> [NewField] {
    let day = question.replacedRule.flatMap { specification.rules[$0].until }
    return openFields(question, in: part)
      + (day.map { [NewField("until", .text($0.description))] } ?? [])
  }

  /// Returns ways that also remove the rule that asks, then the same ways without the removal.
  private func replacing(_ question: AskedQuestion, _ ways: [Way]) -> [Way] {
    guard let rule = question.replacedRule else { return ways }
    let left = say("the rule that asked stays: `others` or `precedence` depends on it")
    return ways.map { Way($0.changes + [.removeRule(rule)], $0.phrase, reaches: $0.reach) }
      + ways.map { Way($0.changes, $0.phrase + told("; ", "。") + left, reaches: $0.reach) }
  }

  /// Adds a rule for each part with its results.
  private func rules(
    of parts: QuestionParts,
    _ answer: QuestionAnswer,
    _ question: AskedQuestion,
    _ cubes: [Cube]
  ) throws(AnswerReason) -> [Way] {
    let stray = parts.strayLabel(in: answer.text)
    guard stray == nil, let results = parts.results(in: answer.text) else {
      let labels = parts.labels(wording.language)
      let lead = stray.map { say("“\($0)” is not asked about here; ") } ?? ""
      throw "\(lead)write a line for each part, and its results after it or below: \(labels)"
    }
    var impossibilities: [SpecificationChange] = []
    var new: [AnswerRule] = []
    for (part, said) in zip(parts.parts, results) {
      guard !part.values.isEmpty else {
        guard said.isEmpty || PartChoice(said)?.excludes == true else {
          throw "“\(part.name)” cannot occur here, so its line would be lost; remove it"
        }
        continue
      }
      // Parts without results are asked about again.
      guard !said.isEmpty else { continue }
      let outcome: [NewField]
      let own = restricted(cubes, parts.factor, to: part.values)
      switch PartChoice(said) {
      case nil where PartChoice.named(in: said) != nil:
        throw
          "`\(said[0])`: after the choice, write only the reason, as a clause: “Cannot happen because …”"
      case nil:
        let results = try self.results(
          said,
          to: nil,
          in: question,
          isOption: false,
          part: NamedCube.Literal(factor: parts.factor, values: part.values)
        )
        outcome = [NewField("then", .texts(results))]
      case let choice? where choice.kind == .later:
        let day = try deferralDay(answer.saying(choice.text))
        outcome = openFields(question) + [NewField("until", .text(day.description))]
      case let choice? where choice.text.isEmpty && answer.comment.onOneLine.isEmpty:
        throw .withoutReason
      case let choice?:
        var chosen = answer.saying(choice.text)
        chosen.kind = choice.kind
        impossibilities += byOperations(own).map { impossible($0, because: reason(chosen)) }
        continue
      }
      new += newRules(question, own, outcome, answer)
    }
    let excluding = Way(impossibilities, excluded)
    guard !new.isEmpty else { return [excluding] }
    let ways = adding(new).map { way in
      guard !impossibilities.isEmpty else { return way }
      return Way(way.changes + excluding.changes, way.phrase + told(", ", "、") + excluded)
    }
    let settled = zip(parts.parts, results).filter { !$1.isEmpty }.flatMap(\.0.values)
    let isWhole = cubes.allSatisfy { cube in
      cube.values(of: parts.factor).allSatisfy(settled.contains)
    }
    return isWhole ? replacing(question, ways) : ways
  }

  /// Splits cubes by the values of a factor.
  ///
  /// Numbers that no condition can distinguish stay together.
  private func parts(of cubes: [Cube], _ factor: Int) -> [[Cube]] {
    let declared = specification.factors[factor].values
    var rest = Set(cubes.flatMap { $0.values(of: factor) })
    var parts: [[Cube]] = []
    for value in rest.sorted() where rest.contains(value) {
      let group = declared.indices.contains(value) ? declared.classmates(of: value) : [value]
      let own = group.filter(rest.contains)
      rest.subtract(own)
      parts.append(restricted(cubes, factor, to: own))
    }
    return parts
  }

  private func restricted(_ cubes: [Cube], _ factor: Int, to values: [Int]) -> [Cube] {
    cubes.compactMap { cube in
      let own = values.filter { cube.contains($0, factor: factor) }
      var part = cube
      part.restrict(factor, to: own)
      return own.isEmpty ? nil : part
    }
  }
}
