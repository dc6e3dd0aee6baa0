import Specification
import Text

/// Finds the option that an answer chooses, by number or by text.
struct ChoiceReader {
  private let setting: AnswerSetting
  private var options: [[String]] { setting.options }

  init(_ setting: AnswerSetting) {
    self.setting = setting
  }

  /// The numbers of the options: `① / ② / ③`.
  var signs: String { options.indices.map { ($0 + 1).asChoice }.joined(separator: " / ") }

  /// The other way to choose, if the options can be ranked.
  var orders: String { setting.places > 0 ? ", all in order (2, 1, 3)" : "" }

  /// Returns the lines of the option that an answer chooses, or `nil` if it chooses none.
  ///
  /// The last of several lines may choose which rule comes first; the lines before it choose an option or state the result.
  func choice(_ answer: String) -> [String]? {
    if let option = option(answer) ?? order(answer) { return option }
    let lines = answer.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    // Results alone, one a line, do not say which of them comes first.
    let areResults = lines.allSatisfy { line in
      setting.brief.contains { ReadChoice.isSame($0, line) }
    }
    guard setting.isOrdered, lines.count > 1, !areResults, option(lines[lines.count - 1]) != nil
    else { return nil }
    return lines.flatMap { option($0) ?? [$0] }
  }

  private func option(_ answer: String) -> [String]? {
    if let index = options.firstIndex(where: {
      ReadChoice.isSame($0.joined(separator: "\n"), answer)
    }) {
      return options[index]
    }
    guard let found = chosen(answer) else { return nil }
    // `1?`, “② for now”
    let beside = answer.drop { "①"..."⑳" ~= $0 || $0 == " " }
    let isDoubted =
      answer.onOneLine.hasSuffix("?") || answer.onOneLine.hasSuffix("？")
      || NonResult(beside.isEmpty ? answer : String(beside)) == .placeholder(.open)
    let endsInOption = options.indices.contains { forms($0).contains(where: answer.hasSuffix) }
    return isDoubted && !endsInOption ? nil : found
  }

  /// Returns the option that an answer names, even if another reading is possible.
  private func chosen(_ answer: String) -> [String]? {
    let alike = options.indices.filter { index in
      forms(index).contains { ReadChoice.words($0) == ReadChoice.words(answer) }
    }
    if alike.count == 1 { return options[alike[0]] }
    if let no = setting.no, BareReply(answer) == .no { return no }
    if let joint = setting.joint(answer) { return joint }
    if let (number, isNamed) = ChoiceWords.number(answer) {
      // A bare number may mean an option that begins with one.
      let areNumbers = options.joined().contains { $0.first?.isNumber ?? false }
      guard isNamed || !areNumbers else { return nil }
      return options.indices.contains(number - 1) ? options[number - 1] : nil
    }
    let (number, text) = ListedLines.numbered(answer).map { ($0.number, $0.text) } ?? (nil, answer)
    return options.indices.first { index in
      (number ?? index + 1) == index + 1
        && forms(index).contains { form in
          ReadChoice.isSame(form, text) || number != nil && Self.isCut(form, text)
        }
    }.map { options[$0] }
  }

