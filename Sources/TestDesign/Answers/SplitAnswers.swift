import Combinatorics
import Specification
import Text
import YAMLSyntax

/// What differs with a factor.
extension AnswerPlanner {
  /// A rule for each part for whose values the answer says what happens, and an open question for what is left; where it names only a
  /// factor, an open question for each part into which that cuts the question.
  func split(_ answer: QuestionAnswer, of question: AskedQuestion) -> AnswerPlan {
    guard let cubes = question.cubes, let cube = cubes.first, cubes.count == 1 else {
      return .refused(
        .init(
          "the question has several conditions; split its rule by hand",
          "条件が複数ある確認事項なので、自動では分けられません。仕様ファイルのルールを直接分けてください"
        )
      )
    }
    if let conditional = ConditionalAnswer(answer.text, specification) {
      return self.rules(conditional, answer, question, cube)
    }
    let named: NamedFactor
    switch NamedFactor.find(in: answer.text.isEmpty ? answer.comment : answer.text, specification) {
    case .success(let found): named = found
    case .failure(let reason): return .refused(reason.text)
    }
    let parts = parts(of: cube, named).filter { analysed.regions.mayMeet(question.rows, $0) }
    let factor = specification.factors[named.factor]
    guard parts.count > 1 else {
      return .refused(
        .init(
          "the question concerns only one value of `\(factor.name)`, so it cannot depend on it",
          "この確認事項は「\(factor.label)」の1つの値だけに関するものなので、「\(factor.label)」では場合分けできません"
        )
      )
    }
    let changes = parts.map { part in
      let id = newID(for: answer, [part])
      return SpecificationChange.addRule(
        newRule(id, question, [part], openFields(question), answer, remark: answer.text)
      )
    }
    return .changes(changes, "split by `\(factor.name)` into \(parts.count) questions")
  }

  /// What an answer with a result for each of some values makes: a rule of each part, or an entry of `impossible` where it says that the part
  /// cannot happen or is out of scope.
  private func rules(
    _ answer: ConditionalAnswer,
    _ written: QuestionAnswer,
    _ question: AskedQuestion,
    _ cube: Cube
  ) -> AnswerPlan {
    let factor = specification.factors[answer.factor]
    let asked = cube.values(of: answer.factor)
    var rest = asked
    for branch in answer.branches { rest.removeAll { branch.values?.contains($0) ?? false } }
    var rules: [AnswerRule] = []
    var excluded: [SpecificationChange] = []
    var left = rest
    for branch in answer.branches {
      let values = branch.values.map { named in asked.filter(named.contains) } ?? rest
      if branch.values == nil { left = [] }
      var part = cube
      part.restrict(answer.factor, to: values)
      guard !values.isEmpty, analysed.regions.mayMeet(question.rows, part) else { continue }
      let fields: [NewField]
      let said: QuestionAnswer
      switch outcome(of: branch, in: written) {
      case .failure(let reason): return .refused(reason.text)
      case .success(.impossible(let reason)):
        excluded.append(impossible([part], because: reason))
        continue
      case .success(.results(let results, let answer)):
        (fields, said) = ([.init("then", .texts(results))], answer)
      case .success(.open(let day)):
        fields = openFields(question) + [.init("until", .text(day.description))]
        said = written
      }
      rules.append(newRule(newID(for: written, [part]), question, [part], fields, said))
    }
    guard !rules.isEmpty || !excluded.isEmpty else {
      return .refused(
        .init(
          "the question concerns none of these values of `\(factor.name)`",
          "書かれた「\(factor.label)」の値は、この確認事項の対象外です"
        )
      )
    }
    var open = cube
    open.restrict(answer.factor, to: left)
    let ids = rules.map(\.id).joined(separator: ", ")
    let isLeft = !left.isEmpty && analysed.regions.mayMeet(question.rows, open)
    if isLeft {
      rules.append(
        newRule(newID(for: written, [open]), question, [open], openFields(question), written)
      )
    }
    let added =
      (ids.isEmpty ? [] : ["rule \(ids)"]) + (excluded.isEmpty ? [] : ["entry of `impossible`"])
    return .changes(
      rules.map { .addRule($0) } + excluded,
      added.joined(separator: " and ") + " added"
        + (isLeft ? "; what is left of the question stays open as a rule" : "")
    )
  }

  /// What an answer says of one part.
  private enum PartOutcome {
    /// With the answer that they come from, and what stood beside them.
    case results([String], QuestionAnswer)
    /// Why the part is left out.
    case impossible(String)
    case open(CalendarDay)
  }

