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
    #expect(python.values[1] == ["NONE", "CLASS_1ST"] && python.values[4].first == "MINUS_4")
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

  /// Rules in sections with one factor of each kind.
  private static let deciding = """
    states:
      link: {values: [fresh, used, expired]}
      role: {values: [owner, editor]}
    data:
      mails: {range: 0..10}
      due: {date: 2027-01-01..2027-12-31}
      leaked: The password is known to have leaked
      recent: The password was used lately
    operations:
      open_link: Open the link
      save: {length: 10..72}
      send: {label: Send, variants: [first, again]}
      show: {label: Show, parts: [mails, hint]}
    rules:
      open_link:
        link:
          expired: It is too old
          others: It opens
      save:
        - when: {leaked: yes}
          then: It is refused
        - when: {recent: yes}
          then: It is refused as well
        - when: {mails: 0..9, due: ..2027-06-30, role: owner}
          then: It is kept
        - when: {mails: 10.., role: not owner}
          then: It waits
        - when: {role: owner, link: [used, expired], mails: 3, leaked: no, recent: no}
          then: It is sent back
        - {id: dead-link, when: {link: used}, then: It is dead}
      save/9: It is too short
      send/again:
        - when: {link: used}
          then: It is sent
        - when: {link: used}
          then: It is not sent
        - when: {link: used}
          adds: It is counted
      show/mails: {mails: {valid: They are shown, invalid: They are hidden}}
      show/hint: A hint is shown

    """

  @Test func `rules are called by what decides`() throws {
    let swift = try Self.names(Self.deciding, .swift)
    #expect(
      swift.operations == [
        "openLink", "save_empty", "save_length9", "save_length10", "save_length11", "save_length72",
        "save_length73", "send_first", "send_again", "show",
      ]
    )
    #expect(
      swift.rules == [
        "openLink_expired", "openLink_linkOthers", "save_leakedYes", "save_recentYes",
        "save_owner_mails0To9", "save_notOwner_mailsFrom10",
        "save_usedExpired_owner_mails3", "deadLink", "save_length9", "send_again_used",
        "send_again_linkUsed", "send_again_used_also", "show_mails_valid", "show_mails_invalid",
        "show_hint",
      ]
    )
    let python = try Self.names(Self.deciding, .python)
    #expect(python.rules[4] == "SAVE_OWNER_MAILS_0_TO_9")
    #expect(python.values[2].first == "MAILS_0" && python.operations[2] == "SAVE_LENGTH_9")
  }

  @Test func `signs that no capital tells apart do not run into each other`() throws {
    let sections = """
      states: {枚数: {range: 1..20}, 会員: {values: [無料_会員, v1_2, v12]}}
      operations: [検索]
      rules:
        検索:
          - when: {枚数: 1..20, 会員: [無料_会員, v12]}
            then: 出る
          - when: {枚数: 21}
            then: 出ない

      """
    let names = try Self.names(sections, .swift)
    #expect(names.rules == ["検索_枚数1To20_無料_会員V12", "検索_枚数21"])
    #expect(names.values[1] == ["無料_会員", "v1_2", "v12"])
  }

  @Test func `a test is called by what decides its case`() throws {
    let model = try CodeSpecs.model(of: CodeSpecs.spec("T", Self.deciding))
    let words = CodeWords(model.specification)
    let names = CodeNames(model.specification, CodeLanguage.swift.spelling, .raw)
    let tests = model.cases.map { entry in
      let operation = model.operations[entry.operation].id
      let values = entry.testCase.combination.values
      return names.test(words.test(operation, values, decisive: entry.decisive))
    }
    #expect(tests.contains("openLink_expired") && tests.contains("openLink_fresh"))
    #expect(tests.contains("save_length9") && tests.contains("save_length10_leakedYes"))
    #expect(tests.contains { $0.hasPrefix("show_mails") }, "\(tests)")
    #expect(tests.allSatisfy { $0.count <= 40 })
    // The suffix of an id never looks like a part of it.
    #expect(words.test("2FA", [], decisive: []) == "on_2FA")
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