  /// Returns the lines of all ranking options in the order of an answer such as `2, 1, 3` or `②＞①＞③`.
  private func order(_ answer: String) -> [String]? {
    guard setting.places > 0, answer.contains(where: \.isNumber) else { return nil }
    let apart = answer.onOneLine.map { "①"..."⑳" ~= $0 ? " \($0) " : "\($0)" }.joined()
    let numbers = CompatibilityForms.plain(apart).lowercased()
      .replacing(#/please|then|(?:の順番?)?(?:でお願いします|です|で)?$/#, with: " ")
      .split { ",、>→。. ".contains($0) }.map { Int($0) ?? 0 }
    guard numbers.sorted() == Array(1...setting.places) else { return nil }
    return numbers.flatMap { options[$0 - 1] }
  }

  /// Returns the forms in which the sheet shows an option.
  private func forms(_ index: Int) -> [String] {
    ["\n", " / ", "／"].map(options[index].joined(separator:))
      + (setting.brief.indices.contains(index) ? [setting.brief[index]] : [])
  }

  /// True if a text is an option as a drop-down truncates it: `The list opens and…`.
  private static func isCut(_ option: String, _ text: String) -> Bool {
    text.hasSuffix("…") && text.count > 4
      && ReadChoice.key(option).hasPrefix(ReadChoice.key(String(text.dropLast())))
  }

  /// Returns why an answer that chooses no option is not valid as free text either, or `nil` if it may be.
  func reasonAgainst(_ answer: String) -> AnswerReason? {
    let line = answer.onOneLine
    let other = QuestionAnswer.Kind.asWritten
    let plain = CompatibilityForms.plain(line).lowercased()
    let isNamed = unsafe plain.prefixMatch(of: ChoiceWords.named) != nil
    let isPartial =
      unsafe plain.prefix(2).contains(where: \.isNumber)
      && plain.prefixMatch(of: ChoiceWords.partial).map {
        options.indices.contains((Int($0.1) ?? 0) - 1)
      } ?? false
    guard !options.isEmpty else {
      return isNamed || ChoiceWords.number(answer)?.isNamed == true
        ? .init(
          "`\(line)` names an option, and there are none; write the result",
          "「\(line)」は選択肢の番号ですが、この確認事項に選択肢はありません。期待する結果を書いてください"
        ) : nil
    }
    guard
      isNamed || isPartial || ChoiceWords.number(answer) != nil
        || answer.split(whereSeparator: \.isNewline).count == 1 && ListedLines.numbered(line) != nil
    else { return nil }
    return .init(
      "`\(line)` is not an option as it stands; write \(signs) alone\(orders), or choose “\(other.name(.english))” and write all that happens, without a number",
      "「\(line)」は選択肢のとおりではありません。\(signs)のいずれかだけを書くか、\(orders.isEmpty ? "" : "「2、1、3」のように全部を順に並べるか、")「\(other.name(.japanese))」を選んで、番号を付けずに結果をすべて書いてください"
    )
  }
}

/// The words that people write for an option instead of its text.
enum ChoiceWords {
  private typealias Choice = (number: Int, isNamed: Bool)

  /// The name of an option, “option 2” in lower case, within a longer text.
  nonisolated(unsafe) static let named = /(?:option|choice|選択肢|案) ?(\d+)/

  /// The number of an option followed by a limit or by another option.
  nonisolated(unsafe) static let partial =
    #/\(?(\d{1,2})[).]? ?(?:[,、;]|(?:but|if|only|unless|except|for|on|in|at)\b|ただし|(?:or|and|か|または) ?\d{1,2}$)/#

  private static let lists = wordLists("Words/choices.yaml")

  private static let numbers: WordList<Choice> = {
    let patterns = Dictionary(grouping: lists, by: \.heading).mapValues { $0.flatMap(\.texts) }
    func choices(_ list: String, _ words: [some StringProtocol]) -> [(Choice, String)] {
      words.enumerated().flatMap { index, word in
        (patterns[list] ?? []).map { pattern -> (Choice, String) in
          (
            (number: index + 1, isNamed: list != "plain"),
            String(pattern.replacing("#", with: word))
          )
        }
      }
    }
    let numbers = (1...20).map(String.init)
    let ordinals = lists.filter { $0.heading == "ordinals" }.map(\.texts)
    let all = choices("plain", numbers) + choices("named", numbers)
    return WordList(
      (all + ordinals.flatMap { choices("around", $0) }).map { (meaning: $0, texts: $1) }
    )
  }()

  private static let together = WordList(
    lists.filter { ["both", "all"].contains($0.heading) }
      .map { (meaning: $0.heading, texts: $0.texts.joined(separator: ",")) }
  )

  /// Returns the option number that an answer consists of, possibly with polite words: `②`, `2`, `２.`, `(2)`, `option 2`, `2番でお願いします`;
  /// `nil` for any other text.
  ///
  /// `isNamed` is true if the number cannot be a quantity.
  static func number(_ answer: String) -> (number: Int, isNamed: Bool)? {
    let line = answer.onOneLine.trimmed
    let isSign = "①"..."⑳" ~= (line.first ?? " ")
    let plain = CompatibilityForms.plain(line)
    // `② 3` is the second option, which says 3.
    guard line.count(where: { $0.isNumber && !$0.isLetter }) < 3,
      line.split(whereSeparator: { !$0.isNumber }).count < 2,
      !isSign || !line.dropFirst().contains(where: \.isNumber),
      plain.allSatisfy({ $0.isLetter || $0.isNumber || "().,、。「」“”\"'#! ".contains($0) }),
      let choice = numbers[whole: plain.wordsAlone]
    else { return nil }
    return (choice.number, choice.isNamed || isSign)
  }

