import Diagnostics
import Foundation
import Specification
import Testing

@testable import TestCode
@testable import TestDesign

/// What generated Swift looks like, apart from what it decides.
struct SwiftCodeTests {
  private static func spec(_ id: String, _ sections: String) -> String {
    "specmatrix: 1\nid: \(id)\nfeature: Test\ntraits: []\n" + sections
  }

  /// Names in Japanese, names that are words of Swift or of the generated types, and negative numbers.
  private static let names = """
    states:
      会員種別: {values: {無料: 無料会員, 有料: プレミアム会員}}
      class: {values: {none: , label: , in: , self: }, only_when: {会員種別: 有料}}
      comment: {values: [some, default, 1st, all_cases]}
      operation_kind: {values: [test, issue]}
    data:
      degrees: {range: -3..3}
    operations:
      投稿する: 投稿ボタンをタップする
      init: {variants: [Type, never]}
    rules:
      投稿する:
        会員種別:
          無料: 「"無料"」と表示する \\ 終わり
          有料: 投稿が完了する
      init: "Nothing"

    """

  private static func code(
    _ analysed: AnalysedSpecification,
    _ style: CodeStyle = .arguments,
    _ naming: NameStyle = .raw
  ) throws -> [CodeFile] {
    let code = try DecisionSpecs.model(of: analysed).code(in: .swift, style, naming)
    return try #require(code.value, "\(code.diagnostics.map(\.message))")
  }

  @Test func `names in any script compile and decide, raw and mangled`() throws {
    var program = SwiftProgram()
    try program.add(DecisionSpecs.analysed(Self.spec("RAW", Self.names)), .raw)
    try program.add(DecisionSpecs.analysed(Self.spec("MANGLED", Self.names)), .mangled)
    #expect(try program.output() == program.expected)
    #expect(program.combinations > 100)
    let raw = try Self.code(DecisionSpecs.analysed(Self.spec("RAW", Self.names)))[0].text
    #expect(raw.contains("case 無料\n") && raw.contains("var 会員種別: 会員種別\n"))
    #expect(raw.contains("case none_ = \"none\"\n") && raw.contains("case `default`"))
    #expect(raw.contains("case `-3`") && raw.contains("case `3`"))
    let mangled = try Self.code(
      DecisionSpecs.analysed(Self.spec("M", Self.names)),
      .arguments,
      .mangled
    )
    let spelt = mangled[0].text.split(separator: "\n").filter {
      $0.contains("case ") && !$0.contains("\"")
    }
    #expect(spelt.allSatisfy { !$0.contains("`") && $0.allSatisfy(\.isASCII) })
  }

  #if os(Linux)
  /// With the macros of the module Testing, which the compiler finds by itself on Linux alone.
  @Test func `the tests compile in both styles`() throws {
    var files: [(name: String, text: String)] = []
    for (id, style, naming) in [
      ("A", CodeStyle.arguments, NameStyle.raw), ("F", .functions, .raw),
      ("M", .functions, .mangled),
    ] {
      let analysed = try DecisionSpecs.analysed(Self.spec(id, Self.names))
      files += try Self.code(analysed, style, naming).map { ($0.name, $0.text) }
      files.append((name: "\(id)Driver.swift", text: try Self.driver(analysed, naming)))
    }
    #expect(throws: Never.self) { try SwiftCompiler.check(files) }
  }
  #endif

  /// An app that does nothing, with members of one's own.
  static func driver(
    _ analysed: AnalysedSpecification,
    _ naming: NameStyle = .raw,
    as protocolName: String = "Driver",
    _ members: String = ""
  ) throws -> String {
    let specification = analysed.specification
    let names = try #require(CodeNames.checked(specification, SwiftSpelling.names, naming).value)
    let space = specification.id.replacing("-", with: "_")
    let sets = zip(names.types, specification.factors).map { type, factor in
      "  mutating func set(_ value: \(space).\(type)\(factor.onlyWhen == nil ? "" : "?")) {}"
    }
    return """
      struct \(space)World: \(space).World {
      \(sets.joined(separator: "\n"))
      }

      @MainActor final class \(space)Driver: \(space).\(protocolName) {
        \(members)
        init(_ world: \(space)World) async throws {}
        func perform(_ operation: \(space).Operation) async throws {}
        func check(_ rule: \(space).Rule) async throws {}
      }

      """
  }

