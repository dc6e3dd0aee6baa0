import Specification
import Testing

@testable import TestDesign

/// What is said in Japanese, word for word.
struct JapaneseWordingTests {
  private let wording = SpecificationSketch.japaneseRecipe.wording

  @Test func labels() {
    #expect(wording.operation(0) == "投稿ボタンをタップする")
    #expect(wording.operation(1) == "通信エラー（オフライン）")
    #expect(wording.value(1, of: 1) == "プレミアム会員")
    #expect(wording.value(nil, of: 1) == "–")
    #expect(
      wording.setup(Combination(values: [1, 1, 3, 0], operation: 0))
        == "ログイン状態: ログイン済み / 会員種別: プレミアム会員 / 写真の枚数: 4 / コメント欄: 未入力"
    )
    #expect(
      wording.setup(Combination(values: [0, nil, 1, 0], operation: 0))
        == "ログイン状態: 未ログイン / 写真の枚数: 1 / コメント欄: 未入力"
    )
    #expect(wording.followUp(operation: 1) == "入力内容は残りますか？")
    #expect(wording.followUp(operation: 0) == nil)
  }

  @Test(
    arguments: [
      ([], ""),
      ([literal(1, [1])], "プレミアム会員では"),
      ([literal(1, [0, 1])], "ログイン済みの場合は"),
      ([literal(1, [])], "会員種別が値なしの場合は"),
      ([literal(1, [], orNone: true)], "未ログインの場合は"),
      ([literal(1, [], orNone: true), literal(2, [3])], "未ログインで、写真の枚数が4の場合は"),
      ([literal(0, [0, 1]), literal(1, [], orNone: true)], "未ログインの場合は"),
      ([literal(0, [1]), literal(1, [1], orNone: true)], "プレミアム会員では"),
      ([literal(0, [0]), literal(1, [1], orNone: true)], "未ログインの場合は"),
      ([literal(0, [1]), literal(1, [], orNone: true)], "ログイン済みで、会員種別が該当なしの場合は"),
      ([literal(1, [1], orNone: true)], "会員種別が無料会員以外の場合は"),
      ([literal(1, [0, 1], orNone: true)], ""),
      ([literal(0, [1])], "ログイン済みの場合は"),
      ([literal(0, [0, 1])], ""),
      ([literal(2, [3])], "写真の枚数が4の場合は"),
      ([literal(2, [1, 3])], "写真の枚数が1または4の場合は"),
      ([literal(2, [1, 2, 3])], "写真の枚数が1、2または4の場合は"),
      // A few numbers say more than the one that is missing.
      ([literal(2, [1, 2, 3, 4])], "写真の枚数が1、2、4または5の場合は"),
      ([literal(3, [0])], "コメント欄が未入力の場合は"),
      ([literal(3, [1])], "コメント欄が「スクロールが必要」の場合は"),
      ([literal(0, [1]), literal(1, [1])], "プレミアム会員では"),
      ([literal(0, [1]), literal(2, [3])], "ログイン済みで、写真の枚数が4の場合は"),
      (
        [literal(1, [0]), literal(2, [1, 3]), literal(3, [1])],
        "無料会員で、写真の枚数が1または4で、コメント欄が「スクロールが必要」の場合は"
      ),
    ] as [([NamedCube.Literal], String)]
  )
  func topic(literals: [NamedCube.Literal], phrase: String) {
    #expect(wording.topic([literal(4, [0])] + literals) == phrase)
  }

  @Test func applicabilityThatNoSingleFactorDecides() {
    var sketch = SpecificationSketch.japaneseRecipe
    sketch.factors[1].onlyWhen = SpecificationSketch.condition([[literal(0, [1]), literal(2, [1])]])
    let wording = sketch.wording
    #expect(wording.topic([literal(1, [0, 1])]) == "会員種別が該当なし以外の場合は")
    #expect(wording.topic([literal(1, [], orNone: true)]) == "会員種別が該当なしの場合は")
  }

  @Test func applicabilityThatDependsOnAnother() {
    var sketch = SpecificationSketch.japaneseRecipe
    sketch.factor("trial", "お試し期間", ["on=期間中", "off=終了"], onlyWhen: (1, [1]))
    #expect(sketch.wording.topic([literal(4, [0, 1])]) == "プレミアム会員では")
    #expect(sketch.wording.topic([literal(4, [], orNone: true)]) == "会員種別がプレミアム会員以外の場合は")
  }

  @Test(arguments: [
    ([0], "投稿ボタンをタップしたとき"),
    ([1], "通信エラー（オフライン）が起きたとき"),
    ([1, 2], "通信エラーが起きたとき"),
    ([3], "「投稿完了」のとき"),
    ([0, 2], "投稿ボタンをタップしたとき、または通信エラー（タイムアウト）が起きたとき"),
    ([0, 1, 3], "「投稿ボタンをタップする」、通信エラー（オフライン）または投稿完了のとき"),
    ([0, 1, 2, 3], "「投稿ボタンをタップする」、通信エラーまたは投稿完了のとき"),
  ])
  func clause(values: [Int], clause: String) {
    #expect(wording.operationClause(literal(4, values)) == clause)
  }

  @Test(arguments: [
    ("ホームに戻る", "ホームに戻ったとき"),
    ("下書きを消した", "下書きを消したとき"),
    ("何も入力しない", "何も入力しないとき"),
    ("「もう一度」をタップする", "「もう一度」をタップしたとき"),
    ("結果を取得するときの通信エラー", "結果を取得するときの通信エラーが起きたとき"),
    ("起動", "「起動」のとき"),
    ("投稿しますか", "「投稿しますか」のとき"),
    ("投稿しました。", "「投稿しました。」のとき"),
    ("「保存」ボタン", "『「保存」ボタン』のとき"),
    ("スクロール", "「スクロール」のとき"),
    ("ありがとう", "「ありがとう」のとき"),
    ("写真3つ", "「写真3つ」のとき"),
    ("👍を送る\n(長押し)", "「👍を送る (長押し)」のとき"),
    ("", "「」のとき"),
  ])
  func clauseByLabel(label: String, clause: String) {
    var sketch = SpecificationSketch.japaneseRecipe
    sketch.operations[0].label = label
    #expect(sketch.wording.operationClause(literal(4, [0])) == clause)
  }

  @Test func clauseWithVariantsOfALabel() {
    var sketch = SpecificationSketch()
    sketch.operation("input", "コメントを入力する", variants: ["a=絵文字", "b=改行", "c=空", "d=1文字", "e=A・B"])
    sketch.operation("kind", "入力", variants: ["a=絵文字", "b=改行"])
    #expect(sketch.wording.operationClause(literal(0, [0, 4])) == "コメントを入力したとき（絵文字・「A・B」）")
    #expect(sketch.wording.operationClause(literal(0, [0, 1, 2, 3])) == "コメントを入力したとき（「A・B」以外）")
    #expect(sketch.wording.operationClause(literal(0, [5])) == "「入力」（絵文字）のとき")
    #expect(sketch.wording.operationClause(literal(0, [0, 1, 2, 3, 4, 5])) == "入力（改行）以外の操作のとき")
  }

  @Test(arguments: [
    ("はい", "会員種別が「はい」の場合は"),
    ("あり", "会員種別が「あり」の場合は"),
    ("3枚", "会員種別が3枚の場合は"),
    ("写真が4枚", "会員種別が「写真が4枚」の場合は"),
    ("退会しました", "会員種別が「退会しました」の場合は"),
    ("退会するか", "会員種別が「退会するか」の場合は"),
    ("長い", "会員種別が「長い」の場合は"),
    ("会員「仮」", "会員種別が『会員「仮」』の場合は"),
    ("会員（仮", "会員種別が「会員（仮」の場合は"),
    ("会員（仮）", "会員（仮）の場合は"),
    ("👑", "会員種別が「👑」の場合は"),
    ("عضو", "会員種別が「عضو」の場合は"),
    ("\u{202E}会員\u{202C}\n ", "会員では"),
    ("有料", "会員種別が有料の場合は"),
    ("", "会員種別が「」の場合は"),
    ("ログイン済み", "会員種別がログイン済みの場合は"),
    ("無料または有料", "会員種別が「無料または有料」の場合は"),
  ])
  func oddLabels(label: String, phrase: String) {
    var sketch = SpecificationSketch.japaneseRecipe
    sketch.factors[1].values[1].label = label
    #expect(sketch.wording.topic([literal(1, [1])]) == phrase)
  }

  @Test func undefinedQuestion() {
    #expect(
      wording.undefinedQuestion(NamedCube(literals: [literal(4, [1]), literal(1, [1])]))
        == "プレミアム会員で通信エラー（オフライン）が起きた場合は、どうなりますか？"
    )
    #expect(
      wording.undefinedQuestion(NamedCube(literals: [literal(4, [0])]))
        == "投稿ボタンをタップした場合は、どうなりますか？"
    )
  }

  @Test func contradictionQuestion() {
    var sketch = SpecificationSketch.japaneseRecipe
    sketch.rule("banner", [[literal(4, [1, 2])]], then: ["バナーを表示する。", "入力内容を残す"])
    sketch.rule("dialog", [[literal(4, [1, 2]), literal(1, [1])]], then: ["「通信エラー」と表示する"])
    sketch.rule("modal", [[literal(4, [1, 2]), literal(1, [1])]], then: ["「通信エラー」と表示する"])
    sketch.rule("toast", [[literal(4, [1, 2]), literal(1, [1])]], then: ["トーストを出す"])
    sketch.rule("refused", [[literal(4, [1, 2]), literal(1, [1])]], then: ["送信できない"])
    let place = [literal(4, [1, 2]), literal(1, [1])]
    let wording = sketch.wording
    #expect(
      wording.contradictionQuestion(place, .between([0, 1, 2]))
        == "プレミアム会員で通信エラーが起きた場合は、「バナーを表示する、入力内容を残す」と『「通信エラー」と表示する』のどちらが優先されますか？それとも、両方とも起こりますか？"
    )
    #expect(
      wording.contradictionQuestion(place, .between([0, 1, 3]))
        .hasSuffix("「トーストを出す」のうちいくつか当てはまるときは、どれが優先されますか？それとも、すべて起こりますか？")
    )
    #expect(
      wording.contradictionQuestion(place, .between([0, 1, 3], centre: 3))
        .hasSuffix(
          "「トーストを出す」と、ほかの結果（「バナーを表示する、入力内容を残す」『「通信エラー」と表示する』）のどちらが優先されますか？それとも、両方とも起こりますか？"
        )
    )
    #expect(
      wording.choices(.between([1, 3])).map(\.text) == [
        "『「通信エラー」と表示する』を優先する", "「トーストを出す」を優先する", "両方とも起こる",
      ]
    )
    // What is refused does not happen as well.
    #expect(wording.choices(.between([3, 4])).count == 2)
  }

  @Test(arguments: [
    // A noun as it stands.
    ("写真の枚数", false), ("書き込み先", false), ("下書き", false), ("下書きの枚数", false), ("お知らせ", false),
    ("残りの枚数", false), ("問い合わせ", false), ("ご利用明細", false), ("支払い方法", false),
    // A verb or a particle inside: its end would not be seen.
    ("端末に残っている下書き", true), ("選んだ写真の枚数", true), ("前回と同じ値", true), ("入力あり", true),
    ("終了したときのアプリ", true), ("書きかけの下書き", true),
  ])
  func labelsThatReadAsClausesAreQuoted(label: String, isQuoted: Bool) {
    var sketch = SpecificationSketch.japaneseRecipe
    sketch.factors[2].label = label
    let name = isQuoted ? "「\(label)」" : label
    #expect(sketch.wording.topic([literal(2, [3])]) == "\(name)が4の場合は")
  }

  @Test func circumstancesLeadToWhatHappens() {
    func question(_ literals: [NamedCube.Literal]) -> String {
      wording.undefinedQuestion(NamedCube(literals: literals))
    }
    #expect(question([literal(4, [0]), literal(0, [0])]) == "未ログインで投稿ボタンをタップした場合は、どうなりますか？")
    #expect(
      question([literal(4, [0]), literal(2, [3])]) == "写真の枚数が4で、投稿ボタンをタップした場合は、どうなりますか？"
    )
    #expect(
      question([literal(4, [0]), literal(2, [3]), literal(0, [0])])
        == "写真の枚数が4で、未ログインで、投稿ボタンをタップした場合は、どうなりますか？"
    )
    // Behind a noun there is no verb to lead to.
    #expect(question([literal(4, [3]), literal(0, [0])]) == "未ログインで、「投稿完了」の場合は、どうなりますか？")
    #expect(question([literal(4, [0, 1, 2, 3])]) == "「投稿ボタンをタップする」、通信エラーまたは投稿完了の場合は、どうなりますか？")
  }

  @Test func yesOrNo() {
    var sketch = SpecificationSketch.japaneseRecipe
    sketch.factor("pending", "オフラインの編集が残っている", ["yes=はい", "no=いいえ"], isYesNo: true)
    let wording = sketch.wording
    #expect(wording.topic([literal(4, [1])]) == "オフラインの編集が残っていない場合は")
    #expect(
      wording.topic([literal(2, [3]), literal(4, [0])])
        == "写真の枚数が4で、オフラインの編集が残っている場合は"
    )
  }

  @Test func houseRules() {
    var sketch = SpecificationSketch.japaneseRecipe
    let pack = HouseOrigin(path: "company.yaml", line: 12)
    sketch.rule("offline", [[literal(4, [1])]], then: ["バナー"], house: pack)
    sketch.rule("error", [[literal(4, [1, 2]), literal(0, [1])]], then: ["ダイアログ"], house: pack)
    let wording = sketch.wording
    #expect(
      wording.contradictionQuestion([literal(4, [1])], .between([0, 1]))
        == "通信エラー（オフライン）が起きた場合は、「バナー」と「ダイアログ」のどちらが優先されますか？それとも、両方とも起こりますか？"
    )
    #expect(
      wording.nearest(NamedCube(literals: [literal(4, [2]), literal(0, [0])]))?.phrase
        == "社内共通ルール error（company.yaml:12）には「ダイアログ」とあります。ただし、対象はログイン済みの場合だけです。"
    )
  }

  @Test func undecidedQuestion() {
    var sketch = SpecificationSketch.japaneseRecipe
    sketch.rule("a", [[literal(4, [2]), literal(1, [1])]], question: "自動で再送するか？")
    sketch.rule("b", [[literal(1, [1])]], question: "文言は未定")
    sketch.rule("c", [[literal(4, [0])], [literal(4, [3])]], question: "通知しますか？")
    sketch.rule("d", [[]], question: "名前は？")
    #expect(
      sketch.wording.undecidedQuestion(0) == "プレミアム会員で通信エラー（タイムアウト）が起きた場合は、自動で再送しますか？"
    )
    #expect(sketch.wording.undecidedQuestion(1) == "プレミアム会員では：文言は未定")
    #expect(
      sketch.wording.undecidedQuestion(2) == "投稿ボタンをタップした場合、または「投稿完了」の場合、通知しますか？"
    )
    #expect(sketch.wording.undecidedQuestion(3) == "名前は？")
  }

  @Test func writtenConditions() {
    func words(_ alternatives: [[NamedCube.Literal]]) -> String {
      wording.condition(of: SpecificationSketch.condition(alternatives))
    }
    #expect(words([[literal(0, [1]), literal(4, [0])]]) == "ログイン済みで投稿ボタンをタップした場合")
    #expect(words([[literal(4, [0])], [literal(1, [1])]]) == "投稿ボタンをタップした場合、またはプレミアム会員の場合")
    #expect(
      words([[literal(4, [0]), literal(1, [1])], [literal(4, [0]), literal(2, [3, 4])]])
        == "プレミアム会員、または写真の枚数が4または5で、投稿ボタンをタップした場合"
    )
    #expect(words([[]]) == "常に")
    #expect(words([[literal(4, [0])], []]) == "常に")
  }

  @Test func nearestRule() {
    var sketch = SpecificationSketch.japaneseRecipe
    sketch.rule("submit", line: 30, [[literal(4, [0])]], then: ["投稿する"])
    let offline = NamedCube(literals: [literal(4, [1]), literal(1, [1])])
    #expect(sketch.wording.nearest(offline) == nil)

    sketch.rule("far", line: 35, [[literal(4, [2]), literal(1, [0])]], question: "どうする？")
    #expect(
      sketch.wording.nearest(offline)?.phrase
        == "「far」（35行目）では「どうする？」が未決定です。ただし、対象は通信エラー（タイムアウト）で、無料会員の場合だけです。"
    )
    sketch.rule("network-error", line: 41, [[literal(4, [1, 2]), literal(1, [0])]], then: ["表示"])
    #expect(sketch.wording.nearest(offline)?.rule == 2)
    sketch.rule("typed", line: 50, [[literal(4, [0]), literal(3, [0])]], then: ["表示"])
    sketch.rules.removeFirst(2)
    #expect(
      sketch.wording.nearest(NamedCube(literals: [literal(4, [1]), literal(2, [3])]))?.phrase
        == "「network-error」（41行目）には「表示」とあります。ただし、対象は無料会員の場合だけです。"
    )
    #expect(
      sketch.wording.nearest(NamedCube(literals: [literal(4, [0]), literal(3, [1])]))?.phrase
        == "「typed」（50行目）には「表示」とあります。ただし、対象はコメント欄が未入力の場合だけです。"
    )
    #expect(
      sketch.wording.nearest(offline)?.phrase
        == "「network-error」（41行目）には「表示」とあります。ただし、対象は無料会員の場合だけです。"
    )
  }
}
