import Specification
import Text

/// The words by which a text names what a question does not fix, in whatever form: values, statements and numbers.
struct OpenNames {
  /// The words of one value only, without the ending that it shares with others: “corporate”, 法人 for 法人会員.
  private var values: Set<String> = []
  /// The Japanese words of values as they stand: 法人会員.
  private var runs: Set<String> = []
  /// The words of several values: “member”.
  private(set) var shared: Set<String> = []
  private var statements: Set<String> = []
  private var numbers: [(label: [String], unit: String)] = []

  init(_ specification: Specification, _ asked: [NamedCube.Literal]) {
    let labels = specification.factors.map { ResultWords.words(of: $0.label) }
    let operations = specification.operationValues.map {
      [$0.operationLabel, $0.variant?.label ?? ""].flatMap(ResultWords.words)
    }
    let occurrences = Dictionary(
      (labels + operations).flatMap { Set($0) }.map { ($0, 1) },
      uniquingKeysWith: +
    )
    for (number, factor) in specification.factors.enumerated() {
      let own = asked.first { $0.factor == number }?.values ?? []
      let fixed = own.count == 1 ? own[0] : nil
      if factor.isYesNo {
        let told = labels[number] + ResultWords.words(of: factor.name)
        if fixed == nil { statements.formUnion(told.filter { occurrences[$0, default: 0] < 2 }) }
      } else if let line = factor.line {
        if fixed == nil { numbers.append((labels[number], line.unit ?? "")) }
      } else {
        let words = factor.values.map { ResultWords.words(of: $0.label + " " + $0.id) }
        let counts = Dictionary(
          words.flatMap { Set($0.flatMap(Self.endings)) }.map { ($0, 1) },
          uniquingKeysWith: +
        )
        shared.formUnion(counts.filter { $0.value > 1 }.keys.filter { $0.count > 1 })
        for (place, value) in factor.values.enumerated() where place != fixed && !value.isNeighbour
        {
          for word in words[place] where counts[word] == 1 && !labels[number].contains(word) {
            let ending = Self.endings(word).first { counts[$0, default: 0] > 1 } ?? ""
            values.insert(String(word.dropLast(ending.count)))
            if !ending.isEmpty { runs.insert(word) }
          }
        }
      }
    }
    statements = statements.filter { Self.isTelling($0) && !ResultWords.areCommon([$0]) }
    values = values.filter(Self.isTelling)
  }

  /// True if one of the words is a form of a value or, with `inStatements`, of a statement.
  func areNamed(
    by words: some Sequence<String>,
    inStatements: Bool,
    evenCommon: Bool = false
  ) -> Bool {
    words.contains { said in
      guard said.count > 1, evenCommon || !ResultWords.areCommon([said]) else { return false }
      return values.contains { said.isInflected($0) }
        || inStatements && statements.contains { said.isInflected($0) }
    }
  }

  /// True if the words are nothing but names of values and people: “Corporate members”, 法人.
  func areAllNames(_ words: [String]) -> Bool {
    let named = words.filter { values.contains($0) || runs.contains($0) }
    return !named.isEmpty && !ResultWords.areCommon(named)
      && words.allSatisfy {
        named.contains($0) || Self.isPerson($0) || AnswerWords.holds("before name", $0)
      }
  }

