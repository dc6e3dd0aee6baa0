import Testing
import Text

/// Placeholders in place of a result, and texts that are results.
@Suite struct PlaceholderKindTests {
  /// A placeholder as people write it, its kind, and a result that contains it.
  struct Example: Sendable {
    var word: String
    var kind: PlaceholderKind
    var sentence: String

    init(_ word: String, _ kind: PlaceholderKind, _ sentence: String) {
      (self.word, self.kind, self.sentence) = (word, kind, sentence)
    }
  }

  static let english: [Example] = [
    .init("TBD", .open, "The price column shows TBD until the price is known"),
    .init("TBD.", .open, "TBD. appears as the seat number"),
    .init("tba", .open, "The venue reads “TBA”"),
    .init("T.B.C.", .open, "The letters T.B.C. stand next to the date"),
    .init("TODO", .open, "The entry moves to the list TODO"),
    .init("To be decided", .open, "“To be decided” stands where the date will be"),
    .init("to be confirmed", .open, "The booking is shown as to be confirmed"),
    .init("to be discussed!", .open, "The topic moves to the list of topics to be discussed"),
    .init("?", .open, "A ? opens the help"),
    .init("???", .open, "Unknown letters are shown as ???"),
    .init("…", .open, "A long name is cut with …"),
    .init("...", .open, "The label ends in ... while it loads"),
    .init("-", .open, "Missing amounts are shown as -"),
    .init("―", .open, "Missing amounts are shown as ―"),
    .init("*", .open, "A * stands beside required fields"),
    .init("**TBD**", .open, "**TBD** is printed in bold as the price"),
    .init("[tbd]", .open, "The tag [tbd] is removed from the title"),
    .init("<to be defined>", .open, "<to be defined> is escaped in the title"),
    .init("(undecided)", .open, "The vote is counted (undecided)"),
    .init("Not decided yet", .open, "The match is listed under not decided yet"),
    .init("Not yet", .open, "Not yet delivered parcels are listed first"),
    .init("none yet", .open, "The list says that there are none yet"),
    .init("Still TBD", .open, "Still TBD dates are sorted last"),
    .init(
      "TBD (legal is looking at it)",
      .open,
      "The TBD (legal is looking at it) badge disappears"
    ),
    .init("unclear", .open, "An unclear photo is refused with a hint"),
    .init("don't know", .open, "The answer “don't know” is stored"),
    .init("I don’t know yet", .open, "The button “I don’t know yet” skips the question"),
    .init("Not sure", .open, "A dialog asks those who are not sure once more"),
    .init("It depends", .open, "It depends on nothing else: the list opens"),
    .init("Up to you", .open, "A dialog says that it is up to you"),
    .init("placeholder", .open, "The placeholder of the field reads “Search”"),
    .init("lorem ipsum", .open, "The preview shows lorem ipsum until text is typed"),
    .init(
      "Lorem ipsum dolor sit amet",
      .open,
      "Lists open with lorem ipsum dolor sit amet as sample text"
    ),
    .init(
      "Write the expected result here",
      .open,
      "The field says “Write the expected result here”"
    ),
    .init("xxx", .open, "Digits of the card are shown as xxx"),
    .init("Same as above", .elsewhere, "The same as above the fold: both buttons are shown"),
    .init("ditto", .elsewhere, "The ditto mark is copied into the row"),
    .init("Both", .elsewhere, "Both switches turn off"),
    .init("see Figma", .elsewhere, "A link to see Figma files opens"),
    .init("See the spec.", .elsewhere, "The link “See the spec” opens a new tab"),
    .init("as specified", .elsewhere, "The file is named as specified by the user"),
    .init("As designed", .elsewhere, "The badge is drawn as designed by its owner"),
    .init("as before", .elsewhere, "The cursor stands as before, behind the third letter"),
    .init("N/A", .excluded, "The column shows N/A"),
    .init("n.a.", .excluded, "n.a. is stored as the house number"),
    .init("NA", .excluded, "The region NA is preselected"),
    .init("Not applicable", .excluded, "A tooltip explains that the discount is not applicable"),
    .init("Out of scope", .excluded, "The ticket moves to “Out of scope”"),
    .init("won't happen", .excluded, "A message says that a refund won't happen"),
    .init("Phase 2", .excluded, "The chart switches to phase 2"),
    .init("Not supported", .excluded, "A message says that the file is not supported"),
  ]

