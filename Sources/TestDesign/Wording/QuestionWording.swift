import Diagnostics
import Specification
import Text

extension Wording {
  /// Asks what should happen in undefined combinations.
  func undefinedQuestion(_ cube: NamedCube) -> String {
    if let question = beyondRangeQuestion(cube) { return question }
    switch language {
    case .english:
      let (literals, subject) = withoutActor(cube.literals)
      return question(
        clauses(cube.literals, by: subject),
        condition: topic(literals),
        besides: []
      )
    case .japanese:
      return question([], condition: topicWithOperation(cube.literals), besides: [])
    }
  }

  /// Returns the literals without one that leaves out some acting people, and the subject of the operation: somebody other than “Manager”.
  ///
  /// Without such a literal, or if the operation is not a single action, all literals and "somebody".
  private func withoutActor(
    _ literals: [NamedCube.Literal]
  ) -> ([NamedCube.Literal], subject: String) {
    let operations = literals.filter { $0.factor == specification.operationFactor }
      .flatMap { operationGroups($0.values) }
    let resolved = withoutEvidentAbsence(resolvingApplicability(literals))
    for (place, literal) in resolved.enumerated()
    where literal.factor != specification.operationFactor {
      let factor = specification.factors[literal.factor]
      guard case .allExcept(let missing) = selection(literal).form, factor.onlyWhen == nil,
        factor.kind == .state, ResultWords.meansActor(factor.label),
        !missing.contains(where: { EnglishStatement.namesNobody(factor.values[$0].label) })
      else { continue }
      let people = EnglishGrammar.list(missing.map { quoted(factor.values[$0].label) }, "or")
      let subject = "somebody other than \(people)"
      guard operations.count == 1,
        action(specification.operations[operations[0].operation], by: subject) != nil
      else { break }
      var rest = resolved
      rest.remove(at: place)
      return (rest, subject)
    }
    return (literals, "somebody")
  }

  /// Asks whether unspecified numbers beyond a range can occur; `nil` for other questions.
  func beyondRangeQuestion(_ cube: NamedCube) -> String? {
    guard cube.literals.count == 2, let operation = cube.literals.first,
      let literal = cube.literals.last, literal.factor != specification.operationFactor,
      !literal.allowsNotApplicable, !literal.values.isEmpty,
      literal.values.allSatisfy({ specification.factors[literal.factor].values[$0].isNeighbour })
    else { return nil }
    let known = validRange(literal)
    switch language {
    case .english:
      let (subject, complement) = englishSides(literal)
      let clause = operationClause(operation)
      return "Can \(subject) be \(complement)\(known)? If so, what happens \(clause)?"
    case .japanese:
      let clause = japaneseClause(of: operation, under: [], asTopic: true)
      return japaneseParts([literal]).words + "\(known)になることはありますか？あるなら、\(clause)、どうなりますか？"
    }
  }

  /// Returns the range that a spec gives in place of values outside it: " (the spec says 0 to 12)"; empty if the values tell it.
  func validRange(_ literal: NamedCube.Literal) -> String {
    var range = literal
    let values = specification.factors[literal.factor].values
    range.values = values.indices.filter {
      values[$0].numbers != nil && !values[$0].isNeighbour && !values[$0].isInvalid
    }
    guard !range.values.isEmpty else { return "" }
    switch language {
    case .english:
      let within = englishSides(range).complement
      let isTold = englishSides(literal).complement.hasSuffix(within)
      return isTold ? "" : bracketed("the spec says \(within)")
    case .japanese: return bracketed("仕様では\(japaneseValue(range))")
    }
  }

  /// The maximum number of settled circumstances that a question names.
  private static let maxSettled = 3

  /// Returns circumstances in which the outcome is settled: "if the book is lost; if the library is closed".
  func settled(_ circumstances: [[NamedCube.Literal]]) -> String {
    let said = circumstances.prefix(Self.maxSettled).map { phrase($0, asTopic: false) }
      .filter { !$0.isEmpty }
    let more = circumstances.count - Self.maxSettled
    return (said + (more > 0 ? [say("\(more) more")] : []))
      .joined(separator: language == .english ? "; " : "／")
  }

