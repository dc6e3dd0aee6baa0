package import Diagnostics
package import Reporting
package import Specification
import Testing
import YAMLSyntax

@testable package import TestDesign

/// A spec and a handmade analysis, so that the tests of the formats see numbers and texts of every kind.
package enum SampleCheck {
  package static let text = """
    specmatrix: 1
    id: POST
    feature: つくれぽを投稿する
    language: ja
    owner: 企画チーム
    states:
      login: {values: {guest: 未ログイン, member: ログイン済み}}
      plan:
        label: 会員種別
        values: {free: 無料会員, premium: プレミアム会員}
        only_when: {login: member}
    operations:
      submit: 投稿ボタンをタップする
      network_error: {variants: [offline, timeout]}
    rules:
      submit:
        - id: post-ok
          then: 投稿が完了する
      network_error:
        - id: network-error
          when: {login: guest}
          then: エラーバナーを表示する

    """

  package static let file = SourceFile(path: "specs/post.yaml", text: text)

  package static func specification() throws -> Specification {
    let tree = try #require(parseYAML(file).value)
    let decoded = decodeSpecification(tree, path: file.path, catalogue: .standard)
    #expect(decoded.diagnostics.map(\.message) == [])
    return try #require(decoded.value)
  }

  package static let counts = Analysis.Counts(
    combinations: "31622776601683793319988935444",
    defined: "31622776601683793319988935432",
    undecided: "0",
    contradictory: "0",
    undefined: "12"
  )

  /// Returns a question about the network error, for members of the premium plan or without any plan.
  package static func question(_ number: Int = 1, combinations: String = "12") -> Finding {
    Finding(
      code: .undefinedCombination,
      id: "Q-0000000\(number)",
      message: "通信エラーが起きたとき、プレミアム会員では、どうなるべきですか？",
      span: span(line: 14, 3..<16),
      help: ["a hint"],
      cube: NamedCube(literals: [
        .init(factor: 2, values: [1, 2], allowsNotApplicable: false),
        .init(factor: 1, values: [1], allowsNotApplicable: true),
      ]),
      combinations: combinations,
      ask: "企画チーム",
      rules: [1],
      stub: "network_error:\n  login:\n    member: ここに期待結果を書く",
      stubsInPlace: [
        StubInPlace(
          heading: "回答するには、`rules`に追加",
          text: "network_error:\n  login:\n    member: ここに期待結果を書く"
        )
      ],
      question: QuestionDetail(
        operation: 1,
        condition: "プレミアム会員",
        example: nil,
        nearestRule: "未ログインの場合だけです",
        nearest: 1,
        followUp: "再送しますか？"
      )
    )
  }

  package static let unreachable = Finding(
    code: .unreachableRule,
    id: "F-0000000A",
    message: "`post-ok` wins nowhere",
    span: span(line: 17, 11..<18),
    related: [.init(span: span(line: 20, 11..<24), message: "`network-error` takes all of it")],
    rules: [0, 1]
  )

  package static func span(line: Int, _ columns: Range<Int>) -> SourceSpan {
    SourceSpan(
      start: SourcePosition(line: line, column: columns.lowerBound),
      end: SourcePosition(line: line, column: columns.upperBound)
    )
  }

  package static func check(
    _ findings: [Finding],
    counts: Analysis.Counts = counts,
    incomplete: [Int] = [],
    diagnostics: [Diagnostic] = [],
    cases: [String: [String]] = [:]
  ) throws -> SpecCheck {
    let analysis = Analysis(counts: counts, findings: findings, incomplete: incomplete)
    return SpecCheck(
      source: file,
      outcome: .analysed(try specification(), analysis),
      diagnostics: diagnostics,
      cases: cases
    )
  }

  package static let invalid = SpecCheck(
    source: SourceFile(path: "specs/bad.yaml", text: "feature: x\nfeature: y\n"),
    outcome: .invalid,
    diagnostics: [
      Diagnostic(
        code: "duplicate-key",
        message: "the key `feature` stands twice",
        span: span(line: 2, 1..<8),
        help: ["keep one of them"],
        related: [.init(span: span(line: 1, 1..<8), message: "first used here")]
      ),
      Diagnostic(code: "hint", severity: .note, message: "only a remark", span: nil),
    ]
  )
}
