import Combinatorics
import Specification
import Text
import YAMLSyntax

/// What differs with a factor.
extension AnswerPlanner {
  /// A rule for each part for whose values the answer says what happens, and an open question for what is left; where it names only a
  /// factor, an open question for each part into which that cuts the question.
  func split(_ answer: QuestionAnswer, of question: AskedQuestion) -> AnswerPlan {
    guard let cubes = question.cubes else { return .refused(elsewhere(question)) }
    guard byOperations(cubes).count == 1 else {
      return .refused(
        .init(
          "the question is about several operations; split their rules by hand",
          "複数の操作にわたる確認事項なので、自動では分けられません。仕様ファイルのルールを直接分けてください"
        )
      )
    }
    if let parts = wording.parts(of: question.finding), parts.isAnswered(by: answer.text) {
      return rules(of: parts, answer, question, cubes)
    }
    let said = (answer.text.isEmpty ? answer.comment : answer.text).asName
    let factors = specification.factors
    guard
      let number = factors.firstIndex(where: { [$0.label.asName, $0.name.asName].contains(said) })
    else {
      let names = factors.map {
        EnglishGrammar.isDerived($0.label, from: $0.name)
          ? "`\($0.name)`" : "`\($0.name)` (\($0.label.onOneLine))"
      }
      let labels = factors.map { "「\($0.label.onOneLine)」" }.joined()
      return .refused(
        .init(
          "write the factor that it depends on alone: \(names.joined(separator: ", "))",
          "どの条件によるのか、次のいずれかだけを書いてください：\(labels)"
        )
      )
    }
    let factor = factors[number]
    let parts = parts(of: cubes, number)
      .map { $0.filter { analysed.regions.mayMeet(question.rows, $0) } }
      .filter { !$0.isEmpty }
    guard parts.count > 1 else {
      return .refused(
        .init(
          "the question concerns only one value of `\(factor.name)`, so it cannot depend on it",
          "この確認事項は「\(factor.label)」の1つの値だけに関するものなので、「\(factor.label)」では場合分けできません"
        )
      )
    }
    let changes = parts.flatMap(byOperations).map { part in
      let id = newID(for: answer, part)
      return SpecificationChange.addRule(
        newRule(id, question, part, openFields(question), answer, remark: answer.text)
      )
    }
    return .changes(changes, "split by `\(factor.name)` into \(parts.count) questions")
  }

  /// A rule for each part, with what the answer says of it.
  private func rules(
    of parts: QuestionParts,
    _ answer: QuestionAnswer,
    _ question: AskedQuestion,
    _ cubes: [Cube]
  ) -> AnswerPlan {
    guard let results = parts.results(in: answer.text) else {
      let english = parts.parts.map { "“\($0.name): …”" }.joined(separator: ", ")
      let japanese = parts.parts.map { "「\($0.name)：…」" }.joined()
      return .refused(
        .init(
          "write a line for each part, and its results behind it or below: \(english)",
          "場合ごとに1行ずつ、その結果を続けて書いてください（\(japanese)）"
        )
      )
    }
    var changes: [SpecificationChange] = []
    for (part, said) in zip(parts.parts, results) {
      let outcome: [NewField]
      let groups = byOperations(restricted(cubes, parts.factor, to: part.values))
      switch PartChoice(said) {
      case nil:
        switch self.results(said, to: nil, in: question, isOption: false) {
        case .success(let results): outcome = [NewField("then", .texts(results))]
        case .failure(let reason): return .refused(reason.text)
        }
      case let choice? where choice.kind == .later:
        switch deferralDay(answer.saying(choice.text)) {
        case .success(let day):
          outcome = openFields(question) + [NewField("until", .text(day.description))]
        case .failure(let reason): return .refused(reason.text)
        }
      case let choice?:
        var own = answer.saying(choice.text)
        own.kind = choice.kind
        changes += groups.map { impossible($0, because: reason(own)) }
        continue
      }
      changes += groups.map {
        .addRule(newRule(newID(for: answer, $0), question, $0, outcome, answer))
      }
    }
    let ids = changes.compactMap(\.newID).joined(separator: ", ")
    let excludes = changes.contains { if case .addImpossible = $0 { true } else { false } }
    let phrases = [
      ids.isEmpty ? nil : "rule \(ids) added", excludes ? "entry of `impossible` added" : nil,
    ]
    return .changes(changes, phrases.compactMap(\.self).joined(separator: ", "))
  }

  /// The parts of cubes, one for each value of a factor.
  ///
  /// Numbers that no condition can tell apart stay together.
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

/// What a line says of a part with a choice in place of a result: “Cannot happen, because …”.
private struct PartChoice {
  var kind: QuestionAnswer.Kind
  /// The reason, or the day.
  var text: String

  init?(_ lines: [String]) {
    for kind in [QuestionAnswer.Kind.notPossible, .outOfScope, .later] {
      for name in [kind.name(.english), kind.name(.japanese)]
      where lines.count == 1 && lines[0].folded.hasPrefix(name.folded) {
        let rest = lines[0].dropFirst(name.count).drop { !$0.isLetter && !$0.isNumber }
        let text = rest.reversed().drop { ")）。. ".contains($0) }.reversed()
        guard kind == .later || rest.isEmpty || StatedReason.isOne(String(text)) else { return nil }
        (self.kind, self.text) = (kind, String(text))
        return
      }
    }
    return nil
  }
}
