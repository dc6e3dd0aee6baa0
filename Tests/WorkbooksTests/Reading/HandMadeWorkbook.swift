import Foundation
import Reporting
import Workbooks

struct HandMadeWorkbook {
  /// The contents of each sheet's element.
  var sheets: [String]
  /// The contents of the shared strings' element.
  var strings: String?
  /// Number formats: the cells' style 1 has the first, 2 the second.
  var formats: [String] = []
  /// Built-in formats by number, in the styles after those.
  var builtIn: [Int] = []
  /// The XML before the list of sheets.
  var properties = ""
  var namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  var relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  init(_ sheets: String...) {
    self.sheets = sheets
  }

  /// Creates a workbook of one sheet with these rows.
  init(rows: String) {
    sheets = ["<sheetData>\(rows)</sheetData>"]
  }

  /// Creates a workbook of one row with these cells.
  init(cells: String) {
    self.init(rows: "<row>\(cells)</row>")
  }

  var archive: HandMadeArchive {
    var archive = HandMadeArchive()
    let package = "http://schemas.openxmlformats.org/package/2006/relationships"
    func relation(_ id: String, _ kind: String, _ target: String) -> String {
      "<Relationship Id=\"\(id)\" Type=\"\(relations)/\(kind)\" Target=\"\(target)\"/>"
    }
    archive.add(
      "_rels/.rels",
      "<Relationships xmlns=\"\(package)\">"
        + relation("d", "officeDocument", "/xl/workbook.xml") + "</Relationships>"
    )
    let list = sheets.indices.map {
      "<sheet name=\"Sheet\($0 + 1)\" sheetId=\"\($0 + 1)\" r:id=\"r\($0)\"/>"
    }
    archive.add(
      "xl/workbook.xml",
      "<workbook xmlns=\"\(namespace)\" xmlns:r=\"\(relations)\">\(properties)<sheets>"
        + list.joined() + "</sheets></workbook>"
    )
    var parts = sheets.indices.map { relation("r\($0)", "worksheet", "worksheets/\($0).xml") }
    for (number, sheet) in sheets.enumerated() {
      archive.add(
        "xl/worksheets/\(number).xml",
        "<worksheet xmlns=\"\(namespace)\">\(sheet)</worksheet>"
      )
    }
    if let strings {
      parts.append(relation("t", "sharedStrings", "../xl/./sharedStrings.xml"))
      archive.add("xl/sharedStrings.xml", "<sst xmlns=\"\(namespace)\">\(strings)</sst>")
    }
    if !formats.isEmpty || !builtIn.isEmpty {
      parts.append(relation("s", "styles", "styles.xml"))
      archive.add("xl/styles.xml", styles)
    }
    archive.add(
      "xl/_rels/workbook.xml.rels",
      "<Relationships xmlns=\"\(package)\">\(parts.joined())</Relationships>"
    )
    return archive
  }

  private var styles: String {
    let codes = formats.enumerated().map { number, code in
      "<numFmt numFmtId=\"\(164 + number)\" formatCode=\"\(Self.escaped(code))\"/>"
    }
    let styles = ([0] + formats.indices.map { 164 + $0 } + builtIn).map {
      "<xf numFmtId=\"\($0)\"/>"
    }
    return """
      <styleSheet xmlns="\(namespace)"><numFmts>\(codes.joined())</numFmts>\
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>\(styles.joined())</cellXfs></styleSheet>
      """
  }

  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
  }

  func read(limits: ReadingLimits = .standard) throws -> SavedWorkbook {
    try Self.read(archive.bytes, limits: limits)
  }

  func firstRow() throws -> [SavedCell] { try read().tables.first?.rows.first ?? [] }

  static func read(
    _ bytes: [UInt8],
    limits: ReadingLimits = .standard
  ) throws -> SavedWorkbook {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.url.appendingPathComponent("book.xlsx"))
    return try readWorkbook(at: folder.path("book.xlsx"), limits: limits)
  }
}
