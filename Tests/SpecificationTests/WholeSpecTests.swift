import Diagnostics
import Specification
import Testing
import Text
import YAMLSyntax

/// A spec with every section of the language, value by value.
@Suite struct WholeSpecTests {
  static let text = """
    specmatrix: 1                 # version of this language; required
    id: POST                      # prefix of case ids
    feature: つくれぽを投稿する     # title that people read; required
    language: ja                  # ja | en
    owner: 企画チーム              # who answers questions
    source: https://example.com/figma/123    # optional
    traits: [mobile, reads_network, writes_network, has_text_input]

    states:                       # who the user is
      login:
        label: ログイン状態
        values: {guest: 未ログイン, member: ログイン済み}
      plan:
        label: 会員種別
        values: {free: 無料会員, premium: プレミアム会員}
        only_when: {login: member}          # elsewhere it does not apply: shown as –
      draft: 下書きがある                    # true or not

    data:                         # what the screen, the account or the server holds
      photos:
        label: 写真の枚数
        range: 1..4 枚                       # boundary values, with a unit
        usual: 3                            # for examples

    operations:                   # what happens
      submit: 投稿ボタンをタップする
      network_error:              # a catalogue operation
        variants: [offline, timeout]
      text_input:                 # its variants are the classes of what is typed
        length: 1..140
        kinds: [emoji, whitespace]
      delete:
        label: 下書きを削除する
        only_when: {login: member}          # can be done only there
      open: {label: 画面を開く, parts: {photo: 写真, buttons: ボタン}}
      save: {label: 下書きを保存する, is: text_input}
    dismissed:                    # of the catalogue, looked at and left out on purpose
      rotate: 縦画面固定のため

    impossible:                   # combinations that cannot happen
      - when: {login: guest, photos: not 1}
        because: 未ログインでは撮影画面から1枚だけ来る
      - when: {plan: free, photos: 4}
        because: 無料会員は3枚まで

    precedence: [guest, others]   # the first wins

    rules:
      submit:
        - id: post-ok
          when: {login: member, photos: valid}
          then: 投稿が完了し、レシピ画面に戻る
          source: https://example.com/spec#3
          priority: high                      # high | medium | low (optional)
        - id: guest
          when: {login: guest}
          then: ログイン画面を表示する
      network_error:
        - then: [エラーバナーを表示する, 入力内容を保持する]     # several results of one case
        - when: {plan: premium}
          question: 自動で再送するか？           # an open question that the author already knows
          options: [再送する, [再送しない, バナーを表示する]]
          ask: 企画チーム
          until: 2027-01-31                   # check warns until that day
      text_input, text_input/141: 文字数を表示する
      delete:
        draft:
          yes: 確認する
          others: 何も起きない
      open/photo: 写真を表示する

    questions:
      - question: 対象国はどこか？
        options: [日本, すべて]
        ask: 法務
        until: 2027-03-31

    cases:
      - every: [login, plan, operation]
      - when: {login: guest, operation: submit, photos: 1}   # cases that must be there
        because: 5月の不具合
    """

  private let spec: Specification

  init() throws {
    let checked = decode(Self.text, path: "specs/post.yaml")
    #expect(checked.diagnostics.map(\.message) == [])
    spec = try #require(checked.value)
  }

  @Test func `the head`() {
    #expect(spec.path == "specs/post.yaml")
    #expect(spec.id == "POST")
    #expect(spec.feature == "つくれぽを投稿する")
    #expect(spec.featureSpan.start == SourcePosition(line: 3, column: 10))
    #expect(spec.language == .japanese)
    #expect(spec.owner == "企画チーム")
    #expect(spec.sources == ["https://example.com/figma/123"])
    #expect(spec.traits == ["mobile", "reads_network", "writes_network", "has_text_input"])
  }

  @Test func `the factors`() throws {
    #expect(spec.factors.map(\.name) == ["login", "plan", "draft", "photos"])
    #expect(spec.factors.map(\.kind) == [.state, .state, .state, .data])
    #expect(spec.factors.map(\.label) == ["ログイン状態", "会員種別", "下書きがある", "写真の枚数"])
    let login = spec.factors[0]
    #expect(login.values.map(\.id) == ["guest", "member"])
    #expect(login.values.map(\.label) == ["未ログイン", "ログイン済み"])
    #expect(login.values.allSatisfy { $0.hasOwnLabel && !$0.isInvalid })
    #expect(login.onlyWhen == nil && login.usual == 0 && !login.isYesNo)
    #expect(login.span.start == SourcePosition(line: 10, column: 3))
    let onlyWhen = try #require(spec.factors[1].onlyWhen)
    #expect(onlyWhen.alternatives.map { $0.terms.map(\.factor) } == [[0]])
    #expect(onlyWhen.alternatives[0].terms[0].values == [1])
    let draft = spec.factors[2]
    #expect(draft.isYesNo && draft.usual == 1)
    #expect(draft.values.map(\.label) == ["はい", "いいえ"])
    let photos = spec.factors[3]
    #expect(photos.values.map(\.id) == ["0", "1", "2", "3", "4", "5"])
    #expect(photos.values.map(\.label) == ["0枚", "1枚", "2枚", "3枚", "4枚", "5枚"])
    #expect(photos.values.map(\.isInvalid) == [true, false, false, false, false, true])
    #expect(photos.values.map(\.number) == [0, 1, 2, 3, 4, 5])
    #expect(photos.values.allSatisfy { !$0.hasOwnLabel })
    #expect(photos.usual == 3)
  }

