import Foundation
import TestSupport
import Testing
import Workbooks

@testable import SpecMatrixCLI

@Suite struct GenerateCommandTests {
  @Test func `the workbook of QualityForward is a sheet`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    _ = CommandRun("generate", path, "-o", folder("out"), "--profile", "qualityforward")
    let sheet = try SavedWorkbook(path: folder("out/GAP.qualityforward.xlsx")).tables
    #expect(sheet.map(\.name) == ["GAP"])
    #expect(sheet[0].rows[1].map(\.words).prefix(2) == ["A", "GAP-6T7 Submit"])
  }

  /// A workbook comes by mail, and its hidden sheet names a spec.
  @Test func `a workbook chooses no spec far away`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "gap.yaml")
    _ = CommandRun("generate", path, "-o", folder("out"))
    let elsewhere = try TemporaryFolder()
    try FileManager.default.moveItem(atPath: folder("out"), toPath: elsewhere("out"))
    let run = CommandRun("answer", elsewhere("out/GAP.xlsx"))
    #expect(run.status == .invalid)
    #expect(!run.errors.contains("already applied") && !run.errors.contains("no answers"))
    let named = CommandRun("answer", elsewhere("out/GAP.xlsx"), "--spec", path)
    #expect(named.errors.contains("it contains no answers"))
  }

  @Test(arguments: [[64], [2, 64, 300, 64, 2]])
  func aQuestionMayHaveMoreChoicesThanADropDownHolds(counts: [Int]) throws {
    let folder = try TemporaryFolder()
    for count in counts {
      let rules = (1...count).map { "    - {id: r\($0), then: Message \($0) of this screen}\n" }
      let text = SampleSpecs.complete.replacing(
        "  submit: {id: sent, when: {plan: valid}, then: The form is sent}\n",
        with: "  submit:\n" + rules.joined()
      )
      let path = try folder.write(text, to: "done.yaml")
      let run = CommandRun("generate", path, "-o", folder("out"))
      #expect(run.status == .success, "\(count) rules: \(run.errors)")
      let lists = try Python.run(Self.drawnLists, [folder("out/DONE.xlsx")])
      #expect(lists.contains("Message 1 of this screen") == (count == 2))
      if Python.hasOpenPyXL {
        let open = "import sys, openpyxl; openpyxl.load_workbook(sys.argv[1])"
        #expect(try Python.run(open, [folder("out/DONE.xlsx")]) == "")
      }
    }
  }

  /// A script that prints the drop-down lists of a workbook, and fails if one exceeds the limit of spreadsheets.
  private static let drawnLists = """
    import sys, re, zipfile
    book = zipfile.ZipFile(sys.argv[1])
    for name in book.namelist():
      for text in re.findall("<formula1>(.*?)</formula1>", book.read(name).decode("utf-8", "replace")):
        assert len(text) <= 257, text
        print(text)
    """
}
