import Diagnostics
package import Specification
import Text

/// A choice of phrases in the spec's language, with both languages side by side in the code.
package struct ReportText {
  let language: Language

  package init(language: Language) {
    self.language = language
  }

  package func callAsFunction(_ english: String, _ japanese: String) -> String {
    language.choose(english, japanese)
  }

  func callAsFunction(_ phrase: Phrase) -> String { language.say(phrase) }

  /// Returns a text with its label: "Plan: free", 「会員種別：無料会員」.
  func labelled(_ label: String, _ text: String) -> String {
    label + self(": ", "：") + text
  }

  /// Returns a text followed by a remark in brackets.
  func remark(_ text: String, _ remark: String) -> String {
    text + self(" (\(remark))", "（\(remark)）")
  }

  /// Returns a sentence with a remark before its full stop.
  func remark(inSentence sentence: String, _ remark: String) -> String {
    guard sentence.hasSuffix(".") else { return self.remark(sentence, remark) }
    return self.remark(String(sentence.dropLast()), remark) + "."
  }

  /// Returns a list within a sentence.
  func list(_ texts: [String]) -> String {
    texts.joined(separator: self(", ", "、"))
  }

  /// Returns a list within a cell: a single text alone, several on a line each after a bullet.
  package func lines(_ texts: [String]) -> String {
    guard texts.count > 1 else { return texts.first ?? "" }
    return texts.map { self("• ", "・") + $0 }.joined(separator: "\n")
  }

  func characters(_ count: Int) -> String {
    self(count == 1 ? "1 character" : "\(count) characters", "\(count)文字")
  }
}

/// The names of rules, and the answers that a question offers.
extension ReportText {
  /// Returns the name of a rule: `accept-expired`, or `house rule session-expired`, which no rule of a spec can have.
  func name(of rule: Rule) -> String {
    rule.house == nil ? rule.id : self("house rule ", "社内共通ルール ") + rule.id
  }

  /// Returns the place of a rule: `line 41` of the spec, or `company.yaml:12`.
  private func place(of rule: Rule) -> String {
    rule.house.map(place)
      ?? self("line \(rule.span.start.line)", "\(rule.span.start.line)行目")
  }

  /// Returns a rule with its place: `accept-expired (line 41)`, `house rule session-expired (company.yaml:12)`.
  func reference(to rule: Rule) -> String { remark(name(of: rule), place(of: rule)) }

  /// Returns a place in a pack, such as `company.yaml:12`.
  func place(of origin: HouseOrigin) -> String { "\(origin.path):\(origin.line)" }

  /// Returns the numbered answers, one text each with its results joined.
  package func numbered(_ options: [[String]]) -> [String] {
    options.enumerated().map { number, results in
      (number + 1).asChoice + " " + results.joined(separator: self(" / ", "／"))
    }
  }
}

/// The marks beside results recorded before their cases changed.
package struct RecheckMarks: Sendable {
  /// The mark for a case whose setup was less exact, so that the result may still hold.
  package let checkAgain: String
  /// The mark for a case whose expected result changed, so that the result no longer holds.
  package let void: String
  /// The text before and after an entry that follows a mark.
  private let start, end: String

  package init(_ language: Language) {
    let text = ReportText(language: language)
    (start, end) = (text(" (", "："), text(")", ""))
    checkAgain = text("Check again", "要再確認")
    void = text("Void: test again", "無効（再テスト）")
  }

  package var all: [String] { [checkAgain, void] }

  /// Returns the mark followed by an entry: `Void: test again (OK)`, `要再確認：OK`.
  package func mark(isVoid: Bool, _ entry: String) -> String {
    (isVoid ? void : checkAgain) + (entry.isEmpty ? "" : start + entry + end)
  }

  /// Returns the mark and entry of a text written by `mark`, or `nil` for any other text.
  ///
  /// The mark is compared without regard to case, as in formulas.
  package func read(_ text: String) -> (isVoid: Bool, entry: String)? {
    let text = text.trimmed
    for (mark, isVoid) in [(checkAgain, false), (void, true)]
    where text.prefix(mark.count).lowercased() == mark.lowercased() {
      let rest = text.dropFirst(mark.count)
      if rest.isEmpty { return (isVoid, "") }
      guard rest.hasPrefix(start), rest.hasSuffix(end) else { return nil }
      return (isVoid, String(rest.dropFirst(start.count).dropLast(end.count)))
    }
    return nil
  }

  /// Returns the mark and entry of a text in any language.
  package static func read(_ text: String) -> (isVoid: Bool, entry: String)? {
    Language.allCases.lazy.compactMap { Self($0).read(text) }.first
  }

  /// Returns a mark in every language.
  static func each(_ mark: KeyPath<Self, String>) -> [String] {
    Language.allCases.map { Self($0)[keyPath: mark] }
  }
}

