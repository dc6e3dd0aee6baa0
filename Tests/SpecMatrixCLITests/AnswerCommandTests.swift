import Diagnostics
import Foundation
import Testing

@testable import SpecMatrixCLI

@Suite struct AnswerCommandTests {
  private let folder: TemporaryFolder
  private let spec: String

  init() throws {
    folder = try TemporaryFolder()
    spec = try folder.write(SampleSpecs.gap + "\n", to: "specs/gap.yaml")
  }

  /// The id of the only question of `SampleSpecs.gap`.
  private static let question = "Q-45AA349E"

  private func csv(_ rows: String..., name: String = "GAP.csv") throws -> String {
    let heading = "Question,Result or reason,Your choice,Who,Answered on,Comment\r\n"
    return try folder.write(heading + rows.map { $0 + "\r\n" }.joined(), to: name)
  }

  private func answer(_ arguments: String...) -> CommandRun {
    CommandRun(arguments: ["answer"] + arguments + ["--spec", folder("specs")])
  }

  @Test func `a dry run prints the diff and changes nothing`() throws {
    let file = try csv("\(Self.question),The price is shown,,Sato,2026-11-20,")
    let run = answer(file, "--dry-run")
    #expect(
      run.output == """
        --- a\(spec)
        +++ b\(spec)
        @@ -8,3 +8,4 @@
           submit: {id: sent, then: The form is sent}
           look:
             - {id: seen, when: {plan: free}, then: The form is shown}
        +    - {id: look-premium, when: {plan: premium}, then: The price is shown, source: "Q-45AA349E, Sato, 2026-11-20"}

        """
    )
    #expect(
      run.errors == """
        \(file):B2: would be applied Q-45AA349E: rule look-premium added
          1. On look, what happens if plan is premium?
          understood: The price is shown
          + - {id: look-premium, when: {plan: premium}, then: The price is shown, source: "Q-45AA349E, Sato, 2026-11-20"}
        1 spec checked: no findings

        """
    )
    #expect(run.status == .success)
    #expect(try folder.read("specs/gap.yaml") == SampleSpecs.gap + "\n")
    #expect(try folder.names(in: "specs") == ["gap.yaml"])
  }

  @Test func `the lines of an answer are those that stand with its question`() {
    let old = "id: T\noperations:\n  back: Back\ndismissed:\n  a: why\n"
    let new = """
      id: T
      owner: Sato
      operations:
        back: Back
        cache:
      dismissed:
        a: why
        b: no pages (Q-0000000B, Sato)
        c: no calls (Q-0000000C, Sato)

      """
    let source = SourceFile(path: "t.yaml", text: old)
    #expect(
      AnsweredFile(source: source, text: new).newLines == [
        "Q-0000000B": ["  b: no pages (Q-0000000B, Sato)"],
        "Q-0000000C": ["  c: no calls (Q-0000000C, Sato)"],
      ]
    )
  }

  @Test func `an answer is written once and the spec is checked`() throws {
    let file = try csv("\(Self.question),The price is shown,,Sato,2026-11-20,")
    let first = answer(file)
    #expect(first.status == .success)
    #expect(first.output == "1 spec checked: no findings\n")
    let text = try folder.read("specs/gap.yaml")
    #expect(text.hasPrefix(SampleSpecs.gap + "\n    - {id: look-premium, "))
    let second = answer(file)
    #expect(second.status == .success)
    #expect(second.errors == "\(file):B2: already applied Q-45AA349E\n")
    #expect(try folder.read("specs/gap.yaml") == text)
    #expect(answer(file, "--dry-run").output == "")
  }

  @Test func `what cannot be applied is told and the status says so`() throws {
    let file = try csv(
      "\(Self.question),soon,Decide later,,,",
      "Q-00000000,x,,,,",
      "Q-00000001,,perhaps,,,"
    )
    let run = answer(file)
    #expect(run.status == .findings)
    #expect(
      run.errors == """
        \(file):B2: not applied Q-45AA349E: no date given; write one, for example 2027-01-31
          1. On look, what happens if plan is premium?
        \(file):B3: stale, not applied Q-00000000: the answer is: x; the spec asks this otherwise now, or no longer; generate again and look
        \(file):C4: not applied Q-00000001: `perhaps` is not a result; say what is observed, or choose “Decide later” with a date
        3 answers: 3 not applied

        """
    )
    #expect(run.output.hasSuffix("1 spec checked: 1 error\n"))
    #expect(try folder.read("specs/gap.yaml") == SampleSpecs.gap + "\n")
  }

  @Test func `a formula in a CSV file is no answer`() throws {
    for formula in ["=A1", "=1+2", "=CONCAT(A1)", "=-1"] {
      let run = answer(try csv("\(Self.question),\(formula),,,,"))
      #expect(
        run.errors.hasPrefix("\(folder("GAP.csv")):B2: \(Self.question): the cell is a formula; ")
      )
      #expect(try folder.read("specs/gap.yaml") == SampleSpecs.gap + "\n")
    }
    #expect(answer(try csv("\(Self.question),=> the price is shown,,,,")).status == .success)
  }

  @Test func `the reason against an answer goes back into the file and goes when it is settled`()
    throws
  {
    let file = try csv("\(Self.question),TBD,,Sato,2026-11-20,")
    let before = try folder.read("GAP.csv")
    #expect(answer(file, "--dry-run").status == .findings)
    #expect(try folder.read("GAP.csv") == before)
    #expect(answer(file).status == .findings)
    let marked = try folder.read("GAP.csv")
    #expect(
      marked == """
        Question,Result or reason,Your choice,Who,Answered on,Comment,Status\r
        \(Self.question),TBD,,Sato,2026-11-20,,"Not applied: `TBD` is not a result; say what is observed, or choose “Decide later” with a date"\r

        """
    )
    #expect(answer(file).status == .findings)
    #expect(try folder.read("GAP.csv") == marked)
    try folder.write(marked.replacing(",TBD,", with: ",It waits,"), to: "GAP.csv")
    #expect(answer(file).status == .success)
    #expect(
      try folder.read("GAP.csv") == """
        Question,Result or reason,Your choice,Who,Answered on,Comment,Status\r
        \(Self.question),It waits,,Sato,2026-11-20,,Answered\r

        """
    )
  }

  @Test func `only the answer's bytes are new`() throws {
    let text = "\u{FEFF}# ギャップ\r\n" + SampleSpecs.gap.replacing("\n", with: "\r\n")
    try folder.write(text, to: "real/gap.yaml")
    try FileManager.default.removeItem(atPath: spec)
    try folder.link("specs/gap.yaml", to: folder("real/gap.yaml"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640],
      ofItemAtPath: folder("real/gap.yaml")
    )
    let file = try csv("\(Self.question),\"一つ目\n二つ目\",別の結果,,,")
    #expect(answer(file).status == .success)
    let new = try folder.bytes("real/gap.yaml")
    #expect(
      new
        == Array(
          (text
            + "\r\n    - {id: look-premium, when: {plan: premium}, then: [一つ目, 二つ目], source: Q-45AA349E}")
            .utf8
        )
    )
    let attributes = try FileManager.default.attributesOfItem(atPath: folder("real/gap.yaml"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: spec)
    #expect(link == folder("real/gap.yaml"))
  }

  @Test func `several files find their specs`() throws {
    try folder.write(SampleSpecs.deferred, to: "specs/later.yaml")
    try folder.write(SampleSpecs.complete, to: "specs/done.yaml")
    let later = CommandRun("check", folder("specs/later.yaml"), "--format", "json").output
    let id = try #require(later.firstMatch(of: /Q-[0-9A-F]{8}/)).output
    let byName = try csv("\(id),It is free,,,,", name: "LATER (1).csv")
    let byQuestion = try csv("\(Self.question),The price is shown,,,,", name: "answers.csv")
    let run = answer(byName, byQuestion)
    #expect(run.status == .success, "\(run.errors)")
    #expect(try folder.read("specs/later.yaml").contains("then: It is free, source: \(id)}"))
    #expect(try folder.read("specs/gap.yaml").contains("The price is shown"))
    #expect(run.output == "2 specs checked: no findings\n")
    let other = try csv("Q-00000000,x,,,,", name: "other.csv")
    let lost = answer(other)
    #expect(lost.status == .invalid)
    #expect(
      lost.errors
        == "specmatrix: \(other): found no spec that it belongs to; name one with --spec\n"
    )
  }

  @Test func `two files that disagree change nothing`() throws {
    let one = try csv("\(Self.question),a,,,,", name: "GAP 1.csv")
    let two = try csv("\(Self.question),b,,,,", name: "GAP 2.csv")
    let run = answer(one, two)
    #expect(run.status == .findings)
    #expect(
      run.errors.contains(
        "\(two):B2 gives a different answer to the same question; keep one of the two"
      )
    )
    #expect(try folder.read("specs/gap.yaml") == SampleSpecs.gap + "\n")
  }

  @Test func `files that cannot be read or written`() throws {
    #expect(answer(folder("none.xlsx")).status == .invalid)
    let broken = try folder.write("PK", to: "GAP.xlsx")
    let run = answer(broken)
    #expect(run.status == .invalid)
    #expect(run.errors.hasPrefix("specmatrix: cannot read \(broken): "))
    let cases = try folder.write("Case,Result\r\nGAP-001,OK\r\n", to: "GAP.csv")
    let without = answer(cases)
    #expect(without.status == .findings)
    #expect(without.errors == "\(cases): no sheet has question and answer columns\n")
    try folder.write(SampleSpecs.invalid, to: "specs/gap.yaml")
    #expect(answer(try csv("\(Self.question),x,,,,")).status == .invalid)
    #expect(CommandRun("answer").status == .invalid)
  }

  /// A line without its indentation and the dash of an item.
  private func item(_ line: Substring) -> Substring {
    let text = line.drop { $0 == " " }
    return text.hasPrefix("- ") ? text.dropFirst(2) : text
  }

  /// Every question of the repository's specs, answered at once, but for notes that stand for many things.
  @Test(arguments: [
    "boost-popup", "payment-confirmation", "profile-screen", "tsukurepo-post",
  ])
  func `real specs are answered`(name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "specs/\(name).yaml"),
      encoding: .utf8
    )
    try folder.write(text, to: "specs/gap.yaml")
    func questions() -> Set<Substring> {
      let report = CommandRun("check", spec, "--format", "json").output
      let ids = report.matches(
        of: /"(?:error|warning)",\s+"id": "(Q-[0-9A-F]{8})",\s+"message": "(?!未検討の操作)/
      )
      return Set(ids.map(\.output.1))
    }
    let before = questions()
    let report = CommandRun("check", spec, "--format", "json").output
    let kinds = ["contradictory-expectations": "別の結果", "unconsidered-operation": "はい"]
    let rows = report.matches(
      of:
        /"code": "([a-z-]+)",\s+"severity": "(?:error|warning)",\s+"id": "(Q-[0-9A-F]{8})",\s+"message": "(?!未検討の操作)/
    ).map { match in
      let (code, id) = (String(match.output.1), match.output.2)
      return "\(id),\"「答え\(id)」: 表示 #1\",\(kinds[code] ?? ""),佐藤,2026-11-20,a: b\r\n"
    }
    #expect(rows.count == before.count)
    let file = try folder.write(
      "確認ID,期待結果・理由,選択,回答者,回答日,コメント\r\n" + rows.joined(),
      to: "answers.csv"
    )
    let run = answer(file)
    #expect(run.errors.ranges(of: ": applied ").count == before.count, "\(run.errors)")
    #expect(questions().isDisjoint(with: before))
    let new = try folder.read("specs/gap.yaml")
    // Comments and all lines but those of open questions stay; a rule that becomes the first of a list stands deeper.
    let kept = text.split(separator: "\n").filter { line in
      !["question:", "options:", "ask:", "until:"].contains { line.contains($0) }
    }
    var rest = kept[...]
    for line in new.split(separator: "\n") {
      // A list of `precedence` may begin with what the answer puts first.
      let added = new.matches(of: /id: ([a-z0-9-]+)/).map { String($0.output.1) }
        .filter { !text.contains("id: \($0)") }
      let isList = line.contains("[")
      let line = Substring(
        isList ? added.reduce(String(line)) { $0.replacing("\($1), ", with: "") } : String(line)
      )
      let isThere = rest.first.map { line == $0 || item(line) == item($0) } ?? false
      if isThere { rest.removeFirst() }
    }
    #expect(rest.isEmpty, "\(rest.first ?? "")")
    #expect(answer(file).errors.ranges(of: ": already applied ").count == before.count)
    #expect(try folder.read("specs/gap.yaml") == new)
  }
}