  /// Returns `both` or `all` if an answer chooses several results with such a word.
  static func together(_ answer: String) -> String? {
    answer.contains { "?？".contains($0) }
      ? nil : together[whole: CompatibilityForms.plain(answer).wordsAlone]
  }
}

/// Reads the options that a saved row shows.
package enum ReadChoice {
  /// Returns the options that a cell lists, one a line such as `① The list opens`; several results of an option are joined by a slash.
  package static func options(shown text: String) -> [[String]] {
    let lines = text.split(whereSeparator: \.isNewline).map(\.trimmed)
    var options: [[String]] = []
    for line in lines where line.hasPrefix((options.count + 1).asChoice) {
      let said = line.dropFirst((options.count + 1).asChoice.count).trimmed
      options.append([said])
    }
    return options
  }

  /// True if two texts differ only in case, width and spaces.
  package static func isSame(_ text: String, _ saved: String) -> Bool {
    text == saved || key(text) == key(saved)
  }

  /// Returns a text without punctuation and quotation marks, and without the optional ending of a Japanese verb.
  static func words(_ text: String) -> String {
    let words = CompatibilityForms.plain(text).wordsAlone
    return words.hasSuffix("する") ? String(words.dropLast(2)) : words
  }

  /// Folds the differences of a drop-down, which has semicolons for commas, and of Shift_JIS, which has “～” for “〜”.
  fileprivate static func key(_ text: String) -> String {
    let folded = text.folded.filter { !$0.isWhitespace }.replacing(",", with: ";")
      .replacing("〜", with: "~")
    return folded.hasPrefix("'") ? String(folded.dropFirst()) : folded
  }
}

extension AnswerSetting {
  /// Returns the option by which all results happen if an answer chooses it with a word such as “Both”, or `nil`.
  func joint(_ answer: String) -> [String]? {
    guard let said = ChoiceWords.together(answer), let last = options.last, last.count == 1,
      let text = Wording.joint.firstIndex(where: { ReadChoice.isSame($0, last[0]) }),
      said == "all" || text.isMultiple(of: 2)
    else { return nil }
    return last
  }

  package func offers(_ text: String) -> Bool {
    options.contains { ReadChoice.isSame($0.joined(separator: "\n"), text) }
  }
}

/// A choice that a line makes for a part instead of a result: “Cannot happen, because …”.
struct PartChoice {
  var kind: QuestionAnswer.Kind
  /// The reason, or the day.
  var text: String
  var excludes: Bool { [.notPossible, .outOfScope].contains(kind) }

  /// Parses a line.
  ///
  /// With `inAnyForm`, a reason after punctuation (“Cannot happen, …”) need not be worded as a reason.
  init?(_ lines: [String], inAnyForm: Bool = false) {
    guard let (kind, name) = Self.named(in: lines) else { return nil }
    let rest = lines[0].dropFirst(name.count)
    let text = rest.drop { !$0.isLetter && !$0.isNumber }
      .reversed().drop { ")）。. ".contains($0) }.reversed()
    let isApart = inAnyForm && ",、:：(（–—".contains(rest.trimmed.first ?? " ")
    guard kind == .later || text.isEmpty || isApart || StatedReason.isOne(String(text)) else {
      return nil
    }
    (self.kind, self.text) = (kind, String(text))
  }

  /// Returns the kind that a single line begins with.
  static func named(in lines: [String]) -> (kind: QuestionAnswer.Kind, name: String)? {
    guard lines.count == 1 else { return nil }
    let line = lines[0].folded.replacing("’", with: "'")
    return [QuestionAnswer.Kind.notPossible, .outOfScope, .later]
      .flatMap { kind in
        let words = kind == .notPossible ? AnswerWords.words("cannot happen") : []
        return ([kind.name(.english), kind.name(.japanese)] + words).map { (kind, $0) }
      }
      .first { line.hasPrefix($0.1.folded) }
  }
}
