package import Specification
import Text

/// The form in which a set of values is expressed: by its elements, or by the missing ones.
struct ValueSelection {
  enum Form: Equatable {
    /// The empty set.
    case none
    /// All values.
    case all
    case oneOf([Int])
    case allExcept([Int])
  }

  var form: Form
  /// True if the set also includes *not applicable*.
  var allowsNotApplicable = false
}

extension ValueSelection {
  /// Chooses the form: more than three values are expressed by the missing ones if there are fewer of these.
  init(_ values: [Int], of count: Int, allowsNotApplicable: Bool) {
    self.allowsNotApplicable = allowsNotApplicable
    form =
      switch values.count {
      case 0: .none
      case count: .all
      case 4... where count - values.count < values.count:
        .allExcept((0..<count).filter { !values.contains($0) })
      default: .oneOf(values)
      }
  }
}

extension Wording {
  /// The maximum number of numbers that are listed even if fewer are missing.
  private static let maxNumbers = 4

  /// Returns the form in which a set of values is expressed.
  func selection(_ literal: NamedCube.Literal) -> ValueSelection {
    guard literal.factor != specification.operationFactor else {
      return ValueSelection(literal.values, of: operationValues.count, allowsNotApplicable: false)
    }
    let factor = specification.factors[literal.factor]
    let selection = selection(
      literal.values,
      of: factor.values,
      on: factor.line,
      // A factor that always applies has a value, whatever the literal permits.
      allowsNotApplicable: literal.allowsNotApplicable && factor.onlyWhen != nil
    )
    // A few numbers are clearer than the missing one.
    if language == .japanese, case .allExcept = selection.form,
      literal.values.count <= Self.maxNumbers,
      literal.values.allSatisfy({ factor.values[$0].label.first?.isNumber == true })
    {
      return ValueSelection(
        form: .oneOf(literal.values),
        allowsNotApplicable: selection.allowsNotApplicable
      )
    }
    return shorter(selection, of: factor)
  }

  /// Returns the literals that restrict the factors, without the operation and without those that always hold.
  func telling(_ literals: [NamedCube.Literal]) -> [NamedCube.Literal] {
    literals.filter { literal in
      guard literal.factor != specification.operationFactor else { return false }
      let selection = selection(literal)
      let isAlwaysApplicable = specification.factors[literal.factor].onlyWhen == nil
      return selection.form != .all || !(selection.allowsNotApplicable || isAlwaysApplicable)
    }
  }

  /// Returns the condition on the factors as a phrase, without the operation; empty if there is none.
  ///
  /// プレミアム会員の場合, 写真の枚数が4の場合; "if “Number of photos” is 4".
  package func condition(_ literals: [NamedCube.Literal]) -> String {
    factorPhrase(withoutEvidentAbsence(resolvingApplicability(literals)), asTopic: false)
  }

  /// Returns the condition on the factors as the topic of a question: プレミアム会員では, 写真の枚数が4の場合は.
  func topic(_ literals: [NamedCube.Literal]) -> String {
    factorPhrase(withoutEvidentAbsence(resolvingApplicability(literals)), asTopic: true)
  }

  /// Returns the operation and the factors as the topic of a question, without implied conditions; only used for Japanese.
  func topicWithOperation(_ literals: [NamedCube.Literal]) -> String {
    guard let operation = literals.first(where: { $0.factor == specification.operationFactor })
    else { return topic(literals) }
    return japaneseClause(
      of: operation,
      under: [withoutEvidentAbsence(resolvingApplicability(literals))],
      asTopic: true
    )
  }

  /// Returns a condition as written, with its alternatives joined; 常に or "always" if it names nothing.
  package func condition(of condition: Condition) -> String {
    let alternatives = condition.alternatives.map(\.literals)
    if namesNothing(condition) { return language == .english ? "always" : "常に" }
    let (separator, or) = language == .english ? (", ", ", or ") : ("、", "、または")
    if alternatives.count > 1, let operation = commonOperation(alternatives) {
      if language == .japanese {
        return japaneseClause(of: operation, under: alternatives, asTopic: false)
      }
      return operationClause(operation) + separator
        + alternatives.map { factorPhrase($0, asTopic: false) }.joined(separator: or)
    }
    return alternatives.map { phrase($0, asTopic: false) }.joined(separator: or)
  }

