import Testing

@testable import TestDesign

/// Which words count as unobservable, and where the same letters do not.
struct VagueWordsTests {
  @Test(arguments: [
    ("正しく表示する", "正しく"), ("エラーを適切に処理する", "適切に"), ("画像などを表示する", "など"), ("画像等を表示する", "等"),
    ("写真、コメント等", "等"), ("必要に応じて更新する", "必要に応じて"), ("「保存」後、きちんと戻る", "きちんと"), ("「保存、適宜戻る", "適宜"),
    ("It is displayed Correctly", "Correctly"), ("The appropriate message is shown", "appropriate"),
    ("Names, dates, etc. are shown", "etc"), ("Shown as appropriate", "as appropriate"),
  ])
  func vague(text: String, word: String) {
    #expect(VagueWords.first(in: text) == word)
  }

  @Test(arguments: [
    "「正しく入力してください」と表示する", "『「適切な名前」など』と表示する", "“Not entered correctly” is shown",
    "番号が正しくない旨を表示する", "不適切な投稿として隠す", "写真を均等に並べる", "2つの値が等しい", "同等の権限を与える", "1等の景品を表示する",
    "相手をあなどる", "The value changes abnormally", "The name is incorrectly spelt in red",
    "The inappropriate post is hidden", "It is fetched from the server", "",
  ])
  func observable(text: String) {
    #expect(VagueWords.first(in: text) == nil)
  }
}

/// What a spec says again and again is one note, and a rhythm is not a rule without exceptions.
@Suite struct RepeatedWordsTests {
  @Test(arguments: [
    ("The tiles turn every 15 seconds", false), ("Every tile turns", true),
    ("All 22 units turn", true),
  ])
  func `every so many seconds leaves room for another result`(text: String, isAbsolute: Bool) {
    #expect((AbsoluteWords.word(text, .absolute) != nil) == isAbsolute)
  }

  @Test func `bare refusals of a spec share one note`() throws {
    let text = spec(
      "operations: {a: A, b: B, c: C}\nrules: {a: Sending is refused, b: Saving is refused, c: It is sent}\n"
    )
    let notes = try analysed(text).analysis.findings.filter { $0.code == .vagueResult }
    #expect(notes.map(\.message) == ["2 results refuse something and do not say what is shown"])
    #expect(notes.first?.rules == [0, 1])
    #expect(notes.first?.related.count == 1)
  }
}
