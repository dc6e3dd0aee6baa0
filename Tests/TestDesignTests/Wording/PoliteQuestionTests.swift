import Testing

@testable import TestDesign

/// Questions that people wrote, in the form in which all others are asked.
struct PoliteQuestionTests {
  @Test(arguments: [
    ("自動で再送するか？", "自動で再送しますか？"),
    ("コメント未入力として扱うか？", "コメント未入力として扱いますか？"),
    ("全額を保留するか、上限まで受け取るか", "全額を保留するか、上限まで受け取りますか"),
    ("一覧に入れるか？", "一覧に入れますか？"),
    ("画面を閉じるか?", "画面を閉じますか？"),
    ("下書きが残っているか？", "下書きが残っていますか？"),
    ("通知を待つか？", "通知を待ちますか？"),
    ("何度でも送れるか？", "何度でも送れますか？"),
    ("投稿は消えるべきか？", "投稿は消えるべきですか？"),
    ("1文字でもよいか？", "1文字でもよいですか？"),
    ("有料会員だけか？", "有料会員だけですか？"),
    ("何秒待つか？ 待つ間に何を表示するか？", "何秒待ちますか？ 待つ間に何を表示しますか？"),
    ("「続けますか？」を表示するか？", "「続けますか？」を表示しますか？"),
    ("「続けるか？」を表示するか？", "「続けるか？」を表示しますか？"),
    // As they stand: polite already, no question, and what its letters do not tell.
    ("自動で再送しますか？", "自動で再送しますか？"),
    ("未入力でしょうか？", "未入力でしょうか？"),
    ("文言は未定", "文言は未定"),
    ("送ったか？", "送ったか？"),
    ("表示しないか？", "表示しないか？"),
    ("表示するかどうか", "表示するかどうか"),
    ("色をかえるか？", "色をかえるか？"),
    ("か？", "か？"),
  ])
  func `a question in plain words is asked politely`(written: String, asked: String) {
    #expect(JapaneseGrammar.polite(written) == asked)
    #expect(JapaneseGrammar.polite(asked) == asked)
  }
}
