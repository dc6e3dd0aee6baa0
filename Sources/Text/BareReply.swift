/// Replies that say nothing without the question that they reply to.
package enum BareReply: Hashable, Sendable {
  /// An answer where that was asked.
  case yes, no
  /// That somebody has read it: never an answer.
  case acknowledgement

  /// The kind of a text that is nothing but such a reply, in any case, width and punctuation; `nil` for any other.
  package init?(_ text: String) {
    let key = CompatibilityForms.plain(text).wordsAlone
    guard !key.isEmpty, let reply = Self.replies[whole: key] else { return nil }
    self = reply
  }

  private static let replies: WordList<BareReply> = WordList([
    (
      .yes,
      """
      yes, y, ok, okay, okey, o.k., yep, yeah, yup, yes please, of course, sure, sure thing, correct, that's correct, right, that's right, exactly, true,
      agreed, agree, I agree, fine, that's fine, good, good idea, looks good, sounds good, looks fine,
      はい, うん, ええ, イエス, オッケー, オーケー, オッケイ, OKです, そうです, そう, そうしてください, その通り, そのとおり, その通りです, そのとおりです, 正しい, 正しいです,
      賛成, 賛成です, 同意, 同意します, 良い, よい, いい, 良いです, いいです, よいです, いいと思います, 良いと思います, よろしい
      """
    ),
    (
      .no,
      """
      no, n, nope, nah, no thanks, wrong, not correct, false, NG, disagree,
      いいえ, いえ, ううん, いや, ノー, NGです, 違う, 違います, ちがいます, 反対, ダメ, だめ, 駄目
      """
    ),
    (
      .acknowledgement,
      """
      noted, understood, got it, ack, acknowledged, roger, LGTM, approved, no problem, no objection, no comment,
      thanks, thank you, thx, works for me, go ahead, please proceed,
      了解, 了解しました, 了解いたしました, 了解致しました, りょうかい, りょ, 承知, 承知しました, 承知いたしました, 承知致しました, かしこまりました, 承認, 承認します, 承認しました, 確認しました, 確認済, 確認済み, 確認OK,
      問題なし, 問題無し, 問題ない, 問題ありません, 問題ないです, 大丈夫, 異議なし, 特になし, 特に無し, 特にありません, 特に問題ありません, コメントなし, 結構です, これで, それで, これでいい, それでいい, これで良い, それで良い, これでよい,
      このまま, このままで, そのまま, そのままで, 進めてください, よろしくお願いします, よろしくお願いいたします, ありがとう, ありがとうございます, お疲れ様です
      """
    ),
  ])
}