  static let japanese: [Example] = [
    .init("ＴＢＤ", .open, "価格欄にＴＢＤと表示される"),
    .init("未定", .open, "開催日が未定と表示される"),
    .init("（未定）", .open, "日付の右に（未定）が付く"),
    .init("【未定】", .open, "件名の先頭に【未定】が付く"),
    .init("未定です。", .open, "「未定です。」というメッセージが出る"),
    .init("まだ未定", .open, "まだ未定の予定は末尾に並ぶ"),
    .init("未定（法務に確認中）", .open, "未定（法務に確認中）の案件は一覧に出ない"),
    .init("検討中", .open, "状態が検討中に変わる"),
    .init("検討します", .open, "検討しますボタンが押せるようになる"),
    .init("要検討", .open, "要検討タグが外れる"),
    .init("要確認", .open, "要確認のバッジが消える"),
    .init("確認中です", .open, "「確認中です」と表示され、5秒後に閉じる"),
    .init("調整中", .open, "日程調整中の一覧に移る"),
    .init("保留", .open, "注文が保留になり、確認メールが届く"),
    .init("後日", .open, "後日届くことを知らせるメールが送られる"),
    .init("後日決定", .open, "後日決定の欄が空になる"),
    .init("別途", .open, "送料が別途加算された金額が表示される"),
    .init("別途ご連絡します", .open, "「別途ご連絡します」というダイアログが開く"),
    .init("追って連絡します", .open, "追って連絡しますという通知が届く"),
    .init("わかりません", .open, "回答「わかりません」が保存される"),
    .init("決まっていません", .open, "席が決まっていません、と表示される"),
    .init("ここに期待結果を書く", .open, "入力欄に「ここに期待結果を書く」と表示される"),
    .init("〇〇", .open, "〇〇さんという敬称付きの名前が表示される"),
    .init("？", .open, "右上に？アイコンが表示される"),
    .init("・・・", .open, "長い名前は・・・で省略される"),
    .init("ー", .open, "金額がない行にはーが表示される"),
    .init("お任せします", .open, "「お任せします」を選んだ席が確保される"),
    .init("場合による", .open, "場合による分岐はなく、一覧に戻る"),
    .init("同上", .elsewhere, "2行目に同上と印字される"),
    .init("〃", .elsewhere, "2行目に〃が印字される"),
    .init("上と同じ。", .elsewhere, "上と同じ並び順で表示される"),
    .init("ﾃﾞｻﾞｲﾝ参照", .elsewhere, "デザイン参照用のリンクが開く"),
    .init("Figma参照", .elsewhere, "Figma参照リンクがコピーされる"),
    .init("仕様書参照", .elsewhere, "仕様書参照ボタンが無効になる"),
    .init("両方", .elsewhere, "両方のスイッチがオフになる"),
    .init("仕様通り", .elsewhere, "仕様通りの寸法で印刷される"),
    .init("期待通り", .elsewhere, "「期待通り」の評価が保存される"),
    .init("対象外", .excluded, "対象外の商品はカートから外れる"),
    .init("今回は対象外", .excluded, "今回は対象外という注記が表示される"),
    .init("対象外（ゲストには出ない）", .excluded, "対象外（ゲストには出ない）商品は一覧に並ばない"),
    .init("スコープ外", .excluded, "タスクがスコープ外の列に移る"),
    .init("該当なし", .excluded, "検索結果に該当なしと表示される"),
    .init("起こり得ない", .excluded, "起こり得ない日付は選べない"),
    .init("あり得ません", .excluded, "在庫数があり得ませんというエラーが出る"),
    .init("次フェーズで対応", .excluded, "次フェーズで対応する項目は灰色になる"),
    .init("不要", .excluded, "不要な写真が削除される"),
  ]

