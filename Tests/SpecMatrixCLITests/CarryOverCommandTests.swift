import Foundation
import Reporting
import Specification
import TestSupport
import Testing
import Text

@testable import SpecMatrixCLI

/// Generating over files with entries by people.
@Suite struct CarryOverCommandTests {
  /// Writes a file with just the row's id and one entry under its heading.
  private func fill(
    _ path: String,
    _ role: ReportColumn.Role,
    of name: ReportTable.Name,
    with text: String
  ) throws {
    let written = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    let ids = name == .cases ? /GAP-[A-Z0-9]+/ : /Q-[0-9A-F]{8}/
    let id = try #require(written.firstMatch(of: ids)).output
    let headings = [ReportColumn.Role.id, role].map { name.column($0, .english).heading }
    let saved = "\(headings.joined(separator: ","))\r\n\(id),\(text)\r\n"
    try Data(saved.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test func resultsStayInTheirRows() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    let options = ["--csv-encoding", "utf-8", "--format", "csv,json"]
    func generate(_ more: String...) -> CommandRun {
      CommandRun(arguments: ["generate", path, "-o", folder("out")] + options + more)
    }
    #expect(generate().status == .success)
    try fill(folder("out/GAP.csv"), .note, of: .cases, with: "seen on a slow line")
    try fill(folder("out/GAP-questions.csv"), .answer, of: .questions, with: "It opens")
    #expect(generate().status == .success)
    #expect(try folder.read("out/GAP.csv").contains("seen on a slow line"))
    #expect(try folder.read("out/GAP-questions.csv").contains("It opens"))
    #expect(try folder.names(in: "out") == ["GAP-questions.csv", "GAP.csv", "GAP.json"])

    let answered = SampleSpecs.gap.replacing("when: {plan: free}, ", with: "")
    try folder.write(answered.replacing("[free, premium]", with: "[basic]"), to: "gap.yaml")
    let run = generate("--fresh")
    #expect(run.status == .success)
    #expect(try folder.read("out/GAP.csv").contains("seen on a slow line"))
    #expect(try folder.read("out/GAP-questions.csv").contains("It opens"))
    for name in ["GAP.csv", "GAP-questions.csv"] {
      #expect(try folder.read("out/" + name).split(separator: "\r\n")[0].hasSuffix(",Gone"))
    }
  }

  /// People's formulas compare `case_states` with `case_results` row by row, even while no case is gone, and in a workbook that lacks the
  /// name.
  @Test(.enabled(if: Python.hasOpenPyXL, "python3 with openpyxl is not installed"))
  func `the names for formulas are there and equally long`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.complete, to: "done.yaml")
    let book = folder("out/DONE.xlsx")
    func names() throws -> String {
      #expect(CommandRun("generate", path, "-o", folder("out")).status == .success)
      return try Python.run(
        """
        import sys, openpyxl
        names = openpyxl.load_workbook(sys.argv[1]).defined_names
        print(*(names["case_" + name].attr_text for name in ("results", "states")))
        """,
        [book]
      ).trimmed
    }
    let first = "'Cases'!$G$4:$G$7 'specmatrix'!$F$4:$F$7"
    #expect(try names() == first)
    try Python.run(
      """
      import sys, openpyxl
      book = openpyxl.load_workbook(sys.argv[1])
      del book.defined_names["case_states"]
      book["Cases"]["G4"] = "NG"
      book.save(sys.argv[1])
      """,
      [book]
    )
    #expect(try names() == first)
    try folder.write(SampleSpecs.complete.replacing("free, premium", with: "free"), to: "done.yaml")
    #expect(try names() == "'Cases'!$G$4:$G$7 'Cases'!$W$4:$W$7")
  }

  /// The suite keeps the greatest depth or strength requested: a run that requests less changes no byte.
  @Test(arguments: [["--depth", "review", "all"], ["--strength", "1", "3"]])
  func whatIsEnteredStaysAtALowerDepth(extent: [String]) throws {
    let folder = try TemporaryFolder()
    let text = SampleSpecs.complete.replacing(
      "{plan: [free, premium]}",
      with: "{a: [x, y, z], b: [x, y, z], c: [x, y, z]}"
    ).replacing("{plan: valid}", with: "{a: valid, b: valid, c: valid}")
    let path = try folder.write(text, to: "done.yaml")
    func generate(_ value: String) -> CommandRun {
      CommandRun(
        arguments: [
          "generate", path, "-o", folder("out"), "--csv-encoding", "utf-8", extent[0], value,
        ]
      )
    }
    let first = generate(extent[2])
    try #require(first.status == .success, "\(first.errors)")
    // Every row gets a note in the seventh of the eight empty cells for testers.
    let lines = try folder.read("out/DONE.csv").split(separator: "\r\n")
    try #require(
      lines[0].contains(",Result,By,On,Device/build,Defect,Evidence,Note,Check again,")
    )
    let empty = String(repeating: ",", count: 9)
    let noted = try lines.enumerated().map { number, line in
      guard number > 0 else { return String(line) }
      let cells = try #require(line.firstRange(of: empty))
      return line.replacingCharacters(in: cells, with: ",,,,,,,note \(number),,")
    }
    try folder.write(noted.joined(separator: "\r\n") + "\r\n", to: "out/DONE.csv")
    let before = try folder.read("out/DONE.csv")
    let less = generate(extent[1])
    #expect(less.status == .success && less.errors.isEmpty, "\(less.errors)")
    #expect(!less.output.contains(" retired"))
    #expect(try folder.read("out/DONE.csv") == before)
    #expect(try !folder.names(in: "out").contains("DONE-set-aside.csv"))
  }
}
