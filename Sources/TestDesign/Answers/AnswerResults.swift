import Combinatorics
import Diagnostics
import Specification
import Text

/// Extracts the expected results from answers.
extension AnswerPlanner {
  /// Returns the results that an answer gives a rule.
  ///
  /// A placeholder among decided results is replaced; the decided ones stay. `said` are the texts of the answer; `isOption` is true if they
  /// are an option of the question. `asked` is the open rule, or `nil` for undefined or contradictory combinations; `question` is `nil` for
  /// an entry of the catalogue. `part` holds the values of a factor that the line is about, or `nil` if it is about the whole question.
  ///
  /// Throws the reason why the texts are not results.
  func results(
    _ said: [String],
    to asked: Rule?,
    in question: AskedQuestion?,
    isOption: Bool,
    part: NamedCube.Literal? = nil
  ) throws(AnswerReason) -> [String] {
    if !isOption {
      if let open = asked?.openQuestion, said.count == 1, let reply = BareReply(said[0]),
        reply != .acknowledgement, YesNoQuestion.isOne(open.text)
      {
        throw "`\(said[0])` does not say what is observed; write what happens then as a sentence"
      }
      let mayBeDate = asked?.openQuestion.map { AnswerWords.asksWhen($0.text) } ?? false
      let texts = mayBeDate ? said.filter { NonResult($0) != .date } : said
      let literals = (question.map(literals) ?? []).map { literal in
        part.flatMap { $0.factor == literal.factor ? $0 : nil } ?? literal
      }
      // “No”, or “There is no such plan”, to “Can it be? If so, what happens?”.
      let isBeyond = wording.asksIfPossible(question?.finding)
      let first = said.first ?? ""
      let excludes =
        BareReply(String(first.prefix { !",、".contains($0) })) == .no
        || first.folded.contains(#/^there(?: is| are|'s) no /#)
      // In other specs all results may be numbers.
      let isNumber =
        asked?.openQuestion == nil && texts.contains(where: NonResult.isQuantity)
        && !specification.rules.contains {
          $0.results?.contains(where: NonResult.isQuantity) ?? false
        }
      let reason =
        (isBeyond && excludes
          ? NonResult.placeholder(.excluded).reason(first, wording.language) : nil)
        ?? wording.reasonAgainst(
          results: texts.filter { !isResult($0, where: literals) },
          where: literals,
          of: question?.finding
        )
        ?? (isNumber ? NonResult.sign.reason(first, wording.language) : nil)
      if let reason { throw reason }
    }
    guard let placeholder = asked?.placeholder else { return said }
    let decided = Set(placeholder.decided.map(FoldedText.init))
    var new = said.filter { !decided.contains(FoldedText($0)) }
    var results: [String] = []
    for text in placeholder.results.map(\.text) {
      if PlaceholderKind(ofResult: text) == nil {
        results.append(text)
      } else {
        results += new
        new = []
      }
    }
    return results
  }

  /// Returns the subject of a question; for several cubes, the union of their values.
  private func literals(of question: AskedQuestion) -> [NamedCube.Literal] {
    if let asked = question.finding.question?.asked { return asked.literals }
    let cubes = (question.cubes ?? []).map { lowered.named($0).literals }
    return cubes.joined().gathered(by: \.factor).map { same in
      let values =
        same.count < cubes.count
        ? Array(specification.factors[same[0].factor].values.indices)
        : Set(same.flatMap(\.values)).sorted()
      return NamedCube.Literal(factor: same[0].factor, values: values)
    }
  }

  /// True if a rule of an operation in question has the text as a result.
  private func isResult(_ text: String, where literals: [NamedCube.Literal]) -> Bool {
    let asked = literals.first { $0.factor == specification.operationFactor }?.values ?? []
    return specification.rules.contains { isAbout($0, asked) && $0.results?.contains(text) == true }
  }

  /// Returns the value, operation or part that a reason is limited to although the question covers more, or `nil` if it may cover
  /// everything.
  func partNamed(in reason: String, _ question: AskedQuestion) -> String? {
    let spaced = " " + reason
    let parts = wording.parts(of: question.finding).flatMap(\.names)
    let said = parts.filter { part in
      spaced.ranges(of: part).contains { !spaced[spaced.index(before: $0.lowerBound)].isNumber }
    }
    if let part = said.first, said.count < parts.count { return part }
    // The subject of the reason: “opener shifts are …”, 送信後の追加は….
    let own = StatedReason.alone(reason)
    let all = ResultWords.words(of: own)
    let words =
      own.contains { $0 >= "ぁ" }
      ? own.firstIndex(of: "は").map { ResultWords.words(of: String(own[..<$0])) } ?? []
      : Array(all.first == "we" ? all[...] : all.prefix(3))
    let known = literals(of: question).filter { $0.factor != specification.operationFactor }
      .flatMap { ResultWords.words(of: specification.factors[$0.factor].label) }
    func isNamed(_ name: [String], isNew: Bool = false) -> Bool {
      name.joined().count > 1 && !(isNew && name.allSatisfy(known.contains))
        && words.indices.contains { place in
          // 停止していない会員, if the question is about those.
          words.count - place >= name.count
            && !(isNew && place > 0 && known.contains(words[place - 1]))
            && zip(words[place...], name).allSatisfy { $0.isForm(of: $1) }
        }
    }
    let (store, full) = (analysed.regions.space.store, Cube(full: lowered.domains))
    guard let support = store.support(of: question.rows, in: full) else { return nil }
    for (number, factor) in specification.factors.enumerated() {
      let values = support.values(of: number).filter(factor.values.indices.contains)
      guard values.count > 1 else { continue }
      // 会員の申込は…, if 取引のある会員である may be true or false.
      let people = AnswerWords.words("people topics").filter(factor.label.contains)
      if factor.isYesNo, let one = people.first(where: { isNamed([$0]) }) { return one }
      let named = factor.values.indices.filter { value in
        let label = ResultWords.words(of: factor.values[value].label)
        guard factor.values[value].number == nil, !factor.isYesNo, let last = label.last,
          !ResultWords.areCommon(label)
        else { return false }
        return isNamed(label, isNew: true)
          || AnswerWords.holds("people", last + "s") && isNamed([last], isNew: true)
          || isNamed(label + ResultWords.words(of: factor.label))
      }
      if let value = named.first, !values.allSatisfy(named.contains) {
        return factor.values[value].label.onOneLine
      }
    }
    let operations = support.values(of: lowered.operationFactor)
      .map { specification.operationValues[$0].operationLabel }.withoutRepetitions
    let labels = operations.map { ResultWords.words(of: $0) }
    let named = operations.indices.filter { operation in
      labels[operation].first { word in labels.count { $0.contains(word) } == 1 }
        .map { isNamed([$0]) } ?? false
    }
    return named.count < operations.count ? named.first.map { operations[$0].onOneLine } : nil
  }

  /// Returns why some texts are not results, or `nil` if all may be.
  func reasonAgainst(_ texts: [String]) -> AnswerReason? {
    texts.lazy.compactMap { text in NonResult(text)?.reason(text, wording.language) }.first
  }
}

extension Wording {
  /// True if the question is about something that may never occur.
  fileprivate func asksIfPossible(_ question: Finding?) -> Bool {
    question?.code == .invalidLikeValid
      || question?.question?.asked.flatMap(beyondRangeQuestion) != nil
  }

