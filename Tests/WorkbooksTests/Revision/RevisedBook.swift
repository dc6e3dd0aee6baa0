import Foundation
import TestSupport

@testable import Workbooks

/// A small workbook of two sheets, saved, worked on by people, and revised.
struct RevisedBook {
  /// A row of cases: id, title, result, note.
  struct Case {
    var id: String
    var title: String
    var result = ""
    var note = ""
  }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.path("book.xlsx") }
  var revised: String { folder.path("revised.xlsx") }

  /// *Summary* counts the results of *Cases*, whose first row is the heading; *specmatrix* is hidden.
  static func plan(_ cases: [Case], extraColumns: [String] = []) -> WorkbookPlan {
    let last = cases.count
    let headings = ["Case", "Title", "Result", "Note"] + extraColumns
    let body = CellRange(column: 2, rows: 1...max(last, 1))
    let rows =
      [RowPlan(height: 30, cells: headings.map { CellPlan(.text($0), style: .heading) })]
      + cases.map { item in
        RowPlan(
          height: 20,
          cells: [
            CellPlan(.text(item.id), style: .text), CellPlan(.text(item.title), style: .text),
            CellPlan(item.result.isEmpty ? .blank : .text(item.result), style: .people),
            CellPlan(item.note.isEmpty ? .blank : .text(item.note), style: .people),
          ] + extraColumns.map { CellPlan(.text("\($0) of \(item.id)"), style: .text) }
        )
      }
    let cases = SheetPlan(
      name: "Cases",
      columns: headings.map { _ in ColumnPlan(width: 20) },
      rows: rows,
      freeze: CellPosition(row: 1, column: 1),
      filter: CellRange(
        first: CellPosition(row: 0, column: 0),
        last: CellPosition(row: last, column: headings.count - 1)
      ),
      validations: [
        ValidationPlan(range: body, choices: ["OK", "NG"], promptTitle: "Result", prompt: "p")
      ],
      conditionalFormats: [ConditionalFormatPlan(range: body, formula: "$C2=\"NG\"", tone: .bad)],
      digitsAsText: CellRange(
        first: CellPosition(row: 1, column: 0),
        last: CellPosition(row: max(last, 1), column: 3)
      ),
      page: PagePlan(repeatedRows: 0...0, footer: "")
    )
    let summary = SheetPlan(
      name: "Summary",
      columns: [ColumnPlan(width: 30), ColumnPlan(width: 30)],
      rows: [
        RowPlan(
          cells: [
            CellPlan(.text("NG"), style: .label),
            CellPlan(
              .formula(
                "COUNTIF(\(body.absolute(in: "Cases")),\"NG\")",
                value: Double(rows.count { $0.cells[2].content == .text("NG") })
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
              link: .cell(CellPosition(row: 1, column: 0), sheet: "Cases")
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
      definedNames: [DefinedNamePlan(name: "case_results", sheet: "Cases", range: body)]
    )
  }

  /// Writes a new workbook.
  func write(_ cases: [Case], extraColumns: [String] = []) throws {
    try writeWorkbook(Self.plan(cases, extraColumns: extraColumns), to: path)
  }

  /// What people do to the saved file, with openpyxl: `book` is the workbook.
  func edit(_ script: String) throws {
    try Python.run(
      "import sys, openpyxl\nbook = openpyxl.load_workbook(sys.argv[1])\n\(script)\nbook.save(sys.argv[1])",
      [path]
    )
  }

  /// The alignment of a sheet whose rows are found by their first cell and whose columns by their headings.
  func alignment(
    of sheet: SheetPlan,
    in saved: SavedWorkbook,
    name: String? = nil,
    removing: Set<String> = []
  ) throws -> SheetAlignment? {
    guard let table = saved.tables.first(where: { $0.name == name ?? sheet.name }) else {
      return nil
    }
    func text(_ row: Int, _ column: Int) -> String { table[row: row, column: column].plainText }
    let wanted = sheet.rows.first?.cells.map(\.content) ?? []
    let heading =
      table.rows.indices.first { row in
        table.rows[row].contains { CellPlan.Content.text($0.plainText) == wanted.first }
      } ?? 0
    let columns = wanted.map { content in
      (0..<30).first { CellPlan.Content.text(text(heading, $0)) == content }
    }
    let first = columns.first.flatMap { $0 } ?? 0
    let rows = sheet.rows.map { row in
      table.rows.indices.first {
        CellPlan.Content.text(text($0, first)) == row.cells.first?.content
      }
    }
    let gone = table.rows.indices.filter { removing.contains(text($0, first)) }
    return SheetAlignment(
      saved: table.name,
      rows: rows,
      columns: sheet.name == "Cases" ? columns : wanted.indices.map { $0 },
      removedRows: Set(gone)
    )
  }

  /// Revises the saved file by another plan, and returns what is lost.
  @discardableResult
  func revise(
    _ cases: [Case],
    extraColumns: [String] = [],
    removing: Set<String> = [],
    names: [String: String] = [:],
    moves: [RowMove] = []
  ) throws -> [String] {
    let plan = Self.plan(cases, extraColumns: extraColumns)
    return try revise(plan, removing: removing, names: names, moves: moves)
  }

  @discardableResult
  func revise(
    _ plan: WorkbookPlan,
    removing: Set<String> = [],
    names: [String: String] = [:],
    moves: [RowMove] = []
  ) throws -> [String] {
    let saved = try readWorkbook(at: path)
    let sheets = try plan.sheets.map {
      try alignment(of: $0, in: saved, name: names[$0.name], removing: removing)
    }
    let revision = WorkbookRevision(plan: plan, sheets: sheets, moves: moves)
    return try reviseWorkbook(path, by: revision, to: revised)
  }

  /// What a program in Python prints that is given the revised workbook as `book`.
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

  /// The revised workbook becomes the saved one.
  func accept() throws {
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: revised, toPath: path)
  }

  /// The bytes of a part of a workbook.
  static func part(_ name: String, of path: String) throws -> String {
    var archive = try ZipArchive(path: path, limits: .standard)
    return String(decoding: try archive.bytes(of: name), as: UTF8.self)
  }
}
