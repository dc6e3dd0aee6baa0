import Diagnostics
import Specification
import Text

/// The parts into which an answer may be split, each with results of its own: 0枚 and 5枚以上.
struct QuestionParts: Sendable {
  var factor: Int
  /// The name of each part in the sheet, and its values; a part that the sentence seems to name but that cannot occur has none.
  var parts: [(name: String, values: [Int])]
  /// True if the parts are numbers that the question lists together, so that the unit may be omitted.
  var areNumbers = false
  /// The ids of the parts, as alternatives to their names; one for each part, or empty.
  var ids: [String] = []
  /// The names of everything else, which shortened names must not mean.
  var others: [String] = []
  /// The names of the parts that can occur.
  var names: [String] { parts.filter { !$0.values.isEmpty }.map(\.name) }

  /// Returns the results of each part from lines such as `Ended: The list opens`, followed by lines with more results.
  ///
  /// Parts that are not mentioned have no results. Returns `nil` if the answer does not begin with a part.
  func results(in answer: String) -> [[String]]? {
    var results: [[String]] = parts.map { _ in [] }
    var current: [Int]?
    for line in ListedLines.texts(in: answer) {
      if let (named, rest) = parts(of: line) {
        // “Otherwise” means the parts that no earlier line has named.
        let meant =
          named.isEmpty
          ? parts.indices.filter { results[$0].isEmpty && !parts[$0].values.isEmpty } : named
        if !rest.isEmpty { for part in meant { results[part].append(rest) } }
        current = meant
      } else if let current {
        for part in current { results[part].append(line) }
      } else {
        return nil
      }
    }
    // “1-4 euros: refused; over 200: refused”.
    let isPartial = zip(parts, results).contains { !$0.values.isEmpty && $1.isEmpty }
    return isPartial && results.joined().contains { $0.contains(/[:：](?!\d)/) } ? nil : results
  }

  /// Returns the label of a later line that names no part, so that its text is not about the part above.
  func strayLabel(in answer: String) -> String? {
    ListedLines.texts(in: answer).dropFirst().filter { parts(of: $0) == nil }.compactMap(\.label)
      .first
  }

  /// The beginnings of lines that answer by part.
  func labels(_ language: Language) -> String {
    language.choose(
      names.map { "“\($0): …”" }.joined(separator: ", "),
      names.map { "「\($0)：…」" }.joined()
    )
  }

  /// True if a line begins with a part, so that the text is not a single result.
  func isAnswered(by answer: String) -> Bool {
    ListedLines.texts(in: answer).contains { parts(of: $0).map { !$0.0.isEmpty } ?? false }
  }

  /// Returns the parts that a line begins with and the rest of the line; no parts for “Otherwise”.
  private func parts(of line: String) -> ([Int], String)? {
    guard let sign = line.firstIndex(where: { ":：".contains($0) }) else { return nil }
    let head = String(line[..<sign])
    let rest = line[line.index(after: sign)...].trimmed
    for (number, part) in parts.enumerated() {
      let name = part.name.asName
      if head.asName == name || areNumbers && head.asName == name.prefix(while: \.isNumber)
        || ids.dropFirst(number).first?.asName == head.asName
      {
        return ([number], rest)
      }
      // A name may contain a colon.
      guard line.hasPrefix(part.name) else { continue }
      let behind = line.dropFirst(part.name.count).trimmed
      if let sign = behind.first, ":：".contains(sign) {
        return ([number], behind.dropFirst().trimmed)
      }
    }
    if AnswerWords.holds("rest is", head.folded.trimmed) { return ([], rest) }
    return (NamesInText(parts.map(\.name)).listed(in: head) ?? shortened(head)).map { ($0, rest) }
  }

