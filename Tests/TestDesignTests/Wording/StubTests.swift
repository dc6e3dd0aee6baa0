import Specification
import Testing
import YAMLSyntax

@testable import TestDesign

/// YAML that would answer a question, character for character.
struct StubTests {
  private let wording = SpecificationSketch.japaneseRecipe.wording

  @Test(
    arguments: [
      ([literal(4, [1]), literal(1, [1])], "network_error/offline:\n  plan:\n    premium: "),
      ([literal(4, [1, 2])], "network_error: "),
      ([literal(4, [0, 2])], "submit, network_error/timeout: "),
      ([literal(4, [0]), literal(1, [0, 1])], "submit:\n  login:\n    member: "),
      ([literal(4, [0]), literal(1, [], orNone: true)], "submit:\n  login:\n    guest: "),
      ([literal(4, [0]), literal(0, [0, 1])], "submit: "),
      ([literal(4, [0]), literal(0, [1], orNone: true)], "submit:\n  login:\n    member: "),
      ([literal(4, [0]), literal(2, [1, 3])], "submit:\n  photos:\n    1, 4: "),
      ([literal(4, [0]), literal(2, [1, 2, 3])], "submit:\n  photos:\n    1..4: "),
      ([literal(4, [0]), literal(2, [0, 1, 3, 4])], "submit:\n  photos:\n    not 2: "),
      (
        [literal(4, [0]), literal(1, [1]), literal(2, [1, 3])],
        "submit:\n  - when: {plan: premium, photos: [1, 4]}\n    then: "
      ),
      (
        [literal(4, [0]), literal(0, [1]), literal(2, [0, 1, 3, 4])],
        "submit:\n  - when: {login: member, photos: not 2}\n    then: "
      ),
      (
        [literal(4, [0]), literal(1, [1], orNone: true), literal(2, [3])],
        "submit:\n  - when:\n      - {plan: premium, photos: 4}\n      - {login: guest, photos: 4}\n    then: "
      ),
    ] as [([NamedCube.Literal], String)]
  )
  func shapes(literals: [NamedCube.Literal], yaml: String) {
    #expect(wording.stub([NamedCube(literals: literals)]) == yaml + "ここに期待結果を書く")
  }

  @Test(arguments: [
    (
      ["rules", "network_error"],
      "`network_error` (line 1), with what stands there as the first item of a list", false
    ),
    (["rules", "network_error", "plan", "free"], "`plan` under `network_error` (line 1)", true),
    (
      ["rules", "network_error", "photos", "1"],
      "`network_error` (line 1), with what stands there as the first item of a list", false
    ),
  ])
  func aStubFitsWhatStandsThere(path: [String], place: String, isKey: Bool) {
    var sketch = SpecificationSketch.englishRecipe
    sketch.rule("a", [[literal(4, [1, 2]), literal(1, [0])]], then: ["A"])
    let cube = NamedCube(literals: [literal(4, [1, 2]), literal(1, [1])])
    let item = "- when: {plan: premium}\n  then: Write the expected result here"
    sketch.rules[0].path = path.map { .key($0) }
    let text = isKey ? "premium: Write the expected result here" : item
    #expect(sketch.wording.stubInPlace([cube]) == StubInPlace(place: place, text: text))
    sketch.rules[0].path = [.key("rules"), .key("network_error"), .item(0)]
    let list = "the list under `network_error` (line 1)"
    #expect(sketch.wording.stubInPlace([cube]) == StubInPlace(place: list, text: item))
    let other = NamedCube(literals: [literal(4, [0])])
    #expect(sketch.wording.stubInPlace([other]).place == "`rules`")
    #expect(sketch.wording.stubInPlace([other]).text == sketch.wording.stub([other]))
  }

