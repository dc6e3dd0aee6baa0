import Foundation
import TestSupport
import Testing
import Text

/// Placeholders in place of a result, and texts that are results.
@Suite struct PlaceholderKindTests {
  @Test(arguments: try RecordedCases.all(in: "../Words"))
  func `a whole text is a placeholder, and never a part of a sentence`(
    cases: RecordedCases
  ) throws {
    var words: [String] = []
    try cases.check(["kinds"]) { inputs, _ in
      let parts = inputs["value"].components(separatedBy: " | ")
      let (word, sentence) = (parts[0], parts[1])
      words.append(word)
      #expect(PlaceholderKind(of: sentence) == nil, "\(sentence)")
      let (plain, part) = (sentence.inPlainForm, word.inPlainForm)
      #expect(plain.contains(part) || plain.words.contains(part.words))
      return [PlaceholderKind(of: word).map { "\($0)" } ?? "a result"]
    }
    let english = words.count { $0.utf8.allSatisfy { $0 < 0x80 } }
    #expect(Set(words).count == words.count && english >= 40 && words.count - english >= 40)
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
