import Foundation
import Testing

@testable import SpecMatrixCLI

/// Answers that become rules of the house: `answer --pack`.
@Suite struct AnswerPackTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write("packs: [company.yaml]\n", to: "specmatrix.yaml")
  }

  private static let head = """
    specmatrix: 1
    id: SEND
    feature: Send
    traits: []

    """

  private func spec(_ sections: String, id: String = "SEND") throws {
    try folder.write(
      Self.head.replacing("SEND", with: id) + sections + "\n",
      to: "specs/\(id.lowercased()).yaml"
    )
  }

  private func pack(_ text: String) throws { try folder.write(text + "\n", to: "company.yaml") }

  /// The ids of the questions that a spec asks, by their sentences.
  private func questions(_ id: String = "SEND") throws -> [String: String] {
    let run = CommandRun("check", folder("specs/\(id.lowercased()).yaml"), "--format", "json")
    let pairs = run.output.matches(of: /"id": "(Q-[0-9A-F]{8})",\s*"message": "((?:[^"\\]|\\.)*)"/)
    return Dictionary(pairs.map { (String($0.output.2), String($0.output.1)) }) { first, _ in first
    }
  }

  /// The id of the only question whose sentence contains some words.
  private func question(_ words: String, of id: String = "SEND") throws -> String {
    let all = try questions(id)
    let found = all.filter { $0.key.contains(words) }
    try #require(found.count == 1, "\(words): \(all)")
    return try #require(found.first?.value)
  }

  /// A file of answers; each is a question, the answer and its kind.
  private func csv(_ rows: [(String, String, String)], id: String = "SEND") throws -> String {
    let heading = "Question,Answer,Kind of answer,Answered by,Answered on,Comment\r\n"
    let lines = rows.map { "\($0.0),\($0.1),\($0.2),Sato,2026-11-20,\r\n" }
    return try folder.write(heading + lines.joined(), to: "\(id).csv")
  }

  private func answer(_ arguments: String...) -> CommandRun {
    CommandRun(
      arguments: ["answer"] + arguments + [
        "--spec", folder("specs"), "--pack", folder("company.yaml"),
      ]
    )
  }

  /// What became of the answers, one line each, without the places.
  private func outcomes(_ run: CommandRun) -> [String] {
    run.errors.split(separator: "\n").map { line in
      line.firstRange(of: ": ").map { String(line[$0.upperBound...]) } ?? String(line)
    }
  }

  // MARK: What a pack takes

  private static let sections = """
    states:
      login:
    operations:
      session_expired:
      server_error:
      back:
    """

  private static let pack = """
    # Everybody's
    states:
      login: [guest, member]   # who
    rules:
      back: The list is shown  # always
      server_error:
        login:
          guest: {question: "Is it retried?", ask: Ops, options: [It is retried, Nothing]}
    """

  @Test func `a dry run prints the diff of the pack and changes nothing`() throws {
    try spec(Self.sections)
    try pack(Self.pack)
    let id = try question("session")
    let file = try csv([(id, "The sign-in screen opens", "As written")])
    let run = answer(file, "--dry-run")
    #expect(
      run.output == """
        --- a\(folder("company.yaml"))
        +++ b\(folder("company.yaml"))
        @@ -6,3 +6,7 @@
           server_error:
             login:
               guest: {question: "Is it retried?", ask: Ops, options: [It is retried, Nothing]}
        +  session_expired:
        +    id: answer-\(id.lowercased())
        +    then: The sign-in screen opens
        +    source: \(id), Sato, 2026-11-20

        """
    )
    #expect(
      run.errors == """
        \(file):B2: would be applied \(id): house rule answer-\(id.lowercased()) added
        1 spec checked: 2 errors

        """
    )
    #expect(try folder.read("company.yaml") == Self.pack + "\n")
    #expect(try folder.names().contains("company.yaml"))
  }

  @Test func `each kind of answer becomes its part of the pack, once`() throws {
    try spec(Self.sections)
    // CRLF and a byte-order mark stay.
    let text = "\u{FEFF}" + (Self.pack + "\n").replacing("\n", with: "\r\n")
    try folder.write(text, to: "company.yaml")
    let before = try folder.read("specs/send.yaml")
    let session = try question("session")
    let retried = try question("Is it retried")
    let error = try question("server error, what")
    let file = try csv([
      (session, "until 2027-03-31", "Decide later"),
      (retried, "① It is retried", "As written"),
      (error, "members have another server", "Not possible"),
    ])
    let run = answer(file)
    #expect(
      outcomes(run) == [
        "applied \(session): house rule answer-\(session.lowercased()) added, open until 2027-03-31",
        "applied \(retried): house rule server_error-guest is decided",
        "applied \(error): entry of `impossible` of company.yaml added",
      ]
    )
    #expect(run.output.hasSuffix("1 spec checked: 1 warning\n"))
    #expect(run.status == .success)
    #expect(try folder.read("specs/send.yaml") == before)
    let new = try folder.bytes("company.yaml")
    let expected = """
      \u{FEFF}# Everybody's
      states:
        login: [guest, member]   # who
      impossible:
        - when: {operation: server_error, login: member}
          because: members have another server (\(error), Sato, 2026-11-20)
      rules:
        back: The list is shown  # always
        server_error:
          login:
            guest: {then: It is retried, source: "\(retried), Sato, 2026-11-20"}
        session_expired:
          id: answer-\(session.lowercased())
          question: What should happen?
          until: 2027-03-31
          source: \(session), Sato, 2026-11-20 – until 2027-03-31

      """
    #expect(
      String(decoding: new, as: UTF8.self) == expected.replacing("\n", with: "\r\n")
    )
    let second = answer(file)
    #expect(outcomes(second).allSatisfy { $0.hasPrefix("already applied ") }, "\(second.errors)")
    #expect(second.status == .success)
    #expect(try folder.bytes("company.yaml") == new)
    #expect(answer(file, "--dry-run").output == "")
  }

  @Test func `a placeholder of the house gives way to an answer, and is none`() throws {
    try spec(Self.sections)
    try pack(Self.pack.replacing("back: The list is shown", with: "back: [The list is shown, TBD]"))
    let before = try folder.read("company.yaml")
    let id = try question("goes back, what should happen besides “The list is shown”")
    #expect(
      outcomes(answer(try csv([(id, "To be decided", "As written")]))) == [
        "not applied \(id): `To be decided` is no result; say what is observed, or choose “Decide later” with a day"
      ]
    )
    #expect(try folder.read("company.yaml") == before)
    #expect(
      outcomes(answer(try csv([(id, "2027-01-31", "Decide later")]))) == [
        "applied \(id): house rule back is deferred until 2027-01-31"
      ]
    )
    let file = try csv([(id, "A note appears", "As written")])
    #expect(outcomes(answer(file)) == ["applied \(id): house rule back is decided"])
    #expect(
      try folder.read("company.yaml").contains(
        """
          back:  # always
            then:
              - The list is shown
              - A note appears
            # \(id), Sato, 2026-11-20
            source: \(id), Sato, 2026-11-20

        """
      )
    )
    #expect(outcomes(answer(file)) == ["already applied \(id)"])
  }

  @Test func `a question of the house is put off and put off again`() throws {
    try spec(Self.sections)
    try pack(Self.pack)
    let id = try question("Is it retried")
    let first = answer(try csv([(id, "2027-01-31", "Decide later")]))
    #expect(
      outcomes(first) == [
        "applied \(id): house rule server_error-guest is deferred until 2027-01-31"
      ]
    )
    let second = answer(try csv([(id, "2027-02-28", "Decide later")]))
    #expect(
      outcomes(second) == [
        "applied \(id): house rule server_error-guest is deferred until 2027-02-28"
      ]
    )
    #expect(
      try folder.read("company.yaml").contains(
        #"ask: Ops, until: 2027-02-28, source: "\#(id), Sato, 2026-11-20; \#(id), Sato, 2026-11-20", options: [It is retried, Nothing]}"#
      )
    )
  }

  @Test func `a contradiction of house rules is decided where shape settles it`() throws {
    try spec(
      """
      states:
        login:
        size: [big, small]
      operations:
        back:
        session_expired:
      """
    )
    try pack(
      """
      states: {login: [guest, member]}
      rules:
        back:
          - {id: one, when: {login: guest}, then: A}
          - {id: two, when: {size: big}, then: B}
          - {id: rest, when: {login: member, size: small}, then: C}
        session_expired:
          - {id: left, then: Left}
          - {id: right, then: Right}
      """
    )
    let overlap = try question("“A”")
    let same = try question("“Left”")
    let run = answer(try csv([(overlap, "B", ""), (same, "Left", "")]))
    #expect(
      outcomes(run) == [
        "applied \(overlap): house rule answer-\(overlap.lowercased()) added",
        "not applied \(same): the rule would be no exception of the house rules that disagree, and nothing puts a house rule first; narrow one of them by hand",
      ]
    )
    #expect(
      try folder.read("company.yaml").contains(
        "    - {id: answer-\(overlap.lowercased()), when: {login: guest, size: big}, then: B, source:"
      )
    )
    #expect(try questions().values.sorted() == [same])
  }

  // MARK: What it does not take

  @Test func `what concerns the rules of a spec is refused`() throws {
    try folder.write("packs: [company.yaml, other.yaml]\n", to: "specmatrix.yaml")
    try folder.write(
      "rules: {app_kill: {id: killed, question: What is shown?}}\n",
      to: "other.yaml"
    )
    try spec(
      """
      states:
        size: [big, small]
      operations:
        send: Tap Send
        back:
        session_expired:
        app_kill:
        server_error:
      rules:
        back:
          - {id: one, then: A}
          - {id: two, then: B}
        session_expired: {question: Is the text kept?}
      questions:
        - question: Which font is used?
      """
    )
    let text = """
      states: {siz: [s, m]}
      rules: {}
      questions:
        - question: Which colour?

      """
    try folder.write(text, to: "company.yaml")
    let ids = try [
      "“A”", "Is the text kept", "Which font", "What is shown", "Tap Send", "server error",
      "colour",
    ].map { try question($0) }
    let file = try csv([
      (ids[0], "A", ""), (ids[1], "Yes", ""), (ids[2], "2027-01-31", "Decide later"),
      (ids[3], "Home", ""), (ids[4], "It is sent", ""), (ids[5], "size", "Depends on …"),
      (ids[6], "2027-01-31", "Decide later"),
    ])
    let run = answer(file)
    #expect(run.status == .findings)
    #expect(
      outcomes(run) == [
        "not applied \(ids[0]): rules of the spec disagree; run without --pack",
        "not applied \(ids[1]): a rule of the spec asks this; run without --pack",
        "not applied \(ids[2]): this question stands under `questions` of the spec; run without --pack",
        "not applied \(ids[3]): house rule killed (other.yaml:1) asks this; write --pack with the path of that pack, or run without --pack",
        "not applied \(ids[4]): the pack would not be valid with it: a house rule names the operation `send`, which is not in the catalogue or the pack; answer in the spec, without --pack",
        "not applied \(ids[5]): only the spec can split its question; run without --pack",
        "not applied \(ids[6]): company.yaml:4 asks this; answer it there",
      ]
    )
    #expect(try folder.read("company.yaml") == text)
  }

  @Test func `only a pack of the spec's project is written to`() throws {
    try spec(Self.sections)
    try pack(Self.pack)
    let file = try csv([(try question("session"), "x", "")])
    let path = folder("specs/send.yaml")
    for other in ["none.yaml", "specs/send.yaml"] {
      let run = CommandRun("answer", file, "--spec", path, "--pack", folder(other))
      #expect(run.status == .invalid)
      #expect(
        run.errors
          == "specmatrix: \(folder(other)) is no pack of the project of \(path), which has \(folder("company.yaml"))\n"
      )
    }
    try spec("operations:\n  session_expired:")
    let id = try question("session")
    let without = CommandRun(
      "answer",
      try csv([(id, "x", "")]),
      "--spec",
      path,
      "--pack",
      folder("company.yaml"),
      "--no-config"
    )
    #expect(
      without.errors.contains("which has none: name it under `packs` of specmatrix.yaml"),
      "\(without.errors)"
    )
    #expect(try folder.read("company.yaml") == Self.pack + "\n")
    try folder.write("# Nothing yet\n", to: "company.yaml")
    let empty = answer(file)
    #expect(
      empty.errors.contains(
        "the text of the pack cannot be edited; begin it with a key, such as `rules: {}`"
      )
    )
  }

  @Test func `what a pack cannot say exactly is refused`() throws {
    try spec(
      """
      data:
        count: {range: 1..3}
      operations:
        back:
        server_error:
        session_expired:
      rules:
        back: {count: {0..2: A}}
        server_error: {count: {0..2: A}}
      """
    )
    try pack("rules: {}")
    // The number beyond the range would be cut off.
    let ids = try ["goes back", "server error", "session"].map { try question($0) }
    let run = answer(try csv([(ids[0], "B", ""), (ids[1], "", "Not possible"), (ids[2], "C", "")]))
    #expect(
      outcomes(run) == [
        "not applied \(ids[0]): the pack cannot say exactly this; answer in the spec, without --pack",
        "not applied \(ids[1]): the pack cannot say exactly this; answer in the spec, without --pack",
        "applied \(ids[2]): house rule answer-\(ids[2].lowercased()) added",
      ]
    )
    #expect(
      try folder.read("company.yaml") == """
        rules:
          session_expired:
            id: answer-\(ids[2].lowercased())
            then: C
            source: \(ids[2]), Sato, 2026-11-20

        """
    )
  }

  // MARK: Where a rule stands

  @Test func `a rule finds its place beside rules of other specs`() throws {
    try spec(Self.sections.replacing("back:", with: "back:\n  app_kill:"))
    try pack(
      """
      states: {login: [guest, member]}
      rules:
        # Only where there is a plan
        session_expired:
          plan: {pro: A banner is shown}
        server_error:
          login:
            guest: It is retried
            others: {question: And members?}
        back: {plan: {pro: The plan is shown}}
        app_kill:
          login: {guest: The start page opens}
      """
    )
    let ids = try ["session", "goes back", "app is started"].map { try question($0) }
    let run = answer(try csv(ids.map { ($0, "It is said", "") }))
    #expect(outcomes(run).allSatisfy { $0.hasPrefix("applied ") }, "\(run.errors)")
    let source = ids.map { "\($0), Sato, 2026-11-20" }
    #expect(
      try folder.read("company.yaml") == """
        states: {login: [guest, member]}
        rules:
          # Only where there is a plan
          session_expired:
            - plan: {pro: A banner is shown}
            - id: answer-\(ids[0].lowercased())
              then: It is said
              source: \(source[0])
          server_error:
            login:
              guest: It is retried
              others: {question: And members?}
          back:
            - {plan: {pro: The plan is shown}}
            - id: answer-\(ids[1].lowercased())
              then: It is said
              source: \(source[1])
          app_kill:
            login: {guest: The start page opens, member: {id: answer-\(ids[2].lowercased()), then: It is said, source: "\(source[2])"}}

        """
    )
  }

  @Test func `a tree with others gets no key that would take from them in other specs`() throws {
    try spec(
      """
      states:
        plan: [free, pro]
        login: [guest, member]
      operations:
        back:
      """
    )
    try pack(
      """
      rules:
        back:
          plan:
            free: {login: {member: The list is shown}}
            others: {kind: {old: A banner is shown}}
      """
    )
    let id = try question("plan is pro")
    let run = answer(try csv([(id, "The plan is shown", "")]))
    #expect(outcomes(run) == ["applied \(id): house rule answer-\(id.lowercased()) added"])
    #expect(
      try folder.read("company.yaml") == """
        rules:
          back:
            - plan:
                free: {login: {member: The list is shown}}
                others: {kind: {old: A banner is shown}}
            - id: answer-\(id.lowercased())
              when: {plan: pro}
              then: The plan is shown
              source: \(id), Sato, 2026-11-20

        """
    )
  }

  // MARK: Several specs

  @Test func `answers of several specs gather in the pack`() throws {
    try pack(Self.pack)
    try spec(Self.sections)
    try spec(Self.sections + "\n  app_kill:", id: "READ")
    try spec(Self.sections, id: "WRITE")
    let asked = try ["SEND", "READ", "WRITE"].map { try question("session", of: $0) }
    let retried = try question("Is it retried", of: "WRITE")
    let killed = try question("app is started", of: "READ")
    let files = [
      try csv([(asked[0], "The sign-in screen opens", "")]),
      try csv([(asked[1], "The sign-in screen opens", ""), (killed, "Home", "")], id: "READ"),
      try csv([(asked[2], "Nothing", ""), (retried, "Nothing", "")], id: "WRITE"),
    ]
    let run = answer(files[0], files[1], files[2])
    let rule = "answer-\(asked[0].lowercased())"
    #expect(
      outcomes(run) == [
        "applied \(asked[0]): house rule \(rule) added",
        "applied \(asked[1]): house rule \(rule) says so",
        "applied \(killed): house rule answer-\(killed.lowercased()) added",
        "stale, not applied \(asked[2]): the answer is: Nothing; the spec no longer asks this",
        "applied \(retried): house rule server_error-guest is decided",
      ]
    )
    #expect(run.output.hasSuffix("3 specs checked: 3 errors\n"), "\(run.output)")
    let text = try folder.read("company.yaml")
    #expect(
      text == """
        # Everybody's
        states:
          login: [guest, member]   # who
        rules:
          back: The list is shown  # always
          server_error:
            login:
              guest: {then: Nothing, source: "\(retried), Sato, 2026-11-20"}
          session_expired:
            id: \(rule)
            then: The sign-in screen opens
            # \(asked[1]), Sato, 2026-11-20
            source: \(asked[0]), Sato, 2026-11-20
          app_kill:
            id: answer-\(killed.lowercased())
            then: Home
            source: \(killed), Sato, 2026-11-20

        """
    )
    let second = answer(files[0], files[1], files[2])
    #expect(
      outcomes(second) == [
        "already applied \(asked[0])", "already applied \(asked[1])", "already applied \(killed)",
        "stale, not applied \(asked[2]): the answer is: Nothing; the spec no longer asks this",
        "already applied \(retried)",
      ]
    )
    #expect(try folder.read("company.yaml") == text)
  }

  @Test func `an answer that would hurt another spec of the run is refused`() throws {
    try pack("rules:\n  back:\n    - {id: small, when: {size: small}, then: A}")
    try spec(
      "states: {login: [guest, member]}\noperations:\n  back:\nrules:\n  back: {login: {member: D}}"
    )
    try spec("states: {size: [big, small]}\noperations:\n  back:", id: "READ")
    try spec(
      """
      states: {size: [big, small], login: [guest, member]}
      operations:
        back:
      rules:
        back:
          - {when: {size: big, login: any}, then: C}
      """,
      id: "WRITE"
    )
    let read = try question("goes back", of: "READ")
    let text = try folder.read("company.yaml")
    // In WRITE the rule would disagree with `small` about guests.
    let guests = try question("login is guest")
    let files = [
      try csv([(guests, "B", "")]), try csv([(read, "big ones go back", "")], id: "READ"),
    ]
    let run = answer(files[0], files[1])
    let path = folder("specs/write.yaml")
    #expect(
      outcomes(run)[0].hasPrefix("not applied \(guests): \(path) would get a new problem with it: ")
    )
    #expect(outcomes(run)[1] == "applied \(read): house rule answer-\(read.lowercased()) added")
    #expect(try folder.read("company.yaml").hasPrefix(text))
    #expect(try questions("WRITE").isEmpty)
    // Alone it may be written: the other spec is none of the run.
    let alone = CommandRun(
      "answer",
      files[0],
      "--spec",
      folder("specs/send.yaml"),
      "--pack",
      folder("company.yaml")
    )
    #expect(alone.status == .success)
  }
}
