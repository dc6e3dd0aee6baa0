import Specification

@testable import Specification
@testable import TestDesign

extension SpecificationSketch {
  static let networkError = CatalogueEntry(
    id: "network_error",
    label: .init(english: "Network error", japanese: "通信エラー"),
    clause: .init(
      english: "when the network fails{variant}",
      japanese: "通信エラー{variant}が起きたとき"
    ),
    question: .init(
      english: "Is what was entered kept?",
      japanese: "入力内容は残りますか？"
    ),
    variants: [],
    traits: [],
    isCore: true
  )

  /// Posting a cooking report: factors 0 login, 1 plan, 2 photos, 3 comment; operation values 0 submit, 1-2 network error, 3 done.
  static var japaneseRecipe: SpecificationSketch {
    var sketch = SpecificationSketch()
    sketch.factor("login", "ログイン状態", ["guest=未ログイン", "member=ログイン済み"])
    sketch.factor("plan", "会員種別", ["free=無料会員", "premium=プレミアム会員"], onlyWhen: (0, [1]))
    sketch.factor("photos", "写真の枚数", ["0", "1", "2", "4", "5"], kind: .data)
    sketch.factor("comment", "コメント欄", ["empty=未入力", "long=スクロールが必要"], kind: .data)
    sketch.operation("submit", "投稿ボタンをタップする")
    sketch.operation(
      "network_error",
      variants: ["offline=オフライン", "timeout=タイムアウト"],
      entry: networkError
    )
    sketch.operation("done", "投稿完了")
    return sketch
  }

  /// Accepting money: factors 0 login, 1 plan, 2 photos, 3 name; operation values as in `japaneseRecipe`.
  static var englishRecipe: SpecificationSketch {
    var sketch = SpecificationSketch(language: .english)
    sketch.factor("login", nil, ["guest", "member"])
    sketch.factor(
      "plan",
      "Plan",
      ["free=Free members", "premium=Premium member"],
      onlyWhen: (0, [1])
    )
    sketch.factor("photos", "Number of photos", ["0", "1", "2", "4", "5"], kind: .data)
    sketch.factor("name", "Sender's name", ["short=Short", "very_long=Very long"], kind: .data)
    sketch.operation("submit", "Tap Submit")
    sketch.operation(
      "network_error",
      variants: ["offline=offline", "timeout=timeout"],
      entry: networkError
    )
    sketch.operation("done")
    return sketch
  }
}