  /// What a branch of an answer says, read like an answer of its own, or why it says nothing.
  private func outcome(
    of branch: ConditionalAnswer.Branch,
    in answer: QuestionAnswer
  ) -> Result<PartOutcome, Reason> {
    let text = branch.results.joined(separator: "\n")
    let reading = AnswerReader(specification)
      .read(text, kind: nil, comment: answer.comment, to: AnswerSetting(options: []))
    switch reading {
    case .refused(let reason): return .failure(Reason(text: reason))
    case .said(.asWritten, let text, let link):
      if AnswerWords.exclusion(text)?.kind == .outOfScope {
        return .failure(
          Reason(
            text: .init(
              "`\(text.onOneLine)` needs a reason behind it, such as “\(text.onOneLine), comes with 2.0”",
              "「\(text.onOneLine)」の後に、対象外とする理由を書いてください"
            )
          )
        )
      }
      var said = answer
      said.comment = [answer.comment, link ?? ""].filter { !$0.isEmpty }.joined(separator: " – ")
      return results(ListedLines.texts(in: text), to: nil, isOption: false)
        .map { .results($0, said) }
    case .said(let kind, let text, _):
      var said = answer
      (said.kind, said.text) = (kind, text)
      switch kind {
      case .notPossible, .outOfScope: return .success(.impossible(reason(said)))
      case .later: return deferralDay(said).map(PartOutcome.open)
      case .asWritten, .depends, .select, .dismiss: break
      }
    case .same: break
    }
    return .failure(
      Reason(
        text: .init(
          "`\(text.onOneLine)` is no result of one part; write out what is observed there, and rules that depend on more by hand",
          "「\(text.onOneLine)」は、その場合の期待結果として読み取れません。確認できる結果を具体的に書いてください（さらに細かい条件は仕様ファイルに直接書いてください）"
        )
      )
    )
  }

  /// Whether rules and reasons say all that an answer in parts does.
  ///
  /// - Parameters:
  ///   - rules: Those that mention its question.
  ///   - reasons: Those of `impossible` that do.
  ///   - answer: The answer.
  /// - Returns: Whether they do.
  func say(_ rules: [Rule], _ reasons: [String], allPartsOf answer: QuestionAnswer) -> Bool {
    guard let read = ConditionalAnswer(answer.text, specification) else { return false }
    return read.branches.allSatisfy { branch in
      switch outcome(of: branch, in: answer) {
      case .success(.results(let results, _)): rules.contains { $0.results == results }
      case .success(.impossible(let reason)): reasons.contains(reason)
      case .success(.open(let day)): rules.contains { $0.until == day }
      case .failure: false
      }
    }
  }

  /// Why an answer that names parts of its question, but not so that each has its results, is no result of them all; `nil` where it names none.
  func reasonAgainstParts(_ answer: QuestionAnswer, _ question: AskedQuestion) -> AnswerReason? {
    let lines = ListedLines.texts(in: answer.text)
    for (number, factor) in specification.factors.enumerated() where !factor.isYesNo {
      let asked = Set((question.cubes ?? []).flatMap { $0.values(of: number) })
        .filter(factor.values.indices.contains)
      let named = asked.intersection(
        lines.flatMap { ConditionalAnswer.values(namedBy: $0, factor) ?? [] }
      )
      guard !named.isEmpty, asked.count > 1 else { continue }
      func names(_ values: Set<Int>) -> [String] {
        values.sorted().prefix(6).map { factor.values[$0].label.onOneLine }
      }
      let all = names(named) + names(asked.subtracting(named))
      let form = all.map { "“\($0): …”" }.joined(separator: ", ")
      let japaneseForm = all.map { "「\($0)：…」" }.joined()
      guard named != asked else {
        return .init(
          "only some of its lines begin with a part; begin with one, leave the kind empty, and write what belongs to it below: \(form)",
          "場合分けの行とそうでない行が混ざっています。種類は空のまま、値を書いた行から始め、その結果を下に続けてください（\(japaneseForm)）"
        )
      }
      return .init(
        "it says what happens for \(EnglishGrammar.list(names(named), "and")), but not for \(EnglishGrammar.list(names(asked.subtracting(named)), "and")); write a line for each: \(form)",
        "\(names(named).map { "「\($0)」" }.joined())の結果だけで、\(names(asked.subtracting(named)).map { "「\($0)」" }.joined())の結果がありません。1行ずつ書いてください（\(japaneseForm)）"
      )
    }
    return nil
  }

  /// The parts of a cube: one for each value named and one for the rest; where none is named, one for each value.
  ///
  /// Numbers that no condition can tell apart stay together.
  private func parts(of cube: Cube, _ named: NamedFactor) -> [Cube] {
    let values = cube.values(of: named.factor)
    let declared = specification.factors[named.factor].values
    var rest = values
    var groups: [[Int]] = []
    for value in named.values.isEmpty ? values : named.values {
      let group = declared.indices.contains(value) ? declared.classmates(of: value) : [value]
      let own = rest.filter(group.contains)
      rest.removeAll(where: group.contains)
      groups.append(own)
    }
    groups.append(rest)
    return groups.filter { !$0.isEmpty }.map { group in
      var part = cube
      part.restrict(named.factor, to: group)
      return part
    }
  }
}