  /// True if a condition always holds.
  func namesNothing(_ condition: Condition) -> Bool {
    condition.alternatives.contains { phrase($0.literals, asTopic: false).isEmpty }
  }

  /// Returns the operation that all alternatives share if each of them also restricts factors, or `nil`.
  private func commonOperation(_ alternatives: [[NamedCube.Literal]]) -> NamedCube.Literal? {
    guard let operation = alternatives.first?.first(where: isTellingOperation),
      alternatives.allSatisfy({ $0.contains(operation) && !telling($0).isEmpty })
    else { return nil }
    return operation
  }

  private func isTellingOperation(_ literal: NamedCube.Literal) -> Bool {
    literal.factor == specification.operationFactor && selection(literal).form != .all
  }

  /// Returns operation and factors as one phrase: ログイン済みで投稿ボタンをタップした場合; "on “Submit”, if login is member".
  func phrase(_ literals: [NamedCube.Literal], asTopic: Bool) -> String {
    if language == .japanese, let operation = literals.first(where: isTellingOperation) {
      return japaneseClause(of: operation, under: [literals], asTopic: asTopic)
    }
    let parts =
      literals.filter(isTellingOperation).map { operationClause($0) }
      + [factorPhrase(literals, asTopic: asTopic)]
    return parts.filter { !$0.isEmpty }.joined(separator: language == .english ? ", " : "、")
  }

  /// Returns the condition on the factors; as a topic, it ends in は in Japanese.
  func factorPhrase(_ literals: [NamedCube.Literal], asTopic: Bool) -> String {
    language.choose(englishCondition(literals), japaneseCondition(literals, asTopic: asTopic))
  }

  // MARK: Japanese

  /// Returns the conditions joined with で, ending in では or の場合は as a topic and in の場合 otherwise.
  private func japaneseCondition(_ literals: [NamedCube.Literal], asTopic: Bool) -> String {
    let literals = telling(literals)
    let (words, isStatement) = japaneseParts(literals)
    guard !words.isEmpty else { return "" }
    if asTopic, literals.count == 1, labelsAlone(literals[0]) != nil,
      JapaneseGrammar.meansPeople(words)
    {
      return words + "では"
    }
    return words + (isStatement ? "" : "の") + (asTopic ? "場合は" : "場合")
  }

  /// Returns the conditions on the factors joined with で.
  ///
  /// A statement comes last, as a verb directly followed by 場合 or 状態: 写真が4枚で、予約されていない.
  func japaneseParts(_ literals: [NamedCube.Literal]) -> (words: String, endsInStatement: Bool) {
    let last = literals.lastIndex { statement($0) != nil }
    let others = literals.indices.filter { $0 != last }.map { japanesePart(literals[$0]) }
    let words = others + [last.flatMap { statement(literals[$0]) }].compactMap(\.self)
    return (words.joined(separator: "で、"), last != nil)
  }

  /// Returns a statement, or its negation, in natural wording, or `nil` if it should be quoted.
  private func statement(_ literal: NamedCube.Literal) -> String? {
    guard literal.factor != specification.operationFactor else { return nil }
    let factor = specification.factors[literal.factor]
    if language == .japanese, let comparison = factor.comparison,
      let phrase = self.comparison(literal.values, of: factor), !literal.allowsNotApplicable
    {
      let label = specification.factors[comparison.left].label.onOneLine
      let isVerb = phrase.hasSuffix("い") || phrase.hasSuffix("る")
      return "\(JapaneseGrammar.noun(label))が\(phrase)" + (isVerb ? "" : "である")
    }
    guard factor.isYesNo, literal.values.count == 1, let absence = absence(literal) else {
      return nil
    }
    let isTrue = factor.values[literal.values[0]].id == "yes"
    return language.choose(
      EnglishStatement.clause(factor.label.onOneLine, isTrue: isTrue),
      JapaneseStatement.attributive(factor.label.onOneLine, isTrue: isTrue)
    ).map { $0 + absence }
  }