  /// True if a text names a number by its label or by an amount in its unit.
  func isNumberNamed(in text: String) -> Bool {
    let words = ResultWords.words(of: text)
    let amounts = text.replacing(#/\d[\d.,]*\s?/#, with: "#")
    return numbers.contains { label, unit in
      !label.isEmpty && label.allSatisfy(words.contains)
        || !unit.isEmpty && amounts.contains("#" + unit)
    }
  }

  static func isWhom(_ word: String) -> Bool {
    AnswerWords.holds("whom", word) || AnswerWords.holds("people", word + "s")
  }

  static func isPerson(_ word: String) -> Bool {
    isWhom(word) || AnswerWords.holds("people topics", word)
  }

  /// Returns a word and, if it is Japanese, the endings of two or more characters that leave two or more in front.
  private static func endings(_ word: String) -> [String] {
    guard word.count > 3, word.utf8.contains(where: { $0 >= 0x80 }) else { return [word] }
    return [word] + (2...(word.count - 2)).map { String(word.dropFirst($0)) }
  }

  private static func isTelling(_ word: String) -> Bool {
    let isASCII = word.utf8.count == word.count
    return word.count > (isASCII ? 2 : 1) && !(isASCII && isPerson(word))
      && !ResultWords.isGrammar(word) && !ResultWords.isMeasure(word)
      && !AnswerWords.holds("fillers", word)
  }
}

extension Wording {
  nonisolated(unsafe) private static let conditions: [(Regex<Substring>, within: Int)] = [
    (#/\b(?:when|whenever|while|where|who|whose)\b/#, .max),
    (#/\b(?:for(?! the )|but|except|besides|than|non|not)\b/#, 3),
    (#/\b(?=\w+ (?:with|without|in|on)\b)/#, .max),
  ]

  /// The length in characters up to which a condition is read, since a text may have many.
  private static let longestCondition = 200

  nonisolated(unsafe) private static let conditionsInJapanese =
    #/^(.*?)(?:とき|時(?=は|も|に?(?:“|$))|際(?!限)|なら|だと|[るいた]と(?=“|$)|[のいるた](?:人|方(?![法向式針]))|以外|(?:じゃ|では?)な[いけ]|(?:だけ|のみ)(?![にへをのからでと])|の?ユーザー|の?お客)/#
  nonisolated(unsafe) private static let topics = #/^([^“”はも]{2,12}?)(?:に|で)?は/#

  /// True if one of the lines tells a condition that the question leaves open, in whatever words: “… when the driver owes money”, 未払いがあると…,
  /// “Corporate: …”.
  func tellsCondition(_ lines: [String], _ asked: [NamedCube.Literal]) -> Bool {
    guard !lines.isEmpty else { return false }
    let open = OpenNames(specification, asked)
    return lines.contains { tellsCondition($0, open) }
  }

  private func tellsCondition(_ line: String, _ open: OpenNames) -> Bool {
    let plain = NonResult.plain(line)
    if let label = plain.label
      ?? plain.prefixMatch(of: #/([^:“”]{1,40}):(?!\d)/#).map({ String($0.1) })
    {
      let words = ResultWords.words(of: label)
      if words.count < 5,
        open.areNamed(by: words, inStatements: true, evenCommon: true)
          || words.count > 1 && open.isNumberNamed(in: label)
          || !words.isEmpty && words.allSatisfy(open.shared.contains)
      {
        return true
      }
    }
    // “Corporate (…)”, 法人、「…」
    let pieces = plain.clauses(endingAt: ":.;。!()[]–—-").flatMap { $0.split(separator: "“") }
    let isAlone = pieces.contains { piece in
      let name = piece.reversed().drop { ",、 ".contains($0) }
      return name.first.map(JapaneseGrammar.isHiragana) == false
        && open.areAllNames(ResultWords.words(of: String(piece)))
    }
    if isAlone, pieces.count > 1 || plain.contains("“") { return true }
    let clauses = plain.clauses(endingAt: ":.;。!()[]–—-,、")
    return clauses.contains { clause in
      clause.contains { $0 >= "ぁ" }
        ? tellsConditionInJapanese(clause, open) : tellsConditionInEnglish(clause, open)
    }
  }

  private func tellsConditionInEnglish(_ clause: String, _ open: OpenNames) -> Bool {
    let words = ResultWords.words(of: clause)
    // “Corporates see …”, but not “The borrower gets a reminder”.
    let isOfSome =
      !clause.hasPrefix("the ")
      && words.indices.prefix(2).contains { place in
        open.areNamed(by: words[place...place], inStatements: false)
          && words.dropFirst(place + 1).first.map {
            OpenNames.isPerson($0) || AnswerWords.holds("people do", $0)
          } == true
      }
    if isOfSome { return true }
    return unsafe Self.conditions.contains { pattern, count in
      clause.matches(of: pattern).contains { found in
        let text = String(clause[found.range.upperBound...].prefix(Self.longestCondition))
        var tail = ResultWords.words(of: text)
        let isEvent = tail.prefix { $0 != "and" }.contains { AnswerWords.holds("events", $0) }
        // “Drivers with debts”
        let isOfPeople = found.range.isEmpty
        if isOfPeople {
          guard let first = tail.first, OpenNames.isPerson(first) else { return false }
          tail.removeFirst()
        }
        return !isEvent
          && (open.areNamed(
            by: tail.prefix(count),
            inStatements: true,
            evenCommon: count == .max && tail.first != "it"
          )
            || count == .max && !isOfPeople && open.isNumberNamed(in: text))
      }
    }
  }

  private func tellsConditionInJapanese(_ clause: String, _ open: OpenNames) -> Bool {
    if let topic = unsafe clause.prefixMatch(of: Self.topics),
      open.areAllNames(ResultWords.words(of: String(topic.1)))
    {
      return true
    }
    let people = AnswerWords.words("people topics").flatMap { who in
      ["には", "にだけ", "に“", "は"].map { who + $0 }
    }
    .compactMap { clause.firstRange(of: $0) }.map { String(clause[..<$0.lowerBound]) }
    let told = unsafe clause.prefixMatch(of: Self.conditionsInJapanese).map { String($0.1) }
    return (people + [told].compactMap(\.self)).contains { text in
      open.areNamed(by: ResultWords.words(of: text), inStatements: true)
    }
  }
}

extension String {
  /// True if the word is a form of a name: “owed”, 未払者; or a beginning of a Japanese one: 特急 for 特急仕上.
  fileprivate func isInflected(_ name: String) -> Bool {
    guard utf8.count == count else {
      return hasPrefix(name) || count > 1 && name.hasPrefix(self)
    }
    let stem = name.count > 2 && name.hasSuffix("e") ? String(name.dropLast()) : name
    let ending = String(dropFirst(stem.count))
    return hasPrefix(stem)
      && (stem.count > 3
        ? ending.count < 4 : ["", "e", "s", "es", "ed", "ing"].contains(ending))
      || count > 3 && name.hasPrefix(self) && name.count <= count + 2
  }
}