  /// Returns why some texts do not say what always happens in the case in question, or `nil` if they may.
  func reasonAgainst(
    results: [String],
    where literals: [NamedCube.Literal],
    of question: Finding? = nil
  ) -> AnswerReason? {
    let namesSomeParts =
      question.flatMap(partsByOperation) != nil && namesSomeParts(results, literals)
    func reason(_ found: NonResult, _ text: String) -> AnswerReason {
      let lines = question.map { labels(of: $0, onScreen: namesSomeParts) } ?? ""
      return found.reason(text, language, asksIfPossible: asksIfPossible(question), inParts: lines)
    }
    return results.lazy.compactMap { text in NonResult(text).map { reason($0, text) } }.first
      ?? (saysCaseByCase(results) || areOfPeople(results, literals)
        || namesAnotherCase(results, literals) || namesSomeParts
        || results.contains { isForSome($0, literals) } || tellsCondition(results, literals)
        ? reason(.conditional, results.joined(separator: "\n")) : nil)
  }
}

extension Rule {
  /// True if the rule has the results of an answer that made or decided it, alone or beside earlier results.
  ///
  /// If an answer made the rule (`isMade`), the results must be equal.
  func repeats(_ answer: QuestionAnswer, isMade: Bool) -> Bool {
    guard let results else { return false }
    let said = answer.results
    if answer.says(results) || YesNoQuestion.behindReply(said) == results { return true }
    let known = Set(results.map(FoldedText.init))
    return !isMade && !said.isEmpty
      && said.allSatisfy { known.contains(FoldedText($0)) }
  }
}

/// Recognises questions to be answered by yes or no.
enum YesNoQuestion {
  /// True if the question can be answered by yes or no.
  ///
  /// In English, a clause must begin like such a question and offer no alternative; in Japanese, it must end like one and contain no
  /// question word.
  static func isOne(_ question: String) -> Bool {
    let text = question.folded
    let end = text.filter { !"?。 ".contains($0) }.replacing(",", with: "、")
    if end.hasSuffix("か") {
      return !AnswerWords.words("no yes or no holds").contains { end.dropLast().contains($0) }
    }
    guard text.hasSuffix("?") else { return false }
    let clauses = text.split { ",:;.".contains($0) }.map { $0.split(separator: " ") }
    return clauses.contains { AnswerWords.holds("yes or no begins", $0.first ?? "") }
      && !clauses.joined().contains("or")
  }