  /// Returns the ordinary circumstances that a question is limited to: "only if the order is paid", 「注文が支払済みの場合のみ」.
  ///
  /// Values are told by the missing ones where these are fewer: "except if “Reading” is 11 or more".
  func assumed(_ literals: [NamedCube.Literal]) -> String {
    var plain = literals
    var apart: [String] = []
    for literal in literals where literal.allowsNotApplicable || phraseCount(literal) > 1 {
      let values = specification.factors[literal.factor].values
      var rest = literal
      rest.allowsNotApplicable = false
      rest.values = values.indices.filter {
        !literal.values.contains($0) && !values[$0].isInvalid
      }
      // What is missing must be those values alone.
      let factor = specification.factors[literal.factor]
      let isExact =
        (literal.allowsNotApplicable || factor.onlyWhen == nil)
        && values.indices.allSatisfy { !values[$0].isInvalid || literal.values.contains($0) }
      guard isExact, !rest.values.isEmpty, phraseCount(rest) < phraseCount(literal)
      else { continue }
      plain.removeAll { $0 == literal }
      apart.append(factorPhrase([rest], asTopic: false))
    }
    let only = factorPhrase(plain, asTopic: false)
    let all = apart.joined(separator: language.choose(", or ", "、または"))
    return [
      only.isEmpty ? "" : language.choose("only \(only)", "\(only)のみ"),
      all.isEmpty ? "" : language.choose("except \(all)", "\(all)を除く"),
    ].filter { !$0.isEmpty }.joined(separator: language.choose(", ", "。"))
  }

  /// Returns the number of phrases for the values of a literal.
  func phraseCount(_ literal: NamedCube.Literal) -> Int {
    terms(literal.values, of: specification.factors[literal.factor]) { $0.id }.count
  }

  /// Asks what should happen, as one sentence.
  ///
  /// `context` are phrases before the question, `condition` may be empty, and `decided` are known results.
  private func question(
    _ context: [String],
    condition: String = "",
    besides decided: [String]
  ) -> String {
    let known = decided.map { quoted($0.onOneLine.withoutFullStop) }
    switch language {
    case .english:
      let asked = [
        "what happens", known.isEmpty ? "" : "besides \(EnglishGrammar.list(known, "and"))",
        condition,
      ]
      let question = asked.filter { !$0.isEmpty }.joined(separator: " ")
      return (context + [question]).joined(separator: ", ").capitalisedAtStart + "?"
    case .japanese:
      let besides = known.isEmpty ? "" : known.joined(separator: "と") + "のほかに"
      return (context + [condition, besides, "どうなりますか？"])
        .filter { !$0.isEmpty }.joined(separator: "、")
    }
  }

  /// Asks what should happen in place of a rule's placeholder, and quotes the latter.
  func placeholderQuestion(_ rule: Int, _ placeholder: Rule.Placeholder) -> String {
    let alternatives = specification.rules[rule].when.alternatives.map(\.literals)
    let asked =
      alternatives.count == 1
      ? question(
        language == .japanese ? [] : clauses(alternatives[0]),
        condition: language == .japanese
          ? phrase(alternatives[0], asTopic: true) : factorPhrase(alternatives[0], asTopic: true),
        besides: placeholder.decided
      )
      : question([condition(of: specification.rules[rule].when)], besides: placeholder.decided)
    return asked + bracketed(say("so far: \(quoted(placeholder.word.text.onOneLine))"))
  }

  /// Asks what should happen in place of a placeholder, without its condition.
  func question(for placeholder: Rule.Placeholder?) -> String {
    if let word = placeholder?.word.text.onOneLine, PlaceholderKind.asks(word) { return word }
    return question([], besides: placeholder?.decided ?? [])
  }

  /// Asks whether a drafted rule is right.
  func draftQuestion(_ rule: Int) -> String {
    let rule = specification.rules[rule]
    return draftQuestion(condition(of: rule.when).capitalisedAtStart, [outcome(of: rule)])
  }

