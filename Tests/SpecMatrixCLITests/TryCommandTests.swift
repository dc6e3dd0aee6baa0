import Foundation
import Testing
import Text

@testable import EditorServer
@testable import SpecMatrixCLI

/// `specmatrix try`, and the same for an agent.
struct TryCommandTests {
  private static let spec = """
    specmatrix: 1
    id: POST
    feature: Write a post
    traits: []
    states:
      login: [guest, member]
    operations:
      back: Tap Back
      send: Tap Send
    rules:
      back: The list is shown
      send:
        login: {member: The post is sent}

    """

  private func run(
    _ draft: String,
    _ options: String...,
    on text: String = spec
  ) throws -> CommandRun {
    let folder = try TemporaryFolder()
    let spec = try folder.write(text, to: "specs/post.yaml")
    let run = CommandRun(
      arguments: ["try", spec, "--rules", "-"] + options,
      input: draft
    )
    #expect(try folder.read("specs/post.yaml") == text)
    return run
  }

  private func json(_ draft: String, on text: String = spec) throws -> JSONValue {
    let run = try run(draft, "--format", "json", on: text)
    #expect(run.status == .success, "\(run.errors)")
    return try JSONValue(json: Array(run.output.utf8))
  }

  @Test func `a rule closes the question that it answers`() throws {
    let effect = try json("send: {when: {login: guest}, then: The sign-in screen opens}")
    #expect(effect["cells", "count"]?.string == "1")
    let change = effect["cells", "changes"]?.array?.first
    #expect(change?["before", "status"]?.string == "undefined")
    #expect(change?["after", "texts"] == [["The sign-in screen opens"]])
    #expect(change?["example", "login"]?.string == "guest")
    #expect(effect["questions", "closed"]?.array?.count == 1)
    #expect(effect["questions", "opened"]?.array == [])
    #expect(effect["contradictions"]?.array == [])
    let diff = effect["diff"]?.string ?? ""
    #expect(diff.contains("then: The sign-in screen opens"), "\(diff)")
  }

  @Test func `a rule that contradicts another is shown with an example`() throws {
    let effect = try json("send: {when: {login: member}, then: Nothing happens}")
    let found = try #require(effect["contradictions"]?.array?.first)
    #expect(found["example", "login"]?.string == "member")
    #expect(found["rules"]?.array?.count == 2)
    let text = try run("send: {when: {login: member}, then: Nothing happens}").output
    #expect(text.contains("contradictions") && text.contains("nothing is written"))
    #expect(text.contains("`send-member` (line 13)") && text.contains("(in the draft)"), "\(text)")
  }

  @Test func `an answer does what answer does, and one that cannot be taken says why`() throws {
    let question = try #require(
      try json("back: [The draft is kept]")["questions", "left"]?.integer
    )
    #expect(question > 0)
    let check = CommandRun("check", "-", "--format", "concise", input: Self.spec)
    let id = try #require(
      CommandRun("check", "-", "--format", "json", input: Self.spec).output
        .firstMatch(of: /Q-[0-9A-F]{8}/).map { String($0.output) },
      "\(check.output)"
    )
    let effect = try json("\(id): The sign-in screen opens")
    #expect(effect["answers"]?.array?.first?["state"]?.string == "applied")
    #expect(effect["questions", "closed"]?.array?.first?["id"]?.string == id)
    let refused = try json("\(id): {choice: Decide later, text: soon}\nQ-00000000: Yes\n")
    #expect(
      refused["answers"]?.array?.map { $0["state"]?.string } == ["refused", "refused"]
    )
    #expect(refused["cells", "count"]?.string == "0")
  }

  @Test func `a reason closes a decision and changes no combination`() throws {
    let text = Self.spec.replacing(
      "  back: The list is shown\n",
      with: "  back:\n    - then: Only the list is shown\n"
        + "    - {when: {login: guest}, then: The start page opens}\n"
    )
    let check = CommandRun("check", "-", "--format", "json", input: text).output
    let asked = try #require(
      check.firstMatch(of: /"code": "unconfirmed-decision",[^}]*?"id": "(Q-[0-9A-F]{8})"/),
      "\(check)"
    )
    let id = String(asked.output.1)
    let effect = try json("\(id): Yes", on: text)
    #expect(effect["answers"]?.array?.first?["state"]?.string == "applied", "\(effect)")
    #expect(effect["diff"]?.string?.contains("because:") == true)
    #expect(effect["questions", "closed"]?.array?.map { $0["id"]?.string } == [id])
    #expect(effect["cells", "count"]?.string == "0")
    #expect(effect["decisions"]?.array == [])
  }

  @Test func `a draft with mistakes is refused at its place`() throws {
    let wrong = try run("send: {when: {login: gest}, then: Nothing}")
    #expect(wrong.status == .invalid && wrong.output.isEmpty)
    #expect(wrong.errors.contains("did you mean `guest`?"))
    #expect(wrong.errors.contains("<stdin>:1:22: error"), "\(wrong.errors)")
    let later = try run("back:\n  # why\n  - {when: {login: guest}, thn: Nothing}\nsend: Sent\n")
    #expect(later.errors.contains("<stdin>:3:28: error[unknown-key]"), "\(later.errors)")
    #expect(try run("[]").errors.contains("a draft holds rules or answers"))
    #expect(try run("a: 'b").status == .invalid)
  }

  @Test(arguments: CommittedSpecs.names)
  func `a repair of check is an answer that try takes`(name: String) throws {
    let path = CommittedSpecs.path(name)
    let check = CommandRun("check", path, "--format", "json")
    let spec = try JSONValue(json: Array(check.output.utf8))["specs"]?.array?.first
    let findings = spec?["findings"]?.array ?? []
    let repairs = (findings + findings.flatMap { $0["items"]?.array ?? [] }).flatMap { finding in
      (finding["repairs"]?.array ?? []).map { (finding["id"]?.string ?? "", $0) }
    }
    #expect(repairs.isEmpty == (name == "complete"))
    // Combines answers to different questions.
    var drafts: [[String: JSONValue]] = []
    for (id, repair) in stride(from: 0, to: repairs.count, by: 7).map({ repairs[$0] }) {
      let place = drafts.firstIndex { $0[id] == nil } ?? drafts.endIndex
      if place == drafts.endIndex { drafts.append([:]) }
      drafts[place][id] = ["choice": repair["choice"], "text": repair["text"]]
    }
    for draft in drafts {
      let members = draft.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
      let run = CommandRun(
        arguments: ["try", path, "--rules", "-", "--format", "json"],
        input: JSONValue.object(members).text(spreading: 1)
      )
      let answers = try JSONValue(json: Array(run.output.utf8))["answers"]?.array ?? []
      #expect(
        answers.count == draft.count && answers.allSatisfy { $0["state"] == "applied" },
        "\(answers)"
      )
    }
  }
}
