import Specification
import Text

/// Reads which of the choices of a question an answer means.
struct ChoiceReader {
  private let options: [[String]]
  private let setting: AnswerSetting
  private let language: Language

  init(_ setting: AnswerSetting, language: Language) {
    options = setting.options
    self.setting = setting
    self.language = language
  }

  /// The lines of the choice that an answer names, or why it names none; `nil` where it is no choice.
  ///
  /// Where each of several lines names one, what happens and which rule comes first, they stand behind each other.
  func read(_ answer: String) -> Result<[String], AnswerPlanner.Reason>? {
    let lines = answer.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    if let option = option(answer) { return .success(option) }
    if let (choice, rest) = leadingChoice(answer) {
      guard Self.isReason(rest) else {
        return .failure(
          .init(
            text:
              .init(
                "it begins with \(choice.words) but says something else than that option; write \(choice.sign) alone, or the whole answer without it",
                "\(choice.words)で始まっていますが、その選択肢とは違う内容です。\(choice.sign)だけを書くか、番号を付けずに回答全体を書いてください"
              )
          )
        )
      }
      return .success(choice.option)
    }
    if lines.count > 1 {
      let named = lines.map(option)
      if let last = named.last, last != nil, !isList(lines) {
        return .success(zip(lines, named).flatMap { $1 ?? [$0] })
      }
    }
    return reasonAgainst(answer).map { .failure(.init(text: $0)) }
  }

  /// Whether every line has the number of its place: a list of results, and no choice among options.
  private func isList(_ lines: [String]) -> Bool {
    lines.enumerated().allSatisfy { number, line in
      line.hasPrefix((number + 1).asChoice) && !Self.isSame(line, (number + 1).asChoice)
        && option(line) == nil
    }
  }

  /// What the choice says that an answer names by its number, such as `②`, `2`, `option 2`, 「②」 or `② The list opens`, or where two are shown
  /// by 前者 or `the second one`.
  private func option(_ answer: String) -> [String]? {
    guard !options.isEmpty,
      // An option may be a number itself.
      !options.contains(where: { Self.isSame($0.joined(separator: "\n"), answer) })
    else { return nil }
    if let number = Self.number(in: answer), options.indices.contains(number - 1) {
      return options[number - 1]
    }
    if OrderReader.isTogether(answer), setting.isDecision {
      return options.first { $0.contains { OrderReader.isTogether($0) } }
    }
    if let (number, text) = ListedLines.numbered(answer), options.indices.contains(number - 1),
      Self.strokes.contains(where: {
        let option = options[number - 1].joined(separator: $0)
        return Self.isSame(text, option) || Self.isQuoted(text, in: option)
      })
    {
      return options[number - 1]
    }
    for (index, option) in options.enumerated() {
      let lines = Self.strokes.flatMap { separator in
        ["", " "].map { (index + 1).asChoice + $0 + option.joined(separator: separator) }
      }
      if lines.contains(where: { Self.isSame($0, answer) || Self.isShortened($0, answer) }) {
        return option
      }
    }
    if let pointed = Self.pointers[Self.key(answer)], setting.sides == 2 {
      return options[pointed - 1]
    }
    return nil
  }

  /// The choice that stands in front of other words, and these; `nil` where the answer begins with none.
  private func leadingChoice(
    _ answer: String
  ) -> (choice: (option: [String], words: String, sign: String), rest: String)? {
    let line = answer.onOneLine
    for index in line.indices.dropFirst() {
      let sign = line[index]
      let next = line.index(after: index)
      let isCut =
        "、。（(；：".contains(sign)
        || ",.;:–—-".contains(sign) && (next == line.endIndex || line[next].isWhitespace)
        || sign == " "
          && ["because ", "since ", "as ", "but ", "if ", "only ", "except "].contains {
            line[next...].lowercased().hasPrefix($0)
          }
      guard isCut else { continue }
      let head = String(line[..<index])
      guard head.count <= 40 else { return nil }
      guard Self.number(in: head) == nil || head.contains(where: { "①"..."⑳" ~= $0 }),
        let option = option(head), let number = options.firstIndex(of: option)
      else { continue }
      let rest = String(line[index...])
      // In which order all of them happen is no order of rules.
      if option.contains(where: { OrderReader.isTogether($0) }), rest.withoutFullStop.hasSuffix("順")
      {
        return ((option, head, (number + 1).asChoice), rest + "ため")
      }
      // An order of choices, or a list of results.
      guard !rest.contains(where: { ">→≫＞".contains($0) }) else { return nil }
      return ((option, head, (number + 1).asChoice), rest)
    }
    return nil
  }

