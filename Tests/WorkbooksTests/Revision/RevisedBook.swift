import Foundation
import TestSupport
import Testing

@testable import Workbooks

/// A small workbook of two sheets, saved, edited by people, and revised.
struct RevisedBook {
  /// A row of cases: id, title, result, note.
  struct Case {
    var id: String
    var title: String
    var result = ""
    var note = ""
  }

  static let three = [
    Case(id: "1", title: "one"), Case(id: "2", title: "two"), Case(id: "3", title: "three"),
  ]

  let folder: TemporaryFolder

  init(_ cases: [Case] = three, extraColumns: [String] = []) throws {
    folder = try TemporaryFolder()
    try write(cases, extraColumns: extraColumns)
  }

  var path: String { folder.path("book.xlsx") }
  var revised: String { folder.path("revised.xlsx") }

  /// Returns a plan in which *Summary* counts the results of *Cases*, whose first row is the heading; *specmatrix* is hidden.
  static func plan(_ cases: [Case], extraColumns: [String] = []) -> WorkbookPlan {
    plan(rows: cases, headings: ["Case", "Title", "Result", "Note"] + extraColumns)
  }

  /// Returns the same plan with other positions; `nil` for rows and columns by people.
  private static func plan(
    rows: [Case?],
    headings: [String?],
    headingRow: Int = 0,
    name: String = "Cases"
  ) -> WorkbookPlan {
    func cells(_ cell: (String) -> CellPlan) -> [CellPlan] {
      headings.map { $0.map(cell) ?? CellPlan(.kept, style: .plain) }
    }
    let first = headingRow + 1
    let last = max(headingRow + rows.count, first)
    func column(_ heading: String) -> Int { headings.firstIndex(of: heading) ?? 0 }
    let results = CellRange(column: column("Result"), rows: first...last)
    let firstID = rows.compactMap { $0?.id }.min()
    let letters = CellPosition.letters(ofColumn: column("Result"))
    let planned =
      Array(repeating: RowPlan(), count: headingRow)
      + [RowPlan(height: 30, cells: cells { CellPlan(.text($0), style: .heading) })]
      + rows.map { item in
        guard let item else { return RowPlan() }
        return RowPlan(
          height: 20,
          cells: cells { heading in
            switch heading {
            case "Case": CellPlan(.text(item.id), style: .text)
            case "Title": CellPlan(.text(item.title), style: .text)
            case "Result":
              CellPlan(item.result.isEmpty ? .blank : .text(item.result), style: .people)
            case "Note": CellPlan(item.note.isEmpty ? .blank : .text(item.note), style: .people)
            default: CellPlan(.text("\(heading) of \(item.id)"), style: .text)
            }
          }
        )
      }
    var cases = SheetPlan(
      name: name,
      columns: headings.map { _ in ColumnPlan(width: 20) },
      rows: planned,
      page: PagePlan(repeatedRows: headingRow...headingRow, footer: "")
    )
    cases.freeze = CellPosition(row: first, column: 1)
    cases.filter = CellRange(
      rows: headingRow...headingRow + rows.count,
      columns: 0...(headings.lastIndex { $0 != nil } ?? 0)
    )
    cases.validations = [
      ValidationPlan(range: results, choices: ["OK", "NG"], promptTitle: "Result", prompt: "p")
    ]
    cases.conditionalFormats = [
      ConditionalFormatPlan(range: results, .formula("$\(letters)\(first + 1)=\"NG\"", .bad))
    ]
    cases.digitsAsText = CellRange(rows: first...last, columns: 0...3)
    let summary = SheetPlan(
      name: "Summary",
      columns: [ColumnPlan(width: 30), ColumnPlan(width: 30)],
      rows: [
        RowPlan(
          cells: [
            CellPlan(.text("NG"), style: .label),
            CellPlan(
              .formula(
                "COUNTIF(\(results.absolute(in: name)),\"NG\")",
                value: .number(Double(rows.count { $0?.result == "NG" }))
              ),
              style: .count
            ),
          ]
        ),
        RowPlan(
          cells: [
            CellPlan(.text("First"), style: .label),
            CellPlan(
              .text("Go"),
              style: .link,
              link: .cell(
                CellPosition(
                  row: first + (rows.firstIndex { $0?.id == firstID } ?? 0),
                  column: 0
                ),
                sheet: name
              )
            ),
          ]
        ),
      ],
      page: PagePlan(repeatedRows: nil, footer: "")
    )
    return WorkbookPlan(
      properties: WorkbookProperties(
        title: "t",
        subject: "s",
        comments: "c",
        created: 1_000_000_000
      ),
      font: "Arial",
      sheets: [
        summary, cases,
        SheetPlan(
          name: "specmatrix",
          isHidden: true,
          columns: [ColumnPlan(width: 10)],
          rows: [RowPlan(cells: [CellPlan(.text("version"), style: .plain)])],
          page: PagePlan(repeatedRows: nil, footer: "")
        ),
      ],
      definedNames: [DefinedNamePlan(name: "case_results", sheet: name, range: results)]
    )
  }

