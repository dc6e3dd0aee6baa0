import Specification
import TestSupport
import Testing
import Text

@testable import TestDesign

/// Answers as directors type them, which mean less than they seem to.
struct AnswerReaderTests {
  private static let text = spec(
    """
    states: {plan: [free, premium]}
    operations: [send, save]
    rules:
      send: {question: Is it sent again?, options: [It is sent again at once, It is kept as a draft]}
    """
  ).replacing("traits: []", with: "traits: [localized]")

  private static func reading(
    _ answer: String,
    _ kind: QuestionAnswer.Kind? = nil,
    to code: FindingCode
  ) throws -> AnswerReading {
    try reader(to: code) { $0.read(answer, kind: kind, to: $1) }
  }

  private static func reader<Value>(
    to code: FindingCode,
    _ read: (AnswerReader, AnswerSetting) -> Value
  ) throws -> Value {
    let analysed = try analysed(text)
    let finding = try #require(analysed.analysis.findings.first { $0.code == code })
    let setting = AnswerSetting(
      finding,
      options: analysed.specification.rules[0].openQuestion?.options ?? [],
      in: analysed.specification
    )
    return read(AnswerReader(.english), setting)
  }

  private static func isRefused(_ reading: AnswerReading) -> Bool {
    if case .refused = reading { true } else { false }
  }

  @Test(arguments: [
    "option 2?", "2nd, partly", "No. 12", "1,2", "not 1", "1 or 2", "[2]", "neither",
    "2 for EU, 1 for UK",
    "1, unless Compliance objects to that", "It is sent again at once\nIt is kept as a draft",
  ])
  func `where there are options, what names one in part is none`(answer: String) throws {
    #expect(Self.isRefused(try Self.reading(answer, to: .undecidedRule)))
  }