  /// Returns in brackets when a factor does not apply, as far as a literal allows that: “ (or the login is guest)”.
  ///
  /// It is empty for other literals, and `nil` if several factors decide about it.
  private func absence(_ literal: NamedCube.Literal) -> String? {
    guard literal.allowsNotApplicable, specification.factors[literal.factor].onlyWhen != nil else {
      return ""
    }
    var absent = literal
    absent.values = []
    let resolved = resolvingApplicability([absent])
    guard resolved != [absent], !literal.values.isEmpty else { return nil }
    return language.choose(
      " (or \(englishCondition(resolved).trimmingPrefix("if ")))",
      "（または\(japaneseParts(resolved).words)）"
    )
  }

  /// Returns the value of a factor as a noun phrase: プレミアム会員, 写真の枚数が1、2または4.
  private func japanesePart(_ literal: NamedCube.Literal) -> String {
    if let labels = labelsAlone(literal) { return JapaneseGrammar.either(labels) }
    let factor = specification.factors[literal.factor]
    if factor.isYesNo, let statement = statement(literal) {
      return "のな".contains(statement.last ?? " ") ? String(statement.dropLast()) : statement + "状態"
    }
    let label = (factor.comparison.map { specification.factors[$0.left] } ?? factor).label.onOneLine
    let subject = factor.isYesNo ? JapaneseGrammar.quoted(label) : JapaneseGrammar.noun(label)
    return "\(subject)が\(japaneseValue(literal))"
  }

  func japaneseValue(_ literal: NamedCube.Literal) -> String {
    let selection = selection(literal)
    let factor = specification.factors[literal.factor]
    func nouns(_ values: [Int]) -> [String] {
      let labels = values.map { factor.values[$0].label.onOneLine }
      // Quoting only some names of a list would make these look like quotations.
      let areNouns = labels.allSatisfy(JapaneseGrammar.isNounPhrase)
      return terms(values, of: factor) { value in
        let label = value.label.onOneLine
        guard factor.isYesNo else { return areNouns ? label : JapaneseGrammar.quoted(label) }
        return JapaneseGrammar.quoted(value.id == "yes" ? "はい" : "いいえ")
      }
    }
    let included = selection.allowsNotApplicable
    let absence = absence(literal) ?? ""
    switch selection.form {
    case .none: return included ? "該当なし" : "値なし"
    case .all: return "該当なし以外"
    case .oneOf(let values):
      let none = included && absence.isEmpty ? ["該当なし"] : []
      return JapaneseGrammar.either(nouns(values) + none) + absence
    case .allExcept(let values):
      let absent = included || factor.onlyWhen == nil ? [] : ["該当なし"]
      return JapaneseGrammar.both(nouns(values) + absent) + "以外" + absence
    }
  }

  // MARK: English

  /// Returns the conditions as a clause: "if the login is guest and “Number of photos” is 4".
  private func englishCondition(_ literals: [NamedCube.Literal]) -> String {
    let literals = telling(literals)
    let parts = literals.enumerated().map { place, literal in
      var part = englishPart(literal)
      // “File size” is 100 MB and more than the free space.
      let before = place > 0 ? literals[place - 1].factor : nil
      if let before, specification.factors[literal.factor].comparison?.left == before {
        part.text.trimPrefix(englishSubject(specification.factors[before]) + " is ")
      }
      return part
    }
    let joiner = parts.contains { $0.hasAlternatives } ? ", and " : " and "
    return parts.isEmpty ? "" : "if " + parts.map(\.text).joined(separator: joiner)
  }

  /// Returns the subject and complement of a clause about one factor: “Photos”, “5 or more”.
  func englishSides(_ literal: NamedCube.Literal) -> (subject: String, complement: String) {
    let subject = englishSubject(specification.factors[literal.factor])
    let clause = englishPart(literal, subject: subject).text
    return (subject, String(clause.dropFirst((subject + " is ").count)))
  }

