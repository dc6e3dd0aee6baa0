import Diagnostics
import Specification
import Testing

@testable import TestCode
@testable import TestDesign

/// The names of a spec in each language.
struct NameTests {
  private static func names(
    _ sections: String,
    _ language: CodeLanguage,
    _ style: NameStyle = .raw
  ) throws -> CodeNames {
    CodeNames(try CodeSpecs.spec("T", sections).specification, language.spelling, style)
  }

  private static let sections = """
    states:
      sender_name: {values: [very_long, 短い]}
      class: {values: [none, 1st]}
      operation_kind: {values: [a]}
      rule: {values: [a]}
    data:
      degrees: {range: -3..3}
    operations:
      network_error: {variants: [offline, timeout]}
      投稿する: 投稿する
    rules:
      network_error: It fails
      投稿する: 投稿される

    """

  @Test func `each language has its own way`() throws {
    let swift = try Self.names(Self.sections, .swift)
    #expect(swift.types == ["SenderName", "Class", "OperationKind", "RuleFactor", "Degrees"])
    #expect(swift.properties == ["senderName", "`class`", "operationKind", "rule", "degrees"])
    #expect(swift.values[0] == ["veryLong", "短い"] && swift.values[1] == ["none_", "`1st`"])
    #expect(swift.values[4].first == "`-4`" && swift.values[4].contains("`3`"))
    let kotlin = try Self.names(Self.sections, .kotlin)
    #expect(kotlin.types == swift.types && kotlin.properties == swift.properties)
    #expect(kotlin.values[0] == ["VERY_LONG", "短い"] && kotlin.values[1] == ["NONE", "`1st`"])
    #expect(kotlin.values[4] == swift.values[4])
    #expect(kotlin.operations == ["NETWORK_ERROR_OFFLINE", "NETWORK_ERROR_TIMEOUT", "投稿する"])
    let python = try Self.names(Self.sections, .python)
    #expect(python.properties == ["sender_name", "class_", "operation_kind", "rule", "degrees"])
    #expect(python.values[1] == ["NONE", "_1ST"] && python.values[4].first == "MINUS_4")
    #expect(python.functions == ["network_error_offline", "network_error_timeout", "投稿する"])
    let typeScript = try Self.names(Self.sections, .typescript)
    #expect(typeScript.properties == ["senderName", "class", "operationKind", "rule", "degrees"])
    #expect(typeScript.values[0] == ["very_long", "短い"] && typeScript.values[4].first == "-4")
    #expect(typeScript.operations[0] == "network_error/offline")
  }

  @Test(arguments: [CodeLanguage.swift, .kotlin, .python])
  func `mangled names are letters, digits and underscores`(language: CodeLanguage) throws {
    for sections in [Self.sections, CodeSpecs.oddNames] {
      let names = try Self.names(sections, language, .mangled)
      let all =
        names.types + names.properties + names.values.joined() + names.operations + names.rules
      #expect(all.allSatisfy { $0.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil }, "\(all)")
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
    let model = try CodeSpecs.model(of: CodeSpecs.spec("T", sections))
    for style in NameStyle.allCases {
      let code = model.code(in: .swift, .arguments, style)
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
    // A feature has no such names.
    #expect(model.code(in: .gherkin, .arguments, .raw).value != nil)
  }

  @Test func `what Python reads as one name collides`() throws {
    let sections = "states: {a: {values: [ア, ｱ]}}\noperations: [go]\nrules: {go: It goes}\n"
    #expect(
      try Self.names(sections, .python).collisions.map(\.message)
        == ["the values of `a` `ア` and `ｱ` would both be called `ア` in code"]
    )
    #expect(try Self.names(sections, .kotlin).collisions.isEmpty)
  }

  @Test(arguments: [(CodeLanguage.kotlin, "GO_ON"), (.python, "GO_ON"), (.typescript, "GoOn")])
  func `operations that differ in signs alone collide once`(
    language: CodeLanguage,
    name: String
  ) throws {
    let sections = "operations: [go_on, go-on]\nrules: {go_on: It goes, go-on: It stays}\n"
    let messages = try Self.names(sections, language).collisions.map(\.message)
    let expected = "the operations `go_on` and `go-on` would both be called `\(name)` in code"
    #expect(messages.filter { $0.contains("the operations `go_on`") } == [expected])
  }
}
