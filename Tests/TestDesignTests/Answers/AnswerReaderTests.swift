import Specification
import TestSupport
import Testing
import Text

@testable import TestDesign

/// Texts beside an answer; answers as directors type them are in `Specs/non-results.md`.
struct AnswerReaderTests {
  private static let text = spec(
    """
    states: {plan: [free, premium]}
    operations: [send, save]
    rules:
      send: {question: Is it sent again?, options: [It is sent again at once, It is kept as a draft]}
    """
  )

  /// Returns the reading of a text beside the choice of an option.
  private static func reading(_ beside: String, beside option: String) throws -> AnswerReading? {
    let analysed = try analysed(text)
    let finding = try #require(analysed.analysis.findings.first { $0.code == .undecidedRule })
    let setting = AnswerSetting(
      finding,
      options: analysed.specification.rules[0].openQuestion?.options ?? [],
      in: analysed.specification
    )
    return AnswerReader(.english).read(beside, beside: option, to: setting)
  }

  private static func isRefused(_ reading: AnswerReading) -> Bool {
    if case .refused = reading { true } else { false }
  }

  @Test(arguments: [
    ("①", "② wins"), ("①", "option 2"), ("①", "not decided yet"), ("②", "tbd"),
    ("②", "only for new members"),
    ("②", "except at night"), ("②", "for non-members"), ("①", "23:31から"), ("①", "15時までは"),
    ("①", "at night the switchboard"), ("②", "就寝前の薬は別途相談"), ("①", "ただし延長保育の子は除く"),
    ("①", "no, both happen"), ("①", "It is kept as a draft"),
    ("②", "ask Tanaka"), ("①", "why?"), ("①", "the bank requires it"),
    ("①", "for rides over 2 h"), ("①", "guests too, but premium members never pay"), ("①", "冷蔵品は別"),
    ("①", "pass holders 2 hours"), ("①", "発行から24時間まで"), ("①", "agreed 2026-11-20"),
    ("①", "for at most 30 minutes, then it is ended"), ("①", "as long as nobody works there"),
    ("①", "to members"), ("①", "because it holds for members only"), ("①", "会員のみのため"),
    ("①", "because it is cheap, but not at night"), ("①", "because it is cheap. Members get 60"),
    ("①", "安いため。会員は③"), ("①", "because it is cheap; premium users pay nothing"),
    ("①", "週末くらいから"), ("①", "since it is not decided yet"), ("①", "because why?"),
  ])
  func `beside an option stands only why`(option: String, beside: String) throws {
    let reading = try Self.reading(beside, beside: option)
    #expect(reading.map(Self.isRefused) == true, "\(String(describing: reading))")
  }

