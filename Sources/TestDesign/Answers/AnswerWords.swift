import Specification
import Text

/// What texts say of an answer, in both languages, that are no results.
enum AnswerWords {
  typealias Reason = AnswerPlanner.Reason

  // MARK: Not possible, out of scope

  private static let exclusions: WordList<QuestionAnswer.Kind> = WordList([
    (
      .notPossible,
      """
      not possible, impossible, cannot happen, can't happen, can not happen, cannot occur, can't occur, never happens, won't happen, does not happen,
      doesn't happen, will never happen, never occurs, cannot be, this case does not exist, does not exist, doesn't exist, no such case,
      起こらない, 起こりません, 起こり得ない, 起こりえない, 起き得ない, 起きえない, 起きない, 起きません, 発生しない, 発生しません, 発生し得ない, 発生しえない, ありえない, あり得ない, ありえません,
      あり得ません, 起こり得ません, 起こりえません, 起き得ません, 発生し得ません, 不可能, この状態にならない, この状態になりません, この組み合わせはない, この組み合わせはありません, このケースはない, このケースはありません
      """
    ),
    (
      .outOfScope,
      """
      out of scope, not in scope, outside the scope, no longer in scope, OOS, not part of MVP, out of MVP, not in MVP, not in this release, next release,
      later release, next version, next phase, not this time, not this release, won't do, will not do, not for this release, not for MVP,
      対象外, 今回対象外, 今回は対象外, 今回の対象外, 今回のスコープ外, 今回はスコープ外, スコープ外, 今回スコープ外, 範囲外, 検証対象外, テスト対象外, 試験対象外, 今回は見送り, 見送り, 見送る, 見送ります, 今回は見送ります,
      今回はやらない, 今回はなし, 今回は対応しない, 今回は対応しません, 次期対応, 次期開発, 次期フェーズ, 次フェーズ, 次フェーズで対応, MVP外, MVP対象外
      """
    ),
  ])

  /// What stands in front of such words without saying more.
  private static let subjects = [
    "thisisnot", "thisis", "thatis", "thats", "itis", "its", "thiscase", "thiscombination",
    "thiscaseis", "thiscombinationis",
    "this", "that", "it", "these", "theseare", "which", "sothis", "so", "sothiscase", "この組み合わせは",
    "このケースは", "この操作は", "この状態は", "この条件は",
    "これは", "こちらは", "その組み合わせは", "この場合は", "そのため", "のため", "よって", "したがって", "なので",
  ]

  /// Whether a piece of a text is one of the words, whatever courtesy stands around it.
  private static func exclusionKind(_ piece: String) -> QuestionAnswer.Kind? {
    let key = CompatibilityForms.plain(piece).wordsAlone
    guard !key.isEmpty else { return nil }
    if let kind = exclusions[whole: key] { return kind }
    for subject in subjects where key.hasPrefix(subject) {
      if let kind = exclusions[whole: String(key.dropFirst(subject.count))] { return kind }
    }
    // 「アプリの強制終了は今回のスコープ外です」 names what is left out.
    for particle in ["は", "も"] {
      guard let range = key.ranges(of: particle).first, range.upperBound < key.endIndex else {
        continue
      }
      if let kind = exclusions[whole: String(key[range.upperBound...])], kind == .outOfScope {
        return kind
      }
    }
    return nil
  }

  /// What a text says is left out, with the reason.
  ///
  /// `Not possible`, `Out of scope: no photos in 1.0`, 対象外（次フェーズで対応）,
  /// 無料会員は一覧を開けないため起こりえない. `nil` for any other.
  static func exclusion(_ text: String) -> (kind: QuestionAnswer.Kind, reason: String)? {
    let text = text.onOneLine
    guard !text.contains(where: { "“”\"".contains($0) }) || exclusionKind(text) != nil else {
      return nil
    }
    if let kind = exclusionKind(text) { return (kind, "") }
    // In front: the words, then the reason.
    for (index, cut) in cuts(in: text) {
      let head = String(text[..<index])
      guard let kind = exclusionKind(head) else { continue }
      let reason = String(text[cut...]).trimmed
      return (kind, withoutBrackets(reason))
    }
    // Behind: the reason, then the words.
    for (index, cut) in cuts(in: text).reversed() {
      let tail = String(text[cut...])
      guard let kind = exclusionKind(tail) else { continue }
      let reason = String(text[..<index]).trimmed
      return (kind, reason)
    }
    for because in ["ため", "ので", "から", "なので"] {
      guard let range = text.ranges(of: because).last,
        let kind = exclusionKind(String(text[range.upperBound...]))
      else { continue }
      return (kind, String(text[..<range.upperBound]))
    }
    return nil
  }

