import Specification
import Text

/// The parts into which an answer may fall, each with a result of its own: 0枚 and 5枚以上.
struct QuestionParts: Sendable {
  var factor: Int
  /// What the sheet calls each part, and its values.
  var parts: [(name: String, values: [Int])]

  /// What each part says in an answer that says something of all: `Ended: The list opens` a line, more results of a part on the lines below it.
  ///
  /// - Returns: The results by part; `nil` where a part is missing or no part stands in front.
  func results(in answer: String) -> [[String]]? {
    var results: [[String]] = parts.map { _ in [] }
    var current: [Int]?
    for line in ListedLines.texts(in: answer) {
      if let (named, rest) = parts(of: line) {
        // “Otherwise” means the parts that no line before it has named.
        let meant = named.isEmpty ? parts.indices.filter { results[$0].isEmpty } : named
        if !rest.isEmpty { for part in meant { results[part].append(rest) } }
        current = meant
      } else if let current {
        for part in current { results[part].append(line) }
      } else {
        return nil
      }
    }
    return results.contains(where: \.isEmpty) ? nil : results
  }

  /// True if some line begins with a part, so that the text is not a result of them all.
  func isAnswered(by answer: String) -> Bool {
    ListedLines.texts(in: answer).contains { parts(of: $0).map { !$0.0.isEmpty } ?? false }
  }

  /// The parts that a line begins with, none of “Otherwise”, and what it says of them.
  private func parts(of line: String) -> ([Int], String)? {
    if let (part, rest) = part(of: line) { return ([part], rest) }
    guard let sign = line.firstIndex(where: { ":：".contains($0) }) else { return nil }
    let head = String(line[..<sign])
    let rest = line[line.index(after: sign)...].trimmed
    if AnswerWords.holds("rest is", head.folded.trimmed) { return ([], rest) }
    return NamesInText(parts.map(\.name)).listed(in: head).map { ($0, rest) }
  }

  /// The part that a line begins with, and what it says of it.
  private func part(of line: String) -> (Int, String)? {
    guard let sign = line.firstIndex(where: { ":：".contains($0) }) else { return nil }
    let head = String(line[..<sign])
    // A name may have a colon in it.
    return parts.indices.lazy.compactMap { index -> (Int, String)? in
      if head.asName == parts[index].name.asName {
        return (index, line[line.index(after: sign)...].trimmed)
      }
      guard line.hasPrefix(parts[index].name) else { return nil }
      let rest = line.dropFirst(parts[index].name.count).trimmed
      return rest.first.map { ":：".contains($0) } == true
        ? (index, rest.dropFirst().trimmed) : nil
    }.first
  }
}

/// Finds names that a text lists: `Collected, Returned`, 空きと予約中.
struct NamesInText {
  /// The longest first: a name may begin with another, or hold the word that joins two.
  private let names: [(number: Int, name: String)]

  init(_ names: [String]) {
    self.names = names.enumerated().map { ($0, $1.asName) }.filter { !$0.name.isEmpty }
      .sorted { ($1.name.count, $0.number) < ($0.name.count, $1.number) }
  }

  /// The numbers of the names; `nil` if the text has anything else.
  func listed(in text: String) -> [Int]? {
    var rest = Substring(text.asName)
    var numbers: [Int] = []
    while let (number, name) = names.first(where: { rest.hasPrefix($0.name) }) {
      numbers.append(number)
      rest = rest.dropFirst(name.count)
      if rest.isEmpty { return numbers }
      let length = rest.count
      if let sign = rest.first, "、,・/".contains(sign) { rest = rest.dropFirst() }
      // A longer name may begin with such a word: Android.
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
  /// True if the text speaks of one value only: 会員のみ…, 会員だけ….
  fileprivate func isAbout(only label: String) -> Bool {
    guard hasPrefix(label), !label.isEmpty else { return false }
    return AnswerWords.begins("only after name", String(dropFirst(label.count)))
  }
}

extension Wording {
  /// True if several lines begin with a label, or if any line begins with values of the spec, with one value only, with numbers, or with “Otherwise”.
  func saysCaseByCase(_ lines: [String]) -> Bool {
    let values = specification.factors.flatMap(\.values)
    let heads = lines.compactMap { line in
      line.firstMatch(of: /：|:(?!\d)/).map { String(line[..<$0.range.lowerBound]) }
    }
    lazy var names = NamesInText(values.flatMap { [$0.label, $0.id] })
    return heads.count > 1
      || lines.contains { line in values.contains { line.isAbout(only: $0.label) } }
      || heads.contains { head in
        AnswerWords.holds("rest is", head.folded.trimmed) || ToldCases.isBound(head)
          || names.listed(in: head) != nil
      }
  }

  /// As many parts are named in a line that says how to answer.
  private static let maxParts = 4

  /// What the parts of a question are called where a factor has several values in it, so that what happens may differ.
  ///
  /// - Returns: Two to four names; none where the question has one part only.
  package func answerableParts(of question: Finding) -> [String] {
    parts(of: question)?.parts.map(\.name) ?? []
  }

  func parts(of question: Finding) -> QuestionParts? {
    guard let asked = question.question?.asked else { return nil }
    for literal in telling(resolvingApplicability(asked.literals)) {
      let selection = selection(literal)
      // The question names no values of a factor that only has to apply.
      guard selection.form != .all, !selection.allowsNotApplicable else { continue }
      let parts = parts(of: literal)
      guard (2...Self.maxParts).contains(parts.count),
        Set(parts.map(\.name.asName)).count == parts.count
      else { continue }
      return QuestionParts(factor: literal.factor, parts: parts)
    }
    return nil
  }

  /// The values of a literal one by one, numbers as they follow each other.
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