  @Test(arguments: [
    "because the bank requires it", "because 30 minutes are enough", "Since nobody pays there",
    "to avoid partial credits", "reason: the bank", "as the bank requires it", "24時間で失効するため",
    "（ログイン前なので）", "銀行が求めているから", "理由：銀行の要請", "写真だけの投稿を増やしたいためです。",
    "because free users never see it", "It is sent again at once", "",
  ])
  func `a reason stands beside an option`(beside: String) throws {
    #expect(
      try Self.reading(beside, beside: "1")
        == .said(.asWritten, text: "It is sent again at once")
    )
  }

  @Test(arguments: [
    "It is sent again at once?", "It is sent again at once？", "①?", "2 (for now)", "② for now",
    "①かな",
  ])
  func `an option that is in doubt is not chosen`(answer: String) throws {
    #expect(try Self.reading("", beside: answer) == nil)
  }

  @Test(arguments: [QuestionAnswer.Kind.notPossible, .outOfScope])
  func `an option is no reason`(kind: QuestionAnswer.Kind) {
    let setting = AnswerSetting(options: [["An email"], ["A letter"]])
    #expect(Self.isRefused(AnswerReader(.english).read("an email", kind: kind, to: setting)))
  }

  /// “No” chooses an option if yes or no answers the question and one of the options says so.
  @Test(arguments: [
    ("Is it sent again?", "It is sent again / It is not sent again", "It is not sent again"),
    (
      "Is it sent again?", "No, the user taps again / It is sent again at once",
      "No, the user taps again"
    ),
    ("Is it sent again?", "It is sent again at once / It is kept as a draft", ""),
    ("Is it not sent again?", "It is sent again / It is not sent again", ""),
    ("Is it sent again?", "It is not sent / Nothing is sent, and no draft is kept", ""),
    ("Which one is sent?", "The old one / The new one, not the old one", ""),
    ("自動で再送しますか？", "自動で再送する / 自動で再送しない", "自動で再送しない"),
    ("下書きを残しませんか？", "下書きを残す / 下書きを残さない", ""),
    ("どちらを送りますか？", "古い方 / 古い方は送らない", ""),
    ("残りは少ないですか？", "残りが多い / 残りが少ない", ""),
    ("Is the draft kept?", "The draft is kept and no notice is shown / The draft is deleted", ""),
    ("下書きを残しますか？", "下書きを残し、通知は表示しない / 下書きを消す", ""),
  ])
  func `no chooses the option that says so`(
    question: String,
    options: String,
    chosen: String
  ) throws {
    let options = options.split(separator: " / ").map(String.init)
    let listed = options.map { "\"\($0)\"" }.joined(separator: ", ")
    let text = spec(
      "operations: [send]\nrules:\n  send: {question: \"\(question)\", options: [\(listed)]}"
    )
    let analysed = try analysed(text)
    let finding = try #require(analysed.analysis.findings.first { $0.code == .undecidedRule })
    let setting = AnswerSetting(finding, options: options.map { [$0] }, in: analysed.specification)
    for reply in ["no", "No.", "いいえ"] {
      let reading = AnswerReader(.english).read(reply, kind: nil, to: setting)
      if chosen.isEmpty {
        #expect(Self.isRefused(reading), "\(reading)")
      } else {
        #expect(reading == .said(.asWritten, text: chosen))
      }
    }
  }

  @Test(arguments: [
    "no, both buttons are shown", "No", "both", "it should be “Book”", "wrong", "I disagree",
    "“Book” is right", "it is the other way round", "Why not both?", "instead show the list",
    "違う", "違います。両方です", "いいえ、両方表示する", "「通常料金」が正しい", "逆です", "そうではない", "通常料金にしてほしい",
    "割引後ではなく通常料金", "間違っています", "両方では？", "反対です",
    "Nothing is wrong with the text. The amount is wrong.", "The mail is not sent and should be",
    "文言は間違っていない。金額が間違っています",
  ])
  func `what objects is no comment on an agreement`(comment: String) {
    #expect(StatedReason.objects(comment))
  }

  @Test(arguments: [
    "ok", "yes", "That is right", "as discussed with Sato", "because both are needed",
    "No problem", "no objection", "per the contract", "agreed in the meeting of 2026-11-20", "",
    "はい", "問題ありません", "間違いありません", "異議なし", "佐藤さんと確認済み", "会議で合意した", "違いがないため", "これで正しい",
  ])
  func `any other comment is one`(comment: String) {
    #expect(!StatedReason.objects(comment))
  }

  /// It may be the answer, or mean that the topic does not matter.
  @Test func `no chooses nothing for a topic`() throws {
    let analysed = try analysed(
      spec("traits: [push]\noperations: [send]\nrules:\n  send: It goes to approval")
    )
    let note = try #require(analysed.analysis.findings.first { !$0.items.isEmpty })
    let topic = try #require(note.items.first { $0.isTopic(in: analysed.specification) })
    let setting = AnswerSetting(topic, options: [], in: analysed.specification)
    for reply in ["no", "いいえ"] {
      #expect(
        AnswerReader(.english).read("Nothing waits for it", beside: reply, to: setting) == nil
      )
    }
    let whole = QuestionAnswer.Kind.dismiss
    #expect(
      AnswerReader(.english).read("Nothing waits for it", kind: whole, to: setting)
        == .said(.dismiss, text: "Nothing waits for it")
    )
  }

  @Test(arguments: [
    ("Yes: a message is shown", "a message is shown"), ("あります。エラーを表示する", "エラーを表示する"),
    ("A message is shown", "A message is shown"), ("No – they open 72 hours before", nil),
    ("Can't be, they open 72 hours before", nil), ("ならない。上限は10冊", nil), ("なりません", nil),
  ])
  func `whether something can occur is answered beside what happens`(
    answer: String,
    result: String?
  ) {
    let setting = AnswerSetting(options: [], asked: "Can x be 6 or more? If so, what happens?")
    let reading = AnswerReader(.english).read(answer, kind: nil, to: setting)
    if let result {
      #expect(reading == .said(.asWritten, text: result))
    } else if case .refused(let reason) = reading {
      #expect(reason.english.contains("“Cannot happen”"))
    } else {
      Issue.record("\(reading)")
    }
  }

  @Test func `a bare number is unclear among options that begin with one`() {
    let options = AnswerSetting(options: [["3 times"], ["1 time"], ["2"]])
    for answer in ["3", "1"] {
      #expect(Self.isRefused(AnswerReader(.english).read(answer, kind: nil, to: options)))
    }
    for answer in ["③", "③ 2", "2"] {
      #expect(
        AnswerReader(.english).read(answer, kind: nil, to: options) == .said(.asWritten, text: "2"),
        "\(answer)"
      )
    }
  }
}
