import Diagnostics
import Foundation
import Testing

@testable import SpecMatrixCLI

/// Commands on the specs of the repository, and cases too large for `Tests/Sessions`.
@Suite struct CommittedSpecTests {
  /// No line exceeds the width and no table is missing, in either script.
  @Test(arguments: CommittedSpecs.names, [30, 60, 80, 120])
  func linesKeepToTheWidth(name: String, width: Int) {
    for options in [[], ["--full"]] {
      let run = CommandRun(
        arguments: ["show", CommittedSpecs.path(name), "--width", "\(width)"] + options
      )
      #expect(run.status == .success)
      let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= width })
      #expect(lines.allSatisfy { $0.last != " " })
    }
  }

  /// A review has an hour, so the questions must fit a screen or two.
  @Test func aSampleFitsSixtyLines() {
    let run = CommandRun("show", CommittedSpecs.path("payment-confirmation"), "--width", "120")
    #expect(run.output.count { $0 == "\n" } <= 60)
    #expect(!run.output.contains("…"))
  }

  @Test(arguments: CommittedSpecs.names)
  func everyQuestionIsNamed(name: String) {
    let path = CommittedSpecs.path(name)
    let checked = CommandRun("check", path, "--all").output
      .matches(of: /= help: (?:question \d+, |確認事項\d+、)?(Q-[0-9A-F]{8})/).map {
        String($0.output.1)
      }
    for format in ["text", "markdown", "json"] {
      let shown = CommandRun("show", path, "--format", format)
      #expect(shown.status == .success)
      let named = shown.output.matches(of: /Q-[0-9A-F]{8}/).map { String($0.output) }
      #expect(Set(checked) == Set(named), "\(format)")
    }
  }

  @Test func coloursChangeNothingElse() {
    let path = CommittedSpecs.path("tsukurepo-post")
    for options in [[], ["--full"]] {
      let plain = CommandRun(arguments: ["show", path] + options)
      let coloured = CommandRun(arguments: ["show", path, "--color", "always"] + options)
      #expect(coloured.output != plain.output)
      #expect(coloured.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.output)
    }
  }

  @Test func aLargeTableIsFoldedUntilAskedFor() {
    let states = (0..<4).map { "  s\($0): [a, b, c]\n" }.joined()
    let rules = (0..<81).filter { $0 % 7 != 0 }.map { number in
      let values = [number / 27, number / 9 % 3, number / 3 % 3, number % 3]
        .enumerated().map { "s\($0): \(["a", "b", "c"][$1])" }.joined(separator: ", ")
      return "    - {when: {\(values)}, then: Result \(number)}\n"
    }.joined()
    let text =
      "specmatrix: 1\nid: BIG\nfeature: Big\ntraits: []\nstates:\n\(states)operations: [go]\nrules:\n  go:\n\(rules)"
    let folded = CommandRun("show", "-", input: text)
    #expect(folded.output.contains(/\? \d of \d+ open/))
    #expect(folded.output.contains("--operation go --full lists them"))
    let full = CommandRun("show", "-", "--full", input: text)
    #expect(!full.output.contains("lists them") && full.output.contains("Result 80"))
    #expect(folded.output.count { $0 == "\n" } < 60)
  }

  @Test(arguments: zip(CommittedSpecs.names, ["BOOST", "COUPON", "PAY", "PROFILE", "POST"]))
  func committedSpecsAreExplained(name: String, id: String) throws {
    let path = CommittedSpecs.path(name)
    let suite = try String(contentsOfFile: "\(CommittedSpecs.output)/\(id).json", encoding: .utf8)
    let ids = suite.matches(of: /\{"case": "([^"]+)"/).map { String($0.output.1) }
    #expect(ids.count >= 5)
    for id in ids.prefix(2) {
      let run = CommandRun("explain", id, path, "--suite-folder", CommittedSpecs.output)
      #expect(run.status == .success, "\(run.errors)")
      #expect(!run.output.contains("has changed"))
    }
    let questions = CommandRun("check", path).output.matches(of: /Q-[0-9A-F]{8}/).map(\.output)
    for question in questions.prefix(2) {
      #expect(CommandRun("explain", String(question), path).status == .success)
    }
  }

  @Test(arguments: zip(CommittedSpecs.names, ["BOOST", "COUPON", "PAY", "PROFILE", "POST"]))
  func ourOwnSuiteIsComplete(name: String, id: String) throws {
    let run = CommandRun("measure", CommittedSpecs.path(name), "\(CommittedSpecs.output)/\(id).csv")
    #expect(run.status == .success, "\(run.output)")
    let endings = [
      "\nNothing is missing at depth relevant.\n", "\n深さrelevantでの不足はありません。\n",
    ]
    #expect(endings.contains(where: run.output.hasSuffix), "\(run.output)")
    #expect(!run.output.contains("not understood") && !run.output.contains("読み取れなかった"))
  }

  @Test func soIsTheWorkbook() throws {
    let folder = try TemporaryFolder()
    let path = CommittedSpecs.path("complete")
    let generated = CommandRun("generate", path, "-o", folder("out"), "--format", "xlsx,json")
    try #require(generated.status == .success)
    for suite in try folder.names(in: "out") where !suite.hasSuffix(".json") {
      let run = CommandRun("measure", path, folder("out/\(suite)"))
      #expect(run.status == .success, "\(run.output)")
      #expect(run.output.hasSuffix("\nNothing is missing at depth relevant.\n"))
      #expect(!run.output.contains("not understood"))
    }
  }

  @Test func thePageOfTheExampleLeadsToItsSnapshots() throws {
    let folder = try TemporaryFolder()
    let run = CommandRun(
      arguments: [
        "code", CommittedSpecs.path("payment-confirmation"), "--output", folder("code"),
        "--suite-folder", CommittedSpecs.output, "--snapshots", "Snapshots/{expected}/{case}.txt",
      ]
    )
    #expect(run.status == .success, "\(run.errors)")
    let page = try folder.read("code/PAY.snapshots.md")
    let links = page.matches(of: /\]\((Snapshots\/[^)]+)\)/).map { String($0.output.1) }
    let example =
      CommittedSpecs.root.appending(path: "Examples/payment-confirmation/Tests").path
      + "/PaymentConfirmationTests"
    let kept = try FileManager.default.subpathsOfDirectory(atPath: "\(example)/Snapshots")
      .filter { $0.hasSuffix(".txt") }.map { "Snapshots/\($0)" }
    #expect(Set(links) == Set(kept) && links.count == kept.count)
  }

  @Test func aSheetOfAWorkbookIsChosen() throws {
    let sheets = CommittedSpecs.root.appending(path: "Tests/RoundTripTests/Fixtures/sheets")
    let sheet = sheets.appending(path: "library-ja.xlsx").path
    #expect(CommandRun("import", sheet, "--sheet-name", "テスト項目").status == .success)
    let other = CommandRun("import", sheet, "--sheet-name", "改訂履歴")
    #expect(other.errors.contains("no sheet of test cases"), "\(other.errors)")
    let none = CommandRun("import", sheet, "--sheet-name", "Tests")
    #expect(none.errors.contains("has no sheet `Tests`: there are 改訂履歴, テスト項目"), "\(none.errors)")
  }

  @Test func aSheetOfAWorkbookIsMeasured() throws {
    let folder = CommittedSpecs.root.appending(path: "Tests/RoundTripTests/Fixtures/sheets")
    let spec = folder.appending(path: "shipping-en.yaml").path
    let sheet = folder.appending(path: "shipping-en.xlsx").path
    let first = CommandRun("measure", spec, sheet, "--no-config")
    #expect(first.output.hasPrefix("44 rows"), "\(first.output)")
    #expect(first.errors.contains("sheets not read: Returns (old); `--sheet-name` reads one"))
    let second = CommandRun("measure", spec, sheet, "--sheet-name", "returns (old)", "--no-config")
    #expect(second.output.hasPrefix("2 rows") && second.errors.isEmpty, "\(second.errors)")
    let none = CommandRun("measure", spec, sheet, "--sheet-name", "Tests", "--no-config")
    #expect(none.errors.contains("there are Decision table, Returns (old)"), "\(none.errors)")
    let csv = folder.appending(path: "rooms-testrail.csv").path
    let plain = CommandRun("measure", spec, csv, "--sheet-name", "Tests", "--no-config")
    #expect(plain.errors.contains("has no sheet `Tests`: a CSV file has none"), "\(plain.errors)")
  }
}