  @Test func `the operations`() throws {
    #expect(
      spec.operations.map(\.id) == [
        "submit", "network_error", "text_input", "delete", "open", "save",
      ]
    )
    #expect(
      spec.operations.map(\.label) == [
        "投稿ボタンをタップする", "通信エラー", "文字を入力する", "下書きを削除する", "画面を開く", "下書きを保存する",
      ]
    )
    #expect(
      spec.operations.map(\.catalogueEntry?.id) == [
        nil, "network_error", "text_input", nil, nil, "text_input",
      ]
    )
    #expect(spec.operations.map(\.hasParts) == [false, false, false, false, true, false])
    #expect(spec.operations[1].variants.map(\.label) == ["オフライン", "タイムアウト"])
    let typed = spec.operations[2].variants
    #expect(typed.inWords == "empty! 1 2 140 141! emoji whitespace")
    #expect(
      typed.map(\.label) == ["空", "1文字", "2文字", "140文字", "141文字", "絵文字", "空白のみ"]
    )
    #expect(typed.prefix(5).map { $0.sample?.count } == [0, 1, 2, 140, 141])
    let onlyWhen = try #require(spec.operations[3].onlyWhen)
    #expect(onlyWhen.alternatives[0].terms.map(\.values) == [[1]])
    #expect(
      spec.operationValues.map(\.id) == [
        "submit", "network_error/offline", "network_error/timeout", "text_input/empty",
        "text_input/1", "text_input/2", "text_input/140", "text_input/141", "text_input/emoji",
        "text_input/whitespace", "delete", "open/photo", "open/buttons", "save",
      ]
    )
    #expect(spec.operationsSpan.start == SourcePosition(line: 25, column: 1))
    #expect(spec.dismissed.map(\.id) == ["rotate"])
    #expect(spec.dismissed.map(\.reason) == ["縦画面固定のため"])
    #expect(spec.dismissed.map(\.span.start) == [SourcePosition(line: 38, column: 3)])
  }

  @Test func `what cannot happen`() throws {
    #expect(
      spec.impossible.map { spec.inWords($0.when) } == [
        "login=guest & photos=0|2|3|4|5", "plan=free & photos=4",
      ]
    )
    #expect(
      spec.impossible.map(\.because) == ["未ログインでは撮影画面から1枚だけ来る", "無料会員は3枚まで"]
    )
    #expect(spec.impossible.map(\.span.start.line) == [41, 43])
    #expect(spec.impossible.allSatisfy { $0.house == nil })
  }

  @Test func `the rules`() throws {
    #expect(
      spec.rulesInWords == [
        "post-ok: operation=submit & login=member & photos=1|2|3|4 → 投稿が完了し、レシピ画面に戻る",
        "guest: operation=submit & login=guest → ログイン画面を表示する",
        "network_error: operation=network_error/offline|network_error/timeout → エラーバナーを表示する + 入力内容を保持する",
        "network_error-premium: operation=network_error/offline|network_error/timeout & plan=premium → ?自動で再送するか？",
        "text_input: operation=text_input/1|text_input/2|text_input/140|text_input/141|text_input/emoji|text_input/whitespace → 文字数を表示する",
        "delete-draft: operation=delete & draft=yes → 確認する",
        "delete-draft-others: operation=delete & draft=no → 何も起きない",
        "open-photo: operation=open/photo → 写真を表示する",
      ]
    )
    #expect(spec.rules.map(\.hasOwnID) == [true, true] + Array(repeating: false, count: 6))
    let first = spec.rules[0]
    #expect(first.when.alternatives[0].terms.map(\.factor) == [4, 0, 3])
    #expect(first.source == "https://example.com/spec#3")
    #expect(first.priority == .high)
    #expect(first.span.start == SourcePosition(line: 50, column: 11))
    guard case .question(let question) = spec.rules[3].outcome else {
      Issue.record("a question is written")
      return
    }
    #expect(question.text == "自動で再送するか？")
    #expect(question.options == [["再送する"], ["再送しない", "バナーを表示する"]])
    #expect(question.ask == "企画チーム")
    #expect(question.until == CalendarDate("2027-01-31"))
    #expect(question.span.start == SourcePosition(line: 61, column: 17))
  }

  @Test func `precedence, questions and cases`() throws {
    #expect(spec.precedence.map { $0.entries.map(\.rule) } == [[1, nil]])
    #expect(
      spec.precedence[0].entries.map(\.span.start.column) == [14, 21]
    )
    let question = try #require(spec.questions.first?.question)
    #expect(spec.questions.count == 1)
    #expect(question.text == "対象国はどこか？")
    #expect(question.options == [["日本"], ["すべて"]])
    #expect(question.ask == "法務")
    #expect(question.until == CalendarDate("2027-03-31"))
    #expect(spec.coverage.strength == 2)
    #expect(spec.coverage.every.map(\.factors) == [[0, 1, 4]])
    #expect(
      spec.coverage.include.map { spec.inWords($0.row) } == [
        "operation=submit & login=guest & photos=1"
      ]
    )
    #expect(spec.coverage.include.map(\.because) == ["5月の不具合"])
  }
}