  /// Returns the lines after an initial yes or no, or `nil` if there is none or the rest only says how: “Yes, by phone”.
  static func behindReply(_ lines: [String]) -> [String]? {
    guard let first = lines.first else { return nil }
    let others = Array(lines.dropFirst())
    if let next = others.first, [.yes, .no].contains(BareReply(first)) {
      return saysResult(next) ? others : nil
    }
    guard let (reply, rest) = BareReply.leading(first), [.yes, .no].contains(reply),
      saysResult(rest)
    else { return nil }
    // “iOS shows it”.
    let isSpelled = rest.dropFirst().first?.isUppercase == true
    return [isSpelled ? rest : rest.capitalisedAtStart] + others
  }

  /// True if a text states a result without the yes or no in front of it, unlike “It isn't”, “by phone” and 全額です.
  private static func saysResult(_ text: String) -> Bool {
    let plain = text.folded.withoutFullStop
    if plain.utf8.allSatisfy({ $0 < 0x80 }) || plain.first?.isASCII == true {
      return plain.contains(" ") && plain.first?.isNumber != true
        && !AnswerWords.beginsClause("can be begins", plain)
        && !AnswerWords.beginsClause("needs reply begins", plain)
        && !AnswerWords.holds("needs reply ends", plain.split(separator: " ").last ?? "")
    }
    return plain.last.map("るうくすつぬむぶぐい".contains) == true && !plain.hasSuffix("です")
      && !VagueWords.unquoted(plain).contains { $0.contains("も") }
  }

  /// True if a text denies something, or asks whether it is not so: The draft is not kept, 下書きを残さない, No.
  static func isDenied(_ text: String) -> Bool {
    BareReply(text) == .no || BareReply.leading(text)?.reply == .no
      || text.contains(#/\b(?i:not|no)\b|n[’']t\b|[ぁ-ん見出来]ない(?:$|[。かで])|ません|なし$/#)
  }
}

extension String {
  /// True if the text is the word, or its stem with a suffix of time or state, such as 送信後 for 送信済.
  fileprivate func isForm(of word: String) -> Bool {
    let stem = word.last.map("済中待".contains) == true ? word.dropLast() : word[...]
    return self == word
      || stem.count > 1 && hasPrefix(stem)
        && ["", "済", "中", "後", "前", "時", "分", "待"].contains(dropFirst(stem.count))
  }
}
