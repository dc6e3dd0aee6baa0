import Specification
import Text

/// Tells which of the options of a question an answer chooses: by its number or by its text.
struct ChoiceReader {
  private let setting: AnswerSetting
  private var options: [[String]] { setting.options }

  init(_ setting: AnswerSetting) {
    self.setting = setting
  }

  /// The numbers of the options: `① or ② or ③`.
  var signs: String { options.indices.map { ($0 + 1).asChoice }.joined(separator: " / ") }

  /// The lines of the option that an answer chooses; `nil` where it chooses none.
  ///
  /// The last of several lines may choose which rule comes first; the lines before it choose or say what happens.
  func choice(_ answer: String) -> [String]? {
    if let option = option(answer) { return option }
    let lines = answer.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    guard setting.isOrdered, lines.count > 1, option(lines[lines.count - 1]) != nil else {
      return nil
    }
    return lines.flatMap { option($0) ?? [$0] }
  }

  private func option(_ answer: String) -> [String]? {
    if let index = options.firstIndex(where: {
      ReadChoice.isSame($0.joined(separator: "\n"), answer)
    }) {
      return options[index]
    }
    if let number = Self.number(answer) {
      // A bare number may mean an option that begins with one.
      let isSign = "①"..."⑳" ~= (answer.trimmed.first ?? " ")
      let areNumbers = options.joined().contains { $0.first?.isNumber ?? false }
      guard isSign || !areNumbers else { return nil }
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

  /// How the sheet shows an option.
  private func forms(_ index: Int) -> [String] {
    ["\n", " / ", "／"].map(options[index].joined(separator:))
      + (setting.brief.indices.contains(index) ? [setting.brief[index]] : [])
  }

  /// The number that an answer is: `②`, `2`, `２.`, `(2)`; `nil` for any other text.
  static func number(_ answer: String) -> Int? {
    let line = answer.onOneLine.trimmed
    // `② 3` is the second option, which says 3.
    if line.count > 1, "①"..."⑳" ~= (line.first ?? " "),
      line.dropFirst().contains(where: \.isNumber)
    {
      return nil
    }
    let plain = CompatibilityForms.plain(line).filter { !"().「」“”\" ".contains($0) }
    guard (1...2).contains(plain.count), plain.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(plain)
  }

  /// True if a text is an option as a drop-down cuts it: `The list opens and…`.
  private static func isCut(_ option: String, _ text: String) -> Bool {
    text.hasSuffix("…") && text.count > 4
      && ReadChoice.key(option).hasPrefix(ReadChoice.key(String(text.dropLast())))
  }

  /// True if an answer speaks in a sentence of its own and of no number or option: “the second” does not.
  func isSentence(_ answer: String) -> Bool {
    let words = answer.split { $0.isWhitespace }
    let isLong = words.count > 4 || answer.count(where: { !$0.isASCII && $0.isLetter }) > 9
    return isLong && answer.trimmed.first?.isLetter == true
      && !answer.split(whereSeparator: \.isNewline).contains { option(String($0)) != nil }
  }

  /// Why an answer that chooses no option is not another answer either; `nil` where it may be one.
  func reasonAgainst(_ answer: String) -> AnswerReason? {
    let line = answer.onOneLine
    guard !options.isEmpty else { return nil }
    let isOrder = setting.isOrdered && line.contains { ">＞≫".contains($0) }
    guard
      Self.number(answer) != nil || isOrder || setting.need == .option && line.hasSign
        || answer.split(whereSeparator: \.isNewline).count == 1 && ListedLines.numbered(line) != nil
    else { return nil }
    return .init(
      "`\(line)` is not an option as it stands; write \(signs) alone, or the result without a number",
      "「\(line)」は選択肢のとおりではありません。\(signs)のいずれかだけを書くか、番号を付けずに結果を書いてください"
    )
  }
}

extension String {
  fileprivate var hasSign: Bool { first.map { "①"..."⑳" ~= $0 } ?? false }
}

/// What a saved row shows of the choices of its question.
package enum ReadChoice {
  /// The choices that a cell lists, `① The list opens` a line; the results of one have a stroke between them.
  package static func options(shown text: String) -> [[String]] {
    let lines = text.split(whereSeparator: \.isNewline).map(\.trimmed)
    var options: [[String]] = []
    for line in lines where line.hasPrefix((options.count + 1).asChoice) {
      let said = line.dropFirst((options.count + 1).asChoice.count).trimmed
      options.append([said])
    }
    return options
  }

  /// True if two texts differ in nothing but case, width and blanks.
  package static func isSame(_ text: String, _ saved: String) -> Bool { key(text) == key(saved) }

  /// A drop-down has semicolons where a choice has commas.
  fileprivate static func key(_ text: String) -> String {
    let folded = text.folded.filter { !$0.isWhitespace }.replacing(",", with: ";")
    return folded.hasPrefix("'") ? String(folded.dropFirst()) : folded
  }
}

extension AnswerSetting {
  /// True if a text is what one of the choices says.
  package func offers(_ text: String) -> Bool {
    options.contains { ReadChoice.isSame($0.joined(separator: "\n"), text) }
  }
}