  func write(_ cases: [Case], extraColumns: [String] = []) throws {
    try writeWorkbook(Self.plan(cases, extraColumns: extraColumns), to: path)
  }

  /// Edits the saved file with openpyxl; `book` is the workbook.
  func edit(_ script: String) throws {
    try Python.run(
      "import sys, openpyxl\nbook = openpyxl.load_workbook(sys.argv[1])\n\(script)\nbook.save(sys.argv[1])",
      [path]
    )
  }

  /// Returns the plan of some cases in the layout of the saved file: rows are found by id, columns by heading.
  func laid(
    _ cases: [Case],
    extraColumns: [String] = [],
    name: String = "Cases"
  ) throws -> WorkbookPlan {
    let wanted = ["Case", "Title", "Result", "Note"] + extraColumns
    let saved = try #require(try readWorkbook(at: path).tables.first { $0.name == name })
    let headingRow = try #require(
      saved.rows.firstIndex { $0.contains { $0.plainText == "Case" } }
    )
    let width = saved.rows.map(\.count).max() ?? 0
    var headings = (0..<width).map { column -> String? in
      let heading = saved[row: headingRow, column: column].plainText
      return wanted.contains(heading) ? heading : nil
    }
    headings += wanted.filter { !headings.contains($0) }
    let id = try #require(headings.firstIndex(of: "Case"))
    var rows = saved.rows.dropFirst(headingRow + 1).map { row in
      cases.first { row.indices.contains(id) && row[id].plainText == $0.id }
    }
    rows += cases.filter { item in !rows.contains { $0?.id == item.id } }
    var plan = Self.plan(rows: rows, headings: headings, headingRow: headingRow, name: name)
    for number in plan.sheets.indices { plan.sheets[number].overlay = SheetOverlay() }
    plan.sheets[1].overlay?.newColumns = Set(width..<max(headings.count, width))
    return plan
  }

  /// Revises the saved file for other cases and returns what is lost.
  @discardableResult
  func revise(
    _ cases: [Case],
    extraColumns: [String] = [],
    name: String = "Cases"
  ) throws -> [String] {
    try revise(try laid(cases, extraColumns: extraColumns, name: name))
  }

  @discardableResult
  func revise(_ plan: WorkbookPlan) throws -> [String] {
    try reviseWorkbook(path, by: plan, to: revised)
  }

  /// Runs a Python script with the revised workbook as `book` and returns its output.
  func inspect(_ script: String) throws -> String {
    try Python.run(
      "import sys, openpyxl\nbook = openpyxl.load_workbook(sys.argv[1])\n\(script)",
      [revised]
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Changes the text of a part of the saved file.
  func editPart(_ name: String, _ body: (String) -> String) throws {
    let new = folder.path("part")
    try Data(body(try Self.part(name, of: path)).utf8).write(to: URL(fileURLWithPath: new))
    try Python.run(
      """
      import sys, zipfile, shutil
      path, name, new = sys.argv[1:4]
      with zipfile.ZipFile(path) as old, zipfile.ZipFile(path + '.new', 'w') as out:
        for item in old.namelist():
          out.writestr(item, open(new, 'rb').read() if item == name else old.read(item))
      shutil.move(path + '.new', path)
      """,
      [path, name, new]
    )
  }

  /// Makes the revised workbook the saved one.
  func accept() throws {
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: revised, toPath: path)
  }

  static func part(_ name: String, of path: String) throws -> String {
    var archive = try ZipArchive(path: path, limits: .standard)
    return String(decoding: try archive.bytes(of: name), as: UTF8.self)
  }
}