/// The names of rules in English sentences, with ids in backticks.
extension Rule {
  /// The name, such as "`accept-expired`" or "house rule `session-expired`".
  var nameInText: String { (house == nil ? "" : "house rule ") + "`\(id)`" }

  /// The name and place, such as "`accept-expired` (line 41)" or "house rule `session-expired` (company.yaml:12)".
  var referenceInText: String {
    nameInText + (house.map { " (\($0.path):\($0.line))" } ?? " (line \(span.start.line))")
  }
}

/// The status texts beside a question.
package struct AnswerStatus: Sendable {
  package let open: String
  package let answered: String
  /// The prefix of the reason why an answer was not applied.
  package let notApplied: String
  /// The prefix of an answer given to an earlier wording of the question.
  package let earlier: String
  /// The prefix of the status of a deferred question.
  package let deferred: String

  package init(_ language: Language) {
    let text = ReportText(language: language)
    open = text("Open", "未回答")
    answered = text("Answered", "回答済み")
    notApplied = text("Not applied: ", "未反映：")
    earlier = text("Answered when it was asked otherwise: ", "確認内容が変わる前の回答：")
    deferred = text("Deferred: ", "保留中：")
  }

  /// True if the text says why an entry was not applied.
  package static func isRefusal(_ text: String) -> Bool {
    Language.allCases.contains { text.hasPrefix(Self($0).notApplied) }
  }

  /// True if the program derived the text from the spec and the other cells of the row.
  package static func isWord(_ text: String) -> Bool {
    text.isEmpty
      || Language.allCases.map(Self.init).contains { words in
        [words.open, words.answered].contains(text)
          || text.hasPrefix(words.deferred) && !text.contains("\n")
      }
  }
}

/// The choices for agreement to an operation's outcomes.
package struct AgreementChoices: Sendable {
  package let agreed: String
  package let notSo: String

  package init(_ language: Language) {
    let text = ReportText(language: language)
    agreed = text("Agreed", "合意")
    notSo = text("Not so", "相違あり")
  }

  package var all: [String] { [agreed, notSo] }
}

/// The result of a test as entered by a tester, however it is written.
package enum TestResult: CaseIterable, Hashable, Sendable {
  case passed, failed, blocked, notRun, notApplicable

  /// Returns the word in the drop-down, which the tallies of the summary count.
  package func word(_ language: Language) -> String {
    switch self {
    case .passed: "OK"
    case .failed: "NG"
    case .blocked: language.choose("Blocked", "ブロック")
    case .notRun: language.choose("Not run", "未実施")
    case .notApplicable: language.choose("N/A", "対象外")
    }
  }

  /// The other words for each result: symbols, and the terms of other tools.
  private static let otherWords = wordTable("Words/results.yaml")

  /// All texts that mean the result, in both languages.
  ///
  /// Latin letters are also listed in full width. Case does not matter and is not listed separately.
  package var words: [String] {
    let own = Language.allCases.map(word)
    var seen: Set<String> = []
    return (own + (Self.otherWords["\(self)"] ?? [])).flatMap { [$0, $0.widened] }
      .filter { seen.insert($0.lowercased()).inserted }
  }

  /// Creates the result that an entry means, or returns `nil` for an empty or unknown entry.
  package init?(_ entry: String) {
    let entry = entry.lowercased()
    guard let meaning = Self.meanings[entry] else { return nil }
    self = meaning
  }

  private static let meanings = Dictionary(
    firstOf: allCases.flatMap { result in result.words.map { ($0.lowercased(), result) } }
  )
}

extension String {
  /// The text with every printable ASCII character in full width (U+FF01 and on).
  fileprivate var widened: String {
    var text = ""
    for scalar in unicodeScalars {
      let wide = (0x21...0x7E).contains(scalar.value) ? Unicode.Scalar(scalar.value + 0xFEE0) : nil
      text.unicodeScalars.append(wide ?? (scalar == " " ? "\u{3000}" : scalar))
    }
    return text
  }
}