  /// Places at which a text may fall into two: where the first piece ends, and where the second begins.
  private static func cuts(in text: String) -> [(end: String.Index, start: String.Index)] {
    var cuts: [(String.Index, String.Index)] = []
    for index in text.indices {
      let character = text[index]
      let next = text.index(after: index)
      let isBeforeBlank = next == text.endIndex || text[next].isWhitespace
      if "：（(。、；;".contains(character) || ":.,–—-".contains(character) && isBeforeBlank {
        cuts.append((index, next))
      } else if character == " " {
        for word in ["because ", "since ", "as ", "for ", "in ", "until ", "due ", "so "]
        where text[next...].lowercased().hasPrefix(word) {
          cuts.append((index, next))
        }
      }
    }
    return cuts
  }

  private static func withoutBrackets(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, ")）。.".contains(last),
      !String(text).hasBalancedBrackets || last == "。" || last == "."
    {
      text.removeLast()
    }
    return String(text).trimmed
  }

  // MARK: Later

  private static let decisions: WordList<Bool> = WordList([
    (
      true,
      """
      decide, decided, will decide, we will decide, we'll decide, I will decide, I'll decide, to be decided, we decide, decision, decision due, due, deadline,
      will be decided, let's decide, let us decide, I will answer, I'll answer, will answer, we will answer, we'll answer, I will confirm, I'll confirm, will confirm,
      we will confirm, we'll confirm, let you know, will let you know, I'll let you know, we'll let you know, get back to you, I'll get back to you,
      we'll get back to you, will get back to you, I'll get back to you on this, answer follows, an answer follows, follows, confirm, defer, deferred, postponed, postpone,
      put off, decide later, later, ask again, ask me again, ask me, need until, I need until, we need until, open until, still open, come back to this, pending,
      決める, 決めます, 決めたい, 決めたいです, 決定, 決定します, 決定する, 決定予定, に決める, に決めます, に決定, に決定します, 回答, 回答します, 回答予定, に回答します, に回答,
      確認, 確認します, に確認します, 連絡, 連絡します, に連絡します, に連絡, 検討, 検討します, に検討, に検討します, 結論を出します, 結論を出す, 判断, 判断します, 判断する, 期限, 回答期限, 決定期限, 返答します, お返事します, ご連絡します,
      には決めます, には決める, には決定します, には回答します, には回答, には連絡します, には確認します, 延期, 保留, 後日, 未定
      """
    )
  ])

  /// Words that speak of a decision to come, where a day stands beside them.
  private static let stems = [
    "decide", "decision", "undecided", "tbd", "get back to", "let you know", "ask again",
    "ask me again", "postpone",
    "put off", "put this off", "not sure yet", "don't know yet", "need until", "answer by",
    "confirm by", "未定", "後日", "保留", "検討", "決める", "決めます", "決めたい",
    "決定し", "決定する", "決定予定", "決まって", "回答しま", "回答する", "連絡しま", "持ち帰", "結論", "判断しま", "先送り", "延期",
  ]

  /// The text of an answer that puts the question off until a day, or why the day cannot be told; `nil` where it says something else.
  static func deferral(_ text: String, isDayAsked: Bool) -> Result<String, Reason>? {
    let plain = CompatibilityForms.plain(text.onOneLine).lowercased()
    // Any day will do to see whether one is written.
    let days = WrittenDay.all(in: plain, today: CalendarDay(number: 20_000))
    guard !days.isEmpty else { return nil }
    let rest = WrittenDay.replacing(days, in: plain, with: " ")
    let joints = [
      "by", "until", "till", "on", "before", "at", "the", "latest", "end", "of", "about", "around",
      "from", "not", "no", "than", "than",
    ]
    let jointsInJapanese = [
      "までには", "までに", "まで", "中に", "ごろに", "頃に", "ごろ", "頃", "以降に", "以降", "をめど", "を目処", "めど", "目処",
    ]
    var words = rest
    for joint in jointsInJapanese { words = words.replacing(joint, with: " ") }
    let pieces = words.split { "。、.,;:()（）–—-".contains($0) }.map { piece in
      piece.split(separator: " ").filter { !joints.contains(String($0)) }.joined(separator: " ")
    }.filter { !$0.isEmpty }
    func speaksOfLater(_ piece: String) -> Bool {
      PlaceholderKind(of: piece) == .open || decisions[whole: piece.wordsAlone] != nil
    }
    // A day in place of an answer is when it will be known.
    if pieces.isEmpty { return isDayAsked ? nil : .success(text) }
    let isLater = pieces.allSatisfy(speaksOfLater) || stems.contains { plain.contains($0) }
    return isLater ? .success(text) : nil
  }

