import Diagnostics
import Specification
import Testing

/// Shorthands and long forms of factors and operations.
@Suite struct DeclarationTests {
  @Test func `the shortest spec`() throws {
    let checked = decode(
      """
      specmatrix: 1
      id: A
      feature: 5
      operations: [submit, network_error]
      """
    )
    let spec = try #require(checked.value)
    #expect(spec.feature == "5")
    #expect(spec.language == .english)
    #expect(spec.factors.isEmpty && spec.rules.isEmpty && spec.traits == nil)
    #expect(spec.coverage.strength == 2)
    #expect(spec.operationFactor == 0)
  }

  @Test func `sections may be left empty`() throws {
    let spec = try specification(
      sections: """
        links:
        traits:
        states:
        data:
        operations: [submit]
        dismissed:
        constraints:
        expectations:
        coverage:
        """
    )
    #expect(spec.factors.isEmpty && spec.constraints.isEmpty && spec.dismissed.isEmpty)
  }

  @Test func `a spec written as JSON`() throws {
    let checked = decode(
      """
      {"specmatrix": 1, "id": "JSON", "feature": "投稿", "language": "ja",
       "states": {"plan": ["free", "premium"]},
       "operations": {"submit": "送信する"},
       "expectations": [{"when": {"plan": "free"}, "then": ["a", "b"]}]}
      """
    )
    #expect(checked.diagnostics.isEmpty)
    #expect(checked.value?.operations.map(\.label) == ["送信する"])
  }

  @Test func `values are taken as written`() throws {
    let spec = try specification(
      sections: """
        states:
          plan: [no, 1, true, 1.50, 0x1F, ' a b ', 無料]
          level: {values: {1: , 2: two, no: {label: 3, weight: 4, invalid: true, note: n}}}
        operations: [submit, true, 1]
        """
    )
    #expect(
      spec.factors[0].values.map(\.id) == ["no", "1", "true", "1.50", "0x1F", " a b ", "無料"]
    )
    let level = spec.factors[1].values
    #expect(level.map(\.label) == ["1", "two", "3"])
    #expect(level.map(\.hasOwnLabel) == [false, true, true])
    #expect(level.map(\.weight) == [1, 1, 4])
    #expect(level.map(\.isInvalid) == [false, false, true])
    #expect(level.map(\.note) == [nil, nil, "n"])
    #expect(spec.operations.map(\.id) == ["submit", "true", "1"])
  }

  @Test func `the catalogue lends labels and variants`() throws {
    let spec = try specification(
      sections: """
        operations:
          network_error:
          server_error: API が失敗する
          push_open: {label: 通知を開く, variants: [running, other]}
          payment_failure: {variants: {declined: , pending: 審査中}}
          submit:
        """,
      language: .japanese
    )
    let operations = spec.operations
    #expect(operations[0].label == "通信エラー")
    #expect(operations[0].variants.map(\.id) == ["offline", "timeout", "drop"])
    #expect(operations[0].variants.map(\.label) == ["オフライン", "タイムアウト", "通信中の切断"])
    #expect(operations[0].variants.allSatisfy { $0.hasOwnLabel })
    #expect(operations[1].label == "API が失敗する")
    #expect(operations[1].variants.map(\.id) == ["internal", "rejected", "maintenance"])
    #expect(operations[2].label == "通知を開く")
    #expect(operations[2].variants.map(\.label) == ["アプリ起動中", "other"])
    #expect(operations[2].variants.map(\.hasOwnLabel) == [true, false])
    #expect(operations[3].variants.map(\.label) == ["拒否", "審査中"])
    #expect(operations[4].catalogueEntry == nil)
    #expect(operations[4].label == "submit" && !operations[4].hasOwnLabel)
    #expect(operations.dropLast().allSatisfy { $0.catalogueEntry?.id == $0.id })
  }

  @Test func `what the catalogue does not know can be dismissed`() throws {
    let spec = try specification(
      sections: "operations: [submit]\ndismissed: {prefecture: has no effect, rotate: fixed}"
    )
    #expect(spec.dismissed.map(\.id) == ["prefecture", "rotate"])
  }

  @Test func `coverage groups and rows`() throws {
    let spec = try specification(
      sections: """
        states: {a: [x, y], b: [x, y]}
        operations: [submit, network_error]
        coverage:
          strength: 6
          stronger: [{factors: [b], strength: 1}, {factors: [operation, a, b], strength: 2}]
          include: [{operation: network_error/drop}, {b: y, a: x}]
        """
    )
    #expect(spec.coverage.strength == 6)
    #expect(spec.coverage.stronger.map(\.factors) == [[1], [2, 0, 1]])
    #expect(spec.coverage.include.map { $0.row.terms.map(\.values) } == [[[3]], [[1], [0]]])
  }

  @Test func `a text loses the line break that its block brings along`() throws {
    let spec = try specification(
      sections: """
        operations: [submit]
        expectations:
          - then: |
              one
              two
          - then: >
              three
              four
        """
    )
    let texts: [[String]] = spec.rules.map { rule in
      if case .then(let results) = rule.outcome { results.map(\.text) } else { [] }
    }
    #expect(texts == [["one\ntwo"], ["three four"]])
  }
}