  @Test func `each case has a function of its own`() throws {
    let analysed = try DecisionSpecs.sample("specs/payment-confirmation.yaml")
    let text = try Self.code(analysed, .functions)[0].text
    let cases = try DecisionSpecs.model(of: analysed).cases
    for testCase in cases {
      let name = testCase.testCase.id.replacing("-", with: "_")
      #expect(text.contains("  func \(name)() async throws {\n"))
    }
    #expect(text.matches(of: /@Test\("PAY-/).count == cases.count)
    #expect(!text.contains("@Test(arguments"))
  }

  @Test func `a spec that decides nothing compiles`() throws {
    let sections = "states: {a: [b, c]}\noperations: [go]\nrules: {go: {question: What happens?}}\n"
    var program = SwiftProgram()
    try program.add(DecisionSpecs.analysed(Self.spec("NONE", sections)))
    #expect(try program.output() == program.expected)
    #expect(program.expected.contains("?Q-"))
  }

  @Test func `the same spec gives the same bytes`() throws {
    for path in DecisionSpecs.samples where !path.contains("profile") {
      let first = try Self.code(DecisionSpecs.sample(path)).map(\.text)
      #expect(try Self.code(DecisionSpecs.sample(path)).map(\.text) == first)
      #expect(first.allSatisfy { $0.hasSuffix("\n") && !$0.contains(" \n") })
    }
  }

  @Test func `above 200 cases each operation has a file of its own, and the order stays`() throws {
    let analysed = try DecisionSpecs.many()
    let model = try DecisionSpecs.modelOfTriples(of: analysed)
    try #require(model.cases.count > SwiftCode.splitLimit)
    let files = try #require(model.code(in: .swift, .arguments, .raw).value)
    #expect(
      files.map(\.name) == ["MANY.cases.swift", "MANY.cases.go.swift", "MANY.cases.come.swift"]
    )
    for file in files.dropFirst() { #expect(file.text.contains("Case(")) }
    #expect(!files[0].text.contains("fingerprint: \""))
    let listed = files.dropFirst().map { $0.text.matches(of: /id: "MANY-\d+"/).count }
    #expect(listed.reduce(0, +) == model.cases.count)
    var program = SwiftProgram()
    try program.add(analysed, .raw, model)
    #expect(try program.output() == program.expected)
  }

  /// The tests name their cases by place, in a list that the program puts together from a file for each operation.
  @Test func `above 1,000 cases each function runs the case that it is named after`() throws {
    let analysed = try DecisionSpecs.many(valuesPerFactor: 11)
    let model = try DecisionSpecs.modelOfTriples(of: analysed)
    try #require(model.cases.count > 1_000)
    let files = try #require(model.code(in: .swift, .functions, .raw).value)
    let functions = files[0].text.matches(
      of: /@Test\("(MANY-\d+)#[^\n]*\n  func (MANY_\d+)\(\)[^\n]*\n[^\n]*MANY\.cases\[(\d+)\]/
    )
    #expect(functions.count == model.cases.count)
    var program = SwiftProgram()
    try program.add(analysed, .raw, model)
    // What the list has at each place, as the program itself sorts it.
    let listed = try program.output(printing: "for one in MANY.cases { write(one.id) }")
      .split(separator: "\n").map(String.init)
    #expect(listed == model.cases.map(\.testCase.id))
    #expect(listed.firstIndex(of: "MANY-999").map { listed[$0 + 1] } == "MANY-1000")
    for function in functions {
      let (_, id, name, place) = function.output
      #expect(listed[Int(place) ?? 0] == id && name == id.replacing("-", with: "_"))
    }
  }

  @Test func `names that collide are a mistake that names both`() throws {
    let sections = """
      states:
        user_name: {values: [short, long]}
        userName: {values: [to_long, toLong]}
      operations: [go, now]
      rules:
        go:
          - {id: it-goes, when: {user_name: short}, then: It goes}
          - {id: it_goes, when: {user_name: long}, then: It goes on}

      """
    let analysed = try DecisionSpecs.analysed(Self.spec("T", sections))
    for style in NameStyle.allCases {
      let code = try DecisionSpecs.model(of: analysed).code(in: .swift, .arguments, style)
      #expect(code.value == nil)
      #expect(
        code.diagnostics.map(\.message) == [
          "the factors `user_name` and `userName` would both be called `UserName` in code",
          "the factors `user_name` and `userName` would both be called `userName` in code",
          "the values of `userName` `to_long` and `toLong` would both be called `toLong` in code",
          "the rules `it-goes` and `it_goes` would both be called `itGoes` in code",
        ]
      )
      #expect(code.diagnostics.allSatisfy { $0.severity == .error && $0.span != nil })
    }
  }
}
