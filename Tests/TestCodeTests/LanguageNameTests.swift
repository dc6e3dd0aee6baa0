import Diagnostics
import Specification
import Testing

@testable import TestCode
@testable import TestDesign

/// Names of the languages other than Swift.
struct LanguageNameTests {
  private static let rules: [CodeLanguage: NameRules] = [
    .kotlin: KotlinSpelling.names, .python: PythonSpelling.names,
    .typescript: TypeScriptSpelling.names,
  ]

  private static func names(
    _ sections: String,
    _ language: CodeLanguage,
    _ style: NameStyle = .raw
  ) throws -> Checked<CodeNames> {
    let text = "specmatrix: 1\nid: T\nfeature: Test\ntraits: []\n" + sections
    let rules = try #require(Self.rules[language])
    return CodeNames.checked(try DecisionSpecs.analysed(text).specification, rules, style)
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
    let kotlin = try #require(Self.names(Self.sections, .kotlin).value)
    #expect(kotlin.types == ["SenderName", "Class", "OperationKind", "RuleFactor", "Degrees"])
    #expect(kotlin.properties == ["senderName", "`class`", "operationKind", "rule", "degrees"])
    #expect(kotlin.values[0] == ["VERY_LONG", "短い"] && kotlin.values[1] == ["NONE", "`1st`"])
    #expect(kotlin.values[4].first == "`-4`" && kotlin.values[4].contains("`3`"))
    #expect(kotlin.operations == ["NETWORK_ERROR_OFFLINE", "NETWORK_ERROR_TIMEOUT", "投稿する"])
    let python = try #require(Self.names(Self.sections, .python).value)
    #expect(python.properties == ["sender_name", "class_", "operation_kind", "rule", "degrees"])
    #expect(python.values[1] == ["NONE", "_1ST"] && python.values[4].first == "MINUS_4")
    #expect(python.functions == ["network_error_offline", "network_error_timeout", "投稿する"])
    let typeScript = try #require(Self.names(Self.sections, .typescript).value)
    #expect(typeScript.properties == ["senderName", "class", "operationKind", "rule", "degrees"])
    #expect(typeScript.values[0] == ["very_long", "短い"] && typeScript.values[4].first == "-4")
    #expect(typeScript.operations[0] == "network_error/offline")
  }

  @Test(arguments: [CodeLanguage.kotlin, .python])
  func `mangled names are letters, digits and underscores`(language: CodeLanguage) throws {
    let names = try #require(Self.names(Self.sections, language, .mangled).value)
    let all =
      names.types + names.properties + names.values.joined() + names.operations + names.rules
    #expect(all.allSatisfy { $0.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil }, "\(all)")
  }

  @Test func `what Python reads as one name collides`() throws {
    let sections = "states: {a: {values: [ア, ｱ]}}\noperations: [go]\nrules: {go: It goes}\n"
    #expect(
      try Self.names(sections, .python).diagnostics.map(\.message)
        == ["the values of `a` `ア` and `ｱ` would both be called `ア` in code"]
    )
    #expect(try Self.names(sections, .kotlin).value != nil)
  }

  @Test func `operations that differ in signs alone collide once`() throws {
    let sections = "operations: [go_on, go-on]\nrules: {go_on: It goes, go-on: It stays}\n"
    for (language, name) in [
      (CodeLanguage.kotlin, "GO_ON"), (.python, "GO_ON"), (.typescript, "GoOn"),
    ] {
      let messages = try Self.names(sections, language).diagnostics.map(\.message)
      #expect(
        messages.contains(
          "the operations `go_on` and `go-on` would both be called `\(name)` in code"
        )
      )
      #expect(messages.count { $0.contains("the operations `go_on`") } == 1)
    }
  }
}
