import Foundation
import Testing
import Workbooks

@testable import SpecMatrixCLI

/// Unbounded ranges of numbers, dates and lengths in all outputs.
@Suite struct UnboundedNumberTests {
  /// A range and two numbers inside it.
  private static let lines = [
    ("range: 1..4", "2", "3"), ("range: 3..9 photos", "5", "7"), ("range: 0..20000 EUR", "5", "7"),
    ("range: 1..", "2", "3"), ("range: ..0", "-5", "-2"), ("range: ..5", "0", "2"),
    ("range: -5..5", "-1", "1"), ("date: 2027-01-01..2027-12-31", "2027-03-01", "2027-06-01"),
    ("date: 2027-01-01..", "2027-03-01", "2027-06-01"),
    ("date: ..2027-12-31", "2027-03-01", "2027-06-01"), ("length: 1..140", "2", "3"),
    ("length: 0..5", "2", "3"), ("length: 2..", "3", "5"), ("length: ..9", "2", "3"),
    ("length: 1..8, kinds: [emoji]", "2", "3"),
  ]

  /// The conditions of the rules, with `<` and `>` for the two numbers.
  private static let conditions = [
    ["valid", "invalid"], ["any"], ["valid"], ["invalid"], ["<.."], ["..<", "invalid"], ["<..>"],
  ]

  /// Returns a spec with a factor and an operation for each range, and the same result under each condition.
  private func spec(
    _ language: String,
    isOptional: Bool,
    _ conditions: (_ line: Int) -> [String]
  ) -> String {
    var (data, operations, rules, variants) = ("", "", "", "")
    for (number, (line, low, high)) in Self.lines.enumerated() {
      let onlyWhen = isOptional ? ", only_when: {login: member}" : ""
      data += "  f\(number): {\(line)\(onlyWhen)}\n"
      operations += "  o\(number): Press \(number)\n"
      operations += "  v\(number): {label: Enter \(number), \(line)}\n"
      rules += "  o\(number):\n"
      for condition in conditions(number) {
        let condition = condition.replacing("<", with: low).replacing(">", with: high)
        rules += "    - {when: {f\(number): \(condition)}, then: The report is shown}\n"
        variants += "  v\(number)/\(condition): The report is shown\n"
      }
    }
    return """
      specmatrix: 1
      id: LINES
      feature: Lines
      language: \(language)
      traits: []
      states: {login: [guest, member]}
      data:
      \(data)operations:
      \(operations)rules:
      \(rules)\(variants)
      """
  }

  /// The internal bounds of the program's ranges.
  private static let ends = [
    String(String(Int.max).prefix(15)), "2000000000000", "9999-12-31", "0000-01-01", "10000-01-01",
  ].map { Data($0.utf8) }

  private func expectNoEnds(_ text: String, _ what: String) {
    // Texts of a megabyte: compared by bytes, since comparing characters takes a minute.
    let bytes = Data(text.utf8)
    for end in Self.ends where bytes.range(of: end) != nil {
      Issue.record("\(what) holds \(String(decoding: end, as: UTF8.self))")
    }
  }

  private func expectNoEnds(inTheOutputOf arguments: [String]) {
    let run = CommandRun(arguments: arguments)
    #expect(run.status <= .findings, "\(arguments): \(run.errors)")
    expectNoEnds(run.output + run.errors, arguments.joined(separator: " "))
  }

  /// Across three specs, each condition meets ranges open above, below and on neither side, of numbers, dates and lengths.
  @Test(arguments: [("en", 0), ("en", 1), ("en", 2), ("ja", 0)])
  func `a side without an end is put into words`(language: String, turn: Int) throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(spec(language, isOptional: false) { _ in ["any"] }, to: "old.yaml")
    let path = try folder.write(
      spec(language, isOptional: true) { Self.conditions[(4 * $0 + 2 * turn) % 7] },
      to: "new.yaml"
    )
    let suites = ["--suite-folder", folder("out")]
    var runs = [
      ["measure", path, folder("out/LINES.csv")], ["diff", old, path],
      ["review", path, "--format", "json"] + suites,
      ["check", path, "--all", "--output", "json:\(folder("checked.json"))"] + suites
        + ["--output", "sarif:\(folder("checked.sarif"))"],
    ]
    expectNoEnds(
      inTheOutputOf: [
        "generate", path, "-o", folder("out"), "--format", "xlsx,csv,json,md", "--effort", "quick",
        "--profile",
        "testrail,xray,azure,qase,zephyr-scale,qualityforward,testomat-markdown,jira,github",
      ]
    )
    for id in try folder.caseIDs("out/LINES.json").prefix(1) {
      runs.append(["explain", id, path] + suites)
    }
    for format in ["text", "json"] {
      runs.append(["show", path, "--full", "--format", format] + suites)
    }
    for code in ["swift", "gherkin"] {
      runs.append(["code", path, "--language", code, "--output", folder("code")] + suites)
    }
    for arguments in runs { expectNoEnds(inTheOutputOf: arguments) }
    for name in ["checked.json", "checked.sarif"] { expectNoEnds(try folder.read(name), name) }
    for place in ["out", "code"] {
      for name in try folder.names(in: place) where !name.hasSuffix(".xlsx") {
        expectNoEnds(try folder.read("\(place)/\(name)"), name)
      }
    }
    for table in try SavedWorkbook(path: folder("out/LINES.xlsx")).tables {
      expectNoEnds(table.rows.joined().map(\.plainText).joined(separator: "\n"), table.name)
    }
  }

  @Test(arguments: [
    ("en", ["valid", "invalid"], ["any day ", "any number ", "any length "]),
    ("ja", ["valid", "invalid"], ["任意の日 ", "任意の数 ", "任意の文字数 "]), ("en", ["valid"], [" 0 or less "]),
    ("ja", ["valid"], [" 0以下 "]),
  ])
  func `what has no end has a name`(
    language: String,
    conditions: [String],
    names: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let text = spec(language, isOptional: true) { _ in conditions }
    let path = try folder.write(text, to: "lines.yaml")
    let shown = CommandRun("show", path).output
    for name in names { #expect(shown.contains(name)) }
  }
}
