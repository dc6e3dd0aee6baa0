import Specification
import Text

/// What an answer names in place of a result: that of another question, or of a rule.
package enum AnswerReference: Hashable, Sendable {
  /// A question by its id.
  case question(String)
  /// The question with this number in the sheet, from 1.
  case number(Int)
  /// A number of which nobody knows whether it counts questions or rows.
  case unclear(Int)
  /// The question in this row of the sheet, from 1.
  case row(Int)
  /// The question in the row above.
  case above
  /// A rule of the spec.
  case rule(Int)

  /// What a text names that says nothing else: `Same as Q-3F9A2C7D`, `see No. 3`, Q3と同じ, 同上, `same as accept-expired`, a rule's id alone.
  init?(_ text: String, _ setting: AnswerSetting, _ specification: Specification) {
    let plain = CompatibilityForms.plain(text.onOneLine).withoutFullStop
    guard !plain.isEmpty, plain.count <= 120 else { return nil }
    if Self.wordsForAbove.contains(plain.wordsAlone) {
      self = .above
      return
    }
    let (object, isPointed) = Self.object(of: plain)
    if let found = Self.place(object) {
      self = found
      return
    }
    // A choice of the question goes before another rule.
    guard !setting.isDecision || isPointed else { return nil }
    let named = object.trimmed(of: "`“”\"'「」『』、, ")
    // Another rule by what it says.
    if isPointed,
      let rule = specification.rules.firstIndex(where: { rule in
        rule.results.map { ChoiceReader.isSame($0.joined(), named) } ?? false
      })
    {
      self = .rule(rule)
      return
    }
    let isCalled = ["rule ", "ルール", "rule"].first { named.lowercased().hasPrefix($0) }
    let id = isCalled.map { String(named.dropFirst($0.count)).trimmed } ?? named
    let rules = specification.rules
    guard
      let rule = rules.firstIndex(where: { $0.house == nil && $0.id == id })
        ?? rules.firstIndex(where: { $0.id == id }),
      !setting.rules.prefix(1).contains(rule) || setting.isDecision || rules[rule].results != nil
    else { return nil }
    // A word that is a rule's id by chance says a result where it is written like one.
    guard isPointed || isCalled != nil || id.contains("-") && id.utf8.allSatisfy({ $0 < 0x80 })
    else { return nil }
    self = .rule(rule)
  }

  private static let wordsForAbove: Set<String> = Set(
    """
    同上 上と同じ 上に同じ 上記と同じ 上記に同じ 上記同様 上記と同様 前と同じ 上と同様 一つ上と同じ 1つ上と同じ ひとつ上と同じ 同上です 上と同じです 上記と同じです 前の質問と同じ 前の行と同じ
    上の質問と同じ 上の行と同じ 上の回答と同じ 前の回答と同じ
    sameasabove sameastheabove sameastheoneabove sameasthepreviousone sameasprevious sameastheprevious sameasthequestionabove sameaslastone ditto
    asabove sameanswerasabove sameresultasabove sameastherowabove sameasthelastone sameasthepreviousquestion
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  )

  /// What a text points at, without the words that point.
  private static func object(of text: String) -> (text: String, isPointed: Bool) {
    let beginnings = [
      "the same as in ", "the same as for ", "the same as ", "same result as in ",
      "same result as ", "same answer as in ", "same answer as for ",
      "same answer as ", "same behaviour as ", "same behavior as ", "same as in ", "same as for ",
      "same as with ", "same as the answer to ", "same as ",
      "as in the answer to ", "as in ", "as for ", "as with ", "like in ", "like ", "identical to ",
      "see the answer to ", "see answer to ", "see also ", "see ", "refer to ",
      "please see ", "cf. ", "copy of ", "= ", "it's the same as ", "this is the same as ",
      "should be the same as ", "exactly like ", "just like ", "answered in ", "covered by ",
    ]
    let endings = [
      "と同じ動きにしてください", "と同じ動作にしてください", "と同じにしてください", "と同じ挙動にしてください", "と同じ動きにする", "と同じ動きです", "と同じ動き",
      "と同じ扱いにする", "と同じ扱いです", "の回答と同じです", "の回答と同じ", "の回答に同じ", "の回答を参照", "の回答の通り", "の回答のとおり",
      "と同じ回答です", "と同じ回答", "と同じ結果です", "と同じ結果", "と同じ動作です", "と同じ動作", "と同じ挙動", "と同じ扱い",
      "と同じでお願いします", "と同じでよい", "と同じでOK", "と同じとする", "と同じにする", "と同じです", "と同じ", "に同じ", "と同様です",
      "と同様とする", "と同様", "に準ずる", "に準じる", "を参照してください", "をご参照ください", "を参照",
      "参照", "の通り", "のとおり", "と同一", "を適用", "に従う",
    ]
    var object = text
    var isPointed = false
    let folded = object.lowercased()
    // The letters are ASCII, so that case changes no length.
    if let beginning = beginnings.first(where: folded.hasPrefix) {
      object = String(object.dropFirst(beginning.count))
      isPointed = true
    }
    if let ending = endings.first(where: { object.hasSuffix($0) }) {
      object = String(object.dropLast(ending.count))
      isPointed = true
    }
    for ending in [" above", " in this sheet", " please", " too", " as well"]
    where object.lowercased().hasSuffix(ending) {
      object = String(object.dropLast(ending.count))
    }
    return (object.trimmed, isPointed)
  }

  /// The question that an object names by its id, its number or its row.
  private static func place(_ object: String) -> AnswerReference? {
    let key = object.lowercased().trimmed(of: "`“”\"'「」『』()[] ")
      .filter { !$0.isWhitespace }
    if key.hasPrefix("q-"), key.count == 10, key.dropFirst(2).allSatisfy(\.isHexDigit) {
      return .question(key.uppercased())
    }
    func number(_ beginnings: [String], _ endings: [String]) -> Int? {
      for beginning in beginnings {
        for ending in endings where key.hasPrefix(beginning) && key.hasSuffix(ending) {
          let rest = key.dropFirst(beginning.count).dropLast(ending.count)
          if (1...3).contains(rest.count), rest.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return Int(rest)
          }
        }
      }
      return nil
    }
    if let row = number(["row", "行", ""], ["行目", "行"]) ?? number(["row", "line"], [""]) {
      return .row(row)
    }
    let named = [
      "question", "questionno.", "questionnumber", "q", "q.", "q#", "質問", "質問no.", "設問", "問",
      "確認事項",
    ]
    if let number = number(named, ["", "の回答", "番", "番目"]) ?? number([""], ["番目の質問"]) {
      return .number(number)
    }
    let counted = ["no.", "no", "number", "#", "item", "answer", "answerto", "№", "項番", "確認", "回答"]
    if let number = number(counted, ["", "番", "の回答"]) ?? number([""], ["番"]) {
      return .unclear(number)
    }
    return nil
  }
}

extension String {
  /// The text without some characters at its ends.
  fileprivate func trimmed(of characters: String) -> String {
    let start = drop { characters.contains($0) }
    return String(start.reversed().drop { characters.contains($0) }.reversed())
  }
}

/// A text with an address in it.
enum LinkedText {
  /// The text without the first address in it and what only points at that, and the address; the whole text where there is none.
  static func split(_ text: String) -> (rest: String, link: String?) {
    let beginnings = ["https://", "http://", "www.", "figma.com/"]
    let lower = text.lowercased()
    guard lower.count == text.count,
      let range = beginnings.lazy.compactMap({ lower.ranges(of: $0).first }).first
    else { return (text, nil) }
    let offset = lower.distance(from: lower.startIndex, to: range.lowerBound)
    let start = text.index(text.startIndex, offsetBy: offset)
    var end = start
    while end < text.endIndex, !text[end].isWhitespace, !"（）()「」。、<>〉】]".contains(text[end]),
      text[end].isASCII
    {
      end = text.index(after: end)
    }
    var link = text[start..<end]
    while let last = link.last, ".,;:".contains(last) { link.removeLast() }
    end = link.endIndex
    let before = String(text[..<start])
    let after = String(text[end...])
    let lines = (before + "\u{1F}" + after).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    let rest = lines.map { line in
      line.contains("\u{1F}") ? bare(String(line)) : String(line)
    }.filter { !$0.isEmpty }.joined(separator: "\n")
    return (rest, String(link))
  }

  private static let pointers: Set<String> = [
    "", "see", "seealso", "seedesign", "seefigma", "seespec", "cf", "ref", "refer", "referto",
    "reference", "link", "links", "figma", "spec", "design",
    "details", "detailssee", "fordetailssee", "moresee", "source", "from", "here", "as", "asin",
    "per", "seehere", "designsee", "designin", "designhere", "see for details",
    "mock", "mockup", "screenshot", "wireframe", "seelink", "seethelink", "thedesign",
    "seethedesign", "ticket", "jira", "参照", "を参照", "詳細は", "詳細",
    "デザイン", "デザインは", "デザイン参照", "リンク", "仕様", "仕様は", "仕様書", "参考", "こちら", "詳細はこちら", "を参照してください",
    "をご参照ください", "をご覧ください", "画面は", "figma参照", "figmaは", "図", "資料",
    "参考url", "url", "参考資料", "出典",
  ]

  /// A line without the place of an address, the brackets around it and the words that only point at it.
  private static func bare(_ line: String) -> String {
    let pieces = line.split(omittingEmptySubsequences: false) { "。(（)）[]【】<>〈〉".contains($0) }
    guard let place = pieces.firstIndex(where: { $0.contains("\u{1F}") }) else { return line }
    let piece = String(pieces[place])
    // A sentence may end in front of the words that point.
    let parts = piece.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
    var kept = parts[0]
    for separator in [". ", "; ", ", ", " – ", " - ", "、", "；", ": ", "：", " "] {
      guard let range = kept.ranges(of: separator).last else { continue }
      let tail = String(kept[range.upperBound...]).folded.wordsOnly
      if pointers.contains(tail) {
        kept = String(kept[..<range.lowerBound])
        break
      }
    }
    if pointers.contains(kept.folded.wordsOnly) { kept = "" }
    let behind = parts.count > 1 ? parts[1] : ""
    let rest = pointers.contains(behind.folded.wordsOnly) ? "" : behind
    let isBracketed = kept.onOneLine.isEmpty && rest.onOneLine.isEmpty
    let start = line.range(ofPiece: place, in: pieces)
    let head = line[..<start.lowerBound]
    let tail = line[start.upperBound...]
    var text = String(head) + kept + rest + String(tail)
    if isBracketed {
      for pair in ["()", "（）", "[]", "【】", "<>", "〈〉"] { text = text.replacing(pair, with: "") }
    }
    return text.trimmed.trimmedEnd
  }
}

extension String {
  fileprivate var wordsOnly: String { filter { $0.isLetter || $0.isNumber } }

  fileprivate var trimmedEnd: String {
    var text = self[...]
    while let last = text.last, ",;:、：–→".contains(last) || last.isWhitespace {
      text.removeLast()
    }
    return String(text)
  }

  /// Where a piece stands that the text was split into at single characters.
  fileprivate func range(ofPiece number: Int, in pieces: [Substring]) -> Range<String.Index> {
    pieces[number].startIndex..<pieces[number].endIndex
  }
}