  // MARK: Depends

  /// What a text says the answer depends on, which says nothing else.
  ///
  /// `Depends on the plan`, 会員種別による. `nil` for any other.
  static func dependsOn(_ text: String) -> String? {
    let plain = text.folded.withoutFullStop
    for beginning in [
      "it depends on ", "this depends on ", "that depends on ", "depends on ", "depending on ",
    ] where plain.hasPrefix(beginning) {
      return String(plain.dropFirst(beginning.count))
    }
    for ending in [
      "による", "によります", "によって異なる", "によって異なります", "によって変わる", "によって変わります", "で異なる", "で異なります", "次第",
      "次第です", "に依存する", "に依存します",
      "によって違う", "によって違います",
    ] where plain.hasSuffix(ending) && plain.count > ending.count {
      return String(plain.dropLast(ending.count))
    }
    return nil
  }

  // MARK: Consent

  /// What a text says behind “yes, select it”; `nil` where it does not begin so, or says nothing else.
  static func behindConsent(_ text: String) -> String? {
    var rest = text[...]
    while let end = rest.firstIndex(where: { "。、,.:：–".contains($0) }),
      isConsent(String(rest[..<end]))
    {
      rest = rest[rest.index(after: end)...]
    }
    let said = String(rest).trimmed
    return said == text.trimmed || said.isEmpty || isConsent(said) ? nil : said
  }

  /// Whether a text says that an operation is to be selected, and nothing of what happens on it.
  static func isConsent(_ text: String) -> Bool {
    let words = [
      "select", "仕様で決める", "仕様で決めます", "決める", "決めます", "必要", "必要です", "selectit", "wewill", "itmatters",
    ]
    return BareReply(text) == .yes || words.contains(text.folded.filter { $0.isLetter })
  }

  /// Whether a text says that an operation is to be left out, and not why.
  static func isRefusal(_ text: String) -> Bool {
    let words = [
      "notneeded", "notnecessary", "noneed", "unnecessary", "不要", "不要です", "必要ない", "必要ありません", "必要なし",
      "いりません", "要りません",
    ]
    return BareReply(text) == .no || words.contains(text.folded.filter { $0.isLetter })
  }

  /// Why an operation is left out: what a text says behind “no” or 「不要」; `nil` where it does not begin so, or gives no reason.
  static func behindRefusal(_ text: String) -> String? {
    let text = text.trimmed
    let ends = text.indices.filter { "。、,.;；:：–—（(".contains(text[$0]) }
    guard let end = ends.first, isRefusal(String(text[..<end])) else { return nil }
    let said = withoutBrackets(String(text[text.index(after: end)...]).trimmed)
    return said.isEmpty || BareReply(said) != nil ? nil : said
  }

  // MARK: Order

  /// Whether a text says which rule comes first, and not what happens.
  static func speaksOfOrder(_ text: String) -> Bool {
    let plain = text.folded.withoutFullStop
    return [
      "comes first", "goes first", "wins", "takes precedence", "has priority", "takes priority",
      "beats",
    ]
    .contains { plain.contains($0) }
      || ["を優先", "が優先", "優先で", "優先です", "優先する", "優先します", "優先してください", "優先されます"].contains {
        plain.contains($0)
      }
  }

  // MARK: No results

  /// Whether a text points at what stands elsewhere and says nothing itself.
  static func pointsElsewhere(_ text: String) -> Bool {
    let plain = text.folded.withoutFullStop
    let beginnings = [
      "see ", "see:", "refer to ", "please see ", "please refer to ", "cf.", "cf ",
      "according to the ", "as described in ", "as specified in ",
      "as shown in ", "as defined in ", "as in ", "as per ", "same as ", "the same as ", "look at ",
      "check the ", "please check ", "follow the ",
      "like in ", "link:", "ditto", "duplicate of", "duplicates ",
    ]
    // What is seen is no place to look at.
    if beginnings.contains(where: plain.hasPrefix) {
      return !plain.contains(" is shown") && !plain.contains(" appears")
        && !plain.contains(", the ")
    }
    let endings = [
      "参照", "を参照", "を参照してください", "を参照ください", "をご参照ください", "を見てください", "をご覧ください", "に記載", "に記載しています",
      "に記載の通り", "に記載のとおり", "に書いてあります",
      "を確認してください", "をご確認ください", "に準ずる", "に準じる", "に準拠", "の通り", "のとおり", "通りです", "と同じ", "と同じです", "と同様",
      "と同様です", "に同じ", "にあります",
    ]
    return endings.contains { plain.hasSuffix($0) && plain.count <= $0.count + 24 }
      && !plain.contains("表示") && !plain.contains("」が")
  }

