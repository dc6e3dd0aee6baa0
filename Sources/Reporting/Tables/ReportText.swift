import Diagnostics
package import Specification
import Text

/// Picks the words of the spec's language, both languages side by side where they are used.
package struct ReportText {
  let language: Language

  package init(language: Language) {
    self.language = language
  }

  package func callAsFunction(_ english: String, _ japanese: String) -> String {
    language.choose(english, japanese)
  }

  func callAsFunction(_ phrase: Phrase) -> String { language.say(phrase) }

  func callAsFunction(_ words: (english: String, japanese: String)) -> String {
    self(words.english, words.japanese)
  }

  /// Joins a label and what it is about: "Plan: free", 「会員種別：無料会員」.
  func labelled(_ label: String, _ text: String) -> String {
    label + self(": ", "：") + text
  }

  /// Adds a remark in brackets.
  func remark(_ text: String, _ remark: String) -> String {
    text + self(" (\(remark))", "（\(remark)）")
  }

  /// The same before the full stop of a sentence.
  func remark(inSentence sentence: String, _ remark: String) -> String {
    guard sentence.hasSuffix(".") else { return self.remark(sentence, remark) }
    return self.remark(String(sentence.dropLast()), remark) + "."
  }

  /// Lists texts within a sentence.
  func list(_ texts: [String]) -> String {
    texts.joined(separator: self(", ", "、"))
  }

  /// Lists texts in a cell: one stands alone, several get a line and a dot each.
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
  /// What people call a rule: `accept-expired`, or `house rule session-expired`, which no rule of a spec can be called.
  func name(of rule: Rule) -> String {
    rule.house == nil ? rule.id : self("house rule ", "社内共通ルール ") + rule.id
  }

  /// Where a rule stands: `line 41` of the spec, or `company.yaml:12`.
  private func place(of rule: Rule) -> String {
    rule.house.map(place)
      ?? self("line \(rule.span.start.line)", "\(rule.span.start.line)行目")
  }

  /// A rule and where it stands: `accept-expired (line 41)`, `house rule session-expired (company.yaml:12)`.
  func reference(to rule: Rule) -> String { remark(name(of: rule), place(of: rule)) }

  /// A place in a pack: `company.yaml:12`.
  func place(of origin: HouseOrigin) -> String { "\(origin.path):\(origin.line)" }

  /// The answers to choose from, numbered, one text each; the results of one are behind each other.
  package func numbered(_ options: [[String]]) -> [String] {
    options.enumerated().map { number, results in
      (number + 1).asChoice + " " + results.joined(separator: self(" / ", "／"))
    }
  }
}

/// What stands beside a result that was found before its case changed.
package struct RecheckMarks: Sendable {
  /// The setup was less exact then: the result may hold.
  package let checkAgain: String
  /// Something else is expected now: the result holds no more.
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

  /// A mark in front of what it is about: `Void: test again (OK)`, `要再確認：OK`.
  package func mark(isVoid: Bool, _ entry: String) -> String {
    (isVoid ? void : checkAgain) + (entry.isEmpty ? "" : start + entry + end)
  }

  /// The mark and the entry of a text that `mark` wrote; `nil` for a person's own words.
  ///
  /// Case-insensitive, as in formulas.
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

  /// The same in any language.
  package static func read(_ text: String) -> (isVoid: Bool, entry: String)? {
    Language.allCases.lazy.compactMap { Self($0).read(text) }.first
  }

  /// A mark in every language.
  static func each(_ mark: KeyPath<Self, String>) -> [String] {
    Language.allCases.map { Self($0)[keyPath: mark] }
  }
}

/// The names of rules in English sentences, where ids stand in backticks.
extension Rule {
  /// "`accept-expired`", "house rule `session-expired`".
  var nameInText: String { (house == nil ? "" : "house rule ") + "`\(id)`" }

  /// "`accept-expired` (line 41)", "house rule `session-expired` (company.yaml:12)".
  var referenceInText: String {
    nameInText + (house.map { " (\($0.path):\($0.line))" } ?? " (line \(span.start.line))")
  }
}

/// What stands beside a question.
package struct AnswerStatus: Sendable {
  package let open: String
  package let answered: String
  /// What a reason begins with that an answer was not applied for.
  package let notApplied: String
  /// What a remark begins with that says an answer to the question as it was asked before.
  package let earlier: String
  /// The beginning of the status of a deferred question.
  package let deferred: String

  package init(_ language: Language) {
    let text = ReportText(language: language)
    open = text("Open", "未回答")
    answered = text("Answered", "回答済み")
    notApplied = text("Not applied: ", "未反映：")
    earlier = text("Answered when it was asked otherwise: ", "確認内容が変わる前の回答：")
    deferred = text("Deferred: ", "保留中：")
  }

  /// True if a text follows from the spec and from the other cells of the row.
  package static func isWord(_ text: String) -> Bool {
    text.isEmpty
      || Language.allCases.map(Self.init).contains { words in
        [words.open, words.answered].contains(text)
          || text.hasPrefix(words.deferred) && !text.contains("\n")
      }
  }
}

/// The drop-down of what people think of an operation's outcomes.
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

/// What a tester's entry says of a case, however it is written.
package enum TestResult: CaseIterable, Hashable, Sendable {
  case passed, failed, blocked, notRun, notApplicable

  /// Its word in the drop-down, which the tallies of the summary count.
  package func word(_ language: Language) -> String {
    switch self {
    case .passed: "OK"
    case .failed: "NG"
    case .blocked: language.choose("Blocked", "ブロック")
    case .notRun: language.choose("Not run", "未実施")
    case .notApplicable: language.choose("N/A", "対象外")
    }
  }

  /// What people write for it beside the word of the drop-down: signs, and the words of other tools.
  private var otherWords: [String] {
    switch self {
    case .passed: ["Pass", "Passed", "Done", "○", "〇", "◯", "◎", "✓", "✔", "済", "合格", "問題なし"]
    case .failed: ["Fail", "Failed", "x", "×", "✕", "✖", "✗", "✘", "不合格", "問題あり"]
    case .blocked: ["Block", "On hold", "△", "▲", "保留", "実施不可"]
    case .notRun: ["Untested", "Not started", "To do", "未", "未着手"]
    case .notApplicable: ["NA", "Skip", "Skipped", "-", "ー", "−", "スキップ", "実施対象外"]
    }
  }

  /// Every text that means it, in either language.
  ///
  /// Latin letters stand also as wide ones; large and small letters make no difference and are not listed apart.
  package var words: [String] {
    let own = Language.allCases.map(word)
    var seen: Set<String> = []
    return (own + otherWords).flatMap { [$0, $0.widened] }
      .filter { seen.insert($0.lowercased()).inserted }
  }

  /// What an entry means; `nil` for an empty one and for anything that is none of the words.
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
  /// The text with every printable ASCII character as wide as a Japanese one (U+FF01 and on).
  fileprivate var widened: String {
    var text = ""
    for scalar in unicodeScalars {
      let wide = (0x21...0x7E).contains(scalar.value) ? Unicode.Scalar(scalar.value + 0xFEE0) : nil
      text.unicodeScalars.append(wide ?? (scalar == " " ? "\u{3000}" : scalar))
    }
    return text
  }
}
