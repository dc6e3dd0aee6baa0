import Testing

@testable import TestDesign

/// Statements inside a sentence, true and negated; `nil` where the label is better quoted.
struct StatementTests {
  @Test(arguments: [
    ("The book is reserved", "the book is reserved", "the book is not reserved"),
    ("The heads are paused", "the heads are paused", "the heads are not paused"),
    (
      "This coupon was used before", "this coupon was used before",
      "this coupon was not used before"
    ),
    ("It is before 1 June", "it is before 1 June", "it is not before 1 June"),
    ("The name is 0.5 m long", "the name is 0.5 m long", "the name is not 0.5 m long"),
    ("The owner’s list is full", "the owner’s list is full", "the owner’s list is not full"),
    (
      "The balance is more than was loaded", "the balance is more than was loaded",
      "the balance is not more than was loaded"
    ),
    ("The user can pay", "the user can pay", "the user cannot pay"),
    ("The user must pay", "the user must pay", "the user need not pay"),
    (
      "The dose would bring the head above 300 ml", "the dose would bring the head above 300 ml",
      "the dose would not bring the head above 300 ml"
    ),
    ("The guest has a ticket", "the guest has a ticket", "the guest does not have a ticket"),
    ("They have a ticket", "they have a ticket", "they do not have a ticket"),
    ("The guest has to pay", "the guest has to pay", "the guest does not have to pay"),
    ("The guest has paid", "the guest has paid", "the guest has not paid"),
    (
      "The guest has seen the tour", "the guest has seen the tour",
      "the guest has not seen the tour"
    ),
    (
      "The purchase exceeds the limit that the parent sets",
      "the purchase exceeds the limit that the parent sets",
      "the purchase does not exceed the limit that the parent sets"
    ),
    ("The title changes", "the title changes", "the title does not change"),
    (
      "The title changes are saved", "the title changes are saved",
      "the title changes are not saved"
    ),
    ("The coupon applies", "the coupon applies", "the coupon does not apply"),
    ("It matches the pattern", "it matches the pattern", "it does not match the pattern"),
    ("There is bonus credit", "there is bonus credit", "there is no bonus credit"),
    ("There is a ticket", "there is a ticket", "there is no ticket"),
    ("There are photos", "there are photos", "there are no photos"),
    ("An image is present", "an image is present", "no image is present"),
    ("Another head is pumping", "another head is pumping", "no other head is pumping"),
    (
      "Somebody has acknowledged the unit", "somebody has acknowledged the unit",
      "nobody has acknowledged the unit"
    ),
    ("Something is missing", "something is missing", "nothing is missing"),
    ("All photos are uploaded", "all photos are uploaded", "not all photos are uploaded"),
    // Names and words that are none.
    ("Auto top-up is switched on", "auto top-up is switched on", "auto top-up is not switched on"),
    ("Maintenance is on", "maintenance is on", "maintenance is not on"),
    ("GPS is on", "GPS is on", "GPS is not on"),
    ("Bluetooth is on", "Bluetooth is on", "Bluetooth is not on"),
    ("Google Pay is set up", "Google Pay is set up", "Google Pay is not set up"),
    ("I have a ticket", "I have a ticket", "I do not have a ticket"),
  ])
  func `a statement is said as people say it`(label: String, isTrue: String, isFalse: String) {
    #expect(EnglishStatement.clause(label, isTrue: true) == isTrue)
    #expect(EnglishStatement.clause(label, isTrue: false) == isFalse)
  }

  @Test(arguments: [
    // Negated already.
    "The name is not empty", "No ticket is left", "The guest has never paid",
    "The guest cannot pay",
    "The form isn't valid",
    // What the negation would belong to is open.
    "The guest and the host are late", "Both heads are paused", "3 photos are selected",
    "The tickets of all guests are paid", "Anyone can see the list", "A month has passed",
    "The draft is open until 6", "The unit was offline for 3 days",
    "The friend gets money for the first time", "The order was sent because it is late",
    "The order contains some alcohol", "The session is still valid", "The guest is here too",
    // What the words are is open, or their negation says something else.
    "The user has saved cards", "The user has limited access", "The guest may cancel",
    "A guest must pay", "The book is to be returned", "There are 3 photos",
  ])
  func `a statement without a sure negation is only said when true`(label: String) {
    #expect(EnglishStatement.clause(label, isTrue: true)?.lowercased() == label.lowercased())
    #expect(EnglishStatement.clause(label, isTrue: false) == nil)
  }