  @Test func `an option is chosen by number or by text`() throws {
    let kept = AnswerReading.said(.asWritten, text: "It is kept as a draft")
    #expect(try Self.reading("②", to: .undecidedRule) == kept)
    #expect(try Self.reading("it is kept as a draft", to: .undecidedRule) == kept)
    for answer in [
      "option 2", "the second one", "2nd", "#2", "No. 2", "２番でお願いします", "②の方で", "二つ目", "②を優先",
      "2nd option", "②でお願い致します",
    ] {
      #expect(try Self.reading(answer, to: .undecidedRule) == kept, "\(answer)")
    }
    let own = "A banner offers to send it again"
    #expect(Self.isRefused(try Self.reading(own, to: .undecidedRule)))
    #expect(try Self.reading(own, .asWritten, to: .undecidedRule) == .said(.asWritten, text: own))
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
    let reading = try Self.reader(to: .undecidedRule) { $0.read(beside, beside: option, to: $1) }
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
      try Self.reader(to: .undecidedRule) { $0.read(beside, beside: "1", to: $1) }
        == .said(.asWritten, text: "It is sent again at once")
    )
  }

  @Test(arguments: [
    ("the button is hidden", false), ("ボタン非表示", false), ("未ログイン向けの職業欄は次の版で決める", false),
    ("because the button is hidden", true), ("ボタンが出ないので", true), ("", true),
    ("rooms have 20 places", true), ("max is 72 h", true), ("comes in version 2", true),
    ("サーバーで止めている", true), ("雑誌は来年度から", true), ("at night the switchboard", false),
    ("ask Anna", false), ("2027-01-31", false), ("only for members", false),
  ])
  func `only a reason stands beside “cannot happen”`(beside: String, isTaken: Bool) throws {
    for kind in [QuestionAnswer.Kind.notPossible, .outOfScope] {
      let reading = try Self.reading(beside, kind, to: .undefinedCombination)
      #expect(reading == .said(kind, text: beside) || !isTaken)
      #expect(Self.isRefused(reading) != isTaken)
    }
  }

  @Test(arguments: [
    "The camera opens, but not for guests", "Members only: a credit is shown",
    "確認ダイアログが出る（コードを表示済みのときに限る）",
    "初回のみ説明画面が出る", "“You are offline” is shown, except for pass holders, who get a call",
    "扉が開きます。故障中のロッカーだけは係員を呼ぶボタンになります", "扉が開く（使用中は除く）",
    "The ride screen stays, mostly",
    "完成予定時刻が出る。土日は出ない", "原則ホーム画面に戻る",
  ])
  func `what holds in some cases is not a result`(answer: String) {
    #expect(NonResult(answer) == .conditional)
  }

  @Test(arguments: [
    "The code is the only one that is hidden", "「空です」とだけ表示される", "A dialog asks if the ride ends",
    "Nothing is sent but a line in the log",
  ])
  func `what holds always is a result`(answer: String) {
    #expect(NonResult(answer) == nil)
  }

  @Test(arguments: [
    "ask Maria", "TBD", "?", "yes", "same as above", "2027-05-31", "1", "要確認", "同上", "not needed",
  ])
  func `what is not a reason leaves nothing out`(answer: String) throws {
    for kind in [QuestionAnswer.Kind.notPossible, .outOfScope, .dismiss] {
      #expect(Self.isRefused(try Self.reading(answer, kind, to: .undefinedCombination)), "\(kind)")
    }
  }

  @Test(arguments: [
    "unless the keypad was reset", "only on Android it matters", "二回目以降は", "ただし夜を除く",
    "0 minutes never; but after 241 the ride is billed as stolen",
    "オンラインでしか操作できないため。ただし旧アプリでは起こります",
  ])
  func `what limits “cannot happen” leaves nothing out`(answer: String) throws {
    for kind in [QuestionAnswer.Kind.notPossible, .dismiss] {
      #expect(Self.isRefused(try Self.reading(answer, kind, to: .undefinedCombination)), "\(kind)")
    }
  }

  @Test(arguments: [
    "42", "decide after the summer release", "Compliance to decide", "現行踏襲", "来週の定例で",
    "法務確認待ち", "承認済み", "unchanged", "たぶん投稿できる", "Yes?", "no badge I think", "like before",
    "whatever is easiest", "Mika will decide", "Asked Tanaka", "JIRA-123", "like iOS", "Same error",
    "Should be the same as trial dogs", "a) no badge b) grey badge", "fixed", "後ほど連絡します", "来週決めます",
    "エラーになると思う", "表示しない方向で", "できれば表示しない", "「館内のみ」かな", "標準の挙動", "空欄", "エラーを出す（文言は別途）",
    "Not in v1", "@Anna please decide", "fine by me", "#REF!", "後ほど回答", "要件未確定", "Aさん案で", "可", "不可",
    "keep current behaviour", "Exactly like 2–12 hours", "Usual error handling",
    "Refund per policy",
    "デフォルト", "通常のエラー処理", "他の画面に合わせる", "iOSに合わせる", "Handled by the backend",
    "Not possible since bookings open 72 hours before", "この画面には来られないので起きない",
  ])
  func `what decides nothing is not a result`(answer: String) {
    #expect(NonResult(answer) != nil)
  }

  @Test(arguments: [
    "顔写真と一致する場合は子どもを引き渡す、それ以外は園長を呼ぶ",
    "If the shop is open the clerk comes, otherwise an alarm sounds",
    "An alarm sounds, unless power is out", "会員なら半額が返る", "4〜30分は止められない、31分からは店員を呼ぶ",
    "“Too late” is shown; for Plus members the stay is two days longer",
    "雨の日の会員は15%引き、それ以外は書いてある通り", "家族に通知が届く。21時以降は翌朝7時に届く",
    "The scooter is out of service; with a photo I only want a thank-you",
    "The head of the ward is called, but on the third alarm the technician",
    "With a photo already taken, the camera stays closed", "It locks if the bike stands still",
    "Between 11 pm and 6 am the switchboard answers", "The gate opens between 22:00 and 6:00",
    "(iOS) the list opens; (Android) the grid opens", "The list opens (iOS), the grid (Android)",
    "Before the payment, a dialog asks", "While it loads, nothing can be tapped",
    "Until the launch nothing is shown", "After 22:00 the guard is called", "Only members see it",
    "On Android the grid opens", "On the phone the list opens, on the tablet the grid",
    "iOS: the list opens, Android: the grid", "The alarm sounds, except at night",
    "Nothing is shown for small amounts", "The list opens, others get an error",
    "The list opens. Longer than that: a spinner", "15秒、Wi-Fiだと10秒", "通報は会員限定",
    "延滞がある人は表示しない", "当日のみ予約できる", "番号を控えていれば、そのまま進む", "登録前は何も出ない", "オフラインのときにバナーを出す",
    "ログイン後は元の画面に戻る",
    "処理中は押せない", "回線が遅いときは30秒待つ", "ホームに戻ったら表示する", "オフラインなら「圏外」と出る",
  ])
  func `what tells cases apart is not one result`(answer: String) {
    #expect(NonResult(answer) == .conditional)
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

  @Test(arguments: ["エンジニアにおまかせ", "前回の会議で決めた内容で", "何も起こらないでいいと思います"])
  func `what others are to decide is not a result`(answer: String) {
    #expect(NonResult(answer) == .placeholder(.open))
  }

  @Test(arguments: [
    "For 10 seconds a spinner is shown", "All fields except the name are cleared", "名前以外は消える",
    "「ログイン中の場合は」と表示する", "6枚目以降は表示しない（ページの点も5個まで）", "The list is shown, with a badge",
    "A message is shown, but nothing is saved", "The list opens; once it is read, it closes",
    "A dialog asks for details", "A spinner is shown for ten seconds", "30秒待ち、閉じる",
    "The form closes after 3 seconds", "A message appears before the payment",
    "After 10 seconds the form closes", "“Pending” is shown until the bank answers",
    "The user is told once the bank has decided", "At the top a banner is shown",
    "次に開いたときに表示する", "3秒後に閉じる", "その後、一覧に戻る", "名前は残る", "カートの中は空になる", "入力しなければならない",
    "購入が終わった後に表示する", "最後は一覧に戻る",
    "ならびに通知が届く", "Nothing happens", "何も起きない", "The button is disabled",
    "投稿できない",
    "The default sort order is used",
    "Pending transfers are shown", "No message is shown", "“42” is shown",
    "Up to 3 seats are offered", "画像の幅を画面に合わせる",
  ])
  func `what is observed is a result`(answer: String) {
    #expect(NonResult(answer) == nil)
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
