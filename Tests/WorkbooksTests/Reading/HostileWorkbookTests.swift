import Foundation
import Reporting
import TestSupport
import Testing

@testable import Workbooks

/// Files that are not workbooks, truncated, or malicious: refused with advice, within counted limits.
@Suite struct HostileWorkbookTests {
  private static let sheet = "xl/worksheets/0.xml"

  /// Returns the reason why the bytes are refused.
  private func problem(
    _ bytes: [UInt8],
    _ limits: ReadingLimits = .standard
  ) throws -> WorkbookProblem {
    try #require(throws: WorkbookProblem.self) {
      try HandMadeWorkbook.read(bytes, limits: limits)
    }
  }

  private func problem(
    _ book: HandMadeWorkbook,
    _ limits: ReadingLimits = .standard
  ) throws -> WorkbookProblem {
    try problem(book.archive.bytes, limits)
  }

  @Test func filesOfOtherFormats() throws {
    let container: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    let padding = [UInt8](repeating: 0, count: 600)
    let name: [UInt8] = "EncryptedPackage".utf8.flatMap { byte -> [UInt8] in [byte, 0] }
    #expect(try problem(container + padding) == .otherFormat(.xls))
    #expect(try problem(container + padding + name) == .otherFormat(.encrypted))
    #expect(try problem([]) == .notAWorkbook)
    #expect(try problem(Array("id,result\r\n".utf8)) == .notAWorkbook)
    #expect(try problem(HandMadeArchive().bytes) == .notAWorkbook)
    func archive(_ names: String...) -> [UInt8] {
      var archive = HandMadeArchive()
      for name in names { archive.add(name, "<a/>") }
      return archive.bytes
    }
    #expect(
      try problem(archive("mimetype", "content.xml", "META-INF/manifest.xml"))
        == .otherFormat(.openDocument)
    )
    #expect(try problem(archive("xl/workbook.bin")) == .otherFormat(.xlsb))
    #expect(try problem(archive("word/document.xml")) == .notAWorkbook)
  }

  @Test func messagesSayWhatToDo() throws {
    #expect(
      "\(WorkbookProblem.otherFormat(.xls))"
        == "it is a workbook of Excel 97–2003 (.xls); save it as an Excel workbook (.xlsx)"
    )
    let missing = try #require(throws: WorkbookProblem.self) {
      try readWorkbook(at: "/nowhere/a.xlsx")
    }
    #expect("\(missing)" == "No such file or directory")
    let folder = try TemporaryFolder()
    #expect(throws: WorkbookProblem.unreadable("it is a folder")) {
      try readWorkbook(at: folder.url.path)
    }
    #expect(throws: WorkbookProblem.notRegular) { try readWorkbook(at: "/dev/null") }
  }

  @Test func everyCutIsNoticed() throws {
    var book = HandMadeWorkbook(cells: "<c t=\"s\"><v>0</v></c>")
    book.strings = "<si><t>text</t></si>"
    let bytes = book.archive.bytes
    let whole = try book.read()
    // The last three bytes are redundant.
    for length in Array(stride(from: 4, to: bytes.count - 40, by: 43))
      + (bytes.count - 40..<bytes.count - 3)
    {
      #expect(throws: WorkbookProblem.self, "cut at \(length)") {
        try HandMadeWorkbook.read(Array(bytes[..<length]))
      }
    }
    for length in bytes.count - 3..<bytes.count {
      #expect(try HandMadeWorkbook.read(Array(bytes[..<length])) == whole)
    }
    #expect(try problem(Array(bytes.dropLast(30))) == .cutOff)
  }

  @Test func entriesThatLie() throws {
    let book = HandMadeWorkbook(cells: "<c><v>1</v></c>")
    func change(_ change: (inout HandMadeArchive.Entry) -> Void) throws -> WorkbookProblem {
      var archive = book.archive
      for index in archive.entries.indices where archive.entries[index].name == Self.sheet {
        change(&archive.entries[index])
      }
      return try problem(archive.bytes)
    }
    let wrong = WorkbookProblem.damaged(
      part: Self.sheet,
      reason: "its checksum or length is wrong"
    )
    #expect(try change { $0.claimedChecksum = 1 } == wrong)
    #expect(try change { $0.flags = 1 } == .otherFormat(.encrypted))
    #expect(try change { $0.claimedBytes = 1 << 30 } == .tooLarge("48 MB unpacked"))
    if case .damaged(Self.sheet, _) = try change({ $0.method = 12 }) {} else { Issue.record() }
    _ = try change { $0.claimedBytes = 10 }
    _ = try change { $0.method = 8 }
  }

  @Test func partsTwiceOrNotThere() throws {
    let book = HandMadeWorkbook(cells: "<c><v>1</v></c>")
    var archive = book.archive
    archive.add("XL/Workbook.xml", "<workbook/>")
    #expect(
      try problem(archive.bytes)
        == .damaged(part: "XL/Workbook.xml", reason: "the archive has it twice")
    )
    archive = book.archive
    archive.entries.removeAll { $0.name == Self.sheet }
    #expect(
      try problem(archive.bytes) == .damaged(part: Self.sheet, reason: "the part is missing")
    )
    archive = book.archive
    archive.entries.removeAll { $0.name == "xl/_rels/workbook.xml.rels" }
    #expect(
      try problem(archive.bytes)
        == .damaged(part: "xl/workbook.xml", reason: "it names the sheet 'Sheet1' without its part")
    )
  }

  @Test func waysOutOfTheArchiveEndAtItsRoot() throws {
    var archive = HandMadeWorkbook(cells: "<c><v>1</v></c>").archive
    archive.add("../../evil", "")
    archive.add("/etc/evil", "")
    archive["_rels/.rels"]?.bytes = Array(
      """
      <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
      <Relationship Id="e" Type="x/officeDocument" Target="http://e" TargetMode="External"/>\
      <Relationship Id="d" Type="x/officeDocument" Target="../../../xl/workbook.xml"/></Relationships>
      """.utf8
    )
    #expect(try HandMadeWorkbook.read(archive.bytes).tables[0].rows == [[.number(1)]])
  }

  @Test(arguments: [
    "A99999999999", "ZZZZZZ1", "A-1", "A0", "1A", "", "A", "1", "XFE1", "A1048577", "あ1", "A1:B2",
  ])
  func cellsThatNoSheetHas(written: String) throws {
    let book = HandMadeWorkbook(cells: "<c r=\"\(written)\"><v>1</v></c>")
    #expect(
      try problem(book)
        == .damaged(part: Self.sheet, reason: "'\(written)' is not a cell of a sheet")
    )
  }

  @Test(arguments: ["0", "-1", "1048577", "99999999999999999999", "x"])
  func rowsThatNoSheetHas(written: String) throws {
    #expect(
      try problem(HandMadeWorkbook(rows: "<row r=\"\(written)\"/>"))
        == .damaged(part: Self.sheet, reason: "'\(written)' is not a row of a sheet")
    )
  }

  @Test(arguments: ["5", "-1", "1.0", "x", "99999999999999999999"])
  func textsThatAreNotThere(number: String) throws {
    var book = HandMadeWorkbook(cells: "<c t=\"s\"><v>\(number)</v></c>")
    book.strings = "<si><t>a</t></si>"
    #expect(
      try problem(book)
        == .damaged(part: Self.sheet, reason: "cell A1 wants a text that is not there")
    )
  }

  @Test func theLastCellOfASheetTakesItsRowsOnly() throws {
    let book = HandMadeWorkbook(cells: "<c r=\"XFD1048576\"><v>1</v></c>")
    let rows = try book.read().tables[0].rows
    #expect(rows.count == 1_048_576 && rows[1_048_575].count == 16_384)
    let areEmpty = rows.dropLast().allSatisfy { $0.isEmpty }
    #expect(areEmpty)
  }

  @Test func brokenXMLIsNamedWithPartAndLine() throws {
    #expect(
      try problem(HandMadeWorkbook("<sheetData>\n<row>\n</sheetData>"))
        == .malformed(part: Self.sheet, line: 3, reason: "mismatched tag")
    )
    #expect(
      try problem(HandMadeWorkbook(cells: "<c><v>&undefined;</v></c>"))
        == .malformed(part: Self.sheet, line: 1, reason: "undefined entity")
    )
  }

  @Test(arguments: [
    "<!DOCTYPE x [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;\">]>",
    "<!DOCTYPE x SYSTEM \"file:///etc/passwd\">",
    "<!DOCTYPE x>", "<!DOCTYPE x [<!ENTITY % p SYSTEM \"http://localhost/\">%p;]>",
  ])
  func documentTypesAreRefused(declaration: String) throws {
    var archive = HandMadeWorkbook(cells: "<c t=\"str\"><v>1</v></c>").archive
    archive[Self.sheet]?.bytes.insert(contentsOf: Array(declaration.utf8), at: 0)
    #expect(
      try problem(archive.bytes)
        == .forbidden(part: Self.sheet, what: "a document type declaration (DOCTYPE)")
    )
  }

  @Test func limitsAreCounted() throws {
    func limits(_ change: (inout ReadingLimits) -> Void) -> ReadingLimits {
      var limits = ReadingLimits.standard
      change(&limits)
      return limits
    }
    let text = String(repeating: "x", count: 2_000_000)
    let inline = HandMadeWorkbook(cells: "<c t=\"inlineStr\"><is><t>\(text)</t></is></c>")
    #expect(try problem(inline) == .tooLarge("1024 KB in one text"))
    #expect(
      try problem(HandMadeWorkbook(cells: "<c><v>\(text)</v></c>"))
        == .tooLarge("1024 KB in one cell")
    )
    #expect(try problem(inline, limits { $0.bytes = 1 << 20 }) == .tooLarge("1 MB unpacked"))
    #expect(try problem(inline, limits { $0.fileBytes = 1 << 20 }) == .tooLarge("1 MB"))
    #expect(
      try problem(HandMadeWorkbook(cells: "<c a=\"\(text)\"/>"))
        == .forbidden(part: Self.sheet, what: "a tag of more than 256 KB")
    )
    #expect(
      try problem(HandMadeWorkbook(String(repeating: "<a>", count: 200)))
        == .forbidden(part: Self.sheet, what: "more than 100 elements in one another")
    )
    let cells = HandMadeWorkbook(rows: "<row r=\"8\"><c><v>1</v></c><c r=\"C8\"><v>1</v></c></row>")
    #expect(try cells.read(limits: limits { $0.cells = 11 }).tables[0].rows.count == 8)
    #expect(
      try problem(cells, limits { $0.cells = 10 }) == .tooLarge("10 rows and cells")
    )
    let sheets = HandMadeWorkbook("<sheetData/>", "<sheetData/>")
    #expect(try problem(sheets, limits { $0.sheets = 1 }) == .tooLarge("1 sheets"))
    #expect(try problem(sheets, limits { $0.entries = 4 }) == .tooLarge("4 parts"))
  }

  @Test func sharedFormulasCannotMultiply() throws {
    let long = String(repeating: "+A1", count: 5_000)
    let repeated = String(repeating: "<c><f t=\"shared\" si=\"0\"/></c>", count: 50)
    let book = HandMadeWorkbook(cells: "<c><f t=\"shared\" si=\"0\">\(long)</f></c>" + repeated)
    var limits = ReadingLimits.standard
    limits.formulaBytes = 1 << 19
    #expect(try problem(book, limits) == .tooLarge("512 KB of shared formulas"))
  }
}