  @Test func placeholders() {
    #expect(
      SpecificationSketch.englishRecipe.wording.stub([NamedCube(literals: [literal(4, [0])])])
        == "submit: Write the expected result here"
    )
  }

  @Test(arguments: [
    (["!0", "1", "2", "79", "80", "!81", "emoji", "!blank"], [1, 2, 3, 4], "1..80"),
    (["!0", "1", "2", "79", "80", "!81", "emoji", "!blank"], [1, 2, 3, 4, 6], "valid"),
    (["!0", "1", "2", "79", "80", "!81", "emoji", "!blank"], [0, 5, 7], "invalid"),
    (["!0", "1", "2", "79", "80", "!81", "emoji", "!blank"], [5], "81"),
    (["!0", "1", "2", "79", "80", "!81", "emoji", "!blank"], [1, 2, 4, 5], "1..2, 80..81"),
    (["!0", "1", "2", "79", "80", "!81", "emoji", "!blank"], [1, 2, 3, 4, 5, 6], "valid, 81"),
    (["!0", "1", "2", "79", "80", "!81", "emoji", "!blank"], [2, 3, 4, 6], "not 1"),
    (["!0", "1", "2", "79", "80", "!81", "emoji", "!blank"], [1, 0, 5, 7], "invalid, 1"),
    (["!0", "1", "!2", "3", "4"], [1, 2, 3], "1..2, 3"),
    (["!0", "1", "!2", "3", "4"], [0, 1, 2, 3, 4], "valid, invalid"),
    (["a", "b", "c", "d", "e", "!f"], [0, 1, 2, 4], "not d"),
    (["a", "b", "c", "d", "e", "!f"], [0, 1, 2, 5], "a, b, c, f"),
    (["a", "!f"], [0], "a"), (["a", "b"], [0, 1], "valid"), (["!a", "!b"], [0, 1], "invalid"),
    (["2", "1", "3", "x"], [0, 1, 2], "2..3, 1"),
  ])
  func values(ids: [String], chosen: [Int], text: String) {
    var sketch = SpecificationSketch()
    sketch.factor("f", nil, ids)
    #expect(ValueText(chosen.sorted(), of: sketch.factors[0].values, in: .rule).text == text)
  }

  @Test func valuesOfWhatIsImpossibleTakeInInvalidOnes() {
    var sketch = SpecificationSketch()
    sketch.factor("f", nil, ["a", "b", "c", "d", "e", "!f"])
    func text(_ chosen: [Int]) -> String {
      ValueText(chosen, of: sketch.factors[0].values, in: .impossible).text
    }
    #expect(text([0, 1, 2, 4]) == "not d, f")
    #expect(text([0, 1, 2, 4, 5]) == "not d")
    #expect(text([0, 1, 2, 3, 4]) == "valid")
  }

  @Test(arguments: [
    (["1", "2", "!81", "!blank"], [0, 1], "o", "o/valid"),
    (["1", "2", "!81", "!blank"], [0, 1, 2, 3], "o/any", "o"),
    (["1", "2", "!81", "!blank"], [2, 3], "o/invalid", "o/invalid"),
    (["1", "2", "!81", "!blank"], [0, 1, 3], "o, o/blank", "o/valid, o/blank"),
    (["1", "2", "!81", "!blank"], [0, 2], "o/1, o/81", "o/1, o/81"),
    (["1", "2", "3", "!81"], [1, 2], "o/2..3", "o/2..3"),
    (["a", "!valid", "!any", "b", "!invalid"], [0, 3], "o", "o/a, o/b"),
    (
      ["a", "!valid", "!any"], [0, 1, 2], "o/a, o/valid, o/any", "o"
    ),
    (["!a", "!b"], [0, 1], "o/a, o/b", "o/a, o/b"), (["!a"], [0], "o/a", "o/a"),
    (["a"], [0], "o", "o"), (["a", "!b"], [0], "o/a", "o/a"),
  ])
  func operations(variants: [String], chosen: [Int], rule: String, impossible: String) {
    var sketch = SpecificationSketch()
    sketch.operation("o", variants: variants)
    sketch.operation("p")
    let wording = sketch.wording
    #expect(wording.selectors(chosen, in: .rule).joined(separator: ", ") == rule)
    #expect(wording.selectors(chosen, in: .impossible).joined(separator: ", ") == impossible)
  }

  @Test(arguments: [
    ("plain-id_1", "plain-id_1", "plain-id_1"), ("1", "1", "1"), ("-1", "-1", "-1"),
    ("no", "no", "no"), ("2026-01-01", "2026-01-01", "2026-01-01"), ("行", "行", "行"),
    ("a:b", "a:b", "\"a:b\""), ("a#b", "a#b", "\"a#b\""), ("[a]", "\"[a]\"", "\"[a]\""),
    ("-", "\"-\"", "\"-\""), ("*a", "\"*a\"", "\"*a\""), ("~", "\"~\"", "\"~\""),
    ("null", "\"null\"", "\"null\""), ("true", "\"true\"", "\"true\""),
    ("\"\\", "\"\\\"\\\\\"", "\"\\\"\\\\\""), ("👨‍👩‍👧", "\"👨‍👩‍👧\"", "\"👨‍👩‍👧\""),
    ("12:30", "12:30", "\"12:30\""),
  ])
  func quoting(id: String, key: String, value: String) {
    var sketch = SpecificationSketch(language: .english)
    sketch.factor("f", nil, ["x", "y"])
    sketch.factor("g", nil, ["x", "y"])
    sketch.factors[0].values[0].id = id
    sketch.operation("o")
    let placeholder = "Write the expected result here"
    #expect(
      sketch.wording.stub([NamedCube(literals: [literal(2, [0]), literal(0, [0])])])
        == "o:\n  f:\n    \(key): \(placeholder)"
    )
    #expect(
      sketch.wording.stub(
        [NamedCube(literals: [literal(2, [0]), literal(0, [0]), literal(1, [0])])]
      ) == "o:\n  - when: {f: \(value), g: x}\n    then: \(placeholder)"
    )
  }

  @Test func factorsThatApplyTogetherTakeTwoMaps() {
    var sketch = SpecificationSketch()
    sketch.factor("login", nil, ["guest", "member"])
    for name in ["a", "b", "c"] { sketch.factor(name, nil, ["x", "y"], onlyWhen: (0, [1])) }
    sketch.operation("o")
    func maps(_ literals: [NamedCube.Literal]) -> [String] {
      let written = sketch.wording.written([literal(4, [0])] + literals)
      return written.alternatives.map { entries in
        entries.map {
          let text = ValueText($0.values, of: sketch.factors[$0.factor].values, in: .rule)
          return "\(sketch.factors[$0.factor].name): \(text.text)"
        }.joined(separator: "; ")
      }
    }
    let both = [literal(1, [0], orNone: true), literal(2, [1], orNone: true)]
    #expect(maps(both) == ["a: x; b: y", "login: guest"])
    #expect(maps(both + [literal(3, [0, 1])]) == ["a: x; b: y"])
    for factor in 1...3 {
      sketch.factors[factor].onlyWhen = SpecificationSketch.condition(
        [[literal(0, [1])], [literal(0, [0])]]
      )
    }
    #expect(maps(both + [literal(3, [0, 1])]) == ["a: x; b: y; c: valid"])
    // Negated, both conditions leave nothing.
    #expect(maps([literal(3, [], orNone: true)]) == [""])
  }

  @Test func manyFactorsThatMayNotApplyStayWritable() {
    var sketch = SpecificationSketch()
    sketch.factor("login", nil, (0..<50).map { "v\($0)" })
    for number in 0..<40 {
      sketch.factor("f\(number)", nil, ["x", "y"], onlyWhen: (0, [number]))
    }
    sketch.operation("o")
    let literals = (1...40).map { literal($0, [0], orNone: true) }
    let stub = sketch.wording.stub([NamedCube(literals: [literal(41, [0])] + literals)])
    #expect(stub.split(separator: "\n").count == 3 + 41)
    for number in 0..<40 {
      sketch.factor("g\(number)", nil, ["x", "y"], kind: .data)
      sketch.factor("h\(number)", nil, ["x", "y"], onlyWhen: (41 + 2 * number, [1]))
    }
    let more = (0..<40).map { literal(42 + 2 * $0, [0], orNone: true) }
    let long = sketch.wording.stub([NamedCube(literals: [literal(121, [0])] + more)])
    #expect(long.split(separator: "\n").count <= 3 + 64)
  }
}
