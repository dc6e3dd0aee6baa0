import Diagnostics
import Specification
import Text

/// What an answer says about which of some rules comes first.
enum OrderAnswer: Equatable {
  /// Rules, the first one first; those left out come behind.
  case order([Int])
  /// All of them happen.
  case together
  /// It is no answer about the order, but something else that happens.
  case none
  /// A part of an order that names none of the rules.
  case unknown(String)
}

/// Reads orders of rules as people write them: a choice, `expired`, `expired > used`, ②>①, results in place of ids.
struct OrderReader {
  private let specification: Specification
  /// The rules that can be named, by what they may be called.
  private let names: [(rules: [Int], names: [String])]
  /// What the choices say, and the rules that come first by each; none for the one that has all of them happen.
  private let choices: [(text: String, rules: [Int])]
  private let firstNumber: Int

  /// - Parameters:
  ///   - specification: The spec.
  ///   - rules: The rules that can be named, those that say the same together, with what else they may be called.
  ///   - choices: What there is to choose, with the rules that come first by it; none where all happen.
  ///   - firstNumber: The number of the first choice where it is called by its number.
  init(
    _ specification: Specification,
    rules: [(rules: [Int], also: [String])],
    choices: [(text: String, rules: [Int])],
    firstNumber: Int = 1
  ) {
    self.specification = specification
    self.choices = choices
    self.firstNumber = firstNumber
    names = rules.map { named, also in
      let ids = named.flatMap { rule in
        let id = specification.rules[rule].id
        return [id, "rule \(id)", "ルール\(id)"]
      }
      let results = named.first.flatMap { specification.rules[$0].results } ?? []
      let said =
        results.isEmpty ? [] : ["\n", " / ", "; ", "、", "・"].map(results.joined(separator:))
      let numbers = choices.indices.filter { choices[$0].rules == named }.flatMap { number in
        ["\(number + firstNumber)", (number + firstNumber).asChoice, choices[number].text]
      }
      return (named, (ids + said + also + numbers).map(\.folded))
    }
  }

  /// What a text says.
  func read(_ answer: QuestionAnswer) -> OrderAnswer {
    if let choice = choices.first(where: { answer.says([$0.text]) }) {
      return choice.rules.isEmpty ? .together : .order(choice.rules)
    }
    let text = Self.bare(answer.text.folded.withoutFullStop)
    let isNumberOfAll = choices.enumerated().contains { number, choice in
      choice.rules.isEmpty && isNumber(text, of: number)
    }
    if isNumberOfAll || Self.together.contains(text) { return .together }
    if let rules = rules(text) { return .order(rules) }
    if text != answer.text.folded.withoutFullStop, let rule = rule(calledBy: text) {
      return .order([rule])
    }
    let arrows = Self.withArrows(text)
      .split(separator: ">", omittingEmptySubsequences: false).map(String.init)
    if arrows.count > 1 { return order(arrows, isCertain: arrows.contains { rules($0) != nil }) }
    let items = text.split { ",、;".contains($0) }.map(String.init)
    return items.count > 1 ? order(items, isCertain: false) : .none
  }

  /// The text without the words that say that something comes first, and without quotation marks around all of it.
  private static func bare(_ text: String) -> String {
    var text = ListedLines.withoutQuotes(text)
    for beginning in ["the rule ", "the order is ", "order: ", "優先順位は", "優先順: ", "優先順位: ", "順番は"]
    where text.hasPrefix(beginning) {
      text = String(text.dropFirst(beginning.count))
    }
    for ending in [
      " always comes first", " comes first", " goes first", " wins", " takes precedence",
      " takes priority",
      " has priority", " first", " should win", " must win", " should come first",
      " must come first", " should go first", "を優先してください", "を優先します", "を優先する", "を優先で", "を優先",
      "が優先されます", "が優先される",
      "が優先です", "が優先", "優先でお願いします", "優先です", "優先", "でお願いします", "の方", "のほう", "が先です", "が先", "が勝つ", "です",
    ] where text.hasSuffix(ending) && text.count > ending.count {
      return String(text.dropLast(ending.count)).trimmed
    }
    return text
  }

