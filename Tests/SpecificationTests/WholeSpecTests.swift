import Diagnostics
import Specification
import Testing
import Text
import YAMLSyntax

/// The whole spec of the language's page, value by value.
@Suite struct WholeSpecTests {
  static let text = """
    specmatrix: 1                 # version of this language; required
    id: POST                      # prefix of case numbers
    feature: つくれぽを投稿する     # title that people read; required
    language: ja                  # ja | en
    owner: 企画チーム              # who answers questions
    links: [https://example.com/figma/123]   # optional
    traits: [mobile, reads_network, writes_network, has_text_input]

    states:                       # who the user is
      login:
        label: ログイン状態
        values: {guest: 未ログイン, member: ログイン済み}
      plan:
        label: 会員種別
        values: {free: 無料会員, premium: プレミアム会員}
        only_when: {login: member}          # elsewhere it does not apply: shown as –

    data:                         # what the screen, the account or the server holds
      photos:
        label: 写真の枚数
        range: 1..4                         # boundary values

    operations:                   # what happens
      submit: 投稿ボタンをタップする
      network_error:              # a catalogue operation
        variants: [offline, timeout]
      text_input:                 # its variants are the classes of what is typed
        text: {length: 1..140, kinds: [emoji, whitespace]}
      delete:
        label: 下書きを削除する
        only_when: {login: member}          # can be done only there
    dismissed:                    # of the catalogue, looked at and left out on purpose
      rotate: 縦画面固定のため

    constraints:                  # combinations that cannot happen
      - when: {login: guest}
        require: {photos: 1}
        because: 未ログインでは撮影画面から1枚だけ来る
      - exclude: {plan: free, photos: 4}
        because: 無料会員は3枚まで

    expectations:
      - id: post-ok
        when: {operation: submit, login: member, photos: {only: valid}}
        then: 投稿が完了し、レシピ画面に戻る
        source: https://example.com/spec#3
        priority: high                      # high | medium | low (optional)
      - id: post-guest
        when: {operation: submit, login: guest}
        then: ログイン画面を表示する
      - id: network-error
        when: {operation: network_error}
        then: [エラーバナーを表示する, 入力内容を保持する]     # several results of one case
      - id: premium-retry
        when: {operation: network_error, plan: premium}
        undecided: 自動で再送するか?        # an open question that the author already knows
        ask: 企画チーム
        until: 2027-01-31                   # check warns until that day

    coverage:
      strength: 2                           # default 2, up to 6
      stronger: [{factors: [login, plan, operation], strength: 3}]
      include:                              # cases that must be there
        - {login: guest, operation: submit, photos: 1}
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
    #expect(spec.links == ["https://example.com/figma/123"])
    #expect(spec.traits == ["mobile", "reads_network", "writes_network", "has_text_input"])
  }

  @Test func `the factors`() throws {
    #expect(spec.factors.map(\.name) == ["login", "plan", "photos"])
    #expect(spec.factors.map(\.kind) == [.state, .state, .data])
    #expect(spec.factors.map(\.label) == ["ログイン状態", "会員種別", "写真の枚数"])
    let login = spec.factors[0]
    #expect(login.values.map(\.id) == ["guest", "member"])
    #expect(login.values.map(\.label) == ["未ログイン", "ログイン済み"])
    #expect(login.values.allSatisfy { $0.hasOwnLabel && !$0.isInvalid && $0.weight == 1 })
    #expect(login.onlyWhen == nil)
    #expect(login.span.start == SourcePosition(line: 10, column: 3))
    let onlyWhen = try #require(spec.factors[1].onlyWhen)
    #expect(onlyWhen.alternatives.map { $0.terms.map(\.factor) } == [[0]])
    #expect(onlyWhen.alternatives[0].terms[0].values == [1])
    let photos = spec.factors[2]
    #expect(photos.values.map(\.id) == ["0", "1", "2", "4", "5"])
    #expect(photos.values.map(\.isInvalid) == [true, false, false, false, true])
    #expect(photos.values.map(\.number) == [0, 1, 2, 4, 5])
    #expect(photos.values.allSatisfy { !$0.hasOwnLabel })
  }

  @Test func `the operations`() throws {
    #expect(spec.operations.map(\.id) == ["submit", "network_error", "text_input", "delete"])
    #expect(
      spec.operations.map(\.label) == [
        "投稿ボタンをタップする", "通信エラー", "文字を入力する", "下書きを削除する",
      ]
    )
    #expect(spec.operations.map { $0.catalogueEntry != nil } == [false, true, true, false])
    #expect(spec.operations[1].variants.map(\.label) == ["オフライン", "タイムアウト"])
    let typed = spec.operations[2].variants
    #expect(typed.map(\.id) == ["empty", "1", "2", "140", "141", "emoji", "whitespace"])
    #expect(typed.map(\.isInvalid) == [true, false, false, false, true, false, false])
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
        "text_input/whitespace", "delete",
      ]
    )
    #expect(spec.operationsSpan.start == SourcePosition(line: 23, column: 1))
    #expect(spec.dismissed.map(\.id) == ["rotate"])
    #expect(spec.dismissed.map(\.reason) == ["縦画面固定のため"])
  }

  @Test func `the constraints`() throws {
    #expect(spec.constraints.count == 2)
    guard case .require(let when, let require) = spec.constraints[0].rule,
      case .exclude(let excluded) = spec.constraints[1].rule
    else {
      Issue.record("one of each form is written")
      return
    }
    #expect(when.alternatives[0].terms.map(\.values) == [[0]])
    #expect(require.alternatives[0].terms.map(\.factor) == [2])
    #expect(require.alternatives[0].terms.map(\.values) == [[1]])
    #expect(excluded.alternatives[0].terms.map(\.factor) == [1, 2])
    #expect(excluded.alternatives[0].terms.map(\.values) == [[0], [3]])
    #expect(
      spec.constraints.map(\.because) == ["未ログインでは撮影画面から1枚だけ来る", "無料会員は3枚まで"]
    )
  }

  @Test func `the expectations`() throws {
    #expect(
      spec.rules.map(\.id) == ["post-ok", "post-guest", "network-error", "premium-retry"]
    )
    let first = spec.rules[0]
    #expect(first.when.alternatives[0].terms.map(\.factor) == [3, 0, 2])
    #expect(first.when.alternatives[0].terms.map(\.values) == [[0], [1], [1, 2, 3]])
    #expect(first.source == "https://example.com/spec#3")
    #expect(first.priority == .high)
    #expect(first.span.start == SourcePosition(line: 43, column: 9))
    #expect(spec.rules[2].when.alternatives[0].terms.map(\.values) == [[1, 2]])
    guard case .then(let results) = spec.rules[2].outcome,
      case .undecided(let question) = spec.rules[3].outcome
    else {
      Issue.record("a result and a question are written")
      return
    }
    #expect(results.map(\.text) == ["エラーバナーを表示する", "入力内容を保持する"])
    #expect(question.text == "自動で再送するか?")
    #expect(question.ask == "企画チーム")
    #expect(question.until == CalendarDay("2027-01-31"))
  }

  @Test func `the coverage`() {
    #expect(spec.coverage.strength == 2)
    #expect(spec.coverage.stronger.map(\.factors) == [[0, 1, 3]])
    #expect(spec.coverage.stronger.map(\.strength) == [3])
    #expect(spec.coverage.include.map { $0.row.terms.map(\.factor) } == [[0, 3, 2]])
    #expect(spec.coverage.include.map { $0.row.terms.map(\.values) } == [[[0], [0], [1]]])
  }
}
