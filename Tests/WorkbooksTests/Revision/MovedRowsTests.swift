import Foundation
import TestSupport
import Testing

@testable import Workbooks

/// Rows that leave their sheet for another one, and come back.
@Suite(.enabled(if: OpenPyXL.isThere)) struct MovedRowsTests {
  private static let three: [RevisedBook.Case] = [
    .init(id: "1", title: "one", result: "OK"), .init(id: "2", title: "two", result: "NG"),
    .init(id: "3", title: "three", result: "OK"),
  ]

  /// What a person makes of a row beside writing in it.
  ///
  /// Rich text in a title, a colour without text, formulas that name their own row or another one, the row from another sheet.
  private static let decoration = """
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont
    from openpyxl.comments import Comment
    from openpyxl.styles import PatternFill
    from openpyxl.worksheet.hyperlink import Hyperlink
    sheet = book['Cases']
    fill = lambda rgb: PatternFill('solid', fgColor=rgb)
    sheet['B3'].value = CellRichText('t', TextBlock(InlineFont(color='FFFF0000'), 'w'), 'o')
    sheet['A3'].fill = fill('FF112233')
    sheet['D3'].fill = fill('FF445566')
    for row in range(2, 5):
      sheet.cell(row, 5).value = f'=IF(C{row}="NG",1,0)'
      sheet.cell(row, 6).value = f'=COUNTIF(C$2:C$4,C{row})+A2'
    sheet['F3'].number_format = '0.00'
    sheet['D3'].comment = Comment('note 3', 'me')
    sheet['C3'].hyperlink = 'https://example.org/3'
    sheet['E3'].hyperlink = Hyperlink(ref='E3', location="Cases!B4")
    sheet.row_dimensions[3].height = 55
    sheet.row_dimensions[3].hidden = True
    sheet.row_dimensions[3].outlineLevel = 2
    own = book.create_sheet('Own')
    own['A4'] = '=Cases!C3&Cases!C4'
    own['A2'] = "=SUM(Cases!E2:E4)"
    own['A3'] = "=COUNTA(Cases!C3:D3)"
    """

  /// Everything that can be told of the cells and rows of some sheets.
  private static let facts = """
    import sys, openpyxl
    book = openpyxl.load_workbook(sys.argv[1], rich_text=True)
    for name in sys.argv[2:]:
      sheet = book[name]
      for row in sheet.iter_rows(min_row=2):
        for cell in row:
          link = cell.hyperlink and (cell.hyperlink.target or cell.hyperlink.location)
          if cell.value is not None or cell.fill.fgColor.rgb != '00000000':
            value = cell.value
            if isinstance(value, list):
              value = ''.join(part if isinstance(part, str) else f'[{part.font.color.rgb} {part.text}]' for part in value)
            # Programs need no quotes there.
            if isinstance(value, str): value = value.replace("'Cases'!", 'Cases!')
            print(name, cell.coordinate, repr(value), cell.fill.fgColor.rgb, cell.number_format, cell.comment and cell.comment.text, link)
        look = sheet.row_dimensions[row[0].row]
        print(name, row[0].row, look.height, look.hidden, look.outlineLevel)
    """

  private func facts(_ path: String, _ sheets: String...) throws -> String {
    try Python.run(Self.facts, [path] + sheets).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Cases with two columns of people's own, as somebody saved them.
  private func plan(_ cases: [RevisedBook.Case], over saved: SavedWorkbook) -> WorkbookPlan {
    var plan = RevisedBook.plan(cases, extraColumns: ["Mine", "Sum"])
    for row in plan.sheets[1].rows.indices.dropFirst() {
      let id = plan.sheets[1].rows[row].cells[0].plainText
      let cells = saved.tables.joined(by: id)
      for column in 4...5 {
        plan.sheets[1].rows[row].cells[column] = CellPlan(
          .saved(cells[column == 4 ? "Mine" : "Sum"] ?? .empty),
          style: .people
        )
      }
    }
    return plan
  }

  private static let retiredHeadings = ["Case", "Sum", "Result", "Note", "Mine", "Title"]

  private func retired(_ rows: [[String: SavedCell]]) -> SheetPlan {
    let headings = Self.retiredHeadings
    return SheetPlan(
      name: "Retired",
      columns: headings.map { _ in ColumnPlan(width: 10) },
      rows: [RowPlan(cells: headings.map { CellPlan(.text($0), style: .heading) })]
        + rows.map { row in
          RowPlan(
            height: 15,
            cells: headings.map { heading in
              CellPlan(
                .saved(row[heading] ?? .empty),
                style: ["Case", "Title"].contains(heading) ? .text : .people
              )
            }
          )
        },
      page: PagePlan(repeatedRows: nil, footer: "")
    )
  }

  private func columns(_ from: [String], _ to: [String]) -> [Int: Int] {
    var columns: [Int: Int] = [:]
    for (number, heading) in from.enumerated() { columns[number] = to.firstIndex(of: heading) }
    return columns
  }

  private let caseHeadings = ["Case", "Title", "Result", "Note", "Mine", "Sum"]

  @Test func goAndComeBackAsTheyWere() throws {
    let book = try RevisedBook()
    try book.write(Self.three, extraColumns: ["Mine", "Sum"])
    try book.edit(Self.decoration)
    let before = try facts(book.path, "Cases", "Own")

    var saved = try readWorkbook(at: book.path)
    var less = plan([Self.three[0], Self.three[2]], over: saved)
    less.sheets.insert(retired([saved.tables.joined(by: "2")]), at: 2)
    try book.revise(
      less,
      removing: ["2"],
      moves: [
        RowMove(
          sheet: "Cases",
          row: 2,
          toSheet: "Retired",
          toRow: 1,
          columns: columns(caseHeadings, Self.retiredHeadings)
        )
      ]
    )
    #expect(
      try facts(book.revised, "Retired", "Own") == """
        Retired A2 '2' FF112233 General None None
        Retired B2 '=COUNTIF(Cases!C$2:C$3,C2)+Cases!A2' 00000000 0.00 None None
        Retired C2 'NG' FFFFF9DB General None https://example.org/3
        Retired D2 None FF445566 General note 3 None
        Retired E2 '=IF(C2="NG",1,0)' 00000000 General None Cases!B3
        Retired F2 't[FFFF0000 w]o' 00000000 General None None
        Retired 2 55.0 True 2
        Own A2 '=SUM(Cases!E2:E3)' 00000000 General None None
        Own 2 None False 0
        Own A3 "=COUNTA('Retired'!C2:D2)" 00000000 General None None
        Own 3 None False 0
        Own A4 "='Retired'!C2&Cases!C3" 00000000 General None None
        Own 4 None False 0
        """
    )
    try book.accept()

    saved = try readWorkbook(at: book.path)
    var again = plan(Self.three, over: saved)
    again.sheets.insert(retired([]), at: 2)
    try book.revise(
      again,
      removing: ["2"],
      moves: [
        RowMove(
          sheet: "Retired",
          row: 1,
          toSheet: "Cases",
          toRow: 2,
          columns: columns(Self.retiredHeadings, caseHeadings)
        )
      ]
    )
    let after = try facts(book.revised, "Cases", "Own").split(separator: "\n")
    for (line, was) in zip(after, before.split(separator: "\n")) { #expect(line == was) }
    #expect(after.count == before.split(separator: "\n").count)
  }

  /// Nothing stands in the row but what the program says; *Retired* has no column for its title.
  @Test func whatNamesARowFollowsItAndItsHeightStays() throws {
    let book = try RevisedBook()
    let cases = Self.three.map { RevisedBook.Case(id: $0.id, title: $0.title) }
    try book.write(cases, extraColumns: ["Mine", "Sum"])
    try book.edit(
      """
      from openpyxl.chart import BarChart, Reference, Series
      from openpyxl.formatting.rule import FormulaRule
      from openpyxl.workbook.defined_name import DefinedName
      from openpyxl.worksheet.datavalidation import DataValidation
      from openpyxl.worksheet.hyperlink import Hyperlink
      book['Cases'].row_dimensions[3].height = 77
      own = book.create_sheet('Own')
      own['A1'].hyperlink = Hyperlink(ref='A1', location="'Cases'!A3")
      own.conditional_formatting.add('A1:A3', FormulaRule(formula=['Cases!C3="NG"']))
      choice = DataValidation(type='list', formula1="'Cases'!$C$3:$D$3")
      choice.add('B1')
      own.add_data_validation(choice)
      book.defined_names['mine'] = DefinedName('mine', attr_text="'Cases'!$C$3")
      chart = BarChart()
      chart.series.append(Series(Reference(book['Cases'], range_string="Cases!$C$3:$D$3")))
      own.add_chart(chart, 'D4')
      """
    )
    let references = """
      own = book['Own']
      print(own['A1'].hyperlink.location)
      print(*[area.rules[0].formula[0] for area in own.conditional_formatting])
      print(*[choice.formula1 for choice in own.data_validations.dataValidation])
      print(book.defined_names['mine'].attr_text)
      print(own._charts[0].series[0].val.numRef.f)
      for name in 'Cases', 'Retired':
        if name in book: print(name, *[row.height for row in book[name].row_dimensions.values() if row.height == 77])
      """

    var less = RevisedBook.plan([cases[0], cases[2]], extraColumns: ["Mine", "Sum"])
    less.sheets.insert(retired([["Case": .text("2")]]), at: 2)
    let there = RowMove(
      sheet: "Cases",
      row: 2,
      toSheet: "Retired",
      toRow: 1,
      columns: columns(caseHeadings, Self.retiredHeadings)
    )
    try book.revise(less, removing: ["2"], moves: [there])
    #expect(
      try book.inspect(references) == """
        'Retired'!A2
        'Retired'!C2="NG"
        'Retired'!$C$2:$D$2
        'Retired'!$C$2
        'Retired'!$C$2:$D$2
        Cases
        Retired 77.0
        """
    )
    try book.accept()

    var again = RevisedBook.plan(cases, extraColumns: ["Mine", "Sum"])
    again.sheets.insert(retired([]), at: 2)
    let back = RowMove(
      sheet: "Retired",
      row: 1,
      toSheet: "Cases",
      toRow: 2,
      columns: columns(Self.retiredHeadings, caseHeadings)
    )
    try book.revise(again, removing: ["2"], moves: [back])
    #expect(
      try book.inspect(references) == """
        'Cases'!A3
        'Cases'!C3="NG"
        'Cases'!$C$3:$D$3
        'Cases'!$C$3
        'Cases'!$C$3:$D$3
        Cases 77.0
        Retired
        """
    )
  }
}

extension [SavedTable] {
  /// What stands in the row with an id, on whatever sheet, by its heading.
  fileprivate func joined(by id: String) -> [String: SavedCell] {
    for table in self where ["Cases", "Retired"].contains(table.name) {
      guard let row = table.rows.first(where: { $0.first?.plainText == id }) else { continue }
      return Dictionary(
        zip(table.rows[0].map(\.plainText), row),
        uniquingKeysWith: { first, _ in first }
      )
    }
    return [:]
  }
}