  /// Returns the only part whose name a text shortens: “Corporate” for “Corporate member”, 法人 for 法人会員.
  private func shortened(_ head: String) -> [Int]? {
    guard !head.contains(where: \.isNumber) else { return nil }
    let (said, key) = (ResultWords.words(of: head), head.asName)
    func isShort(for name: String) -> Bool {
      if key.count > 1, key.contains(where: { $0 >= "ぁ" }), name.asName.hasPrefix(key) {
        return true
      }
      let words = ResultWords.words(of: name)
      return !said.isEmpty
        && (words.starts(with: said)
          || said.allSatisfy(words.contains) && !ResultWords.areCommon(said))
    }
    let found = parts.indices.filter { isShort(for: parts[$0].name) }
    if found.count == 1, !others.contains(where: isShort) { return found }
    let heads = head.split(separator: #/[,、・\/]|\band\b|と/#).map { $0.trimmed }
    guard heads.count > 1 else { return nil }
    let listed = heads.compactMap(shortened)
    return listed.count == heads.count ? listed.flatMap(\.self).withoutRepetitions : nil
  }
}

/// Finds the names that a text lists: `Collected, Returned`, 空きと予約中.
struct NamesInText {
  /// The longest first, since a name may begin with another one, or contain a conjunction.
  private let names: [(number: Int, name: String)]

  init(_ names: [String]) {
    self.names = names.enumerated().map { ($0, $1.asName) }.filter { !$0.name.isEmpty }
      .sorted { ($1.name.count, $0.number) < ($0.name.count, $1.number) }
  }

  /// Returns the indices of the names, or `nil` if the text contains anything else.
  func listed(in text: String) -> [Int]? {
    var rest = Substring(text.asName)
    var numbers: [Int] = []
    while let (number, name) = names.first(where: { rest.hasPrefix($0.name) }) {
      numbers.append(number)
      rest = rest.dropFirst(name.count)
      if rest.isEmpty { return numbers }
      let length = rest.count
      if let sign = rest.first, "、,・/".contains(sign) { rest = rest.dropFirst() }
      // A longer name may begin with a conjunction: Android.
      let name = rest.count < length ? names.first { rest.hasPrefix($0.name) }?.name ?? "" : ""
      if let word = AnswerWords.prefix("list words", of: rest), word.count > name.count {
        rest = rest.dropFirst(word.count)
      }
      if rest.count == length { return nil }
    }
    return nil
  }
}

extension String {
  /// The text before a colon that neither a number nor a quotation follows: `Android: the grid`, but not `Title: “Too late”`.
  var label: String? {
    firstMatch(of: #/^([^:：“”「」『』"]{1,40}?)\s*(?:：|:(?!\d))\s*(?![“「『"\s])/#).map { String($0.1) }
  }

  /// True if the text is about one value only: 会員のみ…, 会員だけ….
  fileprivate func isAbout(only label: String) -> Bool {
    guard hasPrefix(label), !label.isEmpty else { return false }
    return AnswerWords.begins("only after name", String(dropFirst(label.count)))
  }

  /// The text before a final “only”: 漏水・停電だけ.
  fileprivate var beforeOnly: String? {
    AnswerWords.words("only after name").first(where: hasSuffix).map { String(dropLast($0.count)) }
  }
}

extension Wording {
  /// True if the lines state results by case: several begin with a label, or one begins with values of the spec, a single value, numbers,
  /// or “Otherwise”.
  func saysCaseByCase(_ lines: [String]) -> Bool {
    let values = specification.factors.flatMap(\.values)
    let heads = lines.compactMap { line in
      line.firstMatch(of: /：|:(?!\d)/).map { String(line[..<$0.range.lowerBound]) }
    }
    lazy var names = NamesInText(values.flatMap { [$0.label, $0.id] })
    return heads.count > 1 || lines.dropFirst().contains { $0.label != nil }
      || lines.contains { line in values.contains { line.isAbout(only: $0.label) } }
      || heads.contains { head in
        AnswerWords.holds("rest is", head.folded.trimmed) || ToldCases.isBound(head)
          || names.listed(in: head) != nil
      } || lines.compactMap(\.beforeOnly).contains { names.listed(in: $0) != nil }
  }

  /// Returns the two to four names of parts with possibly different results, if a factor has several values in the question; otherwise
  /// none.
  package func answerableParts(of question: Finding) -> [String] {
    parts(of: question).first { !$0.areNumbers && $0.names.count > 1 }?.names ?? []
  }