  /// Whether a text talks of who decides, of what the writer thinks or wants to know, and not of what is observed.
  static func isTalk(_ text: String) -> Bool {
    let plain = text.folded.withoutFullStop.replacing("’", with: "'")
    let people = [
      "i ", "we ", "they ", "i'm ", "we're ", "i'll ", "we'll ", "i'd ", "i've ", "we've ",
    ]
    let doings = [
      "don't know", "do not know", "have no idea", "haven't ", "have not ", "need to ", "have to ",
      "need more", "should discuss", "should ask", "should check",
      "will ask", "will check", "will discuss", "will decide", "will confirm", "will clarify",
      "will talk", "will come back", "will think", "ask ",
      "check with", "talk to", "must ask", "must check", "still ", "are waiting", "am waiting",
      "can't say", "can't decide", "cannot decide", "cannot say", "can't answer",
      "think about", "wonder", "'m not sure", "am not sure", "not sure", "have no opinion",
      "don't care", "don't understand", "do not understand", "ll ask",
      "ll check", "ll discuss", "ll decide", "ll confirm", "ll clarify", "ll talk", "ll come back",
      "ll think", "ll get back", "'m asking", "'re waiting", "'re still", "'m still",
    ]
    if people.contains(where: plain.hasPrefix), doings.contains(where: plain.contains) {
      return true
    }
    let beginnings = [
      "let me ", "will check", "will ask", "will discuss", "will confirm", "will clarify",
      "will talk", "must check", "should check with", "should ask", "have to check",
      "checking with", "asking ", "let's ask", "let's check", "let's discuss", "let's talk",
      "let's decide", "let us ", "ask the ", "ask our ", "please ask", "please check with",
      "please confirm with", "please discuss", "please clarify", "check with ", "talk to ",
      "needs discussion", "needs a decision", "needs input", "need input",
      "needs clarification", "not sure", "no idea", "unclear", "depends on ", "it depends", "maybe",
      "perhaps", "probably", "tbd ", "tbd,", "tbd:", "tbd–", "tbd -",
      "tbc ", "todo ", "to be ", "waiting for ", "pending ", "as discussed", "good question", "hmm",
      "good catch", "up to ", "whatever ", "your call",
      "no decision", "not decided", "undecided", "still open", "open question", "what do you",
      "not my ", "i don't", "decision pending", "under discussion", "under review",
      "later", "after the ", "in discussion", "out of our hands", "out of my hands",
      "not our call", "not our decision",
    ]
    if beginnings.contains(where: plain.hasPrefix) { return !plain.contains(" is shown") }
    // “Ask Backend”, and not “ask for a card”.
    let words = plain.split(separator: " ")
    if words.first == "ask", (2...3).contains(words.count),
      !["again", "for", "to", "whether", "if"].contains(words[1])
    {
      return true
    }
    let endings = [
      "に確認します", "に確認中です", "に確認中", "に確認", "確認が必要です", "確認が必要", "を確認します", "確認してください", "に聞いてください",
      "に聞いて", "に聞きます", "に相談します", "に相談",
      "と相談します", "と相談", "を検討します", "を検討中です", "検討中", "検討中です", "検討が必要です", "検討します", "で検討します", "で相談します",
      "決めてください", "で決めてください", "に任せます", "にお任せします", "お任せします",
      "わかりません", "分かりません", "わからない", "分からない", "未定です", "未定", "未決定です", "決まっていません", "まだ決めていません",
      "決めていません", "待ちです", "待ち", "次第です", "次第", "と調整中です", "調整中です",
      "調整します", "によります", "による", "かもしれません", "かもしれない", "議論が必要です", "要確認です", "要検討です", "要相談です", "教えてください",
      "後日決めます", "後で決めます", "後日連絡します", "連絡します", "回答します",
      "の管轄です", "の管轄外です", "管轄外です", "返答します", "知りたいです", "保留です", "保留します", "保留とします", "判断できません",
      "決められません",
    ]
    return endings.contains { plain.hasSuffix($0) && plain.count <= $0.count + 40 }
      && !["表示", "画面", "が出る", "される", "通知"].contains { plain.contains($0) }
  }
}
