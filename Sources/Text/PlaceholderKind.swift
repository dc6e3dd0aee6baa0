/// Texts that stand where a result will be written one day, by what is to be done about them.
///
/// A placeholder is always the whole text, in either language: case, width, blanks, brackets around it and all signs make no difference, nor
/// does a remark in brackets behind it, `未定（法務に確認中）`. Nothing but signs (`...`, `―`, `?`) is one as well. A text in quotation marks is
/// what a screen shows, and never a placeholder.
package enum PlaceholderKind: Hashable, Sendable {
  /// Nobody has decided: `TBD`, 未定.
  case open
  /// The result stands elsewhere, where nobody finds it who reads a case: `same as above`, 仕様書参照.
  case elsewhere
  /// Nothing is expected, since the case cannot happen or is left out on purpose: `N/A`, 対象外.
  case excluded

  /// What a stub says where the result belongs.
  package static let stubInEnglish = "Write the expected result here"
  /// What it says in Japanese.
  package static let stubInJapanese = "ここに期待結果を書く"

  /// The kind of a text that is a placeholder; `nil` for any other.
  package init?(of text: String) {
    guard !text.contains(where: "「」『』“”‘\"«»".contains) else { return nil }
    let plain = CompatibilityForms.plain(text)
    let key = plain.wordsAlone
    if key.isEmpty {
      self = plain.contains { "〃↑".contains($0) } ? .elsewhere : .open
    } else if let kind = Self.kinds[whole: key] {
      self = kind
    } else if key.hasPrefix(Self.blindText) {
      self = .open
    } else if let kind = Self.kinds[whole: plain.withoutBrackets.wordsAlone], kind != .elsewhere {
      self = kind
    } else {
      return nil
    }
  }

  private static let blindText = "loremipsum"

  private static let kinds: WordList<PlaceholderKind> = WordList([
    (
      .open,
      """
      TBD, TBA, TBC, TBX, TODO, FIXME, WIP, to do, to be decided, to be determined, to be defined, to be discussed, to be confirmed,
      to be announced, to be agreed, to be clarified, to be specified, to be done, to be written, to be added, to be completed,
      to be filled in, to be checked, to discuss, to clarify, to confirm, to check, to follow, to come,
      undecided, undefined, unspecified, unclear, unsure, not decided, not defined, not specified, not clear, not sure, not known, not agreed,
      not yet, not yet decided, not yet defined, not yet known, not yet clear, nothing yet, none yet, no idea, I don't know, don't know,
      no decision, no answer, no result, decide later, later, open question, open point, open issue, still open, still pending,
      pending decision, needs decision, needs discussion, needs clarification, need to check, need to discuss,
      under discussion, under consideration, under investigation, in discussion, work in progress,
      waiting for design, waiting for answer, waiting for feedback, waiting for decision, awaiting decision, awaiting feedback,
      ask me, let me check, I will check, will check, will confirm, we will see, let's discuss, maybe, it depends, depends, case by case,
      up to you, you decide, your call, whatever, either, either is fine, any, anything, don't mind, no preference,
      placeholder, dummy, dummy text, sample text, some text, result, expected result, expected results, your text here, text here,
      fill in, fill me in, write here, xx, xxx, xxxx, foo, bar, foo bar, asdf, blah, blah blah
      """
    ),
    (
      .open,
      """
      未定, 未決, 未決定, 未確定, 未検討, 未確認, 未記入, 未記載, 未回答, 未定義, 未着手, 決まっていない, 決まっていません, 決まってない, 決めていない, 決めていません,
      検討, 検討中, 要検討, 検討します, 検討が必要, 検討事項, 確認中, 要確認, 確認します, 確認が必要, 確認待ち, 確認事項, 調査中, 要調査, 調査します,
      相談中, 要相談, 相談します, 相談させて, 議論中, 要議論, 協議中, 要協議, 調整中, 要調整, 審議中, 精査中, 保留, 保留中, ペンディング, 課題, 宿題, 持ち帰り, 持ち帰ります,
      後日, 後日決定, 後日検討, 後日確認, 後日連絡, 後日連絡します, 後日回答, 後日記載, 後で, あとで, 後ほど, のちほど, 後で決める, あとで決める, 後で決めます, 後で書く,
      別途, 別途検討, 別途相談, 別途確認, 別途連絡, 別途ご連絡します, 別途決定, 別途定める, 別途記載, 別途協議, 別途指示,
      追って, 追って連絡, 追って連絡します, 追って決定, 追って記載, 追記予定, 追記します, 次回, 次回決定, 次回確認, これから, これから決める, これから決めます, まだ, 仮, 仮置き, 仮決め,
      わからない, わかりません, 分からない, 分かりません, 判断できません, 回答待ち, 返答待ち, 返事待ち, 連絡待ち, 決定待ち, 判断待ち, デザイン待ち, 仕様待ち, 仕様不明, 詳細不明,
      場合による, 場合によります, 状況による, 状況によります, ケースバイケース, お任せ, おまかせ, お任せします, おまかせします, 任せます, 任せる, どちらでも, どっちでも, どちらでもよい, どちらでもいい, どちらでも良い,
      ダミー, ダミーテキスト, サンプルテキスト, テキスト, ここに記入, ここに記載, ここに入力, 記入してください, 期待結果, 期待結果を記入, 期待する結果, 結果を書く, 〇〇, 〇〇〇, ほげ, ほげほげ, hoge, hogehoge, fuga, ああ, あああ, ああああ
      """
    ),
    (
      .elsewhere,
      """
      same as above, same as below, same as before, same as today, same as now, same as usual, same as others, same, the same, same result,
      same behaviour, same behavior, same here, as above, as below, as before, as now, as today, as is, as usual, ditto, idem, likewise,
      both, both of them, all, all of them, all of the above, see above, see below, see left, see figma, see design, see the design, see mockup,
      see mockups, see wireframe, see prototype, see sketch, see Adobe XD, see XD, see Miro, see spec, see the spec, see specification,
      see the specification, see requirements, see ticket, see the ticket, see Jira, see issue, see wiki, see Confluence, see Notion, see doc,
      see docs, see document, see email, see mail, see Slack, see thread, see comment, see comments, see note, see notes, see attachment,
      see attached, see screenshot, see image, see link, see Excel, see sheet, refer to design, refer to spec, refer to the spec, refer to Figma, cf. Figma,
      as specified, as designed, as described, as discussed, as agreed, as defined, as documented, as in Figma, as in the design, as in the spec,
      as expected, as intended, as per spec, as per the spec, as per design, as per Figma, per spec, per design, per Figma,
      according to spec, according to the spec, according to design, according to the design, follow the spec, follow the design, works as designed
      """
    ),
    (
      .elsewhere,
      """
      同上, 同左, 同右, 同前, 同じ, 同様, 上と同じ, 上に同じ, 左に同じ, 下と同じ, 前と同じ, 上記と同じ, 上記と同様, 上記同様, 上記に同じ, 以下同様, 以下同文, 前述の通り, 前述のとおり, 上記の通り, 上記のとおり, 上記, 下記, 下記の通り, 下記のとおり,
      他と同じ, 他と同様, 既存と同じ, 既存と同様, 既存通り, 既存どおり, 現状通り, 現状どおり, 現状と同じ, 現状のまま, 従来通り, 従来どおり, 今まで通り, 今までどおり, いつも通り, いつもどおり, 通常通り, 通常どおり,
      両方, 両方とも, どちらも, 全部, すべて, 参照, 上記参照, 下記参照, 別紙, 別紙参照, 別紙の通り, 別表参照, 別シート参照, 添付参照, 資料参照, 備考参照, コメント参照, 仕様参照, 仕様書参照, 設計書参照, 要件参照, 要件定義書参照,
      デザイン参照, 画面設計書参照, 画面仕様書参照, Figma参照, Figmaを参照, Figma見て, Figmaの通り, Figma通り, Figmaどおり, XD参照, モック参照, ワイヤー参照, チケット参照, Jira参照, Backlog参照, Wiki参照, Confluence参照, Notion参照,
      Slack参照, メール参照, 議事録参照, リンク参照, 仕様通り, 仕様どおり, 仕様の通り, 仕様書通り, 仕様書どおり, 仕様書の通り, 設計通り, 設計どおり, 設計書通り, デザイン通り, デザインどおり, デザインの通り, 期待通り, 期待どおり, 想定通り, 想定どおり
      """
    ),
    (
      .excluded,
      """
      N/A, NA, not applicable, does not apply, doesn't apply, not relevant, irrelevant, out of scope, not in scope, no longer in scope, OOS,
      not part of MVP, out of MVP, not in MVP, not in this release, next release, later release, next version, next phase, phase 2, v2,
      not supported, unsupported, won't do, will not do, won't fix, won't happen, can't happen, cannot happen, cannot occur, can not happen,
      never happens, does not happen, doesn't happen, not possible, impossible, not needed, not required, not necessary, no need, skip,
      don't care, do not test, not tested, no test needed
      """
    ),
    (
      .excluded,
      """
      対象外, 今回対象外, 今回は対象外, 今回の対象外, スコープ外, 今回スコープ外, 範囲外, 仕様外, 検証対象外, テスト対象外, テスト不要, 試験対象外, 該当なし, 該当無し, 該当しない, 該当せず, 非該当, 適用外, 適用なし,
      対応外, 対応しない, 対応しません, 対応なし, 対応不要, 非対応, サポート外, サポート対象外, 考慮しない, 考慮不要, 考慮外, 想定外, 想定していない, 想定していません, 想定しない, 不要, 今回は不要, 今回は見送り, 見送り, 見送る, 見送ります,
      やらない, やりません, 今回はなし, 今回はやらない, 次期対応, 次期開発, 次期フェーズ, 次フェーズ, 次フェーズで対応, 次バージョン, フェーズ2, 第2フェーズ, MVP外, MVP対象外,
      起こらない, 起こりません, 起こり得ない, 起こりえない, 起き得ない, 起きない, 起きません, 発生しない, 発生しません, 発生し得ない, 発生しえない, ありえない, あり得ない, ありえません, あり得ません, 不可能
      """
    ),
    (.open, stubInEnglish + "\n" + stubInJapanese),
  ])
}

extension String {
  /// The text without what stands in brackets.
  fileprivate var withoutBrackets: String {
    var depth = 0
    return filter { character in
      if "([{【〔〈《<".contains(character) { depth += 1 }
      defer { if ")]}】〕〉》>".contains(character) { depth = max(0, depth - 1) } }
      return depth == 0
    }
  }
}