  /// Asks whether a draft about something is right.
  func draftQuestion(_ about: String, _ drafted: [String]) -> String {
    say("Drafted, not confirmed: \(about.onOneLine): \(quoted(list(drafted))). Is that right?")
  }

  /// Asks whether an exclusion or dismissal with a drafted reason, which may be empty, is right.
  func draftQuestion(_ about: String, because reason: String) -> String {
    let reason = reason.onOneLine.withoutFullStop
    let (english, japanese) =
      reason.isEmpty ? ("", "") : (", because \(quoted(reason))", bracketed("理由：\(reason)"))
    return language.choose(
      "Drafted, not confirmed: \(about)\(english). Is that right?",
      "下書き（未確認）：\(about)\(japanese)、で正しいですか？"
    )
  }

  /// Says that a condition cannot occur.
  func cannotOccur(_ excluded: Condition) -> String {
    let condition = condition(of: excluded)
    return language.choose("this cannot occur \(condition)", "\(condition)は起こり得ない")
  }

  /// Says that an entry of the catalogue is left out.
  func leftOut(_ label: String) -> String {
    language.choose("\(quoted(label)) is left out", "\(quoted(label))は対象外")
  }

  /// Returns a rule's own open question, preceded by its condition.
  func undecidedQuestion(_ rule: Int) -> String {
    let declaredRule = specification.rules[rule]
    let text = asked(outcome(of: declaredRule))
    let alternatives = declaredRule.when.alternatives
    let context =
      if let only = alternatives.first, alternatives.count == 1 {
        phrase(only.literals, asTopic: true)
      } else {
        condition(of: declaredRule.when)
      }
    guard !context.isEmpty else { return text }
    switch language {
    case .english: return "\(context.capitalisedAtStart): \(text)"
    case .japanese:
      let isAsked = ["か", "か？", "か?"].contains { text.hasSuffix($0) }
      return context + (isAsked ? "、" : "：") + text
    }
  }

  /// Returns a question that an author wrote in the form common to all questions.
  package func asked(_ question: String) -> String {
    language == .japanese ? JapaneseGrammar.polite(question) : question
  }

  /// Returns the results of a rule on one line, with the changes that distinguish it from rules with the same results.
  func outcome(of declaredRule: Rule, toldFrom others: [Int] = []) -> String {
    switch declaredRule.outcome {
    case .question(let question): return question.text.onOneLine
    case .then: return list(results(of: declaredRule, toldFrom: others))
    case .placeholder(let placeholder): return list(placeholder.results.map(\.text))
    }
  }

  private func list(_ results: [String]) -> String {
    results.map(\.onOneLine.withoutFullStop).joined(separator: language == .english ? "; " : "、")
  }

  private func clauses(_ literals: [NamedCube.Literal], by subject: String = "somebody") -> [String]
  {
    literals.filter { $0.factor == specification.operationFactor }
      .map { operationClause($0, by: subject) }
  }
}

/// The names of rules in sentences.
extension Wording {
  /// Returns the name of a rule: "`free` (line 41)", 「free」（41行目）.
  ///
  /// For a rule from a pack it is "house rule free (company.yaml:12)", 社内共通ルール free（company.yaml:12）.
  package func name(ofRule rule: Int) -> String {
    if let name = nameOfHouseRule(rule) { return name }
    let declaredRule = specification.rules[rule]
    let line = declaredRule.span.start.line
    return language.choose("`\(declaredRule.id)` (line \(line))", "「\(declaredRule.id)」（\(line)行目）")
  }

  /// Returns the name of a rule from a pack, or `nil` for a rule of the spec.
  package func nameOfHouseRule(_ rule: Int) -> String? {
    let declaredRule = specification.rules[rule]
    guard let house = declaredRule.house else { return nil }
    let place = bracketed("\(house.path):\(house.line)")
    return say("house rule \(declaredRule.id)\(place)")
  }
}