  @Test(arguments: [
    "", "Camping ticket", "Auto top-up on", "First time", "No network", "Has the app",
    "Owns the list",
    "Is the draft open", "Already is a member", "Over the free quota", "They raised the permit",
    "The photos fit into what is left", "The guest who is in the queue has paid",
    "The app says it is late", "The photo you took is blurred", "The can lid is open",
    "On Mondays the shop is closed", "The book is reserved or lent", "Status: the draft is open",
    "The “draft” is open", "The 'draft' is open", "Is it open?", "The book is reserved.", "予約されている",
    "The label of this factor is so long that nobody would want to read it inside of another sentence",
  ])
  func `what is not surely a statement is not said`(label: String) {
    #expect(EnglishStatement.clause(label, isTrue: true) == nil)
    #expect(EnglishStatement.clause(label, isTrue: false) == nil)
  }

  @Test(arguments: [
    ("予約されている", "予約されている", "予約されていない"),
    ("カードを選んでいる", "カードを選んでいる", "カードを選んでいない"),
    ("予約されていた", "予約されていた", "予約されていなかった"),
    ("パスワードを知っている", "パスワードを知っている", "パスワードを知らない"),
    ("講習を修了した", "講習を修了した", "講習を修了していない"),
    ("写真を選んだ", "写真を選んだ", "写真を選んでいない"),
    ("期限を過ぎた", "期限を過ぎた", "期限を過ぎていない"),
    ("変更された", "変更された", "変更されていない"),
    ("次の予約がある", "次の予約がある", "次の予約がない"),
    ("予約があった", "予約があった", "予約がなかった"),
    ("次に待っている人がいる", "次に待っている人がいる", "次に待っている人がいない"),
    ("延長したことがある", "延長したことがある", "延長したことがない"),
    ("初めての購入である", "初めての購入である", "初めての購入でない"),
    ("65歳以上だけの世帯である", "65歳以上だけの世帯である", "65歳以上だけの世帯でない"),
    ("2枚のカードが重なっている", "2枚のカードが重なっている", "2枚のカードが重なっていない"),
    ("予約済み", "予約済みの", "予約済みでない"),
    ("予約できる", "予約できる", "予約できない"),
    ("確認用と一致する", "確認用と一致する", "確認用と一致しない"),
    ("通知を受け取れる", "通知を受け取れる", "通知を受け取れない"),
    ("上限を超える", "上限を超える", "上限を超えない"),
    ("受付が終わる", "受付が終わる", "受付が終わらない"),
    ("使ってはいけない言葉を含む", "使ってはいけない言葉を含む", "使ってはいけない言葉を含まない"),
    ("予約が残りの枠より長い", "予約が残りの枠より長い", "予約が残りの枠より長くない"),
  ])
  func `a Japanese statement stands before what it describes`(
    label: String,
    isTrue: String,
    isFalse: String
  ) {
    #expect(JapaneseStatement.attributive(label, isTrue: true) == isTrue)
    #expect(JapaneseStatement.attributive(label, isTrue: false) == isFalse)
  }

  @Test(arguments: [
    // Negated already, and forms whose negation their letters do not tell.
    "予約がない", "会員ではない", "残りが少ない", "写真が多い", "印刷してある", "準備ができた", "値段が高かった", "許可がいる",
    // What the negation would belong to is open.
    "写真を2枚選んだ", "写真が2枚ある", "すべて届いている", "まだ届いている", "会員だけが使っている", "誰かが使っている", "一度利用した",
    "初めて使った", "ログインして購入した", "選んで送った", "カードと現金がある", "カードか現金で払った", "期限まで使える", "予約より早く終わった", "下書きもある",
  ])
  func `a Japanese statement without a sure negation is only said when true`(label: String) {
    #expect(JapaneseStatement.attributive(label, isTrue: true) == label)
    #expect(JapaneseStatement.attributive(label, isTrue: false) == nil)
  }

  @Test(arguments: [
    "", "次の予約", "初めてのブースト", "65歳以上だけの世帯", "会員種別", "本は予約されている", "予約しています", "無料だ", "間違いだ",
    "荷物を送る", "条件に適する", "「下書き」がある", "下書きがある。", "予約、決済がある", "あした", "The book is reserved",
  ])
  func `what is not surely a Japanese statement is not said`(label: String) {
    #expect(JapaneseStatement.attributive(label, isTrue: true) == nil)
    #expect(JapaneseStatement.attributive(label, isTrue: false) == nil)
  }
}
