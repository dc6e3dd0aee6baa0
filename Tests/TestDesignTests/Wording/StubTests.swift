import Specification
import Testing

@testable import TestDesign

/// YAML that would answer a question, character for character.
struct StubTests {
  private let wording = SpecificationSketch.japaneseRecipe.wording

  @Test(
    arguments: [
      ([literal(4, [1]), literal(1, [1])], "{operation: network_error/offline, plan: premium}"),
      ([literal(4, [1, 2])], "{operation: network_error}"),
      ([literal(4, [0, 2])], "{operation: [submit, network_error/timeout]}"),
      ([literal(4, [0]), literal(1, [0, 1])], "{operation: submit, login: member}"),
      (
        [literal(4, [0]), literal(1, [], orNone: true)],
        "{operation: submit, login: guest}"
      ),
      ([literal(4, [0]), literal(0, [0, 1])], "{operation: submit}"),
      ([literal(4, [0]), literal(0, [1], orNone: true)], "{operation: submit, login: member}"),
      ([literal(4, [0]), literal(2, [1, 3])], "{operation: submit, photos: [1, 4]}"),
      ([literal(4, [0]), literal(2, [1, 2, 3, 4])], "{operation: submit, photos: {not: 0}}"),
      (
        [literal(4, [0]), literal(1, [1], orNone: true), literal(2, [3])],
        "[{operation: submit, plan: premium, photos: 4}, {operation: submit, plan: {applies: false}, photos: 4}]"
      ),
    ] as [([NamedCube.Literal], String)]
  )
  func conditions(literals: [NamedCube.Literal], yaml: String) {
    #expect(wording.yamlCondition(literals) == yaml)
  }

  @Test func stubs() {
    #expect(
      wording.stub(NamedCube(literals: [literal(4, [1]), literal(1, [1])]))
        == "- when: {operation: network_error/offline, plan: premium}\n  then: ここに期待結果を書く"
    )
    #expect(
      SpecificationSketch.englishRecipe.wording.stub(
        NamedCube(literals: [literal(4, [0]), literal(1, [1], orNone: true)])
      ) == """
        - when:
            - {operation: submit, plan: premium}
            - {operation: submit, plan: {applies: false}}
          then: Write the expected result here
        """
    )
  }

  @Test(arguments: [
    ("plain-id_1", "plain-id_1"), ("1", "1"), ("-1", "-1"), ("no", "no"),
    ("2026-01-01", "2026-01-01"),
    ("2行 目", "2行 目"), ("a: b", "\"a: b\""), ("a #b", "\"a #b\""), ("a,b", "\"a,b\""),
    ("[a]", "\"[a]\""), ("- a", "\"- a\""), ("-", "\"-\""), ("*a", "\"*a\""), ("", "\"\""),
    (" a", "\" a\""), ("a ", "\"a \""), ("~", "\"~\""), ("null", "\"null\""), ("true", "\"true\""),
    ("a\nb\t", "\"a\\nb\\t\""), ("\"\\", "\"\\\"\\\\\""), ("a\u{7}\u{202E}", "\"a\\u0007\\u202E\""),
    ("👨‍👩‍👧", "\"👨‍👩‍👧\""), ("\u{E0001}", "\"\\U000E0001\""), ("12:30", "\"12:30\""),
  ])
  func quoting(id: String, yaml: String) {
    var sketch = SpecificationSketch()
    sketch.factor("f", nil, ["x", "y"])
    sketch.factors[0].values[0].id = id
    sketch.operation("o")
    #expect(
      sketch.wording.yamlCondition([literal(1, [0]), literal(0, [0])])
        == "{operation: o, f: \(yaml)}"
    )
  }

  @Test func factorsThatApplyTogetherTakeTwoMaps() {
    var sketch = SpecificationSketch()
    sketch.factor("login", nil, ["guest", "member"])
    for name in ["a", "b", "c"] { sketch.factor(name, nil, ["x", "y"], onlyWhen: (0, [1])) }
    sketch.operation("o")
    let both = [literal(1, [0], orNone: true), literal(2, [1], orNone: true)]
    #expect(
      sketch.wording.yamlCondition([literal(4, [0])] + both)
        == "[{operation: o, a: x, b: y}, {operation: o, a: {applies: false}}]"
    )
    #expect(
      sketch.wording.yamlCondition([literal(4, [0])] + both + [literal(3, [0, 1])])
        == "{operation: o, a: x, b: y}"
    )
    for factor in 1...3 {
      sketch.factors[factor].onlyWhen = SpecificationSketch.condition(
        [[literal(0, [1])], [literal(0, [0])]]
      )
    }
    #expect(
      sketch.wording.yamlCondition([literal(4, [0])] + both + [literal(3, [0, 1])])
        == "{operation: o, a: x, b: y, c: {applies: true}}"
    )
    #expect(
      sketch.wording.yamlCondition([literal(4, [0]), literal(3, [], orNone: true)])
        == "{operation: o, c: {applies: false}}"
    )
  }

  @Test func manyFactorsThatMayNotApplyStayWritable() {
    var sketch = SpecificationSketch()
    sketch.factor("login", nil, (0..<50).map { "v\($0)" })
    for number in 0..<40 {
      sketch.factor("f\(number)", nil, ["x", "y"], onlyWhen: (0, [number]))
    }
    sketch.operation("o")
    let literals = (1...40).map { literal($0, [0], orNone: true) }
    let stub = sketch.wording.stub(NamedCube(literals: [literal(41, [0])] + literals))
    #expect(stub.split(separator: "\n").count == 2 + 64)
  }
}