  @Test(arguments: english + japanese)
  func `a whole text is a placeholder, and never a part of a sentence`(_ example: Example) {
    #expect(PlaceholderKind(of: example.word) == example.kind)
    #expect(PlaceholderKind(of: example.sentence) == nil, "\(example.sentence)")
    let (sentence, word) = (example.sentence.inPlainForm, example.word.inPlainForm)
    #expect(sentence.contains(word) || sentence.words.contains(word.words))
  }

  @Test func `there are eighty words in both languages`() {
    let words = (Self.english + Self.japanese).map(\.word)
    #expect(Set(words).count == words.count)
    #expect(words.count >= 80 && Self.english.count >= 40 && Self.japanese.count >= 40)
  }

  @Test(arguments: ["TBD", "未定", "N/A", "対象外", "see Figma", "同上", "-"])
  func `what stands in quotation marks is shown on a screen`(word: String) {
    for quoted in ["“\(word)”", "「\(word)」", "『\(word)』", "\"\(word)\"", "«\(word)»"] {
      #expect(PlaceholderKind(of: quoted) == nil, "\(quoted)")
    }
  }

  @Test(arguments: [
    "Nothing happens", "Nothing", "Done", "Saved", "Ignored", "Rejected", "OK", "Yes", "No",
    "Pending", "0", "1", "A", "X",
    "何も起こらない", "変化なし", "保存される", "はい", "承認待ち", "なし", "一覧に戻る", "円",
  ])
  func `a short result is a result`(text: String) {
    #expect(PlaceholderKind(of: text) == nil)
  }

  @Test(arguments: ["", " ", "\u{3000}", "\n", "()", "（）", "\u{200B}", "🙏", "→", "○", "×"])
  func `signs alone say nothing`(text: String) {
    #expect(PlaceholderKind(of: text) == .open)
  }

  @Test(arguments: [
    "https://example.com/list?", "Opens https://example.com/list?",
  ])
  func `the mark of an address asks nothing`(text: String) {
    #expect(PlaceholderKind(ofResult: text) == nil)
  }

  @Test(arguments: [
    "Does it open https://example.com/list?", "Which page, /items?", "https://example.com/を開く?",
    "遷移先は https://example.com/list?", "Is it on/off?", "Saved, or what?",
    "Redirect to /login?", "Back to https://example.com/a or https://example.com/b?",
  ])
  func `a question about an address is one`(text: String) {
    #expect(PlaceholderKind(ofResult: text) == .open)
  }

  @Test(arguments: [
    ("yes", BareReply.yes), ("No.", .no), ("ＯＫ", .assent), ("OK!", .assent), ("はい。", .yes),
    ("いいえ", .no),
    ("OKです", .assent), ("ＮＧです", .no), ("No, thanks", .no), ("そのとおりです", .yes),
    ("了解です", .acknowledgement), ("承知しました", .acknowledgement),
    ("LGTM 👍", .acknowledgement), ("問題ありません。", .acknowledgement),
  ])
  func `bare replies are told apart`(text: String, reply: BareReply) {
    #expect(BareReply(text) == reply)
    #expect(PlaceholderKind(of: text) == nil)
  }

  @Test(arguments: [
    "Yes, the list opens", "No message appears", "OK closes the dialog", "はいを押すと閉じる", "了解ボタンが消える",
    "Saved", "?", "",
  ])
  func `what says more is no bare reply`(text: String) {
    #expect(BareReply(text) == nil)
  }
}

extension String {
  fileprivate var inPlainForm: String { CompatibilityForms.plain(self).lowercased() }
  fileprivate var words: String { filter { $0.isLetter || $0.isNumber } }
}
