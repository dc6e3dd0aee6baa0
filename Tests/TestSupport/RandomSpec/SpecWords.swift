/// The words of random specs, in one of the two languages.
struct SpecWords {
  let isJapanese: Bool
  /// The percentage of factors with a range, dates or lengths.
  var numberShare = 40

  var hasPlaceholders = false

  /// The percentage of operations with parts, besides the few that always have them.
  var partShare = 0

  /// True if a spec is mostly about numbers: then operations have them too, and conditions name more of them.
  var prefersNumbers: Bool { numberShare > 50 }

  var feature: String { isJapanese ? "つくれぽを投稿する" : "Post a cooking report" }
  var owners: [String] {
    isJapanese ? ["企画チーム", "デザインチーム"] : ["Planning team", "Design: mobile"]
  }
  var reasons: [String] {
    isJapanese
      ? ["仕様で決まっているため", "撮影画面から1枚だけ来る", "「無料」は3枚まで"]
      : ["it's fixed by the platform", "the screen can't be reached", "3 at most # for free"]
  }
  var results: [[String]] {
    isJapanese
      ? [
        ["投稿が完了し、レシピ画面に戻る"], ["エラーバナーを表示する", "入力内容を保持する"],
        ["ログイン画面を表示する"], ["「写真は4枚まで: 追加できません」と表示する"], ["何も起こらない"],
      ]
      : [
        ["The report appears in the list"], ["An error banner appears", "The draft is kept"],
        ["The \"sign in\" screen opens"], ["Toast: it's too long"], ["- nothing happens"],
      ]
  }
  var questions: [String] {
    isJapanese ? ["自動で再送するか？", "下書きは残すか？"] : ["Retry automatically?", "Keep the draft?"]
  }
  var factorLabels: [String] {
    isJapanese
      ? ["ログイン状態", "会員種別", "写真の枚数", "通知", "公開日"] : ["Login", "Plan: kind", "Photos", "Alerts"]
  }
  var operationLabels: [String] {
    isJapanese
      ? ["投稿ボタンをタップする", "画面を閉じる", "通信が切れる"] : ["Tap 'Post'", "Close the screen", "Go offline"]
  }
  var valueLabels: [String] {
    isJapanese ? ["未ログイン", "無料会員", "プレミアム会員", "多い", "ない"] : ["Guest", "Free", "Premium", "Many"]
  }

  let factorNames = [
    "login", "plan", "photos", "comment", "draft", "period", "origin", "group", "device",
  ]
  let valueIds = ["guest", "member", "free", "premium", "old", "odd_one", "b2", "10", "a"]
  let operationIds = [
    "tap_publish", "leave_page", "shake_pan", "open_tray", "scan_code", "wait_long",
  ]
  let variantIds = ["offline", "timeout", "slow", "refused", "valid"]
  let partIds = ["photo", "name", "buttons"]
  var units: [String] { isJapanese ? ["枚", "円"] : ["photos", "EUR"] }
  let kinds = ["emoji", "whitespace", "newline", "full_width", "markup", "edge_spaces"]

  static let houseFactors = ["membership", "region", "balance"]
  static let houseOperations = ["house_alarm", "house_notice"]

  /// Names of factors that the catalogue knows as prompts.
  static let prompts: Set = ["plan", "period"]

  /// Operations of the catalogue with their default variants.
  static let catalogueVariants: [(id: String, variants: [String])] = [
    ("back", []), ("double_tap", []), ("network_error", ["offline", "timeout", "drop"]),
    ("stale_item", ["deleted", "edited", "hidden"]),
    ("text_input", ["empty", "whitespace", "emoji", "too_long"]),
  ]

  /// The variants of the catalogue that must be rejected.
  static let invalidVariants: Set = ["too_long", "too_short", "forbidden", "wrong_format"]
}
