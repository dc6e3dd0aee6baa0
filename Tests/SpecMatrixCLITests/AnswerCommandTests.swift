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

  private func answer(_ arguments: String...) -> CommandRun {
    CommandRun(arguments: ["answer"] + arguments + ["--spec", folder("specs")])
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
    let file = try folder.write(
      "Question,Result or reason,Your choice\r\nQ-45AA349E,\"一つ目\n二つ目\",別の結果\r\n",
      to: "GAP.csv"
    )
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

  /// Returns a line without its indentation and list dash.
  private func item(_ line: Substring) -> Substring {
    let text = line.drop { $0 == " " }
    return text.hasPrefix("- ") ? text.dropFirst(2) : text
  }

  /// Answers every question of the repository's specs at once, except notes about many things.
  @Test(arguments: [
    "boost-popup", "payment-confirmation", "profile-screen", "tsukurepo-post",
  ])
  func `real specs are answered`(name: String) throws {
    let text = try String(contentsOfFile: CommittedSpecs.path(name), encoding: .utf8)
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
    #expect(run.errors.ranges(of: /: (?:applied|反映) \S/).count == before.count, "\(run.errors)")
    #expect(questions().isDisjoint(with: before))
    let new = try folder.read("specs/gap.yaml")
    // Comments and all lines but those of open questions stay; a rule that becomes the first of a list is indented further.
    let kept = text.split(separator: "\n").filter { line in
      !["question:", "options:", "ask:", "until:"].contains { line.contains($0) }
    }
    var rest = kept[...]
    for line in new.split(separator: "\n") {
      // A list of `precedence` may begin with the rule that the answer puts first.
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
    let known = answer(file).errors.ranges(of: /: (?:already applied|反映済み) \S/)
    #expect(known.count == before.count)
    #expect(try folder.read("specs/gap.yaml") == new)
  }
}