  /// Returns the end of a sentence that explains how to answer by part, or by part of the screen; empty if there is only one part.
  func labels(of question: Finding, onScreen: Bool = false) -> String {
    let ways = onScreen ? [partsByOperation(question)].compactMap(\.self) : parts(of: question)
    let parts = ways.first { $0.names.count > 1 }
    return parts.map { say(", or a line for each part: \($0.labels(language))") } ?? ""
  }

  /// Returns the ways to split answers to a question: by the first factor with several values, and by operation.
  func parts(of question: Finding) -> [QuestionParts] {
    [partsByFactor(question), partsByOperation(question)].compactMap(\.self)
  }

  func partsByOperation(_ question: Finding) -> QuestionParts? {
    let literals = question.question?.asked?.literals ?? []
    guard question.code == .undefinedCombination,
      let operation = literals.first(where: { $0.factor == specification.operationFactor })
    else { return nil }
    let values = specification.operationValues
    let groups = operation.values.gathered { values[$0].operation }
    let variants = groups.count == 1 ? operation.values.compactMap { values[$0].variant } : []
    // The lengths of a text are asked about as a range.
    guard variants.allSatisfy({ $0.number == nil }) else { return nil }
    let parts =
      variants.isEmpty
      ? groups.map { (values[$0[0]].operationLabel.onOneLine, $0) }
      : zip(variants, operation.values).map { ($0.label.onOneLine, [$1]) }
    guard (2...QuestionFinder.maxParts).contains(parts.count),
      Set(parts.map(\.0.asName)).count == parts.count
    else { return nil }
    return QuestionParts(factor: operation.factor, parts: parts, ids: variants.map(\.id))
  }

  private func partsByFactor(_ question: Finding) -> QuestionParts? {
    guard let asked = question.question?.asked else { return nil }
    var found: [QuestionParts] = []
    for literal in telling(resolvingApplicability(asked.literals)) {
      let selection = selection(literal)
      // The question names no values of a factor that only has to apply.
      guard selection.form != .all, !selection.allowsNotApplicable else { continue }
      var parts = parts(of: literal)
      let numbers = parts.count == 1 ? numbers(of: literal) : []
      let areNumbers = numbers.count > 1
      if areNumbers { parts = numbers }
      let own = question.cube?.literals.first { $0.factor == literal.factor }?.values
      if let own {
        for part in parts.indices { parts[part].values.removeAll { !own.contains($0) } }
      }
      guard (1...QuestionFinder.maxParts).contains(parts.count { !$0.values.isEmpty }),
        Set(parts.map(\.name.asName)).count == parts.count
      else { continue }
      let factor = specification.factors[literal.factor]
      let ids = factor.line == nil ? literal.values.map { factor.values[$0].id } : []
      let others = specification.factors.flatMap { [$0.label] + $0.values.map(\.label) }
        .filter { label in !parts.contains { $0.name == label.onOneLine } }
      found.append(
        QuestionParts(
          factor: literal.factor,
          parts: parts,
          areNumbers: areNumbers,
          ids: ids,
          others: others
        )
      )
    }
    return found.first { $0.names.count > 1 } ?? found.first
  }

  /// Returns the numbers of a literal one by one; none if a value stands for several numbers.
  private func numbers(of literal: NamedCube.Literal) -> [(name: String, values: [Int])] {
    let values = specification.factors[literal.factor].values
    let areSingle = literal.values.allSatisfy { value in
      values[value].number.map { $0...$0 } == values.numbers(ofValue: value)
    }
    guard areSingle else { return [] }
    return literal.values.map { (values[$0].label.onOneLine, [$0]) }
  }

  /// Returns the values of a literal one by one, consecutive numbers together.
  private func parts(of literal: NamedCube.Literal) -> [(name: String, values: [Int])] {
    let factor = specification.factors[literal.factor]
    guard !factor.isYesNo else { return [] }
    guard let line = factor.line else {
      return literal.values.map { (factor.values[$0].label.onOneLine, [$0]) }
    }
    return factor.values.intervals(literal.values).map { interval in
      let own = literal.values.filter { value in
        factor.values[value].number.map(interval.numbers.contains) ?? false
      }
      return (terms(own, of: factor.values, on: line) { $0.label.onOneLine }.joined(), own)
    }
  }
}