  /// The text with `>` where an order is said by other signs or words.
  private static func withArrows(_ text: String) -> String {
    var text = text
    for arrow in [
      "→", "≫", " takes precedence over ", " takes priority over ", " has priority over ",
      " comes before ", " goes before ",
      " wins over ", " beats ", " before ", ", then ", " then ", "、次に", "、その次に", "の次に",
    ] {
      text = text.replacing(arrow, with: ">")
    }
    // 「BよりA」 says A first.
    if !text.contains(">"), let range = text.ranges(of: "より").first {
      let later = text[..<range.lowerBound]
      var first = text[range.upperBound...]
      while let sign = first.first, "も、, ".contains(sign) { first.removeFirst() }
      return Self.bare(String(first)) + ">" + later
    }
    return text
  }

  /// What one line says beside others: a choice by its text or its number, or an order with `>`.
  func readLine(_ line: QuestionAnswer) -> OrderAnswer {
    let text = line.text.folded
    let isChoice = choices.enumerated().contains { number, choice in
      line.says([choice.text]) || isNumber(text, of: number)
    }
    return isChoice || text.contains(">") || text.contains("→") ? read(line) : .none
  }

  private func isNumber(_ text: String, of choice: Int) -> Bool {
    text == String(choice + firstNumber) || text == (choice + firstNumber).asChoice
  }

  private func order(_ pieces: [String], isCertain: Bool) -> OrderAnswer {
    var order: [Int] = []
    for piece in pieces {
      guard let rules = rules(piece) else {
        return isCertain ? .unknown(piece.onOneLine) : .none
      }
      order += rules.filter { !order.contains($0) }
    }
    return .order(order)
  }

  /// The rules that a text names; `nil` where it names none.
  private func rules(_ text: String) -> [Int]? {
    let marks: [Character] = ["`", "“", "”", "\"", "'", "「", "」", "『", "』", " "]
    let bare = { (text: String) in
      String(text.drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed())
    }
    let text = bare(text)
    guard !text.isEmpty else { return nil }
    // A rule by itself before the others that say the same.
    for (rules, _) in names where rules.count > 1 {
      for rule in rules where specification.rules[rule].id.folded == text { return [rule] }
    }
    return names.first { $0.names.contains { bare($0) == text } }?.rules
  }

  /// The only rule whose id has some words that the others have not: `expired` of `accept-expired` and `accept-unverified`.
  private func rule(calledBy text: String) -> Int? {
    let words = text.split { !$0.isLetter && !$0.isNumber }.filter { $0 != "the" && $0 != "rule" }
    guard !words.isEmpty else { return nil }
    let found = names.flatMap(\.rules).filter { rule in
      let parts = specification.rules[rule].id.folded.split { "-_/".contains($0) }
      return words.allSatisfy(parts.contains)
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether a text is nothing but a number that a choice may have.
  static func isNumberOfChoice(_ text: String) -> Bool {
    let folded = text.folded
    return (1...20).contains { folded == String($0) || folded == $0.asChoice }
      || ChoiceReader.isPointer(text)
  }

  /// Whether a text says that all of some rules happen.
  static func isTogether(_ text: String) -> Bool {
    together.contains(text.folded.withoutFullStop)
  }

  private static let together = [
    "both", "both happen", "both of them", "both of them happen", "both apply", "all", "all happen",
    "all of them", "all of them happen", "together", "they happen together", "they both happen",
    "both are shown", "both should happen", "show both", "both at once", "両方", "両方とも",
    "両方とも起こる", "両方起こる", "両方とも起こります", "両方です", "両方とも表示", "両方表示", "両方を表示", "両方とも表示する", "両方表示する",
    "両方出す", "両方出します", "両方とも出す", "両方を出す", "両方行う", "両方実行する", "どちらも", "どちらも起こる", "すべて", "すべて起こる", "全部",
    "全て", "全て起こる",
  ]
}
