import Diagnostics
import Specification
import Testing
import YAMLSyntax

@testable import TestDesign

/// What the specs of a project settle differently from each other.
@Suite struct CrossFeatureTests {
  private func feature(
    _ id: String,
    _ title: String,
    _ sections: String
  ) throws -> Specification {
    let text = "specmatrix: 1\nid: \(id)\nfeature: \(title)\ntraits: []\n\(sections)\n"
    let root = try #require(parseYAML(SourceFile(path: "\(id).yaml", text: text)).value)
    let decoded = decodeSpecification(root, path: "\(id).yaml", catalogue: .standard)
    return try #require(decoded.value, "\(decoded.diagnostics)")
  }

  private func sentences(_ specs: [Specification]) -> [String] {
    CrossFeatureDecisions(specs).all().map(\.sentence)
  }

  private func session(
    _ id: String,
    _ title: String,
    _ result: String,
    _ more: String = ""
  )
    throws -> Specification
  {
    try feature(
      id,
      title,
      "operations: {session_expired: }\nrules:\n  session_expired: {then: \(result)\(more)}"
    )
  }

  @Test func `an event with another result is one decision for all features`() throws {
    let loans = try session("LOAN", "Loans", "The sign-in screen opens and comes back")
    let profile = try session("PROF", "Profile", "The start screen opens")
    let other = try session("OTHER", "Statistics", "The start screen opens")
    #expect(
      sentences([loans, profile, other]) == [
        "“Session expired” – Loans: “The sign-in screen opens and comes back”; Profile: “The start screen opens”"
      ]
    )
    #expect(CrossFeatureDecisions([loans, profile, other]).all()[0].places.count == 3)
    #expect(sentences([profile, other]).isEmpty)
    #expect(sentences([loans]).isEmpty)
  }

  @Test func `a reason confirms it if all but one give one`() throws {
    let loans = try session("LOAN", "Loans", "A", ", because: the loan is half done")
    let profile = try session("PROF", "Profile", "B")
    let third = try session("THIRD", "Third", "C")
    #expect(sentences([loans, profile]).isEmpty)
    #expect(sentences([loans, profile, third]).count == 1)
  }

  @Test func `only conditions that features share are compared`() throws {
    func spec(
      _ id: String,
      _ states: String,
      _ when: String,
      _ result: String
    ) throws -> Specification {
      try feature(
        id,
        id,
        "states: {\(states)}\noperations: {server_error: {variants: [internal]}}\nrules:\n  server_error: [{when: {\(when)}, then: \(result)}]"
      )
    }
    let role = "role: [guest, member]"
    let one = try spec("A1", role, "role: guest", "A banner")
    #expect(sentences([one, try spec("B1", role, "role: guest", "A dialog")]).count == 1)
    #expect(sentences([one, try spec("B1", role, "role: member", "A dialog")]).isEmpty)
    #expect(sentences([one, try spec("B1", "own: [a, b]", "own: a", "A dialog")]).isEmpty)
  }

  @Test func `what users do with a feature of its own is not compared`() throws {
    func spec(_ id: String, _ result: String) throws -> Specification {
      try feature(
        id,
        id,
        "operations: {back: , save: Tap Save}\nrules: {back: \(result), save: \(result)}"
      )
    }
    #expect(sentences([try spec("A1", "The list"), try spec("B1", "The map")]).count == 1)
    let sentence = try #require(sentences([try spec("A1", "X"), try spec("B1", "Y")]).first)
    #expect(sentence.hasPrefix("“Tap Save”"))
  }

  @Test func `a result leads into a feature that does not know of it`() throws {
    let loans = try feature(
      "LOAN",
      "Loans",
      "operations: {tap: Tap}\nrules: {tap: The guardian consent screen opens}"
    )
    let consent = try feature(
      "CONS",
      "Guardian consent screen",
      "operations: {agree: Agree}\nrules: {agree: The start screen opens}"
    )
    #expect(
      sentences([loans, consent]) == [
        "“The guardian consent screen opens” (Loans): Guardian consent screen says nothing about coming from Loans"
      ]
    )
    let knowing = try feature(
      "CONS",
      "Guardian consent screen",
      "operations: {agree: Agree}\nrules: {agree: The loan goes on}"
    )
    #expect(sentences([loans, knowing]).isEmpty)
  }

  @Test func `the same state with other values`() throws {
    func spec(_ id: String, _ values: String, _ note: String = "") throws -> Specification {
      try feature(
        id,
        id,
        "states: {role: {values: \(values)\(note)}}\noperations: {t\(id): T\(id)}\nrules: {t\(id): {role: {any: X}}}"
      )
    }
    let one = try spec("A1", "[viewer, editor]")
    let two = try spec("B1", "[requester, approver]")
    #expect(sentences([one, two]) == ["“Role” – A1: “Viewer, Editor”; B1: “Requester, Approver”"])
    #expect(sentences([one, try spec("C1", "[viewer, editor]")]).isEmpty)
    let noted = try spec("B1", "[requester, approver]", ", note: roles of a request")
    #expect(sentences([one, noted]).isEmpty)
  }

  @Test func `a Japanese feature is asked in Japanese, and ten are the most`() throws {
    let specs = try (0..<2).map { number in
      let rules = (0..<14).map { "  op\($0): 結果\(number)\($0)" }.joined(separator: "\n")
      let operations = (0..<14).map { "  op\($0): 操作\($0)をする" }.joined(separator: "\n")
      return try feature(
        "S\(number)",
        "機能\(number)",
        "language: ja\noperations:\n\(operations)\nrules:\n\(rules)"
      )
    }
    let found = sentences(specs)
    #expect(found.count == 10)
    #expect(found[0] == "「操作0をする」― 機能0：「結果00」、機能1：「結果10」")
  }
}