  /// Whether words behind a choice say why, and neither restrict it nor add to it.
  private static func isReason(_ text: String) -> Bool {
    let folded = text.folded
    let limits = [
      "but ", "only", "except", "unless", "if ", "when ", "however", "plus ", "and ", "with ",
      "ただし", "のみ", "だけ", "以外", "場合", "とき", "しかし", "変更", "かつ", "または",
    ]
    let reasons = [
      "because", "since ", " as ", "so that", "no point", "otherwise", "reason", "to avoid",
      "makes sense", "is enough", "ため", "ので", "から", "理由", "だと思",
    ]
    return !limits.contains { folded.contains($0) } && reasons.contains { folded.contains($0) }
  }

  /// Why an answer to a question with options, which names none of them, is no answer; `nil` where it may be one.
  private func reasonAgainst(_ answer: String) -> AnswerReason? {
    let line = answer.onOneLine
    let choice = options.indices.map { ($0 + 1).asChoice }.joined(separator: " or ")
    let number = Self.number(in: answer)
    if !choice.isEmpty {
      if number != nil {
        return .init(
          "there is no option \(line); write the answer itself",
          "「\(line)」という選択肢はありません。回答の内容を書いてください"
        )
      }
      let first = line.unicodeScalars.first.map { Character($0) }
      let isWholeList = ListedLines.texts(in: answer).count > 1
      if let first, "①"..."⑳" ~= first, !isWholeList, !line.contains(where: { ">→≫＞".contains($0) })
      {
        return .init(
          "it begins with \(first) but says something else than that option; write \(first) alone, or the whole answer without it",
          "\(first)で始まっていますが、その選択肢とは違う内容です。\(first)だけを書くか、番号を付けずに回答全体を書いてください"
        )
      }
      if let (number, text) = ListedLines.numbered(line), options.indices.contains(number - 1),
        options.contains(where: { Self.isSame($0.joined(separator: "\n"), text) })
      {
        return .init(
          "it begins with \(number) but says something else than that option; write \((number).asChoice) alone, or the whole answer without it",
          "\(number)で始まっていますが、その選択肢とは違う内容です。\((number).asChoice)だけを書くか、番号を付けずに回答全体を書いてください"
        )
      }
    } else if number != nil, line.contains(where: { "①"..."⑳" ~= $0 }) {
      return .init(
        "the question shows no options, so \(line) stands for nothing; write the answer itself",
        "この確認事項に選択肢はないので、「\(line)」の意味が分かりません。回答の内容を書いてください"
      )
    }
    guard Self.pointers[Self.key(answer)] != nil || Self.unclearPointers.contains(Self.key(answer))
    else { return nil }
    let count =
      setting.sides > 2
      ? "`\(line)` may be any of \(setting.sides) options" : "`\(line)` does not say what happens"
    let choices = options.indices.map { ($0 + 1).asChoice }.joined(separator: "・")
    return .init(
      "\(count); write "
        + (choice.isEmpty ? "the result itself" : "\(choice), or the result itself"),
      "「\(line)」が何を指すか分かりません。"
        + (choices.isEmpty ? "" : "\(choices)のいずれか、または") + "期待する結果を書いてください"
    )
  }

  // MARK: Forms

  /// What may stand between the results of a choice.
  private static let strokes = [" / ", "／", "\n", ", ", "、"]

  /// The number that an answer is, with nothing but a word for “option” and courtesy around it; `nil` for any other text.
  static func number(in answer: String) -> Int? {
    let key = key(answer)
    let words = ["option", "choice", "number", "answer", "no", "選択肢", "回答", "案", "番号"]
    var rest = key[...]
    for word in words where rest.hasPrefix(word) && rest.count > word.count {
      rest = rest.dropFirst(word.count)
      break
    }
    for word in ["番目", "番", "つ目", "案", "です", "で", "にする", "にします"] where rest.hasSuffix(word) {
      rest = rest.dropLast(word.count)
    }
    guard (1...2).contains(rest.count), rest.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    // 1つ目 is a word that points, and not a number.
    return rest.count == key.count || !key.hasSuffix("つ目") && !key.hasSuffix("番目")
      ? Int(rest) : nil
  }