  /// Returns a clause about one factor, and whether it contains an "or".
  ///
  /// With a given subject, the complement also fits behind "become".
  private func englishPart(
    _ literal: NamedCube.Literal,
    subject: String? = nil
  ) -> (text: String, hasAlternatives: Bool) {
    if subject == nil, let statement = statement(literal) { return (statement, false) }
    let selection = selection(literal)
    let factor = specification.factors[literal.factor]
    func words(_ values: [Int]) -> [String] {
      terms(values, of: factor) { value in
        if factor.isYesNo { return value.id }
        let label = value.label.onOneLine
        return EnglishGrammar.complement(
          value.hasOwnLabel ? label : EnglishGrammar.words(value.id, label: label)
        )
      }
    }
    let fitsBecome = subject != nil
    let subject = subject ?? englishSubject(factor)
    let included = selection.allowsNotApplicable
    switch selection.form {
    case .none: return ("\(subject) \(included ? "does not apply" : "has no value")", false)
    case .all: return ("\(subject) applies", false)
    case .oneOf(let values) where included:
      let list = EnglishGrammar.list(words(values), "or")
      return ("\(subject) is \(list)" + (absence(literal) ?? " or does not apply"), true)
    case .oneOf(let values):
      var terms = words(values)
      let numbers = factor.line == nil ? [] : factor.values.intervals(values).map(\.numbers)
      // "0 to 1 tries" would be a range.
      if numbers.count == 1, terms.count == 1,
        numbers[0].lowerBound == numbers[0].upperBound &- 1
      {
        terms[0] = terms[0].replacing(" to ", with: " or ", maxReplacements: 1)
      }
      return ("\(subject) is \(EnglishGrammar.list(terms, "or"))", terms.count > 1)
    case .allExcept(let values):
      let exceptions = words(values)
      if fitsBecome {
        return ("\(subject) is anything except \(EnglishGrammar.list(exceptions, "and"))", true)
      }
      // "Not" includes that the factor does not apply.
      let applies = included || factor.onlyWhen == nil ? "" : "applies and "
      let isNot = exceptions.count > 1 ? "is neither" : "is not"
      let all = EnglishGrammar.list(exceptions, "nor")
      return ("\(subject) \(applies)\(isNot) \(all)", exceptions.count > 1)
    }
  }

  /// Returns a factor's label, quoted unless it is just the name in words: "the role".
  private func englishSubject(_ factor: Factor) -> String {
    if let comparison = factor.comparison {
      return englishSubject(specification.factors[comparison.left])
    }
    let label = factor.label.onOneLine
    guard !factor.isYesNo, EnglishGrammar.isDerived(label, from: factor.name) else {
      return EnglishGrammar.quoted(label)
    }
    return EnglishStatement.subject(EnglishGrammar.words(factor.name, label: label), of: label)
  }

  /// Returns the labels of a literal if none of them needs its factor, or `nil`.
  func labelsAlone(_ literal: NamedCube.Literal) -> [String]? {
    let selection = selection(literal)
    guard case .oneOf(let values) = selection.form, !selection.allowsNotApplicable,
      values.allSatisfy({ standsAlone[literal.factor][$0] })
    else { return nil }
    return values.map { specification.factors[literal.factor].values[$0].label.onOneLine }
  }
}

extension Conjunction {
  var literals: [NamedCube.Literal] {
    terms.map {
      NamedCube.Literal(
        factor: $0.factor,
        values: $0.values,
        allowsNotApplicable: $0.allowsNotApplicable
      )
    }
  }
}

/// The choice between equivalent wordings.
extension Wording {
  /// Expresses listed values by the missing ones if that is shorter: "is not Extra".
  ///
  /// Numbers and statements keep their form.
  func shorter(_ selection: ValueSelection, of factor: Factor) -> ValueSelection {
    guard case .oneOf(let values) = selection.form, !factor.isYesNo, factor.line == nil,
      factor.comparison == nil
    else { return selection }
    let missing = factor.values.indices.filter { !values.contains($0) }
    guard !missing.isEmpty, missing.count < values.count else { return selection }
    // The length of " or " or または, and the reading cost of a negation.
    let (joint, exception) = language.choose((4, 16), (3, 8))
    func length(_ numbers: [Int]) -> Int {
      numbers.reduce(0) { $0 + factor.values[$1].label.count } + (numbers.count - 1) * joint
    }
    guard length(missing) + exception < length(values) else { return selection }
    var shorter = selection
    shorter.form = .allExcept(missing)
    return shorter
  }

  /// True if the wording of a literal is shorter than that of an equivalent one.
  func isShorter(_ literal: NamedCube.Literal, than other: NamedCube.Literal) -> Bool {
    factorPhrase([literal], asTopic: false).count < factorPhrase([other], asTopic: false).count
  }
}