  /// Whether a text names a choice by its number or by a word such as 後者, and says nothing else.
  static func isPointer(_ answer: String) -> Bool {
    number(in: answer) != nil || pointers[key(answer)] != nil
  }

  /// The letters and digits of an answer in plain forms, without words of courtesy.
  private static func key(_ answer: String) -> String {
    var key = CompatibilityForms.plain(answer.onOneLine).lowercased()
      .filter { $0.isLetter || $0.isNumber }
    for ending in [
      "でお願いいたします", "でお願いします", "をお願いします", "お願いします", "を選択します", "を選びます", "を選択", "を採用します", "を採用",
      "がいいです", "が良いです",
      "がよいです", "がいい", "が良い", "で良いです", "でよいです", "でいいです", "とします", "にします", "です", "でok", "で", "please",
      "thanks", "pls", "plz", "thankyou", "thx",
    ] where key.hasSuffix(ending) && key.count > ending.count {
      key = String(key.dropLast(ending.count))
      break
    }
    for beginning in [
      "iwouldgowith", "idgowith", "letsgowith", "wegowith", "gowith", "wechoose", "ichoose",
      "choose", "iprefer",
      "weprefer", "itshouldbe", "itis", "its",
    ] where key.hasPrefix(beginning) && key.count > beginning.count {
      key = String(key.dropFirst(beginning.count))
      break
    }
    return key
  }

  static func isSame(_ text: String, _ saved: String) -> Bool {
    func key(_ text: String) -> String {
      // A drop-down has semicolons where a choice has commas.
      let folded = text.folded.filter { !$0.isWhitespace }.replacing(",", with: ";")
      return folded.hasPrefix("'") ? String(folded.dropFirst()) : folded
    }
    return key(text) == key(saved)
  }

  /// Whether a choice begins with a text in quotation marks: “The list opens” (rule accept) comes first.
  private static func isQuoted(_ text: String, in option: String) -> Bool {
    let marks: [Character: Character] = ["“": "”", "‘": "’", "「": "」", "『": "』"]
    guard let end = option.first.flatMap({ marks[$0] }), let last = option.lastIndex(of: end)
    else { return false }
    return isSame(text, String(option[..<last].dropFirst()))
  }

  /// Whether an answer is the beginning of a choice as a drop-down shortens it: `① The list opens and…`.
  private static func isShortened(_ option: String, _ answer: String) -> Bool {
    let text = answer.folded.filter { !$0.isWhitespace }
    guard text.count > 4, let dots = ["…", "..."].first(where: text.hasSuffix) else { return false }
    return option.folded.filter { !$0.isWhitespace }.hasPrefix(text.dropLast(dots.count))
  }

  /// Words that point at one of two, by which of them.
  private static let pointers: [String: Int] = {
    let words: [(Int, String)] = [
      (
        1,
        """
        前者 前者の方 前者のほう 上 上の方 上のほう 上の選択肢 1つ目 一つ目 ひとつ目 1番目 一番目 最初 最初の方 最初のほう 先の方 左 左の方
        former theformer theformerone first thefirst thefirstone firstone firstoption thefirstoption 1st the1st upper theupperone
        top thetopone firstchoice thefirstchoice optionone
        """
      ),
      (
        2,
        """
        後者 後者の方 後者のほう 下 下の方 下のほう 下の選択肢 2つ目 二つ目 ふたつ目 2番目 二番目 最後 最後の方 後の方 右 右の方
        latter thelatter thelatterone second thesecond thesecondone secondone secondoption thesecondoption 2nd the2nd
        lower thelowerone bottom thebottomone last thelast thelastone secondchoice thesecondchoice optiontwo
        """
      ),
    ]
    var pointers: [String: Int] = [:]
    for (number, texts) in words {
      for word in texts.split(whereSeparator: \.isWhitespace) { pointers[String(word)] = number }
    }
    return pointers
  }()

  /// Words that point at an option beyond the second.
  private static let unclearPointers: Set<String> = [
    "third", "thethird", "thethirdone", "3つ目", "三つ目", "3番目", "三番目", "中", "中の方", "真ん中", "middle",
    "themiddleone", "thisone", "thatone", "こちら", "これ", "それ", "そちら", "optiona", "optionb", "optionc",
  ]
}
